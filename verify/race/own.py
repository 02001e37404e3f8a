"""The decisions that follow from a race's table, as whoever plays by it computes them.

From the turn starts V(own, opp, 0) of the table one turn is computed in double precision,

    h(s) = 1 - V(j, s),     c(s) = p_bust x + p_wipe (1 - V(j, 0)) + sum_g p_g max(h(s+g), c(s+g)),

and a player throws again if and only if c(s) > h(s). A sum of n + 2 positive terms, whatever its
order, is off by at most (n + 2) 2^-53 or so of itself, and a turn of a race to ``goal`` adds up at
most ``goal`` of these: less than 1e-9 in every race that a proof is made for.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import repeat
from operator import lt, mul, sub

from ..own import Tally
from .enclosure import Bounds
from .rules import Rules

__all__ = ["OwnDecisions"]


class OwnDecisions:
    """Counts the decisions of the table ``starts``, turn after turn."""

    def __init__(
        self, rules: Rules, starts: Sequence[Sequence[float]], claimed: float | None
    ) -> None:
        self.rules, self.tally = rules, Tally(claimed)
        below = rules.denominator
        self._hold = [[1.0 - value for value in row] for row in starts]
        self._gains = [(g, p / below) for g, p in rules.gains]
        self._bust, self._wipe = rules.bust / below, rules.wipe / below

    def margins(self, own: int, opp: int) -> list[float]:
        """c(s) - h(s) as the table has it, for s from ``own`` to the goal."""
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
            margins.append(c - h)
            if c > h:
                best[s] = c
        margins.reverse()
        return margins

    def add(self, turn: Bounds) -> None:
        """Compare the table's decisions in one turn with those that are proved."""
        i, j, low, high, hold_low, hold_high = turn
        start = i + 1  # there is no choice before the first throw
        margins = self.margins(i, j)[1:]
        rolls = map(lt, hold_high[start:], low[start:])
        holds = map(lt, high[start:], hold_low[start:])
        # 1 where it is proved to throw, -1 where to hold, 0 where neither is proved: the product
        # with the table's margin is above 0 where the table is right.
        proved = list(map(sub, rolls, holds))
        agreed = list(map(mul, proved, margins))
        clear = sum(map(lt, repeat(self.tally.most), agreed))
        self.tally.clear(clear)
        if clear == len(agreed):
            return
        for side, margin in zip(proved, margins):
            if side and not side * margin > self.tally.most:
                # Equal payoffs are held: the table's margin is 0 then.
                self.tally.add((margin > 0) == (side > 0), abs(margin))
