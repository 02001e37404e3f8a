"""Solve races in which busts in a row cost points, pass by pass."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...games.errors import RuleError
from ...games.race import Race
from ...games.spelling import counted, number, shown
from ...memory import require
from .. import files
from ..options import iterations_of, tolerance_of
from ..race.arrays import Floats
from ..race.ranks import Ranks
from ..solution import DISPUTED, ConvergenceWarning
from .blocks import DEPTH, Blocks, Followed
from .solution import FallsSolution

__all__ = ["best_reply", "from_arrays", "solve"]

Progress = Callable[[int, int], object] | None

TOLERANCE = 1e-12
"""How far turn starts may be from their equations unless asked otherwise."""

PASSES = 1000


def solve(
    game: Race,
    *,
    tolerance: float = TOLERANCE,
    max_iterations: int | None = None,
    progress: Progress = None,
) -> FallsSolution:
    """Solve a race in which busts in a row cost points.

    Parameters
    ----------
    game : Race
    tolerance : float
        How far the turn starts may be from their equations: 1e-15 … 1.
    max_iterations : int, optional
        Stop after so many passes in any case. Left out, more than any known game needs.
    progress : callable, optional
        Called with (done, of) as the work goes on.

    Warns
    -----
    ConvergenceWarning
        If the turn starts are not within the tolerance.

    Notes
    -----
    With n scores between the floor and the goal and m busts in a row O(m**2 n**3 options) time a
    pass, of which there are some ten, and 100 m**2 n**2 bytes.

    Source: M. Busche, "Maximizing Win Probability in the Game of Farkle", 2016, for the game.

    Examples
    --------
    >>> import pigcore
    >>> pig = pigcore.Race(pigcore.Roll.die(6), 20, busts_in_a_row=2, penalty=5, floor=-10)
    >>> s = pigcore.solve(pig)
    >>> round(s.win(0, 0), 6), round(s.win(0, 0, 0, 1, 0), 6), s.decide(0, 0, 12)
    (0.610643, 0.588794, 'roll')
    """
    if not isinstance(game, Race) or not game.falls:
        raise RuleError(f"{shown(game)} is no race in which busts in a row cost points")
    tolerance = tolerance_of(tolerance)
    limit = iterations_of(PASSES if max_iterations is None else max_iterations)
    _fits(game, 1)
    ranks = Ranks(game)
    found = ranks.solve(limit, progress)
    history, counts = found.history, game.busts_in_a_row
    kinds = np.stack([ranks.starts(found.H, kind) for kind in range(ranks.kinds)], axis=-1)
    starts = kinds.reshape(*kinds.shape[:2], counts, counts)
    solution = FallsSolution(game, starts, tolerance=tolerance, history=history)
    if not ((found.settled and tolerance >= TOLERANCE) or solution.converged):
        warnings.warn(
            f"{counted(len(history), 'pass', 'passes')} did not reach the tolerance "
            f"{tolerance:.1e}: the residual is {number(solution.residual)}: raise max_iterations "
            "or the tolerance",
            ConvergenceWarning,
            stacklevel=3,
        )
    return solution


def _fits(game: Race, tables: int) -> None:
    """Refuse what does not fit in memory."""
    scores, counts = game.units + game.below, game.busts_in_a_row
    require(
        8 * tables * scores**2 * (6 * counts**2 + 2 * DEPTH * counts),
        f"solving {game.name} to {game.goal:,} from {game.floor:,}",
        "choose a smaller goal or a higher floor",
    )


def _by_scores(values: Floats) -> Floats:
    """Turn starts at [own, opp, busts, opp_busts]."""
    return np.ascontiguousarray(np.moveaxis(values, (0, 1), (2, 3)))


def best_reply(game: Race, other: Followed) -> tuple[Floats, Floats, float]:
    """The turn starts of the best reply to a player whose turns end so, and those of that player.

    Both at [own, opp, busts, opp_busts], as the player to move has them; and what the last pass
    changed of what falls pay. Passes as of :func:`solve`, with the other's turns as they are: the
    reply's chances are a Markov decision problem's, so that passes lead to them from anywhere.
    """
    _fits(game, 2)
    # Who plays worse against more points may make an option of fewer the best one.
    values, history = Blocks(game, every=True).passes(PASSES, other)
    return _by_scores(values[0]), _by_scores(values[1]), history[-1]


STATED: dict[str, Callable[[Any], bool]] = {
    "method": lambda value: value == "passes",
    **files.STATED,
}
"""What a file says about how it was solved, and what each of it must look like."""


def from_arrays(game: Race, arrays: dict[str, NDArray[Any]], info: dict[str, Any]) -> FallsSolution:
    """The solution that a file describes; FileError if its turn starts do not solve its rules as
    well as it says.
    """
    said = files.stated(info, STATED)
    starts: Floats = arrays["starts"]
    solution = FallsSolution(game, starts, tolerance=said["tolerance"], history=said["history"])
    residual, (own, opp) = solution.worst_miss
    files.refuse_misses(f"own {own}, opponent {opp}", residual, said["residual"])
    if residual > min(solution.tolerance, DISPUTED):
        warnings.warn(
            f"the residual of the file's values is {number(residual)}: solve it again",
            ConvergenceWarning,
            stacklevel=3,
        )
    return solution
