"""Newton's method for a race: the column that wipes are paid by, around the kernel's pairs."""

from __future__ import annotations

import math
import os
import sys
import warnings
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...games.errors import RuleError
from ...kernels.race import Player
from ..solution import ConvergenceWarning
from ..work import by_total, share_of_passes
from .arrays import Floats, RaceArrays

__all__ = ["Anderson", "Plan", "newton", "values"]

Plan = Floats | NDArray[np.uint8] | NDArray[np.int64] | None
"""How a player decides: None, as is best; uint8 (goal, goal, goal), 1 at [own, own + total, opp]
where he rolls; int64 (goal, goal) or (goal, 1), holds from that turn total on; float64 (goal,
goal), as is best where turn starts are worth that."""


NEARLY = 10
"""A pair that misses its equations by this many times the tolerance solves them with one step."""

LONG = 10**9
"""A solve that looks at more options, roughly, keeps two processors busy."""

ROUGH = 1e-5
"""While the columns change by more than this, so do the slopes of the pairs."""


def newton(
    tables: RaceArrays,
    plans: Sequence[Plan],
    tolerance: float,
    limit: int,
    progress: Callable[[int, int], object] | None = None,
    never: float = 0.5,
    others: RaceArrays | None = None,
) -> tuple[Floats, list[float], bool]:
    """The turn starts of one player against himself, or of two against each other.

    ``others`` are the second player's rules, if his turn is another one; both play best then.
    ``never`` is what it is worth to the first player that nobody ever wins. Returns starts, float64
    (len(plans), goal, goal) at [player, own, opp] of who is to move; the largest residual of each
    iteration; and whether the tolerance was reached.

    Wipes couple all pairs through the columns w(j) = V(j, 0, 0) of the opponents. They are
    iterated: solve given w, read the new w off the solution, mix the last few. Where nobody need
    ever win, what `never` is worth is what the iteration begins with.
    """
    goal, wipes, alone = tables.goal, tables.wipes, len(plans) == 1
    starts = np.zeros((len(plans), goal, goal))
    rules = [tables, tables if others is None else others]
    held = [each.nothing_held() for _, each in zip(plans, rules)]
    # Wipes leave a turn start two errors: its pair's and its column's.
    target = tolerance / 2 if wipes else tolerance
    kept = [np.zeros((2 * goal - 1, goal)) if wipes else None for _ in plans]
    columns = np.empty((len(plans), tables.stride))
    columns[0], columns[-1] = 1.0 - never, never
    reported = None if wipes else by_total(progress, goal)
    if tables.single:
        parts = zip(plans, starts, held, columns, kept)
        players = [_player(tables, *each) for each in parts]

    def sweep(steps: int, warm: bool = False, along: bool = False) -> tuple[list[float], bool]:
        history = np.zeros(steps)
        if tables.single:
            used, left = tables.race.newton(
                players[0], players[-1], history, target, warm, along, never, reported
            )
        else:
            other: tuple[Any, Any, Any] = (
                (None, None, None) if others is None else (others.turns, starts[1], held[1])
            )
            with _pool(tables, others) as pool:
                used, left = tables.turns.newton(
                    starts[0], held[0], columns[0], tables.dead, history, target, warm, along,
                    reported, kept[0], *other, pool,
                )  # fmt: skip
        return history[:used].tolist(), left == 0

    if not wipes:
        return starts, *sweep(limit)
    if tables.single and alone and plans[0] is None:  # whoever is nearer to the goal wins rather
        ahead = np.arange(tables.stride) + _half_a_turn(tables)
        columns[0] = np.minimum(0.5 + 0.5 * ahead / goal, 1.0)
    wipe = tables.wipe if tables.single else 1.0
    return _mixed(sweep, starts, columns, target, limit, progress, wipe)


def _pool(tables: RaceArrays, others: RaceArrays | None) -> AbstractContextManager[Any]:
    """A thread for the second player's turns, where these take much longer than to start it."""
    several = (os.cpu_count() or 1) > 1 and sys.platform != "emscripten"
    if others is None or not several or tables.goal**3 * len(tables.gains) < LONG:
        return nullcontext()
    from concurrent.futures import ThreadPoolExecutor

    return ThreadPoolExecutor(1)


def _player(
    tables: RaceArrays, plan: Plan, starts: Floats, held: Floats, column: Floats, kept: Any
) -> Player:
    """The kernel's object of who decides by a plan."""
    table = implied = limits = None
    if plan is not None and plan.ndim == 3:
        table = np.ascontiguousarray(plan, dtype=np.uint8)
    elif plan is not None and plan.dtype.kind == "i":
        limits = np.ascontiguousarray(np.minimum(plan, tables.goal), dtype=np.intp)
    elif plan is not None:
        implied = tables.held(np.asarray(plan, dtype=np.float64))
    return Player(starts, held, column, table, implied, limits, kept)


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
    (mine, theirs), history, converged = newton(
        tables, [first, second], tolerance, max_iterations, never=never
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
    progress: Callable[[int, int], object] | None,
    wipe: float,
) -> tuple[Floats, list[float], bool]:
    """Sweep over the pairs until the columns that wipes are paid by are those of the turn starts.

    ``wipe`` is the chance to be paid by them.
    """
    alone, goal = len(columns) == 1, starts.shape[-1]
    history: list[float] = []
    # Whatever the width of a register: sums over the padding as well are rounded otherwise.
    known = columns[:, :goal]
    mix = Anderson(known.flatten(), Anderson.DEPTH if alone else 24, restarts=alone)
    best, nearest, since = math.inf, starts, 0
    along, converging, said = False, True, 1
    for done in range(1, limit + 1):
        # One step for each pair is enough until the columns are found.
        missed, inner = sweep(1 if alone and converging else limit, done > 1, along)
        inner = inner or (along and missed[0] <= NEARLY * target)
        found = starts[::-1, :, 0]
        history.append(float(np.abs(found - known).max()))
        if progress is not None:
            said = max(said, share_of_passes(min(history[-1], 0.9), target))
            progress(said, 100)
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
        # A pass along slopes found before is off by their change times its own steps. That is
        # little of what the second pass misses, and nothing once slopes do not change any more.
        before = history[-2] if done > 1 else 10.0 * history[-1]
        converging = history[-1] < 0.5 * before
        along = alone and converging and (done == 1 or history[-1] < ROUGH)
        known[:] = mix(found.flatten()).reshape(known.shape)
    return nearest, history, False


def _half_a_turn(tables: RaceArrays) -> float:
    """What the turn is worth to who has it, in points, roughly.

    Who throws on while a turn total is below the mean gain over the chance to lose it, which is
    best where points are all that counts, keeps some 1/e of that; a wipe leaves little of it.
    """
    end = tables.bust + tables.wipe
    gain = float(tables.gains @ tables.chances)
    return gain * tables.bust / end**2 / (2.0 * math.e)


class Anderson:
    """Anderson's mixing for a fixed point x = F(x).

    The next point is the affine combination of the last F(x) whose residuals F(x) - x cancel
    best in the least-squares sense. Near the solution F is affine (no decision changes any
    more), where this is GMRES; with `restarts`, a residual that grew empties the memory, and the
    plain iteration, which contracts, starts anew. The two columns of a match need a longer memory
    and lose more by starting anew than by remembering other decisions.

    Source: H. Walker and P. Ni, "Anderson Acceleration for Fixed-Point Iterations", SIAM Journal
    on Numerical Analysis 49(4), 2011.
    """

    DEPTH = 8

    def __init__(
        self,
        start: Floats,
        depth: int = DEPTH,
        *,
        restarts: bool = True,
        within: tuple[float, float] = (0.0, 1.0),
    ) -> None:
        self._restarts, self._within = restarts, within
        self._point = self._image = self._residual = start
        # By how much the last residuals and images differ from those before them, oldest first.
        self._changes = np.empty((depth - 1, start.size))
        self._moves = np.empty((depth - 1, start.size))
        self._known = -1
        self._size = math.inf

    def __call__(self, image: Floats) -> Floats:
        """The next point to try, given F of the last one."""
        residual = image - self._point
        size = float(np.abs(residual).max())
        if self._restarts and size > self._size:
            self._known = -1
        if self._known == len(self._changes):
            self._changes[:-1] = self._changes[1:]
            self._moves[:-1] = self._moves[1:]
            self._known -= 1
        if self._known >= 0:
            np.subtract(residual, self._residual, out=self._changes[self._known])
            np.subtract(image, self._image, out=self._moves[self._known])
        self._known += 1
        self._size, self._image, self._residual = size, image, residual
        following = image
        if self._known > 0:
            changes = self._changes[: self._known]
            weights, *_ = np.linalg.lstsq(changes.T, residual, rcond=None)
            following = image - weights @ self._moves[: self._known]
        self._point = np.clip(following, *self._within)
        return self._point
