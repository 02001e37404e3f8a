"""A second opinion on races: the same payoffs by another route, and what happens if they differ."""

from fractions import Fraction

import mpmath
import pytest
from pigverify import disputed, second
from pigverify.race import second as module

from pigcore.games import (
    ConsolationPig,
    HoldOrContinue,
    PassThePigs,
    Pig,
    Piglet,
    Race,
    Roll,
)

pytestmark = pytest.mark.slow

RACES = [
    (Pig(14), (0, 0)),
    (ConsolationPig(12), (2, 0, 5)),
    (HoldOrContinue(18), (3, 8, 4)),
    (PassThePigs(30), (12, 9, 10)),
    (Race(Roll({2: "1/3", 3: "1/5"}, bust="7/15"), 11, "exact"), (0, 1)),
    (Race(Roll({3: "1/2"}, bust="1/2"), 8, "exact", 2), (1, 0)),
    (Race(Roll({1: 1, 3: 1}, 3), 4, opening=4, minimum_bank=2), (0, 2, 3)),
]
"""Of every kind in which no throw wipes."""


def agree(opinion, digits):
    """Assert that both proofs say the same, and the second what was asked for."""
    assert opinion.agrees
    assert opinion.ok
    assert opinion.best == opinion.first.best
    for action, (low, high) in opinion.payoffs.items():
        least, most = opinion.first.payoffs[action]
        assert low <= most
        assert least <= high
        assert high - low <= high / 10**digits


@pytest.mark.parametrize(("game", "state"), RACES, ids=lambda one: str(one).split(":")[0])
def test_it_agrees_with_the_first_proof(game, state):
    agree(second(game, *state, digits=40), 40)


def test_it_encloses_the_exact_value():
    low, high = second(Pig(10), 0, 0).value
    assert low <= Fraction(7776, 10961) <= high
    assert high - low < Fraction(1, 10**50)


def test_near_ties():
    agree(second(Piglet(50), 0, 48, 5, digits=30), 30)
    for game in (Pig(25), PassThePigs(20)):
        (call,) = disputed(game, 1).calls
        found = second(game, *call.state)
        agree(found, 50)
        assert found.best == (call.best,)
        assert found.margin[0] <= call.margin[1]
        assert call.margin[0] <= found.margin[1]


def test_a_tie_is_not_denied():
    found = second(HoldOrContinue(20), 3, 19, 2)
    assert found.ok
    assert found.decision == "tie"
    assert found.best == ("roll", "hold")
    assert "agrees: tie" in str(found)
    for roll, hold in zip(found.payoffs["roll"], found.payoffs["hold"]):
        assert abs(roll - hold) < Fraction(1, 10**50)


def test_players_who_never_finish():
    found = second(HoldOrContinue(12), 11, 11)
    low, high = found.value
    assert low <= Fraction(1, 2) <= high < Fraction(1, 2) + Fraction(1, 10**50)
    assert found.ok


@pytest.mark.parametrize("rolls", [False, True])
def test_wrong_guesses_cost_time_only(rolls, monkeypatch):
    def guess(self, sides):
        return [[rolls or s == i for s in range(self.goal)] for i, _ in sides]

    monkeypatch.setattr(module._Race, "_guess", guess)
    agree(second(Pig(16), 0, 3, 5), 50)


def test_decisions_that_are_never_settled_prove_nothing(monkeypatch):
    monkeypatch.setattr(module, "_MOST_ROUNDS", 1)
    monkeypatch.setattr(
        module._Race, "_guess", lambda self, sides: [[False] * self.goal for _ in sides]
    )
    found = second(Pig(12), 0, 0, 2)
    assert not found.ok
    assert found.decision == "undecided"
    assert found.payoffs["roll"] == (0, 1)


def test_a_wrong_payoff_is_noticed(monkeypatch):
    """A chance of one gain that is 1e-12 off leads to payoffs that contradict the first proof."""
    init = module._Race.__init__

    def altered(self, game, context):
        init(self, game, context)
        ((chance, gains),) = self.alike
        self.alike = [(chance + context.mpf(1) / context.mpf(10**12), gains)]

    monkeypatch.setattr(module._Race, "__init__", altered)
    found = second(Pig(12), 0, 0, 2)
    assert not found.agrees
    assert not found.ok
    assert "contradicts this" in str(found)


def test_the_contexts_of_mpmath_are_left_alone():
    before = mpmath.iv.prec, mpmath.mp.prec
    second(Pig(8), 0, 0, digits=200)
    assert (mpmath.iv.prec, mpmath.mp.prec) == before


def test_a_game_that_is_won():
    found = second(Pig(10), 3, 2, 8)
    assert (found.ok, found.best, found.value) == (True, ("hold",), (1, 1))
    assert str(found).startswith("Pig, own 3, opp 2, total 8: hold (the goal is reached)")


def test_progress_and_an_interrupt():
    reported = []
    second(Pig(12), 0, 0, progress=lambda done, total: reported.append((done, total)))
    assert reported == sorted(reported)
    assert reported[-1][0] == reported[-1][1] == 12 * 13 // 2

    def stop(done, total):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        second(Pig(12), 0, 0, progress=stop)
