"""Exact values of three players or more: against trying everything, and what is refused."""

from fractions import Fraction
from unittest import mock

import pigverify
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from support import turns
from support.parties import SEVERAL
from support.party_in_fractions import SlowParty

import pigcore
from pigcore.solvers.race import RaceSolution
from pigcore.study.exact_values import race

COIN = pigcore.Roll.coin()
SMALL = {
    "piglet": pigcore.Piglet(3, players=3),
    "four": pigcore.Piglet(2, players=4),
    "exact": pigcore.Race(
        pigcore.Roll({1: "1/3", 2: "1/3"}, bust="1/3"), 3, "exact", players=3
    ),
    "dead": pigcore.Race(pigcore.Roll({2: "1/2", 3: "1/4"}, bust="1/4"), 3, "exact", players=3),
    "consolation": pigcore.Race(COIN, 3, consolation=1, players=3),
    "farkle": pigcore.Farkle({"1": 1, "1 1": 3, "2 2": 1}, 3, 2, 3).seated(3),
}  # fmt: skip
HOW = st.sampled_from(["doubles", "open", "wrong"])


@pytest.mark.slow
@pytest.mark.parametrize("name", SMALL)
def test_small_parties_are_those_of_trying_everything(name):
    agrees(SMALL[name], "doubles")


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(turns.rules(most_goal=4, wipes=False), st.sampled_from([3, 3, 3, 4]), HOW)
def test_any_turn_is_that_of_trying_everything(rules, players, how):
    """Every turn start; with every decision open, too, the likeliest action first or last."""
    try:
        game = pigcore.Race(**rules._asdict(), players=players if rules.goal < 4 else 3)
    except pigcore.RuleError:  # nobody can win
        assume(False)
    agrees(game, how)


def agrees(game, how):
    """Compare every turn start, by what doubles decide or with every decision open."""
    slow = SlowParty(game)
    likely = race.RaceRules.likely

    def least_likely(self, state):
        return (likely(self, state) + 1) % len(self.rows(state))

    trusted = mock.patch.object(RaceSolution, "_disputed_below", 1e-9 if how == "doubles" else 2.0)
    begun = mock.patch.object(race.RaceRules, "likely", least_likely if how == "wrong" else likely)
    with trusted, begun:
        for scores, values in slow.values.items():
            try:
                assert pigcore.exact(game, *scores) == values[0], scores
            except pigcore.RuleError:
                # By wrong decisions a game may never end, or come to another equilibrium.
                assume(how != "wrong")
                raise


@pytest.mark.slow
@pytest.mark.parametrize(
    "game", [pigcore.Pig(48, players=3), pigcore.game("pig:three-throws", goal=12).seated(4)],
    ids=repr,
)  # fmt: skip
def test_the_solver_is_right_to_its_last_digits(game):
    assert float(pigcore.exact(game)) == pytest.approx(pigcore.solve(game).value, abs=1e-15)


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


def test_a_choice_that_doubles_cannot_tell_has_no_exact_value():
    """A decision in a cell of several equilibria is begun wrong, which is put right at once."""
    game = SEVERAL[4]
    (cell, *_) = [each.scores for each in pigcore.solve(game).cells]
    likely = race.RaceRules.likely

    def begun_wrong(self, state):
        last = state[:4] == cell and state[5] == game.goal - cell[0] - 1
        return likely(self, state) ^ last

    with (
        mock.patch.object(RaceSolution, "_disputed_below", 2.0),
        mock.patch.object(race.RaceRules, "likely", begun_wrong),
        pytest.raises(pigcore.RuleError, match="which of several equilibria of .* is the first"),
    ):
        pigcore.exact(game)


def test_what_has_no_fraction_says_so(monkeypatch):
    game = pigcore.Piglet(4, players=3)
    solved = pigcore.solve(game)
    known = {"cells": (), "error_bound": solved.error_bound, "tolerance": solved.tolerance}
    mixed = type(solved)(game, solved.starts, {4 * 4 * 0 + 4 * 1 + 2: (2, 0.5)}, **known)
    with monkeypatch.context() as patch:
        patch.setattr(race, "solve", lambda game: mixed)
        with pytest.raises(pigcore.RuleError, match="own 0, next 1, third 2, total 0 a player of"):
            pigcore.exact(game, 0, 1, 2)
        assert pigcore.exact(game, 3, 0, 2)  # from where nobody comes there
    with pytest.raises(
        pigcore.SizeError, match="have 1,000,000 tuples of scores, but exact values"
    ):
        pigcore.exact(pigcore.Pig(100, players=3))
    with pytest.raises(pigcore.StateError, match="only starts of turns"):
        pigcore.exact(game, 0, 0, 0, 2)
    monkeypatch.setattr(race, "MOST_TUPLES", 3)
    with pytest.raises(pigcore.SizeError, match="can come to more than 3 tuples of scores"):
        pigcore.exact(game)
