"""The verifier of races: published facts, the slow reference, answers and refusals."""

from __future__ import annotations

from fractions import Fraction

import pytest
from pigverify import certify, check
from pigverify.race import prove

import pigcore
from pigcore.games import (
    HoldOrContinue,
    Pig,
    Piglet,
    Race,
    Roll,
    TwoDicePig,
)


def near(value, written):
    """Whether ``value`` is what ``written`` rounds."""
    digits = len(written.partition(".")[2])
    return abs(value - Fraction(written)) <= Fraction(1, 10**digits)


def holds(interval, value):
    """Whether ``value`` lies in the interval."""
    return interval[0] <= value <= interval[1]


# --- published facts ------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def pig():
    return certify(Pig(100))


@pytest.fixture(scope="module")
def hold_or_continue():
    return certify(HoldOrContinue())


@pytest.mark.slow
def test_pig_is_certified(pig):
    assert pig.ok
    assert (pig.states, pig.ties, pig.undecided, pig.never) == (495_000, 0, 0, 0)
    assert near(pig.value[0], "0.530592725273747")
    assert pig.value[1] - pig.value[0] < Fraction(1, 10**15)  # by 62 bits
    low, high = check(Pig(100), 90, 90).value
    assert high - low < Fraction(1, 10**35)
    closest = pig.closest[0]
    assert (closest.state, closest.best, closest.other) == ((1, 49, 28), "roll", "hold")
    assert float(closest.margin[0]) == pytest.approx(2.734e-8, rel=1e-3)
    assert pig.error is pig.worst is pig.tolerance is None


@pytest.mark.slow
def test_hold_or_continue_is_certified(hold_or_continue):
    report = hold_or_continue
    assert report.ok
    assert (report.states, report.ties, report.never) == (208_125, 2_701, 1)
    assert near(report.value[0], "0.526921870272")


def test_hold_or_continue_ties_are_against_a_dead_opponent():
    game = HoldOrContinue()
    for own, total in ((60, 13), (72, 1)):
        verdict = check(game, own, 74, total)
        assert verdict.decision == "tie"
        assert verdict.payoffs["roll"][1] == verdict.payoffs["hold"][1] == 1
        assert verdict.margin == (0, 0)
    assert check(game, 60, 74, 14).decision == "roll"
    assert check(game, 60, 73, 13).decision != "tie"


def test_two_dead_players_never_end():
    verdict = check(HoldOrContinue(), 74, 74)
    assert verdict.never_ends
    assert verdict.payoffs["roll"] == (Fraction(1, 2), Fraction(1, 2))
    assert "convention" in str(verdict)
    assert not check(HoldOrContinue(), 73, 74).never_ends


def test_a_dead_mover_loses_whatever_he_does():
    game = Race(Roll({3: "1/2"}, bust="1/2"), goal=12, target="exact")
    verdict = check(game, 1, 0, 3)
    assert (verdict.decision, verdict.payoffs["roll"], verdict.never_ends) == ("tie", (0, 0), False)
    assert check(game, 1, 2, 3).never_ends
    # No throws add up to a total of 2, but who had it would be alive.
    assert check(game, 1, 2, 2).payoffs["roll"][0] > Fraction(1, 2)


def test_a_bust_may_lead_to_a_dead_score():
    # From own 0 one wins at the first throw; with the impossible total of 2 on the table, throwing
    # and holding both leave 2, from where nothing leads to 3.
    game = Race(Roll({3: 1}), goal=3, target="exact", consolation=2)
    assert check(game, 0, 2, 2).never_ends
    assert not check(game, 0, 2, 1).never_ends
    assert certify(game).never == 2


def test_what_is_left_open_alone_is_looked_at_with_more_bits(monkeypatch):
    solution = pigcore.solve(Piglet(70))
    whole = certify(solution)
    monkeypatch.setattr(prove, "_MOST_AGAIN", 0)
    again = certify(solution)
    assert again.ok
    for name in ("states", "ties", "undecided", "own", "proof"):
        assert getattr(again, name) == getattr(whole, name), name
    assert [call.state for call in again.closest] == [call.state for call in whole.closest]
    assert again.value[0] <= whole.value[0] < whole.value[1] <= again.value[1]


# --- answers and refusals -------------------------------------------------------------------------


def test_a_state_near_the_end_of_a_large_game():
    assert check(Pig(60_000), 59_990, 59_995, 5).ok


@pytest.mark.parametrize(
    ("game", "state"),
    [(Pig(100), (60, 0, 40)), (Pig(100), (60, 0, 45)), (HoldOrContinue(), (60, 74, 15))],
)
def test_a_game_just_won(game, state):
    verdict = check(game, *state)
    assert (verdict.best, verdict.decision, verdict.ok) == (("hold",), "hold", True)
    assert verdict.value == verdict.payoffs["hold"] == (1, 1)
    assert verdict.margin is None
    assert "roll" not in verdict.payoffs
    assert str(verdict).endswith("hold (the goal is reached)\n  hold  1")


@pytest.mark.parametrize("digits", [1, 30, 400])
def test_digits(digits):
    verdict = check(Piglet(2), 0, 0, digits=digits)
    assert verdict.payoffs["roll"][1] - verdict.payoffs["roll"][0] <= Fraction(1, 10**digits)
    shown = verdict.as_dict()["value"]["value"]
    assert abs(Fraction(shown) - Fraction(4, 7)) <= Fraction(1, 10**digits)
    assert len(shown) == digits + 2
    assert max(map(len, str(verdict).splitlines())) <= 80


@pytest.mark.parametrize("game", [Pig(20), TwoDicePig(12)], ids=["pairs", "wipes"])
def test_progress_rises_to_its_end(game):
    seen = []
    certify(game, progress=lambda done, total: seen.append((done, total)))
    done = [d for d, _ in seen]
    assert done == sorted(done)
    assert len({total for _, total in seen}) == 1
    assert done[-1] == seen[-1][1]


@pytest.mark.slow
@pytest.mark.parametrize("chance", [Fraction(10**1000 // 3, 10**1000), Fraction(1, 10**1000)])
def test_chances_of_a_thousand_digits_are_proved_with_as_many_bits_as_they_need(chance):
    game = Race(Roll({1: chance}, bust=1 - chance), 3)
    report = certify(game)
    assert report.ok
    assert report.undecided == 0
    verdict = check(game, 0, 0, 1)
    assert verdict.best == ("hold",)
    assert verdict.ok
