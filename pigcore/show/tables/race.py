"""The booklet of a race: the fewest points to bank, and where one throws again with more.

There is a grid for each mode in which something is decided, and for each score of the third player
and of those after him.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby, product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...games.errors import RuleError, StateError
from ...games.spelling import listed
from ...solvers.race.arrays import arrays_to_ask
from .. import race_modes as modes
from .booklet import Booklet, Cell, Grid, Note, favoured, runs_of, shown_scores

__all__ = ["booklet", "sentences"]

SHOWN = 20
"""How many scores a grid shows unless a step is given, where there is one for each mode."""
CELLS = 10_000
"""About how many cells a booklet for three or more has unless a step is given."""
MOST = 200_000
"""More cells are not printed for them."""
MODES = 6
"""In no more modes does a sentence say what to do."""

Place = tuple[int, ...]
"""A mode, and everybody's score in units, the mover's first."""

MET, MISSED, MIXED = "*", "+", "~"
"""The marks of cells above whose points one throws again: in play, or only after a mistake; and of
those with points at which chance decides."""


def booklet(solution: Any, step: int | None) -> Booklet:
    """The fewest points banked; ``step`` counts units. O(units**(n + 1) x options) time."""
    game = solution.game
    unit, n, (throw, bank) = game.unit, game.players, game.words
    scores, decided = _shown(game, step), modes.decided(game)
    several = len(game.modes) > 1
    least, come, mixed = modes.least(solution), modes.reached(solution), modes.weights(solution)
    again = _thrown_again(solution, least, scores)
    met = {
        one: points
        for one, points in again.items()
        if come is None or _comes(come, one, points, unit)
    }
    names = game.state_names[:n]

    def cell(place: Place) -> Cell:
        mark = MET if place in met else MISSED if place in again else ""
        return Cell(str(least[place]), MIXED if place in mixed else mark)

    def records() -> Iterator[dict[str, Any]]:
        for *at, mode in product(*[scores] * n, decided):
            here = tuple(at)
            win = np.atleast_1d(solution.seen_starts[here]).tolist()
            total, weight = mixed.get((mode, *here), ("", ""))
            yield {
                **{name: unit * score for name, score in zip(names, here)},
                **({game.state_names[-1]: _named(game, mode)} if several else {}),
                f"{bank}_at": int(least[(mode, *here)]),
                f"{throw}_again_at": runs_of(again.get((mode, *here), ()), unit=unit),
                **({} if come is None else {"reachable": bool(come[*here, 0])}),
                **({"mix_at": total, "chance_to_roll": weight} if n > 2 else {}),
                **{
                    f"win_{name}" if k else "win": win[k]
                    for k, name in enumerate(names[: len(win)])
                },
            }

    grids = [
        Grid(
            ", ".join(
                [
                    f"{bank.capitalize()} at",
                    *([game.phrases[mode]] if several else []),
                    *(f"the {who} {unit * one}" for who, one in zip(names[2:], rest)),
                ]
            ),
            [score * unit for score in scores],
            [[cell((mode, own, opp, *rest)) for opp in scores] for own in scores],
            other="your opponent" if n == 2 else "the next player",
        )
        for mode, *rest in product(decided, *[scores] * (n - 2))
    ]
    notes = [
        Note(_title(game, mode if several else None), lines)
        for mode in (decided if come is not None else [])
        if (lines := _lines({place: one for place, one in met.items() if place[0] == mode}, unit))
    ]
    marks = {one.mark for grid in grids for row in grid.cells for one in row}
    reading = _reading(game, marks, come is not None)
    return Booklet(game, reading, grids=grids, notes=notes, cells=records)


def sentences(solution: Any) -> list[str]:
    """Who is favoured; what to do in the first turn, unless that takes too many words."""
    first = _opening(solution)
    return [favoured(solution), *([f"At the start: {first}."] if first else [])]


def _opening(solution: Any) -> str:
    """The fewest points to bank in the first turn, in each mode in which something is decided."""
    game, (throw, bank) = solution.game, solution.game.words
    decided = modes.decided(game)
    if len(decided) > MODES:
        return ""
    if len(game.modes) == 1:
        total = _first_banked(solution, [])
        if total >= game.goal and (total == game.goal or not game.answered):
            return f"{throw} until the goal is reached"
        return f"{throw} until the turn total is {total:,} or more, then {bank}"
    alike: dict[int, list[str]] = {}
    for mode in decided:
        points = _first_banked(solution, [_named(game, mode)])
        alike.setdefault(points, []).append(game.phrases[mode])
    always = alike.pop(_most(solution), [])
    if not alike:
        return f"{throw} whenever you may"
    where = [f"{points:,} {listed(phrases, 'or')}" for points, phrases in alike.items()]
    said = f"{bank} as soon as the points of the turn are at least {'; '.join(where)}"
    return said + (f"; {throw} {listed(always, 'or')}" if always else "")


def _first_banked(solution: Any, mode: list[Any]) -> int:
    """The fewest points that one banks in a mode of the first turn; if none, the most there are."""
    game, most = solution.game, _most(solution)
    for points in range(game.unit, most, game.unit):
        try:
            best = solution.best(*[0] * game.players, points, *mode)
        except StateError:  # no turn has so many points there
            continue
        if game.words[1] in best:
            return int(points)
    return most


def _most(solution: Any) -> int:
    """The points that a first turn ends with: the goal's, unless somebody has a last turn then."""
    game = solution.game
    return int(game.unit * arrays_to_ask(game).rolled if game.answered else game.goal)


def _shown(game: Any, step: int | None) -> range:
    """The scores of a grid, in units."""
    n, usual = game.players, None
    if n > 2:
        usual = -(-game.units // int(CELLS ** (1 / n)))
    elif len(game.modes) > 1:
        usual = -(-game.units // SHOWN)
    scores = shown_scores(game.units, usual if step is None else step)
    if n > 2 and len(scores) ** n > MOST:
        raise RuleError(
            f"step is {step}, but the table of {game.name} to {game.goal} has "
            f"{len(scores) ** n:,} cells then, and at most {MOST:,} are printed: show fewer"
        )
    return scores


def _named(game: Any, mode: int) -> int | str:
    """A mode as data."""
    return game.modes[mode] if game.set_aside else modes.words(game)[mode]


def _thrown_again(solution: Any, least: NDArray[np.int64], scores: range) -> dict[Place, list[int]]:
    """The points above the threshold at which throwing is better, where there are any."""
    game, found = solution.game, {}
    seen: Any = (slice(None), slice(None), *np.ix_(*[np.array(scores)] * (game.players - 1)))
    for own, above in modes.again(solution, least):
        if own in scores:
            above = above[seen]
            for mode, *opps in np.argwhere(above.any(axis=0)).tolist():
                column: Any = (slice(None), mode, *opps)
                place = (mode, own, *(scores[opp] for opp in opps))
                found[place] = (game.unit * np.flatnonzero(above[column])).tolist()
    return found


def _comes(come: NDArray[np.bool_], place: Place, points: list[int], unit: int) -> bool:
    """Whether optimal play comes to any of these points."""
    _, own, opp = place
    return bool(come[own, opp, np.array(points) // unit].any())


# --- in words -------------------------------------------------------------------------------------


def _title(game: Any, mode: int | None) -> str:
    where = "" if mode is None else f", {game.phrases[mode]}"
    points = "turn totals" if mode is None else "points of the turn"
    throw = game.words[0]
    return f"Where to {throw} again{where}: your score against your opponent's, and the {points}"


def _reading(game: Any, marks: set[str], followed: bool) -> list[str]:
    throw, n = game.words[0], game.players
    if len(game.modes) == 1:
        until, many = "Roll until the turn total is", "higher totals"
    else:
        until, many = f"{throw.capitalize()} on until the points of the turn are", "larger numbers"
    whose = "your opponent's." if n == 2 else "the next player's: "
    if n > 2:
        whose += "see each grid's title." if n > 3 else "the grids are for the score of the third."
    hot = " With all dice set aside, all are in hand again."
    reading = [
        f"{until} at least the number at your score and {whose}" + (hot if game.set_aside else "")
    ]
    if MET in marks:
        where = "the notes list them" if followed else "the CSV lists them"
        reading.append(f"{MET} At some {many} {throw} again: {where}.")
    if MISSED in marks:
        reading.append(
            f"{MISSED} At some {many} {throw} again, but only a mistake leads to them: the CSV "
            "lists them."
        )
    if MIXED in marks:
        reading.append(f"{MIXED} At one total {throw} with a chance that the CSV tells.")
    return reading


def _lines(places: dict[Place, list[int]], unit: int) -> list[str]:
    """A line for each of the mover's scores; opponent's scores with the same points together."""
    lines = []
    for own, group in groupby(places, key=lambda place: place[1]):
        alike: dict[str, list[int]] = {}
        for place in group:
            points = runs_of(places[place], "–", ", ", unit)
            alike.setdefault(points, []).append(place[2] * unit)
        parts = [f"{runs_of(opps, '–', ', ', unit)} at {one}" for one, opps in alike.items()]
        lines.append(f"{own * unit} against {'; '.join(parts)}")
    return lines
