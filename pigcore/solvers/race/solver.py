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
from ...games.spelling import at_most, counted, nearest, number, shown
from ...memory import require
from .. import files
from ..options import iterations_of, tolerance_of
from ..solution import DISPUTED, ConvergenceWarning
from .arrays import Floats, RaceArrays, chances_of_a_turn
from .bound import bound_of
from .newton import newton
from .solution import RaceSolution

__all__ = ["METHODS", "from_arrays", "solve"]

Progress = Callable[[int, int], object] | None

TOLERANCE = 1e-12
"""How far values may be from the truth unless asked otherwise."""

LAST_BITS = 1e-14
"""Newton's method takes its last step from here."""

MANY_SETS = 400
"""Steps of turns with more sets in a mode than this are no larger than what roundings make."""

WRONG = 1e-6
"""What may be off by more is no solution, unless it says so itself."""

_OFTEN = 1e-2
"""Where turns are banked more rarely the bound of a race with last turns does not wait."""

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
        How far the turn starts may be from the truth: 1e-15 … 1. ``error_bound`` is compared with
        it. ``"newton"`` goes on to the last bits in any case; the others go on until they are near
        enough.
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
        If the turn starts are not proved to be within the tolerance.

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
    tables = RaceArrays.of(game)
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
    bound: float | None
    if method == "newton":
        others = None if game.alike else RaceArrays.of(game.swapped)
        plans = [None] if others is None else [None, None]
        (starts, *rest), history, stopped, bound = newton(
            tables, plans, last_bits(tables, others), limit, progress, others=others
        )
        other = rest[0] if rest else None
        if bound is None or bound > tolerance:
            # The bound takes as long as the solve: of mild games it waits until it is asked for.
            waits = stopped and tolerance >= TOLERANCE and tables.mild
            waits = waits and (others is None or others.mild)
            # With last turns it grows by one over the chance that a turn is banked at all.
            if waits and game.end != "goal":
                least = max(1, int(tables.least.max())) + 1  # a tie may be worth something
                waits = bool(chances_of_a_turn(tables, least)[least, tables.start] >= _OFTEN)
            bound = None if waits else bound_of(tables, starts, others, other)
    else:
        starts, history, bound = _value_iteration(tables, method, tolerance, limit, start, progress)
        stopped, other = len(history) < limit, None
    solution = RaceSolution(
        game,
        starts,
        other_starts=other,
        method=method,
        tolerance=tolerance,
        history=history,
        error_bound=bound,
    )
    if bound is not None and bound > tolerance:
        remedy = (
            "double precision reaches no more in this game: raise the tolerance, or prove what "
            "matters with pigverify"
            if stopped
            else "raise max_iterations or the tolerance"
        )
        warnings.warn(
            f"{method} stopped after {counted(len(history), 'iteration')}, before it reached the "
            f"tolerance {tolerance:.1e}: values may be off by {at_most(bound)}, the residual is "
            f"{number(solution.residual)}: {remedy}",
            ConvergenceWarning,
            stacklevel=3,
        )
    return solution


def last_bits(tables: RaceArrays, others: RaceArrays | None = None) -> float:
    """How small Newton's steps get: a sum over the sets of a mode is rounded once for each."""
    most = max(int(np.diff(each.sets).max()) for each in (tables, others or tables))
    return LAST_BITS * max(1.0, most / MANY_SETS)


def _value_iteration(
    tables: RaceArrays,
    method: str,
    tolerance: float,
    limit: int,
    start: float,
    progress: Progress,
) -> tuple[Floats, list[float], float]:
    """Turn starts, the change of each iteration, and the error bound."""
    starts = np.full((tables.goal, tables.goal), start)
    iterate = getattr(tables.value_iteration, method)
    history: list[float] = []
    # A small change is no small error: by how much it is larger only the bound tells.
    change = tolerance / 10
    while True:
        history += iterate(starts, change, limit - len(history), progress)
        bound = bound_of(tables, starts)
        if bound <= tolerance or len(history) >= limit or change < LAST_BITS / 100:
            return starts, history, bound
        change /= 10


STATED: dict[str, Callable[[Any], bool]] = {
    "method": lambda value: isinstance(value, str) and value in METHODS,
    **files.STATED,
}
"""What a file says about how it was solved, and what each of it must look like."""


def from_arrays(game: Race, arrays: dict[str, NDArray[Any]], info: dict[str, Any]) -> RaceSolution:
    """The Solution that a file describes; FileError if its turn starts do not solve its rules so
    well.

    Every turn start is compared with its equation. Where all fit to the last bits, as they do after
    a solve, nothing that the file says of its error counts: the bound is found again once it is
    asked for. Where they do not, it is found at once, and may be a ConvergenceWarning.
    """
    said = files.stated(info, STATED)
    claimed, admitted = said.pop("residual"), said.pop("error_bound")
    del said["converged"]  # found again
    starts, other = arrays["starts"], arrays.get("other_starts")
    solution = RaceSolution(game, starts, other_starts=other, error_bound=None, **said)
    residual, (own, opp) = solution.worst_miss
    files.refuse_misses(f"own {own}, opponent {opp}", residual, claimed)
    tables = RaceArrays.of(game)
    others = None if game.alike else RaceArrays.of(game.swapped)
    if residual <= last_bits(tables, others) + files.ROUNDING and not tables.single:
        return solution
    error = bound_of(tables, starts, others, other)
    if admitted is not None and error <= admitted <= said["tolerance"]:
        error = admitted  # the larger one, which the solve reported, is a bound as well
    # A solve that was stopped early says how far it may be off.
    if error > WRONG and (admitted is None or error > 2 * admitted):
        files.refuse_error(error, admitted)
    if error > min(solution.tolerance, DISPUTED):
        warnings.warn(
            f"the file's values may be off by {at_most(error)}, and every decision "
            f"closer than twice that is disputed; the residual is {number(residual)}: solve it "
            "again with method='newton' and a small tolerance",
            ConvergenceWarning,
            stacklevel=3,
        )
    return RaceSolution(game, starts, other_starts=other, error_bound=error, **said)
