"""Hog between integers of 126 bits, and what they leave open."""

import dataclasses
from fractions import Fraction

import pytest
from hypothesis import assume, given, settings
from pigverify.hog import certify, rounded
from pigverify.hog.rounded import BITS, ONE
from pigverify.hog.rules import Rules
from support import hogs

from pigcore.games import Hog, RuleError


@pytest.mark.slow
@settings(max_examples=80, deadline=None)
@given(hogs.hogs(max_goal=9))
def test_generated_games_lie_between_their_bounds(given_game):
    rules = Rules(given_game)
    assume(not rules.falls)
    found, brute = rounded.enclosed(rules), hogs.Solved(hogs.plain(given_game))
    for state in rules.states():
        for choice, (low, high) in found.worths(state).items():
            worth = brute.worth(0, *state, choice)[0]
            assert Fraction(low, ONE) <= worth <= Fraction(high, ONE)


# --- what is left open ----------------------------------------------------------------------------


def test_ties_that_are_left_open_are_proved_without_rounding():
    report = certify(dataclasses.replace(Hog.fa13_hijinks(12), max_dice=3))
    brute = hogs.Solved(hogs.term("fa13_hijinks", 12, 3))
    first, second = report.stages
    assert (first.bits, first.states, first.starts) == (BITS, 287, 288)
    assert (second.states, second.starts) == (1, 5)
    assert first.states + second.states == report.states
    assert (report.ties, report.proof.ties) == (23, "equality")
    assert all(best == brute.best(*state) for state, best in report.tied.items())
    assert report.as_dict()["stages"][1] == {"bits": second.bits, "states": 1, "starts": 5}
    assert "5 turn starts computed" in str(report)


def test_what_is_nearly_a_tie_is_none():
    # Who moves at 1 to 1 or ahead wins at once with chance 3^-100 n dice or more, or loses.
    points = lambda points: 9 if points == 300 else 1  # noqa: E731
    report = certify(Hog(3, 100, (3, 3), pig_out=None, points=points), closest=1)
    assert (report.states, report.ties, report.undecided) == (9, 3, 0)
    assert report.best == (100,)
    assert report.closest[0].margin == (Fraction(1, 3**200), Fraction(1, 3**200))
    assert report.stages[1].states == 6


def test_a_game_without_a_choice_has_no_closest_call():
    report = certify(Hog(3, 1))
    assert (report.ok, report.states, report.closest) == (True, 9, ())


# --- where a turn may make no progress ------------------------------------------------------------


def test_a_game_that_can_stand_still_takes_the_other_way(monkeypatch):
    monkeypatch.setattr(rounded, "Rounded", None)
    with pytest.raises(RuleError, match="the players can go on for ever without anybody"):
        certify(Hog(9, 2, bacon=lambda own, opp: 0))
    assert certify(Hog(2, 1, (2, 2), pig_out="pig_out_for_nothing")).proof.bits == 128
