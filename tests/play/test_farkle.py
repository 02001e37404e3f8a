"""Policies, matches and best replies in Farkle, against games played out in fractions."""

from fractions import Fraction
from itertools import product
from math import prod

import numpy as np
import pytest
from support.farkle_in_fractions import Slow

import pigcore
from pigcore.play.policies import parse
from pigcore.play.policies import race as policies

TINY = pigcore.Farkle({"1": 1, "2 2": 3}, 4, 3, 3)


def shares_of(answer):
    """An answer as {choice: chance}; the chances that doubles round are fractions again."""
    if not isinstance(answer, dict):
        return {answer: Fraction(1)}
    return {choice: Fraction(p).limit_denominator(10**6) for choice, p in answer.items()}


def turn(slow, policy, own, opp):
    """{banked score: chance} of a turn, and the chance of a bust."""
    game, ends, lost = slow.game, {}, Fraction(0)
    todo = {(0, game.dice.count): Fraction(1)}
    while todo:
        points, dice = state = min(todo)
        come = todo.pop(state)
        for faces in product(range(1, game.dice.sides + 1), repeat=dice):
            p = come * prod((game.dice.chances[face - 1] for face in faces), start=Fraction(1))
            if not p:
                continue
            faces = tuple(sorted(faces))
            choices = {aside: (gain, left) for aside, gain, left in slow.choices(faces)}
            if not choices:
                lost += p
                continue
            answer = policies.answer(game, policy, own, opp, points, faces)
            for choice, share in shares_of(answer).items():
                gain, left = choices[choice.aside]
                if choice.then == "bank":
                    score = own + points + gain
                    ends[score] = ends.get(score, 0) + p * share
                else:
                    then = points + gain, left
                    todo[then] = todo.get(then, Fraction(0)) + p * share
    return ends, lost


def played(game, first, second):
    """A(i,j) and B(i,j): the first policy's chance, where it and where the other is to move."""
    slow = Slow(game)
    scores = range(0, game.goal, game.unit)
    mine = {(i, j): turn(slow, first, i, j) for i in scores for j in scores}
    theirs = {(i, j): turn(slow, second, i, j) for i in scores for j in scores}
    a, b = {}, {}

    def passes(score, opp):
        """The chance that who has opp passes a score that reaches the goal."""
        return (
            slow.chase(score - opp + game.unit, game.dice.count) if game.last_turn else Fraction(0)
        )

    for i, j in sorted(mine, key=sum, reverse=True):
        ends, lost = mine[i, j]
        others, back = theirs[j, i]
        known = sum(p * (1 - passes(s, j) if s >= game.goal else b[s, j]) for s, p in ends.items())
        after = sum(p * (passes(s, i) if s >= game.goal else a[i, s]) for s, p in others.items())
        # A = known + lost B and B = after + back A; where neither ever banks, nobody wins.
        a[i, j] = (known + lost * after) / (1 - lost * back) if lost * back < 1 else Fraction(0)
        b[i, j] = after + back * a[i, j]
    return a, b


def parity(own, opp, points, faces):
    """A policy that looks at everything and mixes."""
    choices = sorted(asides(faces))
    aside = choices[(own + opp + points) % len(choices)]
    return {(aside, "bank"): 0.25, (aside, "throw"): 0.75}


def asides(faces):
    return [aside for aside, _, _ in Slow(TINY).choices(tuple(sorted(faces)))]


@pytest.mark.slow
@pytest.mark.parametrize("spec", ["hold:2/most-points", "random", "optimal"])
def test_a_function_is_asked_throw_by_throw(spec):
    other = parse(TINY, spec)
    a, b = played(TINY, parity, other)
    found = pigcore.match(TINY, parity, other)
    assert found.first == pytest.approx(float(a[0, 0]), abs=1e-12)
    assert found.second == pytest.approx(float(b[0, 0]), abs=1e-12)


def test_how_games_go():
    game = pigcore.Farkle.minimal(goal=1500)
    rule = pigcore.hold_at(300)
    found = pigcore.match(game, rule, pigcore.solve(game))
    assert found.turns == pytest.approx(found.lengths.mean, abs=1e-9)
    assert found.visits.sum() == pytest.approx(found.turns, abs=1e-9)
    assert sum(found.lengths) == pytest.approx(1, abs=1e-11)
    back = pigcore.match(game, pigcore.solve(game), rule)
    given_away = (found.losses[0] + back.losses[1]) / 2
    assert given_away == pytest.approx(0.5 - found.average, abs=1e-12)
    assert all(0 < score < 3000 for score in found.scores)


@pytest.mark.slow
@pytest.mark.parametrize("last_turn", [False, True])
def test_the_rules_for_setting_aside_do_what_they_say(last_turn):
    game = pigcore.Farkle.standard(goal=1000, last_turn=last_turn)
    lost = {}
    for aside in ("most_points", "best_turn", "optimal"):
        rule = pigcore.hold_at((250, 250, 400, 1000, 2900), choose=aside)
        lost[aside] = pigcore.loss(game, rule).states
        decided = rule.for_game(game)
        for faces in [(1, 1, 5, 3, 2, 4), (5, 5, 5, 2, 2, 1), (1, 5, 2), (2, 2, 2, 1)]:
            choices = game.dice.scoring.choices(game.dice.check_throw(faces, len(faces)))
            found = decided(0, 0, {6: 0, 4: 200, 3: 250}[len(faces)], faces).aside
            taken = game.dice.check_throw(found, len(found))
            if aside == "most_points":
                assert choices[taken] == max(choices.values())
    # Best for this turn if best play follows: in every turn of every score.
    for aside, other in lost.items():
        if not last_turn:
            assert (lost["optimal"] <= other + 1e-13).all(), aside


# --- as text, in files, and refused -------------------------------------------------------------


def test_what_the_rules_forbid_is_not_done():
    game = pigcore.Farkle.zilch()
    policy = pigcore.hold_at(50).for_game(game)
    assert policy(0, 0, 250, 3) == "throw"
    assert policy(0, 0, 300, 3) == "bank"
    assert policy(9900, 0, 100, 5) == "bank"
    must = pigcore.Farkle.minimal(2000)
    must = pigcore.Farkle(dict(must.dice.scoring.entries), 2000, must_roll_hot_dice=True)
    hot = pigcore.hold_at(50).for_game(must)(0, 0, 0, (1, 1, 1, 5, 5, 5))
    assert hot.then == "throw"
    table = pigcore.solve(pigcore.Farkle.minimal(500)).thresholds()
    assert pigcore.hold_at(table).for_game(pigcore.Farkle.minimal(500))(0, 0, 500, 1) == "bank"


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: pigcore.hold_at(300, choose="most"), "no rule 'most' for setting dice aside"),
        (lambda: pigcore.hold_at((3, 0)), "the total to hold at is 0"),
        (lambda: pigcore.hold_at("soon"), "the total to hold at is 'soon'"),
        (lambda: pigcore.hold_at(()), "no totals to hold at"),
        (
            lambda: pigcore.hold_at((1, 2)).for_game(pigcore.Farkle.minimal()),
            "2 numbers of points",
        ),
        (lambda: pigcore.hold_at(np.ones((6, 2, 2), int)).for_game(TINY), "needs"),
        (lambda: pigcore.hold_at((1, 2)).for_game(pigcore.Hog.fa13()), "is a policy of races"),
        (lambda: pigcore.hold_at((1, 2))(0, 0), "without a game"),
        (lambda: pigcore.match(TINY, pigcore.hold_at(2), 300), "the policy is 300"),
        (
            lambda: pigcore.match(TINY, lambda own, opp: "bank", "x"),
            "is asked with own, opp, points and the faces of a throw.* answer such as '1 1, then",
        ),
        (lambda: pigcore.match(TINY, lambda *s: "4, then bank", parity), "at own .*throw"),
        (lambda: pigcore.match(TINY, lambda *s: {"1, then bank": 0.5}, parity), "must answer"),
        (lambda: pigcore.match(TINY, pigcore.solve(pigcore.Farkle.minimal(500)), parity), "one of"),
        (
            lambda: pigcore.match(pigcore.Farkle.minimal(), lambda *s: 0, pigcore.hold_at(300)),
            "a function would be asked in",
        ),
        (lambda: policies.answer(TINY, parity, 0, 0, 1, 2), "the policy answers throws"),
        (
            lambda: pigcore.match(TINY, pigcore.mix({"1, then bank": 1}), parity),
            "every throw the same answer",
        ),
    ],
)
def test_what_is_no_policy_is_refused(make, message):
    with pytest.raises(pigcore.PigcoreError, match=message) as refusal:
        make()
    assert "\n" not in str(refusal.value)


@pytest.mark.slow
def test_past_the_goal_policies_throw_as_far_as_best_play_could():
    game = pigcore.Farkle({"1": 2}, goal=4, dice=1, sides=3, last_turn=True)
    asked = set()

    def bold(score):
        def policy(own, opp, points, faces):
            asked.add(own + points)
            return f"1, then {'bank' if own + points + 2 >= score else 'throw'}"

        return policy

    matches = {score: pigcore.match(game, bold(score), bold(score)).first for score in (4, 8, 40)}
    most = max(asked)
    assert matches[4] != matches[8]
    assert 4 <= most < 40
    assert pigcore.match(game, bold(most + 2), bold(most + 2)).first == matches[40]
    assert pigcore.simulate(game, bold(40), bold(40), games=99).first == pytest.approx(
        matches[40], abs=0.2
    )
    assert max(asked) == most
    best = pigcore.solve(game)
    assert all(best.best(own, 0, most - own, (1,)) == ("1, then bank",) for own in (0, 2))
