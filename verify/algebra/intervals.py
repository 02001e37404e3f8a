"""Numbers known to lie between two others, and which of several is the largest."""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, TypeVar

__all__ = [
    "Interval", "best_of", "in_units", "is_narrow", "largest", "margin_of", "quotient_up",
    "runner_up",
]  # fmt: skip

Interval = tuple[Fraction, Fraction]
"""A number, known to lie between two fractions (both included)."""

A = TypeVar("A")
_GUARD = 2
"""Digits more than asked for, so that the ends of an interval hardly ever round apart."""


def in_units(ends: tuple[int, int], unit: int) -> Interval:
    """Whole numbers of 1 / unit as fractions.

    Examples
    --------
    >>> in_units((1, 2), 4)
    (Fraction(1, 4), Fraction(1, 2))
    """
    low, high = ends
    return Fraction(low, unit), Fraction(high, unit)


def largest(worths: Mapping[Any, tuple[Any, Any]]) -> tuple[Any, Any]:
    """Bounds of the largest of the numbers that ``worths`` encloses."""
    lows, highs = zip(*worths.values())
    return max(lows), max(highs)


def best_of(worths: Mapping[A, tuple[Any, Any]]) -> tuple[A, ...]:
    """Everything that is not proved to be worth less than something else.

    Examples
    --------
    >>> best_of({"a": (1, 3), "b": (2, 4), "c": (0, 1)})
    ('a', 'b')
    """
    low, _ = largest(worths)
    return tuple(action for action, (_, high) in worths.items() if high >= low)


def runner_up(worths: Mapping[A, tuple[Any, Any]], best: tuple[A, ...]) -> A | None:
    """What comes nearest to being as good as ``best``; the last of equals, None if nothing is left.

    Examples
    --------
    >>> runner_up({"a": (4, 4), "b": (2, 3), "c": (0, 1)}, ("a",))
    'b'
    """
    found = None
    for action, (_, high) in worths.items():
        if action not in best and (found is None or high >= worths[found][1]):
            found = action
    return found


def margin_of(worths: Mapping[A, tuple[Any, Any]], best: tuple[A, ...]) -> tuple[Any, Any] | None:
    """Bounds of how far ``best`` is above the runner-up; None if there is none."""
    other = runner_up(worths, best)
    if other is None:
        return None
    (low, high), (least, most) = largest(worths), worths[other]
    return low - most, high - least


def is_narrow(ends: Interval, digits: int) -> bool:
    """Whether the interval, relative to what it encloses, is narrow enough for ``digits``."""
    low, high = ends
    unit: Fraction = min(abs(low), abs(high)) / 10 ** (digits + _GUARD)
    return high - low <= unit


def quotient_up(above: int, below: int) -> float:
    """The smallest float that is not less than ``above / below``, for ``below`` > 0.

    Examples
    --------
    >>> quotient_up(1, 10) == 0.1, Fraction(quotient_up(1, 3)) > Fraction(1, 3)
    (True, True)
    """
    near = above / below  # rounded correctly, however long the two are
    n, d = near.as_integer_ratio()
    return near if n * below >= above * d else math.nextafter(near, math.inf)
