"""Hog between policies: matches and best replies, by brute force."""

import numpy as np
import pytest
from support import hogs

import pigcore
from pigcore.games import Hog


@pytest.mark.parametrize("name", ["fa13", "fa13_hijinks", "sp16", "fa20"])
def test_matches(name):
    game, term = hogs.small(name, goal=14)

    def first(own, opp):
        return 1 + (own + 2 * opp) % 3

    def second(own, opp, parity=0):
        return 0 if parity else 1 + (own * opp) % 2

    match = pigcore.match(game, first, second)
    solved = hogs.Solved(term, (lambda own, opp, parity: first(own, opp), second))
    wins = solved.values[0, 0, 0, 0]
    assert match.first == pytest.approx(float(wins), abs=1e-14)
    moving_second = 1 - solved.values[1, 0, 0, 0]
    assert match.second == pytest.approx(float(moving_second), abs=1e-14)
    assert match.average == pytest.approx(float(wins + moving_second) / 2, abs=1e-14)
    assert match.turns == pytest.approx(float(solved.turns()[0, 0, 0, 0]), abs=1e-12)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["fa13", "fa13_hijinks", "sp16", "fa20"])
def test_best_responses(name):
    game, term = hogs.small(name, goal=14)

    def strategy(own, opp, parity=0):
        return 1 + (own + parity) % 2

    reply = pigcore.best_response(game, strategy)
    solved = hogs.Solved(term, (None, strategy))
    assert reply.first == pytest.approx(float(solved.values[0, 0, 0, 0]), abs=1e-14)
    assert reply.second == pytest.approx(float(1 - solved.values[1, 0, 0, 0]), abs=1e-14)
    for state in np.ndindex(reply.policy.answers.shape):
        assert reply.policy(*state) == solved.best((0, *state, 0)[:4])[0]
    again = pigcore.match(game, reply.policy, strategy)
    assert (again.first, again.second) == (reply.first, reply.second)


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
