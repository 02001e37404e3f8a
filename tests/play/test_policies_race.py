"""Policies of races: every plan against an obvious definition."""

from fractions import Fraction
from math import ceil, floor

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pigcore
from pigcore import hold_at, hold_or_race, keep_pace, linear, mix, random_play, roll_times
from pigcore.games import RuleError
from pigcore.games.starts import Mover
from pigcore.play.policies import Condition
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
    plan = rolls_of(plan_of(game, policy))
    expected = np.zeros((game.goal,) * 3)
    for own, opp, total in np.ndindex(expected.shape):
        if own + total < game.goal:
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


def odd(own, opp, total):
    return (own + opp * total) % 3 == 1


def asked(said):
    """A function that answers where it throws and where it holds with these two."""
    return lambda own, opp, total: said[int(odd(own, opp, total))]


def third(own, opp, total):
    return {"roll": Fraction(1, 3), "hold": Fraction(2, 3)} if own else "roll"


SIMPLE = {
    "hold at 5": (hold_at(5), lambda own, opp, total: total < 5),
    "to the goal": (hold_at("goal"), lambda own, opp, total: True),
    "race": (hold_or_race(3, 6), lambda own, opp, total: max(own, opp) >= 6 or total < 3),
    "random": (random_play(), lambda own, opp, total: 0.5),
    "mixture": (mix({"roll": "0.3", "hold": "0.7"}), lambda own, opp, total: 0.3),
    "never": (mix({"hold": 1}), lambda own, opp, total: False),
    "words": (asked(["hold", "roll"]), odd),
    "truth": (odd, odd),
    "numpy truth": (asked(np.array([False, True])), odd),
    "numbers": (asked([0, 1]), odd),
    "numpy numbers": (asked(np.array([0, 1], dtype=np.int8)), odd),
    "chances": (asked([{"hold": Fraction(1)}, {"roll": 1.0, "hold": 0}]), odd),
    "numpy words": (asked(np.array(["hold", "roll"])), odd),
    "two parts": (lambda own, opp: own > opp, lambda own, opp, total: own > opp),
    "mixed": (third, lambda own, opp, total: 1 / 3 if own else 1),
    "a chance": (lambda i, j, k=0: 0.1 * (k % 11), lambda own, opp, total: 0.1 * (total % 11)),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", SIMPLE)
def test_a_plan_does_what_its_policy_says(name):
    policy, rolls = SIMPLE[name]
    assert all(agrees(game, policy, rolls) for game in GAMES)


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


def test_a_function_is_never_asked_where_there_is_no_choice():
    asked = []
    plan_of(pigcore.Pig(5), lambda own, opp, total: asked.append((own, opp, total)) or "hold")
    below = {state for state in asked if state[0] + state[2] < 5}  # 0: refused if it holds
    assert len(below) == 5 * (4 * 5 // 2) + 5 * 5
    # It says whether it would throw on with the goal reached, in all that a throw leads to.
    assert {own + total for own, _, total in {*asked} - below} == {*range(5, 10)}


def test_a_function_asked_turn_by_turn_forgets_turns_and_says_the_same(monkeypatch):
    monkeypatch.setattr("pigcore.play.policies.race.asked.TURNS", 3)
    rolls = lambda own, opp, total: "roll" if total < 5 + (own + opp) % 3 else "hold"  # noqa: E731
    plan = Asked(Mover(pigcore.Pig(9)), rolls)
    for opp in ([0, 1], [0, 1, 2, 3], [4], [3, 3, 0]):
        found = plan.turn(2, np.array(opp)).bank
        for column, one in enumerate(opp):
            alone = Asked(Mover(pigcore.Pig(9)), rolls).turn(2, np.array([one])).bank
            assert (found[..., column] == alone[..., 0]).all(), (opp, one)


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
        plan = rolls_of(plan_of(game, policy))
        assert all(
            plan[own, own + total, opp] == (solution.policy(own, opp, total) == "roll")
            for own, opp, total in np.ndindex(9, 9, 9)
            if total and own + total < 9
        )
        assert not plan.flags.writeable
    # In another game to the same goal it is its decisions that are played.
    other = pigcore.TwoDicePig(9)
    assert agrees(other, solution, lambda *state: solution.policy(*state) == "roll")
    for ask in (plan_of, lambda *given: answer(*given, 3, 4, 5)):
        with pytest.raises(RuleError, match="the policy is one of a game to 9, but Pig goes to 14"):
            ask(pigcore.Pig(14), solution)


SIDES = {
    "own": lambda own, opp: own,
    "opp": lambda own, opp: opp,
    "either": max,
    "both": min,
    "lead": lambda own, opp: own - opp,
}


@pytest.mark.slow
@pytest.mark.parametrize("side", SIDES)
def test_compositions(side):
    game, found = pigcore.Pig(9), SIDES[side]
    solution = pigcore.solve(game)
    policy = hold_at(5).unless(f"{side} < 4", hold_at("goal")).unless(f"{side}>6", solution)

    def rolls(own, opp, total):
        if found(own, opp) > 6:
            return solution.policy(own, opp, total) == "roll"
        return found(own, opp) < 4 or total < 5

    assert agrees(game, policy, rolls)
    true = [Condition(f"{side} {sign} {found(6, 4)}")(6, 4) for sign in (">=", "<=", ">", "<")]
    assert true == [True, True, False, False]
    policy = hold_at(5).unless(f"{side} > 4", random_play())
    assert agrees(game, policy, lambda i, j, total: 0.5 if found(i, j) > 4 else total < 5)


# --- so many throws -------------------------------------------------------------------------------

WIPES = pigcore.Race(
    pigcore.Roll({1: "1/4", 2: "1/4", 3: "1/4"}, bust="1/8", wipe="1/8"), 8, consolation=1
)
EXACT = pigcore.Race(pigcore.Roll({1: "1/3", 2: "1/3"}, bust="1/3"), 6, "exact")


@pytest.mark.parametrize("game", [WIPES, EXACT, pigcore.Pig(9)], ids=str)
@pytest.mark.parametrize("times", [1, 2, 3, 5])
def test_so_many_throws_are_those_of_a_turn_that_has_no_more(game, times):
    capped = pigcore.Race(game.roll, game.goal, game.target, game.consolation, throws=times)
    counted = pigcore.match(game, roll_times(times), roll_times(times))
    every = pigcore.match(capped, "hold:goal", "hold:goal")
    assert counted.seats == pytest.approx(every.seats, abs=1e-14)
    assert counted.scores == pytest.approx(every.scores, abs=1e-12)
    assert counted.lengths.chances == pytest.approx(every.lengths.chances, abs=1e-14)


def test_single_games_count_the_throws():
    found = pigcore.simulate(pigcore.Pig(60), roll_times(3), roll_times(2), 5, transcripts=5)
    held = [turn for game in found.transcripts for turn in game.turns if turn.play["end"] == "hold"]
    assert {(turn.player, len(turn.play["throws"])) for turn in held} == {(0, 3), (1, 2)}
    # One throw, and all dice that score are set aside: nothing is thrown again short of the goal.
    plan = plan_of(pigcore.Farkle.minimal(1000), roll_times(1))
    assert plan.answer((0, 0, 300, 4)) == "bank"
    assert str(plan.answer((0, 0, 0, (1, 1, 5, 3, 2, 4)))) == "1 1 5, then bank"
