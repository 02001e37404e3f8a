"""Solve equations modulo many primes, and find the integers that have these residues.

With M the product of the primes, and M greater than twice the integer n in absolute value, the
residues n_p determine n: by the Chinese remainder theorem it is Σ c_p M/p modulo M, where c_p is
n_p times the inverse of M/p, modulo p. The sum is made in a tree of products, a pair of numbers
of one length at a time.

Who asks for signs alone need not wait for that: n/M is Σ c_p/p modulo 1, and lies between -1/2 and
1/2. It is 0 only if all residues are, and else some bits of it tell its sign. The first of them are
all alike, as M has thousands of bits more than n may have; they are passed over by taking the
residues of 2^s n instead, with 2^s |n| still below M/2.
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
from ...memory import require
from ...play.workers import run
from .equations import Equations

__all__ = ["Progress", "signed", "whole_numbers"]

Primes = NDArray[np.int64]
Progress = Callable[[int, int], object]

MOST_PRIMES = 80_000
"""Two million bits: some 600,000 digits."""

_PRIME_BITS = 25.9
"""At least the bits of each prime."""

_LIMB = 20
"""Bits of a limb: 80,000 products of one with 26 bits are below 2^63 together."""

_BITS = 10 * _LIMB
"""Of a fraction that is to tell a sign."""

_COLUMNS = 64
"""Numbers whose fractions are found at once: some tenths of a second, however many primes."""

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
    primes, products = _residues(system, executor, progress)
    needed = [column for column in range(products.shape[1]) if products[:, column].any()]
    sums = _sums(primes.tolist(), [products[:, column].tolist() for column in needed])
    found = [0] * products.shape[1]
    for column, total in zip(needed, sums):
        found[column] = total
    return found[0], found[1:]


def signed(
    system: Equations, executor: Executor | None = None, progress: Progress | None = None
) -> list[int]:
    """Whole numbers of the signs of the wanted unknowns, and nearly in proportion to them.

    Parameters and errors are those of :func:`whole_numbers`, which takes much longer for many.
    """
    primes, products = _residues(system, executor, progress)
    inverses = _inverses(primes)
    # Each 1/p is rounded down by less than a unit of the last bit, and taken c_p < p times.
    off = int(primes.sum())
    # No |n| is above the bound, so that 2^shift |n| is below M/8, however many bits of M are spare.
    shift = max(0, int(np.log2(primes).sum()) - system.bound.bit_length() - 3)
    step = _BITS - off.bit_length() - 3
    found = [0] * products.shape[1]
    unclear = np.flatnonzero(products.any(axis=0))
    while len(unclear):
        parts = _fractional_parts(primes, products, unclear, shift, inverses)
        known = [abs(part) > off for part in parts]
        for column, part, clear in zip(unclear.tolist(), parts, known):
            found[column] = part * clear
        # What is not clear is at most twice as far from 0, and may be multiplied with 2^step.
        unclear, shift = unclear[np.logical_not(known)], shift + step
        found = [number << step for number in found]
    return [number if found[0] > 0 else -number for number in found[1:]]


def _residues(
    system: Equations, executor: Executor | None, progress: Progress | None
) -> tuple[Primes, Primes]:
    """Primes, and for each of them the c_p of the multiple and of the wanted unknowns times it."""
    bits = system.bound.bit_length() + 1
    count = math.ceil(bits / _PRIME_BITS)
    if count > MOST_PRIMES:
        raise SizeError(
            f"the fraction may have {bits * 0.30103:,.0f} digits above and below the line, but an "
            f"exact value is computed for at most {MOST_PRIMES * 26 * 0.30103:,.0f}: "
            "choose a smaller goal or a later state"
        )
    wanted = 1 + len(system.wanted)
    what = f"{wanted:,} values modulo {count:,} primes"
    require(8 * count * wanted, what, "choose a smaller goal or a later state")
    used: Primes = np.zeros(count, dtype=np.int64)
    residues: Primes = np.zeros((count, wanted), dtype=np.int64)
    tried = done = 0
    # A prime that divides a pivot tells nothing; there are few such primes or all are.
    while tried < 2 * count + _SPARE:
        primes = _primes(2 * MOST_PRIMES + _SPARE)[tried : tried + count - done]
        tried += len(primes)
        for _, (first, found) in run(_solved, [*_tasks(system, primes)], executor):
            good = found[:, 0] != 0
            more = done + int(good.sum())
            used[done:more] = primes[first : first + len(found)][good]
            residues[done:more] = found[good]
            done = more
            if progress is not None:
                progress(done, count)
        if done == count:
            return used, _weighted(used, residues, executor)
    raise RuleError(
        "the equations of the game have no unique solution, so it has no value: change the "
        "rules so that every game ends"
    )


def _tasks(system: Equations, primes: Primes) -> Iterator[tuple[Equations, Primes, int]]:
    size = max(8, min(_CHUNK // system.work, len(primes) // _SHARED) // 8 * 8)
    for first in range(0, len(primes), size):
        yield system, primes[first : first + size], first


def _solved(system: Equations, primes: Primes, first: int) -> tuple[int, Primes]:
    return first, system.solve(primes)


def _weighted(primes: Primes, residues: Primes, executor: Executor | None) -> Primes:
    """The c_p: residues times the inverse of M/p, modulo p."""
    weights: Primes = np.zeros(len(primes), dtype=np.int64)
    size = max(64, -(-len(primes) // 64) // 8 * 8)
    tasks = ((primes[at : at + size], primes, at) for at in range(0, len(primes), size))
    for _, (first, found) in run(_shares, [*tasks], executor):
        weights[first : first + len(found)] = found
    # In place, as of many unknowns this is most of the memory.
    residues *= weights[:, None]
    residues %= primes[:, None]
    return residues


def _shares(primes: Primes, others: Primes, first: int) -> tuple[int, list[int]]:
    return first, shares(primes, others)


def _inverses(primes: Primes) -> Primes:
    """The limbs of 1/p times 2^_BITS, least significant first, for each prime."""
    one, mask, places = 1 << _BITS, (1 << _LIMB) - 1, range(0, _BITS, _LIMB)
    return np.array([[one // p >> at & mask for at in places] for p in primes.tolist()])


def _fractional_parts(
    primes: Primes, products: Primes, columns: NDArray[np.intp], shift: int, inverses: Primes
) -> list[int]:
    """2^shift Σ c_p/p modulo 1, nearest to 0 and times 2^_BITS, for these columns of c_p."""
    factors = np.array([pow(2, shift, p) for p in primes.tolist()])[:, None]
    one, places, parts = 1 << _BITS, range(0, _BITS, _LIMB), []
    for first in range(0, len(columns), _COLUMNS):
        some = products[:, columns[first : first + _COLUMNS]] * factors % primes[:, None]
        for row in (some.T @ inverses).tolist():
            part = sum(limb << at for limb, at in zip(row, places)) % one
            parts.append(part - one if 2 * part > one else part)
    return parts


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
