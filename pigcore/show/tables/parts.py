"""What a booklet consists of: grids, notes, records, and rows of numbers in them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from ...games.checks import whole
from ...games.errors import RuleError
from ...games.game import Game
from ...games.spelling import listed
from ...play.boards import PLAYERS
from ...result import csv_of_rows
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


@dataclass(frozen=True)
class Note:
    """What the marks of the grids mean, place by place."""

    title: str
    entries: Sequence[str]


@dataclass(frozen=True)
class Booklet:
    """Everything that is printed about one game."""

    game: Game
    reading: Sequence[str]
    """How to read it: sentences."""
    grids: Sequence[Grid] = ()
    notes: Sequence[Note] = ()
    records: Callable[[], Iterator[dict[str, Any]]] = lambda: iter(())
    """The same as tidy data: a record for each cell, all with the same keys."""

    @property
    def title(self) -> str:
        """The game, and its goal if it has one."""
        goal = getattr(self.game, "goal", None)
        return self.game.name if goal is None else f"{self.game.name} to {goal}"

    def to_csv(self) -> str:
        """The records: a line of names, and a line for each."""
        return csv_of_rows(
            [{name: _exactly(one) for name, one in record.items()} for record in self.records()]
        )

    def as_dict(self) -> dict[str, Any]:
        """The records as plain data, with the game and how to read them."""
        return {
            "game": self.game.as_dict(),
            "reading": list(self.reading),
            "rows": list(self.records()),
            "version": VERSION,
        }


def _exactly(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return repr(value) if isinstance(value, float) else str(value)


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
