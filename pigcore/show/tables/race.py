"""The booklet of a race: the fewest points to bank, and where one throws again with more.

There is a grid for each mode in which something is decided.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...games.dice import Dice
from .. import race_modes as modes
from .numbers import runs_of, shown_scores
from .parts import Booklet, Cell, Grid, Note

__all__ = ["ANY_TURN", "booklet"]

ANY_TURN = True

SHOWN = 20
"""How many scores a grid shows unless a step is given, where there are several grids."""

Places = dict[tuple[int, int, int], list[int]]
"""Points at (mode, own, opp)."""

MET, MISSED = "*", "+"
"""The marks of cells above whose points one throws again: in play, or only after a mistake."""


def booklet(solution: Any, step: int | None) -> Booklet:
    """The fewest points banked; ``step`` counts units. O(units**3 x options) time."""
    game = solution.game
    unit, several = game.unit, len(modes.words(game)) > 1
    usual = -(-game.units // SHOWN) if several else None
    scores = shown_scores(game.units, usual if step is None else step)
    least, come = modes.least(solution), modes.reached(solution)
    again = _thrown_again(solution, least, scores)
    met = {
        (mode, own, opp): points
        for (mode, own, opp), points in again.items()
        if come is not None and come[own, opp, np.array(points) // unit, mode].any()
    }
    start = game.turn.start
    pale = np.zeros_like(least[0], bool) if come is None else ~come[:, :, 0, start]

    def cell(mode: int, own: int, opp: int) -> Cell:
        place = mode, own, opp
        mark = MET if place in met else MISSED if place in again else ""
        return Cell(str(least[place]), mark, pale=bool(pale[own, opp]))

    def records() -> Iterator[dict[str, Any]]:
        for own in scores:
            for opp in scores:
                for mode in shown:
                    yield {
                        "own": own * unit,
                        "opp": opp * unit,
                        **({part: _named(game, mode)} if several else {}),
                        f"{modes.bank(game)}_at": int(least[mode, own, opp]),
                        f"{modes.throw(game)}_again_at": runs_of(
                            again.get((mode, own, opp), ()), unit=unit
                        ),
                        **({} if come is None else {"reachable": not bool(pale[own, opp])}),
                        "win": float(solution.starts[own, opp]),
                    }

    shown, part = modes.decided(game), game.state_names[-1]
    heading = f"{modes.bank(game).capitalize()} at"
    grids = [
        Grid(
            f"{heading}, {modes.phrase(game, mode)}" if several else heading,
            [score * unit for score in scores],
            [[cell(mode, own, opp) for opp in scores] for own in scores],
        )
        for mode in shown
    ]
    notes = [
        Note(_title(game, mode if several else None), lines)
        for mode in shown
        if (lines := _lines({place: it for place, it in met.items() if place[0] == mode}, unit))
    ]
    return Booklet(
        game,
        _reading(game, met, again, come is not None),
        grids=grids,
        notes=notes,
        records=records,
    )


def _named(game: Any, mode: int) -> int | str:
    """A mode as data."""
    word = modes.words(game)[mode]
    return int(word) if isinstance(game.turn.source, Dice) else word


def _title(game: Any, mode: int | None) -> str:
    where = "" if mode is None else f", {modes.phrase(game, mode)}"
    throw, points = modes.throw(game), "turn totals" if mode is None else "points of the turn"
    return f"Where to {throw} again{where}: your score against your opponent's, and the {points}"


def _reading(game: Any, met: Places, again: Places, followed: bool) -> list[str]:
    throw = modes.throw(game)
    if len(modes.words(game)) == 1:
        reading = [
            "Roll until the turn total is at least the number at your score and your opponent's."
        ]
    else:
        hot = isinstance(game.turn.source, Dice)
        reading = [
            f"{throw.capitalize()} on until the points of the turn are at least the number at your "
            "score and your opponent's."
            + (" With all dice set aside, all are in hand again." if hot else "")
        ]
    many = "higher totals" if throw == "roll" else "larger numbers of points"
    if met:
        reading.append(f"{MET} At some {many} {throw} again: the notes list them.")
    if len(again) > len(met):
        rarely = ", but only a mistake leads to them" if followed else ""
        reading.append(f"{MISSED} At some {many} {throw} again{rarely}: the CSV lists them.")
    return reading


def _thrown_again(solution: Any, least: NDArray[np.int64], scores: range) -> Places:
    """The points above the threshold at which throwing is better, where there are any."""
    found: Places = {}
    unit = solution.game.unit
    for own, above in modes.again(solution, least):
        if own not in scores:
            continue
        for mode, opp in np.argwhere(above.any(axis=0)).tolist():
            if opp in scores:
                found[mode, own, opp] = (unit * np.flatnonzero(above[:, mode, opp])).tolist()
    return found


def _lines(places: Places, unit: int) -> list[str]:
    """A line for each of the mover's scores; opponent's scores with the same points together."""
    lines = []
    for own, group in groupby(places, key=lambda place: place[1]):
        alike: dict[str, list[int]] = {}
        for place in group:
            points = runs_of(places[place], "–", ", ", unit)
            alike.setdefault(points, []).append(place[2] * unit)
        parts = [f"{runs_of(opps, '–', ', ', unit)} at {it}" for it, opps in alike.items()]
        lines.append(f"{own * unit} against {'; '.join(parts)}")
    return lines
