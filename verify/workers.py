"""Who a proof is shared among: processes that end with it."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import active_children, get_context

from pigcore.games.checks import between

__all__ = ["sharing"]

_MOST = 1024


@contextmanager
def sharing(count: int | None) -> Iterator[Executor | None]:
    """An executor of ``count`` processes; None where all is to be done here, pair after pair.

    Whatever ends the work early, an interrupt for example, ends the processes at once.

    Raises
    ------
    RuleError
        If ``count`` is no number of processes.
    """
    if count is None or between(count, "--workers", 1, _MOST) == 1:
        yield None
        return
    others = set(active_children())
    # A progress bar has a thread of its own, and who forks then may fork into a deadlock.
    executor = ProcessPoolExecutor(count, get_context("spawn"), _as_a_worker)
    try:
        yield executor
    except BaseException:
        for child in set(active_children()) - others:
            child.terminate()
        raise
    finally:
        executor.shutdown(cancel_futures=True)


def _as_a_worker() -> None:
    sys.stdout = sys.stderr  # what users' files print is no answer of the command
    # Ctrl-C reaches every process of a terminal; the one that has to say so ends the others.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
