"""What follows a turn, and what may be done in it, rule by rule.

Solvers number their own turn starts; the slow reference, which is compared with them over generated
rules, plays by these functions.
"""

from fractions import Fraction

import pytest

from pigcore.games import BUST, WIPE, Pig, Race, Roll, Turn, gain
from pigcore.games.starts import Start, bank, bust, first, left, may, score_after, wipe

COIN, DIE = Roll.coin(), Roll.die(6)
WON, LOST, HALF = (1, 0), (0, 1), (Fraction(1, 2),) * 2
OBLIGED = Turn(
    {"free": {BUST: "1/4", gain(1, "must"): "1/2", gain(1, "over"): "1/4"},
     "must": {BUST: "1/2", WIPE: "1/4", gain(2, "free"): "1/4"}, "over": None}.get,
    start="free", may_bank=lambda mode: mode != "must",
)  # fmt: skip
FREE, MUST, OVER = map(OBLIGED.place, ("free", "must", "over"))
BOTH, BANK, THROW, NEITHER = (True, True), (True, False), (False, True), (False, False)
FALLING = {"busts_in_a_row": 2, "penalty": 5, "floor": -6, "minimum_bank": 3,
           "minimum_to_win": True}  # fmt: skip
EXACT = Race(Roll({2: "1/2", 3: "1/4"}, bust="1/4"), 10, "exact")
SOFT = Race(Roll({2: "1/2", 3: "1/4"}, bust="1/4"), 10, "exact", consolation=2)
LAST, SHARED = (Race(DIE, 20, end="last_turn", tie=tie) for tie in ("first", "half"))
ROUND, FELL = Race(DIE, 20, end="equal_turns"), Race(DIE, 20, **FALLING)
THREE = Race(DIE, 20, players=3, end="last_turn", tie="half")
THERE, ROUNDS = (Race(DIE, 20, players=3, end=end) for end in ("last_turn", "equal_turns"))


@pytest.mark.parametrize(
    ("race", "start", "points", "then"),
    [  # None is a bust
        (Pig(20), Start((3, 5)), 16, Start((5, 19))),
        (Pig(20), Start((3, 5)), 17, WON),
        (Pig(20), Start((3, 5)), None, Start((5, 3))),
        (Pig(20, players=4), Start((1, 2, 3, 4)), 7, Start((2, 3, 4, 8))),
        (Pig(20, players=4), Start((1, 2, 3, 4)), 19, (1, 0, 0, 0)),
        (Race(DIE, 20, may_pass=True), Start((3, 5)), 0, Start((5, 3))),
        (SOFT, Start((7, 5)), 3, WON),
        (SOFT, Start((7, 5)), 4, Start((5, 9))),  # too many points are a bust
        (SOFT, Start((8, 5)), None, WON),
        (EXACT, Start((7, 5)), 2, Start((5, 9))),
        (EXACT, Start((7, 9)), 2, HALF),  # nobody wins any more
        (Race(DIE, 20, consolation=3), Start((5, 9)), None, Start((9, 8))),
        (Race(DIE, 20, consolation=3), Start((18, 9)), None, WON),
        (LAST, Start((15, 3)), 8, Start((3, 23))),
        (LAST, Start((3, 23)), None, LOST),
        (LAST, Start((3, 23)), 20, LOST),  # equal scores are not enough
        (LAST, Start((3, 23)), 21, WON),
        (SHARED, Start((3, 23)), 20, HALF),
        (ROUND, Start((3, 5)), 8, Start((5, 11), 2)),
        (ROUND, Start((5, 11), 2), 8, Start((11, 13), 1)),
        (ROUND, Start((3, 5)), 18, Start((5, 21), 2)),
        (ROUND, Start((3, 5), 2), 18, WON),  # the round is over
        (THREE, Start((15, 3, 18)), 6, Start((3, 18, 21))),
        (THREE, Start((3, 18, 21)), 18, Start((18, 21, 21))),  # who ties
        (THREE, Start((18, 21, 21)), None, (0, *HALF)),
        (THREE, Start((18, 21, 21)), 3, (Fraction(1, 3),) * 3),
        (THREE, Start((18, 21, 21)), 4, (1, 0, 0)),
        (THERE, Start((18, 21, 21)), 3, (0, 1, 0)),  # who had it first
        (ROUNDS, Start((15, 3, 18), 2), 5, Start((3, 18, 20), 3)),
        (ROUNDS, Start((15, 3, 18), 3), 5, (1, 0, 0)),
        (FELL, Start((4, 7), 1, (0, 1)), None, Start((7, 4), 1, (1, 1))),
        (FELL, Start((4, 7), 1, (1, 1)), None, Start((7, -1), 1, (1, 0))),
        (FELL, Start((-4, 7), 1, (1, 1)), None, Start((7, -6), 1, (1, 0))),
        (FELL, Start((4, 7), 1, (1, 1)), 3, Start((7, 7), 1, (1, 0))),
        (FELL, Start((19, 7), 1, (0, 0)), 3, WON),
        (Race(COIN, 20, other=DIE), Start((0, 0)), 1, Start((0, 1), 2)),
        (Race(COIN, 20, other=DIE), Start((0, 1), 2), None, Start((1, 0), 1)),
    ],
)
def test_what_follows_a_turn(race, start, points, then):
    assert (bust(race, start) if points is None else bank(race, start, points)) == then


@pytest.mark.parametrize(
    ("race", "start", "points", "mode", "offered"),
    [
        (Pig(20), Start((3, 5)), 0, 0, THROW),
        (Pig(20), Start((3, 5)), 2, 0, BOTH),
        (Pig(20), Start((3, 5)), 17, 0, BANK),
        (Race(OBLIGED, 20), Start((9, 5)), 3, MUST, THROW),
        (Race(OBLIGED, 20), Start((9, 5)), 3, OVER, BANK),
        (Race(OBLIGED, 20), Start((19, 5)), 1, MUST, THROW),  # nor with the goal reached
        (Race(OBLIGED, 20, win="reach"), Start((19, 5)), 1, MUST, BANK),
        (Race(OBLIGED, 20, minimum_bank=3), Start((9, 5)), 1, OVER, NEITHER),  # a bust
        (Race(DIE, 20, may_pass=True), Start((3, 5)), 0, 0, BOTH),
        (Race(DIE, 20, win="bank"), Start((3, 5)), 17, 0, BOTH),
        (Race(DIE, 20, opening=7, minimum_bank=3), Start((0, 5)), 6, 0, THROW),
        (Race(DIE, 20, opening=7, minimum_bank=3), Start((0, 5)), 7, 0, BOTH),
        (Race(DIE, 20, opening=7, minimum_bank=3), Start((1, 5)), 2, 0, THROW),
        (Race(DIE, 20, opening=7, minimum_bank=3), Start((1, 5)), 3, 0, BOTH),
        (Race(DIE, 20, opening=7, minimum_bank=3), Start((19, 5)), 1, 0, BANK),  # which wins
        (SOFT, Start((7, 5)), 4, 0, NEITHER),
        (SOFT, Start((7, 5)), 3, 0, BANK),
        (LAST, Start((3, 23)), 20, 0, THROW),
        (LAST, Start((3, 23)), 21, 0, BANK),
        (LAST, Start((15, 3)), 8, 0, BOTH),  # who has the goal may go on
        (ROUND, Start((3, 5)), 17, 0, BOTH),
        (ROUND, Start((3, 5), 2), 17, 0, BANK),
        (THREE, Start((3, 18, 21)), 19, 0, BOTH),  # somebody follows
        (THREE, Start((18, 21, 21)), 4, 0, BANK),
        (THREE, Start((18, 21, 21)), 2, 0, THROW),
        (FELL, Start((19, 7), 1, (0, 0)), 2, 0, THROW),  # not even to win
        (FELL, Start((19, 7), 1, (0, 0)), 3, 0, BANK),
    ],
)
def test_what_may_be_done(race, start, points, mode, offered):
    assert may(race, start, points, mode) == offered


def test_where_a_game_starts_and_who_has_a_last_turn():
    assert (first(Pig(20)), first(Pig(20), (3, 5))) == (Start((0, 0)), Start((3, 5)))
    assert first(FELL) == Start((0, 0), 1, (0, 0))
    assert wipe(Race(OBLIGED, 20), Start((9, 5))) == Start((5, 0))
    assert [left(THREE, Start(s)) for s in ((15, 3, 18), (3, 18, 21), (18, 21, 21))] == [0, 2, 1]
    assert [Race(COIN, 20, other=DIE).turn_of(n).roll for n in (1, 2)] == [COIN, DIE]
    assert score_after(SOFT, Start((9, 5))) == 9  # the consolation would lead past it


@pytest.mark.parametrize("end", ["last_turn", "equal_turns"])
def test_a_tie_that_is_played_on(end):
    race, second = Race(DIE, 20, end=end, tie="play_on"), 1 + (end == "equal_turns")
    off = bank(race, Start((3, 23), second), 20)
    assert off == Start((23, 23), 1, (), 1)
    assert (left(race, off), may(race, off, 5, 0)) == (2, BOTH)
    reply = bank(race, off, 5)
    assert reply == Start((23, 28), second, (), 2)
    assert (bust(race, reply), bank(race, reply, 6)) == (LOST, WON)
    assert bank(race, reply, 5) == Start((28, 28), 1, (), 1)
    assert [may(race, reply, points, 0) for points in (4, 5, 6)] == [THROW, BOTH, BANK]
    assert bust(race, bust(race, off)) == off
