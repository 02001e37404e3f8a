"""Solve parties: cells of turn starts from the largest total of the scores down."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...games.errors import FileError, RuleError
from ...games.race import Race
from ...games.spelling import at_most, counted, number, shown
from ...kernels.cells import Sweep
from ...memory import require
from .. import files
from ..options import FINEST, tolerance_of
from ..race.ranks import Ranks
from ..solution import ConvergenceWarning
from .arrays import Floats, PartyArrays
from .search import CellSearch
from .solution import Cell, PartySolution
from .turn import Mix

__all__ = ["from_arrays", "solve"]

STEPS = 200
"""Best replies to each other that are tried before a cell is searched."""

TOLERANCE = 1e-12
"""How far turn starts may be from their equations unless asked otherwise."""


def solve(
    game: Race,
    *,
    tolerance: float = TOLERANCE,
    progress: Callable[[int, int], object] | None = None,
) -> PartySolution:
    """Find an equilibrium of a party: no player can do better, from any scores on.

    Cell by cell from the goal down, a cell being the turn starts of one tuple of scores, whoever
    moves: best replies to each other settle nearly everywhere, and what does not is searched. A
    cell may have several equilibria, of which one is found. Where none is pure some players mix:
    ``solution.cells`` says where. Exact ties hold. A ConvergenceWarning says that no equilibrium of
    a cell was found, or that the residual is above a ``tolerance`` smaller than usual.

    O(n u^(n + 1) options) time, O(n u^n) memory for n players and a goal of u units.

    Examples
    --------
    >>> import pigcore
    >>> party = pigcore.solve(pigcore.Pig(goal=30, players=3))
    >>> [round(chance, 12) for chance in party.win(0, 0, 0)]
    [0.427407701838, 0.32518360871, 0.247408689453]
    >>> party.decide(10, 20, 12, 14)
    'roll'
    """
    if not isinstance(game, Race):
        raise RuleError(f"{shown(game)} is not a party: make one with pigcore.Pig(players=3)")
    tolerance = tolerance_of(tolerance)
    arrays = PartyArrays(game)
    require(
        arrays.size * (8 * game.players + 24),
        f"solving {game.name} to {game.goal}",
        "choose a smaller goal or fewer players",
    )
    ranks, work = Ranks(game), _Work(arrays)
    found = ranks.solve(STEPS, progress, partial(work.search, ranks))
    parts = [ranks.starts(found.H, kind) for kind in range(ranks.kinds)]
    starts = np.concatenate([part.reshape(-1, game.players) for part in parts])
    solution = PartySolution(
        game, starts, work.mixing, cells=tuple(work.cells), tolerance=tolerance
    )
    if work.unsolved or (tolerance < TOLERANCE and not solution.converged):
        cells = counted(work.unsolved, "cell")
        unsolved = f", and no equilibrium was found for {cells}" if work.unsolved else ""
        warnings.warn(
            f"the residual is {number(solution.residual)}{unsolved}: "
            "ask pigverify what a player could gain",
            ConvergenceWarning,
            stacklevel=3,
        )
    return solution


class _Work:
    """What is found of cells in which best replies to each other do not settle."""

    def __init__(self, arrays: PartyArrays) -> None:
        self.arrays = arrays
        self.mixing: dict[int, Mix] = {}
        """By number of a tuple how its mover mixes."""
        self.cells: list[Cell] = []
        self.unsolved = 0

    def search(self, ranks: Ranks, H: Floats, sweep: Sweep, number: int) -> None:
        """Search the cell of a start and write what its starts are worth."""
        search = CellSearch(self.arrays, ranks, sweep, H, number)
        taken, points = search.equilibrium(), self.arrays.in_points
        scores = min(search.cycle, key=lambda one: one[::-1])[0]
        if taken is None:
            self.unsolved += 1
            self.cells.append(Cell(points(scores), "none", ()))
            return
        for one, row in zip(search.cycle, taken.values):
            H[:, ranks.number(*one)] = np.clip(np.roll(row, 1)[: ranks.players - 1], 0.0, 1.0)
        kinds: dict[bool, list[tuple[Any, ...]]] = {True: [], False: []}
        for mover, place, weight in taken.mixing:
            mine, kind = search.cycle[mover]
            self.mixing[self.arrays.number(mine, kind + 1)] = Mix(place, weight)
            kinds[place > 0].append((points(mine), *self.arrays.part(abs(place)), weight))
        if taken.mixing:
            self.cells.append(Cell(points(scores), "mixed", *map(tuple, kinds.values())))


def from_arrays(game: Race, arrays: dict[str, NDArray[Any]], info: dict[str, Any]) -> PartySolution:
    """The Solution that a file describes: solved again and compared."""
    tolerance: Any = info.get("tolerance")
    if not files.is_probability(tolerance):
        raise FileError(
            f"the file's tolerance is {shown(tolerance)}, which no solution has: {files.AGAIN}"
        )
    solution = solve(game, tolerance=max(float(tolerance), FINEST))
    apart = {
        name: float(np.abs(arrays[name] - array).max()) for name, array in solution.arrays().items()
    }
    for name, most in (("starts", 1e-12), ("mixed", 0.0), ("weights", 1e-6)):
        if not apart[name] <= most:
            raise FileError(
                f"the file's {name} are off by {at_most(apart[name])} from those that its rules "
                f"lead to: it or its rules are altered; {files.AGAIN}"
            )
    return solution
