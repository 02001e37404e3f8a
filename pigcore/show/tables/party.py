"""The booklet of a party: the totals to hold at, a grid for each score of who is on none."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...games.errors import RuleError
from ...solvers.party import PartySolution
from ...solvers.solution import TIED
from .numbers import runs_of, shown_scores
from .parts import Booklet, Cell, Grid

__all__ = ["booklet"]

SHOWN = 10_000
"""About how many cells a booklet has unless a step is given."""
MOST = 200_000
"""More cells are not printed."""

AGAIN, MIXED = "*", "~"
"""The marks of cells above whose total one rolls again, or where chance decides at some total."""


def booklet(solution: PartySolution, step: int | None) -> Booklet:
    """The smallest totals held at; O(goal**(n + 1) x gains) time for n players."""
    game = solution.game
    n = game.players
    usual = -(-game.goal // int(SHOWN ** (1 / n)))
    scores = shown_scores(game.goal, usual if step is None else step)
    if len(scores) ** n > MOST:
        raise RuleError(
            f"step is {step}, but the table of {game.name} to {game.goal} has "
            f"{len(scores) ** n:,} cells then, and at most {MOST:,} are printed: show fewer"
        )
    names, shown = game.state_names[:-1], np.array(scores)
    held, again = _held(solution, shown)
    mixing = (it for cell in solution.cells for it in cell.weights)
    weights = {place: (total, weight) for place, total, weight in mixing}

    def cell(*places: int) -> Cell:
        here = tuple(scores[place] for place in places)
        return Cell(str(held[places]), MIXED if here in weights else AGAIN * (places in again))

    def records() -> Iterator[dict[str, Any]]:
        for places in product(range(len(scores)), repeat=n):
            here = tuple(scores[place] for place in places)
            total, weight = weights.get(here, ("", ""))
            yield {
                **dict(zip(names, here)),
                "hold_at": int(held[places]),
                "roll_again_at": again.get(places, ""),
                "mix_at": total,
                "chance_to_roll": weight,
                **{
                    "win" if name == "own" else f"win_{name}": float(chance)
                    for name, chance in zip(names, solution.starts[here])
                },
            }

    places = range(len(scores))
    grids = [
        Grid(
            ", ".join(
                ["Hold at", *(f"the {who} {scores[it]}" for who, it in zip(names[2:], rest))]
            ),
            scores,
            [[cell(own, following, *rest) for following in places] for own in places],
            other="the next player",
        )
        for rest in product(places, repeat=n - 2)
    ]
    marks = {it.mark for grid in grids for row in grid.cells for it in row}
    return Booklet(game, _reading(marks, n), grids=grids, records=records)


def _held(
    solution: PartySolution, shown: NDArray[np.int64]
) -> tuple[NDArray[np.int64], dict[tuple[int, ...], str]]:
    """The smallest totals held at, by places among the scores shown, and those rolled at above."""
    n, goal = solution.game.players, solution.game.goal
    held = np.empty((len(shown),) * n, dtype=np.int64)
    again: dict[tuple[int, ...], str] = {}
    places = {int(score): place for place, score in enumerate(shown)}
    for own, hold, roll in solution.all_payoffs():
        hold, roll = hold[:, 0], roll[:, 0]
        if own not in places:
            continue
        seen: Any = (slice(None), *np.ix_(*[shown] * (n - 1)))
        rolls = np.concatenate([(roll > hold + TIED)[seen], np.zeros((1, *held.shape[1:]), bool)])
        rolls[0] = True
        held[places[own]] = least = (~rolls).argmax(axis=0)
        above = rolls & (np.arange(goal - own + 1).reshape(-1, *[1] * (n - 1)) > least)
        for rest in np.argwhere(above.any(axis=0)).tolist():
            column: Any = (slice(None), *rest)
            again[(places[own], *rest)] = runs_of(np.flatnonzero(above[column]).tolist())
    return held, again


def _reading(marks: set[str], players: int) -> list[str]:
    reading = [
        "Roll until the turn total is at least the number at your score and the next player's: "
        + (
            "the grids are for the score of the third."
            if players == 3
            else "see each grid's title."
        )
    ]
    if AGAIN in marks:
        reading.append(f"{AGAIN} At some higher totals roll again: the CSV lists them.")
    if MIXED in marks:
        reading.append(f"{MIXED} At one total roll with a chance that the CSV tells.")
    return reading
