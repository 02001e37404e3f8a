"""One turn of a player alone: what it is worth, and where it ends.

With b banked at the start of a turn, t on the table and mode m in hand, a turn pays for where it
ends: h(b + t) for banking, x for a bust, w for a wipe. Then

    U(t, m) = max( h(b + t), p_bust x + p_wipe w + sum over sets of p max over (g, n) U(t + g, n) )

where one may both bank and throw, and the turn is U(0, start), where one must throw. Turns from
many starts go side by side as columns, b, h, x and w being theirs. A cell is a pair (t, m) that a
turn can come to below the goal, or below ``top`` where there is none; more points end it, and are
banked. All points are in units.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ....games.race import Race
from ....kernels import turns as kernel
from ....kernels.outcomes import Outcomes
from ....memory import require
from ....solvers.race.arrays import BANKS, THROWS, Floats, Indices, RaceArrays
from ....solvers.race.decided import WIDTH, Decisions
from ....solvers.solution import TIED

__all__ = ["Bools", "Cells", "Decided", "Ends", "Layer", "cells_of"]

Bools = NDArray[np.bool_]

MOST_TOP = 100_000
"""The kernels take no larger goal; one may throw from larger scores."""


class Decided(NamedTuple):
    """The best turns of all columns."""

    worth: Floats
    """(columns,): what the turn is worth."""
    throws: Bools
    """(cells, columns): whether throwing is better. A tie banks: payoffs that differ by 1e-13 of
    their size are equal as far as doubles can tell."""
    cells: Floats
    """(cells, columns): what each cell is worth."""
    banked: Floats
    """(rows, columns): what banking so many units of the turn pays."""

    def at(self, columns: Any) -> Decided:
        """The same of some of the columns."""
        parts: tuple[Any, ...] = tuple(part[..., columns] for part in self)
        return Decided(*parts)


class Ends(NamedTuple):
    """How turns end, as chances."""

    banked: Floats
    """(rows, columns): at so many units of the turn."""
    bust: Floats
    wiped: Floats


class Cells:
    """The cells of a turn, and the kernels that go through them.

    Parameters
    ----------
    tables : RaceArrays
    every : bool
        Whether any points are a cell in the mode of the start, whether or not they can come up.
    """

    tables: RaceArrays
    turns: kernel.Turns
    points: Indices
    mode: Indices
    start: int
    """The cell in which turns begin."""

    def __init__(self, tables: RaceArrays, *, every: bool) -> None:
        self.tables = tables
        self.turns = kernel.Turns(*tables.turn_rules, every=every)
        cells = np.empty((self.turns.count, 2), dtype=np.intp)
        self.turns.cells(cells)
        self.points, self.mode = np.ascontiguousarray(cells.T)
        self.start = int(np.searchsorted(self.points, 1)) - 1

    @cached_property
    def outcomes(self) -> Outcomes:
        """The kernel that follows turns, in which whatever ends without a throw is banked."""
        tables = self.tables
        goal, options = tables.goal, len(tables.gains)
        free = replace(
            tables,
            exact=False,
            least=np.zeros(goal, np.intp),
            landing=np.arange(goal),
            single=False,
        )
        return Outcomes(
            *free.turn_rules, excess=np.zeros(options), beaten=np.zeros((0, 0, goal)),
            consoled=np.zeros(goal), unit=1.0,
        )  # fmt: skip

    def _rows(self) -> int:
        return self.tables.rolled + int(self.tables.gains.max())

    def play(
        self,
        own: Indices,
        held: Floats,
        bust: Floats,
        wiped: Floats,
        *,
        decline: bool = False,
    ) -> Decided:
        """The best turns of all columns with ``own`` units banked.

        ``held`` is what banking pays, (height, columns), by the score that one has then; the last
        row is for all that follow. ``decline``: one may bank nothing before the first throw.
        """
        tables, columns = self.tables, len(own)
        require(
            (35 * len(self.points) + 16 * self._rows()) * columns,
            f"a table of {len(self.points):,} states of a turn by {columns:,} scores",
            "choose a smaller goal, fewer turns, or a turn that busts or wipes more often",
        )
        every = np.minimum(np.arange(-(-columns // WIDTH) * WIDTH), columns - 1)
        thrown = np.zeros((len(self.points), len(every)))
        self.turns.alone(
            np.ascontiguousarray(held[:, every]), own[every], bust[every], wiped[every], thrown
        )
        thrown = thrown[:, :columns]
        banked = self._banked(own, held, bust)
        hold, points = banked[self.points], self.points[:, None]
        over = points >= tables.rolled - own
        may = (tables.may[self.mode] & BANKS > 0)[:, None] & (points >= tables.least[own])
        may[self.start] = decline
        throws = thrown > hold + TIED * np.abs(hold)
        throws = (throws | ~may) & ~over & (tables.may[self.mode] & THROWS > 0)[:, None]
        worth = np.where(throws, thrown, np.where(may | over, hold, bust))
        return Decided(worth[self.start].copy(), throws, worth, banked)

    def _banked(self, own: Indices, held: Floats, bust: Floats) -> Floats:
        """What banking 0, 1, … units of the turn pays, (rows, columns)."""
        scores = np.arange(self._rows())[:, None] + own
        found = np.take_along_axis(held, np.minimum(scores, len(held) - 1), axis=0)
        return np.where(scores > self.tables.goal, bust, found) if self.tables.exact else found

    def decisions(self, found: Decided, *, chooses: bool) -> Decisions:
        """The same as matches have them: at [units, mode, column], with choices or without."""
        shape = (len(found.banked), len(self.tables.may), len(found.worth))
        bank = np.ones(shape, dtype=np.uint8)
        bank[self.points, self.mode] = ~found.throws
        if not chooses:
            return Decisions(bank)
        worth = np.repeat(found.banked[:, None], shape[1], axis=1)
        worth[self.points, self.mode] = found.cells
        return Decisions(bank, worth)

    def ends(self, own: Indices, found: Decided) -> Ends:
        """How turns end that are played so, with ``own`` units banked.

        Of a set of options that is taken whose cell is worth most, the first of several.
        """
        columns = len(own)
        every = np.minimum(np.arange(-(-columns // WIDTH) * WIDTH), columns - 1)
        chooses = len(self.tables.gains) > len(self.tables.chances)
        bank, worth, _ = self.decisions(found.at(every), chooses=chooses)
        rows = len(bank)
        stops, lost = np.empty((rows, len(every))), np.empty((3, len(every)))
        self.outcomes.follow(0, bank, worth, None, stops, lost, np.empty(bank.shape))
        stops, (bust, wiped, _) = stops[:, :columns], lost[:, :columns]
        units, need = np.arange(rows)[:, None], self.tables.goal - own
        # Who stops where he may not bank has nothing to throw.
        busts = (units < need) & (units < self.tables.least[own])
        if self.tables.exact:
            busts |= units > need
        bust = bust + np.where(busts, stops, 0.0).sum(axis=0)
        goes: Any = found.throws[self.start]  # or one declines
        banked = np.where(busts | ~goes, 0.0, stops)
        banked[0] += ~goes
        return Ends(banked, bust * goes, wiped * goes)


@dataclass(frozen=True, eq=False)
class Layer:
    """What the best turns with so many turns left follow from: they are found when asked for."""

    game: Race
    top: int
    """As :func:`cells_of` takes it."""
    own: Indices
    held: Callable[[int], Floats]
    """What banking 0, 1, … pays, so many scores by columns."""
    bust: Floats
    wiped: Floats
    decline: bool = False
    columns: int = -1
    """Of so many columns the last stands for all that follow, and others play no part."""

    @property
    def cells(self) -> Cells:
        """The cells of its turns."""
        return cells_of(self.game, self.top)

    def best(self) -> Decided:
        """The best turns of all columns."""
        held = self.held(self.cells.tables.height)
        return self.cells.play(self.own, held, self.bust, self.wiped, decline=self.decline)

    def ends(self, found: Decided) -> Ends:
        """How turns end that are played so."""
        return self.cells.ends(self.own, found)


@lru_cache(maxsize=8)
def tables_without_goal(game: Race) -> RaceArrays:
    """The rules where the goal plays no part: gains are not cut to it, as with a last turn."""
    return RaceArrays.of_turn(
        game.turn, game.goal, consolation=game.consolation, minimum_bank=game.minimum_bank,
        last_turn=not game.set_aside, unit=game.unit,
    )  # fmt: skip


@lru_cache(maxsize=8)
def cells_of(game: Race, top: int = 0) -> Cells:
    """The cells of the turns of a game to its goal, or below ``top`` units if it has none."""
    every = game.turn.roll is not None
    if not top:
        return Cells(RaceArrays.of(game), every=every)
    tables, goal = tables_without_goal(game), min(top, MOST_TOP)
    least = np.full(goal, tables.least[-1])
    without = replace(tables, goal=goal, further=top - goal, least=least, landing=np.arange(goal))
    return Cells(without, every=every)
