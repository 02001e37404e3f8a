"""Solve parties: cells of turn starts from the largest total of the scores down."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...games.errors import FileError, RuleError
from ...games.race import Race
from ...games.spelling import at_most, counted, number, shown
from ...memory import require
from .. import files
from ..options import FINEST, tolerance_of
from ..solution import ConvergenceWarning
from ..work import turns_by_total
from .arrays import Floats, PartyArrays
from .search import CellSearch
from .solution import Cell, PartySolution
from .turn import Mix

__all__ = ["from_arrays", "solve"]

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
    moves. Intervals around its values shrink until every decision is clear: then it has one
    equilibrium. A cell in which they do not is searched for all it has. Of several pure ones the
    first in the order of decisions is taken (mover by mover from the smallest number of the tuple
    on, totals rising, roll before hold), and a mixed one where there is no pure one;
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
    work = _Work(arrays)
    turns = turns_by_total(game.players, game.units)
    done = 0
    for total in reversed(range(len(turns))):
        work.total(total)
        done += turns[total]
        if progress:
            progress(done, sum(turns))
    solution = work.solution(tolerance)
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
    """The arrays while they are filled."""

    def __init__(self, arrays: PartyArrays) -> None:
        self.arrays = arrays
        self.starts: Floats = np.zeros((arrays.size, arrays.game.players))
        self.mixing: dict[int, Mix] = {}
        """By number of a tuple how its mover mixes."""
        self.cells: list[Cell] = []
        self.unsolved = 0
        self._stuck = np.zeros(arrays.tuples // arrays.game.units, dtype=np.intp)

    def total(self, total: int) -> None:
        """Solve the cells of one total of the scores."""
        left = self.arrays.party.total(self.starts, total, self._stuck)
        for place in self._stuck[:left].tolist():
            self._cell(place)

    def _cell(self, number: int) -> None:
        search = CellSearch(self.arrays, self.starts, number)
        found = search.equilibria
        scores = self.arrays.scores(number)
        if not found:
            self.unsolved += 1
            middle = (search.low + search.high) / 2
            for n, row in zip(search.cycle, middle):
                self.starts[n] = row
            self.cells.append(Cell(self.arrays.in_points(scores), "none", 0, ()))
            return
        taken = found[0]
        for n, row in zip(search.cycle, taken.values):
            self.starts[n] = np.clip(row, 0.0, 1.0)
        kinds: dict[bool, list[tuple[Any, ...]]] = {True: [], False: []}
        for mover, place, weight in taken.mixing:
            self.mixing[search.cycle[mover]] = Mix(place, weight)
            points = self.arrays.in_points(self.arrays.scores(search.cycle[mover]))
            kinds[place > 0].append((points, *self.arrays.part(abs(place)), weight))
        if taken.mixing or len(found) > 1:
            kind, mixed = "mixed" if taken.mixing else "several", map(tuple, kinds.values())
            self.cells.append(Cell(self.arrays.in_points(scores), kind, len(found), *mixed))

    def solution(self, tolerance: float) -> PartySolution:
        """What has been found."""
        return PartySolution(
            self.arrays.game,
            self.starts,
            self.mixing,
            cells=tuple(self.cells),
            tolerance=tolerance,
        )


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
