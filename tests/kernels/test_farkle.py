"""Farkle's kernel refuses rules and arrays that would lead it out of its arrays."""

import numpy as np
import pytest

from pigcore.kernels import LANES, farkle

# To 2 units with one die: it gains 1 or 2 units with a chance of 1/4 each, and is thrown again.
RULES = {
    "rolled": 2,
    "must_roll": False,
    "least": np.array([1, 1]),
    "chances": np.array([0.25, 0.25]),
    "dice": np.array([1, 1]),
    "first": np.array([0, 1, 2]),
    "gains": np.array([1, 2]),
    "left": np.array([0, 0]),
}
HEIGHT = 4


def made(**change):
    return farkle.Farkle(*(RULES | change).values())


def held(height=HEIGHT, stride=LANES):
    found = np.ones((height, stride))
    found[:2] = 0.0
    return found


def test_good_rules_are_taken():
    starts, history = np.zeros((2, 2)), np.zeros(9)
    assert made().height == HEIGHT
    used, left = made().newton(starts, held(), history, 1e-14)
    assert (left, used <= 9) == (0, True)
    # One unit is needed: V = 1/2 + 1/2 (1 - V).
    assert starts[1, 1] == pytest.approx(2 / 3, abs=1e-15)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"rolled": 1}, "the goal is 2 and one rolls up to 1"),
        ({"rolled": 10**9}, "one rolls up to 1000000000"),
        ({"least": np.zeros(0, dtype=np.intp)}, "the goal is 0"),
        ({"least": np.array([1, -1])}, "the least to bank at 1 is -1"),
        ({"dice": np.array([1])}, "2 sets of 2 choices do not fit"),
        ({"left": np.array([0])}, "2 sets of 2 choices do not fit"),
        ({"first": np.array([0, 1, 3])}, "the choices are 0 to 3, but there are 2"),
        ({"first": np.array([0, 0, 2])}, "set 0 has the chance 0.25 or no choice"),
        ({"chances": np.array([0.25, 1.5])}, "set 1 has the chance 1.5"),
        ({"chances": np.array([np.nan, 0.25])}, "set 0 has the chance nan"),
        ({"dice": np.array([2, 1])}, "set 1 is of 1 dice: sort the sets"),
        ({"dice": np.array([1, 16])}, "set 1 is of 16 dice"),
        ({"dice": np.array([0, 1])}, "set 0 is of 0 dice"),
        ({"gains": np.array([0, 2])}, "choice 0 gains 0 and leaves 0 dice"),
        ({"gains": np.array([1, 10**7])}, "choice 1 gains 10000000"),
        ({"left": np.array([0, 2])}, "choice 1 gains 2 and leaves 2 dice"),
        ({"left": np.array([-1, 0])}, "choice 0 gains 1 and leaves -1 dice"),
    ],
)
def test_rules_that_lead_out_of_the_tables_are_refused(change, message):
    with pytest.raises(ValueError, match=message):
        made(**change)


def test_a_kernel_is_made_once():
    kernel = made()
    with pytest.raises(ValueError, match="a Farkle is made once"):
        kernel.__init__(*RULES.values())


@pytest.mark.parametrize(
    ("starts", "rows", "message"),
    [
        (np.zeros((2, 3)), held(), r"starts is \(2, 3\), but must be \(2, 2\)"),
        (np.zeros((2, 2)), held(HEIGHT - 1), "held is .*, but must be"),
        (np.zeros((2, 2)), held(stride=LANES + 1), "its rows of a multiple of"),
    ],
)
def test_arrays_that_do_not_fit_are_refused_by_newton(starts, rows, message):
    with pytest.raises(ValueError, match=message):
        made().newton(starts, rows, np.zeros(9), 1e-14)


@pytest.mark.parametrize(
    ("rows", "own", "out", "message"),
    [
        (held(HEIGHT + 1), 0, (2, 1, LANES), "whole rows"),
        (held(stride=LANES + 1), 0, (2, 1, LANES), "whole rows"),
        (held(), 2, (2, 1, LANES), "which does not fit"),
        (held(), -1, (2, 1, LANES), "which does not fit"),
        (held(), 0, (3, 1, LANES), "which does not fit"),
        (held(), 0, (2, 2, LANES), "which does not fit"),
        (held(), 0, (2, 1, 2 * LANES), "which does not fit"),
        (held(), 0, (2, 1, LANES - 1), "which does not fit"),
    ],
)
def test_arrays_that_do_not_fit_are_refused_by_rolls(rows, own, out, message):
    with pytest.raises(ValueError, match=message):
        made().rolls(rows, own, np.zeros(out))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"held": held(HEIGHT + 1)}, "which does not fit 2"),
        ({"held": held(stride=LANES + 1)}, "which does not fit 2"),
        ({"total": 3}, "total 3, which does not fit 2"),
        ({"total": -1}, "total -1, which does not fit 2"),
        ({"x": np.zeros(LANES - 1)}, "x, excess and leave must have"),
        ({"excess": np.zeros(LANES - 1)}, "x, excess and leave must have"),
        ({"leave": np.zeros(LANES + 1)}, "x, excess and leave must have"),
        ({"chances": np.zeros(1)}, "1 chances do not fit the sets"),
    ],
)
def test_arrays_that_do_not_fit_are_refused_by_turns(change, message):
    good = {
        "held": held(),
        "x": np.zeros(LANES),
        "total": 1,
        "chances": RULES["chances"],
        "excess": np.zeros(LANES),
        "leave": np.zeros(LANES),
    }
    made().turns(*good.values())
    with pytest.raises(ValueError, match=message):
        made().turns(*(good | change).values())
