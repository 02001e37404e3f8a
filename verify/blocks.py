"""Pairs of scores in blocks, each proved wherever an executor likes, once those it needs are done.

What the turns of a pair {i, j}, i >= j, are worth follows from pairs in which one score is larger
and the other no smaller. Cut both axes into pieces of the same length. Then a block needs its two
neighbours of larger scores, and through them all that are needed; blocks that do not need each
other are independent. A block is sent as a copy of the rows that it reads and sends back what it
found, so that what runs elsewhere is a pure function of what it was sent.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import Any, NamedTuple, Protocol, TypeVar

from pigcore.games.checks import lost_workers_reported

from .options import Progress

__all__ = [
    "Block",
    "Table",
    "Witness",
    "Work",
    "blocks",
    "part_of",
    "prove",
    "side_of",
    "turns_of",
    "work_of",
]

Pair = tuple[int, int]
T = TypeVar("T")

SECONDS = 0.4
"""What a block should take: much longer than sending it, and soon over when it is interrupted."""
_OFTEN = 8
"""Pairs between two calls of ``progress``."""


class Table(Protocol):
    """What is known of turn starts, in rows by own score."""

    def part(self, rows: Collection[int]) -> Any:
        """A copy with these rows only."""

    def outcome(self, pairs: Sequence[Pair]) -> Any:
        """What was found about these pairs."""

    def take(self, outcome: Any) -> None:
        """Take over what a part found."""


class Witness(Protocol):
    """Whoever looks on while turn after turn is enclosed, in whatever order."""

    def add(self, turn: Any) -> object:
        """Take the bounds of one turn."""

    def part(self, found: Any, rows: Collection[int]) -> Any:
        """One that has seen nothing yet, and looks on where ``found`` is the part of the table."""

    def outcome(self) -> Any:
        """What it has seen."""

    def take(self, outcome: Any) -> None:
        """Take over what a part has seen."""


@dataclass(frozen=True)
class Work:
    """What there is to do for a pair of scores.

    ``enclose(pair, *tables)`` encloses its turn starts in the tables, and returns the bounds of its
    turns for the witnesses. It must be a function of a module.
    """

    enclose: Callable[..., Iterable[Any]]
    tables: tuple[Table, ...]
    """The first one holds the enclosures."""
    witnesses: tuple[Witness, ...]

    def prove(self, pairs: Sequence[Pair], report: Progress) -> None:
        """Enclose pairs, and show the bounds of their turns to the witnesses."""
        for done, pair in enumerate(pairs):
            if done % _OFTEN == 0:
                report(done, len(pairs))
            for turn in self.enclose(pair, *self.tables):
                for witness in self.witnesses:
                    witness.add(turn)

    def part(self, rows: Collection[int]) -> Work:
        """The same with these rows only, and witnesses that have seen nothing."""
        tables = tuple(table.part(rows) for table in self.tables)
        witnesses = tuple(witness.part(tables[0], rows) for witness in self.witnesses)
        return replace(self, tables=tables, witnesses=witnesses)

    def take(self, outcome: tuple[list[Any], list[Any]]) -> None:
        """Take over what a part of this came to."""
        for table, found in zip(self.tables, outcome[0]):
            table.take(found)
        for witness, seen in zip(self.witnesses, outcome[1]):
            witness.take(seen)


def prove(
    work: Work,
    pairs: Sequence[Pair],
    *,
    seconds: float,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> None:
    """Do the work for all pairs; what comes out does not depend on where.

    Parameters
    ----------
    work : Work
    pairs : sequence of (int, int)
        Larger sums first.
    seconds : float
        What a pair takes, roughly: that sets the size of blocks.
    executor : concurrent.futures.Executor, optional
        Where blocks are proved; left out, all is done here, pair after pair.
    progress : callable, optional
        Called with the work that is done, and all of it: the units that turns may still make.
    """
    lengths = [*accumulate(map(_length_of(pairs), pairs), initial=0)]  # as work_of
    report = progress or _nobody
    if executor is None:
        work.prove(pairs, lambda done, _: report(lengths[done], lengths[-1]))
    else:
        length_of, done = _length_of(pairs), 0
        for block, outcome in _elsewhere(work, blocks(pairs, side_of(seconds)), executor):
            work.take(outcome)
            done += sum(map(length_of, block))
            report(done, lengths[-1])
    report(lengths[-1], lengths[-1])


def work_of(pairs: Sequence[Pair]) -> int:
    """All work that is reported of pairs."""
    return sum(map(_length_of(pairs), pairs))


def _length_of(pairs: Sequence[Pair]) -> Callable[[Pair], int]:
    """How long the turns of a pair are together, the last of all pairs being 2 units from the end.

    Examples
    --------
    >>> list(map(_length_of([(3, 3), (3, 2)]), [(3, 3), (3, 2)]))
    [2, 3]
    """
    most = max(map(sum, pairs), default=0) + 2
    return lambda pair: most - sum(pair)


# --- blocks -------------------------------------------------------------------------------------


class Block(NamedTuple):
    """A part of the pairs."""

    pairs: Sequence[Pair]
    rows: Collection[int]
    """The scores in them, and the next two, from which a first guess is continued."""


def side_of(seconds: float) -> int:
    """How many scores a side of a block has if a pair takes so many seconds.

    Examples
    --------
    >>> side_of(0.001), side_of(0.05), side_of(7)
    (20, 2, 1)
    """
    return max(1, math.isqrt(int(SECONDS / seconds)))


def blocks(pairs: Iterable[Pair], side: int) -> dict[Pair, Block]:
    """All pairs in blocks by place, which is (larger score, smaller score) divided by ``side``.

    Examples
    --------
    >>> blocks([(2, 2), (2, 1), (1, 1), (2, 0)], 2)[0, 0].pairs
    [(1, 1)]
    """
    found: dict[Pair, list[Pair]] = {}
    for pair in pairs:
        found.setdefault((max(pair) // side, min(pair) // side), []).append(pair)
    made = {}
    for place, inside in found.items():
        scores = {score for pair in inside for score in pair}
        made[place] = Block(inside, {score + more for score in scores for more in range(3)})
    return made


def _elsewhere(work: Work, cut: dict[Pair, Block], executor: Executor) -> Iterator[Any]:
    """Yield the pairs of a block, and what came of it, as blocks are done.

    Whoever takes an outcome has it in ``work`` before the next block is sent.
    """
    left = {place: sum(one in cut for one in _needed(place)) for place in cut}
    ready = [place for place, number in left.items() if not number]
    running: dict[Future[Any], Pair] = {}
    try:
        while ready or running:
            for place in ready:
                part = work.part(cut[place].rows)
                running[executor.submit(_prove, part, cut[place].pairs)] = place
            ready = []
            done, _ = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                place = running.pop(future)
                with lost_workers_reported():
                    outcome = future.result()
                yield cut[place].pairs, outcome
                a, b = place
                for other in {(a - 1, b), (a, b - 1)} & left.keys():
                    left[other] -= 1
                    ready += [other] * (not left[other])
    finally:
        for future in running:
            future.cancel()


def _needed(place: Pair) -> set[Pair]:
    """The neighbours of larger scores: one on the diagonal, else two."""
    a, b = place
    return {(a + 1, b), (max(a, b + 1), min(a, b + 1))}


def part_of(rows: Sequence[Sequence[T]], wanted: Collection[int]) -> list[list[T]]:
    """A copy in which all rows but those wanted are empty.

    Examples
    --------
    >>> part_of([[1, 2], [3, 4]], {1, 2})
    [[], [3, 4]]
    """
    return [list(row) if i in wanted else [] for i, row in enumerate(rows)]


def turns_of(pairs: Iterable[Pair]) -> Iterator[Pair]:
    """The turns of pairs: (i, j) and (j, i), or one where they are the same."""
    for i, j in pairs:
        yield from dict.fromkeys([(i, j), (j, i)])


def _nobody(done: int, total: int) -> None:
    """Nobody asked for reports."""


def _prove(work: Work, pairs: Sequence[Pair]) -> tuple[list[Any], list[Any]]:
    """What comes of a block."""
    work.prove(pairs, _nobody)
    return [table.outcome(pairs) for table in work.tables], [
        witness.outcome() for witness in work.witnesses
    ]
