"""The kernel of simulated games."""

import numpy as np
import pytest
from numpy.random import SFC64

from pigcore.kernels import simulate

GOAL = 3


def counts(players=2):
    return np.zeros((players, 3 + 2 * players), dtype=np.int64)


def player(goal=GOAL, others=GOAL, height=GOAL, **change):
    """Who banks whatever he has."""
    tables = {
        "bank": np.ones((goal, others, height, 1), dtype=np.uint8),
        "chances": np.zeros((0,) * 4),
        "worth": np.zeros((0,) * 4),
    }
    return simulate.Player(*(tables | change).values())


def races(**change):
    """Gain 1 or bust, with the same chance."""
    tables = {
        "shares": np.full(2, 2**63, dtype=np.uint64),
        "outcomes": np.array([[-1, -1], [0, 0]]),
        "urns": np.array([[0, 1]]),
        "first": np.array([0, 1]),
        "gains": np.array([1]),
        "after": np.array([0]),
        "start": 0,
        "exact": False,
        "least": np.zeros(GOAL, dtype=np.intp),
        "landing": np.arange(GOAL),
        "dead": np.zeros(GOAL, dtype=np.uint8),
        "chase": np.zeros((0, 1)),
        "seats": (player(), player()),
    }
    return simulate.Races(*(tables | change).values())


def chooser(choice=1, **change):
    tables = {
        "table": np.full((1, GOAL, GOAL), choice, dtype=np.int16),
        "chances": np.zeros((0, 0, 0, 0)),
        "choices": np.array([0, 1]),
    }
    return simulate.Chooser(*(tables | change).values())


def rolls(**change):
    """One die that gains 1 or 2; no dice gain 1."""
    target = np.full((GOAL + 2, GOAL), -1)
    target[:GOAL] = np.arange(GOAL * GOAL).reshape(GOAL, GOAL).T
    tables = {
        "shares": np.full(2, 2**63, dtype=np.uint64),
        "outcomes": np.array([[GOAL, GOAL], [2 * GOAL, 2 * GOAL]]),
        "urns": np.array([[0, 1, 0, 1]]),
        "kind": np.zeros((GOAL, GOAL), dtype=np.uint8),
        "free": np.full((GOAL, GOAL), GOAL),
        "exchange": -1,
        "target": target,
        "same": np.zeros(target.shape, dtype=np.uint8),
        "final": np.zeros((*target.shape, 2), dtype=np.int32),
        "first": chooser(),
        "second": chooser(),
    }
    return simulate.Rolls(*(tables | change).values())


def test_good_tables_are_played():
    for game in (races(), rolls()):
        found = counts()
        game.play(SFC64(1), (0, 0), 1001, 100, found)
        assert found[:, 0].tolist() == [501, 500]
        assert (found[:, 3] + found[:, 4] == found[:, 0]).all()
        assert 0 < found[0, 3] < 501


def test_decisions_by_chance():
    mixed = np.full((GOAL, GOAL, GOAL, 1), 2, dtype=np.uint8)
    for chance in (0, 1):
        by_chance = player(bank=mixed, chances=np.full(mixed.shape, float(chance)))
        sure = player(bank=np.full(mixed.shape, 1 - chance, dtype=np.uint8))
        found, expected = counts(), counts()
        for seat, into in ((by_chance, found), (sure, expected)):
            races(seats=(seat, player())).play(SFC64(1), (0, 0), 4000, 100, into)
        assert found[0, 3] / 2000 == pytest.approx(expected[0, 3] / 2000, abs=0.07)
    chances = np.zeros((1, GOAL, GOAL, 2))
    chances[..., 1] = 1.0
    one, mixed = counts(), counts()
    rolls().play(SFC64(1), (0, 0), 4000, 100, one)
    again = chooser(-2, chances=chances)
    rolls(first=again, second=again).play(SFC64(1), (0, 0), 4000, 100, mixed)
    assert one[0, 3] / 2000 == pytest.approx(mixed[0, 3] / 2000, abs=0.07)


def test_options_modes_and_last_turns():
    """Who takes what is worth more; where nothing is thrown, too few points are lost."""
    alone = np.array([[-1, -1], [0, 0]])
    worth = np.zeros((GOAL, GOAL, 5, 2))
    worth[..., 1] = 1.0
    bank = np.zeros(worth.shape, dtype=np.uint8)
    seat = player(bank=bank, worth=worth)
    game = {
        "urns": np.array([[0, 1], [0, 0]]), "first": np.array([0, 2]), "gains": np.array([1, 2]),
        "after": np.array([0, 1]), "chase": np.zeros((0, 2)), "outcomes": alone,
        "seats": (seat, seat),
    }  # fmt: skip
    found = counts()
    races(**game).play(SFC64(1), (0, 0), 400, 1000, found)
    assert found[:, 5:].sum(axis=1).min() > 4 * 200  # 2 and 2 again
    races(**game, least=np.full(GOAL, 3)).play(SFC64(1), (0, 0), 400, 50, none := counts())
    assert none[:, 3:].sum() == 0
    # Who banks the last point, with a chance of 2/3 whoever begins, is passed by two with 1/4.
    last, chase = counts(), 0.5 ** np.arange(9.0)[:, None]
    seats = (player(height=4), player(height=4))
    races(chase=chase, seats=seats).play(SFC64(1), (GOAL - 1,) * 2, 4000, 1000, last)
    assert abs(last[0, 3] / 2000 - 7 / 12) < 0.03
    assert abs(last[1, 3] / 2000 - 5 / 12) < 0.03


def test_three_players():
    found, seat = counts(3), player(others=GOAL**2)
    races(seats=(seat, player(others=1), seat)).play(SFC64(1), (0, 1, 0), 3000, 1000, found)
    assert found[:, 0].tolist() == [1000] * 3
    assert (found[:, 3:6].sum(axis=1) == 1000).all()
    assert found[1, 4] > found[0, 4] > found[0, 3] > found[0, 5]
