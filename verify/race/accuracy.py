"""How far a table of a race's turn starts is from the truth."""

from __future__ import annotations

from collections.abc import Sequence

from ..algebra.intervals import quotient_up
from .enclosure import Enclosure

__all__ = ["largest_error"]


def largest_error(
    found: Enclosure, table: Sequence[Sequence[float]]
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
