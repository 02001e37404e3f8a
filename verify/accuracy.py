"""How far a table of turn starts is from the truth."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from .algebra.intervals import quotient_up

__all__ = ["Enclosed", "largest_error"]


class Enclosed(Protocol):
    """Enclosures of 1 - V(i, j): ``low[i][j] / one`` … ``high[i][j] / one``, one = 2^bits."""

    bits: int
    one: int
    low: list[list[int]]
    high: list[list[int]]


def largest_error(
    found: Enclosed, table: Sequence[Sequence[float]]
) -> tuple[float, tuple[int, int]]:
    """The largest distance from an entry to the far end of its interval, rounded up, and where."""
    worst = (-1, (0, 0))
    for i, row in enumerate(table):
        for j, value in enumerate(row):
            above, below = value.as_integer_ratio()
            loss = below * found.one - (above << found.bits)  # 1 - value, times below and one
            off = max(found.high[i][j] * below - loss, loss - found.low[i][j] * below)
            worst = max(worst, (-(-off // below), (i, j)))
    return quotient_up(worst[0], found.one), worst[1]
