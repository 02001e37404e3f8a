"""Rolls: every spelling of a chance is exact, and what is no distribution is refused."""

import pickle
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pigcore.games import Roll


def test_a_chance_may_be_spelled_in_many_ways():
    exact = Roll({2: Fraction(1, 4), 5: Fraction(1, 4)}, bust=Fraction(1, 2))
    assert Roll({2: "1/4", 5: "0.25"}, bust="1/2") == exact
    assert Roll({2: 0.25, 5: Decimal("0.25")}, bust=0.5) == exact
    assert Roll({2: 1, 5: 1}, bust=2) == exact
    assert Roll({2: 25, 5: 25}, bust=50, total=100) == exact
    assert Roll({np.int64(2): np.int64(1), 5: 1}, bust=2) == exact
    assert Roll({2: "2.5e-1", 5: ".25"}, bust=" 1 / 2 ") == exact
    assert Roll({1: 0.1}, bust=0.9).gains == ((1, Fraction(1, 10)),)  # the decimal it prints as


@pytest.mark.slow
def test_the_most_dice_there_can_be():
    many = Roll.dice(1000)
    assert (many.gains[0], many.gains[-1][0]) == ((2000, Fraction(1, 6**1000)), 6000)
    assert many.bust == 1 - Fraction(5, 6) ** 1000
    assert len(Roll.dice(2, 1000).gains) == 1997
    assert len(Roll.die(200_000).gains) == 199_999
    some = Roll.dice(200)
    assert eval(repr(some), {"Roll": Roll}) == some


small = st.integers(0, 5)
rolls = st.builds(
    lambda gains, bust, wipe: Roll(gains | {3: 1}, bust, wipe),
    st.dictionaries(st.integers(1, 9), small, max_size=4), small, small,
)  # fmt: skip


@pytest.mark.slow
@given(rolls)
def test_repr_and_pickle_are_exact(roll):
    assert eval(repr(roll), {"Roll": Roll}) == roll
    assert pickle.loads(pickle.dumps(roll)) == roll
    assert hash(pickle.loads(pickle.dumps(roll))) == hash(roll)


def test_a_roll_in_a_few_words():
    assert Roll.die(6).summary == "gains 2 to 6, bust 1/6"
    assert Roll({1: 1, 3: 1}).summary == "gains 1 or 3"
    assert Roll({}, bust=1, wipe=1).summary == "bust 1/2, wipe 1/2"
    assert Roll(dict.fromkeys((1, 2, 4, 8, 16), 1)).summary == "gains 1, 2, 4, 8 or 16"
    assert Roll(dict.fromkeys((1, 2, 4, 8, 16, 32), 1)).summary == "6 gains from 1 to 32"
