"""The workers that a command's work is shared among: threads of this process, or a cluster."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager

from ..console.cluster import cluster
from ..games.checks import between

__all__ = ["sharing"]

_MOST = 1024


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
        with cluster(dask, workers) as executor:
            yield executor
        return
    from ..study.chunks import cores, threads

    count = cores() if workers is None else between(workers, "--workers", 1, _MOST)
    with threads(count) as executor:
        yield executor
