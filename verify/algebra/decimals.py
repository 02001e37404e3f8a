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

from .intervals import Interval

__all__ = ["as_data", "decimal", "decimal_between", "in_full", "print_between"]

_LEAST_FIXED = -4
"""Smaller powers of ten are printed with an exponent."""
_SMALL = 12
"""Characters of a fraction that is printed as one."""


def in_full(value: Fraction) -> str:
    """``value`` as ``n/d``, however long (``str`` stops at 4300 digits)."""
    return f"{Decimal(value.numerator)}/{Decimal(value.denominator)}"


def as_data(ends: Interval, digits: int) -> dict[str, str | None]:
    """A number as plain data: its proved digits (None if there is none), and its exact bounds."""
    low, high = ends
    return {"value": decimal_between(ends, digits), "low": in_full(low), "high": in_full(high)}


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
    """What is proved of a number: a short fraction as it is, digits, or else bounds.

    Examples
    --------
    >>> print_between((Fraction(-1), Fraction(1, 3)), 10)
    'between -1.00 and 0.334'
    >>> print_between((Fraction(19, 3), Fraction(19, 3)), 10)
    '19/3'
    """
    low, high = ends
    # Twelve characters have fewer than 40 bits; str refuses integers of thousands of digits.
    if low == high and max(abs(low.numerator), low.denominator).bit_length() <= 40:
        text = str(low)
        if len(text) <= _SMALL:
            return text
    written = decimal_between(ends, digits)
    if written is not None:
        return written
    return f"between {decimal(low, 3, ROUND_FLOOR)} and {decimal(high, 3, ROUND_CEILING)}"


def _rounded(value: Fraction, digits: int, rounding: str = ROUND_HALF_EVEN) -> Decimal:
    context = Context(prec=digits, rounding=rounding, Emin=MIN_EMIN, Emax=MAX_EMAX)
    return context.divide(Decimal(value.numerator), Decimal(value.denominator))


def _power(value: Fraction) -> int:
    return _rounded(value, 1).adjusted()
