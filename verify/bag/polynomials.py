"""What the dice of a bag can show, as the coefficients of polynomials in long integers.

From the rules alone. The first k dice drawn and the die after them are equally likely to be any
k dice and any other one, C(n,k) (n − k) ways. A way shows r rocks, p papers, s scissors and then
a face with a chance that is a product over dice, so with the die weights d = x + y + z (die i
shows rock, paper, scissors with x/d, y/d, z/d) all ways are added up by the polynomials

    F   = Π_i (d_i + x_i X + y_i Y + z_i Z)                  a die is in the bag or was seen
    M_c = Σ_i c_i Π_{l ≠ i} (d_l + x_l X + y_l Y + z_l Z)    die i is marked: next, showing c

which take one die more by  M_c <- M_c · (d + xX + yY + zZ) + c F  and then F <- F · (…). A row of
coefficients, those of all powers of Z, is one long integer with a fixed number of bits for each.

The result is exact as long as it is asked to be; otherwise the weights and, after every die, all
coefficients are rounded to integers, once down and once up. No term is negative, so the truth
lies between.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import lcm, prod

from pigcore.games.bag import GESTURES, Bag
from pigcore.games.spelling import counted
from pigcore.memory import require

from ..options import Progress

__all__ = ["Marked", "bits_of"]

WEIGHT_BITS, GUARD_BITS = 128, 160

Rows = list[list[int]]
Weights = tuple[int, int, int, int]


class Marked:
    """F and the three M of a bag, in integers: exact, or all rounded down, or all up.

    ``limit`` bounds the powers of X, Y and Z that are kept.

    Raises
    ------
    SizeError
        If they would not fit in memory.
    """

    limit: tuple[int, int, int]
    n: int

    def __init__(
        self,
        game: Bag,
        limit: tuple[int, int, int],
        rounded: str = "",
        progress: Progress | None = None,
    ) -> None:
        n = len(game)
        self.n, self.limit, self._up = n, limit, rounded == "up"
        _require(game, limit, rounded)
        if rounded:
            weights = [_rounded(die, self._up) for die in game.dice]
            guard = n + GUARD_BITS
            self._cut = WEIGHT_BITS + 1  # the sum of all coefficients doubles with each die
            self.unit: Fraction = Fraction(2**n, 2**guard)
            self.bits: int = rounded_bits(n)
            seed = 2**guard
        else:
            weights = [_exact(die) for die in game.dice]
            self._cut = 0
            self.unit = Fraction(1, prod(d for d, *_ in weights))
            self.bits = bits_of(game)
            seed = 1
        self.bits += -self.bits % 8
        # A 1, and all bits that are not cut, in each of the first s + 1 coefficients of a row.
        self._ones = [sum(1 << self.bits * j for j in range(s + 1)) for s in range(limit[2] + 1)]
        self._keep = [((1 << self.bits - self._cut) - 1) * ones for ones in self._ones]
        a, b, _ = limit
        self.seen: Rows = [[0] * (b + 1) for _ in range(a + 1)]
        self.seen[0][0] = seed
        self.marked: list[Rows] = [[[0] * (b + 1) for _ in range(a + 1)] for _ in GESTURES]
        for m, die in enumerate(weights, start=1):
            for mark, weight in zip(self.marked, die[1:], strict=True):
                self._add(mark, die, m, weight, self.seen)
            self._add(self.seen, die, m)
            if progress is not None:
                progress(m, n)

    def _add(
        self, rows: Rows, die: Weights, m: int, weight: int = 0, seen: Rows | None = None
    ) -> None:
        """Rows become rows · (d + xX + yY + zZ) + weight · seen, from the highest powers down."""
        d, x, y, z = die
        most_x, most_y, most_z = self.limit
        for r in range(min(m, most_x), -1, -1):
            for p in range(min(m - r, most_y), -1, -1):
                row = rows[r][p]
                total = d * row + (z * row << self.bits)
                if r:
                    total += x * rows[r - 1][p]
                if p:
                    total += y * rows[r][p - 1]
                if seen is not None:
                    total += weight * seen[r][p]
                last = min(m - r - p, most_z)
                total = total >> self._cut & self._keep[last]
                rows[r][p] = total + self._ones[last] if self._up else total

    def row(self, rows: Rows, r: int, p: int, count: int) -> list[int]:
        """The first ``count`` coefficients of X^r Y^p Z^s by s."""
        size = self.bits // 8
        data = rows[r][p].to_bytes(size * (self.limit[2] + 2), "little")
        return [int.from_bytes(data[size * s : size * (s + 1)], "little") for s in range(count)]

    def states(self) -> Iterator[tuple[int, int, int, int, int, int]]:
        """(r, p, s) and the three marked coefficients, for all counts before a throw."""
        for r in range(self.n):
            for p in range(self.n - r):
                columns = [self.row(mark, r, p, self.n - r - p) for mark in self.marked]
                for s, (x, y, z) in enumerate(zip(*columns, strict=True)):
                    yield r, p, s, x, y, z


def _exact(die: tuple[Fraction, ...]) -> Weights:
    d = lcm(*(p.denominator for p in die))
    x, y, z = (int(chance * d) for chance in die)
    return d, x, y, z


def _rounded(die: tuple[Fraction, ...], up: bool) -> Weights:
    d = 2**WEIGHT_BITS
    x, y, z = (-int(-chance * d // 1) if up else int(chance * d // 1) for chance in die)
    return d, x, y, z


def _require(game: Bag, limit: tuple[int, int, int], rounded: str) -> None:
    """Refuse polynomials that would not fit in memory."""
    n, (x, y, z) = len(game), limit
    width = (rounded_bits(n) if rounded else bits_of(game)) // 8 + 1
    cells = min((x + 1) * (y + 1) * (z + 1), (n + 1) * (n + 2) * (n + 3) // 6)
    # F and the three M; a mask for every length of a row.
    size = 4 * (40 * (x + 1) * (y + 1) + cells * width) + (z + 2) ** 2 * width
    # Rounded down is made first: then there must be memory for it and for rounded up.
    both = 2 if rounded == "down" else 1
    require(both * size, f"a proof of {counted(n, 'die', 'dice')}", "take fewer dice")


def rounded_bits(n: int) -> int:
    """The bits that every coefficient of n dice fits in if it is rounded."""
    return n + GUARD_BITS + WEIGHT_BITS + 8 + 2 * n.bit_length()


def bits_of(game: Bag) -> int:
    """The bits that every coefficient fits in if nothing is rounded."""
    # No coefficient exceeds Π 2 d_i, and a marked one n times that.
    return sum(_exact(die)[0].bit_length() + 1 for die in game.dice) + len(game).bit_length()
