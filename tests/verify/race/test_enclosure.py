"""The enclosures of races: rounded outward, and never misled by wrong guesses."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from pigverify import certify, check
from pigverify.kernels import PLAIN
from pigverify.race import enclosure
from pigverify.race import prove as race
from pigverify.race.carried import Nothing
from pigverify.race.enclosure import Enclosure, Unproved, enclose
from pigverify.race.newton import approximate
from pigverify.race.rules import Rules
from pigverify.race.wipes import approximate_all
from support.enclosures import enclosed, holds
from support.race_in_fractions import payoffs, solve_exact

from pigcore.games import Pig, Piglet, Race, Roll, TwoDicePig

# --- wrong guesses --------------------------------------------------------------------------------


def test_a_close_call_takes_more_bits(monkeypatch):
    # With so few bits the closest calls of Piglet stay open, and are no ties.
    monkeypatch.setattr(race, "FIRST_BITS", 28)
    report = certify(Piglet(30))
    assert report.ok
    assert report.ties == 0
    assert (report.proof.method, report.proof.bits) == ("enclosure", 124)


def test_a_wrong_guess_proves_nothing(monkeypatch):
    def wrong(found, pair):
        off = (1 << 160) * (sorted(pair) == [2, 3])
        return [one._replace(centre=one.centre + off) for one in approximate(found, pair)]

    monkeypatch.setattr(enclosure, "approximate", wrong)
    monkeypatch.setenv(PLAIN, "1")
    with pytest.raises(Unproved):
        enclosed(Rules(Pig(10)))
    report = certify(Pig(10))
    assert not report.ok
    assert report.undecided == 450


@pytest.mark.parametrize("game", [TwoDicePig(6), Race(TwoDicePig(5).turn, 5, opening=3)])
def test_a_wrong_column_proves_nothing(game, monkeypatch):
    def elsewhere(found, nearing, progress):
        return [value + (found.one >> 6) for value in approximate_all(found, nearing, progress)]

    monkeypatch.setattr(enclosure, "approximate_all", elsewhere)
    monkeypatch.setattr(race, "MOST_BITS", 200)
    monkeypatch.setenv(PLAIN, "1")
    with pytest.raises(Unproved):  # not before the end, where the proof is closed
        list(enclose(Enclosure(Rules(game), 124)))
    report = certify(game)
    assert (report.ok, report.refuted, report.states) == (False, False, 0)


def nearly_a_tie(chance):
    """A race to 6 that may be thrown with 2 points banked, or not, as the 25th digit decides."""
    chance = Fraction(chance)
    return Race(Roll({2: chance}, Fraction(7, 8) - chance, "1/8"), 6)


@pytest.mark.parametrize(("last", "best"), [("4", "hold"), ("5", "roll")])
def test_what_is_too_close_for_floating_point_is_decided(last, best):
    race = nearly_a_tie(f"0.438016246721125497922367{last}")
    assert check(race, 0, 0, 2).best == (best,)
    assert certify(race).ok


def test_chances_beyond_floating_point_are_proved():
    assert certify(Race(Roll({1: f"1/{10**40}"}, f"{10**40 - 2}/{10**40}", f"1/{10**40}"), 3)).ok


# --- what is yielded and kept ---------------------------------------------------------------------


def test_a_state_needs_later_scores_only():
    # The enclosure of a late state is that of the whole game.
    late, whole = Rules(Pig(30), 20, 11), Rules(Pig(30))
    a, b = enclosed(late), enclosed(whole)
    offset = late.offset
    assert offset == 11
    for i in range(20, 30):
        for j in range(11, 30):
            one, other = a.value(i - offset, j - offset), b.value(i, j)
            assert max(one[0], other[0]) <= min(one[1], other[1])


def test_pairs_are_visited_once_and_after_all_that_they_need():
    for rules in (Rules(Pig(12)), Rules(Pig(12), 3, 5), Rules(Pig(12), 7, 2)):
        pairs = list(rules.pairs())
        seen = {pair for i, j in pairs for pair in ((i, j), (j, i))}
        assert len(pairs) == rules.pair_count
        assert len(seen) == 2 * len(pairs) - sum(i == j for i, j in pairs)
        own, opp = rules.scores
        assert all((i, j) in seen for i in range(own, rules.goal) for j in range(opp, rules.goal))
        sums = [i + j for i, j in pairs]
        assert sums == sorted(sums, reverse=True)


def test_an_enclosure_rounds_outward():
    rules = Rules(Pig(6))
    found = enclosed(rules)
    exact = solve_exact(Pig(6))
    coarse = Enclosure(rules, 8, residues=Nothing())
    for (i, j), value in exact.items():
        coarse.keep(i, j, math.floor(value * 256), math.ceil(value * 256))
        assert holds(found.value(i, j), value)
    for i, j in exact:
        for s in range(i, 6):
            turn = coarse.bounds(i, j)
            throw = payoffs(Pig(6), exact, i, j, s - i)[0]
            assert turn.low.payoffs[s - i] <= throw * 256 <= turn.high.payoffs[s - i]
