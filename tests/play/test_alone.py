"""A race without an opponent: published figures, fractions, and what cannot be asked."""

from fractions import Fraction
from functools import cache

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from support.generated import farkle, rolled, some, turn, turned

import pigcore
from pigcore import BUST, Farkle, Race, Roll, Turn, alone, gain

few = settings(max_examples=40, deadline=None)

SUMS = {total: 6 - abs(7 - total) for total in range(2, 13)}
SAME_SUM = Turn(
    lambda last: {BUST if one == last else gain(one, one): SUMS[one] for one in SUMS}, start=0
)
"""Two dice; the same sum twice in a row loses the turn."""


def close(found, expected):
    return found == pytest.approx([float(one) for one in expected], rel=1e-11, abs=1e-13)


# --- what is known --------------------------------------------------------------------------------


def test_the_plan_of_one_turn_is_not_moved_by_where_it_is_cut():
    """Nobody throws on with 250 points or more: a throw then loses on average, whatever follows."""

    @cache
    def thrown(points, last):
        ways = [SUMS[one] * worth(points + one, one) for one in SUMS if one != last]
        return sum(ways, Fraction(0)) / 36

    @cache
    def worth(points, last):
        return Fraction(points) if points >= 250 else max(Fraction(points), thrown(points, last))

    found = alone(Race(SAME_SUM, 400))
    assert found.points == pytest.approx(25.409328, abs=5e-7)
    assert found.points == pytest.approx(float(thrown(0, 0)), rel=1e-14)
    banks = [min(t for t in range(251) if t >= thrown(t, last)) for last in SUMS]
    assert found.thresholds("points").tolist() == [-1, *banks]
    assert (banks[0], banks[-1]) == (250, 241)


def test_an_exact_goal_with_options():
    turn = Turn(lambda _: {BUST: 1, gain(2, 0): 1, (gain(2, 0), gain(3, 0)): 2}, start=0)
    found = alone(Race(turn, 3, "exact"))
    assert found.turns == pytest.approx(2.0, rel=1e-15)
    chosen = alone(Race(turn, 3, "exact"), lambda own, opp, points, mode, options: (
        "roll" if options is None else 1))  # fmt: skip
    assert chosen.turns == pytest.approx(2.0, rel=1e-15)
    never = alone(Race(turn, 3, "exact"), lambda own, opp, points, mode, options: (
        0 if options else "bank" if points else "roll"))  # fmt: skip
    assert never.turns == np.inf
    assert never.as_dict()["turns"] is None


@pytest.mark.slow
@pytest.mark.nightly  # the rule is asked in every mode at every score
def test_zombies():
    """Points a turn of a rule of thumb: thrown out in fractions elsewhere."""

    def simple(own, opp, points, mode):
        shots = sum(mode[2])
        return "throw" if shots <= 1 or (shots == 2 and points == 0) else "bank"

    found = alone(pigcore.game("zombie-dice"), simple)
    assert found.points == pytest.approx(2.1324816682, abs=1e-10)
    assert found.turns == pytest.approx(6.423509041477, abs=1e-10)


# --- slowly ---------------------------------------------------------------------------------------


def turn_alone(game, own, paid, bust, wiped, *, choose=max, cap=None, policy=None):
    """What a turn is worth alone, where banking pays ``paid(score)``.

    Past ``cap`` points, if it is given, a turn is banked in any mode, and there is no goal.
    ``policy(own, points, place, ways)`` is the chance to throw, or the way that is taken of
    several; left out it is what is best.
    """
    modes = game.turn.modes

    @cache
    def throw(points, place):
        thrown = modes[place].throw
        found = [(thrown.bust, bust), (thrown.wipe, wiped)]
        for outcome in thrown.outcomes:
            ways = [after(points + option.gain, option.mode) for option in outcome.options]
            if policy and len(ways) > 1:
                ways = [ways[policy(own, points, place, len(ways))]]
            found.append((outcome.chance, choose(ways)))
        return sum(chance * worth for chance, worth in found if chance)

    @cache
    def after(points, place):
        score, mode = own + points, modes[place]
        if cap is None and (score == game.goal or (score > game.goal and game.target != "exact")):
            return paid(game.goal)
        if cap is None and score > game.goal:
            return bust
        if cap is not None and points >= cap:
            return paid(score)
        may = points >= (game.least(own) if cap is None else game.minimum_bank)
        ways = [paid(score)] if mode.may_bank and may else []
        ways += [throw(points, place)] if mode.throw else []
        if policy and len(ways) > 1:
            return ways[0] + policy(own, points, place, 0) * (ways[1] - ways[0])
        return choose(ways) if ways else bust

    return throw(0, game.turn.start)


@pytest.mark.slow
@few
@given(some(turned) | some(rolled, 6) | some(farkle, True, True, False))
def test_the_fewest_turns(game):
    scores = range(0, game.goal, game.unit)
    found = alone(game)
    # From no turns at all upwards: what is infinite never stops growing.
    after = dict.fromkeys(range(game.goal + 1), 0.0)
    for _ in range(300):
        before = after
        after = {game.goal: 0.0} | {
            own: 1.0 + turn_alone(
                game, own, before.__getitem__, before[game.after_bust(own)], before[0], choose=min
            )
            for own in range(game.goal)
        }  # fmt: skip
    for own, expected in zip(scores, found.expected.tolist()):
        if expected == np.inf:
            assert after[own] > before[own] + 1e-9
        elif expected < 15:
            assert after[own] == pytest.approx(expected, rel=1e-6)
        else:
            assert after[own] <= expected * (1 + 1e-9)
    assert alone(game, pigcore.hold_at(2 * game.unit)).turns >= found.turns * (1 - 1e-12)


throws = st.dictionaries(st.integers(1, 3), st.integers(1, 2), min_size=1, max_size=2)
rolls = st.builds(Roll, throws, st.integers(1, 3), st.integers(0, 2)).map(Turn.of_roll)
without_goal = given(some(turn, most_gain=2) | rolls, st.integers(0, 1), st.integers(0, 2))


def one_turn(game, cap, policy=None):
    bust, none = Fraction(game.consolation), Fraction(0)
    return turn_alone(game, 0, Fraction, bust, none, cap=cap, policy=policy)


def short(turn, consolation, least):
    """A race to 4, if anybody can win it."""
    try:
        return Race(turn, 4, consolation=consolation, minimum_bank=least)
    except pigcore.RuleError:
        assume(False)


@pytest.mark.slow
@few
@without_goal
def test_the_most_points(turn, consolation, least):
    game = short(turn, consolation, least)
    found = alone(game)
    try:
        points = found.points
    except (pigcore.SizeError, pigcore.RuleError):  # turns that hardly ever bust
        assume(False)
    assume(one_turn(game, 14) == one_turn(game, 10))  # turns that are cut off are never played
    assert points == pytest.approx(float(one_turn(game, 14)), rel=1e-11, abs=1e-13)


def answers(game, seed):
    """Decisions without sense: for ``turn_alone``, and as a function."""

    def policy(own, points, place, ways):
        """The chance to throw, or the place of one of some ways."""
        if not (ways or points) and place == game.turn.start:
            return Fraction(1)
        number = hash((seed, own, points, place, ways)) // 8
        return number % ways if ways else Fraction(number % 3 if points < 8 else 0, 2)

    def said(own, opp, points, *more):
        assert opp == 0
        place = game.turn.place(more[0]) if more else game.turn.start
        options = more[1] if len(more) > 1 else None
        found = policy(own, points, place, len(options or ()))
        return found if options else float(found)

    return policy, said


@pytest.mark.slow
@few
@given(some(turned) | some(rolled, 6), st.integers(0, 99))
def test_a_policy_on_the_way_to_the_goal(game, seed):
    policy, said = answers(game, seed)
    known = np.minimum(alone(game, said).expected, 1e300).tolist()  # 0 times infinity is no number
    paid = dict(zip(range(0, game.goal, game.unit), known)) | {game.goal: 0.0}
    for own, expected in paid.items():
        if own < game.goal and expected < 1e300:
            again = 1 + turn_alone(
                game, own, paid.__getitem__, paid[game.after_bust(own)], paid[0], policy=policy
            )
            assert again == pytest.approx(expected, rel=1e-10)


@pytest.mark.slow
@few
@without_goal
def test_a_policy_without_a_goal(turn, consolation, least):
    game = short(turn, consolation, least)
    policy, said = answers(game, 7)
    assume(one_turn(game, 14, policy) == one_turn(game, 10, policy))
    expected = float(one_turn(game, 14, policy))
    assert alone(game, said).points == pytest.approx(expected, rel=1e-11, abs=1e-13)


# --- how it is asked ------------------------------------------------------------------------------


def test_every_kind_of_policy_is_asked_alike():
    game = Race(Turn(lambda left: {BUST: 1, **{gain(n, left - 1): 1 for n in range(2, 7)}}
                     if left else None, start=3), 30)  # fmt: skip
    for policy, same in (
        (pigcore.random_play(), lambda own, opp, points, mode: 0.5 if points else "roll"),
        ("hold:7", lambda own, opp, points, mode: points < 7),
        (np.ones((30, 30)), lambda own, opp, points, mode: "roll"),
    ):
        found, known = alone(game, policy), alone(game, same)
        assert found.expected == pytest.approx(known.expected, rel=1e-12)
        assert found.points == pytest.approx(known.points, rel=1e-12)
    solution = pigcore.solve(pigcore.Pig())
    best = [alone(pigcore.Pig(), policy).turns for policy in (solution, "optimal")]
    assert best == pytest.approx([12.672727074321] * 2, abs=1e-9)


def test_rules_that_need_an_opponent_do_not_count():
    even = Race(Roll.die(6), 100, end="equal_turns", tie="half")
    assert alone(even).turns == alone(pigcore.Pig()).turns
    assert alone(Farkle.minimal(500, last_turn=True)).turns == alone(Farkle.minimal(500)).turns


def test_results_are_read_only_and_said_in_a_line():
    found = alone(pigcore.Pig(20))
    assert found.as_dict() == {"turns": found.turns, "points": found.points}
    assert repr(found) == "2.66340548079 turns expected, 8.14179489373 points a turn"
    for array in (found.expected, found.thresholds(), found.thresholds("points")):
        assert not array.flags.writeable
    with pytest.raises(AttributeError, match="cannot assign"):
        found.game = None
