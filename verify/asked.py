"""What may be asked of a proof."""

from __future__ import annotations

from numbers import Real
from typing import Any

from pigcore.games import RuleError
from pigcore.games.checks import whole

__all__ = ["MOST_DIGITS", "digits_asked", "tolerance_asked"]

MOST_DIGITS = 10_000


def digits_asked(digits: object) -> int:
    """How many digits to print.

    Raises
    ------
    RuleError
        Unless ``digits`` is a whole number between 1 and 10,000.
    """
    number = whole(digits, "digits")
    if not 1 <= number <= MOST_DIGITS:
        raise RuleError(
            f"digits is {number}, but must be between 1 and {MOST_DIGITS}: choose another number"
        )
    return number


def tolerance_asked(tolerance: Any) -> float:
    """The largest error that is not refuted.

    Raises
    ------
    RuleError
        Unless ``tolerance`` is a number above 0 and at most 1.
    """
    is_number = isinstance(tolerance, Real) and not isinstance(tolerance, bool)
    if not is_number or not 0 < tolerance <= 1:
        raise RuleError(
            f"tolerance is {tolerance!r:.80}, but must be a number above 0 and at most 1"
        )
    return float(tolerance)
