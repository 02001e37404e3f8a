"""The verifier of any turn: generated turns in fractions, Pig as one of them, damage, refusals."""

import math
import random
from fractions import Fraction

import pigverify
import pytest
from hypothesis import assume, given, settings
from pigverify.farkle import certify, check
from pigverify.farkle.enclosure import Enclosure, Unproved, enclose
from pigverify.farkle.rules import Rules
from pigverify.race.enclosure import Enclosure as RaceEnclosure
from pigverify.race.enclosure import enclose as enclose_race
from pigverify.race.rules import Rules as RaceRules
from support.enclosures import Solution, holds
from support.turns import rules, solve, turn_of, worth

from pigcore.games import BUST, ConsolationPig, Pig, RuleError, SizeError, Turn, TwoDicePig, gain
from pigcore.games.race import Race


def race(told):
    try:
        return Race(**told._asdict())
    except RuleError:  # nobody can win
        assume(False)


def states(game, own):
    for points, bits in enumerate(game.can_have(game.goal - own - 1)):
        for place in range(len(game.turn.modes)):
            if bits >> place & 1:
                yield points, place


def payoffs(told, starts, own, opp, points, place):
    """What throwing, banking and a bust are worth; without those that are not possible."""
    throw, after = turn_of(told, starts, own, opp)
    mode, found = told.turn.modes[place], {}
    if mode.throw:
        found["throw"] = worth(throw(points, place), starts)
    begins = points == 0 and place == told.turn.start
    if mode.may_bank and told.may_bank(own, points) and not begins:
        found["bank"] = 1 - starts[opp, own + points]
    return found or {"bust": worth(after(points, place), starts)}


@settings(max_examples=150, deadline=None)
@given(rules())
def test_generated_turns(told):
    game = race(told)
    starts = solve(told)
    report = certify(game)
    assert not report.refuted
    assert report.ok or game.turn.wipes, report
    found = Enclosure(Rules(game), 200)
    list(enclose(found))
    for (own, opp), value in starts.items():
        low, high = found.value(own // game.unit, opp // game.unit) if own % game.unit == opp % game.unit == 0 else (value, value)
        assert low <= value <= high, (own, opp)
        assert high - low < Fraction(1, 10**30)
    choices = ties = 0
    rng = random.Random(5)
    some = []
    for own in range(0, game.goal, game.unit):
        for opp in range(0, game.goal, game.unit):
            for points, place in states(game, own):
                points *= game.unit
                if own + points >= game.goal:
                    continue
                some.append((own, opp, points, place))
                found = payoffs(told, starts, *some[-1])
                choices += len(found) > 1
                ties += len(found) > 1 and len(set(found.values())) == 1
    if report.ok:
        assert (report.states, report.ties) == (choices, ties)
    for own, opp, points, place in rng.sample(some, min(len(some), 3)):
        right = payoffs(told, starts, own, opp, points, place)
        state = (own, opp, points) if game.turn.roll else (own, opp, points, game.turn.values[place])
        said = check(game, *state)
        words = {"roll": "throw", "hold": "bank"}
        given_ = {words.get(it, it): ends for it, ends in said.payoffs.items()}
        assert given_.keys() == right.keys()
        assert all(holds(ends, right[it]) for it, ends in given_.items())
        if said.ok:
            most = max(right.values())
            assert {words.get(it, it) for it in said.best} == {it for it in right if right[it] == most}
