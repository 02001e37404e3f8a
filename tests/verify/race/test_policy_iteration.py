"""Policy iteration in floating point that the proofs of races with wipes begin from."""

from collections import Counter
from fractions import Fraction

import pytest
from pigverify import certify, check
from pigverify.race import newton
from pigverify.race.policy_iteration import Approximation, iterate_policies
from pigverify.race.rules import Rules
from support.race_in_fractions import solve_exact

from pigcore.games import PassThePigs, Race, Roll, TwoDicePig

SMALL = [TwoDicePig(12), Race(Roll({1: "1/3", 4: "1/3"}, wipe="1/3"), 7, "exact", 1)]

KERN = PassThePigs.kern(30)


def silent(done, total):
    pass


@pytest.mark.slow
@pytest.mark.parametrize("game", SMALL, ids=lambda game: game.name)
def test_a_guess_is_close(game):
    found = iterate_policies(Rules(game), None, silent)
    for (i, j), value in solve_exact(game).items():
        assert found.starts[i][j] == pytest.approx(float(value), abs=1e-13)


def test_a_hint_that_is_right_leaves_nothing_to_do():
    rules = Rules(TwoDicePig(12))
    first = iterate_policies(rules, None, silent)
    again = iterate_policies(rules, first.starts, silent)
    assert again.rolls == first.rolls


def test_chances_beyond_floating_point_are_no_guess():
    close = Race(Roll({1: f"1/{10**40}"}, f"{10**40 - 2}/{10**40}", f"1/{10**40}"), 3)
    assert iterate_policies(Rules(close), None, silent) is None


@pytest.mark.slow
@pytest.mark.parametrize("game", [TwoDicePig(12), KERN], ids=lambda game: game.name)
def test_a_wrong_guess_costs_time_and_nothing_else(game, monkeypatch):
    right = certify(game)

    def wrong(rules, hint, progress):
        found = iterate_policies(rules, hint, progress)
        starts = [[1 - value for value in row] for row in found.starts]
        return Approximation(
            starts, {pair: bytes(len(rolls)) for pair, rolls in found.rolls.items()}, []
        )

    monkeypatch.setattr(newton, "iterate_policies", wrong)
    report = certify(game)
    assert (report.ok, report.states, report.ties) == (right.ok, right.states, right.ties)
    assert max(report.value[0], right.value[0]) <= min(report.value[1], right.value[1])
    monkeypatch.setattr(newton, "iterate_policies", lambda rules, hint, progress: None)
    assert certify(game).ok


@pytest.mark.parametrize("game", [TwoDicePig(30), KERN], ids=lambda game: game.name)
def test_long_integers_are_computed_with_twice(game, monkeypatch):
    """For the enclosure; floating point knows the decisions of a turn without a close call."""
    count = Counter()
    computed = Rules.throw_payoffs

    def counted(self, own, *rest, **more):
        count[own] += 1
        return computed(self, own, *rest, **more)

    monkeypatch.setattr(Rules, "throw_payoffs", counted)
    assert certify(game).ok
    assert sum(count.values()) < 2.2 * game.goal**2


def nearly_a_tie(chance):
    """A race to 6 that may be thrown with 2 points banked, or not, as the 25th digit decides."""
    chance = Fraction(chance)
    return Race(Roll({2: chance}, Fraction(7, 8) - chance, "1/8"), 6)


HOLD = nearly_a_tie("0.4380162467211254979223674")
ROLL = nearly_a_tie("0.4380162467211254979223675")


def test_what_is_too_close_for_floating_point_is_said_to_be():
    for game in HOLD, ROLL:
        found = iterate_policies(Rules(game), None, silent)
        assert (0, 0) in found.unclear
        assert set(found.unclear) < set(found.rolls)


def test_what_is_too_close_for_floating_point_is_decided_in_long_integers():
    """Nor do denominators mislead that leave fixed point few digits."""
    assert check(HOLD, 0, 0, 2).best == ("hold",)
    assert check(ROLL, 0, 0, 2).best == ("roll",)
    assert certify(HOLD).ok
    assert certify(ROLL).ok
