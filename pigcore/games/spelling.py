"""Values in words and digits: one rule for refusals and terminals alike.

Numbers: a float has 12 digits, or as many as :func:`digits` says, and exponents only below 0.0001;
0, 0.5 and 1 are written so only where they are exact; a fraction is written as a fraction.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from decimal import ROUND_CEILING, Context, Decimal
from fractions import Fraction
from types import FunctionType
from typing import Any

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
ORDINALS = (
    "", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth",
)  # fmt: skip
_ECHO = 60
_ONE_LINE = 6
_SMALL = 1e-4
_SIGNIFICANT = 6
"""Digits of what is small: more of them are seldom right."""

_DIGITS: ContextVar[int] = ContextVar("digits", default=12)


def short(text: str, most: int = _ECHO) -> str:
    r"""``text`` as one line that is safe to print, of at most ``most`` characters.

    Examples
    --------
    >>> short("two\nlines"), short("a" * 100, 10)
    ('two lines', 'aaaaaaa...')
    """
    line = " ".join(part.strip() for part in text[: 10 * most].splitlines())
    line = "".join(c if c.isprintable() else repr(c)[1:-1] for c in line)
    return line if len(line) <= most else f"{line[: most - 3]}..."


def shown(value: object) -> str:
    """``value`` as a refusal echoes it: whoever wrote it knows it from its beginning.

    Examples
    --------
    >>> shown(7), shown("7"), shown(Fraction(1, 2)), shown(10**10000)
    ('7', "'7'", '1/2', 'a number of thousands of digits')
    """
    if isinstance(value, FunctionType):
        return f"the function {value.__name__}"
    plain = isinstance(value, (int, Fraction, Decimal))
    try:
        return short(str(value) if plain else repr(value))
    except ValueError:  # Python does not write integers of more than 4300 digits
        return "a number of thousands of digits"


def nearest(name: object, known: Iterable[str]) -> str:
    """The end of a sentence that refuses ``name``: the closest known one, or all of them."""
    known = sorted({*known})
    close = difflib.get_close_matches(name[:_ECHO] if isinstance(name, str) else "", known, n=1)
    return f"did you mean {close[0]!r}?" if close else f"choose one of {', '.join(known)}"


def meant(name: object, known: Iterable[str]) -> str | None:
    """The one of ``known`` that ``name`` means: capitals do not matter, nor do ``_`` and blanks."""
    if not isinstance(name, str):
        return None
    wanted, known = _plain(name), [*known]
    return name if name in known else next((one for one in known if _plain(one) == wanted), None)


def _plain(name: str) -> str:
    return name.replace("_", "-").replace(" ", "-").casefold()


def counted(count: int, what: str, several: str | None = None) -> str:
    """``count`` things in words: ``what`` where there is one of them, ``several`` otherwise."""
    return f"{count:,} {what if count == 1 else several or what + 's'}"


def listed(names: Iterable[object], last: str = "and") -> str:
    """The names in a row, as a sentence has them."""
    words = [str(name) for name in names]
    return f" {last} ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else words[0]


def clauses(parts: Iterable[str], last: str = "and") -> str:
    """Parts of a sentence that may have commas of their own, joined by further ones."""
    *before, end = parts
    return f"{', '.join(before)}, {last} {end}" if before else end


def first_of(names: Sequence[str], most: int) -> str:
    """The names in a row of at most ``most`` characters, and how many do not fit."""
    row, kept = ", ".join(names), len(names)
    while len(row) > most and kept > 1:
        kept -= 1
        row = f"{', '.join(names[:kept])} and {len(names) - kept} more"
    return row


@contextmanager
def digits(count: int) -> Iterator[None]:
    """Let :func:`number`, and all that writes by it, write so many digits meanwhile."""
    before = _DIGITS.set(count)
    try:
        yield
    finally:
        _DIGITS.reset(before)


def number(value: float) -> str:
    """``value`` in 12 digits, or exactly where it is a whole number or a half.

    Examples
    --------
    >>> number(0.25), number(0.5), number(1.0), number(19 / 3), number(0.000217038)
    ('0.250000000000', '0.5', '1', '6.33333333333', '0.000217038000')
    >>> number(2**-40), number(1e-14)  # six digits, and fewer where those are all
    ('9.09495e-13', '1e-14')
    """
    count = _DIGITS.get()
    if value in (0.5, -0.5) or (value == int(value) if abs(value) < 1e15 else False):
        return f"{value:g}"
    if abs(value) < _SMALL:
        return min(repr(float(value)), f"{value:.{min(count, _SIGNIFICANT) - 1}e}", key=len)
    if abs(value) < 1:
        return f"{value:.{count}f}"
    return f"{value:.0f}" if 10**count <= abs(value) < 1e15 else f"{value:.{count}g}"


def fixed(value: float) -> str:
    """``value`` with that many digits after the point, for columns of numbers."""
    return f"{value:.{_DIGITS.get()}f}"


def brief(value: float) -> str:
    """``value`` in two significant digits less, for tables of many columns."""
    return f"{value:.{max(_DIGITS.get() - 2, 1)}g}"


def percent(chance: float, places: int | None = None) -> str:
    """A chance as a percentage, as the page says it: in two places where six digits are asked for.

    Examples
    --------
    >>> with digits(6):
    ...     percent(0.655365), percent(0.1667, 1)
    ('65.54%', '16.7%')
    """
    return f"{chance:.{max(2, _DIGITS.get() - 4) if places is None else places}%}"


def at_most(bound: float, digits: int = 3) -> str:
    """``bound`` in a few digits and rounded up: what is at most ``bound`` is at most this, too.

    Examples
    --------
    >>> at_most(1.001e-14), at_most(2.5), at_most(0.0), at_most(float("inf"))
    ('1.01e-14', '2.5', '0', 'inf')
    """
    rounded = Context(prec=digits, rounding=ROUND_CEILING).create_decimal_from_float(bound)
    return f"{float(rounded):.{digits}g}"


def spell(value: Any) -> str:
    """``value`` as a person wants to read it; a long table gets a line for each entry.

    Examples
    --------
    >>> spell(True), spell(None), spell(Fraction(4, 7)), spell({"own": 1, "opp": 2})
    ('yes', '-', '4/7', 'own 1, opp 2')
    >>> print(spell([{"action": 9, "worth": 0.5}, {"action": 10, "worth": 0.0}]))
     9 0.5
    10 0
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return number(value)
    if isinstance(value, dict):
        entries = [f"{name} {spell(entry)}" for name, entry in value.items()]
        return ("\n" if len(entries) > _ONE_LINE else ", ").join(entries)
    if isinstance(value, (list, tuple)):
        if value and isinstance(value[0], dict) and "action" in value[0]:
            width = max(len(str(row["action"])) for row in value)  # numbers stand to the right
            return "\n".join(f"{row['action']:{width}} {spell(row['worth'])}" for row in value)
        return ", ".join(map(spell, value))
    return "-" if value is None else str(value)
