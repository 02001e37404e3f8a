"""One equilibrium, the table's own: single states and whole tables against trying all."""

from fractions import Fraction
from random import Random

import numpy as np
import pigverify
import pytest
from support.oddities import examples
from support.parties import SEVERAL, party
from support.party_in_fractions import SlowParty, rotations

import pigcore

RARE = [Fraction(1, 10**power) for power in (20, 60)]


# How far doubles may be off where throws are rare is no matter of this file.
pytestmark = pytest.mark.filterwarnings("ignore::pigcore.ConvergenceWarning")


def agrees(game, count):
    """Compare ``count`` states, what all win, and the table with an equilibrium in fractions.

    States of cells with several equilibria come first.
    """
    slow = SlowParty(game)
    several = [scores for scores, number in slow.counts.items() if number > 1]
    states = [(one, k) for one in slow.values for k in range(game.goal - one[0])]
    Random(0).shuffle(states)
    states.sort(key=lambda state: min(rotations(state[0])) not in several or state[1] > 0)
    table = pigcore.solve(game)
    for scores, total in states[:count]:
        verdict = pigverify.check(table, *scores, total)
        roll, hold = slow.payoffs(scores, total) if total else (slow.values[scores][0], -1)
        best = {"roll": roll, "hold": hold}
        assert set(verdict.best) == {one for one in best if best[one] == max(roll, hold)}, verdict
        assert verdict.ok
        low, high = verdict.value
        assert low <= max(roll, hold) <= high
    if slow.mixed is not None:
        assert pigverify.certify(game).outcome == "undecided"
        return several
    report = pigverify.certify(table)
    assert report.outcome == "certified", report
    assert not report.undecided
    for (low, high), value in zip(report.chances, slow.values[(0,) * game.players]):
        assert low <= value <= high
    # Without a table nothing is said where there may be several.
    alone = pigverify.certify(game)
    assert alone.outcome == ("certified" if alone.gain is not None else "undecided")
    assert alone.outcome == "certified" or several
    return several


@pytest.mark.slow
@pytest.mark.parametrize("game", SEVERAL, ids=lambda game: f"{game.players} {game.roll.summary}")
def test_of_several_equilibria_the_tables_is_proved(game):
    assert agrees(game, 4)


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, 50, 10))
def test_generated_parties(first):
    for seed in range(first, first + examples(100) // 10):
        agrees(party(seed), 3)


@pytest.mark.slow
def test_a_table_of_any_equilibrium_is_certified():
    """And one that is of none is not."""
    game = SEVERAL[4]
    slow = SlowParty(game)
    cell = next(one for one, n in slow.counts.items() if n > 1)
    above = {one: values for one, values in slow.values.items() if sum(one) > sum(cell)}
    slow.values = above
    other = slow.equilibria(cell)[-1]
    solution = pigcore.solve(game)
    starts = np.array(solution.starts)
    for scores, values in other.items():
        starts[scores] = [float(value) for value in values]
    arrays = {**solution.arrays(), "starts": starts}

    class Other:
        arrays = staticmethod(lambda: arrays)

    Other.game = game
    assert pigverify.certify(Other()).ok
    verdict = pigverify.check(Other(), *cell)
    low, high = verdict.value
    assert low <= other[cell][0] <= high
    assert not low <= solution.win(*cell)[0] <= high
    starts[cell] = starts[cell][::-1]
    assert pigverify.certify(Other()).refuted


@pytest.mark.slow
@pytest.mark.parametrize("rare", RARE, ids=lambda one: f"{float(one):.0e}")
def test_rare_throws_take_more_bits(rare):
    for gains, goal, target in [
        ({1: rare}, 3, "at_least"),
        ({1: rare, 2: rare}, 4, "at_least"),
        ({1: rare, 3: 2 * rare}, 4, "exact"),
        ({1: Fraction(1, 2), 2: rare}, 4, "exact"),
        ({1: 1 - rare}, 3, "at_least"),
    ]:
        roll = pigcore.Roll(gains, bust=1 - sum(gains.values()))
        agrees(pigcore.Race(roll, goal, target).seated(3), 2)


def test_what_is_not_proved_says_why():
    # A chance that takes more bits than are allowed.
    rare = Fraction(1, 10**400)
    game = pigcore.Race(pigcore.Roll({1: rare}, bust=1 - rare), 2).seated(3)
    verdict = pigverify.check(game, 0, 0, 0)
    assert not verdict.ok
    assert "turns nearly always end in a bust" in str(verdict.proof)
    report = pigverify.certify(game)
    assert report.outcome == "undecided"
    assert "turns nearly always end in a bust" in str(report)
    # A cell in which no equilibrium is pure.
    roll = pigcore.Roll({1: "4/15", 4: "4/15", 3: "1/5"}, bust="4/15")
    game = pigcore.Race(roll, 6, "exact").seated(3)
    verdict = pigverify.check(game, 0, 0, 0)
    assert verdict.decision == "undecided"
    assert "without mixing: solve the game and prove the sol" in verdict.proof.reason
    report = pigverify.certify(pigcore.solve(game))
    assert report.outcome == "certified"
    assert report.mixing
