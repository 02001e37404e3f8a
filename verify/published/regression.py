"""Logistic regression of a table of decisions on its three indices, by Newton's method.

With z = b0 + b1 x + b2 y + b3 w for the indices x, y, w and p = 1 / (1 + exp(-z)), the decisions r
are most likely where

    sum (r - p) u = 0, u = (1, x, y, w);      the derivative of that is - sum p (1 - p) u u'.

exp(-z) is a product of three factors, one for each index, so that the innermost sums are over short
lists: a step with a million entries takes a second or two. The first steps see every fifth index.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import exp

from ..algebra.arithmetic import Floating
from ..algebra.elimination import eliminate

__all__ = ["logistic"]

_COARSE = 5
_STEPS = 50
_SMALL = 1e-9
"""A step as small as that is the last."""

Table = Sequence[Sequence[Sequence[bool]]]


def logistic(table: Table) -> list[float]:
    """Four coefficients, the share of entries on the right side of p = 1/2, and the mean entry.

    Raises
    ------
    ArithmeticError
        If the steps do not come to an end, as where a plane parts the entries.

    Examples
    --------
    >>> table = [[[True, False], [False, True]], [[True, True], [False, False]]]
    >>> [round(abs(number), 6) for number in logistic(table)]
    [1.098612, 0.0, 2.197225, 0.0, 0.75, 0.5]
    """
    size = len(table)
    coarse = range(0, size, _COARSE)
    beta = [0.0] * 4
    if len(coarse) > _COARSE:
        beta = _fitted(table, coarse, beta)
    beta = _fitted(table, range(size), beta)
    right = rolls = 0
    for x, y in product(range(size), repeat=2):
        z = beta[0] + beta[1] * x + beta[2] * y
        row = table[x][y]
        right += sum([(z + beta[3] * w > 0) == r for w, r in enumerate(row)])
        rolls += sum(row)
    return [*beta, right / size**3, rolls / size**3]


def _fitted(table: Table, indices: range, beta: list[float]) -> list[float]:
    wanted = [0.0] * 4
    for x, y in product(indices, repeat=2):
        taken = [w for w in indices if table[x][y][w]]
        for n, number in enumerate((len(taken), x * len(taken), y * len(taken), sum(taken))):
            wanted[n] += number
    for _ in range(_STEPS):
        found, slopes = _sums(indices, beta)
        missing = {n: a - b for n, (a, b) in enumerate(zip(wanted, found))}
        step = eliminate(slopes, missing, Floating())
        beta = [b + step[n] for n, b in enumerate(beta)]
        if max(map(abs, step.values())) < _SMALL:
            return beta
    raise ArithmeticError(f"the regression does not settle in {_STEPS} steps")


def _sums(indices: range, beta: list[float]) -> tuple[list[float], dict[int, dict[int, float]]]:
    """The sums of p u and of p (1 - p) u u', a symmetric matrix."""
    first = [0.0] * 4
    second = {n: dict.fromkeys(range(4), 0.0) for n in range(4)}
    factors = [exp(-beta[3] * w) for w in indices]
    for x, y in product(indices, repeat=2):
        odds = exp(-beta[0] - beta[1] * x - beta[2] * y)
        p = [1 / (1 + odds * factor) for factor in factors]
        spread = [a * (1 - a) for a in p]
        weighted = [v * w for v, w in zip(spread, indices)]
        one, by_w = sum(p), sum([a * w for a, w in zip(p, indices)])
        v, v_w = sum(spread), sum(weighted)
        v_ww = sum([a * w for a, w in zip(weighted, indices)])
        for n, number in enumerate((one, x * one, y * one, by_w)):
            first[n] += number
        rows = (
            (v, x * v, y * v, v_w),
            (x * v, x * x * v, x * y * v, x * v_w),
            (y * v, x * y * v, y * y * v, y * v_w),
            (v_w, x * v_w, y * v_w, v_ww),
        )
        for n, row in enumerate(rows):
            for m, number in enumerate(row):
                second[n][m] += number
    return first, second
