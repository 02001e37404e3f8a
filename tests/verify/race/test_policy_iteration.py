"""Policy iteration in floating point that the proofs of races with wipes begin from."""

from fractions import Fraction

import pytest
from pigverify import certify, check
from pigverify.race.rules import Rules
from pigverify.race.turns import Turns
from pigverify.race.wipes import _Iteration, approximate_all

from pigcore.games import PassThePigs, Race, Roll, TwoDicePig

SMALL = [TwoDicePig(12), Race(Roll({1: "1/3", 4: "1/3"}, wipe="1/3"), 7, "exact", 1)]

KERN = PassThePigs.kern(30)


def guess(game, bits=200, hint=None):
    return approximate_all(Turns(Rules(game)), bits, hint, lambda done, total: None)


def test_chances_beyond_floating_point_are_no_guess():
    close = Race(Roll({1: f"1/{10**40}"}, f"{10**40 - 2}/{10**40}", f"1/{10**40}"), 3)
    assert guess(close) is None
    assert certify(close).ok


@pytest.mark.slow
@pytest.mark.parametrize("game", [TwoDicePig(12), KERN], ids=lambda game: game.name)
def test_a_wrong_guess_costs_time_and_nothing_else(game, monkeypatch):
    right, in_floats = certify(game), _Iteration.in_floats

    def wrong(self, starts):
        return [[1 - value for value in row] for row in in_floats(self, starts)]

    monkeypatch.setattr(_Iteration, "in_floats", wrong)
    report = certify(game)
    assert (report.ok, report.states, report.ties) == (right.ok, right.states, right.ties)
    assert max(report.value[0], right.value[0]) <= min(report.value[1], right.value[1])


def nearly_a_tie(chance):
    """A race to 6 that may be thrown with 2 points banked, or not, as the 25th digit decides."""
    chance = Fraction(chance)
    return Race(Roll({2: chance}, Fraction(7, 8) - chance, "1/8"), 6)


HOLD = nearly_a_tie("0.4380162467211254979223674")
ROLL = nearly_a_tie("0.4380162467211254979223675")


def test_what_is_too_close_for_floating_point_is_decided_in_long_integers():
    """Nor do denominators mislead that leave fixed point few digits."""
    assert check(HOLD, 0, 0, 2).best == ("hold",)
    assert check(ROLL, 0, 0, 2).best == ("roll",)
    assert certify(HOLD).ok
    assert certify(ROLL).ok
