"""Figures about Hog."""

from __future__ import annotations

from pigcore.games.hog import Hog
from pigcore.games.rules import game as named

from ..hog.prove import check
from ..hog.rules import ways
from .answers import Answer, Question, exact, words

__all__ = ["QUESTIONS", "SECONDS"]


def number_of_ways(rolls: list[list[int]]) -> Answer:
    """The ways to score k with n s-sided dice of which none shows a 1, for each (k, n, s)."""
    return exact(*(ways(*roll) for roll in rolls))


def parity(game: str, own: int, opp: int) -> Answer:
    """Whether the best choices of dice depend on how often the dice were exchanged."""
    hog = named(game, Hog)
    even, odd = (set(check(hog, own, opp, parity).best) for parity in (0, 1))
    return words("in common" if even & odd else "nothing in common")


QUESTIONS: dict[str, Question] = {"parity": parity, "ways": number_of_ways}
SECONDS: dict[str, Question] = {}
