"""Farkle without an opponent: figures that were published, and tiny games in fractions."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from support.farkle_in_fractions import farkles
from support.turns import Rules, turn_alone

import pigcore


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "points", "limits"),
    [
        # Busche and Neller 2017, with these thresholds.
        (pigcore.Farkle.minimal(), 446.571440343728, [250, 250, 400, 1000, 2900]),
        (pigcore.Farkle.standard(), 542.0632439993, None),
        (pigcore.Farkle.kcd(), 564.4376204139, None),
        (pigcore.Farkle.zilch(), 623.0174889748, None),
    ],
)
def test_the_best_turns(game, points, limits):
    found = pigcore.solitaire(game, "points_per_turn")
    assert found.value == pytest.approx(points, abs=1e-9)
    if limits:
        assert found.policy[0, :5].tolist() == limits
        # A rule with these thresholds does the same.
        rule = pigcore.bank_by_dice(limits, aside="best_turn")
        # The goal cuts very few of its turns short.
        given_rule = pigcore.solitaire(game, "points_per_turn", policy=rule)
        assert given_rule.value == pytest.approx(points, abs=1e-9)


@pytest.mark.slow
def test_three_busts_in_a_row():
    game = pigcore.Farkle.zilch(penalty=500)
    found = pigcore.solitaire(game, "points_per_turn")
    assert found.value == pytest.approx(620.855, abs=5e-4)  # as published
    many = pigcore.solitaire(game, "points", turns=14)
    gain = many.expected[14, 0] - many.expected[13, 0]
    assert gain == pytest.approx(found.value, abs=1e-6)
    rule = pigcore.bank_at(350)
    given_rule = pigcore.solitaire(game, "points_per_turn", policy=rule)
    assert given_rule.value < found.value
    many = pigcore.solitaire(game, "points", turns=40, policy=rule)
    assert many.expected[40] - many.expected[39] == pytest.approx(given_rule.value, abs=1e-9)


@pytest.mark.slow
@settings(max_examples=10, deadline=None)
@given(farkles(last_turn=False))
def test_chances_and_turns_are_those_in_fractions(game):
    rules = Rules(game.turn, game.goal, opening=game.opening, minimum_bank=game.minimum_bank)
    scores = range(0, game.goal, game.unit)
    before = dict.fromkeys(scores, Fraction(0)) | {game.goal: Fraction(1)}
    found = pigcore.solitaire(game, "chance", turns=3)
    for left in range(1, 4):
        before |= {
            own: turn_alone(rules, own, before.copy().__getitem__, before[own], 0) for own in scores
        }
        expected = [float(before[own]) for own in scores]
        assert found.expected[left].tolist() == pytest.approx(expected, abs=1e-13)

    turns = pigcore.solitaire(game, "turns")
    known = dict(zip(scores, turns.expected.tolist())) | {game.goal: 0.0}
    if float("inf") in known.values():
        return
    for own in scores:
        # E = 1 + the least that a turn leaves to expect.
        again = 1 + turn_alone(rules, own, known.__getitem__, known[own], 0, choose=min)
        assert float(again) == pytest.approx(known[own], rel=1e-11)


@settings(max_examples=6, deadline=None)
@given(farkles(last_turn=False))
def test_a_policy_is_never_better(game):
    rule = pigcore.bank_at(2 * game.unit)
    for objective, turns in (("turns", None), ("chance", 3)):
        best = pigcore.solitaire(game, objective, turns).value
        value = pigcore.solitaire(game, objective, turns, rule).value
        assert value >= best - 1e-12 if objective == "turns" else value <= best + 1e-12
    chance = pigcore.solitaire(game, "chance", 2, pigcore.random_play()).value
    assert 0 <= chance <= 1


def test_what_cannot_be_asked():
    zilch = pigcore.Farkle.zilch(penalty=500)
    for objective, turns in (("turns", None), ("chance", 3)):
        with pytest.raises(pigcore.RuleError, match="penalty is 500.* or ask for 'points'"):
            pigcore.solitaire(zilch, objective, turns)
    with pytest.raises(pigcore.RuleError, match="opening is 500"):
        pigcore.solitaire(pigcore.Farkle.minimal(opening=500), "points_per_turn")
