"""The fractions themselves: exact, and longer with every step."""

from __future__ import annotations

from fractions import Fraction

__all__ = ["Rational"]


class Rational:
    """Fractions; see :class:`~.arithmetic.Arithmetic`."""

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
