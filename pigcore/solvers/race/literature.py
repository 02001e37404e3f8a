"""The methods of the literature for races of single rolls, to compare others against.

T V is the right-hand side of the equations for all turn starts at once, T_ij V the one of the mover
with i against j. From a first guess,

    sweep    V(i,j) <- T_ij V in place, i and j falling from the goal, again and again. The turn
             totals of (i,j) fall too, so each state sees its successors' values of this sweep and
             the turn's states need not be kept: the sweep over all states (i,j,k) of the literature
             is this sweep over the turn starts.
    rounds   V_n = T V_{n-1} for all turn starts at once: the game that stops after n turns.
    pairs    for one pair at a time, totals falling: a <- f(1 - b), b <- g(1 - a).

Each is a contraction near the solution, by the largest q_f q_g (per two turns) of a pair: that is
why they converge, and why slowly where a turn nearly always busts, as near the goal of an exact
race.

Sources: T. Neller and C. Presser, "Optimal Play of the Dice Game Pig", The UMAP Journal 25(1),
2004 (value iteration); C. Vilches, "Solving the Dice Game Pig Using Approximation Methods", 2022
(rounds, pairs).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ...games.race import Race
from ...kernels import LANES, Floats
from .arrays import RaceArrays

Progress = Callable[[int, int], object] | None

History = list[float]
"""The largest change of each iteration."""


class Literature:
    """Turn starts of one race, float64 (goal, goal) at [own, opp], changed in place."""

    def __init__(self, game: Race, tables: RaceArrays, starts: Floats) -> None:
        self.tables, self.starts, self.goal = tables, starts, tables.goal
        # What banking pays, at [score, opp].
        self._held = np.ones((tables.height, -(-self.goal // LANES) * LANES))
        # Between players who stay where they are and one of whom is dead, what they get.
        dead, stays = np.array(game.dead), tables.landing == np.arange(self.goal)
        mine, theirs, both = dead[:, None], dead[None], stays[:, None] & stays[None]
        self._known = np.where(mine != theirs, np.where(both, ~mine, np.nan), np.nan)
        self._known[mine & theirs] = 0.5

    def _row(self, own: int, first: int = 0, last: int | None = None) -> Floats:
        """T V with ``own`` banked against the opponents' scores ``first`` to ``last``."""
        tables, held, known = self.tables, self._held[:, first:last], self._known[own, first:last]
        least, rows = min(int(tables.least[own]), self.goal - own), self.goal - own
        bust, wipe = held[None, tables.landing[own]], held[None, 0]
        (begun, *_), _ = tables.throws(held[None, own:], least, rows, bust, wipe)
        return np.where(np.isnan(known), begun[0, : len(known)], known)

    def _put(self, own: int, row: Floats) -> None:
        self.starts[own] = row
        self._held[: self.goal, own] = 1.0 - row

    def sweep(self, tolerance: float, limit: int, progress: Progress = None) -> History:
        """Sweep until nothing changes by more than ``tolerance``."""

        def once() -> None:
            for own in range(self.goal - 1, -1, -1):
                row, first = self._row(own), own // LANES * LANES
                self._put(own, np.where(np.arange(self.goal) > own, row, self.starts[own]))
                row[own] = self._row(own, first, first + LANES)[own - first]
                self._put(own, row)

        return self._repeat(once, tolerance, limit, progress)

    def rounds(self, tolerance: float, limit: int, progress: Progress = None) -> History:
        """Replace V by T V until nothing changes by more than ``tolerance``."""

        def once() -> None:
            for own, row in enumerate([self._row(own) for own in range(self.goal)]):
                self._put(own, row)

        return self._repeat(once, tolerance, limit, progress)

    def _repeat(
        self, once: Callable[[], None], tolerance: float, limit: int, progress: Progress
    ) -> History:
        self._held[: self.goal, : self.goal] = 1.0 - self.starts.T
        history: History = []
        while len(history) < limit and (not history or history[-1] > tolerance):
            before = self.starts.copy()
            once()
            history.append(float(np.abs(self.starts - before).max()))
            if progress is not None:
                progress(len(history), limit)
        return history

    def pairs(self, tolerance: float, limit: int, progress: Progress = None) -> History:
        """Swap each pair's two values into each other until they change by no more.

        The history has the largest change of any pair per swap. Where throws wipe, no pair stands
        alone: all are swapped again and again, to the same tolerance and limit, and it has the
        largest change of any turn start each time.
        """
        totals = range(2 * self.goal - 2, -1, -1)
        history: History = []
        while len(history) < limit and (not history or history[-1] > tolerance):
            swaps: History = []
            for n, total in enumerate(totals, 1):
                changes = self._swapped(total, tolerance, limit)
                swaps += [0.0] * (len(changes) - len(swaps))
                swaps = [max(pair) for pair in zip(swaps, changes + swaps[len(changes) :])]
                if progress is not None and not self.tables.wipes:
                    progress(n, len(totals))
            if not self.tables.wipes:
                return swaps
            history.append(max(swaps))
            if progress is not None:
                progress(len(history), limit)
        return history

    def _swapped(self, total: int, tolerance: float, limit: int) -> History:
        """Swap the values of the pairs of one total; the largest change of each swap."""
        own = np.arange(max(0, total - self.goal + 1), total // 2 + 1)
        sides = [(*pair, self._turns(*pair)) for pair in ((own, total - own), (total - own, own))]
        changes: History = []
        moving = np.ones(len(own), dtype=bool)
        while moving.any() and len(changes) < limit:
            change = np.zeros(len(own))
            for mine, theirs, values in sides:
                before = self.starts[mine, theirs]
                found = np.where(moving, values(), before)
                change = np.maximum(change, np.abs(found - before))
                self.starts[mine, theirs] = found
            changes.append(float(change.max()))
            moving = change > tolerance
        return changes

    def _turns(self, own: Any, opp: Any) -> Callable[[], Floats]:
        """What gives T V at these turn starts, of one total, by what a bust and a wipe pay now."""
        goal, starts, tables, known = self.goal, self.starts, self.tables, self._known[own, opp]
        count, wide = len(own), -(-len(own) // LANES) * LANES
        limit, least, bust, wipe = np.ones((4, wide))
        limit[:count], least[:count] = goal - own, np.minimum(tables.least[own], goal - own)
        rows, landing = goal - int(own.min()), np.minimum(tables.landing[own], goal - 1)
        score = own + np.arange(rows + 1)[:, None]
        held = np.ones((rows + 1, wide))  # larger totals have their values already
        held[:, :count] = np.where(
            score < goal, 1.0 - starts[opp, np.minimum(score, goal - 1)], 1.0
        )
        reached = tables.landing[own] == goal

        def values() -> Floats:
            bust[:count] = np.where(reached, 1.0, 1.0 - starts[opp, landing])
            wipe[:count] = 1.0 - starts[opp, 0]
            found, _ = tables.throws(held[None], least, limit, bust[None], wipe[None])
            return np.where(np.isnan(known), found[0, 0, :count], known)

        return values
