"""A solution's own decisions: right, wrong, ties, and those that it leaves to dispute."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest
from pigverify import certify
from pigverify.verdict import Own

import pigcore
from pigcore.games import Bag, Duel, Hog, Piglet


def altered(solution, **changes):
    """A solution in which one array is another."""
    return SimpleNamespace(game=solution.game, arrays=lambda: solution.arrays() | changes)


def noisy(solution, size, seed=1):
    starts = solution.arrays()["starts"]
    noise = np.random.default_rng(seed).uniform(-size, size, starts.shape)
    return np.clip(starts + noise, 0, 1)


def all_of(own):
    return sum(own.as_dict().values())


@pytest.mark.slow
def test_piglet_to_100_decides_wrongly_only_where_it_says_so():
    solution = pigcore.solve(Piglet(100))
    report = certify(solution)
    wrong = report.own.disputed_wrong
    assert 1000 < wrong < 20_000  # it hangs on the last bits of the table
    assert (report.own.wrong, report.own.tie) == (0, 0)
    assert all_of(report.own) == report.states == 495_000
    assert len(solution.disputed()) == report.own.disputed_right + report.own.disputed_wrong
    assert report.ok
    assert f", {wrong:,} disputed and wrong" in " ".join(str(report).split())
    assert report.as_dict()["own"]["disputed_wrong"] == wrong


@pytest.mark.slow
def test_a_wrong_decision_that_is_not_disputed_is_not_ok():
    solution = pigcore.solve(Piglet(40))
    off = altered(solution, starts=noisy(solution, 1e-6))
    report = certify(off, tolerance=1e-5)
    assert report.error < report.tolerance
    assert report.own.wrong > 0
    assert report.refuted
    assert not report.ok


@pytest.mark.slow
@pytest.mark.parametrize("name", ["fa13", "fa13_hijinks", "fa20", "sp16"])
def test_hogs_own_choices(name):
    solution = pigcore.solve(getattr(Hog, name)(30))
    report = certify(solution)
    assert report.own == Own(
        right=report.states - report.ties - report.own.disputed_right,
        tie=report.ties,
        disputed_right=report.own.disputed_right,
    )
    worse = certify(altered(solution, starts=noisy(solution, 1e-3)))
    assert worse.own.wrong > 0


def test_a_duels_own_replies():
    solution = pigcore.solve(Duel(holds=range(2, 22)))
    report = certify(solution)
    assert (report.own.wrong, report.own.disputed_wrong, all_of(report.own)) == (0, 0, 20)
    payoffs = solution.matrix.copy()
    column = payoffs[:, 5]
    first, second = np.argsort(column)[[-1, -2]]
    column[second] = column[first] + 1e-8
    report = certify(altered(solution, payoffs=payoffs), tolerance=0.5)
    assert report.own.wrong == 1
    assert not report.ok


BAG = [300, 0, 0, 100, 50], [0, 300, 0, 100, 50], [0, 0, 300, 100, 200]


@pytest.mark.parametrize("unit", [1, 10**40, "1e-40", "1e-90"])
def test_bags_are_judged_alike_in_every_unit(unit):
    game = Bag(*BAG, win=f"{3 if unit == 1 else str(unit).replace('1', '3', 1)}", draw=unit)
    solution = pigcore.solve(game)
    report = certify(solution)
    assert report.ok
    assert report.own == Own(right=31, tie=1)
    choices = solution.arrays()["choices"].copy()
    choices[0] = (choices[0] + 1) % 3
    damaged = certify(altered(solution, choices=choices))
    assert not damaged.ok
    assert damaged.wrong == ((0, 0, 0),)
    assert damaged.own.wrong == 1
    score = solution.arrays()["score"] * (1 + 1e-9)
    assert not certify(altered(solution, score=score)).ok


def test_large_payoffs_close_to_one_another_refute_no_good_table():
    game = Bag(*BAG, win=10**12 + 1, draw=10**12, lose=10**12 - 1)
    assert certify(pigcore.solve(game)).ok


def test_counts_in_words():
    assert str(Own(494_998, 1, 1, 2, 3)) == (
        "494,998 right, 1 tie, 1 wrong, 2 disputed and right, 3 disputed and wrong"
    )
    assert str(Own()) == "0 right"
