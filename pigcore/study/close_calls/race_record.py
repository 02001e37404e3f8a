"""The atlas as a CSV file: written as games are done, and resumed from.

A game's rows are written at once, the one of its closest call last: a game without that row was
being written when the atlas was interrupted, and is done again.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields
from decimal import Decimal, InvalidOperation
from typing import Any

from ...writing import write_atomically
from ..rows import Kept, text_of_rows
from .race_calls import KINDS, CloseCall

__all__ = ["Record", "as_csv"]

_NAMES = [field.name for field in fields(CloseCall)]

Game = tuple[int, int]


def as_csv(calls: Iterable[CloseCall]) -> str:
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
            text = as_csv(call for game in sorted(self.known) for call in self.known[game])
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
