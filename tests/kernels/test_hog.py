"""Hog's kernel: a choice alone is worth what it is worth among all, bit for bit."""

import numpy as np
import pytest

import pigcore
from pigcore.solvers.hog.arrays import HogArrays


@pytest.mark.parametrize("game", [pigcore.Hog.fa13_hijinks(37), pigcore.Hog.sp16(50)])
def test_the_best_choice_is_the_best_of_all_worths(game):
    arrays = HogArrays.of(game)
    value, ended, *_ = arrays.induct(arrays.maximizing()[None])
    worths = arrays.worths_of(ended[0])
    assert np.array_equal(worths.max(axis=0), value[0])
    followed, *_ = arrays.induct(arrays.choices[worths.argmax(axis=0)].astype(np.int16)[None])
    assert np.array_equal(followed, value)
