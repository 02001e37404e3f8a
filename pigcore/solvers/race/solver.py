"""Solve races: Newton's method, and the methods of the literature under their own names."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...games.checks import real
from ...games.errors import RuleError
from ...games.race import Race
from ...games.spelling import counted, nearest, number, shown
from ...memory import require
from .. import files
from ..options import iterations_of, tolerance_of
from ..solution import DISPUTED, ConvergenceWarning
from .ranks import Ranks
from .solution import RaceSolution

__all__ = ["METHODS", "from_arrays", "solve"]

Progress = Callable[[int, int], object] | None

TOLERANCE = 1e-12
"""How far turn starts may be from their equations unless asked otherwise."""

METHODS = {
    "newton": 100,
    "sweep": 10_000,
    "pairs": 10_000,
    "rounds": 10_000,
}
"""The methods and the iterations that each may use unless asked otherwise."""


def solve(
    game: Race,
    method: str = "newton",
    *,
    tolerance: float = TOLERANCE,
    max_iterations: int | None = None,
    start: float = 0.5,
    progress: Progress = None,
) -> RaceSolution:
    """Solve a race between two players.

    Parameters
    ----------
    game : Race
    method : {"newton", "sweep", "pairs", "rounds"}
        - ``"newton"``: pair by pair from the goal down; the two turn starts of a pair are two
          equations, piecewise linear and convex, and Newton's method solves them in two or
          three steps. O(goal**2 x n x gains) time, where a turn looks at n < goal scores (some 30
          in Pig, whatever the goal), or O(goal**2 x n x options) where turns have several modes
          or throws leave a choice; O(goal**2) memory. A last turn takes some three times as long.
        - ``"sweep"``: in-place value iteration over all states, own score, opponent's score
          and turn total each falling from the goal.
        - ``"pairs"``: each pair of turn starts by itself, its two values swapped into each
          other until they stand still.
        - ``"rounds"``: the game stops after n more turns and is then worth ``start`` to whoever
          is to move; n = 1, 2, 3, … An iteration is one turn.

        The last three are for turns that are a single roll, again and again.
    tolerance : float
        How far the turn starts may be from their equations: 1e-15 … 1. ``residual`` is compared
        with it. ``"newton"`` goes on to the last bits in any case; the others go on until an
        iteration changes nothing by more than a tenth of it.
    max_iterations : int, optional
        Stop after this many in any case (of one pair for ``"newton"`` and ``"pairs"``; of the
        outer iteration where throws can wipe). Left out, more than any known game needs.
    start : float
        The value that ``"sweep"``, ``"pairs"`` and ``"rounds"`` give every turn at the outset.
    progress : callable, optional
        Called with (done, of) as the work goes on.

    Warns
    -----
    ConvergenceWarning
        If the turn starts are not within the tolerance.

    Notes
    -----
    Wipes couple all pairs through the column w(j) = V(j, 0, 0). It is iterated: solve given w,
    read the new w off the solution; Anderson's mixing of the last few columns speeds this up.

    Source: F. Crocce, E. Mordecki, "A non-iterative algorithm for generalized Pig games", Journal
    of Dynamics and Games 5(4), 2018, for the pairs; M. Busche and T. Neller, "Optimal Play of the
    Farkle Dice Game", Advances in Computer Games, 2017, for the equations of dice set aside.

    Examples
    --------
    >>> import pigcore
    >>> s = pigcore.solve(pigcore.HoldOrContinue())
    >>> round(s.win(70, 0), 9), len(s.history)
    (0.929091704, 3)
    >>> farkle = pigcore.solve(pigcore.Farkle.minimal(goal=2000))
    >>> round(farkle.win(0, 0), 9), farkle.best(0, 0, 300, 3)
    (0.578759416, ('throw',))
    >>> farkle.best(0, 0, 0, (1, 1, 5, 3, 2, 4))
    ('1, then throw',)
    """
    if not isinstance(game, Race) or game.players > 2:
        raise RuleError(
            f"{shown(game)} is not a race of two: make one with pigcore.Pig() or its relatives"
        )
    ranks = Ranks(game)
    tables = ranks.tables[0]
    methods = METHODS if tables.single else {"newton": METHODS["newton"]}
    if not isinstance(method, str) or method not in methods:
        raise RuleError(f"there is no method {shown(method)}: {nearest(str(method), methods)}")
    tolerance = tolerance_of(tolerance)
    start = real(start, "start", 0.0, 1.0)
    limit = iterations_of(METHODS[method] if max_iterations is None else max_iterations)
    require(  # turn starts, payoffs of banking, and memory to check them
        8 * tables.goal * (2 * tables.goal + tables.height),
        f"solving {game.name} to {game.goal:,}",
        "choose a smaller goal",
    )
    if method == "newton":
        found = ranks.solve(limit, progress)
        mine, *rest = (ranks.starts(found.H, kind) for kind in ranks.seen_by(game.seat))
        starts, other = mine, rest[0] if rest else None
        history, stopped = found.history, found.settled
    else:
        starts, other = np.full((tables.goal, tables.goal), start), None
        iterate = getattr(tables.value_iteration, method)
        history = iterate(starts, tolerance / 10, limit, progress)
        stopped = len(history) < limit
    solution = RaceSolution(
        game,
        starts,
        other_starts=other,
        method=method,
        tolerance=tolerance,
        history=history,
    )
    if not ((stopped and tolerance >= TOLERANCE) or solution.converged):
        remedy = (
            "double precision reaches no more in this game: raise the tolerance, or prove what "
            "matters with pigverify"
            if stopped
            else "raise max_iterations or the tolerance"
        )
        warnings.warn(
            f"{method} stopped after {counted(len(history), 'iteration')}, before it reached the "
            f"tolerance {tolerance:.1e}: the residual is {number(solution.residual)}: {remedy}",
            ConvergenceWarning,
            stacklevel=3,
        )
    return solution


STATED: dict[str, Callable[[Any], bool]] = {
    "method": lambda value: isinstance(value, str) and value in METHODS,
    **files.STATED,
}
"""What a file says about how it was solved, and what each of it must look like."""


def from_arrays(game: Race, arrays: dict[str, NDArray[Any]], info: dict[str, Any]) -> RaceSolution:
    """The Solution that a file describes; FileError if its turn starts do not solve its rules so
    well.

    Every turn start is compared with its equation.
    """
    said = files.stated(info, STATED)
    claimed = said.pop("residual")
    del said["converged"]  # found again
    solution = RaceSolution(game, arrays["starts"], other_starts=arrays.get("other_starts"), **said)
    residual, (own, opp) = solution.worst_miss
    files.refuse_misses(f"own {own}, opponent {opp}", residual, claimed)
    if residual > min(solution.tolerance, DISPUTED):
        warnings.warn(
            f"the residual of the file's values is {number(residual)}: solve it again with "
            "method='newton' and a small tolerance",
            ConvergenceWarning,
            stacklevel=3,
        )
    return solution
