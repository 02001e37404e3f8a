"""Text files of rules: read whole if they are as small as rules are, otherwise refused."""

from __future__ import annotations

import os
import sys
from contextlib import AbstractContextManager, nullcontext
from typing import BinaryIO

from .errors import FileError
from .spelling import short, shown

__all__ = ["STANDARD_INPUT", "named_file", "read_text", "spelled"]

STANDARD_INPUT = "standard input"
"""What the file ``-`` is called."""

_LARGEST = 10_000_000
_LONGEST_PATH = 300


def named_file(path: object) -> str:
    """``path`` as the name of a file.

    Examples
    --------
    >>> named_file("pig.npz")
    'pig.npz'
    >>> named_file(5)
    Traceback (most recent call last):
        ...
    pigcore.games.errors.FileError: the path is 5, but must be the name of a file
    """
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


def read_text(path: object, remedy: str) -> tuple[str, str]:
    """The name of a file as a refusal prints it, and the text in it; - is standard input.

    Raises
    ------
    FileError
        If it cannot be read, is larger than 10 MB or is no text; then ``remedy`` is the advice.
    """
    name = named_file(path)
    where = STANDARD_INPUT if name == "-" else spelled(name)
    try:
        with _opened(name) as stream:
            data = stream.read(_LARGEST + 1)  # a device tells no size and may never end
    except OSError as error:
        raise FileError(f"{where} cannot be read: {error.strerror}") from None
    if len(data) > _LARGEST:
        raise FileError(f"{where} is larger than {_LARGEST} bytes: {remedy}")
    try:
        return where, data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise FileError(f"{where} is not a text file: {remedy}") from None


def _opened(name: str) -> AbstractContextManager[BinaryIO]:
    if name != "-":
        return open(name, "rb")
    if sys.stdin is None:
        raise FileError("standard input is closed: give it the text, or name a file")
    return nullcontext(sys.stdin.buffer)
