"""Linear equations in whole numbers, ordered for the kernel that solves them modulo primes.

A row says over · x(state) = constant + Σ coefficient · x(other). States that hang on each other in
a cycle form a block; blocks are ordered so that each follows those that it hangs on. In a race
without wipes a block is the turn starts of two players, or of n, who bust one after the other.

A multiple of all denominators. By Cramer's rule the determinant of a block, its rows in whole
numbers, times an unknown of it is a whole combination of the unknowns of earlier blocks. (Taken
from fractions in lowest terms instead, a determinant may lack factors.) So the product of all
determinants would do; but blocks that do not hang on each other may share factors. Let the level of
a block be one more than the highest of those that it hangs on: by induction, an unknown of a level
times the least common multiples of the determinants in each level up to its own is whole. Pig to
100 has seven levels, and their multiples together have 73,000 bits instead of the 111,000 of all
determinants; the denominator itself has 69,000. Only determinants of rows that hang on one other
each are computed here, such as those of the rotations of a tuple of scores; of other blocks, the
product of the pivots, which the kernel multiplies with, is the determinant divided by the whole
numbers that its rows are over.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...games.errors import SizeError
from ...kernels.residue import System

__all__ = ["Equations", "Row", "State", "equations"]

State = tuple[int, ...]
Indices = NDArray[np.intp]

MOST_COUPLED = 64
"""Unknowns of a cycle that an eliminated row may still hang on."""

_DIGIT = 24
"""Bits of a digit of the kernel's whole numbers."""


class Row(NamedTuple):
    """over · x = constant + Σ coefficient · x(state), ``over`` above 0."""

    constant: int
    terms: tuple[tuple[State, int], ...] = ()
    over: int = 1

    def less(self, state: State) -> Row:
        """The row of what this row is worth less x(state)."""
        return Row(self.constant, (*self.terms, (state, -self.over)), self.over)


@dataclass(frozen=True)
class Equations:
    """A system as the arrays of ``kernels/residue.pyx``, and how large its solution may be."""

    arrays: tuple[NDArray[np.float64] | Indices, ...]
    wanted: Indices
    bound: int
    """The multiple of the denominators is at most this."""
    work: int
    """About how many products a prime takes."""

    def solve(self, primes: NDArray[np.int64]) -> NDArray[np.int64]:
        """For each prime the multiple and the wanted unknowns times that; zeros if it fails."""
        found = np.zeros((len(primes), 1 + len(self.wanted)), dtype=np.int64)
        System(*self.arrays).solve(primes, self.wanted, found)  # type: ignore[arg-type]
        return found


def equations(
    rows: Mapping[State, Row], rank: Callable[[State], object], wanted: Iterable[State]
) -> Equations:
    """The system of ``rows``, with a row for each state that a row names.

    Parameters
    ----------
    rows : mapping
    rank : callable
        Within a cycle, states of lower rank are eliminated first.
    wanted : iterable of state

    Raises
    ------
    SizeError
        If the states of a cycle hang on each other too much.
    """
    number = {state: n for n, state in enumerate(rows)}
    states = list(rows)
    following = [[number[other] for other, _ in row.terms] for row in rows.values()]
    blocks = [
        sorted(block, key=lambda n: rank(states[n]))  # type: ignore[arg-type, return-value]
        for block in cycles(following)
    ]
    place = {states[n]: at for at, n in enumerate(n for block in blocks for n in block)}
    built = _Builder(place)
    for block in blocks:
        built.add([(states[n], rows[states[n]]) for n in block])
    return built.finished([place[state] for state in wanted])


class _Builder:
    """The arrays, block by block."""

    def __init__(self, place: Mapping[State, int]) -> None:
        self._place = place
        self._coefficients: dict[tuple[int, int], int] = {(0, 1): 0}
        self._scales: dict[int, int] = {1: 0}
        self._pivots: dict[tuple[int, ...], int] = {}
        self._known: list[int] = []
        self._constant: list[int] = []
        self._begin, self._inner = [0], [0]
        self._terms: list[tuple[int, int]] = []
        self._entries: list[tuple[int, int]] = []
        self._block: list[int] = []
        self._level: list[int] = []
        self._multiples: dict[int, int] = {}  # by level
        self._factor = 1  # what the pivots of large blocks are multiplied with
        self._large = 1  # what that product is at most
        self._work = 0

    def add(self, block: Sequence[tuple[State, Row]]) -> None:
        """The rows of the next block, in the order of their elimination."""
        first = len(self._block)
        patterns: list[list[int]] = []
        inner = [self._outside(row, first) for _, row in block]
        level = max(self._level[first:])
        determinant = self._determinant([row.over for _, row in block], inner)
        if determinant is None:
            for (_, row), entries in zip(block, inner):
                self._factor *= row.over
                self._large *= row.over + sum(map(abs, entries.values()))
        elif abs(determinant) != 1:
            level += 1
            self._multiples[level] = math.lcm(self._multiples.get(level, 1), determinant)
        for k, ((_, row), entries) in enumerate(zip(block, inner), first):
            patterns.append(self._pattern(k, entries, patterns))
            columns = {
                column: self._coefficient(entries[column], row.over) if column in entries else -1
                for column in patterns[-1]
            }
            self._entries += columns.items()
            self._inner.append(len(self._entries))
            self._block.append(first)
            self._known.append(-1)
        if determinant is not None and inner[-1]:
            pivot = tuple(
                self._coefficient(weight, row.over)
                for (_, row), entries in zip(block, inner)
                for weight in entries.values()
            )
            self._known[-1] = self._pivots.setdefault(pivot, len(self._pivots))
        self._level[first:] = [level] * len(block)

    @staticmethod
    def _determinant(over: list[int], inner: list[dict[int, int]]) -> int | None:
        """The determinant of a block each of whose rows hangs on one at most; else None."""
        if any(len(entries) > 1 for entries in inner):
            return None
        through = [weight for entries in inner for weight in entries.values()]
        return math.prod(over) - math.prod(through) * bool(through)

    def _outside(self, row: Row, first: int) -> dict[int, int]:
        """Keep the terms of earlier blocks; returns those of its own, {unknown: weight}."""
        inner: dict[int, int] = {}
        level = 0
        for state, weight in row.terms:
            at = self._place[state]
            if at < first:
                self._terms.append((at, self._coefficient(weight, row.over)))
                level = max(level, self._level[at])
            else:
                inner[at] = inner.get(at, 0) + weight
        self._level.append(level)
        self._begin.append(len(self._terms))
        self._constant.append(self._coefficient(row.constant, row.over))
        return inner

    def _pattern(self, k: int, entries: Iterable[int], patterns: list[list[int]]) -> list[int]:
        """The unknowns that the row k of a cycle hangs on before or while it is eliminated."""
        first = k - len(patterns)
        found = set(entries)
        for other in range(min(found, default=k), k):
            if other in found:
                later = [column for column in patterns[other - first] if column > other]
                found.update(later)
                self._work += len(later)
        later_ones = sum(column > k for column in found)
        if later_ones > MOST_COUPLED:
            raise SizeError(
                f"at least {later_ones} values of the game depend on each other in cycles, but "
                f"its exact value is computed for at most {MOST_COUPLED}: choose a smaller goal"
            )
        return sorted(found)

    def _coefficient(self, weight: int, over: int) -> int:
        self._scales.setdefault(over, len(self._scales))
        return self._coefficients.setdefault((weight, over), len(self._coefficients))

    def finished(self, wanted: list[int]) -> Equations:
        """The arrays, once all blocks are there."""
        multiple = math.prod(self._multiples.values())
        over = [self._scales[scale] for _, scale in self._coefficients]
        arrays = (
            _digits([weight for weight, _ in self._coefficients]),
            np.array(over, dtype=np.intp),
            _digits(list(self._scales)),
            _digits([multiple * self._factor]),
            _pivots(self._pivots),
            np.array(self._known, dtype=np.intp),
            np.array(self._constant, dtype=np.intp),
            np.array(self._begin, dtype=np.intp),
            _pairs(self._terms),
            np.array(self._block, dtype=np.intp),
            np.array(self._inner, dtype=np.intp),
            _pairs(self._entries),
        )
        # A vector of products waits a few times for the last one; an inverse takes 50 of them.
        waiting = arrays[0].size + arrays[3].size + 20 * len(self._known)
        slow = 300 * self._known.count(-1) if self._large > 1 else 0
        work = 6 * self._work + len(self._terms) + waiting + slow
        bound = multiple * self._large
        return Equations(arrays, np.array(wanted, dtype=np.intp), bound, work)


def _pairs(pairs: Iterable[tuple[int, int]]) -> Indices:
    return np.array(list(pairs), dtype=np.intp).reshape(-1, 2)


def _pivots(factors: Collection[tuple[int, ...]]) -> Indices:
    """The coefficients whose product each is less than 1 by, as many as the longest has."""
    width = max(map(len, factors), default=1)
    rows = [(*some, *[-1] * (width - len(some))) for some in factors]
    return np.array(rows, dtype=np.intp).reshape(-1, width)


def _digits(numbers: Sequence[int]) -> NDArray[np.float64]:
    """Whole numbers in digits of 24 bits, most significant first, each with its number's sign."""
    width = max(-(-number.bit_length() // _DIGIT) for number in [1, *numbers])
    size = width * _DIGIT // 8
    data = b"".join(abs(number).to_bytes(size, "big") for number in numbers)
    parts = np.frombuffer(data, dtype=np.uint8).reshape(len(numbers), width, 3).astype(np.float64)
    digits: NDArray[np.float64] = parts @ np.array([65536.0, 256.0, 1.0])
    digits[[number < 0 for number in numbers]] *= -1.0
    return np.ascontiguousarray(digits)


def cycles(following: Sequence[Sequence[int]]) -> list[list[int]]:
    """The strong components of a graph, each after those that it leads to.

    Source: R. Tarjan, "Depth-first search and linear graph algorithms", SIAM Journal on Computing
    1(2), 1972.

    Examples
    --------
    >>> cycles([[1, 2], [0], []])
    [[2], [1, 0]]
    """
    found: list[list[int]] = []
    seen = [0] * len(following)  # the order in which nodes are met, from 1 on
    least = [0] * len(following)
    waiting: list[int] = []
    met = 0
    for root in range(len(following)):
        if seen[root]:
            continue
        path = [(root, iter(following[root]))]
        met += 1
        seen[root] = least[root] = met
        waiting.append(root)
        while path:
            node, rest = path[-1]
            for other in rest:
                if not seen[other]:
                    met += 1
                    seen[other] = least[other] = met
                    waiting.append(other)
                    path.append((other, iter(following[other])))
                    break
                if least[other] >= 0:
                    least[node] = min(least[node], seen[other])
            else:
                path.pop()
                if path:
                    above = path[-1][0]
                    least[above] = min(least[above], least[node])
                if least[node] == seen[node]:
                    at = waiting.index(node) if waiting[-1] != node else len(waiting) - 1
                    component = waiting[at:][::-1]
                    del waiting[at:]
                    for member in component:
                        least[member] = -1
                    found.append(component)
    return found
