"""Newton's method for a race: the column that wipes are paid by, around the kernel's pairs."""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from ...games.errors import RuleError
from ...kernels.race import Player
from ..solution import ConvergenceWarning
from .anderson import Anderson
from .arrays import Floats, RaceArrays

__all__ = ["Plan", "values"]

Plan = Floats | NDArray[np.uint8] | NDArray[np.int64] | None
"""How a player decides: None, as is best; uint8 (goal, goal, goal), 1 at [own, own + total, opp]
where he rolls; int64 (goal, goal) or (goal, 1), holds from that turn total on; float64 (goal,
goal), as is best where turn starts are worth that."""


def _solve(
    tables: RaceArrays, plans: Sequence[Plan], tolerance: float, limit: int, never: float
) -> tuple[Floats, list[float], bool]:
    """The turn starts of two players against each other, float64 (2, goal, goal); the largest
    residual of each iteration; and whether the tolerance was reached.

    Wipes couple all pairs through the columns w(j) = V(j, 0, 0) of the opponents. They are
    iterated: solve given w, read the new w off the solution, mix the last few. Where nobody need
    ever win, what `never` is worth is what the iteration begins with.
    """
    goal, wipes = tables.goal, tables.wipes
    starts = np.zeros((2, goal, goal))
    held = [tables.nothing_held() for _ in plans]
    # Wipes leave a turn start two errors: its pair's and its column's.
    target = tolerance / 2 if wipes else tolerance
    columns = np.empty((2, tables.stride))
    columns[0], columns[1] = 1.0 - never, never
    first, second = (
        _player(tables, *each) for each in zip(plans, starts, held, columns, strict=True)
    )

    def sweep(steps: int, warm: bool = False) -> tuple[list[float], bool]:
        history = np.zeros(steps)
        used, left = tables.race.newton(first, second, history, target, warm, never)
        return history[:used].tolist(), left == 0

    if not wipes:
        return starts, *sweep(limit)
    return _mixed(sweep, starts, columns, target, limit, tables.wipe)


def _player(tables: RaceArrays, plan: Plan, starts: Floats, held: Floats, column: Floats) -> Player:
    """The kernel's object of who decides by a plan."""
    table = implied = limits = None
    if plan is not None and plan.ndim == 3:
        table = np.ascontiguousarray(plan, dtype=np.uint8)
    elif plan is not None and plan.dtype.kind == "i":
        limits = np.ascontiguousarray(np.minimum(plan, tables.goal), dtype=np.intp)
    elif plan is not None:
        implied = tables.held(np.asarray(plan, dtype=np.float64))
    return Player(starts, held, column, table, implied, limits)


def values(
    tables: RaceArrays,
    first: Plan,
    second: Plan,
    *,
    never: float = 0.5,
    tolerance: float = 1e-14,
    max_iterations: int = 100,
) -> tuple[Floats, Floats]:
    """The turn starts of two players against each other, float64 (goal, goal) at [own, opp] each.

    ``never`` is what it is worth to the first player that neither ever wins: with 0 his values are
    his chances of winning, with 1 one less the second player's values are.

    O(goal**3 x gains) time. Where both players' decisions are given, every pair of turn starts is
    two linear equations and costs one evaluation.
    """
    for plan in (first, second):
        _check(tables.goal, plan)
    (mine, theirs), history, converged = _solve(
        tables, [first, second], tolerance, max_iterations, never
    )
    if not converged:
        warnings.warn(
            f"the values still miss their equations by {history[-1]:.1e} after {len(history)} "
            "iterations, and may themselves be off by far more, up to all they are: do not rely on "
            "them, and ask pigcore.simulate instead",
            ConvergenceWarning,
            stacklevel=2,
        )
    return mine, theirs


def _check(goal: int, plan: Plan) -> None:
    if plan is None:
        return
    if plan.dtype == np.int64 and plan.shape in ((goal, goal), (goal, 1)):
        return
    for dtype, shape in ((np.dtype(np.uint8), (goal,) * 3), (np.dtype(np.float64), (goal,) * 2)):
        if plan.dtype == dtype and plan.shape == shape:
            if plan.min() >= 0 and plan.max() <= 1:  # NaN is neither
                return
            raise RuleError(f"a player's {dtype} {shape} must be between 0 and 1 everywhere")
    raise RuleError(
        f"a player's decisions are {plan.dtype} {plan.shape}, but must be uint8 {(goal,) * 3} "
        f"(where he rolls), int64 {(goal,) * 2} (the turn totals that he holds from) or float64 "
        f"{(goal,) * 2} (the turn starts that he plays by)"
    )


def _mixed(
    sweep: Callable[..., tuple[list[float], bool]],
    starts: Floats,
    columns: Floats,
    target: float,
    limit: int,
    wipe: float,
) -> tuple[Floats, list[float], bool]:
    """Sweep over the pairs until the columns that wipes are paid by are those of the turn starts.

    ``wipe`` is the chance to be paid by them.
    """
    history: list[float] = []
    # Whatever the width of a register: sums over the padding as well are rounded otherwise.
    known = columns[:, : starts.shape[-1]]
    mix = Anderson(known.flatten(), 24, restarts=False)
    best, nearest, since = math.inf, starts, 0
    for done in range(1, limit + 1):
        _, inner = sweep(limit, done > 1)
        found = starts[::-1, :, 0]
        history.append(float(np.abs(found - known).max()))
        if history[-1] <= target and inner:
            return starts, history, inner
        since += 1
        # Wipes are paid by the column before, so the turn starts' own residual is p_wipe times
        # its change. Where a game almost never ends, rounding stops the change above the
        # tolerance: then the best of the last passes is as good as doubles can tell.
        if history[-1] < best:
            best, since = history[-1], 0
            if wipe * best <= target:
                nearest = starts.copy()
        if since >= Anderson.DEPTH and wipe * best <= target:
            return nearest, history, inner
        known[:] = mix(found.flatten()).reshape(known.shape)
    return nearest, history, False
