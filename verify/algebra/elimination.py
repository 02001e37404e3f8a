"""Sparse linear equations, solved by Gaussian elimination in any arithmetic.

The equations are those of Markov chains that end: every row is dominated by its diagonal (in the
sum of absolute values, and strictly somewhere on the way out), and elimination keeps that so. The
diagonal therefore serves as the pivot, and nothing is exchanged.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any, TypeVar

__all__ = ["TooLong", "eliminate"]

K = TypeVar("K", bound=Hashable)


class TooLong(Exception):  # noqa: N818  (no error: more work than was asked for)
    """The equations take more operations than are allowed."""


def eliminate(
    rows: Mapping[K, Mapping[K, Any]],
    right: Mapping[K, Any],
    kind: Any,
    most: float = float("inf"),
) -> dict[K, Any]:
    """The solution x of  Σ_m rows[n][m] x[m] = right[n],  one row for each unknown.

    Parameters
    ----------
    rows : mapping of mappings
        The coefficients, in the order in which unknowns are eliminated; what is left out is 0.
    right : mapping
        The right sides.
    kind
        What the numbers are: ``mean(a, b)`` divides, and ``normal(a)`` writes a number in the one
        way in which only 0 is 0, as in :mod:`..race.turn`.
    most : float
        Products that may be taken.

    Raises
    ------
    TooLong
        If there would be more of them.
    ZeroDivisionError, ValueError
        Whichever a division raises if a pivot is 0.

    Notes
    -----
    O(n³) operations for n unknowns if all depend on all; far fewer where most rows are short.

    Examples
    --------
    >>> from ..race.turn import Exact
    >>> eliminate({"x": {"x": 2, "y": 1}, "y": {"x": 1, "y": 1}}, {"x": 3, "y": 2}, Exact())
    {'x': Fraction(1, 1), 'y': Fraction(1, 1)}
    """
    over, normal = kind.mean, kind.normal
    unknowns = list(rows)
    place = {unknown: number for number, unknown in enumerate(unknowns)}
    reduced: dict[K, dict[K, Any]] = {}
    constants: dict[K, Any] = {}
    done = 0
    for unknown, given in rows.items():
        row = {other: normal(a) for other, a in given.items()}
        constant = normal(right[unknown])
        # Subtract the rows of the unknowns eliminated before, the earliest first: each may bring
        # in others that were eliminated after it.
        while earlier := [place[other] for other in row if other in reduced]:
            lead = unknowns[min(earlier)]
            above = row.pop(lead)
            if above:
                done += len(reduced[lead])
                if done > most:
                    raise TooLong
                factor = over(above, reduced[lead].get(lead, 0))
                for other, a in reduced[lead].items():
                    if other != lead:
                        row[other] = normal(row.get(other, 0) - factor * a)
                constant = normal(constant - factor * constants[lead])
        reduced[unknown], constants[unknown] = row, constant
    solution: dict[K, Any] = {}
    for unknown in reversed(unknowns):
        row = reduced[unknown]
        known = sum([a * solution[other] for other, a in row.items() if other != unknown])
        solution[unknown] = over(constants[unknown] - known, row.get(unknown, 0))
    return {unknown: solution[unknown] for unknown in unknowns}
