"""Which equilibrium is meant: one state, an exact value and a table against trying all."""

from fractions import Fraction
from random import Random

import numpy as np
import pigverify
import pytest
from support.oddities import examples
from support.parties import SEVERAL, party
from support.party_in_fractions import SlowParty, rotations

import pigcore

RARE = [Fraction(1, 10**power) for power in (20, 30, 40, 60)]


# How far doubles may be off where throws are rare is no matter of this file.
pytestmark = pytest.mark.filterwarnings("ignore::pigcore.ConvergenceWarning")


def agrees(game, count):
    """Compare with the equilibrium that is documented: ``count`` states, their values, the table.

    Those of cells with several equilibria come first.
    """
    slow = SlowParty(game)
    several = [scores for scores, number in slow.counts.items() if number > 1]
    states = [(one, k) for one in slow.values for k in range(game.goal - one[0])]
    Random(0).shuffle(states)
    states.sort(key=lambda state: min(rotations(state[0])) not in several or state[1] > 0)
    for scores, total in states[:count]:
        verdict = pigverify.check(game, *scores, total)
        roll, hold = slow.payoffs(scores, total) if total else (slow.values[scores][0], -1)
        best = {"roll": roll, "hold": hold}
        assert set(verdict.best) == {one for one in best if best[one] == max(roll, hold)}, verdict
        assert verdict.ok
        low, high = verdict.value
        assert low <= max(roll, hold) <= high
    if slow.mixed is not None:
        assert pigverify.certify(game).outcome == "undecided"
        return several
    table = pigcore.solve(game)
    report = pigverify.certify(table)
    if report.outcome != "certified":
        assert report.outcome == "undecided", report
        assert "the table decides otherwise where doubles cannot tell" in report.unclear
        assert min(chance for _, chance in game.roll.gains) < Fraction(1, 10**10)
    else:
        for scores, values in slow.values.items():
            assert table.win(*scores) == pytest.approx([float(one) for one in values], abs=1e-13)
    report = pigverify.certify(game)
    assert report.outcome == "certified", report
    for (low, high), value in zip(report.chances, slow.values[(0,) * game.players]):
        assert low <= value <= high
    return several


@pytest.mark.slow
@pytest.mark.parametrize("game", SEVERAL, ids=lambda game: f"{game.players} {game.roll.summary}")
def test_of_several_equilibria_all_speak_of_the_first(game):
    assert agrees(game, 4)


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, 100, 10))
def test_generated_parties(first):
    for seed in range(first, first + examples(100) // 10):
        agrees(party(seed), 3)


@pytest.mark.slow
def test_what_was_refuted_though_right():
    game = pigcore.Piglet(6, players=4)
    low, high = pigverify.check(game, 0, 3, 0, 3).value
    assert low <= 0.0816133 + 1e-7
    assert high >= 0.0816133 - 1e-7
    roll = pigcore.Roll({1: "3/10", 2: "1/5"}, bust="1/2")
    game = pigcore.Race(roll, 6, "exact").seated(3)
    verdict = pigverify.check(game, 3, 0, 3, 1)
    assert verdict.best == (pigcore.solve(game).decide(3, 0, 3, 1),) == ("hold",)
    assert verdict.unique is None
    assert "in cells with several equilibria the first is taken" in str(verdict)


@pytest.mark.slow
def test_a_table_of_another_equilibrium_is_refuted():
    """Everything is right but the choice: the cell's values are those of its last equilibrium."""
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
    report = pigverify.certify(Other())
    assert report.refuted
    assert min(rotations(report.elsewhere[0])) == cell
    assert "another equilibrium than the first is taken at" in str(report)
    assert pigverify.certify(solution).elsewhere == ()


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
    assert "no equilibrium is pure: solve the game and prove the sol" in verdict.proof.reason
    assert pigverify.certify(pigcore.solve(game)).outcome == "certified"
