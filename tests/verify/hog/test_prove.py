"""The proofs of Hog: published figures, brute force in fractions, every term with its ties."""

import dataclasses
import json
from fractions import Fraction

import numpy as np
import pigverify
import pytest
from hypothesis import given, settings
from pigverify.algebra.primes import error_chance
from pigverify.hog import certify, check
from pigverify.hog.find import checked
from pigverify.hog.tables import BITS, ways
from support import generated, hogs

import pigcore
from pigcore.games import Hog

TERMS = ["fa13", "fa13_hijinks", "su15", "sp16", "sp18", "fa20", "sp21", "fa21", "fa22", "fa24"]


def encloses(ends, value):
    """Whether a value lies between two numbers that are next to one another."""
    return ends[0] <= value <= ends[1] < ends[0] + Fraction(1, 2**120)


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
    assert report.tied == {state: hog.best(*state) for state in hog.ties()}
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


@pytest.mark.slow
@pytest.mark.parametrize("name", TERMS)
def test_every_state_by_brute_force(name):
    game = dataclasses.replace(getattr(Hog, name)(12), max_dice=3)
    brute = hogs.Solved(hogs.term(name, 12, 3))
    report = certify(game)
    assert report.ok
    tied = {}
    for full in np.ndindex(12, 12, game.memories):
        state = full[: len(game.state_names)]
        verdict = check(game, *state)
        assert encloses(verdict.value, brute.values[0, *full])
        assert verdict.best == brute.best((0, *full))
        for choice, worth in verdict.payoffs.items():
            assert encloses(worth, brute.worth((0, *full), choice))
        if len(verdict.best) > 1:
            tied[state] = verdict.best
    assert report.tied == tied
    for state in [(0, 0), (3, 7), (11, 11)]:
        exact = pigverify.exact(game, *state)
        assert exact == brute.values[0, *(*state, 0)[:3]]


@pytest.mark.slow
@settings(max_examples=50, deadline=None)
@given(generated.some(generated.hog, True, own=False))
def test_any_composition(game):
    """Solver and verifier agree, also on what is no game."""
    report = pigverify.certify(pigcore.solve(game))
    assert report.ok
    assert report.error < 1e-13
    found, brute = checked(game), hogs.Solved(hogs.plain(game))
    for state, worths in found.worths.items():
        for choice, (low, high) in worths.items():
            assert low <= brute.worth((0, *state), choice) * found.hog.one <= high
    assert 0 <= report.value[1] - report.value[0] < Fraction(1, 10**30)


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
    assert report.tied[18, 0] == hog.best(18, 0) == (1, 2, 3)
    assert report.tied == {state: hog.best(*state) for state in hog.ties()}
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


# --- what is printed, and what is refused -----------------------------------------------------


def test_results_are_plain_data():
    verdict = json.loads(json.dumps(check(Hog.fa13_hijinks(12), 3, 4, 1, digits=12).as_dict()))
    assert verdict["state"] == {"own": 3, "opp": 4, "parity": 1}
    assert {row["action"] for row in verdict["payoffs"]} == set(range(-1, 11))
    report = json.loads(json.dumps(certify(Hog.fa13(12)).as_dict()))
    assert (report["ok"], report["error"], report["states"]) == (True, None, 144)


def test_a_wrong_table_is_refuted():
    hog = pigcore.solve(Hog.fa13(15))
    wrong = hog.starts.copy()
    wrong[3, 5] += 1e-9
    report = certify(hog.game, {"starts": wrong})
    assert (report.refuted, report.ok, report.worst) == (True, False, (3, 5))
    assert report.error == pytest.approx(1e-9)
    assert "refuted" in str(report)
    assert certify(hog.game, {"starts": wrong}, tolerance=1e-8).ok
    assert pigverify.certify(hog).ok
