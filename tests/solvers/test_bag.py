"""The solver of bags against the published method, four marked arrays and brute force."""

import itertools
import json
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


def test_closest_calls():
    solution = pigcore.solve(contest_bag(9, 5))
    margins = []
    for r, p, s in itertools.product(range(9), repeat=3):
        if r + p + s < 9:
            _, middle, most = sorted(solution.payoffs(r, p, s).values())
            assert most - middle > 1e-9
            margins.append(most - middle)
    calls = solution.closest(10**6)
    assert [call.margin for call in calls] == pytest.approx(sorted(margins), abs=1e-13)
    assert solution.closest(3) == calls[:3]
    assert solution.disputed() == []
    for state, best, other, margin in calls[:20]:
        payoffs = solution.payoffs(*state)
        assert payoffs[best] - payoffs[other] == pytest.approx(margin, abs=1e-14)
        assert solution.best(*state) == (best,)


def test_advise_and_summary_are_plain_data():
    solution = pigcore.solve(Bag([100, 0], [200, 100], [0, 200]))
    assert solution.advise(0, 1, 0) == {
        "game": solution.game.as_dict(),
        "state": {"rocks": 0, "papers": 1, "scissors": 0},
        "best": ["scissors"],
        "value": pytest.approx(16 / 9),
        "payoffs": [
            {"action": "scissors", "worth": pytest.approx(16 / 9)},
            {"action": "rock", "worth": pytest.approx(13 / 9)},
            {"action": "paper", "worth": pytest.approx(7 / 9)},
        ],
        "margin": pytest.approx(1 / 3),
        "disputed": False,
        "chance": pytest.approx(1 / 2),
        "version": pigcore.__version__,
    }
    facts = json.loads(json.dumps(solution.summary()))
    assert facts["dice"] == 2
    assert facts["value"] == solution.value == solution.score
    assert facts["best"] == ["scissors"]
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
