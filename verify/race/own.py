"""The decisions that follow from a race's table, as whoever plays by it computes them.

They are computed in double precision (:mod:`floats`). A sum of n + 2 positive terms, whatever its
order, is off by at most (n + 2) 2^-53 or so of itself, and a turn of a race to ``goal`` adds up at
most ``goal`` of these: less than 1e-9 in every race that a proof is made for.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from copy import copy
from itertools import repeat
from operator import lt, mul, sub

from ..own import OwnCount
from .enclosure import Bounds, Enclosure
from .floats import FloatTurns
from .rules import Rules

__all__ = ["OwnDecisions"]


class OwnDecisions:
    """Counts the decisions of the table ``starts``, turn after turn."""

    def __init__(
        self, rules: Rules, starts: Sequence[Sequence[float]], claimed: float | None
    ) -> None:
        self.count: OwnCount = OwnCount(claimed)
        self._turns = FloatTurns(rules, starts)

    def add(self, turn: Bounds) -> None:
        """Compare the table's decisions in one turn with those that are proved."""
        i, j, low, high, hold_low, hold_high = turn
        start = i + 1  # there is no choice before the first throw
        margins = self._turns.margins(i, j)[1:]
        rolls = map(lt, hold_high[start:], low[start:])
        holds = map(lt, high[start:], hold_low[start:])
        # 1 where it is proved to throw, -1 where to hold, 0 where neither is proved: the product
        # with the table's margin is above 0 where the table is right.
        proved = list(map(sub, rolls, holds))
        agreed = list(map(mul, proved, margins))
        clear = sum(map(lt, repeat(self.count.most), agreed))
        self.count.clear(clear)
        if clear == len(agreed):
            return
        for side, margin in zip(proved, margins):
            if side and not side * margin > self.count.most:
                # Equal payoffs are held: the table's margin is 0 then.
                self.count.add((margin > 0) == (side > 0), abs(margin))

    # --- in blocks ----------------------------------------------------------------------------

    def part(self, found: Enclosure, rows: Collection[int]) -> OwnDecisions:
        """One that has seen nothing yet, and the table's rows that ``found`` has."""
        mine = copy(self)
        mine.count, mine._turns = OwnCount(self.count.claimed), self._turns.part(rows)
        return mine

    def outcome(self) -> OwnCount:
        """What was counted."""
        return self.count

    def take(self, outcome: OwnCount) -> None:
        """Count what a part counted."""
        self.count.take(outcome)
