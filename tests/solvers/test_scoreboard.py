"""Rules of the scoreboard, combined at random: values are those of a slow reference."""

import random
import warnings

import pytest
from support import generated
from support.slow import Slow, every_start

import pigcore
from pigcore.games import RuleError


def worth_by(solution, start):
    """Everybody's chance at a turn start, by a solution; it is no guess of last turns."""
    game = solution.game
    if max(start.scores) >= game.goal:
        return (1 / game.players,) * game.players
    place = tuple((score - (game.floor or 0)) // game.unit for score in start.scores)
    if game.players > 2:
        rows = solution.starts[start.seat - 1] if game.seats > 1 else solution.starts
        return tuple(rows[place].tolist())
    found = solution.starts if start.seat == 1 else solution.other_starts
    value = float(found[(*place, *start.busts)])
    return value, 1.0 - value


def difference(game):
    """By how much the solution is off; what several players play is a best reply to itself."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        solution = pigcore.solve(game)
    several = game.players > 2
    slow = Slow(
        game,
        far=12 if several else 40,
        guess=(lambda start: worth_by(solution, start)) if several else None,
    )
    return max(
        abs(float(exact) - found)
        for start in every_start(game)
        for exact, found in zip(slow.values[0, start], worth_by(solution, start))
    )


@pytest.mark.parametrize(
    "block", [0, *(pytest.param(n, marks=pytest.mark.slow) for n in range(1, 20))]
)
def test_generated_games_have_the_values_of_the_reference(block):
    tried = 0
    for seed in range(20 * block, 20 * block + 20):
        try:
            game = generated.scoreboard(random.Random(seed))
        except RuleError:
            continue
        tried += 1
        assert difference(game) <= 1e-12, (seed, game)
    assert tried > 15
