"""What a solved duel answers, what it refuses, and what it keeps in files."""

import json
import math
import time
from fractions import Fraction

import numpy as np
import pigverify
import pytest
from support.duels import hold, payoff

import pigcore
from pigcore.games import Duel, FileError, Roll, RuleError, SizeError, StateError
from pigcore.solvers import files


@pytest.fixture(scope="module")
def pig():
    return pigcore.solve(Duel(holds=range(2, 41)))


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


@pytest.mark.parametrize(
    ("strategy", "message"),
    [
        (0, "hold is 0, but a total to hold at is between 1 and 2000"),
        ("20", "hold is '20', but must be a whole number"),
        ({2001: 1}, "hold is 2001, but a total"),
        (50, "hold is 50, but the totals to hold at in Duel are the 39 from 2 to 40: choose one"),
        ({50: 1}, "hold is 50, but the totals to hold at in Duel are the 39 from 2 to 40"),
        ({20: 0.5}, "the weights sum to 0.5, but must sum to 1: scale them"),
        ({}, "the weights sum to 0.0, but must sum to 1: scale them"),
        ({20: -1, 2: 2}, "the weight of hold at 20 is -1, but must be between 0 and 1"),
        ({20: "1"}, "the weight of hold at 20 is '1', but must be between 0 and 1"),
        ({20: math.nan}, "the weight of hold at 20 is nan, but must be between 0 and 1"),
    ],
)
def test_strategies_that_are_none(pig, strategy, message):
    for ask in (pig.best_hold, pig.best_rule, pig.scores, lambda one: pig.payoff(2, one)):
        with pytest.raises((StateError, RuleError)) as refused:
            ask(strategy)
        assert str(refused.value).startswith(message)


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


def altered(array, place, value):
    array = array.copy()
    array[place] = value
    return array


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (
            lambda a, i: a.update(payoffs=altered(a["payoffs"], (3, 4), 0.1)),
            "the file's payoffs are not those of the rules beside them: solve and save it again",
        ),
        (lambda a, i: a.update(mix=a["mix"] * 2), "the file's mix is not an optimal mixture"),
        (lambda a, i: a.update(mix=np.eye(39)[18]), "the file's mix is not an optimal mixture"),
        (lambda a, i: i.clear(), "the file's info has no table of exact weights"),
        (lambda a, i: i.update(weights={"x": "1"}), "the file's info has no table of exact"),
        (lambda a, i: i.update(weights={"2": "1/0"}), "the file's info has no table of exact"),
        (lambda a, i: i.update(weights={"2": "1"}), "the file's exact weights are not an optimal"),
        (lambda a, i: i.update(weights={}), "the file's exact weights are not an optimal"),
    ],
)
def test_damaged_arrays_are_refused(pig, damage, message, tmp_path):
    arrays, info = dict(pig.arrays()), pig.info()
    damage(arrays, info)
    files.write(tmp_path / "duel.npz", pig.game, arrays, info)
    with pytest.raises(FileError) as refused:
        pigcore.load(tmp_path / "duel.npz")
    assert message in str(refused.value)


def test_the_best_rule_looks_only_at_totals_that_throws_add_up_to(monkeypatch):
    monkeypatch.setattr("pigcore.solvers.duel.turns.MOST_TOTALS", 20_000)
    rule = pigcore.solve(Duel(Roll({10**7: "1/2"}, "1/2"), [3, 5])).best_rule(3)
    assert rule == (0.0, (0,), 3, 3, 0.0)
    far = pigcore.solve(Duel(Roll({1: "1/2", 10**5: "1/4"}, "1/4"), [3, 5]))
    with pytest.raises(SizeError, match="at more than 20,000 turn totals: take a roll with"):
        far.best_rule(3)
    # That is no reason to keep back what is known.
    assert far.advise(3)["best"] == [5]
    assert far.advise(3)["any_rule_gain"] is far.summary()["any_rule_gain"] is None


def test_fractions_that_would_outgrow_every_patience_are_refused():
    roll = Roll({1: "1/3", 2: Fraction(1, 3 * 10**24)}, Fraction(2 * 10**24 - 1, 3 * 10**24))
    with pytest.raises(SizeError, match="fractions of up to 164,082 bits, but at most 60,000 are"):
        pigcore.solve(Duel(roll, [1, 2000]))


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
    assert pigverify.check(far.game, 11).any_rule.throws_at == (0,)
    assert time.process_time() - begun < 2
