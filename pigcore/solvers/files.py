"""A saved solution: a small ``.npz`` that holds the rules as text and the arrays they lead to.

Members: ``format`` ("pigcore 1"), ``rules`` (the TOML of :func:`pigcore.games.rules.text_of`),
``version`` (of the package that wrote it), ``info`` (JSON: how it was solved) and the arrays of
the game's family. Texts are numpy strings of no dimension; nothing is ever pickled.
"""

from __future__ import annotations

import json
import os
import struct
import tempfile
import zipfile
import zlib
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from .. import __version__
from ..games.errors import FileError, RuleError, SizeError
from ..games.rules import game_from_text, text_of
from .memory import require

__all__ = ["read", "write", "write_atomically"]

FORMAT = "pigcore 1"
TEXTS = ("format", "rules", "version", "info")


def write(
    path: str | os.PathLike[str], game: Any, arrays: dict[str, NDArray[Any]], info: dict[str, Any]
) -> None:
    """Save ``game``, its ``arrays`` and how they came about; an old solution is replaced whole.

    Raises
    ------
    FileError
        If the file cannot be written, or something that is no archive is there already.
    """
    if Path(path).is_file() and not zipfile.is_zipfile(path):
        raise FileError(
            f"{Path(path)} is there already and is no saved solution: choose another name"
        )
    texts = {
        "format": FORMAT,
        "rules": text_of(game),
        "version": __version__,
        "info": json.dumps(info),
    }
    members: dict[str, Any] = {name: np.array(text) for name, text in texts.items()} | arrays
    write_atomically(path, lambda file: np.savez_compressed(file, **members))


def write_atomically(path: str | os.PathLike[str], fill: Any) -> None:
    """Let ``fill`` write a temporary file beside ``path`` and rename it, or leave no trace."""
    target = Path(path)
    try:
        handle, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
        try:
            with os.fdopen(handle, "wb") as file:
                fill(file)
            umask = os.umask(0)
            os.umask(umask)
            os.chmod(name, 0o666 & ~umask)
            os.replace(name, target)
        except BaseException:
            os.unlink(name)
            raise
    except OSError as error:
        raise FileError(f"{target} cannot be written: {error.strerror}") from None


def read(path: str | os.PathLike[str]) -> tuple[Any, dict[str, NDArray[Any]], dict[str, Any]]:
    """Game, arrays and info of a saved solution.

    Raises
    ------
    FileError
        If the file is missing, truncated or not one of ours. What the arrays hold is for the
        family to judge.
    """
    file = Path(path)
    try:
        with open(file, "rb") as stream:
            members = _members(stream, file)
    except SizeError:
        raise
    except OSError as error:
        raise FileError(f"{file} cannot be read: {error.strerror}") from None
    except (
        ValueError, EOFError, KeyError, AttributeError, TypeError, NotImplementedError,
        RuntimeError, MemoryError, SyntaxError, zipfile.BadZipFile, zlib.error, struct.error,
    ):  # fmt: skip
        raise FileError(
            f"{file} is truncated or is not a solution that pigcore saved: solve and save it again"
        ) from None
    texts = {}
    for name in TEXTS:
        text = members.pop(name, None)
        if text is None or text.dtype.kind != "U" or text.ndim != 0:
            raise FileError(f"{file} has no text {name!r}: it is not a solution that pigcore saved")
        texts[name] = str(text)
    if texts["format"] != FORMAT:
        raise FileError(
            f"{file} has the format {texts['format']!r}, but this version reads {FORMAT!r}: "
            "solve and save it again"
        )
    try:
        game = game_from_text(texts["rules"], "the text of its rules")
        info = json.loads(texts["info"])
    except (FileError, RuleError, json.JSONDecodeError, RecursionError) as error:
        raise FileError(f"{file} is altered: {error}") from None
    if not isinstance(info, dict):
        raise FileError(f"{file} is altered: its info is not a table; solve and save it again")
    return game, members, info


def _members(stream: BinaryIO, file: Path) -> dict[str, NDArray[Any]]:
    with zipfile.ZipFile(stream) as archive:
        size = sum(member.file_size for member in archive.infolist())
    require(size, f"reading {file}", "it cannot be a solution of this machine")
    stream.seek(0)
    with np.load(stream, allow_pickle=False) as saved:
        return {name: saved[name] for name in saved.files}
