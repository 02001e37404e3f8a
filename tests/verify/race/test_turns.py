"""The verifier of any turn: generated turns in fractions, Pig as one of them, damage, refusals."""

import random
from fractions import Fraction
from itertools import product

import pigverify
import pytest
from hypothesis import assume, given, settings
from pigverify.race import certify, check
from pigverify.race.enclosure import Enclosure, enclose
from pigverify.race.rules import Rules
from support.enclosures import Solution, holds
from support.turns import rules, solve, turn_of, worth

from pigcore.games.errors import RuleError, SizeError
from pigcore.games.race import Race
from pigcore.games.turn import BUST, Turn, gain

WORDS = {"roll": "throw", "hold": "bank"}


def race(rules_given):
    try:
        return Race(**rules_given._asdict(), win="reach")
    except RuleError:  # nobody can win
        assume(False)


def payoffs(rules_given, starts, own, opp, points, place):
    """What throwing, banking and a bust are worth; without those that are not possible."""
    throw, after = turn_of(rules_given, starts, own, opp)
    mode, found = rules_given.turn.modes[place], {}
    if mode.throw:
        found["throw"] = worth(throw(points, place), starts)
    begins = points == 0 and place == rules_given.turn.start
    if mode.may_bank and rules_given.may_bank(own, points) and not begins:
        found["bank"] = 1 - starts[opp, own + points]
    return found or {"bust": worth(after(points, place), starts)}


@pytest.mark.slow
@settings(max_examples=40, deadline=None)
@given(rules())
def test_generated_turns(rules_given):
    """Turn starts, decisions counted, and payoffs, against fractions."""
    game = race(rules_given)
    starts, unit = solve(rules_given), game.unit
    report, found = certify(game), Enclosure(Rules(game), 200)
    list(enclose(found))
    scores = range(0, game.goal, unit)
    for own, opp in product(scores, repeat=2):
        low, high = found.value(own // unit, opp // unit)
        assert low <= starts[own, opp] <= high
        assert high - low < Fraction(1, 10**30)
    places = [
        (own, opp, points * unit, place)
        for own, opp in product(scores, repeat=2)
        for points, bits in enumerate(game.come_to(game.goal - own - unit))
        for place in range(len(game.turn.modes))
        if bits >> place & 1 or game.turn.roll  # then all totals are looked at
    ]
    # Against who can no longer win, options that both win for sure, one after a wipe, stay open.
    hopeless = [each for each in places if game.turn.wipes and game.dead[each[1] // unit]]
    assert report.ok or 0 < report.undecided <= len(hopeless)
    right = {each: payoffs(rules_given, starts, *each) for each in places}
    choices = [
        set(found.values())
        for (_, opp, *_), found in right.items()
        if len(found) > 1
        and not (game.dead[opp // unit] and set(found.values()) == {Fraction(1, 2)})
    ]
    ties = sum(len(worths) == 1 for worths in choices)
    if report.ok:
        assert (report.states, report.ties) == (len(choices), ties)
    more = game.opening or game.minimum_bank  # then only totals that a turn comes to are states
    asked = [
        each for each in places if not more or game.come_to(each[2])[each[2] // unit] >> each[3] & 1
    ]
    for each in random.Random(5).sample(asked, min(len(asked), 3)):
        state = each[:3] if game.turn.roll else (*each[:3], game.turn.values[each[3]])
        said = check(game, *state)
        proved = {WORDS.get(one, one): ends for one, ends in said.payoffs.items()}
        assert proved.keys() == right[each].keys()
        assert all(holds(ends, right[each][one]) for one, ends in proved.items())
        best = max(right[each].values())
        assert {WORDS.get(one, one) for one in said.best} == {
            one for one, worth in right[each].items() if worth == best
        }


# --- three throws at most ---------------------------------------------------------------------


def three_throws(left):
    if left == 0:
        return None
    return {BUST: "1/6", **{gain(face, left - 1): "1/6" for face in range(2, 7)}}


CAPPED = Race(Turn(three_throws, 3), 20, name="Capped Pig")


@pytest.fixture(scope="module")
def table():
    found = Enclosure(Rules(CAPPED), 200)
    list(enclose(found))
    return [[float(sum(found.value(i, j)) / 2) for j in range(20)] for i in range(20)]


@pytest.mark.slow
def test_tables_of_any_turn_are_judged(table):
    report = pigverify.certify(Solution(CAPPED, table))
    assert report.ok
    assert report.own.right == report.states
    rng = random.Random(11)
    for step in (1e-12, 1e-9, 1e-6, 1e-2):
        i, j = rng.randrange(20), rng.randrange(20)
        damaged = [row.copy() for row in table]
        damaged[i][j] += step if damaged[i][j] < 0.5 else -step
        report = pigverify.certify(Solution(CAPPED, damaged))
        assert report.refuted
        assert report.worst == (i, j)
    for other in ({"opening": 8}, {"minimum_bank": 7}, {"consolation": 2}, {"target": "exact"}):
        game = Race(CAPPED.turn, 20, **other)
        assert not pigverify.certify(Solution(game, table)).ok


# --- refusals -----------------------------------------------------------------------------------


def test_what_is_not_proved_is_refused_in_a_sentence(monkeypatch):
    with pytest.raises(SizeError, match="would take days: choose a goal of at most 400"):
        pigverify.check(Race(CAPPED.turn, 401), 0, 0)
    monkeypatch.setattr("pigverify.race.rules._MOST_OPTIONS", 10_000)
    with pytest.raises(SizeError, match="would take hours, as a turn has 75 options"):
        pigverify.certify(CAPPED)


# --- what single rolls had alone ------------------------------------------------------------------


def either(mode):
    return {BUST: "3/4", (gain(3, "on"), gain(4, "on")): "1/4"}


def test_a_choice_between_the_goal_and_a_dead_score_is_proved():
    report = certify(Race(Turn(either, "on"), 6, "exact"))
    assert report.ok
    assert report.never > 0


def test_there_is_no_second_opinion_on_a_turn_of_several_modes():
    with pytest.raises(RuleError, match="no second opinion is given on Capped Pig"):
        pigverify.second(CAPPED, 0, 0)
