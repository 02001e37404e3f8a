"""Work of many parts, on all processors or in any executor: pure functions that can be sent."""

from __future__ import annotations

import os
import pickle
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor, as_completed
from contextlib import contextmanager
from typing import Any, TypeVar

from ..games.checks import check_executor, lost_workers_reported
from ..games.errors import RuleError

T = TypeVar("T")


def cores() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):  # Linux: containers and `taskset` allow fewer
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def run(
    function: Callable[..., T], tasks: Sequence[tuple[Any, ...]], executor: Executor | None = None
) -> Generator[tuple[int, T], None, None]:
    """Yield (n, ``function(*tasks[n])``) in the order in which they are done.

    Parameters
    ----------
    function : callable
        Of a module, so that other processes find it by its name.
    tasks : sequence of tuple
    executor : concurrent.futures.Executor, optional
        Where to run; left out, on threads here, one a processor, which the kernels keep busy
        because they release Python's lock. Who leaves the loop early cancels what has not begun.

    Examples
    --------
    >>> sorted(run(pow, [(2, 3), (2, 4)]))
    [(0, 8), (1, 16)]
    """
    check_executor(executor)
    if executor is None:
        with threads(cores()) as own:
            yield from run(function, tasks, own)
        return
    waiting = {executor.submit(function, *task): n for n, task in enumerate(tasks)}
    try:
        with lost_workers_reported():
            for future in as_completed(waiting):
                yield waiting[future], future.result()
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        if "pickle" not in str(error):
            raise
        raise RuleError(
            "the game has a part that cannot be sent to another process: define its functions in "
            "a module, or use threads"
        ) from None
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
