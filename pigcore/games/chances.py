"""Exact chances: whatever a user writes for a probability becomes a ``Fraction``.

Nothing here rounds. ``"1/7"`` is one seventh, ``"0.213"`` and ``Decimal("0.213")`` are
213/1000, and the float ``0.1`` is taken as the decimal it prints as, one tenth, because
that is what its author wrote.
"""

from __future__ import annotations

import math
import operator
import re
from decimal import Decimal
from fractions import Fraction
from typing import SupportsIndex

from .errors import RuleError, nearest

__all__ = ["Chance", "chance", "spell", "unknown_keys"]

Chance = int | float | str | Fraction | Decimal
"""Anything :func:`chance` understands."""

# An exponent of more digits than this would make Fraction build a number that fills memory.
_WRITTEN = re.compile(r"\s*[+-]?\d+\s*(/\s*\d+|(\.\d*)?([eE][+-]?\d{1,3})?)\s*|\s*\.\d+\s*")


def chance(value: Chance, what: str) -> Fraction:
    """The exact, non-negative chance that ``value`` spells.

    Parameters
    ----------
    value : int, Fraction, str, Decimal or float
        A string holds a fraction ``"1/7"`` or a decimal ``"0.25"``; a float is taken as the
        decimal it prints as.
    what : str
        What the chance is of, for the message.

    Raises
    ------
    RuleError
        If ``value`` is no number, not finite or negative.

    Examples
    --------
    >>> chance("3/7", "bust"), chance(0.1, "bust"), chance("0.25", "bust")
    (Fraction(3, 7), Fraction(1, 10), Fraction(1, 4))
    """
    exact = _exact(value)
    if exact is None:
        raise RuleError(
            f"the chance of {what} is {value!r}, but must be a number such as '1/6', '0.25' or 0.25"
        )
    if exact < 0:
        raise RuleError(f"the chance of {what} is {value!r}, but must not be negative")
    return exact


def _exact(value: object) -> Fraction | None:
    if isinstance(value, bool):
        return None
    if isinstance(value, float):
        value = repr(float(value)) if math.isfinite(value) else None
    if isinstance(value, str):
        try:
            return Fraction(value.replace(" ", "")) if _WRITTEN.fullmatch(value) else None
        except (ValueError, ZeroDivisionError):
            return None
    if isinstance(value, Decimal):
        if not value.is_finite() or abs(value.adjusted()) > 999:
            return None
        return Fraction(value)
    if isinstance(value, Fraction):
        return value
    return Fraction(operator.index(value)) if isinstance(value, SupportsIndex) else None


def spell(value: Fraction) -> str:
    """A chance as the rules print it: ``1/6``, and ``21301/100000`` as ``0.21301``.

    Examples
    --------
    >>> spell(Fraction(1, 6)), spell(Fraction(21301, 100000)), spell(Fraction(1, 2))
    ('1/6', '0.21301', '1/2')
    """
    below = value.denominator
    for prime in (2, 5):
        while below % prime == 0:
            below //= prime
    if value.denominator >= 100 and below == 1:
        return str(Decimal(value.numerator) / Decimal(value.denominator))
    return str(value)


def unknown_keys(given: dict[str, object], known: tuple[str, ...], where: str) -> None:
    """Refuse the first key of ``given`` that is not in ``known``, with a suggestion."""
    for key in given:
        if key not in known:
            raise RuleError(f"{where} has no entry {key!r}: {nearest(key, known)}")
