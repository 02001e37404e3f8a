"""A booklet: grids, notes and records of one game, and rows of numbers in them."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from ...games.checks import whole
from ...games.errors import RuleError
from ...games.game import Game
from ...games.spelling import listed
from ...play.boards import PLAYERS
from ...result import Fact, Result
from ...version import VERSION

__all__ = [
    "Booklet", "Cell", "Grid", "Note", "favoured", "runs_of", "shown_scores",
]  # fmt: skip

_EVEN = 1e-9
"""Chances that differ by less are equal as far as doubles can tell."""


class Cell(NamedTuple):
    """What a grid says at one pair of scores."""

    text: str
    mark: str = ""
    """A sign that ``reading`` explains and of which a note may say more."""


@dataclass(frozen=True)
class Grid:
    """A cell for each pair of scores, the mover's down and the opponent's across."""

    title: str
    scores: Sequence[int]
    """Those that are shown, of either player."""
    cells: Sequence[Sequence[Cell]]
    """At [own][opponent's], counted as in ``scores``."""
    other: str = "your opponent"
    """Whose score is across."""

    def blocks(self, width: int) -> Iterator[str]:
        """As many columns side by side as fit into a line, and the others below."""
        label = max(len("you"), *(len(str(score)) for score in self.scores))
        marks = max(len(cell.mark) for row in self.cells for cell in row)
        column = marks + max(
            *(len(cell.text) for row in self.cells for cell in row),
            *(len(str(score)) for score in self.scores),
        )
        fitting = max(1, (width - label) // (column + 1))
        if fitting < len(self.scores):
            fitting -= fitting % _ROUND if fitting > _ROUND else 0
        for first in range(0, len(self.scores), fitting):
            block = slice(first, first + fitting)
            # Marks hang to the right of the digits, which stay in line.
            rows = [
                ("you", [Cell(str(score)) for score in self.scores[block]]),
                *((str(score), row[block]) for score, row in zip(self.scores, self.cells)),
            ]
            lines = [
                name.rjust(label)
                + "".join((cell.text + cell.mark.ljust(marks)).rjust(column + 1) for cell in row)
                for name, row in rows
            ]
            title = _wrapped([f"{self.title}: your score down, {self.other}'s across"], width)
            yield "\n".join(line.rstrip() for line in [*title, *lines])


@dataclass(frozen=True)
class Note:
    """What the marks of the grids mean, place by place."""

    title: str
    entries: Sequence[str]


@dataclass(frozen=True, repr=False)
class Booklet(Result):
    """Everything that is printed about one game."""

    game: Game
    reading: Sequence[str]
    """How to read it: sentences."""
    grids: Sequence[Grid]
    notes: Sequence[Note]
    cells: Callable[[], Iterator[dict[str, Any]]]
    """The same as tidy data: a record for each cell, all with the same keys."""

    def facts(self) -> Iterable[Fact]:
        """The game, how to read it, and the records."""
        yield Fact("game", self.game.as_dict())
        yield Fact("reading", self.reading)
        yield Fact("rows", self.rows())
        yield Fact("version", VERSION)

    def rows(self, count: int | None = None) -> list[dict[str, Any]]:
        """The records."""
        return [*self.cells()][:count]

    def records(self) -> list[dict[str, Any]]:
        """The same as CSV has them."""
        return [
            {name: str(one).lower() if isinstance(one, bool) else one for name, one in row.items()}
            for row in self.rows()
        ]

    def as_text(self, width: int = 80) -> str:
        """The booklet in lines of at most ``width`` characters, 40 or more."""
        parts = [
            "\n".join(_wrapped(str(self.game).splitlines(), width)),
            "\n".join(_wrapped(self.reading, width)),
            *(block for grid in self.grids for block in grid.blocks(width)),
        ]
        for note in self.notes:
            lines = [*_wrapped([note.title], width), *_wrapped(note.entries, width, "  ")]
            parts.append("\n".join(lines))
        return "\n\n".join(parts)


_ROUND = 5
"""Blocks of a grid end before a score that is a multiple of so many columns, where they can."""


def _wrapped(lines: Sequence[str], width: int, indent: str = "") -> Iterator[str]:
    for line in lines:
        yield from textwrap.wrap(line, width, subsequent_indent=indent)


# --- numbers ------------------------------------------------------------------------------------


def runs_of(numbers: Iterable[int], between: str = "-", after: str = " ", unit: int = 1) -> str:
    """Rising multiples of ``unit``, neighbours as a run.

    Examples
    --------
    >>> runs_of([4, 5, 6, 9]), runs_of([4, 5, 9], "–", ", ")
    ('4-6 9', '4–5, 9')
    """
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][1] == number - unit:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return after.join(str(low) if low == high else f"{low}{between}{high}" for low, high in runs)


def shown_scores(goal: int, step: int | None) -> range:
    """0, step, 2 step, … below the goal.

    Raises
    ------
    RuleError
        If ``step`` is not positive.
    """
    if step is None:
        return range(goal)
    step = whole(step, "step")
    if step < 1:
        raise RuleError(f"step is {step}, but must be 1 or more: 5 shows every fifth score")
    return range(0, goal, step)


def favoured(solution: Any) -> str:
    """Who is favoured in a game that somebody wins, and by how much.

    Examples
    --------
    >>> import pigcore
    >>> favoured(pigcore.solve(pigcore.Piglet(10, players=3)))[:56]
    'The first player is favoured: with best play by all, he '
    """
    game, value = solution.game, solution.value
    wins = [*solution.win(*[0] * game.players)] if game.shared else [value, 1 - value]
    apart = max(wins) - min(wins)
    if apart < _EVEN:
        return "No player is favoured: with best play by all, they win equally often."
    began = getattr(game, "seat", 1) - 1  # the mover's place in the round
    named = {f"the {PLAYERS[(began + n) % len(wins)]}": win for n, win in enumerate(wins)}
    (best, most), *others = sorted(named.items(), key=lambda item: -item[1])
    rest = listed([f"{name} {win:.2%}" for name, win in others])
    return (
        f"{best.capitalize()} player is favoured: with best play by all, he wins {most:.2%} of "
        f"games, {rest}."
    )
