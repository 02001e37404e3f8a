"""The workers that a command's work is shared among: threads of this process, or a cluster."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from importlib.util import find_spec
from urllib.parse import urlsplit

from ..games.checks import between
from ..games.errors import RuleError
from ..games.spelling import shown

__all__ = ["sharing"]

_MOST = 1024
_PATIENCE = 10  # seconds


@contextmanager
def sharing(workers: int | None, dask: str | None) -> Iterator[Executor]:
    """An executor of so many threads, or of the cluster whose scheduler has the address ``dask``.

    With neither there is a thread for each processor.

    Raises
    ------
    RuleError
        If ``workers`` is no number of threads, both are given, or no scheduler answers.
    ImportError
        If dask.distributed is needed and not installed.
    """
    if dask is not None:
        if workers is not None:
            raise RuleError("--workers and --dask both say who works: leave one out")
        with _cluster(dask) as cluster:
            yield cluster
        return
    from ..study.chunks import cores, threads

    count = cores() if workers is None else between(workers, "--workers", 1, _MOST)
    with threads(count) as executor:
        yield executor


@contextmanager
def _cluster(address: str) -> Iterator[Executor]:
    if find_spec("distributed") is None:
        raise ImportError(
            "--dask needs dask.distributed, which is not installed: pip install 'pigcore[dask]'"
        )
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
