"""Hog: one backward pass over the totals of the scores.

``arrays``    what a turn comes to, and the rule functions, called once for every pair of scores
``solution``  what a solved game of Hog answers
``chain``     the games of two players whose choices are known
"""

from __future__ import annotations

import warnings
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from ...games.errors import RuleError
from ...games.hog import Hog
from ...games.spelling import number, shown
from ..solution import ConvergenceWarning, iterations_of, tolerance_of
from .arrays import HogArrays, by_score
from .solution import HogPolicy, HogSolution

__all__ = ["HogPolicy", "HogSolution", "solve"]

TOLERANCE = 1e-12

STILL = 1e-14
"""Iterations go on until nothing changes by more, or by less if the tolerance is smaller."""

APART = 1e-10
"""Play goes on for too long where iterations from below and from above end further apart."""


def solve(
    game: Hog,
    method: str = "induction",
    *,
    tolerance: float = TOLERANCE,
    max_iterations: int = 100_000,
    progress: Callable[[int, int], object] | None = None,
) -> HogSolution:
    """Solve a game of Hog by backward induction.

    Where every turn raises the total of both scores, as in all the terms, one pass is exact
    up to rounding. Consecutive totals that can be stayed in are iterated by themselves, until
    nothing changes by more than 1e-14 or after ``max_iterations``. A ConvergenceWarning says that
    the residual is not within ``tolerance``. A game is refused in which play need never end, or
    may stay among some scores for so long that iteration does not find what they are worth.
    ``progress`` is not called: this is over before there is any to report.

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
    if method != "induction":
        raise RuleError(
            f"method is {shown(method)}, but a game of Hog is solved by 'induction': leave it out"
        )
    tolerance, most = tolerance_of(tolerance), iterations_of(max_iterations)
    arrays = HogArrays.of(game)
    if arrays.cyclic:
        value, iterations = _iterated(arrays, tolerance, most)
    else:
        (value,), _, iterations, _ = arrays.induct(arrays.maximizing()[None])
    solution = HogSolution(
        game, by_score(value, game), tolerance=tolerance, iterations=iterations, arrays=arrays
    )
    if (arrays.cyclic or tolerance < TOLERANCE) and not solution.converged:
        warnings.warn(
            f"the residual of {game.name} is {number(solution.residual)}, which is more than the "
            f"tolerance {tolerance:.1e}: raise the tolerance or max_iterations, or prove what "
            "matters with pigverify",
            ConvergenceWarning,
            stacklevel=3,
        )
    return solution


def _iterated(arrays: HogArrays, tolerance: float, most: int) -> tuple[NDArray[np.float64], int]:
    """P(mover wins) at [memory, own, opp], and the iterations of the block that took most.

    What is not known yet is taken for a loss at first, and then for a win once more: both ways lead
    to the same numbers unless play may stay in a block for very long.
    """
    policy, still = arrays.maximizing()[None], min(tolerance, STILL)
    value, _, used, change = arrays.induct(policy, tolerance=still, most=most)
    other, *_ = arrays.induct(policy, tolerance=still, most=most, guess=1.0)
    apart = np.abs(value - other).max(axis=(0, 1))
    if change <= tolerance and apart.max() > APART:
        own, opp = np.unravel_index(int(apart.argmax()), apart.shape)
        raise RuleError(
            f"from {own} against {opp} play may go on among the same scores for so long that "
            "double precision does not tell what they are worth: let every choice have a larger "
            "chance of progress"
        )
    return value[0], used
