"""What the linear algebra asks of an arithmetic, so that it is written once for all three."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Protocol

__all__ = ["Arithmetic", "FixedPoint", "Modular", "Rational"]


class Arithmetic(Protocol):
    """Numbers that are added, subtracted and multiplied by ``+``, ``-`` and ``*``.

    A product of two numbers, or a sum of such products, becomes a number again by ``scale``.
    """

    one: Any
    half: Any

    def scale(self, product: Any) -> Any:
        """Make a number of a sum of products of two numbers."""

    def over(self, above: Any, below: Any) -> Any:
        """Divide a number by another, or a whole number by another."""

    def share(self, number: Any, below: int) -> Any:
        """Divide a number by the common denominator of a throw."""

    def normal(self, number: Any) -> Any:
        """Write a number in the one way in which only 0 is 0."""


class FixedPoint:
    """The integer n stands for n / 2^bits; see :class:`Arithmetic`."""

    def __init__(self, bits: int) -> None:
        self.bits = bits
        self.one: int = 1 << bits
        self.half: int = self.one >> 1

    def scale(self, product: int) -> int:
        return product >> self.bits

    def over(self, above: int, below: int) -> int:
        return (above << self.bits) // below

    def share(self, number: int, below: int) -> int:
        return number // below

    def normal(self, number: int) -> int:
        return number


class Modular:
    """Integers modulo ``prime``; see :class:`Arithmetic`.

    Raises
    ------
    ValueError
        Here and in ``over`` if the prime divides what is divided by.
    """

    one = 1

    def __init__(self, prime: int) -> None:
        self.half: int = (prime + 1) // 2
        self._prime = prime
        self._inverses: dict[int, int] = {}

    def scale(self, product: int) -> int:
        return product % self._prime

    def over(self, above: int, below: int) -> int:
        return above * pow(below, -1, self._prime) % self._prime

    def share(self, number: int, below: int) -> int:
        if below not in self._inverses:
            self._inverses[below] = pow(below, -1, self._prime)
        return number * self._inverses[below] % self._prime

    def normal(self, number: int) -> int:
        return number % self._prime


class Rational:
    """Fractions; see :class:`Arithmetic`."""

    one: Fraction = Fraction(1)
    half: Fraction = Fraction(1, 2)

    def scale(self, product: Fraction) -> Fraction:
        return product

    def over(self, above: Fraction, below: Fraction) -> Fraction:
        return Fraction(above) / below

    def share(self, number: Fraction, below: int) -> Fraction:
        return number / below

    def normal(self, number: Fraction) -> Fraction:
        return number
