"""Duels whose proofs took minutes or never ended: proved at once now, or refused in a sentence."""

import time
from fractions import Fraction

import pytest
from pigverify import certify, check
from pigverify.algebra import simplex
from pigverify.certificates import check_duel

import pigcore
from pigcore.games import Duel, Roll, SizeError

ROUGH = 875 * 10**18 + 41
LONG = Duel(  # chances of many digits
    Roll(
        {1: f"{5 * 10**19}/{ROUGH}", 2: f"{3 * 10**20}/{ROUGH}",
         3: f"{425 * 10**18}/{ROUGH}", 6: f"{10**20}/{ROUGH}"},
        wipe=f"41/{ROUGH}",
    ),
    [1, 2, 5, 16, 25, 28, 39, 40, 41, 49, 50, 56, 64, 75, 77, 79],
)  # fmt: skip
MANY_PIVOTS = Duel(Roll({1: "20000/20021"}, bust="21/20021"), [1, 3, 4, 5, 6, 7, 9, *range(12, 41)])
WIDE = Duel(Roll({10**6: "1/2", 5 * 10**5: "1/4"}, bust="1/4"), [2, 9])


@pytest.mark.slow
@pytest.mark.parametrize("game", [LONG, MANY_PIVOTS, WIDE], ids=["long", "pivots", "wide"])
def test_what_took_long_is_proved_soon(game):
    start = time.process_time()
    report = certify(game)
    assert report.ok
    assert report.unique == pigcore.solve(game).exact.unique
    assert check(game, game.holds[-1]).ok
    assert time.process_time() - start < 4


TOO_LARGE = {
    "bits": Duel(Roll({1: f"{10**300}/{10**300 + 1}"}, bust=f"1/{10**300 + 1}"), [2, 2000]),
    "holds": Duel(Roll(dict.fromkeys(range(1, 200), "1/200"), bust="1/200"), range(1, 2001)),
}


@pytest.mark.slow
@pytest.mark.parametrize("game", TOO_LARGE.values(), ids=TOO_LARGE)
def test_what_would_take_too_long_is_refused(game):
    start = time.process_time()
    with pytest.raises(SizeError, match=": take ") as said:
        certify(game)
    assert "\n" not in str(said.value)
    assert time.process_time() - start < 10


def test_a_linear_program_has_an_end(monkeypatch):
    monkeypatch.setattr(simplex, "MOST_WORK", 1000)
    with pytest.raises(SizeError, match="the equilibrium of 39 holds takes too long"):
        certify(Duel())


def test_payoffs_have_an_end(monkeypatch):
    monkeypatch.setattr(check_duel, "MOST_WORK", 1000)
    for prove in certify, lambda game: check(game, 20):
        with pytest.raises(SizeError, match=r"too large for a proof \(header: .* too long\): take"):
            prove(Duel())


@pytest.mark.slow
def test_chances_that_floating_point_finds_no_equilibrium_for():
    """Every turn but the longest is all but sure to lose: 20 s of pivots found it."""
    whole = 200107400000000000000001400007
    far = {1: 74 * 10**23, 3: 2 * 10**29, 4: 1400000, 5: 10**26}
    roll = Roll({g: Fraction(n, whole) for g, n in far.items()}, Fraction(7, whole))
    holds = [1, 2, 3, 4, 7, 16, 23, 31, 43, 45, 54, 56, 64, 69, 70, 73, 74, 78, 80]
    begun = time.process_time()
    report = certify(Duel(roll, holds))
    assert report.ok
    assert report.mixture == {80: 1}
    assert time.process_time() - begun < 5
