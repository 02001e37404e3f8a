"""The rules that a search has found so far, in a CSV file: written as they come, and resumed from.

A row is the best rule of a chunk of work. Rows of other searches may stand in the same file; a
fingerprint of game, family and seed tells whose a row is.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

from ...games.errors import FileError
from ...games.race import Race
from ...games.texts import spelled
from ..rows import add_rows, rows_in
from .race_families import Family, Found

__all__ = ["Record"]

_COLUMNS = ["search", "family", "chunk", "chunks", "constants", "first", "second", "loss"]


class Record:
    """What one search knows.

    Parameters
    ----------
    path : path or None
        None: nothing is kept.
    game : Race
    family : Family
    seed : int
    chunks : int
        How many there are.

    Raises
    ------
    FileError
        If the file cannot be read or written, or holds anything else.
    """

    def __init__(self, path: Any, game: Race, family: Family, seed: int, chunks: int) -> None:
        self._family, self._chunks = family, chunks
        self._path = None if path is None else Path(path)
        rule = getattr(family.rule, "__qualname__", repr(family.rule))
        about = [
            game.as_dict(),
            family.name,
            rule,
            [list(map(str, v)) for v in family.values],
            seed,
        ]
        text = json.dumps(about, sort_keys=True, default=str)
        self.fingerprint: str = hashlib.sha256(text.encode()).hexdigest()[:16]
        self._known: dict[int, Found] = {}
        if self._path is not None:
            self._read(self._path)

    def known(self, chunk: int) -> Found | None:
        """What the file says of a chunk."""
        return self._known.get(chunk)

    def add(self, chunk: int, found: Found) -> None:
        """Keep the best rule of a chunk."""
        if self._path is None:
            return
        point, first, second = found
        constants = " ".join(map(str, self._family.chosen(point)))
        loss = 0.5 - (first + second) / 2
        row = [self.fingerprint, self._family.name, chunk, self._chunks, constants]
        add_rows(self._path, [[*row, repr(first), repr(second), repr(loss)]])

    def _read(self, path: Path) -> None:
        names = [{str(value): n for n, value in enumerate(v)} for v in self._family.values]
        for row in rows_in(path, _COLUMNS, "a file of rules of thumb"):
            if row and row[0] == self.fingerprint:
                self._known.update([self._parsed(row, names)])

    def _parsed(self, row: list[str], names: list[dict[str, int]]) -> tuple[int, Found]:
        try:
            _, _, chunk, _, constants, first, second, _ = row
            words = constants.split(" ")
            point = tuple(known[word] for known, word in zip(names, words, strict=True))
            found = (point, float(first), float(second))
            if not all(0.0 <= chance <= 1.0 for chance in found[1:]):
                raise ValueError(row)
            return int(chunk), found
        except (ValueError, KeyError):
            raise FileError(
                f"{spelled(self._path)} has the damaged row {','.join(row)[:80]!r}: remove it"
            ) from None
