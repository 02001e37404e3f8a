"""Refuse what would not fit in memory before asking the machine for it.

Nothing but the standard library is needed, so the verifier can use it as well.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from .games.errors import SizeError

_ROOT = Path("/")
_VERSIONS = (  # of control groups: their folder, its limit, and what counts against it
    ("sys/fs/cgroup", "memory.max", "memory.current"),
    ("sys/fs/cgroup/memory", "memory.limit_in_bytes", "memory.usage_in_bytes"),
)
NEGLIGIBLE = 1 << 22
"""Bytes that are not asked for: opening the files that tell takes as long as solving a small game,
and ten times as long after a pause."""


def require(size: int, what: str, remedy: str) -> None:
    """Raise unless ``size`` bytes are few or fit in the memory that this process may use now."""
    if size <= NEGLIGIBLE:
        return
    limit = available()
    if limit is not None and size > limit:
        raise SizeError(
            f"{what} would take {_spell(size)} of memory and there are {_spell(limit)}: {remedy}"
        )


def available() -> int | None:
    """Bytes that this process can have now, None where the machine does not tell.

    The least of what the machine has available, what the containers around the process leave it,
    and what its own limit of address space leaves it.
    """
    # Windows tells nothing of all this; there numpy's own MemoryError is the limit.
    found = [*_of_the_machine(), *_of_containers(_ROOT), *_of_the_process()]
    return max(0, min(found)) if found else None


def _of_the_machine() -> Iterator[int]:
    with suppress(OSError, ValueError, StopIteration):
        lines = (_ROOT / "proc/meminfo").read_text().splitlines()
        line = next(line for line in lines if line.startswith("MemAvailable:"))
        yield 1024 * int(line.split()[1])
        return
    with suppress(AttributeError, OSError, ValueError):  # macOS tells its whole memory only
        yield os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")


def _of_containers(root: Path) -> Iterator[int]:
    """What each control group around this process leaves it, its own and all above."""
    names: set[tuple[str, ...]] = {()}
    with suppress(OSError, ValueError):
        for line in (root / "proc/self/cgroup").read_text().splitlines():
            _, kinds, name = line.split(":", 2)
            if not kinds or "memory" in kinds.split(","):
                names.add(tuple(part for part in name.split("/") if part not in ("", "..")))
    for folder, limit, usage in _VERSIONS:
        top = root / folder
        groups = {top.joinpath(*parts[:n]) for parts in names for n in range(len(parts) + 1)}
        for group in groups:
            with suppress(OSError, ValueError):  # "max" where there is no limit
                most = int((group / limit).read_text())
                yield most - int((group / usage).read_text()) + _reclaimable(group)


def _reclaimable(group: Path) -> int:
    """Bytes that count as used but are copies of files, given up as soon as they are needed."""
    with suppress(OSError, ValueError):
        stat = dict(line.split() for line in (group / "memory.stat").read_text().splitlines())
        return int(stat.get("total_inactive_file", stat.get("inactive_file", 0)))
    return 0


def _of_the_process() -> Iterator[int]:
    with suppress(ImportError, OSError, ValueError):
        import resource

        limit = resource.getrlimit(resource.RLIMIT_AS)[0]
        if limit != resource.RLIM_INFINITY:
            pages = int((_ROOT / "proc/self/statm").read_text().split()[0])
            yield limit - pages * os.sysconf("SC_PAGE_SIZE")


def _spell(size: int) -> str:
    for unit in ("bytes", "kB", "MB"):
        if size < 1000:
            return f"{size:.0f} {unit}"
        size //= 1000
    return f"{size:,.0f} GB"
