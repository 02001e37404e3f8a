"""The most points of a player alone, proved: against every course of the turns in fractions."""

import json
from fractions import Fraction
from functools import cache

import pytest
from pigverify.published.alone import best_alone
from support.commands import ask, refused

import pigcore
from pigcore import Race, Roll

SMALL = Race(Roll({1: "1/4", 3: "1/4"}, bust="1/4", wipe="1/4"), 50)


def in_fractions(game, turns, most):
    """V_n(0), where one never throws with ``most`` points or more."""
    roll = game.turn.roll

    @cache
    def value(n, s):
        return Fraction(s) if n == 0 else at(n, s, 0)

    @cache
    def at(n, s, k):
        held = value(n - 1, s + k)
        if s + k >= most:
            return held
        lost = roll.bust * value(n - 1, s) + roll.wipe * value(n - 1, 0)
        return max(held, lost + sum(p * at(n, s, k + gain) for gain, p in roll.gains))

    return value(turns, 0)


@pytest.mark.parametrize("turns", [1, 2, 3, 4])
def test_the_points_are_those_of_all_courses(turns):
    low, high = best_alone(SMALL, turns).value
    assert low <= in_fractions(SMALL, turns, 12) <= high
    assert high - low < Fraction(1, 10**50)


@pytest.mark.slow
def test_skunk_is_what_the_solitaire_says():
    two_dice = pigcore.TwoDicePig()
    alone = pigcore.solitaire(two_dice, "points", 5, may_decline=True)
    proved = best_alone(two_dice, 5)
    assert float(proved.value[0]) == pytest.approx(alone.points, abs=1e-12)
    for left, table in enumerate(proved.plan, 1):
        for own in range(0, len(table), 7):
            for total, throws in enumerate(table[own]):
                said = alone.policy(own, 0, total, turns=left)
                assert (said == "roll") == throws
    bounds = in_fractions(two_dice, 2, 80)
    low, high = best_alone(two_dice, 2).value
    assert low <= bounds <= high


@pytest.mark.slow
def test_the_command():
    text = ask("pigverify", "alone", "two-dice-pig", "--turns", 2).stdout
    assert text.splitlines()[5].split()[:4] == ["banked", "2", "to", "come"]
    facts = json.loads(ask("pigverify", "alone", "two-dice-pig", "--turns", 2, "--json").stdout)
    assert facts["hold"][1][0] == facts["hold"][0][0] == 19
    low, high = (Fraction(facts["points"][end]) for end in ("low", "high"))
    assert low <= in_fractions(pigcore.TwoDicePig(), 2, 80) <= high
    for words, message in [
        (("pig",), "are proved of races of a single roll that may wipe and where a bust banks not"),
        (("hog",), "but Hog fa13 is none: give one such as two-dice-pig"),
        (("two-dice-pig", "--turns", 0), "turns is 0, but must be between 1 and 50"),
        (("two-dice-pig", "--turns", 51), "turns is 51, but must be between 1 and 50"),
    ]:
        refused(ask("pigverify", "alone", *words), "pigverify", message)
