"""Hog between policies: matches and best replies, by brute force."""

import numpy as np
import pytest
from support import hogs

import pigcore
from pigcore.games import Hog


@pytest.mark.parametrize("name", ["fa13", "fa13_hijinks", "sp16", "fa20"])
def test_matches(name):
    game, term = hogs.small(name, goal=10)

    def first(own, opp):
        return 1 + (own + 2 * opp) % 3

    def second(own, opp, parity=0):
        return 0 if parity else 1 + (own * opp) % 2

    match = pigcore.match(game, first, second, start=(2, 1))
    both = (lambda own, opp, parity: first(own, opp), second)
    wins = hogs.Solved(term, both).values
    assert match.first == pytest.approx(float(wins[0, 2, 1, 0]), abs=1e-14)
    assert match.second == pytest.approx(float(1 - wins[1, 1, 2, 0]), abs=1e-14)
    assert match.average == pytest.approx((match.first + match.second) / 2, abs=1e-15)
    visits, lengths, scores = played(term, both, (2, 1))
    assert np.abs(match.visits - visits).max() < 1e-14
    assert match.turns == pytest.approx(visits.sum(), abs=1e-12)
    assert match.lengths.chances[: len(lengths)] == pytest.approx(lengths, abs=1e-14)
    assert match.lengths.mean == pytest.approx(match.turns, abs=1e-9)
    assert match.scores == pytest.approx(scores, abs=1e-12)
    mine, theirs = match.losses
    value = pigcore.solve(game).win(2, 1)
    assert match.first == pytest.approx(value - mine + theirs, abs=1e-13)


def played(term, strategies, start):
    """Visits, lengths and expected final scores, every roll of every game in floats."""
    visits = np.zeros((2, term.goal, term.goal))
    now, lengths, scores = {(0, *start, 0): 1.0}, [0.0], [0.0, 0.0]
    while now:
        then, ended = {}, 0.0
        for (player, own, opp, parity), weight in now.items():
            visits[player, own, opp] += weight
            choice = strategies[player](own, opp, parity)
            for chance, mine, theirs, after, again in term.turn(own, opp, parity, choice):
                part = weight * float(chance)
                if max(mine, theirs) >= term.goal:
                    ended += part
                    scores[player] += part * mine
                    scores[1 - player] += part * theirs
                elif again:
                    key = (player, mine, theirs, after)
                    then[key] = then.get(key, 0) + part
                else:
                    key = (1 - player, theirs, mine, after)
                    then[key] = then.get(key, 0) + part
        lengths.append(ended)
        now = then
    return visits, lengths, scores


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
