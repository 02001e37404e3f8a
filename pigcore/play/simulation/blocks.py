"""Blocks of games: whoever plays them, in whatever order, the sums are the same."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ThreadPoolExecutor, wait
from contextlib import closing
from dataclasses import dataclass
from threading import Event
from typing import Any, ClassVar, Protocol

import numpy as np
from numpy.random import SFC64, SeedSequence
from numpy.typing import NDArray

from ...games.checks import check_executor
from ..boards import Board, played

__all__ = ["BLOCK", "Job", "Tables", "first_games", "play"]

BLOCK = 65_536
"""Games to a block. It is part of what a seed means, so it never changes."""

Progress = Callable[[int, int], object] | None

_CHUNK = 16  # blocks to a task at most: about a second
_TASKS = 64  # to be had from a simulation, and to be waiting at a time


class Tables(Protocol):
    """A game and who plays it, as a family's ``tables`` makes it.

    Where points are banked, so that a game can begin anywhere, there is also ``board()``: a board
    with the policies in their seats, on which transcripts are played. Otherwise there is
    ``told(bits, games, count)``: transcripts of the first ``count`` of the ``games`` that ``play``
    plays with the same bits.
    """

    @property
    def shape(self) -> tuple[int, ...]:
        """Of the counts."""

    result: ClassVar[Callable[..., Any]]
    """Makes the result of ``counts``, ``games``, ``game``, ``seed``, ``confidence`` and
    ``transcripts``."""

    def play(self) -> Callable[..., None]:
        """What plays some games and adds to the counts, as ``play`` of the kernel's objects."""


@dataclass(frozen=True)
class Job:
    """What is to be played; plain data, to be sent anywhere."""

    tables: Tables
    seed: int
    start: tuple[int, ...]
    games: int
    longest: int

    @property
    def blocks(self) -> int:
        """How many there are; the last one may be smaller."""
        return -(-self.games // BLOCK)

    def size(self, block: int) -> int:
        """The games of a block."""
        return min(BLOCK, self.games - block * BLOCK)

    def generator(self, block: int) -> SFC64:
        """The random bits of a block."""
        return SFC64(SeedSequence(self.seed, spawn_key=(block,)))

    def chunks(self) -> Iterator[range]:
        """The blocks in tasks of about the same length."""
        size = min(max(self.blocks // _TASKS, 1), _CHUNK)
        for first in range(0, self.blocks, size):
            yield range(first, min(first + size, self.blocks))


def play_blocks(
    job: Job, blocks: range, heard: Callable[[], object] | None = None
) -> tuple[int, NDArray[Any]]:
    """The games in these blocks, and what they add to the counts, in Python's integers."""
    play_games = job.tables.play()
    total = np.zeros(job.tables.shape, dtype=object)
    done = 0
    for block in blocks:
        counts = np.zeros(total.shape, dtype=np.int64)
        games = job.size(block)
        play_games(job.generator(block), job.start, games, job.longest, counts, heard)
        total += counts
        done += games
    return done, total


def play(job: Job, executor: Executor | None, progress: Progress) -> NDArray[Any]:
    """The counts of all games, in Python's integers."""
    check_executor(executor)
    total = np.zeros(job.tables.shape, dtype=object)
    done = 0
    parts = (
        (play_blocks(job, chunk) for chunk in job.chunks())
        if executor is None
        else _tasks(job, executor)
    )
    with closing(parts):  # or tasks would wait for their turn when `progress` has raised
        for games, counts in parts:
            total += counts
            done += games
            if progress is not None:
                progress(done, job.games)
    return total


def _tasks(job: Job, executor: Executor) -> Generator[tuple[int, NDArray[Any]], None, None]:
    stop = Event()

    def heard() -> None:
        if stop.is_set():
            raise InterruptedError

    # Threads of this process can be told to stop; others hear Ctrl-C themselves.
    more = (heard,) if isinstance(executor, ThreadPoolExecutor) else ()
    chunks = job.chunks()
    waiting: set[Future[tuple[int, NDArray[Any]]]] = set()
    try:
        while True:
            for chunk in chunks:
                waiting.add(executor.submit(play_blocks, job, chunk, *more))
                if len(waiting) == _TASKS:
                    break
            if not waiting:
                return
            finished, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            for future in finished:
                yield future.result()
    finally:
        stop.set()
        for future in waiting:
            future.cancel()


def first_games(job: Job, board: Board | None, count: int) -> Iterator[Any]:
    """The first games of ``job``, throw by throw."""
    if board is None:
        told: Any = job.tables
        for block in range(-(-count // BLOCK)):
            part = min(BLOCK, count - block * BLOCK)
            yield from told.told(job.generator(block), job.size(block), part)
        return
    for game in range(count):
        block, place = divmod(game, BLOCK)
        if place == 0:
            bits = job.generator(block).random_raw
        yield played(board, bits, place % len(job.start), job.start, job.longest)
