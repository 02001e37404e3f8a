"""The kernel of limits refuses what would lead it out of its arrays."""

import numpy as np
import pytest

from pigcore.kernels import limits as kernel

GOAL = 3


def turns(goal=GOAL, *, ends=None, squares=None, landing=None):
    return kernel.Turns(
        np.zeros(goal * goal * (goal + 1) // 2) if ends is None else ends,
        np.zeros((6, goal, goal)) if squares is None else squares,
        np.arange(goal) if landing is None else landing,
    )


def wins(first=None, second=None, **changed):
    kinds = np.zeros((GOAL, GOAL), dtype=np.intc)
    given = {
        "first_kinds": kinds, "second_kinds": kinds, "u": np.zeros(GOAL), "v": np.zeros(GOAL),
        "never": 0.5, "a": np.zeros((GOAL, GOAL)), "b": np.zeros((GOAL, GOAL)), **changed,
    }  # fmt: skip
    kernel.wins(first=first or turns(), second=second or turns(), **given)
    return given["a"], given["b"]


@pytest.mark.parametrize(
    ("changed", "refusal"),
    [
        ({"ends": np.zeros(17)}, "there are 17 ends, but must be 18"),
        ({"squares": np.zeros((6, 3, 2))}, r"squares are \(6, 3, 2\)"),
        ({"squares": np.zeros((5, 3, 3))}, r"squares are \(5, 3, 3\)"),
        ({"landing": np.array([0, 0, 2])}, "a bust at 1 lands on 0"),
        ({"landing": np.array([0, 1, 4])}, "a bust at 2 lands on 4"),
        ({"landing": np.array([], dtype=np.intp)}, "the goal is 0"),
    ],
)
def test_turns_that_would_lead_it_astray(changed, refusal):
    with pytest.raises(ValueError, match=refusal):
        turns(**changed)


@pytest.mark.parametrize(
    ("changed", "refusal"),
    [
        ({"second": turns(2)}, "the second player or a column"),
        ({"u": np.zeros(2)}, "the second player or a column"),
        ({"v": np.zeros(4)}, "the second player or a column"),
        ({"a": np.zeros((2, 3))}, r"a is \(2, 3\)"),
        ({"b": np.zeros((3, 4))}, r"b is \(3, 4\)"),
        ({"first_kinds": np.full((3, 3), 3, dtype=np.intc)}, "a kind of turn is none of 0 … 2"),
        ({"second_kinds": np.full((3, 3), -1, dtype=np.intc)}, "a kind of turn is none of 0 … 2"),
        ({"first_kinds": np.zeros((2, 3), dtype=np.intc)}, r"kinds is \(2, 3\)"),
    ],
)
def test_matches_that_would_lead_it_astray(changed, refusal):
    with pytest.raises(ValueError, match=refusal):
        wins(**changed)


def test_who_never_leaves_never_wins():
    for table in wins():
        assert (table == 0.5).all()
