"""Hog: one backward pass over the totals of the scores.

``arrays``    what a turn comes to, and the rule functions, called once for every pair of scores
``solution``  what a solved game of Hog answers
``chain``     the games of two players whose choices are known
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ...games.errors import RuleError
from ...games.hog import Hog
from ...games.spelling import shown
from ...kernels import Floats
from .arrays import HogArrays, by_score
from .solution import HogPolicy, HogSolution

__all__ = ["HogPolicy", "HogSolution", "solve"]

APART = 1e-10
"""Play goes on for too long where iterations from below and from above end further apart."""


def solve(game: Hog, *, progress: Callable[[int, int], object] | None = None) -> HogSolution:
    """Solve a game of Hog by backward induction.

    Where every turn raises the total of both scores, as in all the terms, one pass is exact
    up to rounding. Consecutive totals that can be stayed in are iterated by themselves, until
    nothing changes by more than 1e-14. A game is refused in which play need never end, or may stay
    among some scores for so long that iteration does not find what they are worth. ``progress`` is
    not called: this is over before there is any to report.

    The rule functions are called once for every pair of scores, O(goal**2), in every solve: they
    may read what has changed since. A pass costs O(goal**2 * max_dice**2 * sides) operations.

    Examples
    --------
    >>> import pigcore
    >>> hog = pigcore.solve(pigcore.Hog.fa13())
    >>> hog.best(0, 0), round(hog.win(31, 80), 6)
    ((4,), 0.864856)
    """
    if not isinstance(game, Hog):
        raise RuleError(f"{shown(game)} is not a game of Hog: make one with pigcore.Hog.fa13()")
    arrays = HogArrays.of(game)
    policy = arrays.maximizing()[None]
    value, _, iterations, _ = arrays.induct(policy)
    if arrays.cyclic:
        _refuse_slow(value, arrays.induct(policy, guess=1.0)[0])
    return HogSolution(game, by_score(value[0], game), iterations=iterations, arrays=arrays)


def _refuse_slow(below: Floats, above: Floats) -> None:
    """Refuse a game where play may stay in a block of totals for very long.

    What is not known yet is taken for a loss at first, and then for a win once more: else both ways
    lead to the same numbers.
    """
    apart = np.abs(below - above).max(axis=(0, 1))
    if apart.max() > APART:
        own, opp = np.unravel_index(int(apart.argmax()), apart.shape)
        raise RuleError(
            f"from {own} against {opp} play may go on among the same scores for so long that "
            "double precision does not tell what they are worth: let every choice have a larger "
            "chance of progress"
        )
