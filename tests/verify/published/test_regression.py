"""The logistic regression of a table of decisions."""

import math
import random

import pytest
from pigverify.published.regression import logistic


@pytest.mark.parametrize("size", [7, 27])
def test_the_regression_has_no_slope_left(size):
    rng = random.Random(1)
    indices = range(size)
    table = [
        [[x - 2 * y + w + rng.gauss(0, size) > 0 for w in indices] for y in indices]
        for x in indices
    ]
    *beta, right, mean = logistic(table)
    slope, hits, rolls = [0.0] * 4, 0, 0
    for x in indices:
        for y in indices:
            for w in indices:
                z = beta[0] + beta[1] * x + beta[2] * y + beta[3] * w
                apart = table[x][y][w] - 1 / (1 + math.exp(-z))
                slope = [a + apart * u for a, u in zip(slope, (1, x, y, w), strict=True)]
                hits += (z > 0) == table[x][y][w]
                rolls += table[x][y][w]
    assert max(map(abs, slope)) < 1e-5
    assert (right, mean) == (hits / size**3, rolls / size**3)
