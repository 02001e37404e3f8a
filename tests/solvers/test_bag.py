"""The solver of bags against the published method, four marked arrays and brute force."""

from fractions import Fraction

import pigverify
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.bags import (
    bag_of,
    by_marks,
    by_orders,
    contest_bag,
    dice,
    payoffs,
)

import pigcore
from pigcore.games import Bag
from pigcore.games.bag import GESTURES

UNIT = Fraction(1, 2**53)


# --- the score --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("columns", "score"),
    [
        (([100] * 3, [100] * 3, [100] * 3), Fraction(4)),
        (([300, 0, 0], [0, 300, 0], [0, 0, 300]), Fraction(19, 3)),
        (([100, 0], [200, 100], [0, 200]), Fraction(67, 18)),
        (([0] * 50, [150] + [300] * 49, [150] + [0] * 49), Fraction(149)),
    ],
)
def test_the_contest_examples(columns, score):
    solution = pigcore.solve(Bag(*columns))
    assert abs(Fraction(solution.score) - score) <= 1e-12
    assert solution.score == pytest.approx(float(score), rel=1e-15)


@pytest.mark.slow
@settings(max_examples=25, deadline=None)
@given(st.lists(dice, min_size=1, max_size=4), payoffs)
def test_against_brute_force_over_orders(rows, options):
    game = bag_of(rows, options)
    exact = by_orders(game)
    assert exact == by_marks(game)
    solution = pigcore.solve(game)
    assert abs(Fraction(solution.score) - exact) <= 1e-12


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2))
def test_accuracy_at_forty_dice(seed):
    game = contest_bag(40, seed, chances=(1, 1, 1) if seed else (0.05, 0.2, 1))
    exact = pigverify.exact(game)
    solution = pigcore.solve(game)
    miss = abs(Fraction(solution.score) - exact) / exact
    assert miss <= (8 * 40 + 21) * UNIT  # what is proved, 3.8e-14
    assert miss <= 16 * UNIT  # what is met: it does not grow with n
    assert abs(Fraction(solution.score) - exact) <= 4e-14 * solution.score


# --- one state --------------------------------------------------------------------------------


def test_the_best_gesture_and_what_it_pays():
    solution = pigcore.solve(Bag([300, 0, 0], [0, 300, 0], [0, 0, 300]))
    assert solution.best(0, 0, 0) == GESTURES  # a tie of all three
    assert solution.payoffs(0, 0, 0) == dict.fromkeys(GESTURES, pytest.approx(4 / 3))
    assert solution.policy(0, 0, 0) == "rock"  # the first of them
    assert solution.best(1, 0, 0) == ("scissors",)
    assert list(solution.payoffs(1, 0, 0).items()) == [
        ("rock", 1.5), ("paper", 0.5), ("scissors", 2.0)
    ]  # fmt: skip
    assert solution.best(0, 0, 1) == ("paper",)  # rock and paper are left
    assert list(solution.payoffs(0, 0, 1).values()) == [0.5, 2.0, 1.5]
    assert solution.best(0, 1, 0) == ("rock",)  # rock and scissors are left
    assert list(solution.payoffs(0, 1, 0).values()) == [2.0, 1.5, 0.5]
    assert solution.best(1, 0, 1) == ("scissors",)
    assert solution.payoffs(1, 0, 1)["scissors"] == 3


def test_choices_of_all_states():
    n = 8
    solution = pigcore.solve(contest_bag(n, 5))
    states = [(r, p, s) for r in range(n) for p in range(n - r) for s in range(n - r - p)]
    expected = [GESTURES.index(solution.policy(*state)) for state in states]
    assert solution.choices().tolist() == expected


def test_counts_that_cannot_be_seen():
    solution = pigcore.solve(Bag([0, 0], ["1/2", 1], ["1/2", 0]))
    assert solution.chance(1, 0, 0) == 0
    assert solution.choices().tolist() == [2, 2, 2, -1]
    rare = pigcore.solve(Bag(["1e-100"] * 4, [0] * 4, [f"0.{'9' * 100}"] * 4))
    assert rare.best(2, 0, 0) == ("rock",)  # after 3 rocks it is too rare for doubles


def test_what_a_bag_says_beside():
    solution = pigcore.solve(Bag([100, 0], [200, 100], [0, 200]))
    advice, facts = solution.advise(0, 1, 0), solution.summary()
    assert (advice["best"], advice["chance"]) == (["scissors"], pytest.approx(1 / 2))
    worths = {row["action"]: row["worth"] for row in advice["payoffs"]}
    assert worths == pytest.approx({"scissors": 16 / 9, "rock": 13 / 9, "paper": 7 / 9})
    assert (facts["dice"], facts["best"], facts["value"]) == (2, ["scissors"], solution.score)
    assert facts["first_payoffs"][0] == {"action": "scissors", "worth": pytest.approx(11 / 6)}
    assert repr(solution) == "<Solution of Bag: 2 dice, score 3.72222222222>"


# --- size, progress and files -----------------------------------------------------------------


@pytest.mark.parametrize("scale", [Fraction(1, 10**90), 1, 10**90])
def test_disputes_are_relative_to_what_is_at_stake(scale):
    """A margin of 1e-6 of the stake is trusted, one of 1e-12 is not, whatever the unit."""
    for off, disputed in ((Fraction(1, 10**6), False), (Fraction(1, 10**12), True)):
        game = Bag([Fraction(1, 3) + off], [Fraction(1, 3) - off], [Fraction(1, 3)])
        game = Bag(*zip(*game.dice), win=3 * scale, draw=scale, lose=0)
        solution = pigcore.solve(game)
        assert solution.advise(0, 0, 0)["disputed"] == disputed
        assert bool(solution.disputed()) == disputed
        assert disputed or solution.best(0, 0, 0) == ("paper",)
