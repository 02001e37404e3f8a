"""Parties in fractions: against trying everything, against the solver, and what is refused."""

from fractions import Fraction

import pigverify
import pytest
from support.party_in_fractions import SlowParty

import pigcore
from pigcore.study.exact_values import party
from pigcore.study.exact_values.party import PartyInFractions

SMALL = {
    "piglet": (pigcore.Piglet(3), 3),
    "four": (pigcore.Piglet(2), 4),
    "exact": (pigcore.Race(pigcore.Roll({1: "1/3", 2: "1/3"}, bust="1/3"), 3, "exact"), 3),
    "dead": (pigcore.Race(pigcore.Roll({2: "1/2", 3: "1/4"}, bust="1/4"), 3, "exact"), 3),
    "consolation": (pigcore.Race(pigcore.Roll.coin(), 3, consolation=1), 3),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", SMALL)
def test_fractions_are_those_of_trying_everything(name):
    race, players = SMALL[name]
    game = race.seated(players)
    slow = SlowParty(game)
    for scores, values in slow.values.items():
        assert PartyInFractions(game).chances(scores) == tuple(values), scores
        assert pigcore.exact(game, *scores) == values[0]


@pytest.mark.slow
@pytest.mark.parametrize(
    "game",
    [
        pigcore.Piglet(8, players=3),
        pigcore.Pig(48, players=3),
        pigcore.HoldOrContinue(12, players=4),
    ],
    ids=repr,
)
def test_the_solver_is_right_to_its_last_digits(game):
    found = PartyInFractions(game).chances((0,) * game.players)
    assert sum(found) == 1
    assert pigcore.solve(game).win(*[0] * game.players) == pytest.approx(
        [float(it) for it in found], abs=1e-15
    )


def test_a_party_of_two_is_the_race():
    race = pigcore.Piglet(7)
    for own, opp in ((0, 0), (3, 5), (6, 0)):
        assert pigcore.exact(race.seated(2), own, opp) == pigcore.exact(race, own, opp)


def test_decisions_that_doubles_cannot_tell_are_compared_in_fractions():
    """Every decision open, and begun with the wrong action."""
    game = pigcore.Piglet(4, players=3)
    right = PartyInFractions(game)
    found = PartyInFractions(game)
    found._trusted = 2.0
    plan = found._plan

    def begun_wrong(scores):
        rolls, near = plan(scores)
        return [not it for it in rolls], near

    found._plan = begun_wrong
    for scores in ((0, 0, 0), (1, 2, 0), (3, 0, 2)):
        assert found.chances(scores) == right.chances(scores)


@pytest.mark.slow
def test_a_value_of_a_party_prints_saves_and_is_enclosed_by_the_verifier(tmp_path):
    game = pigcore.Pig(10, players=3)
    value = pigcore.exact(game)
    assert repr(value) == "<Pig for three, own 0, next 0, third 0: 60466176/95376961>"
    value.save(tmp_path / "it.exact")
    assert pigcore.ExactValue.load(tmp_path / "it.exact") == value
    low, high = pigverify.check(game, 0, 0, 0).value
    assert low <= value <= high
    assert pigverify.judge(value).outcome != "refuted"
    wrong = pigcore.ExactValue(game, (0, 0, 0), value.numerator + 1, value.denominator)
    assert pigverify.judge(wrong).outcome == "refuted"
    assert value.digits(20) == f"{float(Fraction(value)):.20f}"[:17] + value.digits(20)[17:]


def test_what_has_no_fraction_says_so(monkeypatch):
    game = pigcore.Piglet(4, players=3)
    solved = pigcore.solve(game)
    known = {"cells": (), "error_bound": solved.error_bound, "tolerance": solved.tolerance}
    mixed = type(solved)(game, solved.starts, {4 * 4 * 0 + 4 * 1 + 2: (2, 0.5)}, **known)
    with pytest.raises(pigcore.RuleError, match="own 0, next 1, third 2, total 0 a player of"):
        PartyInFractions(game, mixed).chances((0, 1, 2))
    assert PartyInFractions(game, mixed).chances((3, 0, 2))  # from where nobody comes there
    with pytest.raises(
        pigcore.SizeError, match="have 1,000,000 tuples of scores, but exact values"
    ):
        pigcore.exact(pigcore.Pig(100, players=3))
    with pytest.raises(pigcore.StateError, match="only starts of turns"):
        pigcore.exact(game, 0, 0, 0, 2)
    monkeypatch.setattr(party, "MOST_TUPLES", 3)
    with pytest.raises(pigcore.SizeError, match="can come to more than 3 tuples of scores"):
        pigcore.exact(game)
