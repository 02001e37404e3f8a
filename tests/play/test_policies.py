"""What a policy may be, what it is asked, and what is refused."""

import functools

import numpy as np
import pytest

import pigcore
from pigcore.games import Hog, Pig, RuleError
from pigcore.games.functions import parts_asked_for
from pigcore.games.hog_rules import free_bacon
from pigcore.play.policies.hog import answers, plan_of


def bacon_strategy(score, opponent_score, margin=8, num_rolls=5):
    """The course's own: bacon if it gives at least ``margin``, otherwise ``num_rolls`` dice."""
    return 0 if free_bacon(score, opponent_score) >= margin else num_rolls


def test_the_courses_own_strategy():
    # The parity used to land in `margin`, and the answer was 0.0845.
    game = Hog.fa13()
    optimum = pigcore.solve(game)
    match = pigcore.match(game, bacon_strategy, optimum)
    assert match.average == pytest.approx(0.236957737738, abs=1e-12)
    assert [match.first, match.second] == pytest.approx([0.236467337947, 0.237448137530], abs=1e-12)
    two = pigcore.match(game, lambda own, opp: bacon_strategy(own, opp, 8, 5), optimum)
    assert match == two
    # Where there is a parity, it is left alone as well.
    game = Hog.fa13_hijinks(30)
    asked = answers(game, bacon_strategy)
    assert all(asked[state] == bacon_strategy(*state[:2]) for state in np.ndindex(30, 30, 2))


class Held:
    """A policy with a state of its own."""

    def answer(self, own, opp):
        return 4

    def __call__(self, own, opp, parity):
        return 3 + parity


@pytest.mark.parametrize(
    ("policy", "hijinks", "plain"),
    [
        (lambda own, opp: 4, 2, 2),
        (lambda own, opp, parity: 4, 3, None),
        (lambda own, opp, odd: 4, 3, None),  # required: it is asked for
        (lambda own, opp, parity=0: 4, 3, 2),  # named
        (lambda own, opp, margin=8: 4, 2, 2),
        (lambda own, opp, margin=8, parity=0: 4, 2, 2),
        (lambda own, opp, *more: 4, 2, 2),
        (lambda *state: len(state), 2, 2),
        (lambda own, opp, **more: 4, 2, 2),
        (lambda own, opp, *, dice=4: dice, 2, 2),
        (functools.partial(lambda dice, own, opp: dice, 4), 2, 2),
        (Held(), 3, None),
        (Held().answer, 2, 2),
        (pigcore.always_roll(4), 2, 2),
        (pow, 2, 2),  # a builtin
        (max, 2, 2),  # one that tells no parameters
    ],
)
def test_how_much_of_a_state_a_callable_is_given(policy, hijinks, plain):
    assert parts_asked_for(Hog.fa13_hijinks(), policy) == hijinks
    if plain:
        assert parts_asked_for(Hog.fa13(), policy) == plain
    else:
        with pytest.raises(RuleError):
            parts_asked_for(Hog.fa13(), policy)


def turn_under_ten(score, opponent_score, turn=0, margin=3):
    return turn < 10


@pytest.mark.parametrize(
    "policy",
    [
        turn_under_ten,
        lambda *state: state[2] < 10,
        lambda own, *rest: rest[-1] < 10,
        functools.partial(turn_under_ten, margin=8),
        functools.lru_cache(turn_under_ten),
    ],
)
def test_a_race_gives_the_total_to_every_policy_that_takes_it(policy):
    game = Pig(30)
    ten = pigcore.match(game, pigcore.hold_at(10), pigcore.hold_at(20)).first
    assert pigcore.match(game, policy, pigcore.hold_at(20)).first == ten
    alone = pigcore.alone(game, pigcore.hold_at(10)).turns
    assert pigcore.alone(game, policy).turns == pytest.approx(alone, rel=1e-14)


def test_a_policy_is_frozen_and_answers_in_every_state():
    game = Hog.fa13_hijinks(12)
    policy = plan_of(game, lambda own, opp, parity: 1 + (own + opp + parity) % 3)
    for state in np.ndindex(12, 12, 2):
        assert policy(*state) == policy.answers[state] == 1 + sum(state) % 3
    assert policy(3, 4) == policy(3, 4, 0)
    assert repr(policy) == "<policy for Hog fa13 with Ham Hijinks: a choice in each of 288 states>"
    with pytest.raises(ValueError, match="read-only"):
        policy.table[0, 0, 0] = 1
    with pytest.raises(AttributeError):
        policy.game = Hog.fa13()
