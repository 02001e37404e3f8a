"""CSV files that studies add rows to as they are found, and are resumed from."""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from ..games.errors import FileError
from ..games.texts import spelled

__all__ = ["add_rows", "rows_in", "text_of_rows"]

_LARGEST = 1 << 26  # bytes


def text_of_rows(rows: Iterable[Sequence[Any]]) -> str:
    r"""Rows as CSV, lines ending in a newline.

    Examples
    --------
    >>> text_of_rows([("goal", "kind"), (4, "tie")])
    'goal,kind\n4,tie\n'
    """
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()


def add_rows(path: Path, rows: Iterable[Sequence[Any]]) -> None:
    """Write rows at the end of a file.

    Raises
    ------
    FileError
        If it cannot be written.
    """
    try:
        with path.open("ab") as file:
            file.write(text_of_rows(rows).encode())
    except OSError as error:
        raise FileError(f"{spelled(path)} cannot be written: {error.strerror}") from None


def rows_in(path: Path, heading: Sequence[str], what: str) -> list[list[str]]:
    """The rows of a file below its heading; a file that is empty or not there gets the heading.

    Lines may end as another program has saved them. A last row without an end was being written
    when the study was interrupted: it is cut off.

    Raises
    ------
    FileError
        If it cannot be read or written, or is not ``what``.
    """
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
