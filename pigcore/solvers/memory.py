"""Refuse what would not fit in memory before asking the machine for it."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from ..games.errors import SizeError

__all__ = ["require"]


def require(size: int, what: str, remedy: str) -> None:
    """Raise unless ``size`` bytes fit in the memory this process may use.

    Raises
    ------
    SizeError
        Says how much ``what`` would take, how much there is, and the ``remedy``.
    """
    limit = _limit()
    if limit is not None and size > limit:
        raise SizeError(
            f"{what} would take {_spell(size)} of memory and there are {_spell(limit)}: {remedy}"
        )


def _limit() -> int | None:
    """Bytes of memory: of the machine or of the container around this process."""
    found = []
    # Windows tells neither; there numpy's own MemoryError is the limit.
    with suppress(AttributeError, OSError, ValueError):
        found.append(os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE"))
    with suppress(OSError, ValueError):
        found.append(int(Path("/sys/fs/cgroup/memory.max").read_text()))
    return min(found, default=None)


def _spell(size: int) -> str:
    for unit in ("bytes", "kB", "MB"):
        if size < 1000:
            return f"{size:.0f} {unit}"
        size //= 1000
    return f"{size:,.0f} GB"
