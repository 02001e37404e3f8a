"""The dice kernel: against every roll thrown, and against exact integers beyond 2**53."""

from collections import Counter
from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from pigcore.solvers.hog.arrays import ways


@pytest.mark.parametrize(
    ("points", "dice", "sides", "published"),
    [(4, 1, 6, 1), (12, 2, 6, 1), (11, 2, 6, 2), (7, 3, 6, 3), (8, 3, 4, 6)],
)
def test_the_published_ways(points, dice, sides, published):
    assert ways(dice, sides, first=2)[dice, points] == published


@pytest.mark.parametrize("first", [1, 2])
@pytest.mark.parametrize(("dice", "sides"), [(1, 2), (3, 4), (4, 6), (2, 20)])
def test_every_roll_thrown(dice, sides, first):
    counted = Counter(map(sum, product(range(first, sides + 1), repeat=dice)))
    table = ways(dice, sides, first)
    assert table.shape == (dice + 1, dice * sides + 1)
    assert {k: w for k, w in enumerate(table[dice].tolist()) if w} == counted
    assert table[0].tolist() == [1.0] + [0.0] * (dice * sides)


def exact(dice, sides, first):
    """The coefficients of (x**first + ... + x**sides) ** dice, in integers."""
    row = [1]
    for _ in range(dice):
        row = [
            sum(row[k - face] for face in range(first, sides + 1) if 0 <= k - face < len(row))
            for k in range(len(row) + sides)
        ]
    return row


def test_exact_while_the_ways_fit():
    # 5**22 rolls of 22 dice without a 1 stay below 2**53.
    assert 5**22 < 2**53
    assert ways(22, 6, first=2)[22].tolist() == exact(22, 6, 2)


def test_rounded_beyond():
    dice, sides = 100, 6
    table = ways(dice, sides)[dice]
    bound = Fraction(dice * sides, 2**53)
    for found, true in zip(table.tolist(), exact(dice, sides, 1), strict=True):
        assert abs(Fraction(found) - true) <= bound * true
    assert np.isclose(table.sum(), 6.0**dice, rtol=1e-12)
