"""A turn of a race in double precision, as whoever plays by a table computes it.

From the turn starts V(own, opp, 0) of the table, with s = own + total,

    h(s) = 1 - V(j, s),     c(s) = p_bust x + p_wipe (1 - V(j, 0)) + sum_g p_g max(h(s+g), c(s+g)),

and a player throws again if and only if c(s) > h(s) and that is no tie but for roundings.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from copy import copy

from pigcore.games.margins import ALIKE, TIED

from ..blocks import part_of
from .rules import Rules

__all__ = ["FloatTurns"]


class FloatTurns:
    """The turns that follow from the table ``starts``."""

    def __init__(self, rules: Rules, starts: Sequence[Sequence[float]]) -> None:
        self.rules = rules
        below = rules.denominator
        self._hold: list[list[float]] = [[1.0 - value for value in row] for row in starts]
        self._gains = [(g, p / below) for g, p in rules.gains]
        self._bust, self._wipe = rules.bust / below, rules.wipe / below

    def part(self, rows: Collection[int]) -> FloatTurns:
        """A copy with the turns against these opponents only."""
        found = copy(self)
        found._hold = part_of(self._hold, rows)
        return found

    def keep(self, own: int, opp: int, value: float) -> None:
        """Another value at the start of one turn."""
        self._hold[own][opp] = 1.0 - value

    def margins(self, own: int, opp: int) -> list[float]:
        """c(s) - h(s) for s from ``own`` to the goal; 0 where a roll is better but for a tie."""
        rules, gains, hold = self.rules, self._gains, self._hold[opp]
        goal, back = rules.goal, rules.returns[own]
        bust = hold[back] if back < goal else 1.0
        ends = self._bust * bust + self._wipe * hold[0]
        past = bust if rules.exact else 1.0
        best = [*hold, 1.0, *[past] * (gains[-1][0] if gains else 0)]
        margins = []
        for s in range(goal - 1, own - 1, -1):
            c = ends
            for g, p in gains:
                c += p * best[s + g]
            h = hold[s]
            margins.append(0.0 if h < c <= h + min(TIED, ALIKE * h) else c - h)
            if c > h:
                best[s] = c
        margins.reverse()
        return margins
