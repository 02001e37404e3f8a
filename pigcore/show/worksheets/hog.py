"""Exercises about a game of Hog."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from random import Random
from typing import Any

from ...games.hog import Hog
from ...games.spelling import counted
from ...solvers.hog.turns import counts
from .exercises import Exercise, Section, compared, decisions, favoured, in_parts

__all__ = ["sections"]


def sections(solution: Any, random: Random) -> Iterator[Section]:
    """All sections of the worksheet."""
    game: Hog = solution.game

    def drawn() -> tuple[int, ...]:
        return random.randrange(game.goal), random.randrange(game.goal)

    def said(state: tuple[int, ...]) -> str:
        own, opp = state[:2]
        return f"You have {own}, your opponent has {opp}. How many dice do you roll?"

    yield Section("By hand", "Give exact fractions.", tuple(_by_hand(game, random)))
    yield decisions(solution, random, drawn, said)
    yield favoured(solution, random, lambda own, opp: f"You have {own}, your opponent has {opp}.")
    several = random.sample(range(2, game.max_dice + 1), min(3, game.max_dice - 1))
    rules = [(f"always:{n}", f"always roll {n} dice") for n in sorted(several)]
    if rules:
        yield compared(game, random, rules)


def _by_hand(game: Hog, random: Random) -> Iterator[Exercise]:
    sides = game.dice[0]
    for dice in sorted(random.sample(range(1, game.max_dice + 1), min(2, game.max_dice))):
        roll = f"{counted(dice, 'die', 'dice')} with {sides} sides"
        none = Fraction(sides - 1, sides) ** dice
        yield Exercise(f"You roll {roll}. How likely is there no 1?", in_parts(none))
    dice = random.randint(1, min(4, game.max_dice))
    points = counts(game, sides)[dice]
    scored = sum(number * gain for (gain, _), number in points.items())
    roll = f"{counted(dice, 'die', 'dice')} with {sides} sides"
    what = "" if not game.points else ", changed as the rules say"
    yield Exercise(
        f"How many points does a roll of {roll} score on average{what}?",
        in_parts(Fraction(scored, sides**dice)),
    )
    if game.bacon is not None:
        own, opp = random.randrange(game.goal), random.randrange(game.goal)
        gained, _ = game.gain(game.bacon_points(own, opp), 0)
        yield Exercise(
            f"You have {own}, your opponent has {opp}. What does a turn with 0 dice score?",
            str(gained),
        )
    if game.after:
        changed = [
            (x, y)
            for x in range(1, game.goal)
            for y in range(1, game.goal)
            if game.finish(x, y) != (x, y)
        ]
        for x, y in random.sample(changed, min(2, len(changed))):
            yield Exercise(
                f"Your turn ends at {x} points against {y}. What are the scores then?",
                "{} against {}".format(*game.finish(x, y)),
            )
