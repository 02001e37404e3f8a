"""Figures about Farkle: against turns thrown out in fractions, and against the solver alone."""

from fractions import Fraction

import pigverify
import pytest
from pigverify.published import farkle
from support.farkle_in_fractions import Slow
from support.slow import Slow as Exact

import pigcore

GAMES = {
    "two dice": pigcore.Farkle({"1": 1}, goal=10, dice=2, sides=3),
    "triples": pigcore.Farkle({"1": 1, "2 2": 3}, goal=10, dice=3, sides=3, minimum_bank=2),
    "no bust with all": pigcore.Farkle({"1": 1, "nothing": 2}, goal=10, dice=2, sides=3),
}
FAR = 120


@pytest.fixture(params=GAMES)
def turn(request, monkeypatch):
    monkeypatch.setattr(farkle, "named", lambda name, _: GAMES[name])
    return request.param, GAMES[request.param]


def most_points(game, bust, far=FAR):
    """The most of what banking pays, where nobody throws on with ``far`` points."""
    slow, known = Slow(game), {}

    def throw(points, dice):
        if (points, dice) not in known:
            total = Fraction(0)
            for chance, choices in slow.throws(dice):
                paid = [worth(points + gain, left) for _, gain, left in choices]
                total += chance * (max(paid) if paid else bust)
            known[points, dice] = total
        return known[points, dice]

    def worth(points, dice):
        if points >= far:
            return Fraction(points)
        bank = points if points >= max(game.minimum_bank, 1) else bust
        return max(throw(points, dice), Fraction(bank))

    return throw(0, game.dice.count)


def test_the_most_points_are_those_thrown_out(turn):
    name, game = turn
    low, high = farkle.points_of_a_turn(name).numbers[0]
    assert high - low < 1e-25
    slow = most_points(game, Fraction(0))
    assert slow <= high
    assert float(low) == pytest.approx(float(slow), abs=1e-9)
    if not game.dice.scoring.nothing:  # where all dice may bust, nobody throws on from far away
        assert low <= slow <= high


def test_banking_begins_where_a_throw_is_no_better(turn):
    name, _ = turn
    limits = [int(low) for low, _ in farkle.banks_from(name).numbers]
    found = pigcore.alone(GAMES[name]).thresholds("points")
    assert limits == found[: len(limits)].tolist()


@pytest.mark.slow
def test_throws_are_counted_alike():
    dice = [1, 2, 3, 4]
    for game in ("farkle:minimal", "farkle:zilch"):
        busts, scores = farkle.busting_throws(game, dice), farkle.scoring_throws(game, dice)
        assert busts.numbers == farkle.again_busting_throws(game, dice).numbers
        assert scores.numbers == farkle.again_scoring_throws(game, dice).numbers
        assert [int(a[0] + b[0]) for a, b in zip(busts.numbers, scores.numbers)] == [
            6**n for n in dice
        ]
    assert farkle.again_busting_throws("farkle:zilch", [6]).numbers[0][0] == 0


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
    assert low <= Exact(game).value(0, 0, busts=(0, 0)) <= high
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
