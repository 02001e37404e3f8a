"""What the linear algebra asks of an arithmetic, so that it is written once for all three."""

from __future__ import annotations

from typing import Any, Protocol

__all__ = ["Arithmetic"]


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
