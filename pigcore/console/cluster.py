"""A cluster of Dask that ``--dask ADDRESS`` shares a command's work among."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from urllib.parse import urlsplit

from ..games.checks import needs
from ..games.errors import RuleError
from ..games.spelling import shown

__all__ = ["cluster"]

_PATIENCE = 10  # seconds


@contextmanager
def cluster(address: str, workers: int | None = None) -> Iterator[Executor]:
    """An executor of the cluster whose scheduler has the address ``--dask``.

    ``workers`` is what ``--workers`` says: nothing, or the two contradict each other.

    Raises
    ------
    RuleError
        If both say who works, or no scheduler answers.
    ImportError
        If dask.distributed is not installed.
    """
    if workers is not None:
        raise RuleError("--workers and --dask exclude each other: leave one out")
    needs("distributed", "--dask needs dask.distributed", "dask")
    from distributed import Client

    try:
        # A client that never came to be can lock up its process when it is collected, so that
        # somebody listens is found out first.
        parts = urlsplit(address if "://" in address else f"tcp://{address}")
        socket.create_connection((parts.hostname or "", parts.port or 0), _PATIENCE).close()
        client = Client(address, timeout=_PATIENCE)
    except (OSError, ValueError) as error:
        raise RuleError(
            f"no scheduler of Dask answers at {shown(address)}: start one with 'dask scheduler', "
            "which prints its address"
        ) from error
    with client:
        yield client.get_executor()
