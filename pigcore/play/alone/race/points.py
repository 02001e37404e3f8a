"""The most points in a number of turns. No goal limits them, so what is finite here is proved.

V_t(b) is the most that b banked points are expected to become in t turns:

    V_0(b) = b,    V_t(b) = turn(b),  the turn paying V_{t-1}(s), V_{t-1}(b + c), V_{t-1}(0),

with c the consolation. Let k be the greatest chance that a turn is not wiped, 1 if one may decline.

*Growth.* For y >= x, 0 <= V_t(y) - V_t(x) <= k^t (y - x): each of the two can copy the other's
decisions throw by throw, which keeps the difference until a wipe removes it.

*The tail.* Let V_{t-1} be a line of slope k^(t-1) from n on, and let best play from some b >= n not
be wiped with chance k. Then the same decisions are best from all larger scores, because they earn
all that growth allows: V_t is a line of slope k^t from b on. A finite table and a line are the
whole of V_t.

*Where to bank.* Let m be the mean gain of a throw, and p and q its chances to bust and to wipe. One
throw more and then banking changes what t units bank by at most m + p (c - t) + q (0 - t) in units
of k^(t-1), the tail being no lower than b + rest for any score; so it loses from some t on, and so
does any number of throws (optional stopping of a positive supermartingale). Where one must throw
again, or throws that lose nothing come between, turns are followed until what may lie beyond their
last cell is worth no more than rounding: as little as nothing, or as much as there is to gain if
busts cost nothing.

After many turns k^t is tiny, so what is kept is V_t(0) and R_t(b) = (V_t(b) - V_t(0)) / k^t, whose
line is b + rest. A turn asks for differences only: with r_t = turn(R_{t-1}), where R_{t-1}(0) = 0,

    V_t(0) = V_{t-1}(0) + k^(t-1) r_t(0),    R_t(b) = (r_t(b) - r_t(0)) / k.

Without wipes V_t(b) = b + V_t(0), and all turns are alike but for the busts in a row before them,
if every third costs points: then a turn begins in one of three states. A turn after z busts is
worth f(x), where a bust pays x, so that in the long run the average r and the worths of the states
satisfy r = f(w_1), w_1 = f(w_2) - r and w_2 = f(-P) - r: one equation in r, by Newton's method.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property, partial
from math import ceil
from typing import Any

import numpy as np

from ....games.errors import RuleError, SizeError
from ....games.race import Race
from ....solvers.race.arrays import BANKS, THROWS, Floats, Indices, RaceArrays
from .cells import Cells, Decided, Layer, tables_without_goal

__all__ = ["WithoutGoal", "refuse_without_goal"]

MOST_SCORES = 1_000_000

MOST_UNITS = 1 << 15
"""A turn that hardly ever busts is followed no further."""

CLOSE = 1e-13
"""A turn is followed until what may lie beyond is worth less than this share of a point."""

SAME = 1e-12
"""Chances that differ by less are equal as far as rounding can tell."""

STEPS = 100
"""Newton's method takes some five."""

BLOCK, MOST_BLOCKS = 500, 200
"""What a turn can still gain is found in so many blocks of steps at most."""


@dataclass(frozen=True)
class _Worth:
    """R_t: a table of the smaller scores, and the line b + rest for the others."""

    table: Floats
    rest: float

    def __call__(self, scores: Indices) -> Floats:
        found = scores.astype(np.float64) + self.rest
        small = scores < len(self.table)
        found[small] = self.table[scores[small]]
        return found


def _banked(worth: _Worth, starts: Indices, top: int, more: float, cut: Any, rows: int) -> Floats:
    """What banking pays, (rows, columns): from ``top`` on ``more`` than ``worth``, or ``cut``."""
    found = worth(np.arange(rows)[:, None] + starts)
    found[top:] = found[top:] + more if cut is None else cut
    return found


NOTHING = _Worth(np.zeros(0), 0.0)


def refuse_without_goal(game: Race) -> None:
    """RuleError where turns without a goal are neither alike nor distinguished by the score."""
    if game.opening > max(game.minimum_bank, game.unit):
        raise RuleError(
            f"opening is {game.opening}, but without a goal every turn is like every other: "
            "give a game without an opening, or ask for turns or chance"
        )
    if game.penalty and game.turn.wipes:
        raise RuleError(
            f"penalty is {game.penalty}, but throws of {game.name} may wipe as well, and then "
            "turns are not alike: leave one of the two out"
        )


class WithoutGoal:
    """Turns that bank points, whatever they come to; everything is in units."""

    game: Race
    decline: bool
    wipes: bool
    bonus: int
    penalty: int
    least: int

    def __init__(self, game: Race, decline: bool = False) -> None:
        self.game, self.decline, self.wipes = game, decline, game.turn.wipes
        self.tables: RaceArrays = tables_without_goal(game)
        self.bonus = game.consolation // game.unit
        self.penalty = game.penalty // game.unit
        self.least = int(self.tables.least[-1])
        if not self.tables.thrown.any() and game.turn.describe()["longest"] is None:
            raise RuleError(
                f"no throw of {game.name} busts or wipes, so one throws for ever and the points "
                "have no limit: give the roll a chance of a bust"
            )
        self._top = 0
        self._known: tuple[Cells | None, float] = None, 0.0

    # --- one turn ---------------------------------------------------------------------------------

    def turn(self, worth: _Worth, starts: Indices, bust: Floats) -> tuple[Layer, Decided]:
        """The best turns where ``starts`` and what is gained is worth ``worth`` in the end."""

        def layer(top: int, more: float = 0.0, cut: Any = None) -> Layer:
            held = partial(_banked, worth, starts, top, more, cut)
            none = np.zeros(len(bust))
            own = none.astype(np.intp)
            return Layer(self.game, top, own, held, bust, none, self.decline, len(bust))

        bound = self._bound(float((bust - starts).max()), worth.rest)
        if bound is not None:
            if bound > self._top:  # some more, so that the cells serve the next turns, too
                self._top = min(bound + bound // 4, MOST_SCORES)
            if (most := int(self.tables.gains.max())) > MOST_SCORES:
                raise SizeError(
                    f"a throw of {self.game.name} gains {most:,} units of points, but without a "
                    f"goal {MOST_SCORES:,} at most are followed: choose smaller gains"
                )
            found = layer(self._top)
            return found, found.best()
        top = self._top or 4 * int(self.tables.gains.max()) + 64
        while top <= MOST_UNITS:
            least = layer(top, cut=np.minimum(bust, 0.0))
            low, high = least.best(), layer(top, more=self._further).best()
            if (high.worth - low.worth <= CLOSE * np.maximum(1.0, np.abs(low.worth))).all():
                self._top = top
                return least, low
            top *= 2
        raise self._endless()

    def _bound(self, bust: float, rest: float) -> int | None:
        """From how many units on one banks, if that is sure; a bust gains ``bust`` at most."""
        tables = self.tables
        throws = tables.may & THROWS > 0
        loses = tables.thrown[throws].sum(axis=1)
        if not ((tables.may[throws] & BANKS > 0) & (loses > 0)).all():
            return None
        gained = np.maximum.reduceat(tables.gains, tables.first[:-1]) * tables.chances
        means = np.bincount(tables.owner, gained, len(tables.may))[throws]
        most = float(((means + tables.thrown[throws, 0] * bust) / loses).max()) - rest
        if most >= MOST_SCORES - 1:
            self._too_long()
        return max(ceil(most), self.least, 0) + 1

    @cached_property
    def _further(self) -> float:
        """The most units that a turn can still expect from any mode, if a bust costs nothing."""
        tables = self.tables
        worth: Any = np.zeros(len(tables.may))
        grown = np.inf
        for _ in range(MOST_BLOCKS):
            begun = worth.max()
            for _ in range(BLOCK):
                before = worth
                sets = np.maximum.reduceat(tables.gains + before[tables.after], tables.first[:-1])
                worth = np.bincount(tables.owner, sets * tables.chances, len(before))
                if (worth - before).max() <= 1e-12 * worth.max():
                    return 1.01 * float(worth.max()) + self.bonus
            if worth.max() - begun > 0.999 * grown:  # it grows for ever
                break
            grown = worth.max() - begun
        raise self._endless()

    def _endless(self) -> RuleError:
        return RuleError(
            f"turns of {self.game.name} hardly ever bust and are too long to follow: "
            "leave a combination out"
        )

    def _too_long(self) -> None:
        raise SizeError(
            f"in {self.game.name} it pays to roll on beyond {MOST_SCORES:,} points, which is as "
            "far as scores are followed: choose smaller gains or a larger chance of a bust or a "
            "wipe"
        )

    # --- several turns ----------------------------------------------------------------------------

    def points(self, turns: int) -> tuple[Floats, list[Layer]]:
        """The most points at [turns left, own], and the best turns.

        The columns are scores, of which the last stands for all larger ones, or the busts in a row
        before the turn.
        """
        return self._with_wipes(turns) if self.wipes else self._without_wipes(turns)

    def _without_wipes(self, turns: int) -> tuple[Floats, list[Layer]]:
        states = 3 if self.penalty else 1
        worth: Floats = np.zeros((turns + 1, states))
        layers = []
        for left in range(1, turns + 1):
            before = worth[left - 1]
            after = np.append(before[1:], before[0] - self.penalty) - before[0] + self.bonus
            layer, found = self.turn(NOTHING, np.zeros(states, dtype=np.intp), after)
            worth[left] = before[0] + found.worth
            layers.append(layer)
        return np.arange(float(self.game.units)) + worth[:, :1], layers

    def _with_wipes(self, turns: int) -> tuple[Floats, list[Layer]]:
        last, worths, from_0, slopes, layers = NOTHING, [NOTHING], [0.0], [1.0], []
        for _ in range(turns):
            known = len(last.table)
            columns, calm = known + 32, np.zeros(0, dtype=np.intp)
            while not len(calm):
                if columns > MOST_SCORES:
                    self._too_long()
                starts = np.arange(columns)
                layer, found = self.turn(last, starts, last(starts + self.bonus))
                kept = self._kept(layer.cells)
                tail = found.at(slice(known, None))
                wiped = layer.cells.ends(layer.own[known:], tail).wiped
                calm = known + np.flatnonzero(wiped <= 1.0 - kept + SAME)
                columns *= 2
            value = found.worth[: int(calm[0]) + 1]
            risen = (value - value[0]) / kept
            last = _Worth(risen[:-1], float(risen[-1]) - int(calm[0]))
            worths.append(last)
            from_0.append(from_0[-1] + slopes[-1] * float(value[0]))
            slopes.append(slopes[-1] * kept)
            layers.append(replace(layer, columns=len(value)))
        scores = np.arange(max(self.game.units, *(len(worth.table) for worth in worths)))
        relative = np.array([worth(scores) for worth in worths])
        return np.array(from_0)[:, None] + np.array(slopes)[:, None] * relative, layers

    def _kept(self, cells: Cells) -> float:
        """The greatest chance that a turn is not wiped."""
        if cells is self._known[0]:
            return self._known[1]
        none, held = np.zeros(1), np.ones((cells.tables.height, 1))
        found = cells.play(np.zeros(1, np.intp), held, held[0], none, decline=self.decline)
        kept = float(found.worth[0])
        if kept <= SAME:
            raise RuleError(
                f"every turn of {self.game.name} ends in a wipe, so no points last: let some throw "
                "not lead to one"
            )
        self._known = cells, kept
        return kept

    def per_turn(self) -> tuple[float, list[Layer]]:
        """The most points of a turn in the long run, and the best turns by busts in a row."""
        last = self._alike(-float(self.penalty))
        turns, average = [last], last[0]
        if self.penalty:
            for _ in range(STEPS):
                second = self._alike(last[0] - average)
                first = self._alike(second[0] - average)
                step = (first[0] - average) / (1 + first[1] * (1 + second[1]))
                average, turns = average + step, [first, second, last]
                if abs(step) < 1e-12 * max(1.0, abs(average)):
                    break
        return average, [layer for _, _, layer in turns]

    def _alike(self, bust: float) -> tuple[float, float, Layer]:
        """What the best turn is worth where a bust pays so much, its chance of a bust, and it."""
        paid = np.array([bust + self.bonus])
        layer, found = self.turn(NOTHING, np.zeros(1, dtype=np.intp), paid)
        busts = 0.0
        if self.penalty:
            busts = float(layer.ends(found).bust[0])
        return float(found.worth[0]), busts, layer
