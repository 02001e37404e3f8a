"""The kernel of decided turns of Farkle refuses what would lead it out of its arrays."""

import numpy as np
import pytest

from pigcore.kernels.farkle_outcomes import FarkleOutcomes

# One die gains 1 or 2 units with a chance of 1/4 each, and is thrown again.
SETS = {
    "chances": np.array([0.25, 0.25]),
    "dice": np.array([1, 1]),
    "first": np.array([0, 1, 2]),
    "gains": np.array([1, 2]),
    "left": np.array([0, 0]),
    "busts": np.array([0.5]),
}


def made(**change):
    return FarkleOutcomes(*(SETS | change).values())


def arrays(rows=6, dice=1, width=8):
    return np.zeros((rows, dice, width), dtype=np.uint8), np.zeros((rows, dice, width))


def test_a_turn_that_always_throws_once():
    bank, worth = arrays()
    bank[1:] = 1
    made().decide(bank, np.arange(6.0)[:, None] + np.zeros(8), np.zeros(8), worth)
    assert worth[0, 0].tolist() == [0.75] * 8
    ends, lost, reach = np.ones((6, 8)), np.ones(8), np.ones(worth.shape)
    made().follow(bank, worth, ends, lost, reach)
    assert ends[:, 3].tolist() == [0, 0.25, 0.25, 0, 0, 0]
    assert lost.tolist() == [0.5] * 8
    assert reach[0, 0, 0] == 1


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"busts": np.zeros(0)}, "0 chances of a bust"),
        ({"busts": np.zeros(16)}, "16 chances of a bust"),
        ({"dice": np.array([1])}, "do not fit the other arrays"),
        ({"left": np.array([0])}, "do not fit the other arrays"),
        ({"first": np.array([0, 1, 3])}, "do not fit the other arrays"),
        ({"first": np.array([0, 0, 2])}, "or no choice"),
        ({"chances": np.array([np.nan, 0.25])}, "has the chance nan"),
        ({"dice": np.array([1, 2])}, "set 1 is of 2 dice"),
        ({"gains": np.array([0, 2])}, "choice 0 gains 0"),
        ({"left": np.array([0, 2])}, "leaves 2 dice"),
    ],
)
def test_sets_that_lead_out_of_the_tables_are_refused(change, message):
    with pytest.raises(ValueError, match=message):
        made(**change)


def test_a_kernel_is_made_once():
    kernel = made()
    with pytest.raises(ValueError, match="are made once"):
        kernel.__init__(*SETS.values())


@pytest.mark.parametrize(
    ("bank", "worth"),
    [
        (arrays(width=7)[0], arrays(width=7)[1]),
        (arrays(dice=2)[0], arrays(dice=2)[1]),
        (arrays()[0], arrays(rows=5)[1]),
        (arrays()[0], arrays(width=16)[1]),
        (arrays(rows=0)[0], arrays(rows=0)[1]),
    ],
)
def test_arrays_that_do_not_fit_are_refused(bank, worth):
    rows, _, width = bank.shape
    with pytest.raises(ValueError, match=r"but must be|does not fit"):
        made().decide(bank, np.zeros((rows, width)), np.zeros(width), worth)
    with pytest.raises(ValueError, match=r"but must be|does not fit"):
        made().follow(bank, worth, np.zeros((rows, width)), np.zeros(width), worth.copy())


def test_payoffs_that_do_not_fit_are_refused():
    bank, worth = arrays()
    with pytest.raises(ValueError, match="held and x do not fit"):
        made().decide(bank, np.zeros((5, 8)), np.zeros(8), worth)
    with pytest.raises(ValueError, match="held and x do not fit"):
        made().decide(bank, np.zeros((6, 8)), np.zeros(7), worth)
    with pytest.raises(ValueError, match="ends and lost do not fit"):
        made().follow(bank, worth, np.zeros((6, 8)), np.zeros(9), worth.copy())
