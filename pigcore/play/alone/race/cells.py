"""One turn of a player alone: what it is worth, and where it ends.

With b banked at the start of a turn, t on the table and mode m in hand, a turn pays for where it
ends: h(t) for banking, x for a bust, w for a wipe. Then

    U(t, m) = max( h(t), p_bust x + p_wipe w + sum over sets of p max over (g, n) of U(t + g, n) )

where one may both bank and throw, and the turn is U(0, start), where one must throw. Turns from
many starts go side by side as columns, h, x and w being theirs. A cell is a pair (t, m) that a turn
can come to with t below ``top``; more points end it, and are banked. All points are in units.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from ....games.dice import Dice
from ....games.race import Race
from ....memory import require
from ....solvers.race.arrays import BANKS, THROWS, Floats, Indices, RaceArrays
from ....solvers.solution import TIED

__all__ = ["Bools", "Cells", "Decided", "Ends", "Layer", "Payoffs", "cells_of"]

Bools = NDArray[np.bool_]


class Payoffs(NamedTuple):
    """What the ends of a turn pay, by column."""

    banked: Callable[[Indices], Floats]
    """(rows, columns) of (rows, 1) units of the turn."""
    bust: Floats
    wiped: Any
    most: Indices | None = None
    """With so many units a turn is over, if that is less than ``top``."""


class Decided(NamedTuple):
    """The best turns of all columns."""

    worth: Floats
    """(columns,): what the turn is worth."""
    throws: Bools
    """(cells, columns): whether throwing is better. A tie banks: payoffs that differ by 1e-13 of
    their size are equal as far as doubles can tell."""
    cells: Floats
    """(cells + ends, columns): what each cell is worth, and banking beyond the last."""


class Ends(NamedTuple):
    """How turns end, as chances."""

    banked: Floats
    """(units, columns): at the units of :attr:`Cells.units`."""
    bust: Floats
    wiped: Floats


@dataclass(frozen=True, eq=False)
class _Step:
    """Cells of the same units that do not lead to each other."""

    units: int
    cells: slice
    modes: Indices
    weights: Any
    """(cells, sets): the chances of the sets, sparse; those of most options first."""
    back: Any
    """The same at (sets, cells)."""
    to: list[Indices]
    """The cells that the first options of all sets lead to, the second ones of those that have
    any, and so on."""

    @cached_property
    def onto(self) -> tuple[Indices, Any]:
        """The different cells that options lead to, and (these, options) which leads where."""
        different, which = np.unique(np.concatenate(self.to), return_inverse=True)
        size = len(which)
        ones = csr_array((np.ones(size), (which.ravel(), np.arange(size))), (len(different), size))
        return different, ones


class Cells:
    """The cells of a turn, and where throws lead from each.

    Parameters
    ----------
    tables : RaceArrays
    top : int
        Turns are followed below so many units.
    single : bool
        Whether a turn is a single roll; then any total is a cell, whether or not it can come up.
    """

    tables: RaceArrays
    top: int
    banks: NDArray[np.bool_]
    throws: NDArray[np.bool_]
    place: NDArray[np.intp]
    steps: list[_Step]

    def __init__(self, tables: RaceArrays, top: int, *, single: bool) -> None:
        modes = len(tables.may)
        require(5 * top * modes, f"turns of {modes:,} modes and {top:,} points", "choose less")
        self.tables, self.top = tables, top
        self.banks, self.throws = tables.may & BANKS > 0, tables.may & THROWS > 0
        self._depth = _depths(tables)
        self._owner = np.repeat(tables.owner, np.diff(tables.first))
        there = np.ones((top, modes), dtype=bool) if single else self._reached()
        units, mode = np.nonzero(there)
        # A turn goes from each cell to later ones.
        order = np.lexsort((mode, -self._depth[mode], units))
        self.points: Indices = units[order]
        self.mode: Indices = mode[order]
        self.place = np.full((top, modes), -1, dtype=np.int32)
        self.place[self.points, self.mode] = np.arange(len(order))
        last = np.arange(max(0, top - int(tables.gains.max(initial=0))), top)
        beyond = np.unique(last[:, None] + np.unique(tables.gains))
        self.beyond: Indices = beyond[beyond >= top]
        self.units: Indices = np.append(np.arange(top), self.beyond)
        self._kinds: dict[bytes, Any] = {}
        depth = self._depth[self.mode]
        same = (np.diff(self.points) == 0) & (np.diff(depth) == 0)
        starts = np.append(0, 1 + np.flatnonzero(~same))
        self.steps = [
            self._step(slice(int(low), int(high)))
            for low, high in zip(starts, np.append(starts[1:], len(order)))
        ]

    @property
    def count(self) -> int:
        """How many cells there are."""
        return len(self.points)

    def _reached(self) -> Bools:
        """Whether a turn can come to so many units in a mode."""
        tables, top = self.tables, self.top
        there = np.zeros((top, len(tables.may)), dtype=bool)
        there[0, tables.start] = True
        depth = self._depth[self._owner]
        by_depth = [np.flatnonzero(depth == d) for d in range(int(self._depth.max()), -1, -1)]
        for units in range(top):
            for options in by_depth:
                live = options[there[units, self._owner[options]]]
                live = live[tables.gains[live] < top - units]
                there[units + tables.gains[live], tables.after[live]] = True
        return there

    def _step(self, cells: slice) -> _Step:
        units, modes = int(self.points[cells.start]), self.mode[cells]
        key = modes.tobytes()
        if key not in self._kinds:
            self._kinds[key] = self._kind(modes)
        options, weights, back = self._kinds[key]
        return _Step(
            units, cells, modes, weights, back, [self._to(units, some) for some in options]
        )

    def _to(self, units: int, options: Indices) -> Indices:
        tables, top = self.tables, self.top
        then = units + tables.gains[options]
        found: Indices = np.where(
            then < top,
            self.place[np.minimum(then, top - 1), tables.after[options]],
            self.count + np.searchsorted(self.beyond, then),
        )
        return found

    def _kind(self, modes: Indices) -> tuple[list[Indices], Any, Any]:
        """The first options of the sets of some modes, the second ones, …; the chances of sets."""
        tables = self.tables
        counts = tables.sets[modes + 1] - tables.sets[modes]
        ends = np.cumsum(counts)
        sets = np.arange(counts.sum()) + np.repeat(tables.sets[modes] - ends + counts, counts)
        lengths = tables.first[sets + 1] - tables.first[sets]
        order = np.argsort(-lengths, kind="stable")
        row = np.repeat(np.arange(len(modes)), counts)[order]
        sets, lengths = sets[order], lengths[order]
        size = (len(modes), len(sets))
        weights = csr_array((tables.chances[sets], (row, np.arange(len(sets)))), size)
        first = tables.first[sets]
        most = int(lengths.max(initial=1))
        options = [first[lengths > n] + n for n in range(most)]
        return options, weights, weights.T.tocsr()

    def _may_bank(self, step: _Step, least: Any, decline: bool) -> Bools:
        if step.cells.start == 0:  # the start of the turn
            return np.full((1, 1), decline)
        found: Bools = self.banks[step.modes, None] & (step.units >= least)
        return found

    def play(self, pays: Payoffs, least: Any, decline: bool = False) -> Decided:
        """The best turns of all columns, with the ``least`` units that each may bank.

        ``decline``: one may bank nothing before the first throw.
        """
        columns = len(pays.bust)
        require(
            (8 * self.count + 8 * len(self.beyond) + self.count) * columns,
            f"a table of {self.count:,} states of a turn by {columns:,} scores",
            "choose a smaller goal, fewer turns, or a turn that busts or wipes more often",
        )
        worth = np.empty((self.count + len(self.beyond), columns))
        worth[self.count :] = pays.banked(self.beyond[:, None])
        throws = np.zeros((self.count, columns), dtype=bool)
        bust, wiped = np.asarray(pays.bust), np.broadcast_to(pays.wiped, columns)
        for step in reversed(self.steps):
            on = slice(0, columns if pays.most is None else int(np.sum(pays.most > step.units)))
            hold = pays.banked(np.array([[step.units]]))[0]
            worth[step.cells] = hold
            hold = hold[on]
            best = worth[step.to[0], on]
            for to in step.to[1:]:
                np.maximum(best[: len(to)], worth[to, on], out=best[: len(to)])
            throw = step.weights @ best
            # What never happens costs nothing, not even where it would cost infinitely much.
            for chance, paid in zip(self.tables.thrown[step.modes].T, (bust[on], wiped[on])):
                some = np.flatnonzero(chance)
                throw[some] += chance[some, None] * paid
            may = self._may_bank(step, np.broadcast_to(least, columns)[on], decline)
            tie = np.where(np.isfinite(hold), TIED * np.abs(hold), 0.0)
            better = self.throws[step.modes, None] & ((throw > hold + tie) | ~may)
            throws[step.cells, on] = better
            worth[step.cells, on] = np.where(better, throw, np.where(may, hold, bust[on]))
        return Decided(worth[0].copy(), throws, worth)

    def ends(
        self, throws: Bools | Floats, worth: Floats | None, least: Any, most: Indices | None = None
    ) -> Ends:
        """How turns end in which one throws with the chances ``throws``, (cells, columns).

        Of a set of options that is taken whose cell has the greatest ``worth``, the first of
        several.
        """
        columns = throws.shape[1]
        reach = np.zeros((self.count + len(self.beyond), columns))
        reach[0] = 1.0
        banked = np.zeros((self.top, columns))
        bust, wiped = np.zeros((2, columns))
        for step in self.steps:
            on = slice(0, columns if most is None else int(np.sum(most > step.units)))
            come = reach[step.cells]
            go = np.zeros_like(come)
            go[:, on] = come[:, on] * throws[step.cells, on]
            stop = come - go
            if step.cells.start:  # who stops where he may not bank has nothing to throw
                may = self._may_bank(step, np.broadcast_to(least, columns)[on], decline=True)
                bust[on] += np.where(may, 0.0, stop[:, on]).sum(axis=0)
                stop[:, on] *= may
            banked[step.units] += stop.sum(axis=0)
            for chance, lost in zip(self.tables.thrown[step.modes].T, (bust, wiped)):
                lost += chance @ go
            flow = (step.back @ go)[:, on]
            if len(step.to) > 1:
                assert worth is not None
                best, taken = worth[step.to[0], on], np.zeros(flow.shape, dtype=np.intp)
                for n, to in enumerate(step.to[1:], 1):
                    better = worth[to, on] > best[: len(to)]
                    taken[: len(to)][better] = n
                    np.maximum(best[: len(to)], worth[to, on], out=best[: len(to)])
                flow = np.concatenate([
                    flow[: len(to)] * (taken[: len(to)] == n) for n, to in enumerate(step.to)
                ])  # fmt: skip
            different, onto = step.onto
            reach[different, on] += onto @ flow
        return Ends(np.concatenate([banked, reach[self.count :]]), bust, wiped)


@dataclass(frozen=True, eq=False)
class Layer:
    """What the best turns with so many turns left follow from: they are found when asked for."""

    cells: Cells
    pays: Payoffs
    least: Any
    decline: bool = False
    columns: int = -1
    """Of so many columns the last stands for all that follow, and others play no part."""

    def best(self) -> Decided:
        """The best turns of all columns."""
        return self.cells.play(self.pays, self.least, self.decline)


def _depths(tables: RaceArrays) -> Indices:
    """How many steps of no gain lead on from each mode at most."""
    owner = np.repeat(tables.owner, np.diff(tables.first))
    free = tables.gains == 0
    depth = np.zeros(len(tables.may), dtype=np.intp)
    while True:
        deeper = depth.copy()
        np.maximum.at(deeper, owner[free], depth[tables.after[free]] + 1)
        if (deeper == depth).all():
            return depth
        depth = deeper


@lru_cache(maxsize=8)
def cells_of(game: Race, top: int = 0) -> Cells:
    """The cells of the turns of ``game`` to its goal; below ``top`` units where it plays no part.

    Where the goal plays no part gains are not cut to it, as with a last turn.
    """
    single = game.turn.roll is not None
    if not top:
        return Cells(RaceArrays.of(game), game.units, single=single)
    dice = isinstance(game.turn.source, Dice)  # whose gains are never cut
    tables = RaceArrays.of_turn(
        game.turn, game.goal, consolation=game.consolation, minimum_bank=game.minimum_bank,
        last_turn=not dice, unit=game.unit,
    )  # fmt: skip
    return Cells(tables, top, single=single)
