"""What goes wrong on purpose: every refusal is a ``ValueError`` that says one sentence.

The sentence names the value, the limit and the remedy, so that the command line
can print it as it stands and leave with exit status 2.
"""

from __future__ import annotations

import difflib
import operator
import re
from collections.abc import Iterable
from decimal import Decimal
from fractions import Fraction
from itertools import islice
from typing import Any

__all__ = [
    "FileError",
    "RuleError",
    "SizeError",
    "StateError",
    "between",
    "items",
    "label",
    "nearest",
    "short",
    "shown",
    "whole",
    "written",
]

_ECHO = 60
_LONGEST_NAME = 255


class RuleError(ValueError):
    """The rules describe no game: chances that do not add up, a goal nobody reaches, …"""


class StateError(ValueError):
    """The state asked about does not exist in this game."""


class SizeError(ValueError):
    """The answer would not fit in memory."""


class FileError(ValueError):
    """The file is missing, damaged, altered or of another format."""


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
    plain = isinstance(value, (int, Fraction, Decimal))
    try:
        return short(str(value) if plain else repr(value))
    except ValueError:  # Python does not write integers of more than 4300 digits
        return "a number of thousands of digits"


def whole(value: object, what: str, error: type[ValueError] = RuleError) -> int:
    """``value`` as an ``int``; anything that is not a whole number is refused by name.

    Examples
    --------
    >>> whole(7, "goal")
    7
    >>> whole(7.5, "goal")
    Traceback (most recent call last):
        ...
    pigcore.games.errors.RuleError: goal is 7.5, but must be a whole number
    """
    try:
        if isinstance(value, bool):
            raise TypeError
        return operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        raise error(f"{what} is {shown(value)}, but must be a whole number") from None


def between(value: object, what: str, low: int, high: int) -> int:
    """``value`` as an ``int`` of ``low`` … ``high``.

    Examples
    --------
    >>> between(0, "max_dice", 1, 100)
    Traceback (most recent call last):
        ...
    pigcore.games.errors.RuleError: max_dice is 0, but must be between 1 and 100
    """
    number = whole(value, what)
    if not low <= number <= high:
        raise RuleError(f"{what} is {shown(number)}, but must be between {low} and {high}")
    return number


def items(values: Any, what: str, like: str, most: int) -> list[Any]:
    """The first ``most`` of ``values``, which may never end; what is no collection is refused.

    Examples
    --------
    >>> items(range(9), "holds", "totals", 3)
    [0, 1, 2]
    >>> items(7, "holds", "totals such as range(2, 41)", 3)
    Traceback (most recent call last):
        ...
    pigcore.games.errors.RuleError: holds is 7, but must be totals such as range(2, 41)
    """
    try:
        if isinstance(values, (str, bytes)):
            raise TypeError
        return list(islice(values, most))
    except TypeError:
        raise RuleError(f"{what} is {shown(values)}, but must be {like}") from None


def written(word: str, what: str) -> int:
    """The whole number that ``word`` spells in the digits 0 to 9 and nothing else.

    Examples
    --------
    >>> written("-1", "own")
    -1
    >>> written("1_0", "own")
    Traceback (most recent call last):
        ...
    pigcore.games.errors.StateError: own is '1_0', but must be a whole number
    """
    if not re.fullmatch(r"[+-]?[0-9]{1,4000}", word):
        raise StateError(f"{what} is {shown(word)}, but must be a whole number")
    return int(word)


def label(name: object) -> str:
    r"""``name`` as the name of a game; what it holds must not command a terminal.

    Examples
    --------
    >>> label("My Pig")
    'My Pig'
    >>> label("a\nb")
    Traceback (most recent call last):
        ...
    pigcore.games.errors.RuleError: name is 'a\nb', but must be a line of printable characters
    """
    if not isinstance(name, str) or not name.isprintable():
        raise RuleError(f"name is {shown(name)}, but must be a line of printable characters")
    if len(name) > _LONGEST_NAME:
        raise RuleError(
            f"name is {shown(name)}, but must have at most {_LONGEST_NAME} characters: shorten it"
        )
    return name


def nearest(name: object, known: Iterable[str]) -> str:
    """The end of a sentence that refuses ``name``: the closest known one, or all of them.

    Examples
    --------
    >>> nearest("pgi", ["pig", "hog"])
    "did you mean 'pig'?"
    >>> nearest("chess", ["pig", "hog"])
    'choose one of hog, pig'
    """
    known = sorted(known)
    close = difflib.get_close_matches(name[:_ECHO] if isinstance(name, str) else "", known, n=1)
    return f"did you mean {close[0]!r}?" if close else f"choose one of {', '.join(known)}"
