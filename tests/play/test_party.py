"""Parties: matches against fractions, best replies that nothing betters, and what is given away."""

from fractions import Fraction

import numpy as np
import pytest
from support.slow import Slow, answers_of

import pigcore
from pigcore.games.starts import Start
from pigcore.play.policies import race as policies

THIRDS = pigcore.Roll({1: "1/3", 2: "1/3"}, bust="1/3")
TWOS = pigcore.Roll({2: "2/3"}, bust="1/3")
FAR = pigcore.Roll({2: "1/2", 3: "1/4"}, bust="1/4")
GAMES = {
    "at least": pigcore.Race(THIRDS, 3).seated(3),
    "exact": pigcore.Race(THIRDS, 3, "exact").seated(3),
    "consolation": pigcore.Race(TWOS, 3, consolation=1).seated(3),
    "dead": pigcore.Race(FAR, 3, "exact").seated(3),
    "four": pigcore.Piglet(2, players=4),
}


def leading(own, others, total):
    """Holds where he leads, else rolls most of the time."""
    if not total:
        return "roll"
    return "hold" if own + total > max(others) else {"roll": Fraction(3, 4), "hold": Fraction(1, 4)}


def leader(own, second, third, total):
    return leading(own, (second, third), total)


def leader_of_four(own, second, third, fourth, total):
    return leading(own, (second, third, fourth), total)


def players_of(game):
    second = leader if game.players == 3 else leader_of_four
    return [pigcore.hold_at(1), second, pigcore.hold_at(2), pigcore.random_play()][: game.players]


def wins_of(found):
    """Chances to win at [mover, own, next, …, player]."""
    n, goal = found.course.game.players, found.course.game.units
    wins = [found.course.chain.wins(player) for player in range(n)]
    return np.moveaxis(np.array(wins), 0, -1).reshape(n, *[goal] * n, n)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_matches_are_those_of_fractions(name):
    game = GAMES[name]
    first, *others = players_of(game)
    found = pigcore.match(game, first, others)
    slow = Slow(game, [answers_of(game, one) for one in players_of(game)], never=0)
    begun = slow.wins
    assert found.win == pytest.approx([float(one) for one in begun[0]], abs=1e-15)
    places = [0, *range(game.players - 1, 0, -1)]
    assert found.seats == pytest.approx([float(begun[m][0]) for m in places], abs=1e-15)
    shares = [float(sum(row[p] for row in begun)) / game.players for p in range(game.players)]
    assert found.shares == pytest.approx(shares, abs=1e-15)
    assert (found.first, found.second, found.average) == (*found.seats[:2], found.shares[0])
    never = 1 - sum(map(sum, begun)) / game.players
    assert found.never == pytest.approx(float(never), abs=1e-15)
    assert (never > 0) == (name == "dead")
    assert np.isinf(found.turns) == (name == "dead")
    wins = wins_of(found)
    for (m, start), values in slow.values.items():
        due = [float(values[(p - m) % game.players]) for p in range(game.players)]
        assert wins[m, *start.scores] == pytest.approx(due, abs=1e-15)


def test_a_match_begins_at_any_scores():
    game = GAMES["at least"]
    found = pigcore.match(game, players_of(game)[0], players_of(game)[1:], start=(2, 0, 1))
    slow = Slow(game, [answers_of(game, one) for one in players_of(game)])
    due = [float(value) for value in slow.values[0, Start((2, 0, 1))]]
    assert found.win == pytest.approx(due, abs=1e-15)
    assert found.second == pytest.approx(float(slow.values[2, Start((1, 2, 0))][1]), abs=1e-15)


def test_how_the_games_of_three_go():
    game = pigcore.Piglet(2, players=3)
    found = pigcore.match(game, pigcore.hold_at(2), pigcore.hold_at(2))  # who wins has 2, others 0
    assert found.scores == pytest.approx([2 * win for win in found.win], abs=1e-14)
    assert found.win == pytest.approx([16 / 37, 12 / 37, 9 / 37], abs=1e-15)
    assert found.turns == pytest.approx(4, abs=1e-14)
    assert found.lengths[2] == pytest.approx(3 / 16, abs=1e-15)
    assert found.lengths.mean == pytest.approx(found.turns, abs=1e-9)
    pig = pigcore.Pig(30, players=3)
    found = pigcore.match(pig, pigcore.hold_at(8), pigcore.random_play(), start=(10, 0, 5))
    played = pigcore.simulate(
        pig, pigcore.hold_at(8), pigcore.random_play(), 20_000, seed=1, start=(10, 0, 5)
    )
    assert found.lengths.mean == pytest.approx(found.turns, abs=1e-9)
    assert played.turns == pytest.approx(found.turns, abs=0.1)
    assert played.scores == pytest.approx(found.scores, abs=0.2)


# --- policies -----------------------------------------------------------------------------------


@pytest.mark.slow
def test_all_forms_of_a_policy_are_the_same_policy():
    game = pigcore.Pig(9, players=3)
    rule = pigcore.hold_at(4)
    total = np.indices((9,) * 4)[-1]
    forms = [
        lambda own, second, third, total: total < 4,
        np.where(total < 4, "roll", "hold"),
        total < 4,
        pigcore.mix({"roll": 1}).unless("own >= 0", rule),
    ]
    expected = pigcore.match(game, rule, pigcore.hold_at(6))
    for form in forms:
        assert pigcore.match(game, form, pigcore.hold_at(6)) == expected
        assert policies.answer(game, form, 0, 3, 2, 3) == "roll"
        assert policies.answer(game, form, 0, 3, 2, 4) == "hold"
        assert policies.check(game, form) == 36 * 81


def test_a_rule_for_two_looks_at_whoever_is_ahead():
    game = pigcore.Pig(100, players=3)
    rule = pigcore.keep_pace()
    for own, second, third in ((30, 50, 20), (30, 20, 50), (30, 10, 71)):
        for total in (21, 23, 24, 69):
            expected = rule(own, max(second, third), total)
            assert policies.answer(game, rule, own, second, third, total) == expected
