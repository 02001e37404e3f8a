"""The kernel of limits where nothing ends."""

import numpy as np

from pigcore.kernels import limits as kernel


def test_who_never_leaves_never_wins():
    goal, kinds = 3, np.zeros((3, 3), dtype=np.intc)
    turns = kernel.Turns(np.zeros(18), np.zeros((6, goal, goal)), np.arange(goal))
    a, b = np.zeros((2, goal, goal))
    kernel.wins(turns, kinds, turns, kinds, np.zeros(goal), np.zeros(goal), 0.5, a, b)
    assert (a == 0.5).all()
    assert (b == 0.5).all()
