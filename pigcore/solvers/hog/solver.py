"""Solve games of Hog: one backward pass over the totals of the scores."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...games.errors import FileError, RuleError
from ...games.hog import Hog
from ...games.spelling import at_most, shown
from .. import files
from ..options import iterations_of, tolerance_of
from ..solution import ConvergenceWarning
from .arrays import HogArrays, by_score
from .optimum import error_bound, optimum
from .solution import HogSolution

__all__ = ["from_arrays", "solve"]


TOLERANCE = 1e-12


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
    up to rounding. Consecutive totals that can be stayed in are iterated by themselves, or, after
    ``max_iterations``, solved by policy iteration: blocks of up to 1,000 states, or some 250 that
    all lead to each other. A ConvergenceWarning says that the error is not shown to be within
    ``tolerance``. ``progress`` is not called: this is over before there is any to report.

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
    if tolerance >= TOLERANCE and not arrays.blocks[:-1, 1].any():
        # One pass rounds and does nothing else wrong: how much can wait until it is asked for.
        with arrays.passed() as starts:
            return HogSolution(
                game, starts, tolerance=tolerance, iterations=1, error_bound=None, arrays=arrays
            )
    value, error, iterations = optimum(arrays, tolerance, most)
    solution = HogSolution(
        game,
        by_score(value),
        tolerance=tolerance,
        iterations=iterations,
        error_bound=error,
        arrays=arrays,
    )
    if error > tolerance:
        warnings.warn(
            f"the values of {game.name} may be off by up to {at_most(error)}, which is more than "
            f"the tolerance {tolerance:.1e}: raise the tolerance or max_iterations, or prove what "
            "matters with pigverify",
            ConvergenceWarning,
            stacklevel=3,
        )
    return solution


STATED: dict[str, Callable[[Any], bool]] = {
    "tolerance": files.is_probability,
    "iterations": lambda value: type(value) is int and value >= 0,
    "converged": lambda value: isinstance(value, bool),
    "residual": files.is_probability,
    "error_bound": files.is_probability,
}
"""What a file says about how it was solved, and what each of it must look like."""


def from_arrays(game: Hog, arrays: dict[str, NDArray[Any]], info: dict[str, Any]) -> HogSolution:
    """The Solution that a file describes; its ``error_bound`` is found again."""
    said = files.stated(info, STATED)
    claimed, converged = said.pop("residual"), said.pop("converged")
    value = np.stack([arrays[array.name] for array in game.arrays])
    tables = HogArrays.of(game)
    found = error_bound(tables, value, said["tolerance"])
    said["error_bound"] = max(found, said["error_bound"])
    solution = HogSolution(game, by_score(value), **said, arrays=tables)
    misses = solution.misses()
    worst = np.unravel_index(misses.argmax(), misses.shape)
    files.refuse_misses(game.spell(tuple(map(int, worst))), float(misses[worst]), claimed)
    if converged and not solution.converged:
        raise FileError(
            f"the file's values may be off by {at_most(solution.error_bound)}, but it says that "
            f"they reach the tolerance {solution.tolerance:.1e}: it or its rules are altered; "
            f"{files.AGAIN}"
        )
    return solution
