"""Whether a cell has no other equilibrium, given the values of the cells above it.

Any equilibrium of the cell gives each mover's turn start values between 0 and 1. If those of the
next mover lie between two tuples, then what a bust is worth does, and so does what each throw can
come to; where rolling is worth more than holding at all of these, every equilibrium rolls there,
where it is worth less at all of them it holds. Elsewhere it may do either or mix. So each turn
maps bounds to bounds, and whatever satisfies all movers' equations stays between them. Once no
decision is open, the equations are affine with a chance to leave the cell, so that they have one
solution.

The bounds are doubles, made wider than all roundings. Sums of chances times values of at most 1,
rounded ``count + 3`` times a step for at most ``goal`` steps, are off by less than ``slack``; so
are the known values, which are enclosed to 1e-12. A mover from whose score no throws lead to the
goal is indifferent everywhere, and holds: that is the convention for exact ties. (Not so where
busts bank a consolation: the others may have to follow him, and then all win as often.)
"""

from __future__ import annotations

from .enclosure import Enclosure
from .rules import Rules

__all__ = ["Uniqueness"]

Scores = tuple[int, ...]
Bounds = tuple[list[float], list[float]]
_ROUNDS = 500
_NEAR = 1e-12


class Uniqueness:
    """Finds the decisions of the cells that are proved to have one equilibrium."""

    def __init__(self, rules: Rules, found: Enclosure) -> None:
        self.rules: Rules = rules
        self.found: Enclosure = found
        self.gains: list[tuple[int, float]] = [
            (gain, chance / rules.below) for gain, chance in rules.gains
        ]
        steps = (len(rules.gains) + 3) * (rules.goal + 2)
        self.slack: float = 2.0 * steps * 2.0**-52 + 2 * _NEAR

    def cell(self, scores: Scores) -> tuple[list[list[int]] | None, list[tuple[float, float]]]:
        """The plans of a cell's movers, if it has no other equilibrium, and what x lies between.

        x is what a bust is worth to a mover.
        """
        n, circle = self.rules.players, self.rules.circle(scores)
        plans: list[list[int]] = [[1] + [0] * (self.rules.goal - it[0] - 1) for it in circle]
        bounds: list[Bounds] = [([0.0] * n, [1.0] * n)] * n
        if all(self.rules.dead[score] for score in scores):
            return plans, []  # what they are worth is a convention
        held = [self._held(it) for it in circle]
        before, open_ones = float("inf"), 1
        for _ in range(_ROUNDS if all(held) else 0):
            open_ones = 0
            for m in range(n - 1, -1, -1):
                low, high = bounds[(m + 1) % n]
                after = [low[-1], *low[:-1]], [high[-1], *high[:-1]]
                bounds[m], left = self._turn(circle[m], held[m] or [], after, plans[m])
                open_ones += left
            wide = sum(b - a for low, high in bounds for a, b in zip(low, high))
            if open_ones == 0 or wide > 0.98 * before:
                break
            before = wide
        spans = [(low[-1], high[-1]) for low, high in (*bounds[1:], bounds[0])]
        return None if open_ones else plans, spans

    def _banked(self, scores: Scores) -> list[float] | None:
        one = self.found.one
        low, high = self.found.low[scores], self.found.high[scores]
        if max(b - a for a, b in zip(low, high)) > _NEAR * one:
            return None
        row = [value / one for value in low]
        return [row[-1], *row[:-1]]

    def _held(self, scores: Scores) -> list[list[float]] | None:
        """What banking own + 1, … goal - 1 is worth to all; then a bust that leaves the cell."""
        goal, (own, *others) = self.rules.goal, scores
        land = self.rules.landing[own]
        rows = [self._banked((*others, s)) for s in range(own + 1, goal)]
        won = [1.0] + [0.0] * (self.rules.players - 1)
        rows.append(won if land >= goal or land == own else self._banked((*others, land)))
        return None if None in rows else rows  # type: ignore[return-value]

    def _turn(
        self, scores: Scores, held: list[list[float]], after: Bounds, plan: list[int]
    ) -> tuple[Bounds, int]:
        """Bounds of one turn start, and how many decisions are open; the others go to ``plan``."""
        rules, slack, own = self.rules, self.slack, scores[0]
        stays, indifferent = rules.landing[own] == own, rules.indifferent
        down, up = after if stays else (held[-1], held[-1])
        count, n = rules.goal - own, rules.players
        won = [1.0] + [0.0] * (n - 1)
        lows = [won] * (count + 1) + [down if rules.exact else won] * rules.most
        highs = [won] * (count + 1) + [up if rules.exact else won] * rules.most
        bust, open_ones = rules.bust / rules.below, 0
        for k in range(count - 1, -1, -1):
            low = [bust * value for value in down]
            high = [bust * value for value in up]
            for gain, chance in self.gains:
                low = [total + chance * value for total, value in zip(low, lows[k + gain])]
                high = [total + chance * value for total, value in zip(high, highs[k + gain])]
            if k:
                hold = held[k - 1]
                plan[k] = 1
                if (indifferent[own] and indifferent[own + k]) or high[0] < hold[0] - slack:
                    low, high, plan[k] = hold, hold, 0
                elif low[0] <= hold[0] + slack:
                    open_ones += 1
                    low = [max(low[0], hold[0] - slack), *map(min, low[1:], hold[1:])]
                    high = [max(high[0], hold[0] + slack), *map(max, high[1:], hold[1:])]
            lows[k], highs[k] = low, high
        return ([x - slack for x in lows[0]], [x + slack for x in highs[0]]), open_ones
