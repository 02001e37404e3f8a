"""Files that people hand over: ordinary files only, and texts only as large as rules are."""

from __future__ import annotations

import os
import stat
import sys
from contextlib import AbstractContextManager, nullcontext
from typing import BinaryIO

from .errors import FileError, MissingFileError
from .spelling import short, shown

STANDARD_INPUT = "standard input"
"""What the file ``-`` is called."""

_LARGEST = 10_000_000
_LONGEST_PATH = 300


def named_file(path: object) -> str:
    """``path`` as the name of a file."""
    name = os.fspath(path) if isinstance(path, (str, os.PathLike)) else path
    try:
        if isinstance(name, str) and name and b"\0" not in os.fsencode(name):
            return name
    except UnicodeEncodeError:
        pass
    raise FileError(f"the path is {shown(path)}, but must be the name of a file")


def spelled(path: object) -> str:
    """``path`` as a refusal prints it."""
    return short(str(path), _LONGEST_PATH)


def refusal(error: OSError, where: str, done: str = "read") -> FileError:
    """What is raised in place of an error of the system."""
    if isinstance(error, FileError):
        return error
    kind = MissingFileError if isinstance(error, FileNotFoundError) else FileError
    return kind(f"{where} cannot be {done}: {error.strerror or error}")


def open_file(path: str) -> BinaryIO:
    """The ordinary file ``path``, open for reading; what may never end or answer is refused."""
    try:
        # A pipe that nobody writes to would otherwise not even open.
        handle = os.open(
            path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
        )
    except OSError as error:
        if not os.path.isdir(path):
            raise refusal(error, spelled(path)) from None
        kind = stat.S_IFDIR  # Windows opens no folder
    else:
        kind = os.fstat(handle).st_mode
        if stat.S_ISREG(kind):
            return os.fdopen(handle, "rb")
        os.close(handle)
    what = "a folder" if stat.S_ISDIR(kind) else "a pipe or a device"
    raise FileError(f"{spelled(path)} cannot be read: it is {what}, but must be a file") from None


def read_text(path: object, remedy: str) -> tuple[str, str]:
    """The name of a file as a refusal prints it, and the text in it; - is standard input."""
    name = named_file(path)
    where = STANDARD_INPUT if name == "-" else spelled(name)
    try:
        with _opened(name) as stream:
            data = stream.read(_LARGEST + 1)
    except OSError as error:
        raise refusal(error, where) from None
    if len(data) > _LARGEST:
        raise FileError(f"{where} is larger than {_LARGEST} bytes: {remedy}")
    try:
        return where, data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise FileError(f"{where}, line {line}, is not text in UTF-8: {remedy}") from None


def _opened(name: str) -> AbstractContextManager[BinaryIO]:
    if name != "-":
        return open_file(name)
    if sys.stdin is None:
        raise FileError("standard input is closed: give it the text, or name a file")
    return nullcontext(sys.stdin.buffer)
