"""Passes over the turn starts of a race in which busts in a row cost points, and error bounds.

V(i, j; a, b) is the mover's chance at the start of a turn: he has i units above the floor and a
busts in a row, the opponent j and b. With m busts in a row that cost d units,

    banking t        pays  1 - V(j, i + t; b, 0)
    a bust           pays  1 - V(j, i; b, a + 1)             where a + 1 < m,
                           1 - V(j, max(i - d, 0); b, 0)     where a + 1 = m.

A turn is what it is in any race; so its kernel (``pigcore/kernels/turns.pyx``) finds f(x), what a
turn is worth of which a bust pays x. Banking leads to a larger total of both scores, a bust that is
not the m-th to the same pair of scores with a larger sum a + b. In the order of falling totals, and
of falling a + b within each, every turn start comes after all that it needs but those that somebody
falls to. A *pass* visits all in this order and pays falls by the pass before. What it misses then
is at most what the pass before missed, times the chance that somebody falls at all before the game
ends by way of the states that matter: some 1/30, so eight to twelve passes reach the last bits, and
Anderson's mixing of what falls pay saves a few more.

Errors. A turn is worth f(h, x), a convex function of what it pays that rises with all of that. Let
v bound the errors of turn starts. As in ``solvers/race/bound.py``, for any K >= 1,

    f(z + v) - f(z) <= (f(z + K v) - f(z)) / K      and      f(z) - f(z - v) <= f(z + v) - f(z),

so one more pass over payoffs that are K times as far off says how errors grow in a turn. If what a
turn start misses of its equation, and what roundings do to it, and this growth are at most v in all
states, the pass maps the box of errors v into itself: by Brouwer's theorem it holds a solution of
all equations.

It is the only one. Let two solutions be as far apart as any two are, in some turn start; let the
first player decide best by the one in which he wins more, the second by the other. Then they stay
as far apart whatever falls, as long as play goes on. But play ends: where a turn is worth no more
than its bust, one that banks with some chance is worth as much, as who has banked wins at least as
often (see below; the least and the greatest solution are what the game is worth if play that never
ends is lost or won, and of both this holds). So each turn may be taken to bank with some chance,
and with some chance so many do in a row that somebody has the goal. So they are not apart.

Without a floor. Let the rules be the same with scores that fall without end. Who has more points,
or as many and fewer busts in a row, wins at least as often: he does what he would do with fewer,
until he wins. (If he has a bust less, he falls one bust later, and meanwhile has d units more.
Where few points must be opened with many, he may still bank what he could bank with fewer.) So the
chance of who falls from the floor is at most what it is if he stays there, and it is at least
nothing. Where V was computed with scores that stay at the floor, let falls below it pay the mover
something between 0 and that, and the opponent's falls likewise: a box [low, high] that a pass maps
into itself holds the truth of the game without a floor, and so does the smallest one. For this
nothing need be said of play that never ends: the lower end is what the mover can make sure of.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from ...games.race import Race
from ...kernels import LANES
from ..race.arrays import Floats, Indices, RaceArrays
from ..race.bound import APART, UNIT, most_share
from ..race.newton import Anderson

__all__ = ["DEPTH", "LAST_BITS", "Blocks", "Followed", "bound_of", "without_floor"]

TRIES = 100
"""How often errors are assumed until they prove themselves."""

WIDER = 1.05
"""Errors are assumed to be so much larger than those that were found last."""


LAST_BITS = 2e-14
"""Passes end once falls pay what they paid before, but for this."""

DEPTH = 6
"""Passes that Anderson's mixing remembers."""

Followed = Callable[[Floats, Indices, Indices], tuple[Floats, Floats]]
"""What a player's turns are worth, but for what busts pay, and their chances to bust, both (counts,
counts, width), by the opponent's turn starts and by the scores of some turns."""


def _done(change: float) -> int:
    """How much of the work is done, in hundredths, once falls change by so much."""
    return int(100 * min(math.log(max(change, LAST_BITS)) / math.log(LAST_BITS), 1.0))


def _stands_still(history: list[float]) -> bool:
    """Whether nothing but roundings is left."""
    return history[-1] < 1e-12 and min(history[-3:]) > 0.5 * min(history[:-3], default=1.0)


class Blocks:
    """The turns of a race in which scores can fall, all pairs of one total of scores at a time."""

    def __init__(self, game: Race) -> None:
        tables = replace(RaceArrays.of(game.from_floor), single=False)
        self.tables: RaceArrays = tables
        self.size: int = tables.goal
        self.counts: int = game.busts_in_a_row
        self.drop: int = game.penalty // game.unit
        self.edge: int = game.sure_from // game.unit + game.below
        self.begun: int = int(np.searchsorted(tables.cells[:, 0], 1)) - 1
        self._nothing = np.zeros(tables.stride)
        # Each leads to a larger sum by a bust, or out of the pair.
        self.pairs: list[tuple[int, int]] = sorted(
            np.ndindex(self.counts, self.counts), key=sum, reverse=True
        )

    @property
    def shape(self) -> tuple[int, int, int, int]:
        """Of turn starts: at [busts, opp_busts, own, opp]."""
        return self.counts, self.counts, self.size, self.size

    def totals(self) -> Iterator[tuple[int, Indices, Indices]]:
        """All totals from the largest down, with the scores (own, opp) of each."""
        for total in range(2 * self.size - 2, -1, -1):
            opp = np.arange(max(0, total - self.size + 1), min(total, self.size - 1) + 1)
            yield total, total - opp, opp

    def held(self, values: Floats | None = None) -> list[Floats]:
        """What banking each score pays, by the opponent's busts."""
        tables = self.tables
        if values is None:
            return [tables.nothing_held() for _ in range(self.counts)]
        return [tables.held(values[b, 0]) for b in range(self.counts)]

    def opposite(self, values: Floats, a: int, b: int, own: Any, opp: Any) -> Floats:
        """The opponent's entry after a bust of the mover."""
        if a + 1 < self.counts:
            return values[b, a + 1, opp, own]  # type: ignore[no-any-return]
        return values[b, 0, opp, np.maximum(own - self.drop, 0)]  # type: ignore[no-any-return]

    def excess(
        self, held: Floats, paid: Floats, total: int, opp: Indices, wide: RaceArrays | None = None
    ) -> Floats:
        """How much more the turns of a total are worth than what their busts pay.

        ``wide`` has chances in place of the rules', but not for turns that win if they bank at all.
        """
        x, rules = self._nothing.copy(), wide or self.tables
        x[opp] = paid
        found = self.tables.excess(held, x, total, rules.chances, rules.thrown, self._nothing)
        late = np.flatnonzero(total - opp > self.edge)
        if len(late) and wide is None:
            found[opp[late]] = self.worth_late(held, opp[late], paid[late]) - paid[late]
        return found[opp]

    def worth_late(self, held: Floats, opp: Indices, paid: Floats) -> Floats:
        """What turns are worth that win if they bank at all, against these scores."""
        every = np.resize(np.arange(len(opp)), -(-len(opp) // LANES) * LANES)
        own = np.full(len(every), self.edge, dtype=np.intp)
        out = np.zeros((self.tables.turns.count, len(every)))
        x = np.ascontiguousarray(paid[every])
        columns = np.ascontiguousarray(held[:, opp[every]])
        self.tables.turns.alone(columns, own, x, x, out)
        return out[self.begun, : len(opp)]

    def sweep(
        self,
        values: Floats,
        fallen: Floats,
        known: bool,
        other: Followed | None = None,
        report: Callable[[float], object] = float,
    ) -> None:
        """One pass: ``values`` is written, a table for each player; falls pay by ``fallen``,
        (tables, busts, own, opp).

        The first player plays best. So does the second, who has the same table, unless ``other``
        says how his turns end. ``known`` says whether falls pay so; if not, they pay as if the
        opponent gained what is lost. ``report`` is given the share of the pass that is done.
        """
        held, counts = self.held(), self.counts
        for total, own, opp in self.totals():
            below = np.maximum(own - self.drop, 0)
            above = np.minimum(opp + self.drop, self.size - 1)
            ends = None if other is None else other(values[0], own, opp)
            for a, b in self.pairs:
                for player, (mine, theirs, fell) in enumerate(
                    zip(values, values[::-1], fallen[::-1])
                ):
                    if a + 1 < counts:
                        after = theirs[b, a + 1, opp, own]
                    elif known or total + 2 * self.drop > 2 * self.size - 2:
                        after = fell[b, opp, below]
                    else:
                        after = theirs[b, 0, above, own]
                    paid = 1.0 - after
                    if player and ends is not None:
                        found = ends[0][a, b] + ends[1][a, b] * paid
                    else:
                        found = paid + self.excess(held[b], paid, total, opp)
                    mine[a, b, own, opp] = np.clip(found, 0.0, 1.0)
            for b in range(counts):
                held[b][own, opp] = 1.0 - values[-1, b, 0, opp, own]
            report(1.0 - total / (2 * self.size - 1))

    def passes(
        self,
        limit: int,
        other: Followed | None = None,
        progress: Callable[[int, int], object] | None = None,
    ) -> tuple[Floats, list[float]]:
        """Passes until falls pay what they paid before; by how much each changed that.

        The tables are those of ``sweep``.
        """
        values = np.zeros((1 if other is None else 2, *self.shape))
        fallen = values[:, :, 0].copy()
        mix = Anderson(fallen.flatten(), DEPTH)
        history: list[float] = []
        # A pass is taken to bring as much as the one before it, the first one a tenth of all.
        done, gain, said = 0, 10, 0

        def report(share: float) -> None:
            nonlocal said
            said = max(said, min(int(done + share * gain), 99))
            if progress is not None:
                progress(said, 100)

        while True:
            self.sweep(values, fallen, bool(history), other, report)
            history.append(float(np.abs(values[:, :, 0] - fallen).max()))
            done, gain = _done(history[-1]), _done(history[-1]) - done
            if history[-1] <= LAST_BITS or len(history) >= limit or _stands_still(history):
                return values, history
            # The first pass has nothing to be mixed with.
            following = values[:, :, 0].flatten()
            if len(history) == 1:
                mix = Anderson(following, DEPTH)
            else:
                following = mix(following)
            fallen = following.reshape(fallen.shape).copy()

    def missed(self, values: Floats) -> tuple[Floats, Floats, Floats]:
        """How far turn starts are from their equations, what busts pay, and the turns' excess.

        Roundings are not counted.
        """
        held = self.held(values)
        off, paid, excess = (np.empty(self.shape) for _ in range(3))
        for total, own, opp in self.totals():
            for a, b in self.pairs:
                at = a, b, own, opp
                paid[at] = 1.0 - self.opposite(values, a, b, own, opp)
                excess[at] = self.excess(held[b], paid[at], total, opp)
                off[at] = np.abs(paid[at] + excess[at] - values[at])
        return off, paid, excess


def _rounded(blocks: Blocks, values: Floats, paid: Floats, excess: Floats) -> tuple[Floats, float]:
    """The most that roundings do to each turn, and to those of which nothing is known."""
    tables = blocks.tables
    counts = np.bincount(tables.owner, minlength=len(tables.may))
    shares = np.asarray((counts + 8) * UNIT, dtype=np.float64)
    most = most_share(tables, shares)
    wide = replace(
        tables,
        chances=tables.chances * (1.0 + APART * shares[tables.owner]),
        thrown=tables.thrown * (1.0 + APART * shares[:, None]),
    )
    held = blocks.held(values)
    least = [np.minimum.accumulate(each[:0:-1])[::-1][: blocks.size] for each in held]
    found = np.empty(blocks.shape)
    for total, own, opp in blocks.totals():
        for a, b in blocks.pairs:
            at = a, b, own, opp
            more = blocks.excess(held[b], paid[at], total, opp, wide) - excess[at]
            above = (least[b][own, opp] >= paid[at]) & (own <= blocks.edge)
            found[at] = np.where(above, more / APART + 4.0 * most / APART, most)
    return found + 6 * UNIT, most


def errors_of(game: Race, starts: Floats) -> tuple[Floats, Floats]:
    """A bound of the error of each turn start, at [busts, opp_busts, own, opp]; 1 where none is.

    And what roundings do to each turn at most.
    """
    blocks = Blocks(game)
    values = np.ascontiguousarray(np.moveaxis(starts, (0, 1), (2, 3)))
    off, paid, excess = blocks.missed(values)
    rounding, most = _rounded(blocks, values, paid, excess)
    if not most < 1.0:
        return np.ones(blocks.shape), rounding
    least, slip = off + rounding, 4.0 * most / APART
    held, assumed = blocks.held(values), least
    for _ in range(TRIES):
        errors = WIDER * assumed + UNIT
        assumed = errors.copy()
        moved = [each.copy() for each in held]
        for b, each in enumerate(moved):
            each[: blocks.size, : blocks.size] += APART * (errors[b, 0].T + UNIT)
        large = 4.0 * (most + UNIT) * float(errors.max()) + slip
        for total, own, opp in blocks.totals():
            for a, b in blocks.pairs:
                at = a, b, own, opp
                more = APART * (blocks.opposite(errors, a, b, own, opp) + UNIT)
                once = blocks.excess(moved[b], paid[at] + more, total, opp)
                errors[at] = least[at] + (once - excess[at] + more) / APART + large
            for b in range(blocks.counts):
                moved[b][own, opp] = held[b][own, opp] + APART * (errors[b, 0, opp, own] + UNIT)
        if not errors.max() < 1.0:
            break
        if (errors <= assumed).all():
            return errors, rounding
        assumed = errors
    return np.ones(blocks.shape), rounding


def bound_of(game: Race, starts: Floats) -> float:
    """At least the largest error of turn starts, whatever found them; 1 where nothing is known."""
    return float(errors_of(game, starts)[0].max())


def without_floor(game: Race, starts: Floats) -> tuple[Floats, Floats]:
    """Bounds of all turn starts of the game without a floor, at [own, opp, busts, opp_busts]."""
    errors, rounding = errors_of(game, starts)
    blocks = Blocks(game)
    values = np.ascontiguousarray(np.moveaxis(starts, (0, 1), (2, 3)))
    ends = [values.copy(), values.copy()]
    cut = np.arange(blocks.size) < blocks.drop
    for _ in range(TRIES):
        assumed = [
            np.clip(values + 1.02 * (end - values) + sign * 3.0 * errors, 0.0, 1.0)
            for end, sign in zip(ends, (-1.0, 1.0))
        ]
        ends = [end.copy() for end in assumed]
        held = [blocks.held(end) for end in ends[::-1]]
        for total, own, opp in blocks.totals():
            for a, b in blocks.pairs:
                at = a, b, own, opp
                for low, (end, others, paid_by) in enumerate(zip(ends, ends[::-1], held)):
                    paid = 1.0 - blocks.opposite(others, a, b, own, opp)
                    if a + 1 == blocks.counts and not low:
                        paid = np.where(cut[own], 0.0, paid)
                    end[at] = np.clip(paid + blocks.excess(paid_by[b], paid, total, opp), 0.0, 1.0)
            for b in range(blocks.counts):
                for others, paid_by in zip(ends[::-1], held):
                    paid_by[b][own, opp] = 1.0 - others[b, 0, opp, own]
        fits = (ends[0] - rounding >= assumed[0]) | (assumed[0] == 0.0)
        fits &= (ends[1] + rounding <= assumed[1]) | (assumed[1] == 1.0)
        if fits.all():
            break
    else:
        assumed = [np.zeros(blocks.shape), np.ones(blocks.shape)]
    least, most = (np.moveaxis(end, (2, 3), (0, 1)) for end in assumed)
    return least, most
