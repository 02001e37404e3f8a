"""Approximate turn starts, by Newton's method in fixed point. Nothing here need be right.

A wrong approximation costs the proof in :mod:`enclosure` its success, never its truth.

The pair a = f(1 - b), b = g(1 - a) is the root of a - f(1 - g(1 - a)), which does not fall with a:
Newton's steps, and bisection where they leave the bracket. The slope of f, which is the chance of
a bust, rides along with the values (:mod:`turns`).
"""

from __future__ import annotations

from typing import Any, NamedTuple

__all__ = ["Guess", "approximate"]


class Guess(NamedTuple):
    """About where a value lies."""

    centre: int
    radius: int
    """How far an enclosure will have to reach."""
    slope: int
    """The chance of a bust."""


def approximate(found: Any, pair: tuple[int, int]) -> list[Guess]:
    """V(i, j) and V(j, i) of a pair.

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
        row, lost = found.middles(i, j, top + rules.most + 1, -1)
        x = bust << self.shift | self.one
        banks = [x if bank < 0 else bank << self.shift for bank in row]
        wipe = (found.wipe_low[j] + found.wipe_high[j]) >> 1 << self.shift
        turn = found.turns.evaluate(
            i, top, banks, x if lost < 0 else lost << self.shift, self._finish, wipe=wipe
        )
        start: int = turn.throws[0][rules.start]
        return start >> self.shift, start & self._mask

    def newton(self, i: int, j: int, a: int) -> list[Guess]:
        one, bits, alone = self.one, self.bits, i == j
        low, high, slopes = 0, one, None
        for _ in range(2 * bits):
            # On the diagonal b = a, as if g(x) = 1 - x.
            b, p = (a, -one) if alone else self.turn(j, i, one - a)
            value, q = self.turn(i, j, one - b)
            excess = a - value
            if -16 < excess < 16:  # nothing but rounding
                break
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
        p = q if alone else p
        radius, more = self.radius(i, j, q, p)
        return [Guess(a, radius + (q * more >> bits), q), Guess(b, radius + (p * more >> bits), p)]

    def radius(self, i: int, j: int, q: int, p: int) -> tuple[int, int]:
        """How far around an approximation its image reaches, and how much further per slope.

        What banking pays is no further from the middle of its interval than half the widest. An
        image reaches as far, and further by the roundings: one for each throw of a turn.
        """
        found = self.found
        slack: int = 16 * (found.rules.goal + found.rules.most + 8)
        # Two sure busts are nearly always lines that meet others: take them for less sure.
        left = max(self.one - (q * p >> self.bits), self.one >> 20)
        widest: int = max(found.widest_after(i, j), found.widest_after(j, i))
        more = (slack << self.bits) // left
        return widest // 2 + more, more
