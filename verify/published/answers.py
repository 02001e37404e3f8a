"""What a recomputation answers with."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ..algebra.intervals import Interval

__all__ = ["DOUBLES", "Answer", "Question", "doubles", "exact", "words"]

DOUBLES = "double precision"


@dataclass(frozen=True)
class Answer:
    """What was recomputed: numbers, or words where the source makes a statement."""

    numbers: tuple[Interval, ...] = ()
    """Each between two fractions, in the order in which the source prints them."""
    words: tuple[str, ...] = ()
    deviation: float | None = None
    """How far single games are from the number, for figures that were simulated."""
    certified: bool = True
    """Whether the numbers are proved; double precision otherwise, after proved decisions."""
    arithmetic: str = ""
    """What they were computed in, where that is worth saying."""


Question = Callable[..., Answer]
"""Takes what ``ask`` in the list of figures says and answers."""


def exact(*numbers: Any) -> Answer:
    """Numbers that are known exactly."""
    return Answer(tuple((Fraction(number), Fraction(number)) for number in numbers))


def doubles(*numbers: float | Fraction) -> Answer:
    """Numbers in double precision, which nobody certifies."""
    return Answer(exact(*numbers).numbers, certified=False, arithmetic=DOUBLES)


def words(*found: Any) -> Answer:
    """Words, as a source would print them."""
    return Answer(words=tuple(map(str, found)))
