"""Second computations and other readings, against the proofs and the solver."""

import math
import random

import pigverify
import pytest
from pigverify.published import forward
from pigverify.published.forward import Player, best_reply, ends_of, swapped, wins, worth
from pigverify.published.regression import logistic

import pigcore
from pigcore.games import ConsolationPig, HoldOrContinue, Pig, Piglet, TwoDicePig


def hold_at(least):
    return lambda own, opp, total: "roll" if total < least else "hold"


def player(least, *, at_once=True):
    return Player(lambda own, opp, total: total < least, at_once)


@pytest.mark.slow
@pytest.mark.parametrize(
    "game",
    [Pig(25), HoldOrContinue(20), TwoDicePig(25), ConsolationPig(15)],
    ids=repr,
)
def test_matches_played_forward_are_those_enclosed(game):
    proved = pigverify.match(game, hold_at(7), hold_at(12))
    assert wins(game, player(7), player(12))[0] == pytest.approx(float(proved.first[0]), abs=1e-11)
    assert wins(game, player(12), player(7))[1] == pytest.approx(float(proved.second[0]), abs=1e-11)


def test_a_turn_may_have_been_begun():
    game = Pig(20)
    best = pigcore.solve(game)
    optimal = Player(lambda *state: best.decide(*state) == "roll")
    found, _ = wins(game, optimal, optimal, (3, 5, 9))
    assert found == pytest.approx(best.win(3, 5, 9), abs=1e-12)


def test_who_does_not_stop_at_the_goal():
    # To one point with a coin: he needs two heads in a turn, the other one, and he begins.
    late, usual = player(2, at_once=False), player(1)
    assert wins(Piglet(1), late, usual) == pytest.approx((0.4, 0.6))


def test_games_that_never_end_are_not_followed_for_ever(monkeypatch):
    monkeypatch.setattr(forward, "_MOST_TURNS", 50)
    dead = player(2)  # 74 points, and nothing gains 1
    with pytest.raises(ArithmeticError, match="still going on after 50 turns"):
        wins(HoldOrContinue(75), dead, dead, (74, 74, 0))


@pytest.mark.parametrize("game", [Pig(25), HoldOrContinue(20), Piglet(4)], ids=repr)
def test_the_best_reply_is_the_solvers(game):
    opponent = player(9)
    first, second = best_reply(game, lambda own, opp: ends_of(game, opponent, own, opp))
    reply = pigcore.best_response(game, hold_at(9))
    assert (first, second) == pytest.approx((reply.first, reply.second), abs=1e-12)


def test_swapping_long_enough_solves_the_race():
    game = HoldOrContinue(9)
    solution = pigcore.solve(game)
    starts = swapped(game, 400)
    for state in [(0, 0, 0), (5, 3, 2), (4, 6, 0), (2, 6, 5)]:
        assert worth(game, starts, *state) == pytest.approx(solution.win(*state), abs=1e-12)
    early = worth(game, swapped(game, 3), 0, 0, 0)
    assert abs(early - solution.win(0, 0)) > 1e-4


@pytest.mark.parametrize("size", [7, 27])
def test_the_regression_has_no_slope_left(size):
    rng = random.Random(1)
    indices = range(size)
    table = [
        [[x - 2 * y + w + rng.gauss(0, size) > 0 for w in indices] for y in indices]
        for x in indices
    ]
    *beta, right, mean = logistic(table)
    slope, hits, rolls = [0.0] * 4, 0, 0
    for x in indices:
        for y in indices:
            for w in indices:
                z = beta[0] + beta[1] * x + beta[2] * y + beta[3] * w
                apart = table[x][y][w] - 1 / (1 + math.exp(-z))
                slope = [a + apart * u for a, u in zip(slope, (1, x, y, w), strict=True)]
                hits += (z > 0) == table[x][y][w]
                rolls += table[x][y][w]
    assert max(map(abs, slope)) < 1e-5
    assert (right, mean) == (hits / size**3, rolls / size**3)
