"""The closest calls: against every margin of small games, refined until they are in order."""

import json
from fractions import Fraction
from itertools import pairwise, product

import pytest
from pigverify import certify, check, disputed
from pigverify.race import prove as race_prove
from pigverify.results import Disputed

from pigcore.games import Bag, Duel, Hog, HoldOrContinue, Pig, Race, Roll
from pigcore.games.errors import StateError


def margins(game, states):
    """All margins of the states that are no ties, smallest first."""
    found = []
    for state in states:
        try:
            verdict = check(game, *state)
        except StateError:
            continue
        if len(verdict.best) == 1 and len(verdict.payoffs) > 1:
            found.append((verdict.margin, state, verdict.best[0]))
    return sorted(found)


@pytest.mark.slow
def test_a_race_against_every_state():
    game = Pig(7)
    states = [(i, j, k) for i, j in product(range(7), repeat=2) for k in range(1, 7 - i)]
    every = margins(game, states)
    found = disputed(game, 12)
    assert found.ok
    assert len(found.calls) == 12
    for call, (margin, state, best) in zip(found.calls, every):
        assert call.margin[0] <= margin[1]
        assert margin[0] <= call.margin[1]
        assert (call.state, call.best) == (state, best)
    assert found.ranks == tuple(range(1, 13))
    assert disputed(game, 10_000).report.states == len(disputed(game, 10_000).calls)


def test_hog_against_every_state():
    game = Hog.fa13(goal=6)
    every = []
    for state in product(range(6), repeat=2):
        best, *worse = sorted(
            {low for low, _ in check(game, *state).payoffs.values()}, reverse=True
        )
        if worse:
            every.append(best - worse[0])  # also where several choices are best
    found = disputed(game, 9)
    for call, margin in zip(found.calls, sorted(every), strict=False):
        assert call.margin[0] <= margin + Fraction(1, 2**100) <= call.margin[1] + Fraction(1, 2**99)


@pytest.mark.slow
def test_the_same_margin_shares_a_rank():
    found = disputed(HoldOrContinue(30), 4)
    assert found.ranks == (1, 1, 3, 3)
    assert found.report.proof.bits == certify(HoldOrContinue(30)).proof.bits == 124
    assert str(found).count("\n  1 ") == 2


def test_enclosures_that_overlap_are_refined(monkeypatch):
    """With so few bits the calls of Pig overlap; with more they do not."""
    monkeypatch.setattr(race_prove, "precisions", lambda *bits: iter([16, 62]))
    fine = disputed(Pig(20), 30)
    margins = [call.margin for call in fine.calls]
    assert all(most < least for (_, most), (least, _) in pairwise(margins))


def test_as_many_digits_as_tell_them_apart():
    report = certify(Pig(9))
    first = report.closest[0]

    def call(number):
        margin = Fraction(number, 10**9)
        return type(first)(first.state, first.best, first.other, (margin, margin))

    found = Disputed(report, (call(123456781), call(123456789), call(500000000)))
    assert found.digits == (8, 8, 4)
    lines = str(found).splitlines()
    assert lines[1].endswith("by 0.12345678")
    assert lines[2].endswith("by 0.12345679")


def test_every_family():
    die = Bag([100, 50, 150], [80, 200, 30], [120, 50, 120])
    for game in (Duel(Roll.die(4), holds=range(2, 9)), die, Race(Roll.die(4), 7)):
        found = disputed(game, 3)
        assert found.ok
        assert 0 < len(found.calls) <= 3
        data = json.loads(json.dumps(found.as_dict(), allow_nan=False))
        assert data["ties"] == found.report.ties
        assert [row["rank"] for row in data["calls"]] == list(found.ranks)
        assert {"state", "best", "other", "margin"} <= set(data["calls"][0])


def test_an_interrupt_comes_out_as_it_is():
    def stop(done, total):
        raise KeyboardInterrupt("enough")

    with pytest.raises(KeyboardInterrupt, match="enough"):
        disputed(Pig(20), 3, progress=stop)
