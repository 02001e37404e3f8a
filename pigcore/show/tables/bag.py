"""The booklet of a bag of dice: the gestures to pick after the first throws."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from ...games.bag import GESTURES
from ...games.errors import StateError
from ...games.spelling import number
from ...solvers.bag_solution import BagSolution
from .parts import Booklet, Listing, no_step

__all__ = ["FIRST", "booklet", "sentences"]

FIRST = 4
"""Throws that the printed table covers; the records hold every state."""

State = tuple[int, int, int]


def sentences(solution: BagSolution) -> list[str]:
    """What best play is paid, and the best first pick."""
    best = solution.best(0, 0, 0)
    said = "any gesture, as all are equally good" if len(best) == len(GESTURES) else _picks(best)
    return [
        f"Best play is paid {number(solution.score)} on average.",
        f"At the start: pick {said}.",
    ]


def booklet(solution: BagSolution, step: int | None) -> Booklet:
    """What to pick after each of the counts that the first throws can show."""
    game = solution.game
    no_step(game.name, step)
    first = min(FIRST, len(game))
    rows = [row for throws in range(first) for row in _after(solution, throws)]
    return Booklet(
        game,
        [
            "Count the rocks, papers and scissors that the dice have shown, and pick the gesture.",
            "On the right: what each gesture is expected to score with the next die.",
        ],
        listings=[
            Listing(
                f"The first {first} picks" if first > 1 else "The pick",
                ("rocks", "papers", "scissors", "chance", "pick", *GESTURES),
                rows,
            )
        ],
        records=lambda: _records(solution),
    )


def _after(solution: BagSolution, throws: int) -> Iterator[list[str]]:
    for state in _counts(throws):
        try:
            payoffs = solution.payoffs(*state)
        except StateError:  # the dice cannot show these counts, or hardly ever do
            continue
        yield [
            *map(str, state),
            f"{solution.chance(*state):.4f}",
            _picks(solution.best(*state)),
            *(f"{payoffs[gesture]:.4f}" for gesture in GESTURES),
        ]


def _picks(best: tuple[str, ...]) -> str:
    return "any" if len(best) == len(GESTURES) else " or ".join(best)


def _counts(throws: int) -> list[State]:
    return [
        (rocks, papers, throws - rocks - papers)
        for rocks in range(throws, -1, -1)
        for papers in range(throws - rocks, -1, -1)
    ]


def _records(solution: BagSolution) -> Iterator[dict[str, Any]]:
    """Every state whose chance is no less than doubles can tell, in the order of ``choices``."""
    choices = iter(solution.choices().tolist())
    for rocks, papers, joint in solution.draws():
        for scissors, chance in enumerate(np.sum(joint, axis=0).tolist()):
            if next(choices) >= 0:
                state = (rocks, papers, scissors)
                yield {
                    **dict(zip(solution.game.state_names, state)),
                    "chance": chance,
                    "best": " ".join(solution.best(*state)),
                }
