"""Solve races: Newton's method, and the methods of the literature under their own names."""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...games.checks import real
from ...games.errors import FileError, RuleError
from ...games.race import Race
from ...games.spelling import counted, nearest, shown
from ...kernels.race import Player
from .. import files
from ..arrays import AGAIN
from ..memory import require
from ..options import iterations_of, tolerance_of
from ..warnings import ConvergenceWarning
from .arrays import Floats, RaceArrays
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
        starts, history, converged = _newton(tables, tolerance, limit, progress)
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
            f"tolerance {tolerance:.1e}; the residual is {solution.residual:.1e}: raise "
            "max_iterations or the tolerance",
            ConvergenceWarning,
            stacklevel=3,
        )
    return solution


def _newton(
    tables: RaceArrays, tolerance: float, limit: int, progress: Progress
) -> tuple[Floats, list[float], bool]:
    """Turn starts, history, and whether the tolerance was reached."""
    starts = np.zeros((tables.goal, tables.goal))
    held = tables.nothing_held()
    # Wipes leave a turn start two errors: its pair's and its column's.
    target = tolerance / 2 if tables.wipe else tolerance

    def walk(column: Floats, warm: bool) -> tuple[list[float], bool]:
        history = np.zeros(limit)
        player = Player(starts, held, column)
        used, left = tables.race.newton(
            player, player, history, target, warm, progress=None if tables.wipe else progress
        )
        return history[:used].tolist(), left == 0

    column = np.full(tables.stride, 0.5)
    if not tables.wipe:
        history, converged = walk(column, False)
        return starts, history, converged
    history = []
    mix = _Anderson(column)
    best, kept, since = math.inf, starts, 0
    for done in range(1, limit + 1):
        _, inner = walk(column, done > 1)
        found = column.copy()
        found[: tables.goal] = starts[:, 0]
        history.append(float(np.abs(found - column).max()))
        if progress is not None:
            progress(done, limit)
        if history[-1] <= target:
            return starts, history, inner
        since += 1
        if history[-1] < best:
            best, kept, since = history[-1], starts.copy(), 0
        # Wipes are paid by the column before, so the turn starts' own residual is p_wipe times
        # its change. Where a game almost never ends, rounding stops the change above the
        # tolerance: then the best of the last passes is as good as doubles can tell.
        if since == _Anderson.DEPTH and tables.wipe * best <= target:
            return kept, history, inner
        column = mix(found)
    return kept, history, False


class _Anderson:
    """Anderson's mixing for a fixed point x = F(x).

    The next point is the affine combination of the last F(x) whose residuals F(x) - x cancel
    best in the least-squares sense. Near the solution F is affine (no decision changes any
    more), where this is GMRES; a residual that grew empties the memory, and the plain iteration,
    which contracts, starts anew.

    Source: H. Walker and P. Ni, "Anderson Acceleration for Fixed-Point Iterations", SIAM Journal
    on Numerical Analysis 49(4), 2011.
    """

    DEPTH = 8

    def __init__(self, start: Floats) -> None:
        self._point = start
        self._points: list[Floats] = []
        self._images: list[Floats] = []
        self._size = math.inf

    def __call__(self, image: Floats) -> Floats:
        """The next point to try, given F of the last one."""
        residual = image - self._point
        size = float(np.abs(residual).max())
        if size > self._size:
            self._points.clear()
            self._images.clear()
        self._size = size
        self._points = [*self._points, self._point][-self.DEPTH :]
        self._images = [*self._images, image][-self.DEPTH :]
        following = image
        if len(self._points) > 1:
            images = np.array(self._images)
            residuals = images - np.array(self._points)
            weights, *_ = np.linalg.lstsq(np.diff(residuals, axis=0).T, residual, rcond=None)
            following = image - weights @ np.diff(images, axis=0)
        self._point = np.clip(following, 0.0, 1.0)
        return self._point


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
