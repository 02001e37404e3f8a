"""Questions of figures: single throws, and games of two against the proof and in fractions."""

from fractions import Fraction
from types import SimpleNamespace

import numpy as np
import pytest
from pigverify.published import questions as farkle
from support.slow import Slow

import pigcore


def test_single_throws_are_counted():
    dice = [1, 2, 3, 4]
    busts, scores = (
        [int(low) for low, _ in asked("farkle:minimal", dice).numbers]
        for asked in (farkle.busting_throws, farkle.scoring_throws)
    )
    assert busts == [4, 16, 60, 204]
    assert [a + b for a, b in zip(busts, scores)] == [6**n for n in dice]


@pytest.mark.parametrize("size", [7, 27])
def test_the_regression_has_no_slope_left(size, monkeypatch):
    places = np.indices((size,) * 3)
    noise = np.random.default_rng(1).normal(0, size, places[0].shape)
    table = (places * np.array([1, -2, 1])[:, None, None, None]).sum(0) + noise > 0
    solution = SimpleNamespace(decisions=lambda: table.astype(int))
    monkeypatch.setattr(farkle, "proved", lambda game: (solution, None))
    *beta, right, mean = (float(low) for low, _ in farkle.regression("pig").numbers)
    table[:, :, 0] = True
    own, opp, total = places
    z = beta[0] + beta[1] * opp + beta[2] * total + beta[3] * own
    apart = table - 1 / (1 + np.exp(-z))
    assert max(abs((apart * u).sum()) for u in (1, own, opp, total)) < 1e-5
    assert (right, mean) == (((z > 0) == table).mean(), table.mean())


@pytest.mark.slow
def test_the_first_player_where_busts_cost_points(monkeypatch):
    game = pigcore.Race(
        pigcore.Roll({1: "1/2"}, bust="1/2"), 2, busts_in_a_row=2, penalty=1, floor=-1
    )
    monkeypatch.setattr(farkle, "race", lambda *_: game)
    [(low, high)] = farkle.first_player_where_busts_cost("small").numbers
    assert low <= Slow(game).value(0, 0, busts=(0, 0)) <= high
    assert high - low <= Fraction(1, 10**12)


def test_states_before_a_throw_are_counted():
    game = pigcore.Farkle.three_farkles(1000, floor=-200)
    places = [
        (own, points)
        for own in range(-200, 1000, 50)
        for points in range(0, 2000, 50)
        if own + points < 1000 or points < 300
    ]
    rules = {"goal": 1000, "floor": -200}
    [(low, high)] = farkle.states_before_a_throw("farkle:three-farkles", rules).numbers
    assert low == high == len(places) * 24 * 3 * 3 * game.dice.count
