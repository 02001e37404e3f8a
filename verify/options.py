"""What may be asked of a proof: digits, a tolerance and progress."""

from __future__ import annotations

from collections.abc import Callable
from numbers import Real
from typing import Any

from pigcore.games.checks import between
from pigcore.games.errors import RuleError
from pigcore.games.spelling import shown

__all__ = ["MOST_DIGITS", "Progress", "digits_of", "tolerance_of"]

Progress = Callable[[int, int], object]
"""Called now and then with what is done and what there is to do."""

MOST_DIGITS = 10_000


def digits_of(value: object) -> int:
    """``value`` as a number of significant digits, 1 … 10,000.

    Examples
    --------
    >>> digits_of(0)
    Traceback (most recent call last):
        ...
    pigcore.games.errors.RuleError: digits is 0, but must be between 1 and 10000
    """
    return between(value, "digits", 1, MOST_DIGITS)


def tolerance_of(value: Any, usual: float) -> float:
    """``value`` as the largest error that is not refuted; ``usual`` if it is None.

    Examples
    --------
    >>> tolerance_of(0, 1e-12)
    Traceback (most recent call last):
        ...
    pigcore.games.errors.RuleError: tolerance is 0, but must be a number above 0 and at most 1
    """
    if value is None:
        return usual
    is_number = isinstance(value, Real) and not isinstance(value, bool)
    if not is_number or not 0 < value <= 1:
        raise RuleError(f"tolerance is {shown(value)}, but must be a number above 0 and at most 1")
    return float(value)
