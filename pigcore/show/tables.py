"""Tables to play by: what to do at every pair of scores, as text, CSV or JSON."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..games.checks import whole
from ..games.errors import RuleError
from ..games.game import Game
from ..result import Fact, Result
from ..solvers.hog import HogSolution
from ..version import VERSION
from . import race_modes as modes

TIED, AGAIN, MIXED = "*", "+", "~"
"""The marks of cells: several numbers of dice are best; one throws again with more points; chance
decides at some points."""

_ROUND = 5
"""Blocks of a grid end before a score that is a multiple of so many columns, where they can."""


@dataclass(frozen=True, repr=False)
class Table(Result):
    """What to do at every pair of scores of a game."""

    game: Game
    reading: Sequence[str]
    """How to read it: sentences."""
    scores: Sequence[int]
    """Those that are shown, of either player."""
    grids: Mapping[str, Sequence[Sequence[str]]]
    """By their titles: what is said at each pair of scores, the mover's down, the other's across;
    perhaps with a mark that ``reading`` explains."""
    each: Callable[[], Iterable[dict[str, Any]]]
    """Yields a row for each cell, as CSV and JSON have it."""
    other: str = "your opponent"
    """Whose score is across."""

    def facts(self) -> Iterable[Fact]:
        """The game, how to read it, and the rows."""
        yield Fact("game", self.game.as_dict())
        yield Fact("reading", self.reading)
        yield Fact("rows", self.rows())
        yield Fact("version", VERSION)

    def rows(self, count: int | None = None) -> list[dict[str, Any]]:
        """A row for each cell."""
        return [*islice(self.each(), count)]

    def as_text(self, width: int = 80) -> str:
        """The table in lines of at most ``width`` characters, 40 or more."""
        parts = [
            "\n".join(_wrapped(str(self.game).splitlines(), width)),
            "\n".join(_wrapped(self.reading, width)),
            *(block for title in self.grids for block in self._blocks(title, width)),
        ]
        return "\n\n".join(parts)

    def _blocks(self, title: str, width: int) -> Iterator[str]:
        """As many columns side by side as fit into a line, and the others below."""
        grid, names = self.grids[title], [*map(str, self.scores)]
        label, marked = max(len("you"), *map(len, names)), bool(_marks(grid))

        def padded(cell: str) -> str:  # marks hang to the right of the digits, which stay in line
            return cell if cell[-1] in TIED + AGAIN + MIXED else cell + " " * marked

        lines = [names, *grid]
        column = max(len(padded(cell)) for line in lines for cell in line)
        fitting = max(1, (width - label) // (column + 1))
        if _ROUND < fitting < len(names):
            fitting -= fitting % _ROUND
        for first in range(0, len(names), fitting):
            rows = [
                name.rjust(label) + "".join(
                    padded(cell).rjust(column + 1) for cell in line[first : first + fitting]
                )
                for name, line in zip(["you", *names], lines)
            ]  # fmt: skip
            heads = _wrapped([f"{title}: your score down, {self.other}'s across"], width)
            yield "\n".join(line.rstrip() for line in [*heads, *rows])


def _marks(*grids: Sequence[Sequence[str]]) -> set[str]:
    """The marks that there are."""
    return {cell[-1] for grid in grids for line in grid for cell in line} & {TIED, AGAIN, MIXED}


def _wrapped(lines: Sequence[str], width: int) -> Iterator[str]:
    for line in lines:
        yield from textwrap.wrap(line, width)


def table_of(solution: Any, step: int | None = None) -> Table:
    """What a player takes to the table, for a solution of any family with scores.

    Parameters
    ----------
    solution : Solution
    step : int, optional
        1 or more: show the scores 0, step, 2 step, … only; by default every score, where that is
        not too much.

    Raises
    ------
    RuleError
        If ``step`` is not positive or makes too many cells, or the family has no tables.

    Examples
    --------
    >>> import pigcore
    >>> table = table_of(pigcore.solve(pigcore.Piglet(goal=4)))
    >>> table.grids["Hold at"][0]  # with no points of one's own
    ['2', '2', '2', '4']
    """
    game = solution.game
    if not has_table(game):
        raise RuleError(f"there is no table of {game.name} ({game.family}): ask advise for a state")
    if step is not None and whole(step, "step") < 1:
        raise RuleError(f"step is {step}, but must be 1 or more: 5 shows every fifth score")
    return {"hog": _of_hog, "race": _of_a_race}[game.family](solution, step)


def has_table(game: Game) -> bool:
    """Whether there is one: those for every two counts of busts in a row would fill a book."""
    return game.family in ("race", "hog") and not getattr(game, "penalty", 0)


# --- Hog ------------------------------------------------------------------------------------------

EXCHANGE = "X"
PARITIES = [(0, "even"), (1, "odd")]


def _of_hog(solution: HogSolution, step: int | None) -> Table:
    """The best numbers of dice, with and without exchanged dice."""
    game = solution.game
    scores = range(0, game.goal, step or 1)

    titles = {(0,) * len(game.memory): "Dice" + " at the start of a game" * bool(game.memory)}
    if game.memory.keys() == {"parity"}:
        titles = {(n,): f"Dice after an {which} number of exchanges" for n, which in PARITIES}

    def cell(*state: int) -> str:
        best = solution.best(*state)
        return (EXCHANGE if best[0] == -1 else str(best[0])) + TIED * (len(best) > 1)

    def rows() -> Iterator[dict[str, Any]]:
        for memory, own, opp in product(titles, scores, scores):
            state = (own, opp, *memory)
            best = " ".join(map(str, solution.best(*state)))
            yield game.named(state) | {"best": best, "win": solution.win(*state)}

    grids = {
        title: [[cell(own, opp, *memory) for opp in scores] for own in scores]
        for memory, title in titles.items()
    }
    reading = ["Roll as many dice as the number at your score and your opponent's says."]
    if game.exchange:
        reading.append(f"{EXCHANGE} Exchange the dice.")
    if _marks(*grids.values()):
        reading.append(f"{TIED} Other numbers are as good: the CSV lists them.")
    return Table(game, reading, scores, grids, rows)


# --- races ----------------------------------------------------------------------------------------

SHOWN = 20
"""How many scores a grid shows unless a step is given, where there is one for each mode."""
CELLS = 10_000
"""About how many cells a table for three or more has unless a step is given."""
MOST = 200_000
"""More cells are not printed for them."""


def _of_a_race(solution: Any, step: int | None) -> Table:
    """The fewest points banked, in a grid for each mode in which something is decided, and for each
    score of the third player and of those after him; ``step`` counts units.
    """
    game, scores = solution.game, _shown(solution.game, step)
    unit, n, (throw, bank) = game.unit, game.players, game.words
    several = len(game.modes) > 1
    least, mixed = modes.least(solution), modes.weights(solution)
    again = _thrown_again(solution, least, scores)
    names = game.state_names[:n]

    decided = modes.decided(game)

    def cell(*place: int) -> str:
        mark = MIXED if place in mixed else AGAIN if place in again else ""
        return f"{least[place]}{mark}"

    def rows() -> Iterator[dict[str, Any]]:
        starts = solution.starts_of(1)
        for *at, mode in product(*[scores] * n, decided):
            place, wins = (mode, *at), np.atleast_1d(starts[tuple(at)]).tolist()
            row: dict[str, Any] = {name: unit * score for name, score in zip(names, at)}
            if several:
                name = game.modes[mode] if game.set_aside else modes.words(game)[mode]
                row[game.state_names[-1]] = name
            row[f"{bank}_at"] = int(least[place])
            row[f"{throw}_again_at"] = runs_of(again.get(place, ()), unit)
            if n > 2:
                row["mix_at"], row["chance_to_roll"] = mixed.get(place, ("", ""))
            row["win"] = wins[0]
            yield row | {f"win_{name}": win for name, win in zip(names[1:], wins[1:])}

    def title(mode: int, rest: list[int]) -> str:
        phrase = [game.phrases[mode]] if several else []
        others = (f"the {who} {unit * one}" for who, one in zip(names[2:], rest))
        return ", ".join([f"{bank.capitalize()} at", *phrase, *others])

    grids = {
        title(mode, rest): [[cell(mode, own, opp, *rest) for opp in scores] for own in scores]
        for mode, *rest in product(decided, *[scores] * (n - 2))
    }
    shown = [score * unit for score in scores]
    other = "your opponent" if n == 2 else "the next player"
    return Table(game, _reading(game, _marks(*grids.values())), shown, grids, rows, other)


def _shown(game: Any, step: int | None) -> range:
    """The scores of a grid, in units."""
    n = game.players
    if step is None and n > 2:
        step = -(-game.units // int(CELLS ** (1 / n)))
    elif step is None and len(game.modes) > 1:
        step = -(-game.units // SHOWN)
    scores = range(0, game.units, step or 1)
    if n > 2 and len(scores) ** n > MOST:
        raise RuleError(
            f"step is {step}, but the table of {game.name} to {game.goal} has "
            f"{len(scores) ** n:,} cells then, and at most {MOST:,} are printed: show fewer"
        )
    return scores


def _thrown_again(
    solution: Any, least: NDArray[np.int64], scores: range
) -> dict[tuple[int, ...], list[int]]:
    """The points above the threshold at which throwing is better, by mode and scores in units."""
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


def _reading(game: Any, marks: set[str]) -> list[str]:
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
    if AGAIN in marks:
        reading.append(f"{AGAIN} At some {many} {throw} again: the CSV lists them.")
    if MIXED in marks:
        reading.append(f"{MIXED} At one total {throw} with a chance that the CSV tells.")
    return reading


def runs_of(numbers: Iterable[int], unit: int = 1) -> str:
    """Rising multiples of ``unit``, neighbours as a run.

    Examples
    --------
    >>> runs_of([4, 5, 6, 9])
    '4-6 9'
    """
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][1] == number - unit:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return " ".join(str(low) if low == high else f"{low}-{high}" for low, high in runs)
