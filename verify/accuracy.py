"""How far a table of turn starts is from the truth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from operator import sub
from typing import Any, Protocol, TypeVar

from .algebra.intervals import quotient_up
from .own import OwnCount
from .verdict import Report

__all__ = ["Enclosed", "compared", "is_sharp", "largest_error"]

R = TypeVar("R", bound=Report[Any])

_NARROW = 2.0**-56
"""Intervals of this width, 1.4e-17, are as good as the truth to a table of doubles."""
_SHARE = 32
"""So much narrower than the tolerance they are good enough, too."""


class Enclosed(Protocol):
    """Enclosures of 1 - V(i, j): ``low[i][j] / one`` … ``high[i][j] / one``, one = 2^bits."""

    bits: int
    one: int
    low: list[list[int]]
    high: list[list[int]]


def is_sharp(found: Enclosed, tolerance: float) -> bool:
    """Whether every interval is so narrow that its width refutes no table."""
    width: int = max(max(map(sub, high, low)) for high, low in zip(found.high, found.low))
    return width <= max(_NARROW, tolerance / _SHARE) * found.one


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


def compared(
    report: R,
    found: Enclosed,
    table: Sequence[Sequence[float]],
    count: OwnCount,
    tolerance: float,
    unit: int = 1,
) -> R:
    """``report`` with how far the table is from what is proved, and what its player gets right."""
    error, (i, j) = largest_error(found, table)
    count.tie(report.ties)
    worst = unit * i, unit * j
    return replace(report, tolerance=tolerance, error=error, worst=worst, own=count.own(error))
