"""Approximate turn starts, by Newton's method in fixed point. Nothing here need be right.

A wrong approximation costs the proof in :mod:`enclosure` its success, never its truth.

The pair a = f(1 - b), b = g(1 - a) is the root of a - f(1 - g(1 - a)), which does not fall with a:
Newton's steps, and bisection where they leave the bracket. The slope of f is the chance of a bust,
which follows from the decisions.
"""

from __future__ import annotations

from typing import Any, NamedTuple

__all__ = ["Guess", "approximate", "rounding"]


class Guess(NamedTuple):
    """About where a value lies."""

    centre: int
    radius: int
    """How far an enclosure will have to reach."""


def approximate(found: Any, pair: tuple[int, int]) -> list[Guess]:
    """V(i, j) and V(j, i) of a pair.

    Parameters
    ----------
    found : Enclosure
        In which all pairs of larger sums are enclosed.
    pair : (int, int)
    """
    settled = found.rules.settled(*pair)
    if settled:
        return [Guess(twice * found.one >> 1, 0) for twice in settled]
    solver = _Solver(found)
    return solver.newton(*pair, solver.guess(*pair))


def rounding(rules: Any) -> int:
    """So many ulps around it a turn's value is known at most: one for each throw, and more.

    No more throws are to be expected than there are units, or than it takes to bust.
    """
    longest = int(rules.goal) + int(rules.most)
    throws = zip(rules.choices, rules.busts, rules.denominators)
    busts = [(bust, below) for sets, bust, below in throws if sets is not None]
    if all(bust for bust, _ in busts):
        longest = min(longest, max(below // bust for bust, below in busts))
    return 2 * (longest + 4)


class _Solver:
    def __init__(self, found: Any) -> None:
        self.found, self.one, self.bits = found, found.one, found.bits

    def guess(self, i: int, j: int) -> int:
        """V(i, j), to begin with."""
        if self.found.near is not None:
            return int(self.one - self.found.near[i][j])
        if self.found.hint is not None:
            above: int
            below: int
            above, below = self.found.hint[i][j].as_integer_ratio()
            return int((above << self.bits) // below)
        # Continued from larger scores as if differences of second order in i of those of second
        # order in j vanished, or else those of first order.
        low: list[list[int]] = self.found.low
        one: int = self.one
        ends = self.found.rules.ends

        def rise(k: int, n: int) -> int:
            """What a unit more for either comes to, but for what one more for both does."""
            (near, far), (other, both) = (low[i + k + m][j + n : j + n + 2] for m in (0, 1))
            return (near >> 3) - (far >> 3) - (other >> 3) + (both >> 3)

        if i + 1 == ends[i] or j + 1 == ends[j]:
            return one // 2
        found = (low[i + 1][j] >> 3) + (low[i][j + 1] >> 3) - (low[i + 1][j + 1] >> 3)
        if i + 2 < ends[i] and j + 2 < ends[j]:
            found += rise(1, 0) + rise(0, 1) - rise(1, 1)
        return one - (min(max(found, 0), one >> 3) << 3)

    def turn(self, i: int, j: int, bust: int) -> tuple[int, int]:
        """The value of a turn and its slope, where a bust pays ``bust``."""
        found, turns = self.found, self.found.turns
        # Nothing is known yet of how little the opponent wins; less than this hardly matters.
        top = found.top(i, j, min(bust, self.one - (self.one >> 40)))
        banks, lost = found.middles(i, j, top + found.rules.most + 1, bust)
        wipe = (found.wipe_low[j] + found.wipe_high[j]) >> 1
        turn = turns.evaluate(i, top, banks, lost, turns.down, wipe=wipe)
        slope, *_ = turns.ends(turn, banks, found.arithmetic)
        return turn.payoffs[found.rules.start_of(i)], slope

    def newton(self, i: int, j: int, a: int) -> list[Guess]:
        one, bits, alone = self.one, self.bits, i == j
        low, high, slopes = 0, one, None
        enough = 1 << bits // 4 if self.found.near is None else one >> 20
        for _ in range(2 * bits):
            # On the diagonal b = a, as if g(x) = 1 - x.
            b, p = (a, -one) if alone else self.turn(j, i, one - a)
            value, q = self.turn(i, j, one - b)
            excess = a - value
            if -4 < excess < 4:  # nothing but rounding
                break
            low, high = (low, a) if excess > 0 else (a, high)
            slope = one - (q * p >> bits)
            step = (excess << bits) // slope if slope > 0 else one
            if not low <= a - step <= high:
                step = a - (low + high) // 2
            a -= step
            b += p * step >> bits
            if slopes == (q, p) or abs(step) <= enough:
                break
            slopes = q, p
        return self.around(i, j, a, b, q, q if alone else p)

    def around(self, i: int, j: int, a: int, b: int, q: int, p: int) -> list[Guess]:
        """How far around an approximation its image reaches.

        What banking pays is no further from the middle of its interval than half the widest. An
        image reaches as far, and further by the roundings: one for each throw of a turn. That is
        far too wide where a chance is much smaller than those that others come to.
        """
        found, one, both = self.found, self.one, q * p >> self.bits
        left = one - both
        if left < 64:  # two sure busts are nearly always lines that meet others: less sure ones
            left = max(one >> 20, 1)
        more = min((rounding(found.rules) << self.bits) // left, one)
        a, b = (min(max(value, 0), one) for value in (a, b))
        if found.tight:
            half, other = self.halves(i, j, a, b)
            half = min((half + (q * other >> self.bits) << self.bits) // left, one)
            half = min(half + (half >> 4), one)  # as slopes may change a little within the box
            other = min(other + (p * half >> self.bits), one)
        else:
            half = other = max(found.widest_after(i, j), found.widest_after(j, i)) // 2
        return [
            Guess(value, wide + more + (slope * more >> self.bits))
            for value, wide, slope in ((a, half, q), (b, other, p))
        ]

    def halves(self, i: int, j: int, a: int, b: int) -> list[int]:
        """How far from it the images of a box without width reach."""
        found, start_of = self.found, self.found.rules.start_of
        found.keep(j, i, b, b)
        found.keep(i, j, a, a)
        images = [found.bounds(i, j), found.bounds(j, i)]
        return [
            max(centre - turn.low.payoffs[start], turn.high.payoffs[start] - centre, 0)
            for centre, turn in zip((a, b), images)
            for start in [start_of(turn.own)]
        ]
