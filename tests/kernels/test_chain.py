"""Ends of matches that are rare."""

import numpy as np
import pytest

from pigcore.solvers.elimination import Absorbing


def test_elimination_loses_no_digits():
    # Two states that lead to each other, and end once in 1e18 times.
    rare = 1e-18
    found = Absorbing(np.array([[0.0, 1.0], [1.0, 0.0]]), np.array([rare, 0.0]))
    assert found.expected(np.array([rare, 0.0])) == pytest.approx([1.0, 1.0], rel=1e-15)
    assert found.visits(np.array([1.0, 0.0])) == pytest.approx([1 / rare] * 2, rel=1e-15)
