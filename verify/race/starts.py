"""A table of a race's turn starts: what it must look like, and how far it is from the truth."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction

from pigcore.games import FileError, Race

from .enclosure import Enclosure

__all__ = ["largest_error", "read_starts"]

Table = list[list[float]]


def read_starts(game: Race, table: Mapping[str, Sequence[Sequence[float]]]) -> Table:
    """The array of turn starts, refused unless it could be one."""
    goal = game.goal
    for name in table:
        if name != "starts":
            raise FileError(f"the array {name!r} is unknown: a race has one array, 'starts'")
    if "starts" not in table:
        raise FileError("the array 'starts' is missing: save the solution again")
    rows = table["starts"]
    if not isinstance(rows, list) or not all(isinstance(row, list) for row in rows):
        raise FileError("the array 'starts' is no table: it must have rows and columns")
    if len(rows) != goal or any(len(row) != goal for row in rows):
        columns = len(rows[0]) if rows else 0
        raise FileError(
            f"the array 'starts' is {len(rows)} by {columns}, but must be {goal} by {goal} in a "
            f"race to {goal}: save the solution again"
        )
    for i, row in enumerate(rows):
        for j, value in enumerate(row):
            if not (isinstance(value, (float, int)) and 0 <= value <= 1):
                raise FileError(
                    f"starts[{i}, {j}] is {value!r}, but must be a probability between 0 and 1: "
                    "solve the game again"
                )
    return rows


def largest_error(found: Enclosure, table: Table) -> tuple[float, tuple[int, int]]:
    """The largest distance from an entry to the far end of its interval, rounded up."""
    worst = (-1, (0, 0))
    for i, row in enumerate(table):
        for j, value in enumerate(row):
            above, below = value.as_integer_ratio()
            loss = below * found.one - (above << found.bits)  # 1 - value, times below and one
            off = max(found.high[i][j] * below - loss, loss - found.low[i][j] * below)
            worst = max(worst, (-(-off // below), (i, j)))
    exact = Fraction(worst[0], found.one)
    error = float(exact)
    return (error if error >= exact else math.nextafter(error, math.inf)), worst[1]
