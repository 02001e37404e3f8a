"""What figures ask: single throws, a regression, and games of two in fractions."""

from fractions import Fraction
from types import SimpleNamespace

import numpy as np
import pytest
from pigverify.published import questions
from support.slow import Slow

import pigcore


def test_single_throws_are_counted():
    minimal = pigcore.Farkle.minimal()
    assert [questions.busts(minimal, n) for n in (1, 2, 3, 4)] == [4, 16, 60, 204]


@pytest.mark.parametrize("size", [7, 27])
def test_the_regression_has_no_slope_left(size, monkeypatch):
    places = np.indices((size,) * 3)
    noise = np.random.default_rng(1).normal(0, size, places[0].shape)
    table = (places * np.array([1, -2, 1])[:, None, None, None]).sum(0) + noise > 0
    solution = SimpleNamespace(decisions=lambda: table.astype(int))
    monkeypatch.setattr(questions, "proved", lambda game: (solution, None))
    *beta, right, mean = questions.regression(pigcore.Pig())
    table[:, :, 0] = True
    own, opp, total = places
    z = beta[0] + beta[1] * opp + beta[2] * total + beta[3] * own
    apart = table - 1 / (1 + np.exp(-z))
    assert max(abs((apart * u).sum()) for u in (1, own, opp, total)) < 1e-5
    assert (right, mean) == (((z > 0) == table).mean(), table.mean())


@pytest.mark.slow
def test_the_first_player_where_busts_cost_points():
    rules = "Race(Roll({1: '1/2'}, bust='1/2'), 2, busts_in_a_row=2, penalty=1, floor=-1)"
    [(low, high)] = questions.answer(f"check({rules}, 0, 0, digits=12).value").numbers
    game = pigcore.Race(
        pigcore.Roll({1: "1/2"}, bust="1/2"), 2, busts_in_a_row=2, penalty=1, floor=-1
    )
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
    found = questions.states_before_a_throw(game)
    assert found == len(places) * 24 * 3 * 3 * game.dice.count
