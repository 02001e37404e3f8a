"""The booklet of a race: the smallest turn total to hold at, and where one rolls again above it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...play.reach.race import reachable
from ...solvers.race import RaceSolution
from ...solvers.solution import TIED
from .numbers import runs_of, shown_scores
from .parts import Booklet, Cell, Grid, Note

__all__ = ["booklet"]

Places = dict[tuple[int, int], NDArray[np.intp]]
"""Turn totals at (own, opp)."""

MET, MISSED = "*", "+"
"""The marks of cells above whose total one rolls again: in play, or only after a mistake."""

_AGAIN = "Where to roll again: your score against your opponent's, and the turn totals"


def booklet(solution: RaceSolution, step: int | None) -> Booklet:
    """The smallest totals held at; O(goal**3 x gains) time, memory for some goal**3 bytes."""
    scores = shown_scores(solution.game.goal, step)
    thresholds = solution.thresholds()
    reached = reachable(solution)
    again = _rolled_again(solution, thresholds, scores)
    met = {place: totals for place, totals in again.items() if reached[(*place, totals)].any()}

    def cell(own: int, opp: int) -> Cell:
        mark = MET if (own, opp) in met else MISSED if (own, opp) in again else ""
        return Cell(str(thresholds[own, opp]), mark, pale=not reached[own, opp, 0])

    def records() -> Iterator[dict[str, Any]]:
        for own in scores:
            for opp in scores:
                yield {
                    "own": own,
                    "opp": opp,
                    "hold_at": int(thresholds[own, opp]),
                    "roll_again_at": runs_of(again.get((own, opp), ())),
                    "reachable": bool(reached[own, opp, 0]),
                    "win": float(solution.starts[own, opp]),
                }

    grid = Grid("Hold at", scores, [[cell(own, opp) for opp in scores] for own in scores])
    return Booklet(
        solution.game,
        _reading(met, again),
        grids=[grid],
        notes=[Note(_AGAIN, _lines(met))] if met else [],
        records=records,
    )


def _reading(met: Places, again: Places) -> list[str]:
    reading = [
        "Roll until the turn total is at least the number at your score and your opponent's."
    ]
    if met:
        reading.append(f"{MET} At some higher totals roll again: the notes list them.")
    if len(again) > len(met):
        reading.append(
            f"{MISSED} At some higher totals roll again, but only a mistake leads to them: the CSV "
            "lists them."
        )
    return reading


def _rolled_again(solution: RaceSolution, thresholds: NDArray[np.int64], scores: range) -> Places:
    """The totals above the threshold at which rolling is better, where there are any."""
    again: Places = {}
    for own, hold, roll in solution.all_payoffs():
        hold, roll = hold[:, 0], roll[:, 0]
        if own not in scores:
            continue
        totals = np.arange(len(hold))
        rolls = (roll - hold > TIED) & (totals[:, None] > thresholds[own])
        for opp in np.flatnonzero(rolls.any(axis=0)).tolist():
            if opp in scores:
                again[own, opp] = np.flatnonzero(rolls[:, opp])
    return again


def _lines(places: Places) -> list[str]:
    """A line for each of the mover's scores; opponent's scores with the same totals together."""
    lines = []
    for own, group in groupby(places, key=lambda place: place[0]):
        alike: dict[str, list[int]] = {}
        for place in group:
            alike.setdefault(runs_of(places[place], "–", ", "), []).append(place[1])
        parts = [f"{runs_of(opps, '–', ', ')} at {totals}" for totals, opps in alike.items()]
        lines.append(f"{own} against {'; '.join(parts)}")
    return lines
