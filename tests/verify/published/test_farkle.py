"""Figures about Farkle: single throws, and games of two against the proof and in fractions."""

from fractions import Fraction

import pigverify
import pytest
from pigverify.published import farkle
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


@pytest.mark.slow
@pytest.mark.parametrize("rules", [{}, {"opening": 200}, {"last_turn": True}])
def test_games_of_two_are_what_the_whole_proof_says(rules):
    """Values without residues, with an opening pairs of the game without one."""
    rules = {"goal": 400, **rules}
    game = pigcore.Farkle.minimal(**rules)
    report, solution = pigverify.certify(game), pigcore.solve(game)
    for state in ((0, 0), (0, 200), (200, 0), (300, 350)):
        [(low, high)] = farkle.start_of_a_turn("farkle:minimal", [*state], rules).numbers
        assert 0 < high - low < Fraction(1, 10**15)
        assert abs(solution.win(*state) - low) < 1e-14
        if state == (0, 0):
            assert low <= report.value[1]
            assert report.value[0] <= high


def test_the_first_player_where_busts_cost_points(monkeypatch):
    game = pigcore.Race(
        pigcore.Roll({1: "1/2"}, bust="1/2"), 2, busts_in_a_row=2, penalty=1, floor=-1
    )
    monkeypatch.setattr(farkle, "named", lambda name, _: game)
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
