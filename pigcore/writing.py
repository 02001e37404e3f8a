"""Files are written whole or not at all.

Nothing but the standard library is needed, so the verifier can use it as well.
"""

from __future__ import annotations

import os
import stat
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from .games.texts import refusal, spelled

__all__ = ["write_atomically"]

_UNFINISHED = ".unfinished"
_STALE = 3600.0  # seconds


def write_atomically(path: str | os.PathLike[str], fill: Callable[[Any], object]) -> None:
    """Let ``fill`` write a temporary file beside ``path`` and rename it, or leave no trace.

    A symbolic link is followed. A process that is killed leaves its temporary file; those of
    this ``path`` that are older than an hour are swept away here. What is no ordinary file, such
    as a pipe or ``/dev/null``, is written to as it is: a file must not take its place.
    """
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
