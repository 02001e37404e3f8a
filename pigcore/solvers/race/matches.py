"""Two players with decisions of their own: what each wins from every turn start."""

from __future__ import annotations

import warnings

import numpy as np

from ...games.errors import RuleError
from ..warnings import ConvergenceWarning
from .arrays import Floats, RaceArrays
from .newton import Plan, newton

__all__ = ["Plan", "values"]


def values(
    tables: RaceArrays,
    first: Plan,
    second: Plan,
    *,
    never: float = 0.5,
    tolerance: float = 1e-14,
    max_iterations: int = 100,
) -> tuple[Floats, Floats]:
    """The turn starts of two players against each other.

    Parameters
    ----------
    tables : RaceArrays
    first, second : None or array
        How each decides. None: as is best against the other. uint8 (goal, goal, goal): rolls where
        it is 1, at [own, own + total, opp]; what it holds at total 0 and where there is no state
        is not looked at. int64 (goal, goal): holds from that turn total on, at [own, opp]; below 1
        is as 1; or (goal, 1), the same against all. float64 (goal, goal): as is best where turn
        starts are worth that, as in ``Solution.starts``. The last two take O(goal**2) memory, a
        table O(goal**3).
    never : float
        What it is worth to the first player that neither ever wins: with 0 his values are his
        chances of winning, with 1 one less the second player's values are.
    tolerance : float
        How near the values of a pair must come to their solution.
    max_iterations : int

    Returns
    -------
    first_values, second_values : float64 arrays (goal, goal)
        At [own, opp]: the chance that the player wins where it is his turn; own are his points.
        The first player wins with ``first_values[0, 0]`` if he moves first and with
        ``1 - second_values[0, 0]`` if he moves second.

    Raises
    ------
    RuleError
        If an array has another type or shape.

    Warns
    -----
    ConvergenceWarning
        If the tolerance was not reached.

    Notes
    -----
    O(goal**3 x gains) time. Where both players' decisions are given, every pair of turn starts is
    two linear equations and costs one evaluation; without wipes that is one or two solves for two
    tables of turn starts or decisions, and less than one for turn totals held from.

    Examples
    --------
    Best play and the table of it against itself are the same:

    >>> import pigcore
    >>> from pigcore.solvers.race.arrays import RaceArrays
    >>> pig = pigcore.solve(pigcore.Pig(50))
    >>> mine, theirs = values(RaceArrays.of(pig.game), None, pig.starts)
    >>> bool(abs(mine - pig.starts).max() < 1e-14)
    True
    """
    for plan in (first, second):
        _check(tables.goal, plan)
    (mine, theirs), history, converged, _ = newton(
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
