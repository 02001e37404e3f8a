"""Files are written whole or not at all.

Nothing but the standard library is needed, so the verifier can use it as well.
"""

from __future__ import annotations

import os
import stat
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from .games.errors import FileError
from .games.texts import named_file, open_file, refusal, spelled


class Kind(NamedTuple):
    """What a file is to be: in words, and what every file of the kind begins with."""

    what: str
    begin: bytes
    text: bool = True


SOLUTION = Kind("a saved solution", b"PK", text=False)
PROGRAM = Kind("a saved policy", b"# A policy written by pigcore")
CERTIFICATE = Kind("a certificate", b"\x1f\x8b", text=False)


def check_place(path: str | os.PathLike[str], kind: Kind) -> str:
    """The name of a file to be written, before the work that fills it has begun.

    An old file of its kind, or an empty one, may be replaced. A text may go to a pipe as well.

    Raises
    ------
    FileError
        If its folder does not exist, or something else is there already.
    """
    name = named_file(path)
    if not os.path.isdir(os.path.dirname(name) or os.curdir):
        raise refusal(FileNotFoundError("its folder does not exist"), spelled(name), "written")
    if os.path.isfile(name):
        with open_file(name) as file:
            ours = file.read(len(kind.begin)) in (kind.begin, b"")
    else:
        ours = not os.path.exists(name) or (kind.text and not os.path.isdir(name))
    if not ours:
        raise FileError(
            f"{spelled(name)} already exists and is not {kind.what}: choose another name"
        )
    return name


def write_atomically(
    path: str | os.PathLike[str], fill: Callable[[Any], object], kind: Kind | None = None
) -> None:
    """Let ``fill`` write a temporary file beside ``path`` and rename it, or leave no trace.

    If the file has a ``kind``, it takes the place of no other (:func:`check_place`).
    A symbolic link is followed. What is no ordinary file, such as a pipe or ``/dev/null``, is
    written to as it is: a file must not take its place.
    """
    if kind is not None:
        path = check_place(path, kind)
    target = Path(os.path.realpath(path))
    try:
        if os.path.exists(path) and not os.path.isfile(path):
            with open(path, "wb") as special:
                fill(special)
            return
        handle, name = tempfile.mkstemp(".unfinished", f".{target.name}.", target.parent)
        try:
            with os.fdopen(handle, "wb") as file:
                fill(file)
            os.chmod(name, _permissions(target))
            os.replace(name, target)
        except BaseException:
            os.unlink(name)
            raise
    except OSError as error:
        raise refusal(error, spelled(path), "written") from None


def write_text(path: str | os.PathLike[str], text: str, end: str = "\n") -> int:
    """Write a text so, and return how many bytes it has."""
    whole = (text + end).encode()
    write_atomically(path, lambda file: file.write(whole))
    return len(whole)


def _permissions(target: Path) -> int:
    """Those of the file that is replaced, or of a new one."""
    if target.exists():
        return stat.S_IMODE(target.stat().st_mode)
    umask = os.umask(0)
    os.umask(umask)
    return 0o666 & ~umask
