"""The proofs of Hog: published figures, brute force in fractions, every term with its ties."""

from fractions import Fraction

import pigverify
import pytest
from pigverify.algebra.primes import error_chance
from pigverify.hog import certify, check
from pigverify.hog.find import checked
from pigverify.hog.tables import BITS, ways

import pigcore
from pigcore.games import Hog

TERMS = ["fa13", "fa13_hijinks", "su15", "sp16", "sp18", "fa20", "sp21", "fa21", "fa22", "fa24"]


def tied(game):
    """The states with several best choices, and these."""
    parts, best = len(game.state_names), checked(game).hog.best
    return {state[:parts]: tuple(ones) for state, ones in best.items() if len(ones) > 1}


@pytest.mark.parametrize(
    ("points", "dice", "sides", "published"),
    [(4, 1, 6, 1), (12, 2, 6, 1), (11, 2, 6, 2), (7, 3, 6, 3), (8, 3, 4, 6)],
)
def test_the_published_ways(points, dice, sides, published):
    assert ways(points, dice, sides) == published


@pytest.mark.slow
def test_fa13_with_its_329_ties():
    report = pigverify.certify(pigcore.solve(Hog.fa13()))
    assert report.ok
    assert (report.states, report.ties, report.undecided) == (10_000, 329, 0)
    assert abs(report.value[0] - Fraction("0.5002728823645917")) < Fraction(1, 10**16)
    assert report.best == (4,)
    assert report.error < 1e-15


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "goal"), [(name, 100 if name == "fa24" else 50) for name in TERMS if name != "fa13"]
)
def test_every_term_with_its_ties(name, goal):
    """All values within rounding of the solver's, and all sets of best choices the same."""
    hog = pigcore.solve(getattr(Hog, name)(goal))
    report = pigverify.certify(hog)
    assert report.ok
    assert report.states == hog.starts.size
    assert report.error < 2e-15
    assert (report.proof.method, report.proof.bits) == ("enclosure", BITS)
    assert tied(hog.game) == {state: hog.best(*state) for state in hog.ties()}
    for proved, found in zip(report.closest, hog.closest(10), strict=True):
        assert 0 <= proved.margin[1] - proved.margin[0] < Fraction(1, 2**119)
        assert float(proved.margin[0]) == pytest.approx(found.margin, abs=1e-15)
    proved, found = report.closest[0], hog.closest(1)[0]
    assert (proved.state, proved.best, proved.other) == (found.state, found.best, found.other)


def test_a_tie_is_proved():
    hog = pigcore.solve(Hog.fa13())
    state = hog.ties()[-1]
    verdict = pigverify.check(hog.game, *state)
    assert (verdict.decision, verdict.ok, verdict.margin) == ("tie", True, (0, 0))
    assert verdict.best == hog.best(*state)
    assert verdict.proof.ties == "equality"
    assert ": tie of " in str(verdict)


def test_a_cycle_is_enclosed():
    # From 0 to 0 with goal 2 and one die that scores 2 or nothing, and is thrown again for
    # ever: v = 1/2 + 1/2 (1 - v), so v = 2/3.
    game = Hog(2, 1, (2, 2), pig_out="pig_out_for_nothing")
    verdict = check(game, 0, 0)
    low, high = verdict.value
    assert low <= Fraction(2, 3) <= high
    assert 0 < high - low < Fraction(1, 10**35)
    report = certify(game)
    assert report.ok
    assert "enclosed with 128 bits" in str(report)


@pytest.mark.slow
def test_longer_cycles_are_enclosed():
    def back(own, opp):
        """A score that ends in 9 loses 7."""
        return (own - 7, opp) if own % 10 == 9 and own < 20 else (own, opp)

    hog = pigcore.solve(Hog(20, 3, pig_out="pig_out_for_nothing", bacon="free_bacon", after=back))
    report = pigverify.certify(hog)
    assert report.ok
    # At 18 to 0 every number of dice wins in the end, whatever happens in between.
    assert hog.best(18, 0) == (1, 2, 3)
    assert tied(hog.game) == {state: hog.best(*state) for state in hog.ties()}
    # 400 states, chances in parts of 6^3: ties modulo primes, and how sure that is.
    assert (report.proof.ties, report.proof.primes) == ("primes", 3)
    assert error_chance(400 * 8) <= report.proof.error_chance < 2.0**-300
    tie = check(hog.game, 18, 0)
    assert (tie.decision, tie.margin, tie.proof) == ("tie", (0, 0), report.proof)
    assert report.error < 1e-13
    assert report.value[1] - report.value[0] < Fraction(1, 10**30)


def test_what_is_nearly_a_tie_is_none():
    # Who moves at 1 to 1 or ahead wins at once with chance 3^-100 n dice or more, or loses.
    points = lambda points: 9 if points == 300 else 1  # noqa: E731
    report = certify(Hog(3, 100, (3, 3), pig_out=None, points=points), closest=1)
    assert (report.states, report.ties, report.undecided) == (9, 3, 0)
    assert report.best == (100,)
    low, high = report.closest[0].margin
    assert 0 < low <= Fraction(1, 3**200) <= high
    assert report.proof.bits == 512


def test_a_game_without_a_choice_has_no_closest_call():
    report = certify(Hog(3, 1))
    assert (report.ok, report.states, report.closest) == (True, 9, ())
