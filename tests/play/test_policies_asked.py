"""Functions that do not always give a state the same answer: found, and refused everywhere."""

import random
import re

import numpy as np
import pytest
from pigverify import match as proved_match

import pigcore
from pigcore.games import Duel, Farkle, Hog, Pig, Piglet, RuleError
from pigcore.games.functions import ALL, SHARE, Asking
from pigcore.play.policies.race import answer

GAMES = {
    "race": (Pig(20), ["roll", "hold"]),
    "smallest": (Piglet(3), ["roll", "hold"]),
    "hog": (Hog.fa13(10), [4, 5]),
    "parity": (Hog.fa13_hijinks(8), [4, 5]),
    "party": (Pig(6, players=3), ["roll", "hold"]),
    "farkle": (Farkle.minimal(500), ["throw", "bank"]),
    "duel": (Duel(), [15, 20]),
}


def answering(game, choose):
    """A policy that asks ``choose``; in Farkle for what is done after setting aside the most."""
    if game.state_names[-1] == "dice":
        usual = pigcore.hold_at(300).for_game(game)
        return lambda *state: (answer(game, usual, *state).aside, choose())
    return {
        "duel": choose, "party": lambda own, a, b, total: choose(),
        "race": lambda own, opp, total: choose(), "hog": lambda own, opp: choose(),
    }["party" if getattr(game, "players", 2) > 2 else game.family]  # fmt: skip


def coin(answers):
    chance = random.Random(5)
    return lambda: chance.choice(answers)


def counter(answers, every=3):
    count = iter(range(10**9))
    return lambda: answers[next(count) % every == every - 1]


@pytest.mark.slow
@pytest.mark.parametrize("change", [coin, counter])
@pytest.mark.parametrize("name", GAMES)
def test_who_changes_his_mind_is_refused(name, change):
    game, answers = GAMES[name]
    twice = r"the policy \S+ answers .* and then .* when it is asked twice.*, but must not change: "
    askers = [
        lambda policy: pigcore.match(game, policy, policy),
        lambda policy: pigcore.best_response(game, policy),
        lambda policy: pigcore.loss(game, policy),
    ]
    if name != "duel":
        askers.append(lambda policy: pigcore.simulate(game, policy, policy, games=50))
    if name == "race":
        askers.append(lambda policy: pigcore.alone(game, policy).turns)
    for ask in askers:
        with pytest.raises(RuleError, match=twice + r"answer \{action: chance\} for chance, and "):
            ask(answering(game, change(answers)))


def test_a_bag():
    choose = coin(["rock", "paper"])
    with pytest.raises(RuleError, match=r"asked twice \(after .* scissors\), but must not change"):
        pigcore.coach(pigcore.game("bag"), lambda rocks, papers, scissors: choose())


def test_a_proof_does_not_take_them_either():
    for game, answers in (Pig(10), ["roll", "hold"]), (Hog.fa13(10), [4, 5]):
        policy = answering(game, counter(answers))
        with pytest.raises(RuleError, match=r"the strategy answers .* asked twice \("):
            proved_match(game, policy, policy)


def test_what_is_asked_again():
    """A few in a hundred of many states, drawn from all of them, and few states many times."""
    calls = []
    ask = Asking(lambda *state: calls.append(state), None)
    for own in range(100):
        ask([(own, opp) for opp in range(1000)])
    again = len(calls) - 100_000
    assert again == pytest.approx(ALL + 100_000 / SHARE, rel=0.05)
    tenths = [sum(own // 10 == n for own, _ in calls) - 10_000 for n in range(10)]
    assert min(tenths) > 50
    calls.clear()
    single = Asking(lambda *state: calls.append(state), None)
    for own in range(3):
        single.one(own)
    assert 64 <= len(calls) <= 80


def test_mixed_answers_and_odd_ones_pass():
    assert pigcore.match(
        Pig(9), lambda own, opp, total: {"roll": 0.5, "hold": 0.5} if total else "roll", "random"
    )
    assert pigcore.match(Pig(9), "hold:4", "hold:9").average > 0
    pattern = re.escape("the policy answers nan at own 0, opp 0, total 1, but must answer")
    with pytest.raises(RuleError, match=pattern):
        pigcore.match(Pig(9), lambda own, opp, total: float("nan"), pigcore.hold_at(3))
    with pytest.raises(RuleError, match="the policy answers .* but must choose a whole number"):
        pigcore.match(Hog.fa13(9), lambda own, opp: np.zeros(2), pigcore.always_roll(3))
