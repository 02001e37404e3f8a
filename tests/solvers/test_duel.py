"""The solver of duels: the published figures, and fractions by another route."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.duels import hold, payoff, turn

import pigcore
from pigcore.games import Duel, PassThePigs, Roll
from pigcore.solvers.duel.turns import Turns


@pytest.fixture(scope="module")
def pig():
    return pigcore.solve(Duel(holds=range(2, 41)))


# --- what was published -------------------------------------------------------------------------


def test_the_published_distribution_of_hold_at_20(pig):
    published = {
        0: 0.62454083420125672,
        20: 0.099712986645624821,
        21: 0.094990627487340995,
        22: 0.074188848985588224,
        23: 0.054196084766465126,
        24: 0.035198091574370427,
        25: 0.01717252633935375,
    }
    assert pig.scores(20) == pytest.approx(published, abs=1e-15)
    assert list(pig.scores(20)) == list(published)


def test_the_best_reply_to_hold_at_20_is_a_single_roll(pig):
    assert pig.best(20) == (2,)
    hold, gain = pig.best_hold(20)
    assert hold == 2
    assert pig.payoffs(20)[2] == pytest.approx(gain, abs=1e-15)
    assert f"{gain:.6f}"[:7] == "0.14499"
    rule = pig.best_rule(20)
    assert rule.throws_at == (0,)
    assert rule.hold_at == 2
    assert rule.gain == pytest.approx(gain, abs=1e-15)


def test_what_the_published_eight_percent_is(pig):
    # "At least 8%" is below 8% among holds, and true of the best reply of all rules.
    assert pig.safest == (17, 20, pytest.approx(0.0795918094094264, abs=1e-15))
    least = min((pig.best_rule(h).gain, h) for h in pig.game.holds)
    assert least == (pytest.approx(0.0817804045878394, abs=1e-15), 17)
    assert pig.best_rule(17).hold_at is None


def test_the_published_weight_of_hold_at_21_is_about_a_third(pig):
    assert 0.3 < pig.mix[21] < 0.36
    assert max(pig.mix, key=pig.mix.get) == 21


def test_the_simulated_comparison_with_hold_at_20(pig):
    # Published, from a simulation: it beats 10 … 19 and 27 on, and loses to 21 … 26.
    wins = {h for h in pig.game.holds if pig.payoff(20, h) > 1e-12}
    assert wins == {*range(10, 20), *range(28, 41)}
    assert pig.payoff(20, 27) == pytest.approx(-0.00114, abs=1e-5)


def test_value_and_uniqueness(pig):
    assert pig.value == 0
    assert pig.unique
    assert len(pig.mix) == 15
    assert math.fsum(pig.mix.values()) == pytest.approx(1, abs=1e-15)
    assert pig.best_hold(pig.mix)[1] == pytest.approx(0, abs=1e-15)


def test_a_rule_outside_hold_at_h_gains_against_the_optimal_mixture(pig):
    rule = pig.best_rule()
    assert rule.gain == pytest.approx(0.00024901457624316, abs=1e-15)
    assert rule.hold_at is None
    assert rule.best_hold_gain == pytest.approx(0, abs=1e-15)
    # The rule, played out by itself, gains what the recursion says.
    roll = pig.game.roll
    scores = turn(roll, lambda total: total not in rule.throws_at)
    mixed = {}
    for h, weight in pig.exact.weights.items():
        for score, p in hold(roll, h).items():
            mixed[score] = mixed.get(score, 0) + weight * p
    assert float(payoff(scores, mixed)) == pytest.approx(rule.gain, abs=1e-15)


# --- against the references ---------------------------------------------------------------------

rolls = st.sampled_from(
    [
        Roll.die(6),
        Roll.die(4),
        Roll.coin(),
        Roll.dice(2),
        Roll.dice(2, 4, wipe_all=True),
        Roll({2: "1/4", 3: "1/4"}, bust="1/2"),
        Roll({1: "9/10"}, wipe="1/10"),
        Roll({3: "1/2", 7: "1/2"}),
        Roll({}, bust=1),
        PassThePigs().roll,
    ]
)


@pytest.mark.slow
@settings(max_examples=30, deadline=None)
@given(rolls, st.sets(st.integers(1, 30), min_size=1, max_size=8))
def test_payoffs_and_equilibrium(roll, holds):
    duel = pigcore.solve(Duel(roll, holds))
    scores = [hold(roll, h) for h in duel.game.holds]
    matrix = [[payoff(a, b) for b in scores] for a in scores]
    assert np.allclose(duel.matrix, np.array(matrix, dtype=float), rtol=0, atol=1e-14)
    found = duel.exact
    for weights in (found.weights, found.other or found.weights):
        assert sum(weights.values()) == 1
        assert min(weights.values()) > 0
        row = [weights.get(h, 0) for h in duel.game.holds]
        assert all(sum(x * a for x, a in zip(row, column)) >= 0 for column in zip(*matrix))
    assert found.other != found.weights
    assert found.unique == (found.other is None)
    assert duel.floating.sum() == pytest.approx(1, abs=1e-9)
    assert (duel.matrix @ duel.floating).max() < 1e-9


@pytest.mark.slow
@settings(max_examples=30, deadline=None)
@given(rolls, st.integers(1, 12))
def test_no_stopping_rule_beats_the_recursion(roll, h):
    opponent = hold(roll, h)
    top = max(opponent)
    rule = Turns(Duel(roll, range(1, top + 3)), exact=True).best_rule(opponent)
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
        assert payoff(reply, opponent) <= rule.gain
    own = turn(roll, lambda total: total not in rule.throws_at)
    assert payoff(own, opponent) == rule.gain
    holds = [hold(roll, n) for n in range(1, top + 3)]
    gains = [payoff(scores, opponent) for scores in holds]
    assert rule.best_hold_gain == max(gains)
    assert rule.best_hold == gains.index(max(gains)) + 1
    assert rule.hold_at == (holds.index(own) + 1 if own in holds else None)


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
    # Whoever asks hears of the same one: the smallest of the game's holds.
    rule = duel.best_rule(20)
    assert duel.best_hold(20)[0] == rule.hold_at == rule.best_hold == 1
    elsewhere = pigcore.solve(Duel(holds=[20, 30])).best_rule(20)
    assert (elsewhere.hold_at, elsewhere.throws_at, elsewhere.best_hold) == (2, (0,), 20)
