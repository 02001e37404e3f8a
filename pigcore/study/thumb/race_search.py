"""The best constants of a family of rules, by the exact win chances against best play.

A family of few rules is searched completely. In a larger one, descents begin at random points:
each goes through the constants, one after the other, and takes the best value of each while the
others stay, until none can be bettered; then pairs of constants move together by a step or two,
as valleys of the loss run between the axes. Descent n has a stream of random numbers of its own
and every chunk of work is a pure function, so that what is found depends on nobody's speed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from itertools import combinations, product
from math import ceil

import numpy as np

from ...games.race import Race
from .. import chunks
from .race_families import Family, Found, Point
from .race_losses import wins
from .race_record import Record

__all__ = ["search", "tasks_of"]

GRID = 12_000
"""Families of at most so many rules are searched completely."""

_CHUNK = 1000
_STEPS = [step for step in product((-2, -1, 0, 1, 2), repeat=2) if all(step)]

Task = tuple[Race, Family, int, int, int]


def tasks_of(game: Race, family: Family, descents: int, seed: int) -> list[Task]:
    """The chunks of work of a search: slices of the grid, or descents."""
    if family.size <= GRID:
        return [(game, family, seed, n, _CHUNK) for n in range(ceil(family.size / _CHUNK))]
    return [(game, family, seed, n, 0) for n in range(descents)]


def search(
    tasks: list[Task],
    record: Record,
    executor: Executor | None = None,
    told: Callable[[], object] | None = None,
) -> Found:
    """The best rule that the tasks of one family find; ties go to the smaller constants.

    Parameters
    ----------
    tasks : list
        Of :func:`tasks_of`.
    record : Record
        What was found before, and where to write what is found now.
    executor : concurrent.futures.Executor, optional
    told : callable, optional
        Called when a chunk is done.
    """
    best: list[Found] = []

    def add(found: Found) -> None:
        best.append(found)
        best[:] = [min(best, key=_order)]

    missing = []
    for task in tasks:
        known = record.known(task[3])
        if known is None:
            missing.append(task)
        else:
            add(known)
            if told is not None:
                told()
    for n, found in chunks.run(_work, missing, executor):
        record.add(n, found)
        add(found)
        if told is not None:
            told()
    return best[0]


def _order(found: Found) -> tuple[float, Point]:
    point, first, second = found
    # Rounding must not tell apart what is equal, or another processor would choose another rule.
    return -round(first + second, 12), point


def _work(game: Race, family: Family, seed: int, n: int, size: int) -> tuple[int, Found]:
    """Chunk n: the best of a slice of the grid, or of a descent."""
    if size:
        return n, min(_slice(game, family, n * size, size), key=_order)
    return n, _descend(game, family, seed, n)


def _slice(game: Race, family: Family, first: int, size: int) -> Iterator[Found]:
    shape = tuple(map(len, family.values))
    for place in range(first, min(first + size, family.size)):
        point = tuple(int(n) for n in np.unravel_index(place, shape))
        yield (point, *wins(game, family.at(point)))


def _descend(game: Race, family: Family, seed: int, n: int) -> Found:
    random = np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(n,)))
    known: dict[Point, Found] = {}

    def judge(points: list[Point]) -> Found:
        for point in points:
            if point not in known:
                known[point] = (point, *wins(game, family.at(point)))
        return min((known[point] for point in points), key=_order)

    best = judge([tuple(int(random.integers(len(values))) for values in family.values)])
    while True:
        before = best
        for axis in range(family.simplicity):
            best = judge([best[0], *_line(family, best[0], axis)])
        if best == before:
            best = judge([best[0], *_diagonals(family, best[0])])
        if best == before:
            return best


def _line(family: Family, point: Point, axis: int) -> list[Point]:
    """All values of one constant, the others being what they are."""
    return [(*point[:axis], n, *point[axis + 1 :]) for n in range(len(family.values[axis]))]


def _diagonals(family: Family, point: Point) -> list[Point]:
    """Steps of one or two in two constants at once."""
    found = []
    for pair in combinations(range(len(point)), 2):
        for steps in _STEPS:
            there = list(point)
            for axis, step in zip(pair, steps):
                there[axis] += step
            if all(0 <= there[axis] < len(family.values[axis]) for axis in pair):
                found.append(tuple(there))
    return found
