"""Policies of bags: what they are worth, against fractions, and games with random dice."""

import itertools
from fractions import Fraction
from functools import partial

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.bags import bag_of, contest_bag, dice, face_scores, joint_by_orders, payoffs

import pigcore
from pigcore.games import Bag
from pigcore.games.bag import GESTURES
from pigcore.play.policies import module_of

BAG = pigcore.game("bag")


def of_counts(rocks, papers, scissors):
    """Something else after other counts, and now and then a mixture."""
    if (rocks + 2 * papers) % 4 == 3:
        return {"rock": 0.25, "scissors": 0.75}
    return GESTURES[(rocks + papers + 2 * scissors) % 3]


def worth(game, policy):
    """The value and the best value, over all orders of the dice and all they show."""
    value = best = Fraction(0)
    for counts, joint in joint_by_orders(game).items():
        answer = policy(*counts)
        mixed = answer if isinstance(answer, dict) else {answer: 1}
        scores = face_scores(game, joint)
        value += sum(Fraction(p) * scores[GESTURES.index(g)] for g, p in mixed.items())
        best += max(scores)
    return value, best


@pytest.mark.slow
@settings(max_examples=25, deadline=None)
@given(st.lists(dice, min_size=1, max_size=3), payoffs)
def test_the_value_over_all_orders(rows, options):
    game = bag_of(rows, options)
    for policy in (of_counts, lambda r, p, s: "paper"):
        value, best = worth(game, policy)
        found = pigcore.coach(game, policy)
        assert abs(Fraction(found.value) - value) <= found.error
        assert abs(Fraction(found.best) - best) <= found.error
        assert found.loss == pytest.approx(float(best - value), abs=1e-13)
        costs = [mistake.cost for mistake in found.mistakes(100)]
        assert costs == sorted(costs, reverse=True)
        assert sum(costs) == pytest.approx(found.loss, abs=1e-13)


def test_the_same_policy_in_every_form(tmp_path):
    game = contest_bag(9, 4)
    solution = pigcore.solve(game)
    np.save(tmp_path / "choices.npy", solution.choices())
    cube = np.full((9, 9, 9), "rock", dtype=object)
    for state in itertools.product(range(9), repeat=3):
        if sum(state) < 9:
            cube[state] = solution.policy(*state)
    forms = [
        solution, solution.policy, solution.choices(), cube,
        pigcore.parse_policy(game, "optimal"), partial(solution.policy),
    ]  # fmt: skip
    for policy in forms:
        found = pigcore.coach(game, policy)
        assert found.value == pytest.approx(solution.score, rel=1e-12)
        assert (found.loss, found.mistakes()) == (pytest.approx(0, abs=1e-13), [])
    solution.save(tmp_path / "best.npz")
    assert pigcore.coach(game, pigcore.load_policy(tmp_path / "best.npz", game)).loss < 1e-13


def test_a_mixture_is_worth_the_mean_of_its_parts():
    game = contest_bag(12, 7)
    parts = [pigcore.coach(game, lambda r, p, s, g=g: g).value for g in GESTURES]
    mean = pigcore.coach(game, pigcore.random_play()).value
    assert mean == pytest.approx(sum(parts) / 3, abs=1e-12)
    mixed = pigcore.coach(game, pigcore.mix({"rock": "1/4", "paper": "3/4"}))
    assert mixed.value == pytest.approx(parts[0] / 4 + 3 * parts[1] / 4, abs=1e-12)


def test_what_is_too_rare_to_be_asked_costs_nothing():
    """Rocks of chance 1e-9: 32 of them are rarer than 1e-280."""
    game = Bag(["1e-9"] * 36, ["1/2"] * 36, [Fraction(1, 2) - Fraction(1, 10**9)] * 36)
    solution = pigcore.solve(game)
    choices = solution.choices()
    assert (choices == -1).any()
    assert pigcore.coach(game, choices).value == pytest.approx(solution.score, rel=1e-13)
    asked = module_of(game).check(game, pigcore.random_play())
    assert asked == (choices >= 0).sum() < len(choices)
    assert pigcore.coach(game, pigcore.random_play()).mistakes(1)[0].visits > 1e-280
