"""Read a saved solution with nothing but the standard library, believing nothing in it.

A solution is a zip archive (numpy's ``.npz``) of arrays (numpy's ``.npy``): texts ``format``,
``rules`` (TOML), ``version`` and ``info`` (JSON), and the arrays of the family. Of numpy's types
only little-endian float64, int64 and text are read, so nothing in a file can be executed.

Source: NumPy Enhancement Proposal 1, "A Simple File Format for NumPy Arrays".
"""

from __future__ import annotations

import array
import ast
import json
import os
import re
import sys
import zipfile
import zlib
from collections.abc import Callable
from math import prod
from typing import Any, NamedTuple, TypeVar

from pigcore.games.errors import FileError, MissingFileError, PigcoreError, RuleError
from pigcore.games.game import Game
from pigcore.games.rules import game_from_text
from pigcore.games.spelling import short, shown
from pigcore.games.texts import named_file, open_file, refusal, spelled

from .arrays import check_names

__all__ = ["FORMAT", "Saved", "read_rules", "read_solution"]

FORMAT = "pigcore 1"
_TEXTS = ("format", "rules", "version", "info")
_MOST_BYTES = 1 << 30
_MOST_TEXT = 1 << 24
_MOST_HEADER = 10_000
_MOST_MEMBERS = 10
_MOST_AXES = 7
_LONGEST = 100
"""Characters of what somebody else's file or library says, in a message of one's own."""
_DAMAGE = (
    zipfile.BadZipFile,
    zlib.error,
    EOFError,
    NotImplementedError,  # some newer kind of archive
    RuntimeError,  # an encrypted member
    ValueError,
    OverflowError,
)
T = TypeVar("T")


def read_rules(path: str | os.PathLike[str]) -> Game:
    """The game of a saved solution, whatever its arrays.

    Raises
    ------
    FileError
        As :func:`read_solution`.
    """
    return _open(path, _game)


class Saved(NamedTuple):
    """What a file holds."""

    game: Game
    arrays: dict[str, Any]
    """As lists or, of more than two axes, as memory of that shape."""


def read_solution(path: str | os.PathLike[str]) -> Saved:
    """The game of a saved solution, and its arrays.

    Parameters
    ----------
    path : path
        A file that ``Solution.save`` wrote.

    Raises
    ------
    FileError
        If the file is missing or anything in it is not as it was written, or if an array is larger
        than its game declares it. What is in the arrays is for :mod:`pigverify.arrays` to check.
    """
    return _open(path, _solution)


def _open(path: str | os.PathLike[str], read: Callable[[_Archive], T]) -> T:
    name = named_file(path)
    file = spelled(name)
    if not os.path.lexists(name):
        raise MissingFileError(f"{file} does not exist: give the path of a saved solution")
    try:
        with open_file(name) as stream, zipfile.ZipFile(stream) as archive:
            return read(_Archive(archive, file))
    except PigcoreError:
        raise
    except OSError as error:
        raise refusal(error, file) from None
    except _DAMAGE as error:
        raise FileError(
            f"{file} is not a saved solution or is damaged ({short(str(error), _LONGEST)}): "
            "save it again"
        ) from None


def _game(archive: _Archive) -> Game:
    """The game that the rules describe."""
    file = archive.file
    texts = {name: archive.text(name) for name in _TEXTS}
    if texts["format"] != FORMAT:
        raise FileError(
            f"{file} has the format {shown(texts['format'])}, but this version reads {FORMAT!r}: "
            "save the solution again"
        )
    try:
        json.loads(texts["info"])
    except (ValueError, RecursionError):
        raise FileError(f"{file}: 'info' is not JSON: save the solution again") from None
    try:
        game: Game = game_from_text(texts["rules"], f"{file}: the text of its rules")
    except RuleError as error:
        raise FileError(str(error)) from None
    return game


def _solution(archive: _Archive) -> Saved:
    # The rules say which arrays there are and how large, before any is looked at.
    game = _game(archive)
    try:
        check_names(game, (name for name in archive.entries if name not in _TEXTS))
    except FileError as error:
        raise FileError(f"{archive.file}: {error}") from None
    most = {array.name: 8 * prod(array.shape) + _MOST_HEADER for array in game.arrays}
    arrays = {name: archive.array(name, min(n, _MOST_BYTES)) for name, n in most.items()}
    return Saved(game, arrays)


class _Archive:
    """The members of a saved solution, each read when it is asked for."""

    def __init__(self, archive: zipfile.ZipFile, file: str) -> None:
        self.file = file
        self.entries: dict[str, zipfile.ZipInfo] = {}
        self._archive = archive
        found = archive.infolist()
        if len(found) > _MOST_MEMBERS:
            raise FileError(
                f"{file} has {len(found)} members, but a solution has at most {_MOST_MEMBERS}: "
                "save the solution again"
            )
        for entry in found:
            name = entry.filename.removesuffix(".npy")
            if name in self.entries or name == entry.filename:
                raise FileError(
                    f"{file}: the member {shown(entry.filename)} is there twice or is no array: "
                    "save the solution again"
                )
            if entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
                raise FileError(
                    f"{file}: {shown(entry.filename)} is compressed by method "
                    f"{entry.compress_type}, but must be stored or deflated: save the solution "
                    "again"
                )
            self.entries[name] = entry

    def text(self, name: str) -> str:
        """The text of that name."""
        if name not in self.entries:
            raise FileError(f"{self.file} has no member {name!r}: save the solution again")
        text = self.array(name, _MOST_TEXT + _MOST_HEADER)
        if not isinstance(text, str):
            raise FileError(f"{self.file}: {name!r} is not a text: save the solution again")
        return text

    def array(self, name: str, most: int) -> Any:
        """The array of that name, which has at most so many bytes."""
        entry = self.entries[name]
        with self._archive.open(entry) as stream:
            data = stream.read(most + 1)
        if len(data) > most:
            raise FileError(
                f"{self.file}: {shown(entry.filename)} holds more than {most} bytes, which is the "
                "limit for these rules: save the solution again"
            )
        try:
            return _parse(data)
        except ValueError as error:
            raise FileError(
                f"{self.file}: {shown(entry.filename)} {error}: save the solution again"
            ) from None


def _parse(data: bytes) -> Any:
    """The array in ``data``: a text, a list, a list of lists, or what has a method ``tolist``."""
    kind, fortran, shape, start = _header(data)
    count = 1
    for length in shape:
        count *= length
    width = int(kind[2:]) * 4 if kind.startswith("<U") else 8
    if len(data) - start != count * width:
        raise ValueError(
            f"holds {len(data) - start} bytes, but its shape {shown(shape)} needs {count * width}"
        )
    if kind.startswith("<U"):
        if shape or width > _MOST_TEXT:
            raise ValueError(f"is text of shape {shown(shape)}, but must be one text")
        return data[start:].decode("utf-32-le").rstrip("\0")
    numbers = array.array("d" if kind == "<f8" else "q")
    numbers.frombytes(memoryview(data)[start:])
    if sys.byteorder == "big":
        numbers.byteswap()
    if not 1 <= len(shape) <= _MOST_AXES or (fortran and len(shape) > 2):
        raise ValueError(
            f"has the shape {shown(shape)}, but must have one to {_MOST_AXES} axes, the last of "
            "them the fastest"
        )
    if fortran and len(shape) == 2:
        return [numbers[i :: shape[0]].tolist() for i in range(shape[0])]
    if len(shape) > 2:  # of several players there may be millions
        return memoryview(numbers).cast("B").cast("d" if kind == "<f8" else "q", shape)
    found: list[Any] = numbers.tolist()
    if len(shape) == 2:
        found = [found[i : i + shape[1]] for i in range(0, len(found), shape[1])]
    return found


def _header(data: bytes) -> tuple[str, bool, tuple[int, ...], int]:
    if data[:6] != b"\x93NUMPY" or data[6:8] not in (b"\1\0", b"\2\0", b"\3\0"):
        raise ValueError("is not an array of numpy")
    lead = 2 if data[6] == 1 else 4
    start = 8 + lead + int.from_bytes(data[8 : 8 + lead], "little")
    if start > min(len(data), _MOST_HEADER):
        raise ValueError("is cut off")
    try:
        header = ast.literal_eval(data[8 + lead : start].decode("utf-8").strip())
        kind, fortran, shape = header["descr"], header["fortran_order"], header["shape"]
    except (ValueError, SyntaxError, TypeError, KeyError, RecursionError, MemoryError):
        raise ValueError("has a header that cannot be read") from None
    if not isinstance(kind, str) or not re.fullmatch(r"<f8|<i8|<U[0-9]{1,9}", kind):
        raise ValueError(f"has the type {shown(kind)}, but must be '<f8', '<i8' or text")
    whole = isinstance(shape, tuple) and all(type(n) is int and n > 0 for n in shape)
    if not whole or not isinstance(fortran, bool):
        raise ValueError(f"has the shape {shown(shape)}, but must have whole lengths above 0")
    return kind, fortran, shape, start
