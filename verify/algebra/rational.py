"""The fractions themselves: exact, and longer with every step."""

from __future__ import annotations

from fractions import Fraction

__all__ = ["Rational"]


class Rational:
    """Fractions; see :class:`~.arithmetic.Arithmetic`."""

    one: Fraction = Fraction(1)
    half: Fraction = Fraction(1, 2)

    def __init__(self, denominator: int = 1) -> None:
        self._share = Fraction(1, denominator)

    def scale(self, product: Fraction) -> Fraction:
        return product

    def over(self, above: Fraction, below: Fraction) -> Fraction:
        return Fraction(above) / below

    def share(self, number: Fraction) -> Fraction:
        return number * self._share

    def normal(self, number: Fraction) -> Fraction:
        return number
