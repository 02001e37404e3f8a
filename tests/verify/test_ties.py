"""Exact ties of races: settled by fractions or modulo random primes, and never by mistake."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, assume, given, settings
from pigverify import certify, check
from pigverify.algebra import fields
from pigverify.algebra.fields import random_prime
from pigverify.race import policy, ties
from pigverify.race.board import Board
from pigverify.race.enclosure import enclose
from support.race_in_fractions import payoffs, solve_exact
from support.races import races

from pigcore.games import Pig, Race, Roll

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
    assert (verdict.decision, verdict.proof) == ("tie", "exact fractions")
    assert verdict.roll[0] < roll < verdict.roll[1]
    assert verdict.margin == (0, 0)
    assert certify(TIED).ties == 1


@pytest.mark.parametrize("game", TIED_GAMES, ids=repr)
def test_ties_modulo_primes_agree_with_fractions(game, monkeypatch):
    fractions = certify(game)
    monkeypatch.setattr(ties, "_SMALL", 0)
    primes = certify(game)
    assert primes.ok
    assert primes.ties == fractions.ties > 0
    assert "3 random primes of 127 bits, wrong with chance below 2^-3" in primes.proof


@pytest.mark.parametrize("small", [0, 5000], ids=["primes", "fractions"])
def test_what_is_no_tie_is_not_taken_for_one(small, monkeypatch):
    # A state with a margin, left open, must come back unsettled.
    monkeypatch.setattr(ties, "_SMALL", small)
    game = Pig(8)
    board = Board(game)
    found = enclose(board, 200)
    rolls = {
        (i, j): [c > h for c, h in zip(found.throwing(i, j)[0], found.high[j])]
        for i in range(8)
        for j in range(8)
    }
    assert ties.settle(board, rolls, [(0, 0, 3)]) is None


def test_primes_that_divide_a_denominator_are_passed_over(monkeypatch):
    unlucky = iter([7, random_prime(), random_prime(), random_prime()])
    monkeypatch.setattr(ties, "_SMALL", 0)
    monkeypatch.setattr(fields, "random_prime", lambda: next(unlucky))
    assert certify(TIED).ties == 1
    assert next(unlucky, None) is None


def test_primes_are_prime():
    assert all(fields._is_prime(p) for p in (10_007, 2**61 - 1, 2**89 - 1, 2**127 - 1))
    # Carmichael numbers, a strong pseudoprime to the bases 2, 3, 5 and 7, and a product of primes.
    composites = (561, 41_041, 825_265, 3_215_031_751, (2**61 - 1) * (2**89 - 1), 2**127 - 3)
    assert not any(map(fields._is_prime, composites))
    primes = {random_prime() for _ in range(5)}
    assert len(primes) == 5
    assert all(p.bit_length() == 127 for p in primes)


def test_a_tie_that_no_prime_settles_stays_undecided(monkeypatch):
    monkeypatch.setattr(ties, "_SMALL", 0)
    monkeypatch.setattr(fields, "random_prime", lambda: 7)
    verdict = check(TIED, 1, 4, 2)
    assert verdict.decision == "undecided"


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(game=races(max_goal=7, target="exact"))
def test_every_race_is_settled_the_same_modulo_primes(game):
    fractions = certify(game)
    assume(fractions.ties)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ties, "_SMALL", 0)
        primes = certify(game)
    assert (primes.ok, primes.ties) == (fractions.ok, fractions.ties)


def test_residues_are_zero_where_the_numbers_are():
    # 0 = 5 - 5 must not be taken for a pivot: the residue of a difference is the prime itself.
    field = fields.Modular(7, 1)
    rows = [[2, 4, 6], [3, 7 + 6 - 14, 9]]
    with pytest.raises(ValueError, match="not invertible"):
        policy._gauss([[field.normal(x) for x in row] for row in rows], field)
    solution = policy._gauss([[7, 1, 3], [1, 7, 2]], field)
    assert [field.normal(x) for x in solution] == [2, 3]


def test_a_tie_in_print_is_0():
    verdict = check(Race(Roll({5: "47/71"}, wipe="24/71"), 5, "exact", 2), 1, 4, 2)
    assert (verdict.decision, verdict.margin) == ("tie", (0, 0))
    assert str(verdict).endswith("\n  margin 0")
    assert verdict.as_dict()["margin"] == {"value": "0", "low": "0/1", "high": "0/1"}
