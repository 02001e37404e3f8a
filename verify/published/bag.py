"""Figures about bags of rock-paper-scissors dice."""

from __future__ import annotations

from pigcore.games.bag import Bag

from ..bag.prove import certify
from .answers import Answer, Question

__all__ = ["QUESTIONS", "SECONDS"]


def score(rock: list[int], paper: list[int], scissors: list[int]) -> Answer:
    """The best expected score."""
    return Answer((certify(Bag(rock, paper, scissors)).value,))


QUESTIONS: dict[str, Question] = {"score": score}
SECONDS: dict[str, Question] = {}
