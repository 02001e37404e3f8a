"""Rules of the scoreboard, combined at random: values are those of a slow reference."""

import contextlib
import warnings

import pytest
from support import generated
from support.slow import Slow, every_start, worth_by

import pigcore
from pigcore import BUST, Race, Turn, gain

SLOW, NIGHTLY = pytest.mark.slow, [pytest.mark.slow, pytest.mark.nightly]


def difference(game, far=60):
    """By how much the solution is off; what several players play is a best reply to itself."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        solution = pigcore.solve(game)
    several = game.players > 2
    slow = Slow(
        game,
        far=12 if several else far,
        guess=(lambda start: worth_by(solution, start)) if several else None,
    )
    return max(
        abs(float(exact) - found)
        for start in every_start(game)
        for exact, found in zip(slow.values[0, start], worth_by(solution, start))
    )


@pytest.mark.parametrize(
    "block", [0, *(pytest.param(n, marks=SLOW if n < 10 else NIGHTLY) for n in range(1, 20))]
)
def test_generated_games_have_the_values_of_the_reference(block):
    for seed in range(20 * block, 20 * block + 20):
        game = generated.scored(seed)
        assert difference(game) <= 1e-12, (seed, game)


def of_the_letter(game):
    """The same race with turns that may be passed, and one in which the goal must be banked."""
    rules = [{"may_pass": True}] if not game.falls else []
    if game.end == "goal" and game.target == "at_least" and game.turn.obliges:
        rules.append({"win": "bank"})
    for some in rules:
        with contextlib.suppress(pigcore.RuleError):
            yield game._like(**some)


LONG = {0, 9, 11, 24, 25, 27, 38, 40, 50}
"""These take the reference 20 to 60 seconds each."""


@pytest.mark.parametrize(
    "seed",
    [3, 19, *(pytest.param(n, marks=NIGHTLY if n in LONG else SLOW) for n in range(60))],
)
def test_turns_that_may_be_passed_and_a_goal_that_must_be_banked(seed):
    for game in of_the_letter(generated.scored(seed, players=2)):
        assert difference(game, far=300) <= 1e-12, game


def test_who_is_obliged_far_past_the_goal_throws_there():
    throws = {
        "a": [(gain(1, "a"), 2), (gain(5, "c"), 2), (BUST, 1)],
        "c": [(gain(2, "a"), 1), (BUST, 1)],
    }
    turn = Turn(throws.__getitem__, start="a", may_bank=lambda mode: mode == "a")
    game = Race(turn, 15, win="bank")
    solution = pigcore.solve(game)
    match = pigcore.match(game, "optimal", "optimal")
    assert match.first == pytest.approx(solution.value, abs=1e-13)
    assert match.second == pytest.approx(1 - solution.value, abs=1e-13)
