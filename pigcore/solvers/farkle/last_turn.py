"""The last turn of Farkle: a score to pass, and the best chance to pass it.

Who has d units to make and n dice in hand throws until he has made them, which wins at once, or
busts. So all that he decides is what to set aside:

    C(d, n) = sum over sets of options p max over (g, m) of C(d - g, m),    C(d, n) = 1 for d <= 0.

There is nothing in it that a player's style could matter for: every policy plays it like this.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from ...games.dice import BANK, BUSTS, THROW, Choice
from ...games.race import Race
from ...games.scoring import faces_of
from .arrays import Floats, arrays_to_ask, chances_of_a_turn

__all__ = ["best_of_last_turn", "chances_to_pass", "payoffs_of_last_turn"]


@lru_cache(maxsize=8)
def chances_to_pass(game: Race, doublings: int = 0) -> Floats:
    """C(d, n) at [d, n - 1]; (0, dice) in a game without a last turn.

    It has all d that games come to, which may be asked for beyond that: twice as many, and so on.
    """
    if not game.last_turn:
        return np.zeros((0, game.dice.count))
    tables = arrays_to_ask(game)
    most = len(tables.chase) - 1 << doublings
    return np.ascontiguousarray(chances_of_a_turn(tables, most)[:, 1:])


def _chance_to_pass(game: Race, need: int, dice: int) -> float:
    """C(need, dice)."""
    doublings = 0
    while need >= len(chances := chances_to_pass(game, doublings)):
        doublings += 1
    return float(chances[need, dice - 1])


def payoffs_of_last_turn(game: Race, state: tuple[Any, ...]) -> dict[Any, float]:
    """What each action is worth in a state in which the opponent has the goal.

    One throws while the score is not passed, and banks when it is.
    """
    own, opp, points, dice = state

    def action(points: int, dice: int) -> tuple[str, float]:
        if game.passed(own, opp, points):
            return BANK, 1.0
        return THROW, _chance_to_pass(game, (opp - own - points) // game.unit + 1, dice)

    if isinstance(dice, int):
        return dict([action(points, dice)])
    found = {}
    for aside, gain in game.dice.scoring.choices(game.dice.check_throw(dice, len(dice))).items():
        then, worth = action(points + gain, game.dice.hand(len(dice) - sum(aside)))
        found[Choice(faces_of(aside), then)] = worth
    return found or {BUSTS: 0.0}


def best_of_last_turn(game: Race, state: tuple[Any, ...]) -> Any:
    """The best action; of several the one with the fewest points, then the fewest dice left."""
    *_, dice = state
    payoffs = payoffs_of_last_turn(game, state)
    if isinstance(dice, int) or BUSTS in payoffs:
        return next(iter(payoffs))

    def rank(choice: Choice) -> tuple[Any, ...]:
        gain = game.dice.scoring.choices(game.dice.check_throw(dice, len(dice)))[
            game.dice.check_throw(choice.aside, len(choice.aside))
        ]
        return -payoffs[choice], gain, -len(choice.aside), choice.aside

    return min(payoffs, key=rank)
