"""Fractions modulo a prime: exact, and as short as the prime, however long the fractions are."""

from __future__ import annotations

__all__ = ["Modular"]


class Modular:
    """Integers modulo ``prime``; see :class:`~.arithmetic.Arithmetic`.

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
