"""The kernel of decided turns refuses what would lead it out of its arrays."""

import numpy as np
import pytest

from pigcore.kernels.outcomes import Outcomes

# To 4: a die gains 1 or 2 units with a chance of 1/4 each, and is thrown again.
RULES = {
    "rolled": 4, "height": 6, "exact": False, "start": 0, "least": np.zeros(4, dtype=np.intp),
    "landing": np.arange(4), "may": np.array([3], dtype=np.uint8),
    "thrown": np.array([[0.5, 0.0]]), "sets": np.array([0, 2]), "chances": np.array([0.25, 0.25]),
    "first": np.array([0, 1, 2]), "gains": np.array([1, 2]), "after": np.array([0, 0]),
    "order": np.array([0]), "excess": np.zeros(2), "beaten": np.zeros((0, 0, 4)),
    "consoled": np.arange(4.0), "unit": 1.0,
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


@pytest.mark.parametrize("choice", [{}, CHOICE])
def test_who_does_the_same_against_all_needs_one_of_them(choice):
    bank, worth = arrays()
    bank[2:] = 1
    each, wide = np.zeros(40), np.zeros((6, 4, 4))
    once, same = np.zeros(10), np.zeros((6, 4, 4))
    for own in range(4):
        made(**choice).fill(own, bank[: 6 - own], worth, None, each, wide)
        made(**choice).fill(own, bank[: 6 - own], worth, None, once, same)
    assert wide.tolist() == same.tolist()
    assert once[:4].tolist() == each[:4].tolist() == each[4:8].tolist()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"gains": np.array([1, -2])}, "option 1 gains -2"),
        ({"after": np.array([0, 1])}, "leads to mode 1"),
        ({"excess": np.zeros(3)}, r"excess is \(3,\)"),
        ({"consoled": np.zeros(3)}, r"consoled \(3,\)"),
        ({"beaten": np.zeros((1, 1, 4))}, r"beaten \(1, 1, 4\)"),
    ],
)
def test_rules_that_lead_out_of_the_tables_are_refused(change, message):
    with pytest.raises(ValueError, match=message):
        made(**change)


def test_a_kernel_is_made_once():
    kernel = made()
    with pytest.raises(ValueError, match="are made once"):
        kernel.__init__(*RULES.values())


def decide(own=0, rows=6, width=8, held=(6, 8), x=8, worth=(6, 1, 8), modes=1):
    made().decide(
        own, arrays(rows, modes, width)[0], np.zeros(held), np.zeros(x), np.zeros(8),
        np.zeros(worth),
    )  # fmt: skip


def follow(
    own=0, bank=(6, 1, 8), worth=(6, 1, 8), shares=None, stops=(6, 8), choice=CHOICE, begun=(0, 0)
):
    made(**choice).follow(
        own, np.zeros(bank), None if worth is None else np.zeros(worth),
        None if shares is None else np.zeros(shares), np.zeros(stops),
        np.zeros((3, stops[1])), np.zeros((stops[0], 1, stops[1])), *begun,
    )  # fmt: skip


def fill(own=0, bank=(6, 1, 8), ends=40, squares=(6, 4, 4)):
    made().fill(own, np.zeros(bank), None, None, np.zeros(ends), np.zeros(squares))


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda: decide(width=7), "which does not fit|must be"),
        (lambda: decide(modes=2), "must be at least"),
        (lambda: decide(rows=3), "must be at least"),
        (lambda: decide(own=4), "own is 4"),
        (lambda: decide(worth=(5, 1, 8)), "worth is|but must be"),
        (lambda: decide(held=(5, 8)), "held, x and y do not fit"),
        (lambda: decide(x=7), "held, x and y do not fit"),
        (lambda: follow(worth=None), "nothing says what is taken"),
        (lambda: follow(worth=(5, 1, 8)), "worth is"),
        (lambda: follow(worth=None, shares=(3, 2, 8)), "shares are"),
        (lambda: follow(worth=None, shares=(6, 1, 8)), "shares are"),
        (lambda: follow(bank=(6, 1, 9), worth=(6, 1, 9), stops=(6, 9)), "worth is"),
        (lambda: follow(stops=(5, 8)), "stops, lost and reach do not fit"),
        (lambda: follow(begun=(4, 0)), "does not begin with 4 units in mode 0"),
        (lambda: follow(begun=(0, 1)), "does not begin with 0 units in mode 1"),
        (lambda: fill(own=-1), "own is -1"),
        (lambda: fill(bank=(6, 1, 3)), "there are decisions against 3 of 4 opponents"),
        (lambda: fill(bank=(3, 1, 4)), "must be at least"),
        (lambda: fill(ends=39), "ends are"),
        (lambda: fill(squares=(5, 4, 4)), "squares"),
        (lambda: fill(own=4), "own is 4"),
    ],
)
def test_arrays_that_do_not_fit_are_refused(ask, message):
    with pytest.raises(ValueError, match=message):
        ask()
