"""Duels: the published figures, fractions by another route, and what a solved duel answers."""

import json
import time
from fractions import Fraction

import numpy as np
import pigverify
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.duels import hold, payoff, rolls, turn

import pigcore
from pigcore.games import Duel, Roll, SizeError
from pigcore.solvers import duel as solver


@pytest.fixture(scope="module")
def pig():
    return pigcore.solve(Duel(holds=range(2, 41)))


# --- what was published -------------------------------------------------------------------------


def test_a_rule_outside_hold_at_h_gains_against_the_optimal_mixture(pig):
    rule = pig.best_rule()
    assert rule.gain == pytest.approx(0.00024901457624316, abs=1e-15)
    # The rule, played out by itself, gains what the recursion says.
    roll = pig.game.roll
    scores = turn(roll, lambda total: total not in rule.throws_at)
    mixed = {}
    for h, weight in pig.exact.weights.items():
        for score, p in hold(roll, h).items():
            mixed[score] = mixed.get(score, 0) + weight * p
    assert float(payoff(scores, mixed)) == pytest.approx(rule.gain, abs=1e-15)


# --- against the references ---------------------------------------------------------------------


@pytest.mark.slow
@settings(max_examples=30, deadline=None)
@given(rolls, st.sets(st.integers(1, 30), min_size=1, max_size=8))
def test_payoffs_and_equilibrium(roll, holds):
    duel = pigcore.solve(Duel(roll, holds))
    scores = [hold(roll, h) for h in duel.game.holds]
    matrix = [[payoff(a, b) for b in scores] for a in scores]
    assert np.allclose(duel.matrix, np.array(matrix, dtype=float), rtol=0, atol=1e-14)
    found = duel.exact
    assert sum(found.weights.values()) == 1
    assert min(found.weights.values()) > 0
    row = [found.weights.get(h, 0) for h in duel.game.holds]
    assert all(sum(x * a for x, a in zip(row, column)) >= 0 for column in zip(*matrix))
    assert duel.alike == tuple(
        tuple(h for h in duel.game.holds if hold(roll, h) == score)
        for score in {tuple(s.items()): s for s in scores}.values()
    )


@pytest.mark.slow
@settings(max_examples=30, deadline=None)
@given(rolls, st.integers(1, 12))
def test_no_stopping_rule_beats_the_recursion(roll, h):
    opponent = hold(roll, h)
    top = max(h, *opponent)
    rule = pigcore.solve(Duel(roll, range(1, top + 3))).best_rule(h)
    # Every set of totals to throw at, among the first few that can be met; beyond them: the rule's
    # own.
    met = turn(roll, lambda total: total > 6)
    for total in range(6, 0, -1):
        met |= turn(roll, lambda k, total=total: k >= total)
    free = [k for k in met if 0 < k <= min(top, 6)]
    for bits in range(2 ** len(free)):
        throws = {0, *(k for n, k in enumerate(free) if bits >> n & 1)}
        throws |= {k for k in rule.throws_at if k > 6}
        reply = turn(roll, lambda total, throws=throws: total not in throws)
        assert payoff(reply, opponent) <= rule.gain + 1e-13
    own = turn(roll, lambda total: total not in rule.throws_at)
    assert float(payoff(own, opponent)) == pytest.approx(rule.gain, abs=1e-13)
    holds = [hold(roll, n) for n in range(1, top + 3)]
    gains = [payoff(scores, opponent) for scores in holds]
    assert rule.gain >= float(max(gains)) - 1e-13


def test_two_dice_in_place_of_one():
    duel = pigcore.solve(Duel(Roll.dice(2), range(2, 61)))
    assert duel.alike[0] == (2, 3, 4)  # two dice without a 1 show 4 at least
    assert duel.unique
    assert set(duel.mix) == {2, 9, 10, 18, 19}
    assert duel.safest[:2] == (17, 20)
    assert duel.best_rule().gain > 0.004
    # A wipe loses no more than a bust: there is no banked score.
    wiped = pigcore.solve(Duel(Roll.dice(2, wipe_all=True), range(2, 61)))
    assert wiped.exact == duel.exact


def test_holds_under_two_names_are_one_strategy():
    duel = pigcore.solve(Duel(holds=range(1, 41)))
    assert duel.alike[:2] == ((1, 2), (3,))
    assert duel.unique
    assert duel.best(20) == (1, 2)
    assert duel.best_hold(20)[0] == 1
    assert pigcore.solve(Duel(holds=[20, 30])).best_rule(20).throws_at == (0,)


# --- the equilibrium in fractions: any antisymmetric game, from any proposal ---


class Matrix:
    """Stands for TurnScores: hold n is row n of an antisymmetric matrix."""

    whole = 1

    def __init__(self, rows):
        self.rows = rows
        assert all(
            a == -b for row, col in zip(self.rows, zip(*self.rows)) for a, b in zip(row, col)
        )

    def scores(self, hold):
        return {hold: 1}

    def payoff(self, first, second):
        return sum(p * q * self.rows[a][b] for a, p in first.items() for b, q in second.items())


ROCK_PAPER_SCISSORS = [[0, -1, 1], [1, 0, -1], [-1, 1, 0]]
NOTHING_MATTERS = [[0] * 3] * 3
A_DRAW_AT_THE_TOP = [[0, 0, 1], [0, 0, 1], [-1, -1, 0]]
TWO_PAPERS = [[0, -1, 1, -1], [1, 0, -1, 0], [-1, 1, 0, 1], [1, 0, -1, 0]]


@pytest.mark.parametrize(
    ("rows", "unique"),
    [
        (ROCK_PAPER_SCISSORS, True),
        (NOTHING_MATTERS, False),
        (A_DRAW_AT_THE_TOP, False),
        (TWO_PAPERS, False),
        ([[0]], True),
        ([[0, 1], [-1, 0]], True),
        # The first beats nobody and nobody beats it: any mixture with the cycle is as good.
        ([[0, 0, 0, 0], *([0, *row] for row in ROCK_PAPER_SCISSORS)], False),
        # Five in a cycle, each beating the two before it.
        ([[(0, 1, 1, -1, -1)[(a - b) % 5] for b in range(5)] for a in range(5)], True),
    ],
)
def test_uniqueness_is_proved_or_disproved(rows, unique):
    turns, holds = Matrix(rows), range(len(rows))
    for support in ([], [0], holds):
        found = solver.equilibrium(turns, holds, support)
        assert found.unique is unique
        assert (sum(found.weights.values()), min(found.slack.values())) == (1, 0)


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(st.data(), st.integers(1, 6))
def test_any_antisymmetric_game_is_solved_from_any_proposal(data, size):
    rows = [[0] * size for _ in range(size)]
    for a in range(size):
        for b in range(a):
            rows[a][b] = data.draw(st.integers(-2, 2))
            rows[b][a] = -rows[a][b]
    turns, holds = Matrix(rows), range(size)
    proposals = data.draw(st.sets(st.sampled_from(holds))), holds
    first, second = (solver.equilibrium(turns, holds, support) for support in proposals)
    assert first.unique == second.unique
    if first.unique:
        assert first.weights == second.weights
    assert min(first.slack.values()) >= 0


@pytest.mark.parametrize(
    ("roll", "holds"),
    [
        # Hold at 2 is a single roll; hold at 3 wins as often as it loses against it.
        (Roll({2: "1/4", 3: "1/4"}, bust="1/2"), (1, 3)),
        (Roll({1: "2/5", 3: "1/5"}, bust="2/5"), (1, 2, 3)),
    ],
)
def test_duels_with_several_optimal_mixtures(roll, holds):
    duel = pigcore.solve(Duel(roll, holds))
    assert not duel.unique
    assert payoff(hold(roll, holds[0]), hold(roll, holds[1])) == 0
    assert "an optimal mixture" in repr(duel)


def test_a_wrong_proposal_of_the_linear_program_is_repaired(monkeypatch):
    right = pigcore.solve(Duel(holds=range(2, 27)))
    for proposal in (lambda payoffs: np.zeros(len(payoffs)), lambda payoffs: np.eye(25)[7]):
        monkeypatch.setattr(solver, "mixture", proposal)
        assert pigcore.solve(right.game).exact == right.exact


# --- strategies ---------------------------------------------------------------------------------


def test_strategies_may_be_holds_or_mixtures(pig):
    assert pig.payoff({20: 1}, {17: Fraction(1)}) == pig.payoff(20, 17)
    assert pig.payoff(17, 20) == pytest.approx(-pig.payoff(20, 17), abs=1e-15)
    half = pig.payoff({20: 0.5, 2: Fraction(1, 2)}, 17)
    assert half == pytest.approx((pig.payoff(20, 17) + pig.payoff(2, 17)) / 2, abs=1e-15)
    assert pig.payoff(40, 20) == pytest.approx(
        float(payoff(hold(pig.game.roll, 40), hold(pig.game.roll, 20))), abs=1e-15
    )
    assert pig.best_hold({np.int64(20): 1.0}) == pig.best_hold(20)


def test_the_closest_calls_are_replies_to_the_mixture(pig):
    calls = pig.closest(10**6)
    support = set(pig.mix)
    assert {call.state for call in calls} == {()}
    assert {call.best for call in calls} == {min(support)}
    assert {call.other for call in calls} == set(pig.game.holds) - support
    for call in calls:
        assert call.margin == pytest.approx(-pig.payoff(call.other, pig.mix), abs=1e-15)
        assert call.margin > 0
    assert [call.margin for call in calls] == sorted(call.margin for call in calls)
    assert pig.closest(3) == calls[:3]
    tied = {call.other for call in pig.closest(100, ties=True)[: len(support) - 1]}
    assert tied == support - {min(support)}
    assert {call.other for call in pig.disputed()} == tied


def test_advise_and_summary_are_plain_data(pig):
    facts = json.loads(json.dumps(pig.advise(20)))
    assert facts["best"] == [2]
    assert facts["payoffs"][0] == {"action": 2, "worth": facts["value"]}
    assert facts["margin"] == facts["value"] - facts["payoffs"][1]["worth"]
    assert facts["any_rule_throws_at"] == [0]
    assert facts["against_the_mixture"] == pytest.approx(-float(pig.exact.slack[20]), abs=1e-15)
    facts = json.loads(json.dumps(pig.summary()))
    assert facts["value"] == 0
    assert facts["closest_call"] == {
        "state": {}, "best": 2, "other": facts["closest_call"]["other"],
        "margin": pig.closest(1)[0].margin,
    }  # fmt: skip
    assert facts["safest_hold"] == 17
    assert facts["mix"]["21"] == pig.mix[21]
    assert facts["unique"] is True
    assert repr(pig).startswith("<Solution of Duel: the only optimal mixture is {2: 0.0751, 6:")


# --- size, progress and files -------------------------------------------------------------------


def test_the_best_rule_looks_only_at_totals_that_throws_add_up_to(monkeypatch):
    monkeypatch.setattr("pigcore.solvers.duel.MOST_TOTALS", 20_000)
    rule = pigcore.solve(Duel(Roll({10**7: "1/2"}, "1/2"), [3, 5])).best_rule(3)
    assert rule == (0.0, (0,))
    far = pigcore.solve(Duel(Roll({1: "1/2", 10**5: "1/4"}, "1/4"), [3, 5]))
    with pytest.raises(SizeError, match="at more than 20,000 turn totals: take a roll with"):
        far.best_rule(3)
    # That is no reason to keep back what is known.
    assert far.advise(3)["best"] == [5]
    assert far.advise(3)["any_rule_gain"] is far.summary()["any_rule_gain"] is None


def test_long_fractions_and_far_gains_take_no_time():
    """Fractions of 53,000 bits, each sum reduced, took 8 s; half a million totals a second."""
    begun = time.process_time()
    whole = 812_500_000_000_000_000_000_001
    roll = Roll(
        {3: Fraction(5 * 10**23, whole), 5: Fraction(1, whole)},
        Fraction(whole - 5 * 10**23 - 1, whole),
    )
    assert pigcore.solve(Duel(roll, [8, 17, 1998])).exact.weights.keys() == {8}
    rare = Fraction(1, 10**9)
    far = pigcore.solve(Duel(Roll({2: "1/8", 10**6: rare}, Fraction(7, 8) - rare), [11]))
    assert far.best_rule(11).throws_at == (0,)
    assert pigverify.check(far.game, 11).ok
    assert time.process_time() - begun < 2
