"""Numbers in print: as many digits as are proved, and no more."""

from __future__ import annotations

from decimal import (
    MAX_EMAX,
    MIN_EMIN,
    ROUND_CEILING,
    ROUND_FLOOR,
    ROUND_HALF_EVEN,
    Context,
    Decimal,
)
from fractions import Fraction

__all__ = ["Interval", "decimal", "decimal_between", "is_narrow", "print_between", "spell"]

Interval = tuple[Fraction, Fraction]
"""A number, known to lie between two fractions (both included)."""

_LEAST_FIXED = -5
"""Smaller powers of ten are printed with an exponent."""
_GUARD = 2
"""Digits more than asked for, so that the ends of an interval hardly ever round apart."""


def spell(value: Fraction) -> str:
    """``value`` in full, as ``n/d``, however long (``str`` stops at 4300 digits)."""
    return f"{Decimal(value.numerator)}/{Decimal(value.denominator)}"


def decimal(value: Fraction, digits: int, rounding: str = ROUND_HALF_EVEN) -> str:
    """``value``, correctly rounded to ``digits`` significant digits.

    Examples
    --------
    >>> decimal(Fraction(2, 3), 10)
    '0.6666666667'
    """
    if not value:
        return "0"
    rounded = _rounded(value, digits, rounding)
    power = rounded.adjusted()
    if _LEAST_FIXED <= power < digits:
        return f"{rounded:.{digits - 1 - power}f}"
    return f"{rounded:.{digits - 1}e}"


def decimal_between(ends: Interval, digits: int) -> str | None:
    """The decimal, of ``digits`` digits or as many as can be, to which both ends round.

    All numbers between them round to it, too. None where the ends have no digit in common.

    Examples
    --------
    >>> decimal_between((Fraction(333, 1000), Fraction(1, 3)), 10)
    '0.333'
    """
    low, high = ends
    if low == high:
        return decimal(low, digits)
    if low <= 0 <= high:
        return None
    # What rounds to the same n digits is no further apart than one unit of the last of them.
    most = _power(max(-low, high)) - _power(high - low) + 1
    for n in range(min(digits, most), 0, -1):
        if _rounded(low, n) == _rounded(high, n):
            return decimal(low, n)
    return None


def print_between(ends: Interval, digits: int) -> str:
    """What is proved of a number: its digits, or else its bounds.

    Examples
    --------
    >>> print_between((Fraction(-1), Fraction(1, 3)), 10)
    'between -1.00 and 0.334'
    """
    low, high = decimal(ends[0], 3, ROUND_FLOOR), decimal(ends[1], 3, ROUND_CEILING)
    return decimal_between(ends, digits) or f"between {low} and {high}"


def is_narrow(ends: Interval, digits: int) -> bool:
    """Whether the interval, relative to what it encloses, is narrow enough for ``digits``."""
    low, high = ends
    unit: Fraction = min(abs(low), abs(high)) / 10 ** (digits + _GUARD)
    return high - low <= unit


def _rounded(value: Fraction, digits: int, rounding: str = ROUND_HALF_EVEN) -> Decimal:
    context = Context(prec=digits, rounding=rounding, Emin=MIN_EMIN, Emax=MAX_EMAX)
    return context.divide(Decimal(value.numerator), Decimal(value.denominator))


def _power(value: Fraction) -> int:
    return _rounded(value, 1).adjusted()
