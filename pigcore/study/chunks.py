"""Work in chunks, here or in any executor: pure functions of what other processes can be sent."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, as_completed
from typing import Any, TypeVar

from ..games.checks import check_executor
from ..games.errors import RuleError

__all__ = ["run"]

T = TypeVar("T")


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
        Where to run; left out, here, one task after the other. Who leaves the loop early cancels
        what has not begun.

    Raises
    ------
    RuleError
        If ``executor`` is none, or a task cannot be sent to where it runs.

    Examples
    --------
    >>> list(run(pow, [(2, 3), (2, 4)]))
    [8, 16]
    """
    if executor is None:
        yield from (function(*task) for task in tasks)
        return
    check_executor(executor)
    futures = {executor.submit(function, *task) for task in tasks}
    try:
        for future in as_completed(futures):
            futures.discard(future)  # or its result would be kept to the end
            yield future.result()
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        if "pickle" not in str(error):
            raise
        raise RuleError(
            "the game has a part that cannot be sent to another process: define its functions in "
            "a module, or use threads"
        ) from None
    finally:
        for future in futures:
            future.cancel()
