"""Exact ties of races: settled by fractions or modulo random primes, and never by mistake."""

from __future__ import annotations

import pytest
from pigverify import certify, check
from pigverify.algebra.primes import error_chance, random_prime
from pigverify.race import carried, ties
from pigverify.race.decisions import Decisions
from pigverify.race.rules import Rules, turns_of
from pigverify.verdict import Proof
from support.enclosures import enclosed
from support.race_in_fractions import payoffs, solve_exact

from pigcore.games import Piglet, Race, Roll

TIED = Race(Roll({1: "4/7"}, bust="3/7"), goal=6, name="Tied")
"""At own 1, opp 4, total 2 throwing and holding are worth the same, for no visible reason."""
TIED_GAMES = [
    TIED,
    Race(Roll({3: "5/8"}, wipe="3/8"), 4, "exact", 1),
    Race(Roll({13: "2/3"}, wipe="1/3"), 13, "exact", 5),
    Race(Roll({7: 1}, wipe=1), 14, "exact", 2),
    Race(Roll({12: 1}, wipe=1), 18, "exact", 2),
    Race(Roll({5: "47/71"}, wipe="24/71"), 5, "exact", 2),
]


def test_a_tie_that_no_structure_explains():
    exact = solve_exact(TIED)
    roll, hold = payoffs(TIED, exact, 1, 4, 2)
    assert roll == hold
    assert 0 < roll < 1
    verdict = check(TIED, 1, 4, 2)
    assert (verdict.decision, verdict.best) == ("tie", ("roll", "hold"))
    assert verdict.proof == Proof("enclosure", bits=200, ties="fractions")
    assert verdict.roll[0] < roll < verdict.roll[1]
    assert verdict.margin == (0, 0)
    assert certify(TIED).ties == 1


@pytest.mark.slow
@pytest.mark.parametrize("game", TIED_GAMES, ids=repr)
def test_ties_modulo_primes_agree_with_fractions(game, monkeypatch):
    fractions = certify(game)
    monkeypatch.setattr(ties, "SHORT", 0)
    primes = certify(game)
    assert primes.ok
    assert primes.ties == fractions.ties > 0
    assert (primes.proof.ties, primes.proof.primes) == ("primes", 3)
    states = game.goal**2 * (game.goal + 1) // 2
    # The error chance that is printed is that of the largest numbers there can be, rounded up.
    assert error_chance(states) <= primes.proof.error_chance <= 2.0**-300
    power = primes.proof.error_chance.hex().rpartition("p")[2]
    assert f"ties by 3 random primes of 127 bits, wrong with chance at most 2^{power}" in str(
        primes.proof
    )


@pytest.mark.parametrize("small", [0, 10**6], ids=["primes", "fractions"])
def test_what_is_no_tie_is_not_taken_for_one(small, monkeypatch):
    # States with a margin, left open by few bits, must not come back as ties.
    monkeypatch.setattr(ties, "SHORT", small)
    found = enclosed(Rules(Piglet(14)), 200 if small else 9)
    first = Decisions(found)
    for i, j in turns_of(found.rules.pairs()):
        first.add(found.bounds(i, j))
    assert small or first.opened
    _, settled = ties.shown_exactly(found, Decisions)
    assert settled.ties == 0
    assert settled.opened == (0 if small else first.opened)


def test_primes_that_divide_a_denominator_are_passed_over(monkeypatch):
    unlucky = iter([7, random_prime(), random_prime(), random_prime()])
    monkeypatch.setattr(ties, "SHORT", 0)
    monkeypatch.setattr(carried, "random_prime", lambda: next(unlucky))
    assert certify(TIED).ties == 1
    assert next(unlucky, None) is None


def test_a_tie_that_no_prime_settles_stays_undecided(monkeypatch):
    monkeypatch.setattr(ties, "SHORT", 0)
    monkeypatch.setattr(carried, "random_prime", lambda: 7)
    verdict = check(TIED, 1, 4, 2)
    assert (verdict.decision, verdict.ok) == ("undecided", False)
    assert verdict.best == ("roll", "hold")
    assert verdict.proof.method == "none"
    low, high = verdict.margin
    assert low == 0 < high


def test_a_tie_in_print_is_0():
    verdict = check(Race(Roll({5: "47/71"}, wipe="24/71"), 5, "exact", 2), 1, 4, 2)
    assert (verdict.decision, verdict.margin) == ("tie", (0, 0))
    assert "\n  margin    0\n" in str(verdict)
    assert verdict.proof.ties is not None
    assert verdict.as_dict()["margin"] == {"value": "0", "low": "0/1", "high": "0/1"}
