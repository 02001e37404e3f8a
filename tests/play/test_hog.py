"""Hog between policies: matches, best replies and solitaire, by brute force."""

from fractions import Fraction

import numpy as np
import pytest
from support import hogs

import pigcore
from pigcore.games import Hog, RuleError


@pytest.mark.parametrize("name", ["fa13", "fa13_hijinks", "sp16", "fa20"])
def test_matches(name):
    game, term = hogs.small(name, goal=14)

    def first(own, opp):
        return 1 + (own + 2 * opp) % 3

    def second(own, opp, parity=0):
        return 0 if parity else 1 + (own * opp) % 2

    match = pigcore.match(game, first, second)
    solved = hogs.Solved(term, (lambda own, opp, parity: first(own, opp), second))
    wins, turns = solved.value(0, 0, 0)
    assert match.first == pytest.approx(float(wins), abs=1e-14)
    moving_second = 1 - solved.value(1, 0, 0)[0]
    assert match.second == pytest.approx(float(moving_second), abs=1e-14)
    assert match.average == pytest.approx(float(wins + moving_second) / 2, abs=1e-14)
    assert match.turns == pytest.approx(float(turns), abs=1e-12)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["fa13", "fa13_hijinks", "sp16", "fa20"])
def test_best_responses(name):
    game, term = hogs.small(name, goal=14)

    def strategy(own, opp, parity=0):
        return 1 + (own + parity) % 2

    reply = pigcore.best_response(game, strategy)
    solved = hogs.Solved(term, (None, strategy))
    assert reply.first == pytest.approx(float(solved.value(0, 0, 0)[0]), abs=1e-14)
    assert reply.second == pytest.approx(float(1 - solved.value(1, 0, 0)[0]), abs=1e-14)
    for state in np.ndindex(reply.policy.answers.shape):
        assert reply.policy(*state) == solved.best(*state)[0]
    again = pigcore.match(game, reply.policy, strategy)
    assert (again.first, again.second) == (reply.first, reply.second)


@pytest.mark.parametrize(("goal", "pig_out"), [(1, 0), (9, 0), (9, 1), (9, 4)])
def test_solitaire(goal, pig_out):
    term = hogs.Term(goal, 3, None, one=pig_out)
    expected = [0] * (goal + 20)
    for own in range(goal - 1, -1, -1):
        options = []
        for dice in term.choices:
            scores = term.scores(6, dice)
            rolls = 6**dice
            on = sum(n * expected[own + k] for (k, _), n in scores.items() if k)
            options.append((rolls + on) / (rolls - scores.get((0, 0), 0)))
        expected[own] = min(options)
    alone = pigcore.solitaire(Hog(goal, max_dice=3), pig_out=pig_out)
    assert alone.turns == pytest.approx(expected[0], abs=1e-13)
    assert alone.expected == pytest.approx(expected[:goal], abs=1e-13)


@pytest.mark.parametrize(
    ("name", "pig_out", "left_out"),
    [
        ("fa24", 1, ("boar brawl", "sus fuss")),
        ("sp16", 0, ("free bacon", "hog wild", "piggy back", "swine swap reversed")),
        ("fa13_hijinks", 1, ("free bacon", "hog wild", "swine swap", "exchange")),
        ("fa20", 1, ("pi bacon", "swine align", "pig pass")),
    ],
)
def test_alone_the_rules_of_the_term_count_but_for_those_that_need_an_opponent(
    name, pig_out, left_out
):
    game, term = hogs.small(name, goal=12)
    expected = [0] * 40
    for own in range(11, -1, -1):
        options = []
        for dice in range(1, 4):
            scored = term.scores(6, dice).items()
            on = sum(n * expected[own + k] for (k, _), n in scored if k)
            options.append((6**dice + on) / (6**dice - sum(n for (k, _), n in scored if not k)))
        expected[own] = min(options)
    alone = pigcore.solitaire(game)
    assert alone.expected == pytest.approx(expected[:12], abs=1e-13)
    assert alone.left_out == left_out
    assert ", ".join(left_out) in str(alone)
    assert alone.as_dict()["left_out"] == list(left_out)
    given = pigcore.solitaire(game, pig_out=pig_out)
    assert given.turns == alone.turns


def test_solitaire_of_a_term_and_of_one_without_pig_out():
    assert pigcore.solitaire(Hog.fa24()).turns == pytest.approx(12.0770682124, abs=5e-11)
    plain = pigcore.solitaire(Hog(6, max_dice=1, pig_out=None))
    assert plain.left_out == ()
    assert plain.turns == pytest.approx((7 / 6) ** 5, abs=1e-13)
    stuck = Hog(6, max_dice=2, pig_out="pig_out_for_nothing", points=lambda points: 0)
    assert pigcore.solitaire(stuck).turns == np.inf
    rolled = Hog(6, 2, (2, 2), points=lambda points: points * (points > 2))
    assert pigcore.solitaire(rolled, policy=lambda own, opp: 1 if own else 2).turns == np.inf


@pytest.mark.parametrize("pig_out", [0, 1, 4])
def test_solitaire_in_some_turns(pig_out):
    game, turns = Hog(9, max_dice=3), 3
    term = hogs.Term(9, 3, None, one=pig_out)
    scores = {
        dice: {k: Fraction(n, 6**dice) for (k, _), n in term.scores(6, dice).items()}
        for dice in term.choices
        if dice
    }
    rolled = [1, 1, 3, 2, 2, 3, 1, 1, 2]
    for dice_at in (None, rolled):
        chances = [0] * 9 + [1] * 30
        for _ in range(turns):
            options = [
                {dice: sum(p * chances[own + k] for k, p in found.items())
                 for dice, found in scores.items()}
                for own in range(9)
            ]  # fmt: skip
            best = [max(them.values()) for them in options]
            chances[:9] = best if dice_at is None else [
                them[dice] for them, dice in zip(options, dice_at)
            ]  # fmt: skip
        policy = None if dice_at is None else lambda own, opp: rolled[own]
        alone = pigcore.solitaire(game, "chance", turns, policy, pig_out=pig_out)
        assert alone.expected[-1] == pytest.approx([float(one) for one in chances[:9]], abs=1e-13)

    means = {dice: sum(k * p for k, p in found.items()) for dice, found in scores.items()}
    most = float(max(means.values()))
    alone = pigcore.solitaire(game, "points_per_turn", pig_out=pig_out)
    assert alone.points_per_turn == pytest.approx(most, abs=1e-13)
    assert means[alone.policy[0]] == max(means.values())
    points = pigcore.solitaire(game, "points", turns, pig_out=pig_out)
    assert points.points == pytest.approx(turns * most, abs=1e-12)

    banked = {0: Fraction(1)}
    for _ in range(turns):
        after = {}
        for own, chance in banked.items():
            for k, p in scores[own % 3 + 1].items():
                after[own + k] = after.get(own + k, 0) + chance * p
        banked = after
    points = pigcore.solitaire(
        Hog(60, max_dice=3), "points", turns, lambda own, opp: own % 3 + 1, pig_out=pig_out
    )
    assert points.points == pytest.approx(float(sum(k * p for k, p in banked.items())), abs=1e-12)


def test_no_chance_is_above_1():
    alone = pigcore.solitaire(Hog.fa13(40), "chance", 8)
    assert alone.expected.max() == 1.0


@pytest.mark.parametrize("name", ["fa13", "fa13_hijinks", "fa20"])
def test_the_optimum_against_itself_and_as_its_own_best_reply(name):
    game = getattr(Hog, name)()
    hog = pigcore.solve(game)
    match = pigcore.match(game, hog, hog)
    assert match.first == pytest.approx(hog.win(0, 0), abs=1e-13)
    assert match.average == pytest.approx(0.5, abs=1e-13)
    reply = pigcore.best_response(game, hog)
    assert reply.first == pytest.approx(hog.win(0, 0), abs=1e-13)


def test_a_strategy_can_be_a_function_an_array_or_a_solution():
    game = Hog.fa13_hijinks(20)
    hog = pigcore.solve(game)
    policy = hog.least_best()
    as_function = pigcore.match(game, lambda own, opp, parity: policy[own, opp, parity], policy)
    assert as_function == pigcore.match(game, hog.policy, policy)
    assert as_function == pigcore.match(game, hog, policy.tolist())
    blind = policy[..., 0]
    assert pigcore.match(game, blind, hog) == pigcore.match(
        game, lambda own, opp: blind[own, opp], hog
    )


def test_always_roll_is_the_benchmark():
    game = Hog.fa13()
    hog = pigcore.solve(game)
    for dice in range(11):
        match = pigcore.match(game, hog, pigcore.always_roll(dice))
        assert (
            match.average <= pigcore.best_response(game, pigcore.always_roll(dice)).average + 1e-13
        )
        assert match.average > 0.7


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (
            lambda: pigcore.solitaire(Hog(), pig_out=-1),
            "pig_out is -1, but must be between 0 and 100",
        ),
        (
            lambda: pigcore.solitaire(Hog.fa13(), policy=pigcore.always_roll(0)),
            "the policy answers 0 at own 0, opp 0, but alone one rolls 1 die or more: give",
        ),
        (
            lambda: pigcore.solitaire(Hog(), "points", 40, pigcore.always_roll(6)),
            "after 3 turns the score may be 100 or more, where a policy of Hog to 100 is not asked",
        ),
        (
            lambda: pigcore.solitaire(Hog(), may_decline=True),
            "may_decline is not an option of Hog (hog) without an opponent: leave it out",
        ),
        (lambda: pigcore.solitaire(Hog(), "chance"), "objective 'chance' is for a number of turns"),
        (lambda: pigcore.solitaire(Hog(), pig_out=1.5), "pig_out is 1.5, but must be a whole numb"),
    ],
)
def test_refused(ask, message):
    with pytest.raises(RuleError) as refusal:
        ask()
    assert message in str(refusal.value)
    assert "\n" not in str(refusal.value)
