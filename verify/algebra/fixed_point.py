"""Fixed point: fast, rounded, and no field. Nothing that is computed with it is ever trusted."""

from __future__ import annotations

__all__ = ["FixedPoint"]


class FixedPoint:
    """The integer n stands for n / 2^bits; see :class:`~.arithmetic.Arithmetic`."""

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
