"""What a policy may be, what it is asked, and what is refused."""

import functools

import numpy as np
import pytest
from support.refusals import refuses

import pigcore
from pigcore.games import Hog, Pig, RuleError
from pigcore.games.functions import parts_asked_for
from pigcore.games.hog_rules import free_bacon
from pigcore.play.policies.answers import answers
from pigcore.play.policies.hog import plan_of
from pigcore.solvers.hog import HogPolicy
from pigcore.solvers.hog.arrays import by_score


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
    asked = answers(game, bacon_strategy, (30, 30, 2))
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


def test_a_race_asks_with_two_scores_or_with_the_total():
    assert parts_asked_for(Pig(), lambda own, opp, total: "roll") == 3
    assert parts_asked_for(Pig(), lambda own, opp, total=0: "roll") == 3
    assert parts_asked_for(Pig(), lambda own, opp: "roll") == 2


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


@pytest.mark.parametrize("policy", [lambda *state: state[-1] < 6, lambda a, b, c, turn=0: turn < 6])
def test_a_party_tells_the_total_to_every_policy(policy):
    game = Pig(12, players=3)
    six = pigcore.match(game, pigcore.hold_at(6), pigcore.hold_at(9))
    assert pigcore.match(game, policy, pigcore.hold_at(9)).seats == six.seats


def test_a_policy_for_two_players_is_none_of_a_party():
    game = Pig(12, players=3)
    message = "is asked with own next third total, but <lambda> takes own, opp, total: let"
    with pytest.raises(RuleError, match=message):
        pigcore.match(game, lambda own, opp, total: total < 6, pigcore.hold_at(9))


@pytest.mark.parametrize(
    ("policy", "message"),
    [
        (lambda own: 4, "is asked with own opp, but <lambda> takes own: let it take these"),
        (lambda opp, own: 4, "own opp, but <lambda> takes opp, own: let it take these by posit"),
        (lambda: 4, "is asked with own opp, but <lambda> takes nothing: let it take"),
        (lambda a, b, c: 4, "own opp, but <lambda> takes a, b, c: let it take these by posit"),
        (lambda *, own, opp: 4, "<lambda> takes own, opp: let it take these by position and in"),
        (6, "the policy is 6, but must be a function of own opp, an array of answers or a soluti"),
        (6, "an array of answers or a solution: write always_roll(6)"),
        ("roll", "there is no policy 'roll' in Hog fa13: choose one of always, free, mix, opt"),
        (None, "the policy is None, but must be a function of own opp"),
        (np.ones((4, 4)), "has the shape (4, 4), but must be a function of own opp or an array (9"),
        ([[1, 2], [3]], "the policy is [[1, 2], [3]], but must be a function of own opp"),
        (lambda own, opp: 11, "answers 11 at own 0, opp 0, but must choose a whole number from 0"),
        (lambda own, opp: -1 if own == 3 else 4, "answers -1 at own 3, opp 0, but must choose"),
        (lambda own, opp: 2.5, "answers 2.5 at own 0, opp 0, but must choose"),
        (lambda own, opp: [1, 2], "answers [1, 2] at own 0, opp 0, but must choose"),
        (lambda own, opp: True, "answers True at own 0, opp 0, but must choose"),
        (np.full((9, 9), True), "answers True at own 0, opp 0, but must choose"),
        (np.full((9, 9), np.nan), "answers nan at own 0, opp 0, but must choose"),
    ],
)
def test_what_is_no_policy_is_refused_in_one_sentence(policy, message):
    game = Hog.fa13(9)
    for ask in (
        lambda: pigcore.match(game, policy, pigcore.always_roll(4)),
        lambda: pigcore.match(game, pigcore.always_roll(4), policy),
        lambda: pigcore.best_response(game, policy),
    ):
        with refuses(message, RuleError):
            ask()


def test_a_policy_is_frozen_and_answers_in_every_state():
    game = Hog.fa13_hijinks(12)
    table = plan_of(game, lambda own, opp, parity: 1 + (own + opp + parity) % 3)
    policy = HogPolicy(game, by_score(table))
    for state in np.ndindex(12, 12, 2):
        assert policy(*state) == policy.answers[state] == 1 + sum(state) % 3
    assert policy(3, 4) == policy(3, 4, 0)
    assert repr(policy) == "<policy for Hog fa13 with Ham Hijinks: a choice in each of 288 states>"
    with pytest.raises(ValueError, match="read-only"):
        policy.answers[0, 0, 0] = 1
    with pytest.raises(AttributeError):
        policy.game = Hog.fa13()


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda: pigcore.match(13, 4, 4), "13 is not a game: make one with pigcore.Pig() or its"),
        (lambda: pigcore.best_response("hog", 4), "'hog' is not a game: write pigcore.game('hog')"),
        (
            lambda: pigcore.match(pigcore.game("bag"), 1, 2),
            "there are no matches in Bag (bag): ask its solution",
        ),
        (lambda: pigcore.best_response(pigcore.game("bag"), 1), "there are no best replies in Bag"),
        (
            lambda: pigcore.tournament(pigcore.game("bag"), [1, 2]),
            "there are no matches in Bag (bag): ask its solution",
        ),
    ],
)
def test_what_a_family_does_not_have(ask, message):
    with pytest.raises(RuleError) as refusal:
        ask()
    assert str(refusal.value).startswith(message)
