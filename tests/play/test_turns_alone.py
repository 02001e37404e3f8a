"""A player alone in races of any turn: slowly, in fractions."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from support.farkle_in_fractions import farkles
from support.races import races
from support.turns import Rules, rules, turn_alone, turns

import pigcore
from pigcore import BUST, Race, Roll, RuleError, StateError, Turn, gain, solitaire

few = settings(max_examples=40, deadline=None)

asking_rules = rules() | races(max_goal=6).map(Rules.of)
any_rules = asking_rules | farkles(last_turn=False).map(Rules.of)


def race(rules, **more):
    """The game of some rules, if anybody can win it."""
    try:
        return Race(**rules._asdict(), **more)
    except RuleError:
        assume(False)


def test_an_option_that_is_never_best_is_not_taken():
    both = Race(Turn(lambda mode: [((gain(1, 0), gain(2, 0)), 1), (BUST, 1)], 0), 2)
    alone = solitaire(both)
    assert alone.policy(0, 0, 0, 0, [(1, 0), (2, 0)]) == 1
    assert solitaire(both, policy=alone).expected.tolist() == alone.expected.tolist() == [2, 2]


def test_who_banks_at_some_points_needs_no_goal():
    three = Race(throws_left([(BUST, 1), (2, 3), (3, 2)]), 4)
    at_3 = solitaire(three, "points", 3, pigcore.hold_at(3))
    same = solitaire(three, "points", 3, lambda own, opp, points, mode: points < 3)
    assert at_3.expected == pytest.approx(same.expected, rel=1e-12)
    small, large = (
        solitaire(pigcore.Farkle.minimal(goal), "points_per_turn", policy=pigcore.bank_at(500))
        for goal in (450, 10_000)
    )
    assert small.value == pytest.approx(large.value, rel=1e-12)
    with pytest.raises(pigcore.SizeError, match="are too long to follow: let it bank earlier"):
        solitaire(pigcore.Farkle.minimal(500), "points_per_turn", policy=pigcore.bank_at(10**9))


def close(found, expected):
    return found == pytest.approx([float(one) for one in expected], rel=1e-11, abs=1e-13)


@pytest.mark.slow
@few
@given(any_rules, st.booleans())
def test_the_highest_chance_to_be_in_time(rules, decline):
    game = race(rules)
    scores = range(0, game.goal, game.unit)
    alone = solitaire(game, "chance", 3, may_decline=decline)
    before = dict.fromkeys(range(game.goal), Fraction(0)) | {game.goal: Fraction(1)}
    for left in range(1, 4):
        before = {game.goal: Fraction(1)} | {
            own: turn_alone(
                rules, own, before.__getitem__, before[rules.after_bust(own)], before[0],
                decline=decline,
            )
            for own in range(game.goal)
        }  # fmt: skip
        assert close(alone.expected[left], [before[own] for own in scores])
    at_least = rules.target == "at_least"
    if decline or (at_least and not (rules.turn.wipes or rules.opening or rules.minimum_bank)):
        assert (np.diff(alone.expected, axis=0) >= -1e-15).all()
    if not decline:
        again = solitaire(game, "chance", 3, policy=alone)
        assert close(again.expected[-1], alone.expected[-1])
        for policy in (pigcore.hold_at(2 * game.unit), pigcore.random_play()):
            assert 0 <= solitaire(game, "chance", 3, policy).value <= alone.value + 1e-12


@pytest.mark.slow
@few
@given(any_rules)
def test_the_fewest_turns(rules):
    game = race(rules)
    scores = range(0, game.goal, game.unit)
    alone = solitaire(game)
    assert close(solitaire(game, policy=alone).expected, alone.expected)
    assert solitaire(game, policy=pigcore.hold_at(2 * game.unit)).value >= alone.value - 1e-12
    if game.single and game.target == "at_least":  # who has more can copy who has less
        assert (np.diff(alone.expected) <= 1e-12 * alone.expected[1:]).all()
    # From no turns at all upwards: what is infinite never stops growing.
    after = dict.fromkeys(range(game.goal + 1), 0.0)
    for _ in range(300):
        before = after
        after = {game.goal: 0.0} | {
            own: 1.0 + turn_alone(
                rules, own, before.__getitem__, before[rules.after_bust(own)], before[0], choose=min
            )
            for own in range(game.goal)
        }  # fmt: skip
    for own, expected in zip(scores, alone.expected.tolist()):
        if expected == np.inf:
            assert after[own] > before[own] + 1e-9
        elif expected < 15:
            assert after[own] == pytest.approx(expected, rel=1e-6)
        else:
            assert after[own] <= expected * (1 + 1e-9)


def points_left(rules, left, *, decline=False, cap=14, policy=None):
    """The most points after so many turns, at each score below a limit, without a goal."""
    worth = [Fraction(score) for score in range(2 * cap + 12)]
    for now in range(1, left + 1):
        worth = [
            turn_alone(
                rules, own, worth.__getitem__, worth[own + rules.consolation], worth[0],
                decline=decline, cap=cap, policy=policy and policy(now),
            )
            for own in range(len(worth) - cap - 4)
        ]  # fmt: skip
    return worth


def asked(game, *answer):
    """The points expected, or None where a turn may go on for ever."""
    try:
        return solitaire(game, *answer)
    except RuleError:
        return None


throws = st.dictionaries(st.integers(1, 3), st.integers(1, 2), min_size=1, max_size=2)
rolls = st.builds(Roll, throws, st.integers(1, 3), st.integers(0, 2)).map(Turn.of_roll)
without_goal = given(turns(most_gain=2) | rolls, st.integers(0, 1), st.integers(0, 2))


@pytest.mark.slow
@few
@without_goal
def test_the_most_points(turn, consolation, least):
    rules = Rules(turn, 4, consolation=consolation, minimum_bank=least)
    game = race(rules)
    alone = asked(game, "points", 2)
    slow = points_left(rules, 2)
    known = points_left(rules, 2, cap=10)
    assume(alone is not None)
    assume(slow[0] == known[0])  # turns that are cut off are never played
    for own in range(0, 4, game.unit):
        if slow[own] == known[own]:
            found = alone.expected[2, own // game.unit]
            assert found == pytest.approx(float(slow[own]), rel=1e-11)
    steps = np.diff(alone.expected, axis=1)
    assert (steps >= -1e-12).all()
    assert (steps <= game.unit + 1e-12).all()
    again = solitaire(game, "points", 2, alone)
    assert again.value == pytest.approx(alone.value, rel=1e-11)
    declined = solitaire(game, "points", 2, may_decline=True)
    assert declined.value == pytest.approx(float(points_left(rules, 2, decline=True)[0]), rel=1e-11)
    assert alone.value <= declined.value + 1e-12
    if not turn.wipes:
        each = solitaire(game, "points_per_turn")
        assert each.value == pytest.approx(float(points_left(rules, 1)[0]), rel=1e-11)
        assert solitaire(game, "points", 7).value == pytest.approx(7 * each.value, rel=1e-12)
        again = solitaire(game, "points_per_turn", policy=each)
        assert again.value == pytest.approx(each.value, rel=1e-11)


def answers(game, seed, timed=True):
    """Decisions without sense, with so many turns left: for `turn_alone`, and as a function.

    The chance to throw, or the place of one of some ways.
    """

    def policy(own, points, place, ways, left):
        number = hash((seed, own, points, place, ways, left if timed else 0)) // 8
        return number % ways if ways else Fraction(number % 3 if points < 8 else 0, 2)

    def said(own, opp, points, *more, turns=1):
        place = game.turn.place(more[0]) if more else game.turn.start
        options = more[1] if len(more) > 1 else None
        found = policy(own, points, place, len(options or ()), turns)
        return found if options else float(found)

    return (lambda left: lambda *state: policy(*state, left)), said


@pytest.mark.slow
@few
@given(asking_rules, st.integers(0, 99))
def test_a_policy_on_the_way_to_the_goal(rules, seed):
    game = race(rules)
    policy, said = answers(game, seed)
    alone = solitaire(game, "chance", 3, said)
    before = dict.fromkeys(range(game.goal), Fraction(0)) | {game.goal: Fraction(1)}
    for left in range(1, 4):
        before = {game.goal: Fraction(1)} | {
            own: turn_alone(
                rules, own, before.__getitem__, before[rules.after_bust(own)], before[0],
                policy=policy(left),
            )
            for own in range(game.goal)
        }  # fmt: skip
        scores = range(0, game.goal, game.unit)
        assert close(alone.expected[left], [before[own] for own in scores])
    known = solitaire(game, policy=said).expected
    finite = np.minimum(known, 1e300).tolist()  # as 0 times infinity is no number
    paid = dict(zip(range(0, game.goal, game.unit), finite)) | {game.goal: 0.0}
    for own, expected in paid.items():
        if own < game.goal and expected < 1e300:
            again = 1 + turn_alone(
                rules, own, paid.__getitem__, paid[rules.after_bust(own)], paid[0], policy=policy(1)
            )
            assert again == pytest.approx(expected, rel=1e-10)


@pytest.mark.slow
@few
@without_goal
def test_a_policy_without_a_goal(turn, consolation, least):
    rules = Rules(turn, 4, consolation=consolation, minimum_bank=least)
    game = race(rules)
    policy, said = answers(game, 7)
    slow = [points_left(rules, left, policy=policy, cap=cap) for left in (1, 2) for cap in (14, 10)]
    assume(slow[0][0] == slow[1][0] and slow[2][0] == slow[3][0])
    alone = solitaire(game, "points", 2, said)
    assert alone.value == pytest.approx(float(slow[2][0]), rel=1e-11, abs=1e-13)
    one = solitaire(game, "points", 1, said).value
    assert one == pytest.approx(float(slow[0][0]), rel=1e-11, abs=1e-13)
    if not turn.wipes:
        each = solitaire(game, "points_per_turn", policy=said).value
        assert each == pytest.approx(one, rel=1e-14, abs=1e-300)


def throws_left(rows):
    """At most three throws."""

    def throw(left):
        ways = [(one if one == BUST else gain(one, left - 1), chance) for one, chance in rows]
        return ways if left else None

    return Turn(throw, 3, phrase=lambda left: f"with {left} throws left")


def test_every_third_bust_in_a_row_costs_points():
    three = throws_left([(BUST, 2), (2, 1), (3, 1)])
    game = Race(three, 30, penalty=4)
    worth, rules = [Fraction(0)] * 3, Rules(three, 30)
    for _ in range(6):
        after = [*worth[1:], worth[0] - 4]
        worth = [
            worth[0] + turn_alone(rules, 0, Fraction, x - worth[0], Fraction(0), cap=9)
            for x in after
        ]
    alone = solitaire(game, "points", 6)
    assert alone.value == pytest.approx(float(worth[0]), rel=1e-13)
    many = solitaire(game, "points", 60).expected[:, 0]
    assert many[60] - many[59] == pytest.approx(solitaire(game, "points_per_turn").value, rel=1e-9)
    with pytest.raises(RuleError, match="penalty is 4, and where scores can fall"):
        solitaire(game)


@pytest.mark.slow
def test_decisions_in_words_and_states():
    three = throws_left([(BUST, 1), *((face, 1) for face in range(2, 7))])
    game = Race(three, 30, name="Three throws")
    alone = solitaire(game, "points_per_turn")
    assert alone.plan == "never hold"
    assert alone.policy.thresholds().tolist() == [[6, -1, -1, -1]]
    in_time = solitaire(game, "chance", 4)
    assert in_time.plan.startswith("hold at 30 with 1 throws left")
    assert in_time.policy(20, 0, 9, 1, turns=1) == "roll"
    assert in_time.policy(20, 0, 10, 1, turns=4) == in_time.policy(0, 0, 6, 0, turns=1) == "hold"
    assert in_time.policy[4, 0].tolist() == [6, 30, 30, 30]
    for policy, same in (
        (pigcore.random_play(), lambda own, opp, points, mode: 0.5),
        (pigcore.hold_at(7), lambda own, opp, points, mode: points < 7),
        (np.ones((30, 30)), lambda own, opp, points, mode: "roll"),
    ):
        for asked in (("turns",), ("chance", 4)):
            known = solitaire(game, *asked, policy=policy).expected
            assert known == pytest.approx(solitaire(game, *asked, policy=same).expected, rel=1e-12)
    many = solitaire(game, "chance", 4, lambda own, opp, points, mode, turns: points < 5 * turns)
    each = [solitaire(game, "chance", 4, lambda own, opp, points, mode: points < 5)]
    assert many.expected[1].tolist() == each[0].expected[1].tolist()
    with pytest.raises(StateError, match="there is no mode 7 in Three throws"):
        alone.policy(0, 0, 3, 7)
    with pytest.raises(RuleError, match="larger ones may come up: give a function"):
        solitaire(Race(three, 12), "points", 2, np.ones((12, 12)))
    dice = solitaire(pigcore.Farkle.minimal(2000), "chance", 5).policy
    assert dice(0, 0, 100, (1, 1, 5), turns=5) == "1 1 5, then throw"
    assert dice(0, 0, 2500, 6, turns=5) == "bank"
