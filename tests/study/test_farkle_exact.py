"""Exact values of Farkle: against games played out in fractions, and judged by the verifier."""

from fractions import Fraction

import pigverify
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from pigverify.fraction import Claim
from support.farkle_in_fractions import Slow, farkles

import pigcore
from pigcore.games import RuleError, SizeError, StateError
from pigcore.study.exact_values import decisions, farkle

LAST = pigcore.Farkle({"1": 1, "2 2": 1}, 3, 2, 3, last_turn=True)


@pytest.mark.slow
@settings(max_examples=15, deadline=None)
@given(farkles(), st.data())
def test_values_are_those_played_out_in_fractions(game, data):
    truth = Slow(game).solve()
    for state in {(0, 0), data.draw(st.sampled_from(sorted(truth)))}:
        assert pigcore.exact(game, *state) == truth[state]


@pytest.mark.slow
@settings(max_examples=10, deadline=None)
@given(farkles(last_turn=False), st.booleans())
def test_whatever_doubles_leave_open_is_settled(game, wrong):
    """Every decision open, the likeliest action first or last."""
    rules, _ = farkle.rules(game, game.check_state(0, 0))
    for own in range(game.units):
        for opp in range(game.units):
            rules._turn(own, opp)._open = 2.0
    rows = rules.rows
    rules.rows = lambda state: rows(state)[::-1] if wrong else rows(state)
    try:
        above, below = decisions.worth(rules, (0, 0), None, None)
    except RuleError:  # by wrong decisions a game may never end, and then they have no values
        assume(not wrong)
        raise
    assert Fraction(above, below) == Slow(game).solve()[0, 0]


def test_open_decisions_with_a_last_turn():
    rules, start = farkle.rules(LAST, LAST.check_state(0, 0))
    for own in range(LAST.units):
        for opp in range(LAST.units):
            rules._turn(own, opp)._open = 2.0
    above, below = decisions.worth(rules, start, None, None)
    assert Fraction(above, below) == Slow(LAST).solve()[0, 0] == pigcore.exact(LAST)


@pytest.mark.slow
@pytest.mark.parametrize("game", [pigcore.Farkle.standard(500), LAST], ids=["first", "last turn"])
def test_the_verifier_certifies_the_value_and_nothing_near_it(game):
    value = pigcore.exact(game, game.unit, 0)
    assert pigverify.judge(value).ok
    near = value + Fraction(1, 10**80)  # no enclosure of 200 bits tells them apart
    claim = Claim(game, value.state, near.numerator, near.denominator)
    found = pigverify.judge(claim)
    assert found.outcome == "refuted"
    assert "another number modulo 3 random primes" in found.reason


@pytest.mark.slow
def test_a_last_turn_as_a_fraction():
    game = pigcore.Farkle.kcd(500, last_turn=True)
    found = pigcore.exact(game, 300, 600)
    assert float(found) == pytest.approx(pigcore.solve(game).win(300, 600), abs=4e-15)
    assert pigverify.judge(found).ok
    near = found + Fraction(1, 10**80)
    assert not pigverify.judge(Claim(game, found.state, near.numerator, near.denominator)).ok


def test_what_the_verifier_leaves_open():
    endless = pigcore.Farkle({"1": 1, "2": 1}, 2, 2, [Fraction(1, 4)] * 4, last_turn=True,
                             must_roll_hot_dice=True)  # fmt: skip
    low, high = pigverify.check(endless, 0, 0).value
    middle = (low + high) / 2
    found = pigverify.judge(Claim(endless, (0, 0, 0, 2), middle.numerator, middle.denominator))
    assert (found.outcome, "no end" in found.reason) == ("undecided", True)
    inner = pigverify.judge(Claim(LAST, (0, 0, 1, 1), 1, 2))
    assert inner.outcome in ("refuted", "undecided")
    with pytest.raises(RuleError, match="every throw may bust"):
        pigcore.exact(endless)


@pytest.mark.parametrize(
    ("game", "state", "error", "message"),
    [
        (pigcore.Farkle.minimal(500), (0, 0, 100, 5), StateError, "only starts of turns"),
        (pigcore.Farkle.minimal(500), (0, 0, 300, (1, 2, 5)), StateError, "only starts of turns"),
        (pigcore.Farkle.minimal(500), (0, 500), StateError, "opp is 500"),
        (pigcore.Farkle.minimal(), (), SizeError, "at most 2,000: choose a smaller goal"),
        (pigcore.Farkle.minimal(1050, last_turn=True), (), SizeError, "at most 1,000"),
        (pigcore.Farkle.zilch(1000, penalty=500), (), RuleError, "penalty is 500"),
    ],
)
def test_refusals(game, state, error, message):
    with pytest.raises(error, match=message) as caught:
        pigcore.exact(game, *state)
    assert "\n" not in str(caught.value)
