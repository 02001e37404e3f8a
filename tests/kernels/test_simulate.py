"""The kernel of simulated games refuses tables that would lead it out of its arrays."""

import numpy as np
import pytest
from numpy.random import SFC64

from pigcore.kernels import simulate

GOAL = 3
NEVER = np.zeros((GOAL, GOAL, GOAL, 1), dtype=np.uint8)
"""The table of somebody who never banks."""


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


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: races(urns=np.array([[0, 2]])), r"2\^2 cells from 0 on are not among 2"),
        (lambda: races(urns=np.array([[0, 0]])), "cells from 0 on"),
        (lambda: races(urns=np.array([[1, 1]])), "cells from 1 on"),
        (lambda: races(urns=np.array([[0, 1], [0, 1]])), "the chances of 1 modes"),
        (lambda: races(outcomes=np.array([[0, 0]])), "cells from 0 on"),
        (lambda: races(outcomes=np.array([[0, -3], [0, 0]])), "a throw comes to -3"),
        (lambda: races(outcomes=np.array([[0, 1], [0, 0]])), "a throw comes to 1"),
        (lambda: races(first=np.array([0, 0, 2])), "the options of the sets"),
        (lambda: races(first=np.array([1, 1])), "the options of the sets"),
        (lambda: races(first=np.array([0, 0, 1])), "set 0 has no options"),
        (lambda: races(gains=np.array([-1])), "an option gains -1"),
        (lambda: races(gains=np.array([2**61])), "an option gains"),
        (lambda: races(after=np.array([1])), "leads to mode 1"),
        (lambda: races(start=1), "start in mode 1"),
        (lambda: races(landing=np.array([0, 1, 6])), "a bust at 2 lands on 6"),
        (lambda: races(landing=np.array([0, 0, 2])), "a bust at 1 lands on 0"),
        (lambda: races(dead=np.zeros(2, dtype=np.uint8)), "2 scores are dead or alive"),
        (lambda: races(chase=np.array([[1.5]])), "a chance is 1.5"),
        (lambda: races(chase=np.array([[np.nan]])), "a chance is nan"),
        (lambda: races(chase=np.ones((3, 2))), "the chances of 2 modes"),
        (lambda: races(chase=np.ones((3, 1)), seats=(player(bank=NEVER),) * 2), "must bank"),
        (lambda: races(seats=(player(goal=4),) * 2), "a player's table is"),
        (lambda: races(seats=(player(), player(height=4))), "a player's table is"),
        (lambda: races(seats=(player(others=2),) * 2), "a player's table is"),
        (lambda: races(seats=(player(height=2),) * 2), "not large enough"),
        (lambda: races(seats=(player(),)), "1 players start"),
        (
            lambda: races(first=np.array([0, 2]), gains=np.ones(2, int), after=np.zeros(2, int)),
            "does not take options",
        ),
        (lambda: player(others=0), "which is no table"),
        (lambda: player(bank=NEVER + np.uint8(3)), "a decision is none of 0, 1 and 2"),
        (lambda: player(bank=NEVER + np.uint8(2)), "need the chances of all states"),
        (lambda: player(worth=np.zeros((3, 3, 2, 1))), "options are worth"),
        (lambda: rolls(kind=np.ones((GOAL, GOAL), dtype=np.uint8)), "the choice 1 at 0, 0 is none"),
        (lambda: rolls(kind=np.full((GOAL, GOAL), 2, dtype=np.uint8)), "a kind of dice is 2"),
        (lambda: rolls(urns=np.array([[0, 101, 0, 1]])), "urn 0 is for 101 dice"),
        (lambda: rolls(urns=np.array([[0, 1, 1, 1]])), "cells from 1 on"),
        (lambda: rolls(outcomes=np.array([[3, 3], [3 * GOAL, 0]])), "a turn moves by 9, out of 15"),
        (lambda: rolls(outcomes=np.array([[3, 3], [-1, 0]])), "a roll moves by -1"),
        (lambda: rolls(free=np.full((GOAL, GOAL), 9)), "a turn moves by 9"),
        (lambda: rolls(exchange=9), "a turn moves by 9"),
        (lambda: rolls(target=np.full((5, 3), 9)), "a turn leads to the state 9"),
        (lambda: rolls(first=chooser(-1)), "the choice -1 at 0, 0 is none"),
        (lambda: rolls(exchange=3, first=chooser(-1)), "the choice -1 at 0, 0 is none"),
        (lambda: rolls(second=chooser(-2)), "the choice at 0, 0 has no chances"),
        (
            lambda: rolls(second=chooser(-2, chances=np.zeros((1, 3, 3, 2)))),
            "the choice at 0, 0 has no chances",
        ),
        (lambda: rolls(first=chooser(0), free=np.full((GOAL, GOAL), -1)), "the choice 0 at"),
        (lambda: rolls(same=np.zeros((5, 2), dtype=np.uint8)), "same is"),
        (lambda: chooser(chances=np.zeros((1, 3, 3, 5))), "need the chances of all choices"),
    ],
)
def test_bad_tables_are_refused(make, message):
    with pytest.raises(ValueError, match=message):
        make()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (((3, 0), 10, 10), r"the scores \(3, 0\) are no start"),
        (((0, -1), 10, 10), r"the scores \(0, -1\) are no start"),
        (((0, 0, 0), 10, 10), r"the scores \(0, 0, 0\) are no start"),
        (((0, 0), -1, 10), "-1 games at once"),
        (((0, 0), 10, 0), "longest is 0"),
    ],
)
def test_games_that_cannot_be_played_are_refused(arguments, message):
    for game in (races(), rolls()):
        with pytest.raises(ValueError, match=message):
            game.play(SFC64(1), *arguments, counts())
        with pytest.raises(ValueError, match="counts must be"):
            game.play(SFC64(1), (0, 0), 1, 1, np.zeros((2, 3), dtype=np.int64))
        with pytest.raises(AttributeError):
            game.play(1, (0, 0), 1, 1, counts())
