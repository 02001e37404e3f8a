"""Exact chances: whatever a user writes for a probability becomes a ``Fraction``.

Nothing here rounds. ``"1/7"`` is one seventh, ``"0.213"`` and ``Decimal("0.213")`` are
213/1000, and the float ``0.1`` is taken as the decimal it prints as, one tenth, because
that is what its author wrote.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from math import lcm
from typing import Any

from .errors import RuleError
from .spelling import nearest, shown

Chance = int | float | str | Fraction | Decimal
"""Anything :func:`chance` understands."""

MAX_DIGITS = 3000
"""The most digits that a numerator or a denominator has."""

LARGEST: int = 10**MAX_DIGITS

# An exponent of more digits than this would make Fraction build a number that fills memory.
_WRITTEN = re.compile(
    r" *[+-]?[0-9]+ *(/ *[0-9]+|(\.[0-9]*)?([eE][+-]?[0-9]{1,3})?) *| *\.[0-9]+ *"
)


def chance(value: Chance, what: str) -> Fraction:
    """The exact, non-negative chance of ``what`` that ``value`` spells.

    Examples
    --------
    >>> chance("3/7", "bust"), chance(0.1, "bust"), chance("0.25", "bust")
    (Fraction(3, 7), Fraction(1, 10), Fraction(1, 4))
    """
    try:
        exact = _fraction(value)
        if max(abs(exact.numerator), exact.denominator) > LARGEST:
            raise ValueError
    except (ValueError, TypeError, ZeroDivisionError):
        raise RuleError(
            f"the chance of {what} is {shown(value)}, but must be a number such as '1/6', '0.25' "
            f"or 0.25, with at most {MAX_DIGITS} digits"
        ) from None
    if exact < 0:
        raise RuleError(f"the chance of {what} is {shown(value)}, but must not be negative")
    return exact


def _fraction(value: object) -> Fraction:
    # What is too long is refused before its conversion, which takes quadratic time.
    if isinstance(value, float):
        value = repr(float(value))
    if isinstance(value, str):
        if len(value) > 2 * MAX_DIGITS + 10 or not _WRITTEN.fullmatch(value):
            raise ValueError
        return Fraction(value.replace(" ", ""))
    if isinstance(value, Decimal):
        digits = len(value.as_tuple().digits)
        if not value.is_finite() or max(digits, abs(value.adjusted())) > MAX_DIGITS:
            raise ValueError
        return Fraction(value)
    if isinstance(value, bool):
        raise TypeError
    return value if isinstance(value, Fraction) else Fraction(operator.index(value))  # type: ignore[arg-type]


def check_sum(
    found: Fraction, whole: Fraction | int, whose: str = "", given: Iterable[object] = ()
) -> None:
    """Refuse chances, as they were ``given``, that sum to ``found`` in place of the ``whole``."""
    if found == whole:
        return
    off = whole - found
    remedy = f"add the missing {shown(off)}" if off > 0 else f"take the surplus {shown(-off)} away"
    if any(isinstance(value, float) for value in given) and abs(off) < Fraction(1, 10**9):
        remedy = "write fractions as '1/3', which a float only comes close to"
    raise RuleError(
        f"the chances{whose} sum to {shown(found)}, but must sum to {shown(whole)}: {remedy}"
    )


def in_parts(chances: Sequence[Fraction]) -> list[int]:
    """Chances as whole numbers, each the part that it is of their common denominator."""
    below = lcm(*(p.denominator for p in chances))
    return [p.numerator * (below // p.denominator) for p in chances]


def weights(
    given: Sequence[Any], names: Sequence[str], where: str = "", total: int | None = None
) -> list[int]:
    """Chances as whole numbers, parts of their sum: those that are whole are parts of ``total``, by
    default of their sum; others sum to 1. ``names`` say of what each is the chance.

    Examples
    --------
    >>> weights(["1/2", 0.25, 0.25], ["a", "b", "c"]), weights([3, 1], ["a", "b"])
    ([2, 1, 1], [3, 1])
    """
    if total is None and all(type(p) is int and p >= 0 for p in given) and any(given):
        return [*given]  # as most are
    exact = [chance(p, name) for p, name in zip(given, names)]
    if lcm(*(p.denominator for p in exact)) > LARGEST:
        raise RuleError(
            f"the common denominator of the chances has more than {MAX_DIGITS} digits: round them"
        )
    found, out_of = sum(exact, Fraction(0)), total or 1
    if total is None and found > 0 and all(hasattr(p, "__index__") for p in given):
        out_of = int(found)
    check_sum(found, out_of, where, given)
    return in_parts(exact)


def spell_chance(value: Fraction) -> str:
    """A chance as the rules print it: ``1/6``, and ``21301/100000`` as ``0.21301``."""
    below = value.denominator
    for prime in (2, 5):
        while below % prime == 0:
            below //= prime
    if value.denominator >= 100 and below == 1:
        return str(Decimal(value.numerator) / Decimal(value.denominator))
    return str(value)


def entries(
    rules: Mapping[str, Any], known: Iterable[str], whose: str, *needed: str, more: str = ""
) -> dict[str, Any]:
    """The entries of rules but ``game``, none of them unknown and none that is needed missing."""
    unknown_keys(rules, ("game", *known), whose)
    for key in needed:
        if key not in rules:
            raise RuleError(f"{whose} needs the entry {key!r}: add it{more}")
    return {key: value for key, value in rules.items() if key != "game"}


def unknown_keys(given: Mapping[str, object], known: tuple[str, ...], where: str) -> None:
    """Refuse the first key of ``given`` that is not in ``known``, with a suggestion."""
    for key in given:
        if key not in known:
            raise RuleError(f"{where} has no entry {shown(key)}: {nearest(key, known)}")
