"""Where throws wipe, all pairs hang on one column: where it lies. Nothing here need be right.

What wipes lead to is guessed, all pairs are solved by that (:mod:`newton`), and so on with the
column that is found. Each round leaves some tenth of what was missing; so the next guess is the
combination of the last rounds that would have missed least, if they were linear (D. Anderson,
1965). Around what comes out a box is made wider, until it goes into itself: :mod:`enclosure`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from operator import mul, sub
from typing import Any

from ..kernels import WIDE_BITS
from ..options import Progress
from .newton import approximate
from .rules import turns_of, work_of

__all__ = ["Column", "approximate_all", "around", "solved_by_newton"]

Column = list[int]
"""V(j, 0) for each j."""
_MOST_ROUNDS = 200
_SMALL = 1 << 12
"""A change after which the next one is nothing but rounding."""
_NARROWEST = 1 << 10
"""How far around a column its image is sought at first."""
_EXACT = 60
"""Bits of the parts that rounds have in a combination."""


def approximate_all(
    found: Any, nearing: Callable[[Any], Iterator[Column]], progress: Progress | None
) -> Column:
    """About where the column lies: from what is known of it, else 1/2.

    ``nearing`` yields now and then while it solves all pairs, and the column of these at last.
    """
    goal, one = found.rules.goal, found.one
    column = [one >> 1] * goal
    if found.column:
        near, bits = found.column
        column = [value << found.bits >> bits for value in near]
    elif found.hint is not None:
        column = [int(row[0] * 2**53) << found.bits >> 53 for row in found.hint]
    work, change, rounds, image = work_of(list(found.rules.pairs()))[-1], one, _Rounds(), column
    for number in range(_MOST_ROUNDS):
        found.wipe_low = found.wipe_high = [one - value for value in column]
        for image in nearing(found):  # noqa: B007  (the last one is what counts)
            if progress:  # nobody knows how many rounds there will be; each is half of what is left
                progress(int((1 - 0.5**number) * work), 2 * work)
        before, change = change, max(map(abs, map(sub, image, column)))
        if change < _SMALL:
            break
        if change >= before:
            rounds = _Rounds()
        column = [min(max(value, 0), one) for value in rounds.next(column, image)]
    found.column = image, found.bits
    return image


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


def solved_by_newton(found: Any) -> Iterator[Column]:
    """Solve all pairs by what wipes are taken to lead to."""
    for pair in found.rules.pairs():
        for scores, near in zip(turns_of([pair]), approximate(found, pair)):
            found.keep(*scores, near.centre, near.centre)
        yield []
    if found.bits > WIDE_BITS:  # with fewer bits the compiled module comes to the same integers
        found.near = [row.copy() for row in found.low]
    yield [found.one - row[0] for row in found.low]


def around(found: Any, column: Column) -> Iterator[None]:
    """Boxes around the column, wider and wider; each is to be tried."""
    one, widths = found.one, [_NARROWEST] * len(column)
    while max(widths) < one >> 8:
        found.wipe_low = [max(0, one - value - width) for value, width in zip(column, widths)]
        found.wipe_high = [min(one, one - value + width) for value, width in zip(column, widths)]
        yield
        # Twice the middle between a box and its image, which need not be narrower everywhere
        for j, (value, low, high) in enumerate(zip(column, found.low, found.high)):
            image = max(one - value - low[0], high[0] - one + value)
            widths[j] = 2 * (widths[j] + max(image, 0))
