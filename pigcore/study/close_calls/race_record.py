"""The atlas as a CSV file: written as games are done, and resumed from.

A game's rows are written at once, the one of its closest call last: a game without that row was
being written when the atlas was interrupted, and is done again.
"""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Iterable
from dataclasses import fields
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Any

from ...games.errors import FileError
from ...games.texts import spelled
from ...writing import write_atomically
from .race_calls import KINDS, CloseCall

__all__ = ["Record", "as_csv"]

_NAMES = [field.name for field in fields(CloseCall)]
_LARGEST = 1 << 26  # bytes

Game = tuple[int, int]


def as_csv(calls: Iterable[CloseCall], *, heading: bool = True) -> str:
    """Calls as CSV, lines ending in a newline."""
    text = io.StringIO()
    writer = csv.DictWriter(text, _NAMES, lineterminator="\n")
    if heading:
        writer.writeheader()
    writer.writerows(call.as_dict() for call in calls)
    return text.getvalue()


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
        self._path = None if path is None else Path(path)
        self.known: dict[Game, tuple[CloseCall, ...]] = {}
        if self._path is not None:
            self._read(self._path)

    def add(self, calls: tuple[CloseCall, ...]) -> None:
        """Keep the calls of a game."""
        self.known[calls[0].sides, calls[0].goal] = calls
        if self._path is None:
            return
        last_first = sorted(calls, key=lambda call: call.kind == "closest")
        try:
            with self._path.open("a", encoding="utf-8", newline="") as file:
                file.write(as_csv(last_first, heading=False))
        except OSError as error:
            raise FileError(f"{spelled(self._path)} cannot be written: {error.strerror}") from None

    def finish(self) -> None:
        """Put the rows of the file in order."""
        if self._path is not None:
            text = as_csv(call for game in sorted(self.known) for call in self.known[game])
            write_atomically(self._path, lambda file: file.write(text.encode()))

    def _read(self, path: Path) -> None:
        try:
            if not path.exists() or not path.stat().st_size:
                path.write_text(as_csv(()), encoding="utf-8")
                return
            if not path.is_file() or path.stat().st_size > _LARGEST:
                raise FileError(f"{spelled(path)} is not an atlas: name another file")
            text = path.read_text(encoding="utf-8")
            head, _, rest = text.partition("\n")
            if f"{head}\n" != as_csv(()):
                raise FileError(f"{spelled(path)} is not an atlas: name another file")
            kept = rest[: rest.rfind("\n") + 1]
            if kept != rest:  # the last row was being written
                os.truncate(path, len(f"{head}\n{kept}".encode()))
        except (OSError, UnicodeDecodeError) as error:
            why = getattr(error, "strerror", None) or "it is no text"
            raise FileError(f"{spelled(path)} cannot be read: {why}") from None
        games: dict[Game, list[CloseCall]] = {}
        for row in csv.reader(kept.splitlines()):
            call = self._parsed(row)
            games.setdefault((call.sides, call.goal), []).append(call)
        self.known = {
            game: tuple(sorted(set(calls), key=lambda call: (KINDS.index(call.kind), call.state)))
            for game, calls in games.items()
            if any(call.kind == "closest" for call in calls)
        }

    def _parsed(self, row: list[str]) -> CloseCall:
        try:
            given: dict[str, Any] = dict(zip(_NAMES, row, strict=True))
            for name in ("sides", "goal", "own", "opp", "total"):
                given[name] = int(given[name])
            call = CloseCall(**given)
            if not _possible(call):
                raise ValueError(row)
        except (ValueError, InvalidOperation):
            raise FileError(
                f"{spelled(self._path)} has the damaged row {','.join(row)[:80]!r}: remove it"
            ) from None
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
