"""What goes wrong on purpose: every refusal is a ``ValueError`` that says one sentence.

The sentence names the value, the limit and the remedy, so that the command line
can print it as it stands and leave with exit status 2.
"""

from __future__ import annotations

import difflib
import operator
from collections.abc import Iterable
from decimal import Decimal

__all__ = ["FileError", "RuleError", "SizeError", "StateError", "nearest", "whole"]


class RuleError(ValueError):
    """The rules describe no game: chances that do not add up, a goal nobody reaches, …"""


class StateError(ValueError):
    """The state asked about does not exist in this game."""


class SizeError(ValueError):
    """The answer would not fit in memory."""


class FileError(ValueError):
    """The file is missing, damaged, altered or of another format."""


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
        shown = str(value) if isinstance(value, Decimal) else repr(value)
        raise error(f"{what} is {shown}, but must be a whole number") from None


def nearest(name: str, known: Iterable[str]) -> str:
    """The end of a sentence that refuses ``name``: the closest known one, or all of them.

    Examples
    --------
    >>> nearest("pgi", ["pig", "hog"])
    "did you mean 'pig'?"
    >>> nearest("chess", ["pig", "hog"])
    'choose one of hog, pig'
    """
    known = sorted(known)
    close = difflib.get_close_matches(name, known, n=1)
    return f"did you mean {close[0]!r}?" if close else f"choose one of {', '.join(known)}"
