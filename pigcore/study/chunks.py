"""Work in chunks, here or in any executor: pure functions of what other processes can be sent."""

from __future__ import annotations

import os
import pickle
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor, as_completed
from contextlib import contextmanager
from itertools import islice
from typing import Any, TypeVar

from ..games.checks import check_executor, lost_workers_reported
from ..games.errors import RuleError

__all__ = ["cores", "in_order", "run", "threads"]

T = TypeVar("T")

_KEPT = "; what was written to a file is kept, and the same study resumes from it"
_AHEAD = 64
"""Results that may wait for their turn, and tasks that may wait for a worker."""


def cores() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):  # Linux: containers and `taskset` allow fewer
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def run(
    function: Callable[..., T], tasks: Iterable[tuple[Any, ...]], executor: Executor | None = None
) -> Iterator[T]:
    """Yield ``function(*task)`` for each task, in the order in which they are done.

    Parameters
    ----------
    function : callable
        Of a module, so that other processes find it by its name.
    tasks : iterable of tuple
    executor : concurrent.futures.Executor, optional
        Where to run; left out, on threads here, one a processor, which the kernels keep busy
        because they release Python's lock. Who leaves the loop early cancels what has not begun.

    Raises
    ------
    RuleError
        If ``executor`` is none, or a task cannot be sent to where it runs.
    PigcoreError
        If a worker ended before its task, and the executor does not give it to another one.

    Examples
    --------
    >>> sorted(run(pow, [(2, 3), (2, 4)]))
    [8, 16]
    """
    with _where(executor) as workers, _explained():
        futures = {workers.submit(function, *task) for task in tasks}
        try:
            for future in as_completed(futures):
                futures.discard(future)  # or its result would be kept to the end
                yield future.result()
        finally:
            for future in futures:
                future.cancel()


def in_order(
    function: Callable[..., T],
    tasks: Iterable[tuple[Any, ...]],
    executor: Executor | None = None,
    *,
    kept: tuple[type[Exception], ...] = (),
) -> Iterator[T | Exception]:
    """Yield ``function(*task)`` for each task in the order of the tasks: see :func:`run`.

    However many tasks there are, no more than 64 results wait in memory for their turn. An
    exception that is one of ``kept`` is yielded in place of its result.

    Examples
    --------
    >>> list(in_order(pow, [(2, 3), (2, 4)]))
    [8, 16]
    """
    with _where(executor) as workers, _explained():
        begun = (workers.submit(function, *task) for task in tasks)
        waiting: deque[Future[T]] = deque()
        try:
            waiting.extend(islice(begun, _AHEAD))
            while waiting:
                result: T | Exception
                try:
                    with _explained():
                        result = waiting[0].result()
                except kept as error:
                    result = error
                waiting.popleft()
                waiting.extend(islice(begun, 1))
                yield result
        finally:
            for future in waiting:
                future.cancel()


@contextmanager
def threads(count: int) -> Iterator[Executor]:
    """So many threads. Who leaves with an exception, as Ctrl-C is, does not wait for their tasks.

    Examples
    --------
    >>> with threads(2) as two:
    ...     two.submit(pow, 2, 3).result()
    8
    """
    executor = ThreadPoolExecutor(count)
    try:
        yield executor
    except BaseException:
        executor.shutdown(wait=False, cancel_futures=True)
        raise
    executor.shutdown()


@contextmanager
def _where(executor: Executor | None) -> Iterator[Executor]:
    check_executor(executor)
    if executor is None:
        with threads(cores()) as own:
            yield own
    else:
        yield executor


@contextmanager
def _explained() -> Iterator[None]:
    try:
        with lost_workers_reported(_KEPT):
            yield
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        if "pickle" not in str(error):
            raise
        raise RuleError(
            "the game has a part that cannot be sent to another process: define its functions in "
            "a module, or use threads"
        ) from None
