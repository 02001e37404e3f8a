"""Hog without an opponent."""

from __future__ import annotations

import numpy as np

from ...games.checks import whole
from ...games.errors import RuleError
from ...games.hog import Hog
from ...solvers.hog.arrays import ways
from ...solvers.solution import TIED, immutable
from ..results import Solitaire

__all__ = ["solitaire"]


def solitaire(game: Hog, *, pig_out: int = 0) -> Solitaire:
    """The fewest expected turns to reach the goal without an opponent.

    Only the goal, the usual dice and the largest number of them are taken from ``game``: every
    other rule of Hog looks at an opponent. With E(s) the expected number of turns from s,

        E(s) = min_n 1 + P_n(any 1) E(s + pig_out) + sum_k P_n(k) E(s + k),   E(goal …) = 0.

    Parameters
    ----------
    game : Hog
    pig_out : int
        What a turn with any 1 scores: 0 as in the literature, or 1 as in most terms.

    Examples
    --------
    >>> import pigcore
    >>> alone = solitaire(pigcore.Hog.fa13())
    >>> round(alone.turns, 6), int(alone.policy[0])
    (13.038906, 5)
    """
    goal, most, sides = game.goal, game.max_dice, game.dice[0]
    consolation = whole(pig_out, "pig_out")
    if not 0 <= consolation <= goal:
        raise RuleError(f"pig_out is {consolation}, but must be between 0 and the goal, {goal}")
    count = np.arange(1, most + 1)
    chances = ways(most, sides, first=2)[1:] / float(sides) ** count[:, None]
    ones = 1.0 - ((sides - 1) / sides) ** count
    expected = np.zeros(goal + chances.shape[1])
    policy = np.empty(goal, dtype=np.int16)
    for own in range(goal - 1, -1, -1):
        turns = 1.0 + chances @ expected[own : own + chances.shape[1]]
        if consolation:
            turns += ones * expected[own + consolation]
        else:  # E(s) stands on both sides of its equation
            turns /= 1.0 - ones
        expected[own] = turns.min()
        policy[own] = count[(turns <= turns.min() * (1 + TIED)).argmax()]
    return Solitaire(float(expected[0]), immutable(expected[:goal]), immutable(policy))
