"""Which decisions of a race the bounds of its turns prove, state by state."""

from __future__ import annotations

from fractions import Fraction
from heapq import heappush, heapreplace
from itertools import pairwise

from ..verdict import CLOSEST, Call
from .enclosure import Bounds
from .rules import Rules
from .ties import Open

__all__ = ["Decisions"]


class Decisions:
    """Counts what is proved about the turns that it is given (:func:`.enclosure.enclose`)."""

    most: int
    rules: Rules

    def __init__(self, rules: Rules, most: int = CLOSEST) -> None:
        self.rules, self.most = rules, most
        self.decided: int = 0
        """States in which one of throwing and holding is better."""
        self.ties: int = 0
        """States in which both are worth exactly the same."""
        self.never: int = 0
        """States, starts of turns included, from which nobody can win any more."""
        self.opened: list[Open] = []
        """The states whose margin may or may not be 0."""
        self._closest: list[tuple[int, int, int, int, bool, int, int]] = []
        self._limit: float = float("inf")

    def add(self, turn: Bounds) -> None:
        """Compare the bounds of c(s) with those of h(s) for every s of the turn."""
        i, j, low, high, hold_low, hold_high = turn
        rules, limit = self.rules, self._limit
        unclear = 0
        for s in range(i + 1, rules.goal):
            least = low[s] - hold_high[s]
            most = high[s] - hold_low[s]
            if least > 0:
                if least < limit:
                    limit = self._near((i, j, s), True, least, most)
            elif most < 0:
                if -most < limit:
                    limit = self._near((i, j, s), False, -most, -least)
            else:
                unclear += 1
                if rules.never_ends(i, j, s):
                    self.never += 1
                elif least == most:
                    self.ties += 1
                else:
                    self.opened.append((i, j, s))
        self._limit = limit
        self.decided += rules.goal - 1 - i - unclear
        self.never += rules.never_ends(i, j, i)

    def _near(self, state: Open, roll: bool, least: int, most: int) -> float:
        """Keep a close call; returns how close the next one has to be."""
        i, j, s = state
        entry = (-least, -i, -j, -s, roll, least, most)
        if len(self._closest) < self.most:
            heappush(self._closest, entry)
        else:
            heapreplace(self._closest, entry)
        return float("inf") if len(self._closest) < self.most else -self._closest[0][0]

    @property
    def ordered(self) -> bool:
        """Whether each of the closest calls is proved to be closer than the next."""
        margins = sorted((least, most) for *_, least, most in self._closest)
        return all(most < least for (_, most), (least, _) in pairwise(margins))

    def closest(self, one: int) -> tuple[Call, ...]:
        """The smallest margins that are not 0, smallest first."""
        return tuple(
            Call(
                (-i, -j, i - s),
                *(("roll", "hold") if roll else ("hold", "roll")),
                (Fraction(least, one), Fraction(most, one)),
            )
            for _, i, j, s, roll, least, most in sorted(self._closest, reverse=True)
        )
