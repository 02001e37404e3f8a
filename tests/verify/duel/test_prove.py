"""The verifier of duels: the rules by enumeration, both kinds of proof, and damaged tables."""

import itertools
import json
from fractions import Fraction

import pigverify
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pigverify import duel
from support.commands import run
from support.duels import rolls

import pigcore
from pigcore.games import Duel, Roll
from pigcore.solvers.files import as_declared

PIG = Duel(holds=range(2, 41))


@pytest.fixture(scope="module")
def solution():
    return pigcore.solve(PIG)


@pytest.fixture(scope="module")
def report(solution):
    return pigverify.certify(solution)


# --- the rules ----------------------------------------------------------------------------------


def by_sequences(sides, hold):
    """Hold at ``hold`` with a die whose 1 busts, over all sequences of ``hold`` throws."""
    scores = {}
    for throws in itertools.product(range(1, sides + 1), repeat=hold):
        total = 0
        for face in throws:
            total = total + face if face > 1 else 0
            if face == 1 or total >= hold:
                break
        scores[total] = scores.get(total, 0) + Fraction(1, sides**hold)
    return scores


@pytest.mark.parametrize(("sides", "hold"), [(2, 1), (2, 5), (3, 4), (4, 6), (6, 5)])
def test_turns_by_all_sequences_of_throws(sides, hold):
    found = pigverify.check(Duel(Roll.die(sides), (hold,)), hold)
    assert found.scores == by_sequences(sides, hold)


def test_a_wipe_scores_nothing():
    for roll, scores in (
        (Roll({5: "1/2"}, wipe="1/2"), {0: Fraction(3, 4), 10: Fraction(1, 4)}),
        (Roll({}, bust=1), {0: 1}),
    ):
        assert pigverify.check(Duel(roll, (6,)), 6).scores == scores


# --- the published figures ----------------------------------------------------------------------


def test_hold_at_20():
    found = pigverify.check(PIG, 20)
    assert found.ok
    assert found.decision == "hold at 2"
    assert float(found.value[0]) == pytest.approx(0.14499, abs=5e-6)
    assert found.margin[0] == found.payoffs[2][0] - found.payoffs[3][0]
    assert float(found.scores[0]) == pytest.approx(0.624540834, abs=1e-9)
    assert float(found.scores[20]) == pytest.approx(0.0997129866, abs=1e-10)
    facts = json.loads(json.dumps(found.as_dict()))
    assert facts["best"] == [2]
    assert facts["payoffs"][0]["action"] == 2
    assert Fraction(facts["payoffs"][0]["worth"]["low"]) == found.value[0]
    assert list(map(int, facts["scores"])) == [0, *range(20, 26)]
    assert str(found).splitlines()[0] == "Duel, against hold at 20: hold at 2 (exact fractions)"


def test_ties_are_all_named():
    # Hold at 2 and hold at 3 win as often as they lose against each other and themselves.
    game = Duel(Roll({2: "1/4", 3: "1/4"}, bust="1/2"), (1, 3))
    found = pigverify.check(game, 1)
    assert (found.decision, found.best, found.margin) == ("tie", (1, 3), (0, 0))
    assert str(found).startswith("Duel, against hold at 1: tie of hold at 1 and hold at 3 (exact")
    assert pigverify.certify(game).ties == 2


def test_holds_that_are_one_turn_are_a_tie():
    # With one die nothing tells 1 and 2 apart.
    found = pigverify.check(Duel(holds=(1, 2, 20)), 20)
    assert (found.decision, found.best) == ("tie", (1, 2))
    report = pigverify.certify(Duel(holds=(1, 2, 20)))
    assert (report.states, report.distinct, report.ties) == (3, 2, 3)


# --- the equilibrium ----------------------------------------------------------------------------


def test_solver_and_verifier_find_the_same_fractions(solution, report):
    assert report.ok
    assert report.mixture == solution.exact.weights
    assert report.unique
    assert solution.unique
    assert report.value == (solution.exact.value,) * 2 == (0, 0)
    assert report.tight == len(report.mixture) == 15
    assert report.error < 1e-14
    assert report.exploit < 1e-9
    facts = json.loads(json.dumps(report.as_dict()))
    assert facts["unique"] is True
    assert Fraction(facts["mixture"]["21"]["low"]) == report.mixture[21]
    assert str(report).startswith("Duel: certified\n  value    0\n")
    assert "  proved   all 39 inequalities hold, 15 as equations\n" in str(report)
    for proved, found in zip(report.closest, solution.closest(10), strict=True):
        assert (proved.state, proved.best, proved.other) == found[:3]
        assert float(proved.margin[0]) == pytest.approx(found.margin, abs=1e-15)
    assert max(map(len, str(report).splitlines())) <= 80


@settings(max_examples=40, deadline=None)
@given(rolls, st.sets(st.integers(1, 14), min_size=1, max_size=7))
def test_two_ways_to_the_same_proof(roll, holds):
    game = Duel(roll, holds)
    solution, report = pigcore.solve(game), pigverify.certify(game)
    assert report.ok
    assert report.unique == solution.unique
    if report.unique:
        assert report.mixture == solution.exact.weights
    else:
        assert report.other != report.mixture
    assert report.distinct == len(solution.alike)


# --- tables -------------------------------------------------------------------------------------

SMALL = Duel(Roll.die(4), holds=range(2, 12))


def table():
    return {k: v.tolist() for k, v in pigcore.solve(SMALL).arrays().items()}


def certify(game, arrays, **more):
    return duel.certify(game, as_declared(game, arrays), **more)


def test_payoffs_of_certain_wins_may_be_rounded_past_1():
    # Hold at 9 always beats hold at 1 here; chances may sum to a little more than 1.
    game = Duel(Roll({2: 5, 4: 1}), holds=range(1, 12))
    given = {k: v.tolist() for k, v in pigcore.solve(game).arrays().items()}
    assert given["payoffs"][8][0] == 1.0
    given["payoffs"][8][0] += 2.0**-52
    assert certify(game, given).ok


@pytest.mark.parametrize(
    "damage",
    [
        lambda t: t["payoffs"][3].__setitem__(2, t["payoffs"][3][2] + 1e-8),
        lambda t: t["mix"].__setitem__(0, t["mix"][0] + 1e-8),
        lambda t: t.update(mix=[1.0] + [0.0] * 9),
        lambda t: t.update(mix=[0.0] * 10),
    ],
)
def test_altered_tables_are_refuted(damage):
    wrong = table()
    damage(wrong)
    found = certify(SMALL, wrong)
    assert found.refuted
    assert not found.ok
    assert str(found).startswith("Duel: refuted")
    assert certify(SMALL, table(), tolerance=1e-9).ok


@pytest.mark.slow
def test_the_command():
    done = run("pigverify", "duel")
    assert done.returncode == 0
    assert "  unique   yes, proved" in done.stdout
