"""The bag's kernel refuses tables that would lead it out of its arrays."""

import numpy as np
import pytest

from pigcore.kernels import bag

PAD = bag.PADDING


def tables(n=2):
    start = np.zeros((n + 1, n + 1), dtype=np.intp)
    size = PAD
    for a in range(n + 1):
        for b in range(n + 1 - a):
            start[a, b] = size
            size += ((n + 1 - a - b) // PAD + 1) * PAD
    seen = np.zeros(size)
    seen[start[0, 0]] = 1.0
    return {"seen": seen, "start": start, "dice": np.full((n, 3), 1 / 3)}


def test_two_dice():
    made = tables()
    draws = bag.Draws(**made)
    draws.draw()
    assert made["seen"][made["start"][2, 0]] == pytest.approx(1 / 9)
    assert made["seen"][made["start"][1, 1]] == pytest.approx(2 / 9)
    assert draws.score(np.eye(3)) == pytest.approx(2 / 3)


def changed(name, place, value):
    array = tables()[name]
    array[place] = value
    return {name: array}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (changed("start", (0, 2), PAD - 1), r"row \(0, 2\) at 7 leaves the table"),
        (changed("start", (2, 0), 10**6), r"row \(2, 0\) at 1000000 leaves the table"),
        (changed("dice", (1, 2), 1.5), "a chance is 1.5"),
        (changed("dice", (0, 0), np.nan), "a chance is nan"),
        ({"dice": np.zeros((3, 3))}, r"start is \(3, 3\) and dice \(3, 3\), but must be \(4, 4\)"),
        ({"dice": np.zeros((2, 2))}, r"dice \(2, 2\), but must be \(3, 3\) and \(2, 3\)"),
        ({"seen": np.zeros(PAD)}, r"row \(0, 0\) at 8 leaves the table"),
    ],
)
def test_tables_that_lead_astray_are_refused(change, message):
    with pytest.raises(ValueError, match=message):
        bag.Draws(**tables() | change)


def test_payoffs_of_another_shape_are_refused():
    with pytest.raises(ValueError, match=r"pay is \(3, 2\), but must be \(3, 3\)"):
        bag.Draws(**tables()).score(np.zeros((3, 2)))
