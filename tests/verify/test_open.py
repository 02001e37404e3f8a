"""What is open is never said to be certified, whatever the family; nearly tied is no tie."""

import random
from fractions import Fraction

import pigverify
import pytest
from pigverify import check_certificate, write_certificate

from pigcore.games import BUST, Bag, Race, Roll, Turn, gain


def test_an_option_that_stays_open_where_busts_cost_points():
    """There is no state in which one may bank or throw, and the intervals stay wide."""
    turn = Turn(
        {
            "start": {BUST: "99/100", (gain(0, "bold"), gain(1, "end")): "1/100"},
            "bold": {BUST: "1/2", gain(2, "end"): "1/2"},
            "end": None,
        }.get,
        start="start",
        may_bank=lambda mode: mode == "end",
    )
    game = Race(turn, 5, busts_in_a_row=1, penalty=1, floor=-2, win="reach")
    report = pigverify.certify(game)
    low, high = report.value
    assert report.ok == (high - low < Fraction(1, 10**9))
    assert report.ok == (not report.undecided)
    assert report.outcome == "undecided"


def test_gestures_whose_chances_are_long_are_told_apart():
    """Every die has its two rotations beside it: exact ties, which rounding cannot prove."""
    rng, dice = random.Random(1), []
    for _ in range(5):
        below = rng.getrandbits(110) | 1 << 109 | 1
        first = rng.randrange(1, below // 2)
        second = rng.randrange(1, below - first)
        die = [Fraction(n, below) for n in (first, second, below - first - second)]
        dice += [die[k:] + die[:k] for k in range(3)]
    report = pigverify.certify(Bag(*zip(*dice)))
    assert (report.ok, report.ties, report.undecided) == (True, 5, 0)


def margin(p):
    """What throwing at own 0, total 1 against 1, 1 is better by, with a bust of chance p."""
    g, whole = 1 - p, 1 - p**3
    third = p * p * g / whole
    return g + p**3 * max(g * g / (1 - p**3 * (g + 1)), g * third / whole) - third


def test_several_players_who_are_nearly_indifferent():
    low, high, bits = Fraction(7, 10), Fraction(8, 10), 160
    while high - low > Fraction(1, 1 << bits):
        middle = Fraction(int((low + high) / 2 * (1 << bits)), 1 << bits)
        low, high = (middle, high) if margin(middle) > 0 else (low, middle)
    p = Fraction(int(low * (1 << bits)), 1 << bits)
    game = Race(Roll({1: 1 - p}, bust=p), 2, players=3)
    report = pigverify.certify(game)
    assert (report.ok, report.ties, report.undecided) == (True, 0, 0)
    verdict = pigverify.check(game, 0, 1, 1, 1)
    assert verdict.best == ("roll",)
    for least, most in (report.closest[0].margin, verdict.margin):
        assert 0 < least <= margin(p) <= most
        assert float(least) == pytest.approx(7.66e-49, rel=1e-3)


def test_who_has_more_points_may_be_worse_off_where_landings_fall(tmp_path):
    """A bust with 3 points wins: the option of 3 is better than that of 4."""

    class Odd(Race):
        def after_bust(self, own):
            return self.goal if own == 3 else own

    turn = Turn(
        {
            "both": {(gain(3, "then"), gain(4, "then")): 1},
            "then": {BUST: "9/10", gain(1, "then"): "1/10"},
        }.get,
        start="both",
    )
    game, path = Odd(turn, 20), tmp_path / "odd.pigcert"
    low, high = pigverify.certify(game).value
    assert 1 - Fraction(1, 10**15) < low <= high <= 1
    assert write_certificate(game, path).ok
    assert check_certificate(path, game).value[0] > 1 - Fraction(1, 10**12)
