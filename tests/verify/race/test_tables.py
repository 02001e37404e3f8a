"""Tables of turn starts: right ones are certified, damage of every kind is refuted or refused."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
from pigverify import certify, check
from pigverify.race.enclosure import Enclosure
from pigverify.race.own import largest_error
from pigverify.race.rules import Rules
from support.enclosures import Solution, table_of

from pigcore.games import (
    ConsolationPig,
    HoldOrContinue,
    Pig,
    Piglet,
    Race,
    Roll,
    TwoDicePig,
)
from pigcore.solvers import solve

GAMES = [Pig(20), HoldOrContinue(20), TwoDicePig(15), ConsolationPig(15)]


@pytest.fixture(scope="module", params=GAMES, ids=lambda game: game.name)
def right(request):
    return request.param, table_of(request.param)


def test_a_right_table_is_certified(right):
    game, table = right
    usual = certify(Solution(game, table))
    assert usual.ok
    assert usual.tolerance == 5e-13
    # A tolerance so small takes intervals that tell the error exactly.
    report = certify(Solution(game, table), tolerance=1e-15)
    assert report.ok
    assert report.error < 2e-16
    assert report.error <= usual.error < 5e-15
    i, j = report.worst
    exact = check(game, i, j, digits=40).roll
    distance = max(abs(Fraction(table[i][j]) - end) for end in exact)
    assert float(distance) == pytest.approx(report.error, rel=1e-6)
    assert report.error >= distance - Fraction(1, 10**40)


@pytest.mark.slow
def test_any_single_change_is_refuted(right):
    game, table = right
    rng = random.Random(7)
    for _ in range(12):
        i, j = rng.randrange(game.goal), rng.randrange(game.goal)
        step = rng.choice([1e-12, 1e-11, 1e-9, 1e-6, 1e-3])
        damaged = [row.copy() for row in table]
        damaged[i][j] += step if damaged[i][j] < 0.5 else -step
        report = certify(Solution(game, damaged))
        assert not report.ok
        assert report.refuted
        assert report.worst == (i, j)
        assert report.error >= step - 1e-15
        assert str(report).startswith(f"{game.name}: refuted")


def test_swapped_entries_are_refuted(right):
    game, table = right
    damaged = [row.copy() for row in table]
    damaged[1][2], damaged[2][1] = damaged[2][1], damaged[1][2]
    assert not certify(Solution(game, damaged)).ok
    transposed = [list(row) for row in zip(*table)]
    assert not certify(Solution(game, transposed)).ok


def test_the_error_reaches_to_the_far_end_of_the_enclosure():
    found = Enclosure(Rules(Piglet(2)), 8)
    for i, j in ((0, 0), (0, 1), (1, 0), (1, 1)):
        found.keep(i, j, 100, 104)  # between 100/256 and 104/256
    for entry, far in ((96, 8), (101, 3), (103, 3), (108, 8)):
        table = [[102 / 256, 102 / 256], [entry / 256, 102 / 256]]
        assert largest_error(found, table) == (far / 256, (1, 0))


def test_the_table_of_another_game_is_refuted():
    assert not certify(Solution(Race(Roll.die(8), 20), table_of(Pig(20)))).ok
    assert not certify(Solution(Race(Roll.die(6), 20, consolation=1), table_of(Pig(20)))).ok


@pytest.mark.parametrize("value", [0.0, 0.5, 1.0])
def test_a_table_of_nothing_is_refuted_and_misleads_nobody(value):
    for game in (Pig(20), TwoDicePig(12)):
        report = certify(Solution(game, [[value] * game.goal] * game.goal))
        assert report.refuted
        assert report.undecided == 0
        assert report.states == game.goal**2 * (game.goal - 1) // 2


def test_tolerance_decides():
    table = table_of(Pig(10))
    table[0][0] += 1e-9
    assert not certify(Solution(Pig(10), table), tolerance=9e-10).ok
    assert certify(Solution(Pig(10), table), tolerance=1.1e-9).ok


@pytest.mark.slow
def test_a_right_table_is_not_refuted_by_wide_enclosures():
    # Nearly every throw busts: a turn's start is some 1e22 times as uncertain as its payoffs.
    of = 31250000000000000005450058129
    chances = {name: Fraction(n, of) for name, n in (("bust", 3125 * 10**25), ("wipe", 58125))}
    gains = {gain: Fraction(n, of) for gain, n in ((1, 4), (2, 75 * 10**6), (5, 5375 * 10**6))}
    solution = solve(Race(Roll(gains, **chances), 30, "exact"))
    report = certify(solution)
    assert report.ok
    assert report.error <= 1e-12
