"""Rolls: every spelling of a chance is exact, and what is no distribution is refused."""

import pickle
from decimal import Decimal
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pigcore.games import Roll, RuleError


def test_a_chance_may_be_spelled_in_many_ways():
    exact = Roll({2: Fraction(1, 4), 5: Fraction(1, 4)}, bust=Fraction(1, 2))
    assert Roll({2: "1/4", 5: "0.25"}, bust="1/2") == exact
    assert Roll({2: 0.25, 5: Decimal("0.25")}, bust=0.5) == exact
    assert Roll({2: 1, 5: 1}, bust=2) == exact
    assert Roll({2: 25, 5: 25}, bust=50, total=100) == exact
    assert Roll({np.int64(2): np.int64(1), 5: 1}, bust=2) == exact
    assert Roll({2: "2.5e-1", 5: ".25"}, bust=" 1 / 2 ") == exact


def test_a_float_is_the_decimal_it_prints_as():
    assert Roll({1: 0.1}, bust=0.9).gains == ((1, Fraction(1, 10)),)


def primes(count):
    """One chance for each of some denominators that have little in common."""
    return {n: Fraction(1, 10**9 + n) for n in range(1, count)}


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Roll({1: "1/2"}, bust="1/3"), "the chances sum to 5/6, but must sum to 1: add"),
        (lambda: Roll({1: "1/2"}, bust="2/3"), "sum to 7/6, but must sum to 1: take the surplus"),
        (lambda: Roll({1: 1}, bust=1, total=3), "the chances sum to 2, but must sum to 3: add"),
        (lambda: Roll({2: 1 / 3, 3: 1 / 3}, bust=1 / 3), "must sum to 1: write fractions as '1/3'"),
        (lambda: Roll([1, 2]), "gains is [1, 2], but must be a dict of points and chances"),
        (lambda: Roll({}), "the chances sum to 0, but must sum to 1"),
        (lambda: Roll({1: "-1/2"}, bust="3/2"), "of gaining 1 is '-1/2', but must not be negative"),
        (lambda: Roll({1: 1}, bust=-1), "the chance of bust is -1, but must not be negative"),
        (lambda: Roll({1: 1}, wipe=-0.5), "the chance of wipe is -0.5, but must not be negative"),
        (lambda: Roll({0: 1}), "a gain is 0, but a throw that does not bust must gain at least 1"),
        (lambda: Roll({1.5: 1}), "a gain is 1.5, but must be a whole number"),
        (lambda: Roll({True: 1}), "a gain is True, but must be a whole number"),
        (lambda: Roll({1: "half"}), "of gaining 1 is 'half', but must be a number such as"),
        (lambda: Roll({1: "1/0"}), "is '1/0', but must be a number"),
        (lambda: Roll({1: "1e999999999"}), "is '1e999999999', but must be a number"),
        (lambda: Roll({1: Decimal("1e99999")}), "but must be a number"),
        (lambda: Roll({1: float("nan")}), "is nan, but must be a number"),
        (lambda: Roll({1: None}), "is None, but must be a number"),
        (lambda: Roll({1: True}), "is True, but must be a number"),
        (lambda: Roll({1: 1}, total=1.5), "total is 1.5, but must be a whole number"),
        (lambda: Roll.die(0), "the number of sides is 0, but must be between 1 and"),
        (lambda: Roll.die(6, bust=(7,)), "a bust face is 7, but must be between 1 and 6"),
        (lambda: Roll.dice(0), "the number of dice is 0, but must be between 1 and"),
        (lambda: Roll({1: 1}, total=0), "total is 0, but must be at least 1"),
        (lambda: Roll({10**19: 1}), "a gain is 10000000000000000000, but must be at most 10^18"),
        (lambda: Roll({-(10**5000): 1}), "a gain is a number of thousands of digits, but"),
        (lambda: Roll({1: "1" * 5000}), "is '11111"),
        (lambda: Roll({1: np.array([3])}), "is array([3]), but must be a number"),
        (lambda: Roll({1: "٣"}), "is '٣', but must be a number"),
        (lambda: Roll({1: "0." + "1" * 10**6}), "with at most 3000 digits"),
        (lambda: Roll({1: Decimal("0." + "1" * 10**6)}), "with at most 3000 digits"),
        (lambda: Roll({1: Fraction(1, 10**3001)}), "with at most 3000 digits"),
        (lambda: Roll({1: 10**3001}), "with at most 3000 digits"),
        (lambda: Roll({1: 10**3000}, bust=10**3000), "common denominator of the chances has more"),
        (lambda: Roll(primes(900)), "common denominator of the chances has more than 3000 digits"),
        (lambda: Roll.die(6, 5), "bust is 5, but must be faces of the die"),
        (lambda: Roll.dice(1000, 7), "1000 dice of 7 sides have 7000 sides, but must have at most"),
        (lambda: Roll.die(999) + Roll.die(2000), "rolls of 998 and 1999 gains are too large to"),
        (lambda: Roll.pigs(None), "counts is None, but must be 6 counts of pig positions"),
        (lambda: Roll.pigs([1, 2, 3]), "3 pig positions are given, but there are 6"),
        (lambda: Roll.pigs([[1] * 6] * 5 + [[1] * 5]), "must be 6 rows of 6 counts"),
        (lambda: Roll.pigs([0] * 6), "every count of pig positions is 0"),
    ],
)
def test_what_is_no_distribution_is_refused_in_one_sentence(make, message):
    with pytest.raises(RuleError) as refusal:
        make()
    assert message in str(refusal.value)
    assert str(refusal.value).isprintable()
    assert len(str(refusal.value)) < 300


def brute(count, sides, losing=(1,)):
    """Every throw of the dice, counted one by one."""
    gains, bust, every = {}, 0, 0
    for faces in product(range(1, sides + 1), repeat=count):
        if all(f in losing for f in faces):
            every += 1
        elif any(f in losing for f in faces):
            bust += 1
        else:
            gains[sum(faces)] = gains.get(sum(faces), 0) + 1
    return gains, bust, every


@pytest.mark.parametrize(("count", "sides"), [(1, 6), (2, 6), (3, 4), (4, 3)])
def test_dice_are_the_count_of_their_throws(count, sides):
    gains, bust, every = brute(count, sides)
    total = sides**count
    assert Roll.dice(count, sides) == Roll(gains, bust=bust + every, total=total)
    assert Roll.dice(count, sides, wipe_all=True) == Roll(gains, bust, every, total=total)


def test_a_die_may_skip_faces():
    gains, bust, every = brute(3, 7, losing=(1, 3, 6))
    assert Roll.dice(3, 7, (1, 3, 6), wipe_all=True) == Roll(gains, bust, every)
    assert Roll.dice(2, 3, (1, 2, 3)) == Roll({}, bust=1)


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
    st.dictionaries(st.integers(1, 9), small, max_size=4),
    small,
    small,
)


@pytest.mark.slow
@given(rolls, rolls)
def test_a_sum_of_rolls_is_both_thrown(a, b):
    both = a + b
    assert sum((p for _, p in both.gains), both.bust + both.wipe) == 1
    assert both.wipe == a.wipe + b.wipe - a.wipe * b.wipe
    quiet = sum((p for _, p in a.gains), Fraction(0)) * sum((p for _, p in b.gains), Fraction(0))
    assert sum((p for _, p in both.gains), Fraction(0)) == quiet
    assert both == b + a


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


def test_pigs_score_as_the_box_says():
    def score(a, b):
        table = [[0] * 6 for _ in range(6)]
        table[a][b] = 1
        roll = Roll.pigs(table)
        return roll.gains[0][0] if roll.gains else 0

    expected = [
        [1, 0, 5, 5, 10, 15],
        [0, 1, 5, 5, 10, 15],
        [5, 5, 20, 10, 15, 20],
        [5, 5, 10, 20, 15, 20],
        [10, 10, 15, 15, 40, 25],
        [15, 15, 20, 20, 25, 60],
    ]
    assert [[score(a, b) for b in range(6)] for a in range(6)] == expected


def test_a_roll_is_not_equal_to_something_else():
    assert Roll.die(6) != 6
    with pytest.raises(TypeError):
        Roll.die(6) + 1
    with pytest.raises(TypeError):
        1 + Roll.die(6)


def test_rolls_are_added_and_multiplied():
    die = Roll.die(6)
    assert 2 * die == die * 2 == sum([die, die]) == die + die == Roll.dice(2)
    assert 5 * die == Roll.dice(5)
    assert 1 * die == sum([die]) == die


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: 0 * Roll.die(6), "the number of rolls added is 0, but must be between 1 and"),
        (lambda: Roll.die(6) * 2.5, "the number of rolls added is 2.5, but must be a whole"),
        (lambda: Roll.die(6) * Roll.die(6), "the number of rolls added is Roll({2: '1/6', 3:"),
    ],
)
def test_what_is_no_sum_of_rolls_is_refused_in_one_sentence(make, message):
    with pytest.raises(RuleError) as refusal:
        make()
    assert str(refusal.value).startswith(message)


def test_few_words_for_gains_however_large():
    """They were once listed from the smallest to the largest."""
    assert Roll({1: "1/3", 2: "1/3", 10**18: "1/3"}).summary == "gains 1, 2 or 1000000000000000000"
    assert Roll({2: "1/3", 3: "1/3", 4: "1/3"}).summary == "gains 2 to 4"
