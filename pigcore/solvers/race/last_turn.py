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

from ...games.dice import BANK, BUSTS, THROW, Choice, Dice
from ...games.race import Race
from ...games.scoring import faces_of
from ...kernels.turns import THROWS
from .arrays import Floats, arrays_to_ask, chances_of_a_turn

__all__ = ["best_of_last_turn", "chances_to_pass", "payoffs_of_last_turn"]


@lru_cache(maxsize=8)
def chances_to_pass(game: Race, doublings: int = 0) -> Floats:
    """C(d, m) at [d, mode]; (0, modes) in a game without a last turn. With n dice it is n - 1.

    It has all d that games come to, which may be asked for beyond that: twice as many, and so on.
    """
    tables = arrays_to_ask(game)
    if not game.last_turn:
        return np.zeros((0, len(tables.may)))
    most = len(tables.chase) - 1 << doublings
    return chances_of_a_turn(tables, most)


def _chance_to_pass(game: Race, need: int, place: int) -> float:
    """C(need, mode)."""
    doublings = 0
    while need >= len(chances := chances_to_pass(game, doublings)):
        doublings += 1
    return float(chances[need, place])


def payoffs_of_last_turn(
    game: Race, state: tuple[Any, ...], actions: tuple[str, str] = (THROW, BANK)
) -> dict[Any, float]:
    """What each action is worth in a state in which the opponent has the goal.

    One throws while the score is not passed, and banks when it is; ``actions`` are the words.
    """
    own, opp, points, *mode = state
    throw, bank = actions

    def action(points: int, place: int) -> tuple[str, float]:
        if game.passed(own, opp, points):
            return bank, 1.0
        if not arrays_to_ask(game).may[place] & THROWS:
            return bank, 0.0
        return throw, _chance_to_pass(game, (opp - own - points) // game.unit + 1, place)

    if not isinstance(game.turn.source, Dice):
        return dict([action(points, game.turn.place(mode[0]) or 0 if mode else 0)])
    (dice,) = mode
    if isinstance(dice, int):
        return dict([action(points, dice - 1)])
    found = {}
    for aside, gain in game.dice.scoring.choices(game.dice.check_throw(dice, len(dice))).items():
        then, worth = action(points + gain, game.dice.hand(len(dice) - sum(aside)) - 1)
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
