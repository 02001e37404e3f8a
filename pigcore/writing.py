"""Files are written whole or not at all, and by one study at a time.

Nothing but the standard library is needed, so the verifier can use it as well.
"""

from __future__ import annotations

import os
import stat
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

from .games.errors import FileError
from .games.texts import named_file, open_file, refusal, spelled

__all__ = [
    "CERTIFICATE", "POLICY", "PROGRAM", "SOLUTION", "TABLE", "Kind", "check_place",
    "only_writer", "write_atomically",
]  # fmt: skip


class Kind(NamedTuple):
    """What a file is to be: in words, and what every file of the kind begins with."""

    what: str
    begin: bytes
    text: bool = True


SOLUTION = Kind("a saved solution", b"PK", text=False)
POLICY = Kind("a saved policy", b'{"pigcore policy"')
TABLE = Kind("a saved policy", b"PK", text=False)
PROGRAM = Kind("a saved policy", b"# A policy written by pigcore")
CERTIFICATE = Kind("a certificate", b"\x1f\x8b", text=False)

_UNFINISHED = ".unfinished"
_STALE = 3600.0  # seconds


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
    A symbolic link is followed. A process that is killed leaves its temporary file; those of
    this ``path`` that are older than an hour are swept away here. What is no ordinary file, such
    as a pipe or ``/dev/null``, is written to as it is: a file must not take its place.
    """
    if kind is not None:
        path = check_place(path, kind)
    target = Path(os.path.realpath(path))
    prefix = f".{target.name}."
    try:
        if os.path.exists(path) and not os.path.isfile(path):
            with open(path, "wb") as special:
                fill(special)
            return
        _sweep(target.parent, prefix)
        handle, name = tempfile.mkstemp(prefix=prefix, suffix=_UNFINISHED, dir=target.parent)
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


@contextmanager
def only_writer(path: str | os.PathLike[str] | None) -> Iterator[None]:
    """Refuse a file that a study in another process or thread is adding to; None is no file.

    The lock is a file beside it, because the file itself may be replaced, and ends with the
    process, however that ends.
    """
    if path is None:
        yield
        return
    folder, name = os.path.split(os.path.realpath(named_file(path)))
    lock = os.path.join(folder, f".{name}.lock")
    try:
        while True:
            file = open(lock, "ab")  # noqa: SIM115
            if not _locks(file.fileno()):
                file.close()
                raise FileError(
                    f"{spelled(path)} is being written by another study: wait until that is done, "
                    "or name another file"
                )
            with suppress(FileNotFoundError):  # whoever had it may have removed it meanwhile
                if os.path.samestat(os.fstat(file.fileno()), os.stat(lock)):
                    break
            file.close()
    except OSError as error:
        raise refusal(error, spelled(path), "written") from None
    try:
        yield
    finally:
        with suppress(OSError):  # Windows removes no open file: an empty one stays there
            os.unlink(lock)
        file.close()


def _locks(file: int) -> bool:
    """Lock an open file, unless somebody else has."""
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except ImportError:  # a system with one process, as in a browser
        return True
    except (BlockingIOError, PermissionError):
        return False
    return True


def _permissions(target: Path) -> int:
    """Those of the file that is replaced, or of a new one."""
    if target.exists():
        return stat.S_IMODE(target.stat().st_mode)
    umask = os.umask(0)
    os.umask(umask)
    return 0o666 & ~umask


def _sweep(folder: Path, prefix: str) -> None:
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.startswith(prefix) and entry.name.endswith(_UNFINISHED):
                with suppress(OSError):
                    if time.time() - entry.stat().st_mtime > _STALE:
                        os.unlink(entry)
