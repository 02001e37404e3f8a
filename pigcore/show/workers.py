"""The threads that a command's work is shared among."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager

from ..games.checks import between

__all__ = ["threads"]

_MOST = 1024


@contextmanager
def threads(count: int | None) -> Iterator[Executor | None]:
    """An executor of ``count`` threads; None where all is to be done here, one after the other.

    Raises
    ------
    RuleError
        If ``count`` is no number of threads.
    """
    if count is None or between(count, "--workers", 1, _MOST) == 1:
        yield None
        return
    executor = ThreadPoolExecutor(count)
    try:
        yield executor
    finally:
        executor.shutdown(cancel_futures=True)
