"""The kernel of decided turns."""

import numpy as np

from pigcore.kernels.outcomes import Outcomes

# To 4: a die gains 1 or 2 units with a chance of 1/4 each, and is thrown again.
RULES = {
    "rolled": 4, "exact": False, "start": 0, "least": np.zeros(4, dtype=np.intp),
    "may": np.array([3], dtype=np.uint8),
    "thrown": np.array([[0.5, 0.0]]), "sets": np.array([0, 2]), "chances": np.array([0.25, 0.25]),
    "first": np.array([0, 1, 2]), "gains": np.array([1, 2]), "after": np.array([0, 0]),
    "order": np.array([0]), "excess": np.zeros(2),
}  # fmt: skip
# The same with a choice between the two gains.
CHOICE = {"sets": np.array([0, 1]), "chances": np.array([0.5]), "first": np.array([0, 2])}


def made(**change):
    return Outcomes(*(RULES | change).values())


def arrays(rows=6, modes=1, width=8):
    return np.zeros((rows, modes, width), dtype=np.uint8), np.zeros((rows, modes, width))


def test_a_turn_that_always_throws_once():
    bank, worth = arrays()
    bank[1:] = 1
    made().decide(0, bank, np.arange(6.0)[:, None] + np.zeros(8), np.zeros(8), np.zeros(8), worth)
    assert worth[0, 0].tolist() == [0.75] * 8
    stops, lost, reach = np.ones((6, 8)), np.ones((3, 8)), np.ones(worth.shape)
    made().follow(0, bank, worth, None, stops, lost, reach)
    assert stops[:, 3].tolist() == [0, 0.25, 0.25, 0, 0, 0]
    assert lost.tolist() == [[0.5] * 8, [0.0] * 8, [0.0] * 8]
    assert reach[0, 0, 0] == 1


def test_the_first_of_equal_options_is_taken():
    bank, worth = arrays()
    bank[1:] = 1
    stops, lost, reach = np.ones((6, 8)), np.ones((3, 8)), np.ones(worth.shape)
    made(**CHOICE).follow(0, bank, worth, None, stops, lost, reach)
    assert stops[:, 0].tolist() == [0, 0.5, 0, 0, 0, 0]
    shares = np.full((6, 2, 8), 0.5)
    made(**CHOICE).follow(0, bank, None, shares, stops, lost, reach)
    assert stops[:, 0].tolist() == [0, 0.25, 0.25, 0, 0, 0]
