"""Hog's kernel refuses tables that would lead it out of its arrays."""

import numpy as np
import pytest

from pigcore.kernels import LANES, hog

# Two scores, one die of one kind that gains 1 or 2 and never gives; no other choice.
GOAL, ROWS, STRIDE = 2, 6, 2 * LANES + 8


def tables():
    return {
        "kind": np.zeros((GOAL, GOAL), dtype=np.uint8),
        "begin": np.array([[0, 0, 1], [0, 0, 0]]),
        "runs": np.array([[0, 1, 2, 0]]),
        "chances": np.array([0.5, 0.5]),
        "certain": np.full((GOAL, GOAL), -1),
        "settle": np.array([[STRIDE, 2, 0]]),
        "blocks": np.array([[2, 0, 0], [1, 0, 0], [0, 0, 0], [-1, 0, 1]]),
        "rows": ROWS,
        "stride": STRIDE,
        "gain": -1,
        "gift": -1,
    }


def made(**change):
    return hog.Induction(*(tables() | change).values())


def altered(name, place, value):
    array = tables()[name]
    array[place] = value
    return {name: array}


def test_good_tables_are_taken():
    value, ended = np.zeros((1, 1, GOAL, GOAL)), np.zeros((1, 1, ROWS, STRIDE))
    ended[0, 0, :, 0] = 1.0
    policy = np.full((1, 1, GOAL, GOAL), hog.MAXIMIZE, dtype=np.int16)
    assert made().induct(value, ended, policy, False, 1e-14, 9) == (1, 0.0)
    assert value[0, 0, 1, 0] == 1.0


def test_an_induction_is_made_once():
    induction = made()
    with pytest.raises(ValueError, match="an Induction is made once"):
        induction.__init__(*tables().values())


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"kind": np.zeros((GOAL, 3), dtype=np.uint8)}, r"kind is \(2, 3\), but must be \(2, 2\)"),
        (altered("kind", (0, 0), 2), "a kind of dice is 2, but must be 0 or 1"),
        (altered("begin", (0, 2), 2), "the runs 2 on are none of 1"),
        (altered("begin", (0, 1), 2), "the runs 2 on are none of 1"),
        (altered("runs", (0, 0), STRIDE), "the run .* leaves the tables"),
        (altered("runs", (0, 1), -1), "the run .* leaves the tables"),
        (altered("runs", (0, 1), ROWS), "the run .* leaves the tables"),
        (altered("runs", (0, 2), 3), "the run .* leaves the tables"),
        (altered("runs", (0, 3), 1), "the run .* leaves the tables"),
        (altered("certain", (1, 1), ROWS * STRIDE), "a turn ends at"),
        (altered("certain", (1, 1), -2), "a turn ends at -2"),
        (altered("settle", (0, 0), ROWS * STRIDE), "way 0 into a block leaves the tables"),
        (altered("settle", (0, 1), GOAL * GOAL), "way 0 into a block leaves the tables"),
        (altered("blocks", (0, 0), 3), "block 0 leaves the tables"),
        (altered("blocks", (3, 2), 2), "block 3 leaves the tables"),
        ({"gain": 4, "gift": 0}, "the gain 4 of an exchange leaves the tables"),
        ({"stride": 2}, "leaves the tables"),
        ({"begin": np.zeros((2, 2), dtype=np.intp)}, "a game needs a score, a die and a block"),
    ],
)
def test_tables_that_lead_astray_are_refused(change, message):
    with pytest.raises(ValueError, match=message):
        made(**change)


@pytest.mark.parametrize(
    ("name", "array", "message"),
    [
        ("value", np.zeros((1, 1, GOAL, 3)), "value is"),
        ("ended", np.zeros((1, 1, ROWS - 1, STRIDE)), "ended is"),
        ("policy", np.zeros((1, 1, GOAL, 3), dtype=np.int16), "policy is"),
        ("policy", np.full((1, 1, GOAL, GOAL), 2, dtype=np.int16), "a choice is 2, which is none"),
        ("policy", np.full((1, 1, GOAL, GOAL), -3, dtype=np.int16), "a choice is -3"),
        ("value", np.zeros((3, 1, GOAL, GOAL)), "there are 3 players"),
    ],
)
def test_arrays_that_do_not_fit_are_refused(name, array, message):
    arrays = {
        "value": np.zeros((1, 1, GOAL, GOAL)),
        "ended": np.zeros((1, 1, ROWS, STRIDE)),
        "policy": np.zeros((1, 1, GOAL, GOAL), dtype=np.int16),
    }
    with pytest.raises(ValueError, match=message):
        made().induct(*(arrays | {name: array}).values(), False, 1e-14, 9)


def test_choices_that_are_none_have_no_worth():
    ended, out = np.zeros((1, ROWS, STRIDE)), np.zeros((1, 1, GOAL, GOAL))
    made().worths(ended, np.array([1]), out)
    for choice in (2, -2):
        with pytest.raises(ValueError, match=f"a choice is {choice}, which is none"):
            made().worths(ended, np.array([choice]), out)
    with pytest.raises(ValueError, match="out is"):
        made().worths(ended, np.array([1]), np.zeros((2, 1, GOAL, GOAL)))
