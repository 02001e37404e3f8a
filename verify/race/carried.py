"""Residues that ride along with the lower bounds of a turn, in the same integers.

What a turn is worth by fixed decisions is c + q x, with x what a bust pays. A lower bound carries c
and q modulo a product of random primes; the larger of two packed numbers is that of the larger
bound, so what is carried follows the decision that looks best.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import islice

from ..algebra.primes import PRIMES, TRIED, random_prime

__all__ = ["Nothing", "Residues"]


class Residues:
    """Lower bounds packed with c and q of c + q x, residues modulo a product of random primes."""

    def __init__(self, denominators: Sequence[int]) -> None:
        self.modulus: int = math.prod(_primes(math.lcm(*denominators)))
        self._inverse = [pow(d, -1, self.modulus) for d in denominators]
        self._half = self.modulus.bit_length() + max(denominators).bit_length() + 1
        """A sum of residues whose weights sum to a denominator fits."""
        self._mask = (1 << self._half) - 1
        self.shift: int = 2 * self._half
        self.bust: int = 1
        """What a bust carries: c = 0, q = 1."""

    def carry(self, low: int, residue: int) -> int:
        """A lower bound with the residue of its number."""
        return low << self.shift | residue << self._half

    def finish(self, denominators: Sequence[int]) -> Callable[[int, int], int]:
        """Divide a sum by its denominator: the bound rounded down, the residues exactly."""
        shift, half, mask, modulus = self.shift, self._half, self._mask, self.modulus

        def divided(total: int, n: int) -> int:
            inverse = self._inverse[n]
            c = (total >> half & mask) * inverse % modulus
            q = (total & mask) * inverse % modulus
            return (total >> shift) // denominators[n] << shift | c << half | q

        return divided

    def line(self, packed: int) -> tuple[int, int]:
        """What is carried: c and q."""
        return packed >> self._half & self._mask, packed & self._mask

    def at(self, packed: int, x: int) -> int:
        """The residue of c + q x."""
        c, q = self.line(packed)
        return (c + q * x) % self.modulus


def _primes(denominator: int) -> Sequence[int]:
    """Random primes; those that divide a denominator are passed over.

    Raises
    ------
    ValueError
        If there are too many of these.
    """
    drawn = (random_prime() for _ in range(TRIED))
    found = list(islice((prime for prime in drawn if denominator % prime), PRIMES))
    if len(found) < PRIMES:
        raise ValueError("nearly all random primes divide a denominator")
    return found


class Nothing(Residues):
    """Nothing rides along: where values are asked for and no ties are settled."""

    def __init__(self) -> None:
        self.modulus: int = 1
        self.shift: int = 0
        self.bust: int = 0

    def carry(self, low: int, residue: int) -> int:
        """The lower bound."""
        return low

    def line(self, packed: int) -> tuple[int, int]:
        """Nothing."""
        return 0, 0
