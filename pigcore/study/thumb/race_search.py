"""The best constants of a family of rules, by the exact win chances against best play.

A family of few rules is searched completely. In a larger one, descents begin at random points:
each goes through the constants, one after the other, and takes the best value of each while the
others stay, until none can be bettered; then pairs of constants move together by a step or two,
as valleys of the loss run between the axes. Descent n has a stream of random numbers of its own
and every chunk of work is a pure function, so that what is found depends on nobody's speed.

A family that says where to begin, because a rule of it takes long to judge, is searched from there.
Of one or two constants every value of the first is tried, up to four times what it begins with.
Then each constant in turn moves by 8, 4, 2 and 1 of its values while that gains something, until
none does: a local optimum.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from itertools import combinations, product
from math import ceil

import numpy as np

from ...games.hog import Hog
from ...games.race import Race
from ...play.workers import run
from .race_families import Family, Found, Point
from .race_rules import wins

__all__ = ["search", "tasks_of"]

GRID = 12_000
"""Families of at most so many rules are searched completely."""

_CHUNK = 1000
_STEPS = [step for step in product((-2, -1, 0, 1, 2), repeat=2) if all(step)]

Task = tuple[Race | Hog, Family, int, int, int]


def tasks_of(game: Race | Hog, family: Family, descents: int, seed: int) -> list[Task]:
    """The chunks of work of a search: slices of the grid, or descents."""
    if family.begin:
        return [(game, family, seed, 0, 0)]
    if family.size <= GRID:
        return [(game, family, seed, n, _CHUNK) for n in range(ceil(family.size / _CHUNK))]
    return [(game, family, seed, n, 0) for n in range(descents)]


def search(tasks: list[Task], executor: Executor | None, report: Callable[[], object]) -> Found:
    """The best rule that the tasks of one family find; ties go to the smaller constants.

    ``report`` is called when a chunk is done.
    """
    found = []
    for _, one in run(_work, tasks, executor):
        found.append(one)
        report()
    return min(found, key=_order)


def _order(found: Found) -> tuple[float, Point]:
    point, first, second = found
    # Rounding must not tell apart what is equal, or another processor would choose another rule.
    return -round(first + second, 12), point


def _work(game: Race | Hog, family: Family, seed: int, n: int, size: int) -> Found:
    """Chunk n: the best of a slice of the grid, or of a descent."""
    if family.begin:
        return _descent(game, family)
    if size:
        return min(_slice(game, family, n * size, size), key=_order)
    return _descend(game, family, seed, n)


def _slice(game: Race | Hog, family: Family, first: int, size: int) -> Iterator[Found]:
    shape = tuple(map(len, family.values))
    for place in range(first, min(first + size, family.size)):
        point = tuple(int(n) for n in np.unravel_index(place, shape))
        yield (point, *wins(game, family.at(point)))


def _judge(game: Race | Hog, family: Family) -> Callable[[list[Point]], Found]:
    """The best of some rules, each of which is judged once."""
    known: dict[Point, Found] = {}

    def judge(points: list[Point]) -> Found:
        for point in points:
            if point not in known:
                known[point] = (point, *wins(game, family.at(point)))
        return min((known[point] for point in points), key=_order)

    return judge


def _descent(game: Race | Hog, family: Family) -> Found:
    judge = _judge(game, family)
    begin = [list(values).index(one) for values, one in zip(family.values, family.begin)]
    if len(begin) <= 2:  # the first constant alone: its loss has several valleys
        first = family.begin[0]
        tried = [n for n, value in enumerate(family.values[0]) if value <= 4 * first]
        best = judge([(n, *begin[1:]) for n in tried])
    else:
        best = judge([tuple(begin)])
    steps = [8, 4, 2, 1] if len(begin) > 1 else []
    while steps:
        before = best
        for axis, values in enumerate(family.values):
            for step in (steps[0], -steps[0]):
                while True:
                    n = min(max(best[0][axis] + step, 0), len(values) - 1)
                    other = judge([(*best[0][:axis], n, *best[0][axis + 1 :])])
                    if _order(other)[0] >= _order(best)[0]:
                        break
                    best = other
        if best is before:
            steps.pop(0)
    return best


def _descend(game: Race | Hog, family: Family, seed: int, n: int) -> Found:
    random = np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(n,)))
    judge = _judge(game, family)
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
