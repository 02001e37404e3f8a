"""CSV files that studies add rows to as they are found, and are resumed from."""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from ..frame import text_of_rows
from ..games.errors import FileError
from ..games.texts import spelled

__all__ = ["Kept"]

_LARGEST = 1 << 26  # bytes


class Kept:
    """The file that a study keeps its rows in, if any.

    A file that is empty or not there gets the heading. Lines may end as another program has saved
    them. A last row without an end was being written when the study was interrupted: it is cut off.

    Parameters
    ----------
    path : path or None
        None: nothing is kept.
    heading : sequence of str
    what : str
        What the file is.

    Raises
    ------
    FileError
        If it cannot be read or written, or is not ``what``.

    Attributes
    ----------
    rows : list of list of str
        What it held below its heading.
    """

    def __init__(self, path: Any, heading: Sequence[str], what: str) -> None:
        self.path: Path | None = None if path is None else Path(path)
        self.rows: list[list[str]] = []
        if self.path is not None:
            self.rows = _rows_in(self.path, heading, what)

    def add(self, rows: Iterable[Sequence[Any]]) -> None:
        """Write rows at the end.

        Raises
        ------
        FileError
            If it cannot be written.
        """
        if self.path is None:
            return
        try:
            with self.path.open("ab") as file:
                file.write(text_of_rows(rows).encode())
        except OSError as error:
            raise FileError(f"{spelled(self.path)} cannot be written: {error.strerror}") from None

    def damaged(self, row: Sequence[str]) -> FileError:
        """What to raise of a row that holds anything else."""
        return FileError(
            f"{spelled(self.path)} has the damaged row {','.join(row)[:80]!r}: remove it"
        )


def _rows_in(path: Path, heading: Sequence[str], what: str) -> list[list[str]]:
    try:
        if not path.exists() or not path.stat().st_size:
            path.write_bytes(text_of_rows([heading]).encode())
        if not path.is_file() or path.stat().st_size > _LARGEST:
            raise FileError(f"{spelled(path)} is not {what}: name another file")
        data = path.read_bytes()
        kept = data[: data.rfind(b"\n") + 1]
        first, *rows = [*csv.reader(io.StringIO(kept.decode(), newline=""))] or [[]]
        if first != [*heading]:
            raise FileError(f"{spelled(path)} is not {what}: name another file")
        if kept != data:
            os.truncate(path, len(kept))
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        why = getattr(error, "strerror", None) or "it is no text"
        raise FileError(f"{spelled(path)} cannot be read: {why}") from None
    return rows
