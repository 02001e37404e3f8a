"""How often play under given decisions comes to each state of a race: the adjoint linear system.

With the decisions of both players fixed, the turn starts solve a linear system V = c + A V. What a
change of the rules at some states does to V(0, 0) is the sum of those changes times the weights
of the states, which solve the transposed system; apart from signs they are expected visits. One
pass gives them for all states, so that the cost does not grow with the number of changes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
from numpy.typing import NDArray

from ..solvers.race.arrays import Floats, RaceArrays

__all__ = ["Visits"]

_SMALLEST = 1e-15
_DIRECTIONS = 200


class Visits:
    """Expected visits of a game from (0, 0) between two players of the same decisions.

    Parameters
    ----------
    tables : RaceArrays
    rolls : array (goal, goal, goal)
        At [own, own + total, opp]: the chance that the mover rolls; 1 at total 0.

    Attributes
    ----------
    starts : float64 array (2, goal, goal)
        At [player, own, opp]: the expected number of turns that the player who moves first (0) or
        second (1) begins there. 0 where both scores are dead: nothing changes their value, 1/2.

    Notes
    -----
    O(goal**3 x gains) time, 8 goal**3 bytes. A turn at (i, j) hands over to (j, s) where it banks
    s, to (j, i) after a bust, and to (j, 0) after a wipe. Without wipes the totals i + j only
    rise, and only (i, j) and (j, i) reach each other at the same total: with q the chance of a
    bust there and a, b what arrives from smaller totals,

        v(i,j) = (a(i,j) + q(j,i) b(j,i)) / (1 - q(i,j) q(j,i)),   a of one player, b of the other.

    What wipes bring to the 2 goal starts (j, 0) is found by GMRES, a walk over the totals an
    iteration.
    """

    def __init__(self, tables: RaceArrays, rolls: NDArray[np.floating]) -> None:
        goal = tables.goal
        self._tables, self._rolls = tables, rolls
        self._live = ~np.outer(tables.dead, tables.dead).astype(bool)
        # At [own, opp, s]: the chance to hand over with s banked, the bust of a pair apart.
        self._handed = np.zeros((goal, goal, goal))
        self._leave = np.ones((goal, goal))
        self._thrown = np.zeros((goal, goal))
        for own in range(goal):
            self._end(own)
        self.starts: Floats = self._solve() * self._live

    def throws(self) -> Iterator[tuple[int, Floats]]:
        """Yield (own, chances) for each own: float64 (goal - own, goal) at [total, opp].

        The chance that a turn from there comes to throw at this total.
        """
        for own in range(self._tables.goal):
            yield own, self._reach(own) * self._rolls[own, own:]

    def reached(self) -> Iterator[tuple[int, Floats]]:
        """Yield (own, visits) for each own: float64 (goal - own, goal) at [total, opp].

        How often the game comes to each state, whoever moves there.
        """
        for own in range(self._tables.goal):
            yield own, self._reach(own) * self.starts[:, own].sum(axis=0)

    def _reach(self, own: int) -> Floats:
        """The chance that a turn comes to each total, at [total, opp]."""
        tables, rolls = self._tables, self._rolls[own, own:]
        reach = np.zeros((len(rolls) + int(tables.gains.max(initial=0)), tables.goal))
        reach[0] = 1.0
        for total, row in enumerate(rolls):
            reach[total + tables.gains] += tables.chances[:, None] * (reach[total] * row)
        return reach[: len(rolls)]

    def _end(self, own: int) -> None:
        """Where the turns of a mover with ``own`` points end."""
        tables = self._tables
        left = tables.goal - own
        reach = self._reach(own)
        rolls = self._rolls[own, own:]
        thrown, held = reach * rolls, reach * (1.0 - rolls)
        self._handed[own, :, own:] = held.T
        self._thrown[own] = thrown.sum(axis=0)
        totals = np.arange(left)[:, None] + tables.gains
        lost = (totals > left) if tables.exact else np.zeros(totals.shape, dtype=bool)
        win = np.where(totals >= left, tables.chances, 0.0)
        win[lost] = 0.0
        landing = tables.landing[own]
        if landing == own:
            # 1 - q as a sum of positive terms, which keeps its digits where q is close to 1.
            leaving = tables.wipe + win.sum(axis=1)
            self._leave[own] = held.sum(axis=0) + leaving @ thrown
        elif landing < tables.goal:
            bust = tables.bust + np.where(lost, tables.chances, 0.0).sum(axis=1)
            self._handed[own, :, landing] += bust @ thrown

    def _solve(self) -> Floats:
        goal, wipe = self._tables.goal, self._tables.wipe
        start = np.zeros((2, goal, goal))
        start[0, 0, 0] = 1.0
        visits = self._walk(start)
        if not wipe:
            return visits

        def wiped(visits: Floats) -> Floats:
            found: Floats = wipe * (visits * self._thrown * self._live).sum(axis=1)[::-1].ravel()
            return found

        def brought(column: Floats) -> Floats:
            arriving = np.zeros((2, goal, goal))
            arriving[:, :, 0] = column.reshape(2, goal)
            return self._walk(arriving)

        first = wiped(visits)
        column = _gmres(lambda column: column - wiped(brought(column)), first)
        return visits + brought(column)

    def _walk(self, arriving: Floats) -> Floats:
        """Visits without wipes, given what arrives from outside; float64 (2, goal, goal)."""
        goal, leave = self._tables.goal, self._leave
        arriving = arriving.copy()
        visits = np.zeros((2, goal, goal))
        for total in range(2 * goal - 1):
            i = np.arange(max(0, total - goal + 1), min(total, goal - 1) + 1)
            i = i[self._live[i, total - i]]
            j = total - i
            out = leave[i, j] + leave[j, i] - leave[i, j] * leave[j, i]
            back = (1.0 - leave[j, i]) * arriving[::-1, j, i]
            visits[:, i, j] = (arriving[:, i, j] + back) / out
            arriving[:, j] += visits[::-1, i, j][:, :, None] * self._handed[i, j]
        return visits


def _gmres(apply: Callable[[Floats], Floats], right: Floats) -> Floats:
    """The x with apply(x) = right, by GMRES without restarts.

    Source: Y. Saad and M. Schultz, "GMRES", SIAM Journal on Scientific and Statistical Computing
    7(3), 1986.
    """
    size = float(np.linalg.norm(right))
    basis = [right / size]
    columns: list[Floats] = []
    target = np.zeros(_DIRECTIONS + 2)
    target[0] = size
    weights: Floats = np.zeros(1)
    for n in range(1, min(_DIRECTIONS, right.size) + 1):
        following = apply(basis[-1])
        column = np.zeros(_DIRECTIONS + 2)
        for _ in range(2):  # the second time removes what rounding left of the first
            along = np.array(basis) @ following
            following = following - along @ np.array(basis)
            column[:n] += along
        column[n] = np.linalg.norm(following)
        columns.append(column)
        matrix = np.array(columns).T
        weights = np.linalg.lstsq(matrix, target, rcond=None)[0].astype(np.float64)
        residual = float(np.linalg.norm(matrix @ weights - target))
        if residual <= _SMALLEST * size or column[n] <= _SMALLEST:
            break
        basis.append(following / column[n])
    found: Floats = weights @ np.array(basis[: len(weights)])
    return found
