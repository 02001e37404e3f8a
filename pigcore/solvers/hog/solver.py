"""Solve games of Hog: one backward pass over the totals of the scores."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...games.errors import FileError, RuleError
from ...games.hog import Hog
from ...games.spelling import counted, number, shown
from .. import files
from ..arrays import AGAIN
from ..options import iterations_of, tolerance_of
from ..warnings import ConvergenceWarning
from .arrays import HogArrays, by_score
from .solution import HogSolution

__all__ = ["from_arrays", "solve"]


def solve(
    game: Hog,
    method: str = "induction",
    *,
    tolerance: float = 1e-14,
    max_iterations: int = 100_000,
    progress: Callable[[int, int], object] | None = None,
) -> HogSolution:
    """Solve a game of Hog by backward induction.

    Where every turn raises the total of both scores, as in all the terms, one pass is exact
    up to rounding. Consecutive totals that can be stayed in are iterated by themselves.

    Parameters
    ----------
    game : Hog
    method : {"induction"}
    tolerance : float
        Where turns can make no progress: stop when no value changes by more in an iteration.
    max_iterations : int
        Where turns can make no progress: stop after so many in any case.
    progress : callable, optional
        Taken for the sake of other families; this is over before there is progress to report.

    Returns
    -------
    HogSolution

    Warns
    -----
    ConvergenceWarning
        If the tolerance was not reached.

    Raises
    ------
    RuleError
        If an option is out of range, a rule function returns what it must not, or the rules
        let a game go on for ever.
    SizeError
        If the arrays would not fit in memory.

    Notes
    -----
    The rule functions are called once for every pair of scores, O(goal**2), and remembered as
    arrays for the next time. A pass costs O(goal**2 * max_dice**2 * sides) operations.

    Examples
    --------
    >>> import pigcore
    >>> hog = pigcore.solve(pigcore.Hog.fa13())
    >>> hog.best(0, 0), round(hog.win(31, 80), 6)
    ((4,), 0.864856)
    """
    if not isinstance(game, Hog):
        raise RuleError(f"{shown(game)} is no game of Hog: make one with pigcore.Hog.fa13()")
    if method != "induction":
        raise RuleError(
            f"method is {shown(method)}, but a game of Hog is solved by 'induction': leave it out"
        )
    tolerance, most = tolerance_of(tolerance), iterations_of(max_iterations)
    arrays = HogArrays.of(game)
    value, _, iterations, change = arrays.induct(
        arrays.maximizing()[None], tolerance=tolerance, most=most
    )
    converged = change <= tolerance
    solution = HogSolution(
        game,
        by_score(value[0]),
        tolerance=tolerance,
        iterations=iterations,
        converged=converged,
    )
    if not converged:
        warnings.warn(
            f"{game.name} stopped after {counted(iterations, 'iteration')}, before it reached the "
            f"tolerance {tolerance:.1e}; the residual is {number(solution.residual)}: raise "
            "max_iterations or the tolerance",
            ConvergenceWarning,
            stacklevel=3,
        )
    return solution


STATED: dict[str, Callable[[Any], bool]] = {
    "tolerance": files.is_probability,
    "iterations": lambda value: type(value) is int and value >= 0,
    "converged": lambda value: isinstance(value, bool),
    "residual": files.is_probability,
}
"""What a file says about how it was solved, and what each of it must look like."""


def from_arrays(game: Hog, arrays: dict[str, NDArray[Any]], info: dict[str, Any]) -> HogSolution:
    """The Solution that a file describes.

    Raises
    ------
    FileError
        If the values do not solve the rules as well as the file says they do.
    """
    said = files.stated(info, STATED)
    claimed = said.pop("residual")
    starts = by_score(np.stack([arrays[array.name] for array in game.arrays]))
    solution = HogSolution(game, starts, **said)
    misses = solution.misses()
    if not misses.max() <= claimed + files.ROUNDING:
        state = tuple(np.argwhere(misses == misses.max())[0].tolist())
        raise FileError(
            f"the file's value at {game.spell(state)} misses its equation by {misses.max():.1e}, "
            f"but the file says all are within {claimed:.1e}: it or its rules are altered; {AGAIN}"
        )
    return solution
