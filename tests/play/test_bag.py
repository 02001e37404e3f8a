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
from pigcore.games import Bag, RuleError, SizeError, StateError
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


# --- with random dice -----------------------------------------------------------------------------


# --- refusals -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("policy", "error", "sentence"),
    [
        (lambda r, p, s: "rok", RuleError, "the policy answers 'rok' after 0 rocks, 0 papers and"),
        (lambda r, p, s: 3, RuleError, "the policy answers 3 after 0 rocks, 0 papers and 0 scis"),
        (lambda r, p, s: True, RuleError, "the policy answers True after 0 rocks, 0 papers and"),
        (lambda r, p, s: {"rock": 0.5}, RuleError, "the policy answers {'rock': 0.5} after 0"),
        (lambda r, p: "rock", RuleError, "a policy of Bag is asked with rocks papers scissors"),
        ([0, 1, 2], RuleError, "the policy is an array (3,), but must be a function of rocks"),
        (5, RuleError, "the policy is 5, but must be a function of rocks papers scissors, an arr"),
        (np.full(10, -1), RuleError, "the policy has no answer after 0 rocks, 0 papers and 0"),
        (np.full(10, 3), RuleError, "the policy answers 3 after 0 rocks, 0 papers and 0 scissors"),
        (pigcore.mix({"a": 1}), RuleError, "the policy answers {'a': Fraction(1, 1)} after 0 r"),
        (
            pigcore.hold_at(2).unless("own > 3", pigcore.hold_at(4)),
            RuleError,
            "the policy 'hold at 2; but where your score is more than 3: hold at 4' asks for scor",
        ),
        (
            pigcore.solve(Bag([300] * 3, [0] * 3, [0] * 3)),
            RuleError,
            "the policy has no answer after 0 rocks, 0 papers and 1 scissors, which these dice can",
        ),
        (pigcore.solve(Bag([300], [0], [0])), RuleError, "the policy is an array (1,), but must"),
    ],
)
def test_what_is_no_policy(policy, error, sentence):
    with pytest.raises(error) as refusal:
        pigcore.coach(BAG, policy)
    assert str(refusal.value).startswith(sentence)


def test_states_are_checked():
    answer = module_of(BAG).answer
    with pytest.raises(StateError, match="rocks is -1"):
        answer(BAG, pigcore.random_play(), -1, 0, 0)
    with pytest.raises(RuleError, match="no answer after 2 rocks"):
        answer(BAG, pigcore.solve(BAG).choices(), 2, 0, 0)


def test_too_many_states_for_a_function(monkeypatch):
    monkeypatch.setattr("pigcore.play.policies.answers.MOST_STATES", 6)
    with pytest.raises(SizeError, match="would be asked in 7 states of Bag"):
        pigcore.coach(BAG, lambda r, p, s: "rock")
