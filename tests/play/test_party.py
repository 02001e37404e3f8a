"""Games of three: where they begin, how they go, and rules that were made for two."""

from fractions import Fraction

import pytest
from support.slow import Slow, answers_of

import pigcore
from pigcore.games.starts import Start
from pigcore.play.policies import race as policies

THIRDS = pigcore.Roll({1: "1/3", 2: "1/3"}, bust="1/3")
GAME = pigcore.Race(THIRDS, 3).seated(3)


def leading(own, others, total):
    """Holds where he leads, else rolls most of the time."""
    if not total:
        return "roll"
    return "hold" if own + total > max(others) else {"roll": Fraction(3, 4), "hold": Fraction(1, 4)}


def leader(own, second, third, total):
    return leading(own, (second, third), total)


def test_a_match_begins_at_any_scores():
    players = pigcore.hold_at(1), leader, pigcore.hold_at(2)
    found = pigcore.match(GAME, players[0], players[1:], start=(2, 0, 1))
    slow = Slow(GAME, [answers_of(GAME, one) for one in players])
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


def test_a_rule_for_two_looks_at_whoever_is_ahead():
    game = pigcore.Pig(100, players=3)
    rule = pigcore.keep_pace()
    for own, second, third in ((30, 50, 20), (30, 20, 50), (30, 10, 71)):
        for total in (21, 23, 24, 69):
            expected = rule(own, max(second, third), total)
            assert policies.answer(game, rule, own, second, third, total) == expected
