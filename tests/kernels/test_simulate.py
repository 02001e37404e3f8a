"""The kernel of simulated games refuses tables that would lead it out of its arrays."""

import numpy as np
import pytest
from numpy.random import SFC64

from pigcore.kernels import simulate

GOAL = 3


def counts():
    return np.zeros((2, len(simulate.COUNTS)), dtype=np.int64)


def player(memories=1, goal=GOAL, **change):
    tables = {
        "table": np.zeros((memories, goal, goal, goal), dtype=np.uint8),
        "chances": np.zeros((0, 0, 0, 0)),
        "after": np.zeros((memories, 2), dtype=np.intp),
    }
    return simulate.Player(*(tables | change).values())


def throws(**change):
    """Gain 1 or bust, with the same chance."""
    tables = {
        "shares": np.full(2, 2**63, dtype=np.uint64),
        "outcomes": np.array([[0, 0], [1, 1]]),
        "power": 1,
        "exact": False,
        "landing": np.arange(GOAL),
        "dead": np.zeros(GOAL, dtype=np.uint8),
        "first": player(),
        "second": player(),
    }
    return simulate.Throws(*(tables | change).values())


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
    for game in (throws(), rolls()):
        found = counts()
        game.play(SFC64(1), 0, 0, 1001, 100, found)
        assert found[:, 0].tolist() == [501, 500]
        assert (found[:, 1] + found[:, 2] == found[:, 0]).all()
        assert 0 < found[0, 1] < 501


def test_decisions_by_chance():
    always = np.full((1, GOAL, GOAL, GOAL), 2, dtype=np.uint8)
    for chance, most in ((1.0, True), (0.0, False)):
        mixed = player(table=always, chances=np.full(always.shape, chance))
        again = player(table=np.full(always.shape, int(most), dtype=np.uint8))
        found, expected = counts(), counts()
        throws(first=mixed).play(SFC64(1), 0, 0, 4000, 100, found)
        throws(first=again).play(SFC64(1), 0, 0, 4000, 100, expected)
        assert found[0, 1] / 2000 == pytest.approx(expected[0, 1] / 2000, abs=0.07)
    chances = np.zeros((1, GOAL, GOAL, 2))
    chances[..., 1] = 1.0
    one, mixed = counts(), counts()
    rolls().play(SFC64(1), 0, 0, 4000, 100, one)
    again = chooser(-2, chances=chances)
    rolls(first=again, second=again).play(SFC64(1), 0, 0, 4000, 100, mixed)
    assert one[0, 1] / 2000 == pytest.approx(mixed[0, 1] / 2000, abs=0.07)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: throws(power=2), r"2\^2 cells from 0 on are not among 2"),
        (lambda: throws(power=0), "cells from 0 on"),
        (lambda: throws(outcomes=np.array([[0, 0]])), "cells from 0 on"),
        (lambda: throws(outcomes=np.array([[0, -2], [1, 1]])), "a throw comes to -2"),
        (lambda: throws(outcomes=np.array([[0, 2**61], [1, 1]])), "a throw comes to"),
        (lambda: throws(landing=np.array([0, 1, 6])), "a bust at 2 lands on 6"),
        (lambda: throws(landing=np.array([0, 0, 2])), "a bust at 1 lands on 0"),
        (lambda: throws(dead=np.zeros(2, dtype=np.uint8)), "2 scores are dead or alive"),
        (lambda: throws(first=player(goal=4)), "a player's goal is 4, not 3"),
        (lambda: player(memories=0), "which is no table"),
        (lambda: player(after=np.array([[0, 1]])), "memory 1 is none of 1"),
        (lambda: player(after=np.zeros((2, 2), dtype=np.intp)), "1 memories need 1 rows"),
        (
            lambda: player(table=np.full((1, 3, 3, 3), 3, dtype=np.uint8)),
            "a decision is none of 0, 1 and 2",
        ),
        (
            lambda: player(table=np.full((1, 3, 3, 3), 2, dtype=np.uint8)),
            "need the chances of all states",
        ),
        (lambda: rolls(kind=np.ones((GOAL, GOAL), dtype=np.uint8)), "the choice 1 at 0, 0 is none"),
        (lambda: rolls(kind=np.full((GOAL, GOAL), 2, dtype=np.uint8)), "a kind of dice is 2"),
        (lambda: rolls(urns=np.array([[0, 101, 0, 1]])), "urn 0 is for 101 dice"),
        (lambda: rolls(urns=np.array([[0, 1, 1, 1]])), "cells from 1 on"),
        (lambda: rolls(outcomes=np.array([[3, 3], [3 * GOAL, 0]])), "a turn moves by 9, out of 15"),
        (lambda: rolls(outcomes=np.array([[3, 3], [-1, 0]])), "a roll moves by -1"),
        (lambda: rolls(free=np.full((GOAL, GOAL), 9)), "a turn moves by 9"),
        (lambda: rolls(exchange=9), "a turn moves by 9"),
        (lambda: rolls(target=np.full((5, 3), 9)), "a turn leads to the state 9"),
        (lambda: rolls(first=chooser(2)), "the choice 2 at 0, 0 is none"),
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
        ((3, 0, 10, 10), "the scores 3 and 0 are no start"),
        ((0, -1, 10, 10), "the scores 0 and -1 are no start"),
        ((0, 0, -1, 10), "-1 games at once"),
        ((0, 0, 10, 0), "longest is 0"),
    ],
)
def test_games_that_cannot_be_played_are_refused(arguments, message):
    for game in (throws(), rolls()):
        with pytest.raises(ValueError, match=message):
            game.play(SFC64(1), *arguments, counts())
        with pytest.raises(ValueError, match="counts must be"):
            game.play(SFC64(1), 0, 0, 1, 1, np.zeros((2, 3), dtype=np.int64))
        with pytest.raises(AttributeError):
            game.play(1, 0, 0, 1, 1, counts())


# --- dice set aside -------------------------------------------------------------------------------


def setter(rows=4, **change):
    tables = {
        "bank": np.ones((GOAL, rows, 1, 1), dtype=np.uint8),
        "worth": np.zeros((GOAL, rows, 1, 1)),
    }
    return simulate.Setter(*(tables | change).values())


def asides(**change):
    """One die that busts or gains 1, with the same chance."""
    tables = {
        "shares": np.full(2, 2**63, dtype=np.uint64),
        "outcomes": np.array([[0, 0], [1, 1]]),
        "urns": np.array([[0, 1]]),
        "first": np.array([0, 0, 1]),
        "gains": np.array([1]),
        "hands": np.array([1]),
        "chase": np.zeros((0, 1)),
        "one": setter(),
        "other": setter(),
    }
    return simulate.Asides(*(tables | change).values())


def test_dice_set_aside_are_counted():
    found = counts()
    asides().play(SFC64(1), 0, 0, 4000, 1000, found)
    assert found[:, 0].tolist() == [2000, 2000]
    assert (found[:, 1] + found[:, 2]).tolist() == [2000, 2000]
    assert found[0, 1] > found[1, 1] > 600  # who begins is ahead
    # Who banks the last point, with a chance of 2/3 whoever begins, is passed by two with 1/4.
    last, chase = counts(), 0.5 ** np.arange(9.0)[:, None]
    asides(chase=chase).play(SFC64(1), GOAL - 1, GOAL - 1, 4000, 1000, last)
    assert abs(last[0, 1] / 2000 - 7 / 12) < 0.03
    assert abs(last[1, 1] / 2000 - 5 / 12) < 0.03


@pytest.mark.parametrize(
    "change",
    [
        {"urns": np.array([[1, 1]])},
        {"urns": np.array([[0, 1], [0, 1]])},
        {"outcomes": np.array([[0, 0], [2, 1]])},
        {"outcomes": np.array([[-1, 0], [1, 1]])},
        {"first": np.array([0, 0, 2])},
        {"first": np.array([0, 2, 1])},
        {"first": np.array([1, 1, 1])},
        {"gains": np.array([0])},
        {"gains": np.array([2**61])},
        {"hands": np.array([0])},
        {"hands": np.array([2])},
        {"chase": np.array([[0.5], [1.5]])},
        {"chase": np.array([[np.nan]])},
        {"chase": np.ones((3, 2))},
        {"other": setter(rows=5)},
    ],
)
def test_what_is_no_game_of_dice_set_aside(change):
    with pytest.raises(ValueError, match="."):
        asides(**change)


@pytest.mark.parametrize(
    "change",
    [
        {"bank": np.zeros((GOAL, 4, 1, 1), dtype=np.uint8)},  # a turn might never end
        {"worth": np.zeros((GOAL, 3, 1, 1))},
        {"bank": np.ones((0, 4, 1, 1), dtype=np.uint8), "worth": np.zeros((0, 4, 1, 1))},
    ],
)
def test_what_is_no_table_of_who_sets_dice_aside(change):
    with pytest.raises(ValueError, match="table"):
        setter(**change)
