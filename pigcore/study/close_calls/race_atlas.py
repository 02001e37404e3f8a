"""The close calls of many games of Pig, in any executor: ``atlas``.

It is a CSV file, too: written as games are done, and resumed from. A game's rows are written at
once, the one of its closest call last: a game without that row was being written when the atlas was
interrupted, and is done again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import Executor
from dataclasses import dataclass, fields
from decimal import Decimal, InvalidOperation
from importlib.util import find_spec
from typing import Any

from ...frame import data_frame
from ...games.checks import between, items
from ...games.errors import RuleError
from ...games.spelling import counted
from ...notebook import InNotebooks
from ...version import VERSION
from ...writing import only_writer, write_atomically
from ..chunks import run
from ..rows import Kept, text_of_rows
from .race_calls import KINDS, CloseCall, close_calls

__all__ = ["DICE", "GOALS", "Atlas", "atlas", "needs_pyarrow"]

GOALS = range(2, 201)
DICE = (4, 6, 8, 10, 12, 20)

_LEAST_SIDES, _MOST_SIDES = 3, 100
_MOST_GOAL = 400

_NAMES = [field.name for field in fields(CloseCall)]

Game = tuple[int, int]
"""Sides and goal."""


@dataclass(frozen=True, repr=False)
class Atlas(InNotebooks):
    """The close calls of many games, by sides, goals and kinds."""

    calls: tuple[CloseCall, ...]

    def of(self, kind: str, sides: int | None = None) -> tuple[CloseCall, ...]:
        """The calls of a kind (``"closest"``, ``"met"``, ``"tie"``), of one die or of all."""
        return tuple(
            call for call in self.calls if call.kind == kind and sides in (None, call.sides)
        )

    @property
    def rows(self) -> list[dict[str, Any]]:
        """For each die its closest calls: of all states, and of those that can be met."""
        found = []
        for sides in sorted({call.sides for call in self.calls}):
            for kind in ("closest", "met"):
                calls = self.of(kind, sides)
                if calls:
                    # To larger goals the same call comes again: the first goal tells most.
                    found.append(min(calls, key=lambda call: (float(call.margin), call.goal)))
        return [call.as_dict() for call in found]

    def as_dict(self) -> dict[str, Any]:
        """Plain data."""
        return {"calls": [call.as_dict() for call in self.calls], "version": VERSION}

    def to_csv(self) -> str:
        """A row for each call, with a heading, lines ending in a newline."""
        return _as_csv(self.calls)

    def to_dataframe(self) -> Any:
        """A pandas DataFrame of all calls: whole numbers int64, ``margin`` float64.

        Raises
        ------
        ImportError
            If pandas is not installed.
        """
        return data_frame(self._columns())

    def to_parquet(self, path: Any) -> None:
        """Write all calls to ``path`` as Parquet, whole or not at all; ``margin`` is float64.

        Raises
        ------
        ImportError
            If pyarrow is not installed.
        FileError
            If it cannot be written.
        """
        needs_pyarrow()
        from pyarrow import parquet, table

        columns = table(self._columns())
        write_atomically(path, lambda file: parquet.write_table(columns, file))

    def _columns(self) -> dict[str, list[Any]]:
        rows = [call.as_dict() | {"margin": float(call.margin)} for call in self.calls]
        return {name: [row[name] for row in rows] for name in CloseCall.__dataclass_fields__}

    def _facts_shown(self) -> list[dict[str, Any]]:
        return self.rows

    def __repr__(self) -> str:
        return f"<{self}>"

    def __str__(self) -> str:
        games = counted(len({(call.sides, call.goal) for call in self.calls}), "game")
        return f"close calls of {games} of Pig, {counted(len(self.of('tie')), 'exact tie')}"


def atlas(
    goals: Iterable[int] = GOALS,
    sides: Iterable[int] = DICE,
    *,
    executor: Executor | None = None,
    path: Any = None,
    progress: Callable[[int, int], object] | None = None,
) -> Atlas:
    """The closest call and every exact tie of Pig to many goals with dice of many sizes.

    A die of n sides gains 2 … n or busts with 1; of other games ``solution.closest`` tells the same
    in doubles, and ``pigverify`` settles it. Margins are fractions, rounded to 20 digits, and ties
    are proved.

    Parameters
    ----------
    goals : iterable of int
        Each 2 … 400.
    sides : iterable of int
        Each 3 … 100. (A die with two sides is a coin; its calls are too close for double
        precision.)
    executor : concurrent.futures.Executor, optional
        Where to examine the games, one per task; by default on all processors.
    path : path, optional
        A CSV file to which each game is added when it is done, and from which an interrupted atlas
        is resumed. Rows of other games in it are kept.
    progress : callable, optional
        Called as ``progress(done, of)`` when a game is done.

    Returns
    -------
    Atlas

    Raises
    ------
    RuleError
        If a goal or a die is out of range, or none is given.
    FileError
        If ``path`` cannot be written, holds anything else, or another study is writing it.
    SizeError
        If double precision leaves more than 1000 states of a game to be settled.

    Notes
    -----
    O(goal**3 x sides) time per game; all 1194 games of the default take some minutes.

    Examples
    --------
    >>> found = atlas(goals=[40], sides=[6])
    >>> found
    <close calls of 1 game of Pig, 0 exact ties>
    >>> found.of("closest")[0].state
    (0, 3, 19)
    """
    games = [
        (die, goal)
        for die in _whole_numbers(sides, "sides", _LEAST_SIDES, _MOST_SIDES)
        for goal in _whole_numbers(goals, "goals", 2, _MOST_GOAL)
    ]
    with only_writer(path):
        record = Record(path)
        # The longest first, so that in the end no worker waits for another.
        missing = sorted(set(games) - set(record.known), key=lambda game: (-game[1], game[0]))
        for done, calls in enumerate(run(close_calls, missing, executor), 1):
            record.add(calls)
            if progress is not None:
                progress(done, len(missing))
        record.finish()
    return Atlas(tuple(call for game in sorted(set(games)) for call in record.known[game]))


def needs_pyarrow() -> None:
    """Refuse to write Parquet without it.

    Raises
    ------
    ImportError
        If it is not installed.
    """
    if find_spec("pyarrow") is None:
        raise ImportError(
            "Parquet needs pyarrow, which is not installed: pip install 'pigcore[study]'"
        )


def _whole_numbers(values: Any, what: str, low: int, high: int) -> list[int]:
    found = [
        between(value, what, low, high) for value in items(values, what, "whole numbers", high + 1)
    ]
    if not found:
        raise RuleError(f"there are no {what}: name one such as {low}")
    return found


def _as_csv(calls: Iterable[CloseCall]) -> str:
    """Calls as CSV, lines ending in a newline."""
    return text_of_rows([_NAMES, *map(_row, calls)])


def _row(call: CloseCall) -> list[Any]:
    return [*call.as_dict().values()]


class Record:
    """What is known of each game, and the file that keeps it.

    Parameters
    ----------
    path : path or None
        None: nothing is kept.

    Raises
    ------
    FileError
        If the file cannot be read or written, or holds anything else.
    """

    def __init__(self, path: Any) -> None:
        self._kept = Kept(path, _NAMES, "an atlas")
        games: dict[Game, list[CloseCall]] = {}
        for row in self._kept.rows:
            call = self._parsed(row)
            games.setdefault((call.sides, call.goal), []).append(call)
        self.known: dict[Game, tuple[CloseCall, ...]] = {
            game: tuple(sorted(set(calls), key=lambda call: (KINDS.index(call.kind), call.state)))
            for game, calls in games.items()
            if any(call.kind == "closest" for call in calls)
        }

    def add(self, calls: tuple[CloseCall, ...]) -> None:
        """Keep the calls of a game."""
        self.known[calls[0].sides, calls[0].goal] = calls
        closest_last = sorted(calls, key=lambda call: call.kind == "closest")
        self._kept.add(map(_row, closest_last))

    def finish(self) -> None:
        """Put the rows of the file in order."""
        if self._kept.path is not None:
            text = _as_csv(call for game in sorted(self.known) for call in self.known[game])
            write_atomically(self._kept.path, lambda file: file.write(text.encode()))

    def _parsed(self, row: list[str]) -> CloseCall:
        try:
            given: dict[str, Any] = dict(zip(_NAMES, row, strict=True))
            for name in ("sides", "goal", "own", "opp", "total"):
                given[name] = int(given[name])
            call = CloseCall(**given)
            if not _possible(call):
                raise ValueError(row)
        except (ValueError, InvalidOperation):
            raise self._kept.damaged(row) from None
        return call


def _possible(call: CloseCall) -> bool:
    """Whether there is such a state, and all that is said of it fits together."""
    margin = Decimal(call.margin)
    actions = ("either",) if call.kind == "tie" else ("roll", "hold")
    return (
        call.kind in KINDS
        and call.best in actions
        and (margin == 0 if call.kind == "tie" else 0 < margin <= 1)
        and min(call.own, call.opp, call.total - 1) >= 0
        and max(call.own + call.total, call.opp) < call.goal
    )
