"""Every question that a figure can ask, by its name, and what a recomputation answers with.

A module of :data:`HOMES` lists its questions in ``__all__``: ``best_reply`` is asked as "best
reply".
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from importlib import import_module
from typing import Any

from ..algebra.intervals import Interval

__all__ = ["Answer", "answer", "doubles", "exact", "questions", "words"]

HOMES = ("race", "farkle", "others")


@dataclass(frozen=True)
class Answer:
    """What was recomputed: numbers, or words where the source makes a statement."""

    numbers: tuple[Interval, ...] = ()
    """Each between two fractions, in the order in which the source prints them."""
    words: tuple[str, ...] = ()
    certified: bool = True
    """Whether the numbers are proved; double precision otherwise."""


def exact(*numbers: Any) -> Answer:
    """Numbers that are known exactly."""
    return Answer(tuple((Fraction(number), Fraction(number)) for number in numbers))


def doubles(*numbers: float | Fraction) -> Answer:
    """Numbers in double precision, which nobody certifies."""
    return Answer(exact(*numbers).numbers, certified=False)


def words(*found: Any) -> Answer:
    """Words, as a source would print them."""
    return Answer(words=tuple(map(str, found)))


@cache
def questions() -> dict[str, Callable[..., Answer]]:
    """Every question by its name; each takes what ``ask`` in the list of figures says.

    Examples
    --------
    >>> "turns alone" in questions()
    True
    """
    homes = [import_module(f".{home}", __package__) for home in HOMES]
    return {name.replace("_", " "): getattr(home, name) for home in homes for name in home.__all__}


def answer(ask: Mapping[str, Any]) -> Answer:
    """Recompute what ``ask`` names.

    Examples
    --------
    >>> answer({"question": "ways", "rolls": [[4, 1, 6]]}).numbers
    ((Fraction(1, 1), Fraction(1, 1)),)
    """
    return questions()[ask["question"]](
        **{key: value for key, value in ask.items() if key != "question"}
    )
