"""Counting what a race's enclosure decides, state by state."""

from __future__ import annotations

from fractions import Fraction
from heapq import heappush, heapreplace

from ..report import Call
from .enclosure import Enclosure
from .ties import Open

__all__ = ["Tally"]

_CLOSEST = 10


class Tally:
    """Visits turns (:func:`enclosure.enclose`) and keeps what their bounds show."""

    def __init__(self) -> None:
        self.decided = 0
        self.ties = 0
        self.never = 0
        self.opened: list[Open] = []
        """The states whose margin may or may not be 0."""
        self._closest: list[tuple[int, int, int, int, str, int, int]] = []
        self._limit: float = float("inf")

    def visit(self, found: Enclosure, i: int, j: int, low: list[int], high: list[int]) -> None:
        """Compare the bounds of c(s) with those of h(s) for every s of the turn (i, j)."""
        hold_low, hold_high = found.low[j], found.high[j]
        limit = self._limit
        unclear = 0
        for s in range(i + 1, found.board.goal):
            least = low[s] - hold_high[s]
            most = high[s] - hold_low[s]
            if least > 0:
                if least < limit:
                    limit = self._near(least, (i, j, s), "roll", (least, most))
            elif most < 0:
                if -most < limit:
                    limit = self._near(-most, (i, j, s), "hold", (least, most))
            else:
                unclear += 1
                if found.board.never_ends(i, j, s):
                    self.never += 1
                elif least == most:
                    self.ties += 1
                else:
                    self.opened.append((i, j, s))
        self._limit = limit
        self.decided += found.board.goal - 1 - i - unclear
        self.never += found.board.never_ends(i, j, i)

    def _near(self, gap: int, state: Open, decision: str, margin: tuple[int, int]) -> float:
        i, j, s = state
        entry = (-gap, -i, -j, -s, decision, *margin)
        if len(self._closest) < _CLOSEST:
            heappush(self._closest, entry)
        else:
            heapreplace(self._closest, entry)
        return float("inf") if len(self._closest) < _CLOSEST else -self._closest[0][0]

    def closest(self, one: int) -> list[Call]:
        """The smallest margins that are not 0, smallest first."""
        return [
            Call(-i, -j, i - s, decision, (Fraction(least, one), Fraction(most, one)))
            for _, i, j, s, decision, least, most in sorted(self._closest, reverse=True)
        ]
