"""Approximate turn starts, by Newton's method in fixed point. Nothing here need be right.

A wrong approximation costs the proof in :mod:`enclosure` its success, never its truth.

The pair a = f(1 - b), b = g(1 - a) is the root of a - f(1 - g(1 - a)), which does not fall with a:
Newton's steps, and bisection where they leave the bracket. The slope of f, which is the chance of
a bust, rides along with the values (:mod:`turns`).
"""

from __future__ import annotations

from typing import Any

__all__ = ["approximate"]


def approximate(found: Any, pair: tuple[int, int]) -> list[tuple[int, int]]:
    """V(i, j) and V(j, i) of a pair, each with how far an enclosure will have to reach.

    Parameters
    ----------
    found : Enclosure
        In which all pairs of larger sums are enclosed.
    pair : (int, int)
    """
    solver = _Solver(found)
    return solver.newton(*pair, solver.guess(*pair))


class _Solver:
    one: int
    bits: int

    def __init__(self, found: Any) -> None:
        self.found, self.one, self.bits = found, found.one, found.bits
        below = found.turns.denominators
        self.shift = found.bits + max(below).bit_length() + 1
        self._mask = (1 << self.shift) - 1
        shift, mask = self.shift, self._mask
        self._finish = lambda total, n: (
            (total >> shift) // below[n] << shift | (total & mask) // below[n]
        )

    def guess(self, i: int, j: int) -> int:
        """V(i, j), to begin with."""
        if self.found.hint is not None:
            above: int
            below: int
            above, below = self.found.hint[i][j].as_integer_ratio()
            return (above << self.bits) // below
        # A unit more for the mover and one more for the opponent nearly cancel.
        loss: list[list[int]] = self.found.low
        last = self.found.rules.goal - 1
        if last in (i, j):
            return self.one // 2
        return self.one - (loss[i + 1][j] + loss[i][j + 1]) // 2

    def turn(self, i: int, j: int, bust: int) -> tuple[int, int]:
        """The value of a turn and its slope, where a bust pays ``bust``."""
        found, rules = self.found, self.found.rules
        # Nothing is known yet of how little the opponent wins: a millionth will do for now.
        top = found.top(i, j, min(bust, self.one - (self.one >> 20)))
        banks = [bank << self.shift for bank in found.middles(j, top + rules.most + 1)]
        turn = found.turns.evaluate(i, top, banks, bust << self.shift | self.one, self._finish)
        start: int = turn.throws[0][-1]
        return start >> self.shift, start & self._mask

    def newton(self, i: int, j: int, a: int) -> list[tuple[int, int]]:
        one, bits, alone = self.one, self.bits, i == j
        low, high, slopes = 0, one, None
        for _ in range(2 * bits):
            # On the diagonal b = a, as if g(x) = 1 - x.
            b, p = (a, -one) if alone else self.turn(j, i, one - a)
            value, q = self.turn(i, j, one - b)
            excess = a - value
            low, high = (low, a) if excess > 0 else (a, high)
            slope = one - (q * p >> bits)
            step = (excess << bits) // slope if slope > 0 else one
            if not low <= a - step <= high:
                step = a - (low + high) // 2
            a -= step
            b += p * step >> bits
            if slopes == (q, p) or abs(step) <= one >> bits // 2:
                break
            slopes = q, p
        radius = self.radius(i, j, q, q if alone else p)
        return [(a, radius), (b, radius)]

    def radius(self, i: int, j: int, q: int, p: int) -> int:
        """How far around an approximation its image reaches.

        What banking pays is no further from the middle of its interval than half the widest. An
        image reaches as far, and further by the roundings: one for each throw of a turn.
        """
        found = self.found
        slack: int = 16 * (found.rules.goal + found.rules.most + 8)
        left = max(self.one - (q * p >> self.bits), 1)
        widest: int = max(found.widest_after(i, j), found.widest_after(j, i))
        return widest // 2 + (slack << self.bits) // left
