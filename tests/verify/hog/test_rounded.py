"""Hog between integers of 126 bits: compiled and in plain Python, and what they leave open."""

import dataclasses
from array import array
from fractions import Fraction

import pytest
from hypothesis import assume, given, settings
from pigverify import kernels
from pigverify.hog import certify, rounded
from pigverify.hog.exact import Turns
from pigverify.hog.rounded import BITS, ONE, Rounded
from pigverify.hog.rules import Rules
from pigverify.kernels import PLAIN
from support import hogs
from support.commands import ask

from pigcore.games import Hog, RuleError
from pigcore.games.rules import game, named_games

TERMS = [name for name, make in named_games().items() if isinstance(make(), Hog)]


def same(rules):
    """The numbers of the compiled module, after those of plain Python."""
    mine, plain = rounded.enclosed(rules), Rounded(Turns(rules))
    for total in rules.layers:
        plain.settle(total)
    assert type(mine) is not Rounded
    assert mine.near == plain.near
    for state in rules.states():
        assert mine.worths(state) == plain.worths(state)
    return mine


# --- the same integers ----------------------------------------------------------------------------


@pytest.mark.parametrize("name", TERMS)
def test_ready_made_terms_are_proved_by_the_same_integers(name):
    same(Rules(game(name, goal=9)))


def test_the_rest_of_a_game_is_proved_by_the_same_integers():
    same(Rules(Hog.fa13_hijinks(12), lowest=14))


@pytest.mark.slow
@settings(max_examples=80, deadline=None)
@given(hogs.hogs(max_goal=9))
def test_generated_games_are_proved_by_the_same_integers(given_game):
    rules = Rules(given_game)
    assume(not rules.falls)
    found, brute = same(rules), hogs.Solved(hogs.plain(given_game))
    for state in rules.states():
        for choice, (low, high) in found.worths(state).items():
            worth = brute.worth(0, *state, choice)[0]
            assert Fraction(low, ONE) <= worth <= Fraction(high, ONE)


@pytest.mark.parametrize("table", [None, "right", "wrong"])
def test_reports_do_not_depend_on_what_is_compiled(monkeypatch, table):
    hog = dataclasses.replace(Hog.fa13_hijinks(12), max_dice=3)
    found, arrays = rounded.enclosed(Rules(hog)), None
    if table:
        values = [
            [
                [float(found.judgement((i, j, k)).value[0] / ONE) for j in range(12)]
                for i in range(12)
            ]
            for k in (0, 1)
        ]
        values[0][3][4] += 1e-3 * (table == "wrong")
        arrays = dict(zip(("starts", "exchanged"), values))
    mine = certify(hog, arrays).as_dict()
    assert mine["refuted"] == (table == "wrong")
    monkeypatch.setenv(PLAIN, "1")
    assert certify(hog, arrays).as_dict() == mine


def test_plain_python_can_be_asked_for(monkeypatch):
    monkeypatch.setattr(rounded, "_Compiled", None)
    with pytest.raises(TypeError):
        ask("pigverify", "hog:fa24", "--goal", "5", "--all")
    assert ask("pigverify", "hog:fa24", "--goal", "5", "--all", "--plain")


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


def test_rolls_and_scores_that_are_too_many_are_left_to_python(monkeypatch):
    assert type(rounded.enclosed(Rules(Hog(2, 24)))) is not Rounded
    assert type(rounded.enclosed(Rules(Hog(2, 25)))) is Rounded
    monkeypatch.setattr(rounded, "_MOST_PLACES", 10)
    assert type(rounded.enclosed(Rules(Hog(2, 24)))) is Rounded


def test_a_game_without_a_choice_has_no_closest_call():
    report = certify(Hog(3, 1))
    assert (report.ok, report.states, report.closest) == (True, 9, ())


# --- what the module refuses ----------------------------------------------------------------------


def arrays(**other):
    """Goal 1, one coin that shows 1 or 2."""
    zero, one = array("q", [0]), array("q", [0, 1])
    return {
        "winners": array("q", [-1, 1, 1]), "layers": array("q", [0, 0]), "arrivals": array("q"),
        "kinds": zero, "rolls": one, "offsets": array("q", [1]), "runs": array("q", [0, 2]),
        "weights": array("Q", [1, 1]), "divisors": array("Q", [2]), "free": array("q"),
        "near": array("Q", [0]),
    } | other  # fmt: skip


def made(exchange=-1, **other):
    hog = kernels.compiled("hog").Hog
    return hog(1, 1, 1, 3, 1, exchange=exchange, arrays=arrays(**other))


def test_a_game_of_one_state():
    hog = made()
    hog.settle()
    assert hog.payoffs(0, 0, 0) == [(ONE, ONE)]
    with pytest.raises(ValueError, match="every total is settled"):
        hog.settle()
    with pytest.raises(ValueError, match="no state"):
        hog.payoffs(1, 0, 0)


def test_what_is_not_said_may_be_anything():
    assert made(winners=array("q", [-1, -1, 1])).payoffs(0, 0, 0) == [(ONE // 2, ONE)]


@pytest.mark.parametrize(
    "wrong",
    [
        {"winners": array("q", [1])}, {"layers": array("q", [0, 1])},
        {"layers": array("q", [0, 1]), "arrivals": array("q", [3, 0, 0])},
        {"layers": array("q", [0, 1]), "arrivals": array("q", [1, 1, 0])},
        {"kinds": array("q", [1])}, {"rolls": array("q", [0, 2])}, {"offsets": array("q", [2])},
        {"offsets": array("q", [-1])}, {"runs": array("q", [0, 3])},
        {"weights": array("Q", [1, 2])}, {"weights": array("Q", [0, 0])},
        {"weights": array("Q", [1 << 62, 1 << 62]), "divisors": array("Q", [1 << 63])},
        {"divisors": array("Q", [3])}, {"free": array("q", [3])}, {"near": array("q", [0])},
        {"exchange": 3},
    ],
    ids=lambda wrong: next(iter(wrong)),
)  # fmt: skip
def test_numbers_that_lead_out_of_an_array_are_refused(wrong):
    with pytest.raises(ValueError, match=r"out of range|another type or length"):
        made(**wrong)


def test_a_game_that_can_stand_still_takes_the_other_way(monkeypatch):
    monkeypatch.setattr(rounded, "Rounded", None)
    with pytest.raises(RuleError, match="need never end"):
        certify(Hog(9, 2, bacon=lambda own, opp: 0))
    assert certify(Hog(2, 1, (2, 2), pig_out="pig_out_for_nothing")).proof.bits == 256
