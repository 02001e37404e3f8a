"""Passes over the turn starts of a race in which busts in a row cost points.

V(i, j; a, b) is the mover's chance at the start of a turn: he has i units above the floor and a
busts in a row, the opponent j and b. With m busts in a row that cost d units,

    banking t        pays  1 - V(j, i + t; b, 0)
    a bust           pays  1 - V(j, i; b, a + 1)             where a + 1 < m,
                           1 - V(j, max(i - d, 0); b, 0)     where a + 1 = m.

A turn is what it is in any race; so its kernel (``pigcore/kernels/turn.pxi``) finds f(x), what a
turn is worth of which a bust pays x. Banking leads to a larger total of both scores, a bust that is
not the m-th to the same pair of scores with a larger sum a + b. In the order of falling totals, and
of falling a + b within each, every turn start comes after all that it needs but those that somebody
falls to. A *pass* visits all in this order and pays falls by the pass before. What it misses then
is at most what the pass before missed, times the chance that somebody falls at all before the game
ends by way of the states that matter: some 1/30, so eight to twelve passes reach the last bits, and
Anderson's mixing of what falls pay saves a few more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from ...games.race import Race
from ...kernels import LANES
from ..race.anderson import Anderson
from ..race.arrays import Floats, Indices, RaceArrays

__all__ = ["DEPTH", "Blocks", "Followed"]

LAST_BITS = 1e-15
"""Passes end once falls pay what they paid before, but for this."""

PATIENCE = 10
"""So many passes that bring nothing show that nothing but roundings is left."""

DEPTH = 6
"""Passes that Anderson's mixing remembers."""

Followed = Callable[[Floats, Indices, Indices], tuple[Floats, Floats]]
"""What a player's turns are worth, but for what busts pay, and their chances to bust, both (counts,
counts, width), by the opponent's turn starts and by the scores of some turns."""


def _stands_still(history: list[float]) -> bool:
    """Whether nothing but roundings is left."""
    least = min(history[:-PATIENCE], default=1.0)
    return history[-1] < 1e-12 and min(history[-PATIENCE:]) > 0.5 * least


class Blocks:
    """The turns of a race in which scores can fall, all pairs of one total of scores at a time."""

    def __init__(self, game: Race, *, every: bool = False) -> None:
        """``every`` keeps options, too, that are never best between two who play best."""
        tables = replace(RaceArrays.of(game.from_floor, every=every), single=False)
        self.tables: RaceArrays = tables
        self.size: int = tables.goal
        self.counts: int = game.busts_in_a_row
        self.drop: int = game.penalty // game.unit
        self.edge: int = game.sure_from // game.unit + game.below
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

    def held(self) -> list[Floats]:
        """What banking each score pays before any turn start is known, by the opponent's busts."""
        return [self.tables.by_total(self.tables.nothing_held()) for _ in range(self.counts)]

    def opposite(self, values: Floats, a: int, b: int, own: Any, opp: Any) -> Floats:
        """The opponent's entry after a bust of the mover."""
        if a + 1 < self.counts:
            return values[b, a + 1, opp, own]  # type: ignore[no-any-return]
        return values[b, 0, opp, np.maximum(own - self.drop, 0)]  # type: ignore[no-any-return]

    def excess(self, held: Floats, paid: Floats, total: int, opp: Indices) -> Floats:
        """How much more the turns of a total are worth than what their busts pay."""
        x = self._nothing.copy()
        x[opp] = paid
        found = self.tables.excess(held, x, total)
        late = np.flatnonzero(total - opp > self.edge)
        if len(late):
            found[opp[late]] = self.worth_late(held, opp[late], paid[late]) - paid[late]
        return found[opp]

    def worth_late(self, held: Floats, opp: Indices, paid: Floats) -> Floats:
        """What turns are worth that win if they bank at all, against these scores."""
        every = np.resize(np.arange(len(opp)), -(-len(opp) // LANES) * LANES)
        tables, own = self.tables, self.edge
        scores = np.arange(own, tables.height)[:, None]
        columns = np.zeros((tables.height, len(every)))
        columns[own:] = held[scores + opp[every], opp[every]]
        x, out = np.ascontiguousarray(paid[every]), np.zeros((len(tables.cells), len(every)))
        least = int(tables.least[own])
        tables.turns.rolls(columns, own, least, tables.rolled - own, False, x, x, out)
        return out[tables.begun, : len(opp)]

    def sweep(self, values: Floats, fallen: Floats, known: bool, other: Followed) -> None:
        """One pass: ``values`` is written, a table for each player; falls pay by ``fallen``,
        (tables, busts, own, opp).

        The first player plays best; ``other`` says how the second one's turns end. ``known`` says
        whether falls pay so; if not, they pay as if the opponent gained what is lost.
        """
        held, counts = self.held(), self.counts
        for total, own, opp in self.totals():
            below = np.maximum(own - self.drop, 0)
            above = np.minimum(opp + self.drop, self.size - 1)
            ends = other(values[0], own, opp)
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
                    if player:
                        found = ends[0][a, b] + ends[1][a, b] * paid
                    else:
                        found = paid + self.excess(held[b], paid, total, opp)
                    mine[a, b, own, opp] = np.clip(found, 0.0, 1.0)
            for b in range(counts):
                held[b][total, opp] = 1.0 - values[1, b, 0, opp, own]

    def passes(self, limit: int, other: Followed) -> tuple[Floats, list[float]]:
        """Passes until falls pay what they paid before; by how much each changed that.

        The tables are those of ``sweep``. Against an ``other`` who lets games go on for ever but
        for a little, what a pass changes is that little part of what is missed: so the last bits
        are waited for.
        """
        values = np.zeros((2, *self.shape))
        fallen = values[:, :, 0].copy()
        mix = Anderson(fallen.flatten(), DEPTH)
        history: list[float] = []
        while True:
            self.sweep(values, fallen, bool(history), other)
            history.append(float(np.abs(values[:, :, 0] - fallen).max()))
            if history[-1] <= LAST_BITS or len(history) >= limit or _stands_still(history):
                return values, history
            # The first pass has nothing to be mixed with.
            following = values[:, :, 0].flatten()
            if len(history) == 1:
                mix = Anderson(following, DEPTH)
            else:
                following = mix(following)
            fallen = following.reshape(fallen.shape).copy()

    def missed(self, values: Floats) -> Floats:
        """How far turn starts are from their equations."""
        held = [self.tables.by_total(self.tables.held(values[b, 0])) for b in range(self.counts)]
        off = np.empty(self.shape)
        for total, own, opp in self.totals():
            for a, b in self.pairs:
                at = a, b, own, opp
                paid = 1.0 - self.opposite(values, a, b, own, opp)
                off[at] = np.abs(paid + self.excess(held[b], paid, total, opp) - values[at])
        return off
