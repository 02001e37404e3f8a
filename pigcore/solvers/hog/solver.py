"""Solve games of Hog: one backward pass over the totals of the scores."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...games.checks import whole
from ...games.errors import FileError, RuleError
from ...games.hog import Hog
from .. import ConvergenceWarning, files
from .arrays import Tables
from .solution import ARRAYS, TIED, Call, Solution, inner, outer

__all__ = ["TIED", "Call", "Solution", "from_arrays", "solve"]

_AGAIN = "solve and save it again"


def solve(
    game: Hog,
    method: str = "induction",
    *,
    tolerance: float = 1e-14,
    max_iterations: int = 100_000,
    progress: Callable[[int, int], object] | None = None,
) -> Solution:
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
    Solution

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
        If the tables would not fit in memory.

    Notes
    -----
    The rule functions are called once for every pair of scores, O(goal**2), and remembered as
    tables for the next time. A pass costs O(goal**2 * max_dice**2 * sides) operations.

    Examples
    --------
    >>> import pigcore
    >>> hog = pigcore.solve(pigcore.Hog.fa13())
    >>> hog.best(0, 0), round(hog.win(31, 80), 6)
    ((4,), 0.864856)
    """
    if not isinstance(game, Hog):
        raise RuleError(f"game is {game!r}, but must be a pigcore.Hog")
    if method != "induction":
        raise RuleError(f"method is {method!r}, but a game of Hog is solved by 'induction'")
    if not (isinstance(tolerance, (int, float)) and 0 < tolerance < 1):
        raise RuleError(f"tolerance is {tolerance!r}, but must be between 0 and 1, such as 1e-14")
    most = whole(max_iterations, "max_iterations")
    if most < 1:
        raise RuleError(f"max_iterations is {most}, but must be at least 1")
    tables = Tables.of(game)
    value, _, iterations, change = tables.induct(
        tables.maximizing()[None], tolerance=float(tolerance), most=most
    )
    converged = change <= tolerance
    if not converged:
        warnings.warn(
            f"{game.name} stopped after {iterations} iterations with changes of {change:.1e}, "
            f"above the tolerance {tolerance:.1e}: allow more iterations",
            ConvergenceWarning,
            stacklevel=2,
        )
    return Solution(
        game,
        outer(value[0]),
        tolerance=float(tolerance),
        iterations=iterations,
        converged=converged,
    )


FITTING: dict[str, Callable[[Any], bool]] = {
    "tolerance": files.is_probability,
    "iterations": lambda value: type(value) is int and value >= 0,
    "converged": lambda value: isinstance(value, bool),
    "residual": files.is_probability,
}
"""What a file says about how it was solved, and what each of it must look like."""


def from_arrays(game: Hog, arrays: dict[str, NDArray[Any]], info: dict[str, Any]) -> Solution:
    """The Solution that a file describes.

    Raises
    ------
    FileError
        If the array has another shape or type, holds NaN or no probabilities, or does not
        solve the rules as well as the file says it does.
    """
    names = ARRAYS[: game.parities]
    if set(arrays) != set(names):
        raise FileError(
            f"the file holds the arrays {sorted(arrays)}, but must hold {list(names)}: {_AGAIN}"
        )
    shape = (game.goal, game.goal)
    for name in names:
        array = arrays[name]
        if array.shape != shape or array.dtype != np.float64:
            raise FileError(
                f"the file's {name} is {array.dtype} {array.shape}, but must be float64 {shape}: "
                f"{_AGAIN}"
            )
    starts = outer(np.stack([arrays[name] for name in names]))
    bad = np.argwhere(~((starts >= 0) & (starts <= 1)))
    if bad.size:
        state = tuple(bad[0].tolist())
        raise FileError(
            f"the file's value at the state {state} is {starts[state]}, but a probability is "
            f"between 0 and 1: {_AGAIN}"
        )
    told = files.told(info, FITTING)
    claimed = told.pop("residual")
    solution = Solution(game, starts, **told)
    misses = np.abs(solution._best - inner(solution.starts))
    if not misses.max() <= claimed + files.ROUNDING:
        state = tuple(np.argwhere(outer(misses) == misses.max())[0].tolist())
        raise FileError(
            f"the file's value at the state {state} misses its equation by {misses.max():.1e}, "
            f"but the file says all are within {claimed:.1e}: it or its rules are altered; {_AGAIN}"
        )
    return solution
