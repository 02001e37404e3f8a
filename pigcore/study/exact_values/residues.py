"""Solve equations modulo many primes, and find the integers that have these residues.

With M the product of the primes, and M greater than twice the integer n in absolute value, the
residues n_p determine n: by the Chinese remainder theorem it is Σ c_p M/p modulo M, where c_p is
n_p times the inverse of M/p, modulo p. The sum is made in a tree of products, a pair of numbers
of one length at a time.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from ...games.errors import RuleError, SizeError
from ...kernels.residue import shares
from ..chunks import run
from .equations import Equations

__all__ = ["Progress", "whole_numbers"]

Primes = NDArray[np.int64]
Progress = Callable[[int, int], object]

MOST_PRIMES = 80_000
"""Two million bits: some 600,000 digits."""

_PRIME_BITS = 25.9
"""At least the bits of each prime."""

_CHUNK = 1_000_000_000
"""Products that a task takes at most: some tenths of a second."""

_SHARED = 16
"""Tasks that there are at least, so that there is something to share."""

_SPARE = 8
"""Primes that are tried at least before none is thought to do."""


def whole_numbers(
    system: Equations, executor: Executor | None = None, progress: Progress | None = None
) -> tuple[int, list[int]]:
    """A multiple of the denominators of the wanted unknowns, and these unknowns times it.

    Parameters
    ----------
    system : Equations
        All of whose wanted unknowns lie between -1 and 1.
    executor : concurrent.futures.Executor, optional
        Where to solve modulo the primes; left out, on all processors.
    progress : callable, optional
        Called with (done, of) as the primes come.

    Raises
    ------
    SizeError
        If the numbers are too long.
    RuleError
        If the equations have no single solution.
    """
    bits = system.bound.bit_length() + 1
    count = math.ceil(bits / _PRIME_BITS)
    if count > MOST_PRIMES:
        raise SizeError(
            f"the fraction may have {bits * 0.30103:,.0f} digits above and below the line, but an "
            f"exact value is made for at most {MOST_PRIMES * 26 * 0.30103:,.0f}: "
            "choose a smaller goal or a later state"
        )
    used: Primes = np.zeros(0, dtype=np.int64)
    residues: Primes = np.zeros((0, 1 + len(system.wanted)), dtype=np.int64)
    tried = 0
    # A prime that divides a pivot tells nothing; there are few such primes or all are.
    while tried < 2 * count + _SPARE:
        primes = _primes(2 * MOST_PRIMES + _SPARE)[tried : tried + count - len(used)]
        tried += len(primes)
        for first, found in run(_solved, _tasks(system, primes), executor):
            good = found[:, 0] != 0
            used = np.concatenate([used, primes[first : first + len(found)][good]])
            residues = np.concatenate([residues, found[good]])
            if progress is not None:
                progress(len(used), count)
        if len(used) == count:
            return _combined(used, residues, executor)
    raise RuleError(
        "the equations of the game have no single solution, so that its value is none: change the "
        "rules so that every game ends"
    )


def _tasks(system: Equations, primes: Primes) -> Iterator[tuple[Equations, Primes, int]]:
    size = max(8, min(_CHUNK // system.work, len(primes) // _SHARED) // 8 * 8)
    for first in range(0, len(primes), size):
        yield system, primes[first : first + size], first


def _solved(system: Equations, primes: Primes, first: int) -> tuple[int, Primes]:
    return first, system.solve(primes)


def _combined(primes: Primes, residues: Primes, executor: Executor | None) -> tuple[int, list[int]]:
    weights: Primes = np.zeros(len(primes), dtype=np.int64)
    size = max(64, -(-len(primes) // 64) // 8 * 8)
    tasks = ((primes[at : at + size], primes, at) for at in range(0, len(primes), size))
    for first, found in run(_shares, tasks, executor):
        weights[first : first + len(found)] = found
    products = residues * weights[:, None] % primes[:, None]
    needed = [column for column in range(products.shape[1]) if products[:, column].any()]
    sums = _sums(primes.tolist(), [products[:, column].tolist() for column in needed])
    found = [0] * products.shape[1]
    for column, total in zip(needed, sums):
        found[column] = total
    return found[0], found[1:]


def _shares(primes: Primes, others: Primes, first: int) -> tuple[int, list[int]]:
    return first, shares(primes, others)


def _sums(primes: list[int], columns: list[list[int]]) -> list[int]:
    """For each column the integer nearest to 0 that is Σ c_p M/p modulo M."""
    while len(primes) > 1:
        if len(primes) % 2:
            primes.append(1)
            for column in columns:
                column.append(0)
        left, right = primes[::2], primes[1::2]
        columns = [
            [a * q + b * p for a, b, p, q in zip(column[::2], column[1::2], left, right)]
            for column in columns
        ]
        primes = [p * q for p, q in zip(left, right)]
    (product,) = primes
    found = [column[0] % product for column in columns]
    return [number - product if 2 * number > product else number for number in found]


@lru_cache(1)
def _primes(count: int) -> Primes:
    """The largest primes below 2^26, falling."""
    top = 1 << 26
    low = top - 20 * count
    small = np.ones(1 << 13, dtype=bool)
    small[:2] = False
    prime = np.ones(top - low, dtype=bool)
    for p in range(2, 1 << 13):
        if small[p]:
            small[p * p :: p] = False
            prime[-low % p :: p] = False
    found: Primes = np.flatnonzero(prime)[::-1].astype(np.int64) + low
    return found[:count].copy()
