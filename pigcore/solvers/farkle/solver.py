"""Solve races of any turn: Newton's method on pairs of turn starts."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

from numpy.typing import NDArray

from ...games.errors import FileError, RuleError
from ...games.race import Race
from ...games.spelling import at_most, counted, nearest, number, shown
from ...memory import require
from .. import files
from ..arrays import AGAIN
from ..options import iterations_of, tolerance_of
from ..race.newton import newton_of_turns
from ..solution import DISPUTED
from ..warnings import ConvergenceWarning
from .arrays import FarkleArrays
from .solution import FarkleSolution

__all__ = ["from_arrays", "refuse_penalty", "solve"]

TOLERANCE = 1e-12
"""How far values may be from the truth unless told otherwise."""

LAST_BITS = 1e-14
"""Newton's method takes its last step from here."""

WRONG = 1e-6
"""What may be off by more is no solution, unless it says so itself."""


def solve(
    game: Race,
    method: str = "newton",
    *,
    tolerance: float = TOLERANCE,
    max_iterations: int = 100,
    progress: Callable[[int, int], object] | None = None,
) -> FarkleSolution:
    """Solve a race of any turn between two players.

    Pair by pair from the goal down: what a turn is worth is a convex, piecewise linear function of
    what its bust pays, so the two turn starts of a pair are two equations that Newton's method
    solves in two or three steps. Where throws wipe, the column V(opp, 0) that wipes are paid by is
    iterated around them, its last few values mixed by Anderson's method.

    Parameters
    ----------
    game : Race
    method : {"newton"}
    tolerance : float
        How far the turn starts may be from the truth: 1e-15 … 1. ``error_bound`` is compared with
        it when it is asked for.
    max_iterations : int
        Of one pair; of the outer iteration where throws can wipe.
    progress : callable, optional
        Called with (done, of) as the work goes on.

    Returns
    -------
    FarkleSolution

    Warns
    -----
    ConvergenceWarning
        If a pair has not reached the last bits after ``max_iterations``.

    Raises
    ------
    RuleError
        If an option is out of range, or three busts in a row cost points: scores fall then, and
        pairs of a larger total need pairs of a smaller one.
    SizeError
        If the tables would not fit in memory.

    Notes
    -----
    O(u**3 x choices) time and O(u**2) memory for a goal of u units; with a last turn a turn may go
    on past the goal, which takes some three times as long.

    Source: M. Busche and T. Neller, "Optimal Play of the Race Dice Game", Advances in Computer
    Games, 2017, for the equations.

    Examples
    --------
    >>> import pigcore
    >>> farkle = pigcore.solve(pigcore.Farkle.minimal(goal=2000))
    >>> round(farkle.win(0, 0), 9), farkle.best(0, 0, 300, 3)
    (0.578759416, ('throw',))
    >>> farkle.best(0, 0, 0, (1, 1, 5, 3, 2, 4))
    ('1, then throw',)
    """
    if not isinstance(game, Race) or game.column not in ("farkle", "turn"):
        raise RuleError(
            f"{shown(game)} is not a game of Farkle or another race of two players whose turn has "
            "several modes: make one with pigcore.Farkle()"
        )
    if method != "newton":
        raise RuleError(f"there is no method {shown(method)}: {nearest(str(method), ['newton'])}")
    tolerance, limit = tolerance_of(tolerance), iterations_of(max_iterations)
    refuse_penalty(game)
    tables = FarkleArrays.of(game)
    require(
        8 * game.units * (3 * game.units + tables.rolled),
        f"solving {game.name} to {game.goal:,}",
        "choose a smaller goal",
    )
    starts, history, left = newton_of_turns(tables, LAST_BITS, limit, progress)
    solution = FarkleSolution(game, starts, tolerance=tolerance, history=history)
    if left:
        warnings.warn(
            f"newton stopped after {counted(len(history), 'iteration')} with "
            f"{counted(left, 'pair')} above its last step: values may be off by "
            f"{at_most(solution.error_bound)}: raise max_iterations",
            ConvergenceWarning,
            stacklevel=3,
        )
    return solution


def refuse_penalty(game: Race) -> None:
    """RuleError where three busts in a row cost points."""
    if game.penalty:
        raise RuleError(
            f"penalty is {game.penalty}: where scores can fall, no order of the scores puts each "
            "turn before those that follow from it: solve the game without it, or ask "
            "pigcore.solitaire about a player alone"
        )


STATED: dict[str, Callable[[Any], bool]] = {
    "tolerance": files.is_probability,
    "history": lambda value: (
        isinstance(value, list) and all(map(files.is_probability, value or [None]))
    ),
    "converged": lambda value: isinstance(value, bool),
    "residual": files.is_probability,
    "error_bound": files.is_probability,
}
"""What a file says about how it was solved, and what each of it must look like."""


def from_arrays(
    game: Race, arrays: dict[str, NDArray[Any]], info: dict[str, Any]
) -> FarkleSolution:
    """The Solution that a file describes.

    Every turn start is compared with its equation. Where all fit to the last bits, as they do after
    a solve, nothing that the file says of its error counts: the bound is found again once it is
    asked for. Where they do not, it is found at once.

    Raises
    ------
    FileError
        If the turn starts do not solve the rules as well as the file says they do, or are so far
        off that they are no solution, which the file does not say.

    Warns
    -----
    ConvergenceWarning
        If they may be off by more than the file's tolerance or by more than decisions bear.
    """
    said = files.stated(info, STATED)
    claimed, admitted = said.pop("residual"), said.pop("error_bound")
    del said["converged"]  # found again
    solution = FarkleSolution(game, arrays["starts"], error_bound=None, **said)
    residual, (own, opp) = solution.worst_miss
    if not residual <= claimed + files.ROUNDING:
        raise FileError(
            f"the file's value at own {own}, opponent {opp} misses its equation by "
            f"{residual:.1e}, but the file says all are within {claimed:.1e}: it or its rules "
            f"are altered; {AGAIN}"
        )
    if residual <= LAST_BITS + files.ROUNDING:
        return solution
    error = solution.error_bound
    if error > WRONG and error > 2 * admitted:
        raise FileError(
            f"the file's values may be off by {at_most(error)}, but the file says "
            f"{at_most(admitted)}: it or its rules are altered; {AGAIN}"
        )
    if error > min(solution.tolerance, DISPUTED):
        warnings.warn(
            f"the file's values may be off by {at_most(error)}, and every decision closer than "
            f"twice that is disputed; the residual is {number(residual)}: solve it again",
            ConvergenceWarning,
            stacklevel=3,
        )
    return solution
