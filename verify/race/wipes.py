"""Where throws wipe, all starts hang on those where the other has nothing: where these lie.

Nothing here need be right. What wipes lead to is guessed, all other starts are found by that, and
so on with what those are worth then. Each round leaves a part of what was missing; so the next
guess is the combination of the last rounds that would have missed least, if they were linear
(D. Anderson, 1965).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import mul, sub

__all__ = ["Column", "settled"]

Column = list[int]
_MOST_ROUNDS = 200
_SMALL = 1 << 12
"""A change after which the next one is nothing but rounding."""
_EXACT = 60
"""Bits of the parts that rounds have in a combination."""


def settled(column: Column, image_of: Callable[[Column], Column], one: int) -> Column:
    """About where a column of numbers between 0 and one is mapped to itself."""
    change, rounds = one, _Rounds()
    for _ in range(_MOST_ROUNDS):
        image = image_of(column)
        before, change = change, max(map(abs, map(sub, image, column)))
        if change < _SMALL:
            return image
        if change >= before:
            rounds = _Rounds()
        column = [min(max(value, 0), one) for value in rounds.next(column, image)]
    return column


class _Rounds:
    """What changed from one round to the next, each change at right angles to those before."""

    def __init__(self) -> None:
        self._before: tuple[Column, Column] | None = None
        self._changes: list[tuple[Column, Column, int]] = []

    def next(self, column: Column, image: Column) -> Column:
        """What to guess where ``column`` was mapped to ``image``."""
        missing = [*map(sub, image, column)]
        if self._before:
            step, less = ([*map(sub, *each)] for each in zip((column, missing), self._before))
            for other, change, length in self._changes:
                part = _dot(less, change) / length
                step, less = _without(step, other, part), _without(less, change, part)
            if length := _dot(less, less):
                self._changes.append((step, less, length))
        self._before = column, missing
        for step, less, length in self._changes:
            part = _dot(missing, less) / length
            column, missing = _without(column, step, part), _without(missing, less, part)
        return [a + b for a, b in zip(column, missing)]


def _dot(a: Sequence[int], b: Sequence[int]) -> int:
    return sum(map(mul, a, b))


def _without(a: Column, b: Column, part: float) -> Column:
    weight = int(part * 2**_EXACT)
    return [x - (weight * y >> _EXACT) for x, y in zip(a, b)]
