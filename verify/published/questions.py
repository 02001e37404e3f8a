"""Every question that a figure can ask, by its name, and the second computations."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module, util
from typing import Any

from pigcore.games.rules import FAMILIES, READY_MADE

from .answers import Answer, Question

__all__ = ["answer", "questions", "second_answer"]


@cache
def questions(table: str = "QUESTIONS") -> dict[str, Question]:
    """The questions of all families, or, of the table ``SECONDS``, the second computations.

    Examples
    --------
    >>> "think" in questions(), "think" in questions("SECONDS"), "ways" in questions("SECONDS")
    (True, True, False)
    """
    found: dict[str, Question] = {}
    for module in dict.fromkeys((*FAMILIES, *READY_MADE)):
        if util.find_spec(f".{module}", __package__):
            found |= getattr(import_module(f".{module}", __package__), table)
    return found


def answer(ask: Mapping[str, Any]) -> Answer:
    """Recompute what ``ask`` names.

    Examples
    --------
    >>> answer({"question": "ways", "rolls": [[4, 1, 6]]}).numbers
    ((Fraction(1, 1), Fraction(1, 1)),)
    """
    return _asked(questions(), ask)


def second_answer(ask: Mapping[str, Any]) -> Answer | None:
    """The same by an independent computation, if there is one."""
    seconds = questions("SECONDS")
    return _asked(seconds, ask) if ask["question"] in seconds else None


def _asked(known: Mapping[str, Question], ask: Mapping[str, Any]) -> Answer:
    arguments = {key: value for key, value in ask.items() if key != "question"}
    return known[ask["question"]](**arguments)
