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
        ({"stride": LANES}, "leaves the tables"),
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


def optimized(first=0, last=3, **change):
    arrays = {
        "value": np.zeros((1, 1, GOAL, GOAL)),
        "ended": np.zeros((1, 1, ROWS, STRIDE)),
        "policy": np.full((1, 1, GOAL, GOAL), hog.MAXIMIZE, dtype=np.int16),
        "error": np.zeros((1, GOAL, GOAL)),
        "doubt": np.zeros((1, ROWS, STRIDE)),
    }
    arrays["ended"][0, 0, :, 0] = 1.0
    arrays |= change
    # A turn that ends at 1 to 0 leads to that state, which is in the second block.
    blocks = np.array([[2, 0, 0], [1, 0, 0], [0, 0, 1], [-1, 0, 1]])
    return made(blocks=blocks).optimize(*arrays.values(), first, last, 1e-14, 9, 1e-12), arrays


def test_optimal_values_have_errors():
    done, arrays = optimized()
    assert done == (3, 1)
    assert arrays["value"][0, 0, :, 0].tolist() == [0.5, 1.0]
    assert 0 < arrays["error"][0, 1, 0] < arrays["doubt"][0, 1, 0] < 1e-15


def test_a_doubt_is_carried_on():
    doubt = np.zeros((1, ROWS, STRIDE))
    doubt[0, 2:, 0] = 1e-13
    _, arrays = optimized(doubt=doubt)
    assert 1e-13 < arrays["error"][0, 1, 0] < 1.01e-13
    doubt[0, 2:, 0] = 1e-11  # which no block may add
    assert optimized(doubt=doubt)[0] == (1, 1)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"value": np.zeros((2, 1, GOAL, GOAL))}, "policy is"),
        ({"error": np.zeros((1, GOAL, 3))}, "error is"),
        ({"doubt": np.zeros((1, ROWS, STRIDE + 1))}, "doubt is"),
        ({"first": 2, "last": 1}, "blocks 2 to 1 are none of 3"),
        ({"last": 4}, "blocks 0 to 4 are none of 3"),
        ({"first": -1}, "blocks -1 to 3 are none of 3"),
    ],
)
def test_arrays_of_errors_that_do_not_fit_are_refused(change, message):
    with pytest.raises(ValueError, match=message):
        optimized(**change)


def test_two_players_are_not_optimized():
    pair = {
        "value": np.zeros((2, 1, GOAL, GOAL)),
        "ended": np.zeros((2, 1, ROWS, STRIDE)),
        "policy": np.full((2, 1, GOAL, GOAL), hog.MAXIMIZE, dtype=np.int16),
    }
    with pytest.raises(ValueError, match="there are 2 players, but both play alike here"):
        optimized(**pair)
