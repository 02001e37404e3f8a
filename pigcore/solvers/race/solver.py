"""Solve races: Newton's method, and the methods of the literature under their own names."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...games.checks import real
from ...games.errors import FileError, RuleError
from ...games.race import Race
from ...games.spelling import counted, nearest, number, shown
from ...memory import require
from .. import files
from ..arrays import AGAIN
from ..options import iterations_of, tolerance_of
from ..warnings import ConvergenceWarning
from .arrays import Floats, RaceArrays
from .newton import newton
from .solution import RaceSolution

__all__ = ["METHODS", "from_arrays", "solve"]

Progress = Callable[[int, int], object] | None

METHODS = {
    "newton": 100,
    "sweep": 10_000,
    "pairs": 10_000,
    "rounds": 10_000,
}
"""The methods and the iterations that each may use unless told otherwise."""


def solve(
    game: Race,
    method: str = "newton",
    *,
    tolerance: float = 1e-14,
    max_iterations: int | None = None,
    start: float = 0.5,
    progress: Progress = None,
) -> RaceSolution:
    """Solve a race.

    Parameters
    ----------
    game : Race
    method : {"newton", "sweep", "pairs", "rounds"}
        - ``"newton"``: pair by pair from the goal down; the two turn starts of a pair are two
          equations, piecewise linear and convex, and Newton's method solves them in two or
          three steps. O(goal**3 x gains) time, O(goal**2) memory.
        - ``"sweep"``: in-place value iteration over all states, own score, opponent's score
          and turn total each falling from the goal.
        - ``"pairs"``: each pair of turn starts by itself, its two values swapped into each
          other until they stand still.
        - ``"rounds"``: the game stops after n more turns and is then worth ``start`` to whoever
          is to move; n = 1, 2, 3, … An iteration is one turn.
    tolerance : float
        Stop when no turn start changes by more than this in an iteration: 1e-15 … 1.
    max_iterations : int, optional
        Stop after this many in any case (of one pair for ``"newton"`` and ``"pairs"``; of the
        outer iteration where throws can wipe). Left out, more than any known game needs.
    start : float
        The value that ``"sweep"``, ``"pairs"`` and ``"rounds"`` give every turn at the outset.
    progress : callable, optional
        Called with (done, of) as the work goes on.

    Returns
    -------
    RaceSolution
        Its ``history`` is the largest change per iteration.

    Warns
    -----
    ConvergenceWarning
        If the method stopped before it reached the tolerance.

    Raises
    ------
    RuleError
        If a parameter is out of range or the method unknown.
    SizeError
        If the tables would not fit in memory.

    Notes
    -----
    Wipes couple all pairs through the column w(j) = V(j, 0, 0). It is iterated: solve given w,
    read the new w off the solution; Anderson's mixing of the last few columns speeds this up.

    Examples
    --------
    >>> import pigcore
    >>> s = pigcore.solve(pigcore.HoldOrContinue())
    >>> round(s.win(70, 0), 9), len(s.history)
    (0.929091704, 4)
    """
    if not isinstance(game, Race):
        raise RuleError(f"{shown(game)} is no race: make one with pigcore.Pig() or its relatives")
    if not isinstance(method, str) or method not in METHODS:
        raise RuleError(f"there is no method {shown(method)}: {nearest(str(method), METHODS)}")
    tolerance = tolerance_of(tolerance)
    start = real(start, "start", 0.0, 1.0)
    limit = iterations_of(METHODS[method] if max_iterations is None else max_iterations)
    require(
        3 * 8 * game.goal**2,  # turn starts, payoffs of holding, and room to check them
        f"solving a race to {game.goal}",
        "choose a smaller goal",
    )
    tables = RaceArrays.of(game)
    if method == "newton":
        (starts,), history, converged = newton(tables, [None], tolerance, limit, progress)
    else:
        starts, history, converged = _value_iteration(
            tables, method, tolerance, limit, start, progress
        )
    solution = RaceSolution(
        game, starts, method=method, tolerance=tolerance, history=history, converged=converged
    )
    if not converged:
        warnings.warn(
            f"{method} stopped after {counted(len(history), 'iteration')}, before it reached the "
            f"tolerance {tolerance:.1e}; the residual is {number(solution.residual)}: raise "
            "max_iterations or the tolerance",
            ConvergenceWarning,
            stacklevel=3,
        )
    return solution


def _value_iteration(
    tables: RaceArrays, method: str, tolerance: float, limit: int, start: float, progress: Progress
) -> tuple[Floats, list[float], bool]:
    starts = np.full((tables.goal, tables.goal), start)
    history = getattr(tables.value_iteration, method)(starts, tolerance, limit, progress)
    return starts, history, history[-1] <= tolerance


STATED: dict[str, Callable[[Any], bool]] = {
    "method": lambda value: isinstance(value, str) and value in METHODS,
    "tolerance": files.is_probability,
    "history": lambda value: (
        isinstance(value, list) and all(map(files.is_probability, value or [None]))
    ),
    "converged": lambda value: isinstance(value, bool),
    "residual": files.is_probability,
}
"""What a file says about how it was solved, and what each of it must look like."""


def from_arrays(game: Race, arrays: dict[str, NDArray[Any]], info: dict[str, Any]) -> RaceSolution:
    """The Solution that a file describes.

    Raises
    ------
    FileError
        If the turn starts do not solve the rules as well as the file says they do.
    """
    said = files.stated(info, STATED)
    claimed = said.pop("residual")
    solution = RaceSolution(game, arrays["starts"], **said)
    residual, (own, opp) = RaceArrays.of(game).residual(solution.starts)
    if not residual <= claimed + files.ROUNDING:
        raise FileError(
            f"the file's value at own {own}, opponent {opp} misses its equation by "
            f"{residual:.1e}, but the file says all are within {claimed:.1e}: it or its rules "
            f"are altered; {AGAIN}"
        )
    return solution
