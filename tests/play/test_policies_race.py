"""Policies of races: every plan against an obvious definition, and every refusal."""

from fractions import Fraction
from math import ceil, floor

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pigcore
from pigcore import (
    always_roll,
    hold_at,
    hold_or_race,
    keep_pace,
    linear,
    mix,
    random_play,
)
from pigcore.games import RuleError
from pigcore.play.policies import Condition
from pigcore.play.policies.hog import plan_of as plan_of_hog
from pigcore.play.policies.race import answer, plan_of, rolls_of
from pigcore.play.policies.race.asked import Asked

GAMES = [
    pigcore.Pig(9),
    pigcore.HoldOrContinue(8),
    pigcore.ConsolationPig(8),
    pigcore.TwoDicePig(9),
    pigcore.Piglet(1),
]


def agrees(game, policy, rolls):
    """Whether the plan says ``rolls(own, opp, total)`` in every state, and 1 or 0 elsewhere."""
    plan = rolls_of(game, policy)
    goal = game.goal
    expected = np.zeros((goal, goal, goal))
    for own in range(goal):
        for opp in range(goal):
            for total in range(goal - own):
                chance = 1 if total == 0 else float(rolls(own, opp, total))
                expected[own, own + total, opp] = chance
                if total and not isinstance(policy, np.ndarray):
                    said = answer(game, policy, own, opp, total)
                    sure = {1: "roll", 0: "hold"}
                    assert said == sure.get(chance, {"roll": chance, "hold": 1 - chance})
    assert not plan.flags.writeable
    assert plan.dtype == (np.uint8 if np.isin(expected, (0, 1)).all() else np.float64)
    assert np.allclose(plan, expected, rtol=0, atol=1e-15)
    return True


# --- the named ones -----------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES, ids=repr)
@pytest.mark.parametrize("n", [5, 30, "goal"])
def test_hold_at(game, n):
    assert agrees(game, hold_at(n), lambda own, opp, total: n == "goal" or total < n)


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_hold_or_race(game):
    policy = hold_or_race(3, 6)
    assert agrees(game, policy, lambda own, opp, total: max(own, opp) >= 6 or total < 3)
    composed = hold_at(3).unless("either >= 6", hold_at("goal"))
    assert np.array_equal(rolls_of(game, policy), rolls_of(game, composed))


constants = st.fractions(-20, 20, max_denominator=12)


@pytest.mark.slow
@settings(max_examples=15, deadline=None)
@given(
    base=st.fractions(0, 20, max_denominator=8),
    slope=st.fractions(Fraction(1, 4), 9, max_denominator=4),
    end=st.integers(0, 14),
    rounding=st.sampled_from([None, "up", "down", "half-up", "half-even"]),
)
def test_keep_pace(base, slope, end, rounding):
    def rolls(own, opp, total):
        pace = base + (opp - own) / slope
        rounded = {
            None: pace,
            "up": ceil(pace),
            "down": floor(pace),
            "half-up": floor(pace + Fraction(1, 2)),
            "half-even": round(pace),
        }
        return max(own, opp) >= end or total < rounded[rounding]

    policy = keep_pace(base, slope, end, rounding)
    assert agrees(pigcore.Pig(8), policy, rolls)
    assert pigcore.parse_policy(pigcore.Pig(8), policy.spec) == policy


@pytest.mark.slow
@settings(max_examples=15, deadline=None)
@given(a=constants, b=constants, c=constants)
def test_linear(a, b, c):
    policy = linear(a, str(b), c)
    assert agrees(pigcore.Pig(8), policy, lambda own, opp, total: total < a + b * own + c * opp)
    assert pigcore.parse_policy(pigcore.Pig(8), policy.spec) == policy


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_random_play_and_mixtures(game):
    assert agrees(game, random_play(), lambda own, opp, total: 0.5)
    assert agrees(game, mix({"roll": "0.3", "hold": "0.7"}), lambda *state: 0.3)
    assert agrees(game, mix({"hold": 1}), lambda *state: False)


# --- what else a policy may be ------------------------------------------------------------------


def odd(own, opp, total):
    return (own + opp * total) % 3 == 1


ANSWERS = {
    "words": lambda rolls: "roll" if rolls else "hold",
    "truth": bool,
    "numpy truth": np.bool_,
    "numbers": int,
    "numpy numbers": np.int8,
    "chances": lambda rolls: {"roll": 1.0, "hold": 0} if rolls else {"hold": Fraction(1)},
    "numpy words": lambda rolls: np.str_("roll" if rolls else "hold"),
}


@pytest.mark.slow
@pytest.mark.parametrize("kind", ANSWERS)
def test_what_a_function_may_answer(kind):
    for game in GAMES:
        assert agrees(game, lambda i, j, k: ANSWERS[kind](odd(i, j, k)), odd)
    assert agrees(GAMES[0], lambda own, opp: ANSWERS[kind](own > opp), lambda i, j, k: i > j)


def test_mixed_answers():
    def third(own, opp, total):
        return {"roll": Fraction(1, 3), "hold": Fraction(2, 3)} if own else "roll"

    def tenth(own, opp, total=0):
        return 0.1 * (total % 11)

    assert agrees(pigcore.Pig(7), third, lambda own, opp, total: 1 / 3 if own else 1)
    assert agrees(pigcore.Pig(7), tenth, lambda own, opp, total: 0.1 * (total % 11))


def test_a_function_is_never_asked_where_there_is_no_choice():
    asked = []
    plan_of(pigcore.Pig(5), lambda own, opp, total: asked.append((own, opp, total)) or "hold")
    below = {state for state in asked if state[0] + state[2] < 5}  # 0: refused if it holds
    assert len(below) == 5 * (4 * 5 // 2) + 5 * 5
    # It says whether it would throw on with the goal reached, in all that a throw leads to.
    assert {own + total for own, _, total in {*asked} - below} == {*range(5, 10)}


def test_arrays():
    game = GAMES[0]
    shape = (9, 9, 9)
    cells = np.array([odd(*state) for state in np.ndindex(shape)]).reshape(shape)
    for table in (cells, cells.astype(np.int8), cells * 1.0, np.where(cells, "roll", "hold")):
        assert agrees(game, table, odd)
    assert agrees(game, cells[:, :, 0], lambda own, opp, total: odd(own, opp, 0))
    assert agrees(game, np.where(cells, 0.25, 1), lambda *state: 0.25 if odd(*state) else 1)
    decisions = pigcore.solve(game).decisions()  # with -1 where there is no state
    assert agrees(game, decisions, lambda own, opp, total: decisions[own, opp, total])


@pytest.mark.slow
def test_solutions_and_their_policies():
    game = pigcore.Pig(9)
    solution = pigcore.solve(game)
    for policy in (solution, solution.policy, pigcore.parse_policy(game, "optimal")):
        plan = rolls_of(game, policy)
        assert plan.shape == (9, 9)
        assert np.array_equal(plan, solution.starts)
        assert not plan.flags.writeable
    # In another game to the same goal it is its decisions that are played.
    other = pigcore.TwoDicePig(9)
    assert agrees(other, solution, lambda *state: solution.policy(*state) == "roll")
    with pytest.raises(RuleError, match="the policy is one of a game to 9, but Pig goes to 14"):
        plan_of(pigcore.Pig(14), solution)
    with pytest.raises(RuleError, match="the policy is one of a game to 9, but Pig goes to 14"):
        answer(pigcore.Pig(14), solution, 3, 4, 5)


# --- composition --------------------------------------------------------------------------------


@pytest.mark.slow
def test_compositions():
    game = pigcore.Pig(9)
    solution = pigcore.solve(game)
    five, goal = hold_at(5), hold_at("goal")
    sides = {
        "own": lambda own, opp: own,
        "opp": lambda own, opp: opp,
        "either": max,
        "both": min,
        "lead": lambda own, opp: own - opp,
    }
    for side, found in sides.items():
        policy = five.unless(f"{side} < 4", goal).unless(f"{side}>6", solution)

        def rolls(own, opp, total, found=found):
            if found(own, opp) > 6:
                return solution.policy(own, opp, total) == "roll"
            return found(own, opp) < 4 or total < 5

        assert agrees(game, policy, rolls)
        true = [Condition(f"{side} {sign} {found(6, 4)}")(6, 4) for sign in (">=", "<=", ">", "<")]
        assert true == [True, True, False, False]
    policy = five.unless("own > 4", random_play())
    assert agrees(game, policy, lambda own, opp, total: 0.5 if own > 4 else total < 5)
    hog = pigcore.Hog.fa13(9)
    four = always_roll(4).unless("own >= 5", always_roll(1))
    table = plan_of_hog(hog, four)
    assert (table[0, 5:] == 1).all()
    assert (table[0, :5] == 4).all()
    assert four(4, 8) == 4


# --- refusals -----------------------------------------------------------------------------------


def test_a_function_asked_turn_by_turn_forgets_turns_and_says_the_same(monkeypatch):
    monkeypatch.setattr("pigcore.play.policies.race.asked.TURNS", 3)
    rolls = lambda own, opp, total: "roll" if total < 5 + (own + opp) % 3 else "hold"  # noqa: E731
    plan = Asked(pigcore.Pig(9), rolls)
    for opp in ([0, 1], [0, 1, 2, 3], [4], [3, 3, 0]):
        found = plan.turn(2, np.array(opp)).bank
        for column, one in enumerate(opp):
            alone = Asked(pigcore.Pig(9), rolls).turn(2, np.array([one])).bank
            assert (found[..., column] == alone[..., 0]).all(), (opp, one)
