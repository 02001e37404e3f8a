"""A player alone in races of any turn: slowly, in fractions."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from support.turns import Rules, rules, turn_alone, turns

from pigcore import Race, RuleError, solitaire

few = settings(max_examples=20, deadline=None)


def race(rules, **more):
    """The game of some rules, if anybody can win it."""
    try:
        return Race(**rules._asdict(), **more)
    except RuleError:
        assume(False)


def close(found, expected):
    return found == pytest.approx([float(it) for it in expected], rel=1e-11, abs=1e-13)


@few
@given(rules(), st.booleans())
def test_the_highest_chance_to_be_in_time(rules, decline):
    game = race(rules)
    scores = range(0, game.goal, game.unit)
    alone = solitaire(game, "chance", 3, may_decline=decline)
    before = dict.fromkeys(range(game.goal), Fraction(0)) | {game.goal: Fraction(1)}
    for left in range(1, 4):
        before = {game.goal: Fraction(1)} | {
            own: turn_alone(
                rules, own, before.__getitem__, before[rules.after_bust(own)], before[0],
                decline=decline,
            )
            for own in range(game.goal)
        }  # fmt: skip
        assert close(alone.expected[left], [before[own] for own in scores])
    if not decline:
        again = solitaire(game, "chance", 3, policy=alone)
        assert close(again.expected[-1], alone.expected[-1])


@few
@given(rules())
def test_the_fewest_turns(rules):
    game = race(rules)
    scores = range(0, game.goal, game.unit)
    alone = solitaire(game)
    assert close(solitaire(game, policy=alone).expected, alone.expected)
    # From no turns at all upwards: what is infinite never stops growing.
    after = dict.fromkeys(range(game.goal + 1), 0.0)
    for _ in range(300):
        before = after
        after = {game.goal: 0.0} | {
            own: 1.0 + turn_alone(
                rules, own, before.__getitem__, before[rules.after_bust(own)], before[0], choose=min
            )
            for own in range(game.goal)
        }  # fmt: skip
    for own, expected in zip(scores, alone.expected.tolist()):
        if expected == np.inf:
            assert after[own] > before[own] + 1e-9
        elif expected < 15:
            assert after[own] == pytest.approx(expected, rel=1e-6)
        else:
            assert after[own] <= expected * (1 + 1e-9)


def points_left(rules, left, consolation, *, decline=False, cap=14):
    """The most points after so many turns, at each score below a limit, without a goal."""
    worth = [Fraction(score) for score in range(2 * cap + 8)]
    for _ in range(left):
        worth = [
            turn_alone(
                rules, own, worth.__getitem__, worth[own + consolation], worth[0],
                decline=decline, cap=cap,
            )
            for own in range(len(worth) - cap - 2)
        ]  # fmt: skip
    return worth


@pytest.mark.slow
@few
@given(turns(most_gain=2), st.integers(0, 1), st.integers(0, 2), st.booleans())
def test_the_most_points(turn, consolation, least, decline):
    rules = Rules(turn, 4, consolation=consolation, minimum_bank=least)
    game = race(rules)
    try:
        alone = solitaire(game, "points", 2, may_decline=decline)
    except RuleError:  # a turn may go on for ever
        return
    slow = points_left(rules, 2, consolation, decline=decline)
    known = points_left(rules, 2, consolation, decline=decline, cap=10)
    assume(float(slow[0] - known[0]) == 0)  # turns that are cut off are never played
    for own, expected in enumerate(slow[:4]):
        if own % game.unit == 0 and float(expected - known[own]) == 0:
            found = alone.expected[2, own // game.unit]
            assert found == pytest.approx(float(expected), rel=1e-11)
