"""Floating point: the fastest, for guesses. Nothing that is computed with it is ever trusted."""

from __future__ import annotations

__all__ = ["Floating"]


class Floating:
    """Double precision; see :class:`~.arithmetic.Arithmetic`."""

    one: float = 1.0
    half: float = 0.5

    def scale(self, product: float) -> float:
        return product

    def over(self, above: float, below: float) -> float:
        return above / below

    def share(self, number: float, below: int) -> float:
        return number / below

    def normal(self, number: float) -> float:
        return number
