"""What follows a turn, and what may be done in it, rule by rule."""

from fractions import Fraction

import pytest

from pigcore.games import BUST, WIPE, Pig, Race, Roll, Turn, gain
from pigcore.games.starts import (
    Start,
    bank,
    bust,
    first,
    left,
    may,
    may_bank,
    may_throw,
    score_after,
    turn,
    wipe,
)

COIN, DIE = Roll.coin(), Roll.die(6)
WON, LOST, HALF = (1, 0), (0, 1), (Fraction(1, 2),) * 2
OBLIGED = Turn(
    {"free": {BUST: "1/4", gain(1, "must"): "1/2", gain(1, "over"): "1/4"},
     "must": {BUST: "1/2", WIPE: "1/4", gain(2, "free"): "1/4"}, "over": None}.get,
    start="free", may_bank=lambda mode: mode != "must",
)  # fmt: skip
FREE, MUST, OVER = map(OBLIGED.place, ("free", "must", "over"))


def test_who_has_the_goal_wins():
    race = Pig(20)
    assert first(race) == Start((0, 0))
    assert first(race, (3, 5)) == Start((3, 5))
    assert bank(race, Start((3, 5)), 16) == Start((5, 19))
    assert bank(race, Start((3, 5)), 17) == bank(race, Start((3, 5)), 22) == WON
    assert bust(race, Start((3, 5))) == Start((5, 3))
    assert may(race, Start((3, 5)), 0, 0) == (False, True)
    assert may(race, Start((3, 5)), 2, 0) == (True, True)
    assert may(race, Start((3, 5)), 17, 0) == (True, False)


def test_the_others_follow_in_the_order_of_their_moves():
    race = Pig(20, players=4)
    assert bank(race, Start((1, 2, 3, 4)), 7) == Start((2, 3, 4, 8))
    assert bank(race, Start((1, 2, 3, 4)), 19) == (1, 0, 0, 0)


def test_a_wipe_costs_the_banked_score():
    race = Race(OBLIGED, 20)
    assert wipe(race, Start((9, 5))) == Start((5, 0))
    assert may_throw(race, Start((9, 5)), 3, MUST)
    assert not may_bank(race, Start((9, 5)), 3, MUST)
    assert may(race, Start((9, 5)), 3, OVER) == (True, False)
    assert may(race, Start((19, 5)), 1, MUST) == (False, True)  # nor with the goal reached
    assert may(Race(OBLIGED, 20, win="reach"), Start((19, 5)), 1, MUST) == (True, False)


def test_a_turn_may_be_passed():
    race = Race(DIE, 20, may_pass=True)
    assert may(race, Start((3, 5)), 0, 0) == (True, True)
    assert bank(race, Start((3, 5)), 0) == Start((5, 3))
    assert may(Race(DIE, 20), Start((3, 5)), 0, 0) == (False, True)
    assert may(Race(DIE, 20, win="bank"), Start((3, 5)), 17, 0) == (True, True)
    stuck = Race(OBLIGED, 20, minimum_bank=3)
    assert may(stuck, Start((9, 5)), 1, OVER) == (False, False)  # a bust


def test_least_points():
    race = Race(DIE, 20, opening=7, minimum_bank=3)
    assert [may_bank(race, Start((0, 5)), t, 0) for t in (6, 7)] == [False, True]
    assert [may_bank(race, Start((1, 5)), t, 0) for t in (2, 3)] == [False, True]
    assert may_bank(race, Start((19, 5)), 1, 0)  # which wins


def test_a_goal_to_be_hit():
    race = Race(Roll({2: "1/2", 3: "1/4"}, bust="1/4"), 10, "exact", consolation=2)
    assert bank(race, Start((7, 5)), 3) == WON
    assert bank(race, Start((7, 5)), 4) == bust(race, Start((7, 5))) == Start((5, 9))
    assert may(race, Start((7, 5)), 4, 0) == (False, False)
    assert may(race, Start((7, 5)), 3, 0) == (True, False)
    assert bust(race, Start((8, 5))) == WON
    assert score_after(race, Start((9, 5))) == 9  # the consolation would lead past it
    plain = Race(Roll({2: "1/2", 3: "1/4"}, bust="1/4"), 10, "exact")
    assert plain.dead[9]
    assert bank(plain, Start((7, 5)), 2) == Start((5, 9))
    assert bank(plain, Start((7, 9)), 2) == HALF  # nobody wins any more


def test_a_consolation():
    race = Race(DIE, 20, consolation=3)
    assert bust(race, Start((5, 9))) == Start((9, 8))
    assert bust(race, Start((18, 9))) == WON
    assert score_after(race, Start((18, 9))) == 21


def test_a_last_turn():
    race = Race(DIE, 20, end="last_turn")
    last = bank(race, Start((15, 3)), 8)
    assert last == Start((3, 23))
    assert left(race, last) == 1
    assert bust(race, last) == LOST
    assert bank(race, last, 20) == LOST  # equal scores are not enough
    assert bank(race, last, 21) == WON
    assert may(race, last, 20, 0) == (False, True)
    assert may(race, last, 21, 0) == (True, False)
    assert may(race, Start((15, 3)), 8, 0) == (True, True)  # who has the goal may go on
    assert bank(Race(DIE, 20, end="last_turn", tie="half"), last, 20) == HALF


def test_equal_turns_have_seats():
    race = Race(DIE, 20, end="equal_turns")
    assert bank(race, Start((3, 5)), 8) == Start((5, 11), 2)
    assert bank(race, Start((5, 11), 2), 8) == Start((11, 13), 1)
    assert bank(race, Start((3, 5)), 18) == Start((5, 21), 2)
    assert bank(race, Start((3, 5), 2), 18) == WON  # the round is over
    assert may(race, Start((3, 5)), 17, 0) == (True, True)
    assert may(race, Start((3, 5), 2), 17, 0) == (True, False)


def test_several_have_last_turns():
    race = Race(DIE, 20, players=3, end="last_turn", tie="half")
    one = bank(race, Start((15, 3, 18)), 6)
    assert one == Start((3, 18, 21))
    assert left(race, one) == 2
    two = bank(race, one, 18)  # who ties
    assert two == Start((18, 21, 21))
    assert left(race, two) == 1
    assert bust(race, two) == (0, Fraction(1, 2), Fraction(1, 2))
    assert bank(race, two, 3) == (Fraction(1, 3),) * 3
    assert bank(race, two, 4) == (1, 0, 0)
    assert may(race, one, 19, 0) == (True, True)  # somebody follows
    assert may(race, two, 4, 0) == (True, False)
    assert may(race, two, 2, 0) == (False, True)
    there = Race(DIE, 20, players=3, end="last_turn")
    assert bust(there, two) == bank(there, two, 3) == (0, 1, 0)  # who had it first
    rounds = Race(DIE, 20, players=3, end="equal_turns")
    assert bank(rounds, Start((15, 3, 18), 2), 5) == Start((3, 18, 20), 3)
    assert bank(rounds, Start((15, 3, 18), 3), 5) == (1, 0, 0)


@pytest.mark.parametrize("end", ["last_turn", "equal_turns"])
def test_a_tie_that_is_played_on(end):
    race, second = Race(DIE, 20, end=end, tie="play_on"), 1 + (end == "equal_turns")
    off = bank(race, Start((3, 23), second), 20)
    assert off == Start((23, 23), 1, (), 1)
    assert left(race, off) == 2
    assert may(race, off, 5, 0) == (True, True)
    reply = bank(race, off, 5)
    assert reply == Start((23, 28), second, (), 2)
    assert bust(race, reply) == LOST
    assert bank(race, reply, 6) == WON
    assert bank(race, reply, 5) == Start((28, 28), 1, (), 1)
    assert may(race, reply, 4, 0) == (False, True)
    assert may(race, reply, 5, 0) == (True, True)
    assert may(race, reply, 6, 0) == (True, False)
    assert bust(race, bust(race, off)) == off


def test_busts_in_a_row():
    race = Race(DIE, 20, busts_in_a_row=2, penalty=5, floor=-6, minimum_bank=3, minimum_to_win=True)
    assert first(race) == Start((0, 0), 1, (0, 0))
    assert bust(race, Start((4, 7), 1, (0, 1))) == Start((7, 4), 1, (1, 1))
    assert bust(race, Start((4, 7), 1, (1, 1))) == Start((7, -1), 1, (1, 0))
    assert bust(race, Start((-4, 7), 1, (1, 1))) == Start((7, -6), 1, (1, 0))
    assert bank(race, Start((4, 7), 1, (1, 1)), 3) == Start((7, 7), 1, (1, 0))
    assert may(race, Start((19, 7), 1, (0, 0)), 2, 0) == (False, True)  # not even to win
    assert may(race, Start((19, 7), 1, (0, 0)), 3, 0) == (True, False)
    assert bank(race, Start((19, 7), 1, (0, 0)), 3) == WON


def test_different_turns():
    race = Race(COIN, 20, other=DIE)
    assert turn(race, first(race)).roll == COIN
    theirs = bank(race, first(race), 1)
    assert theirs == Start((0, 1), 2)
    assert turn(race, theirs).roll == DIE
    assert bust(race, theirs) == Start((1, 0), 1)
