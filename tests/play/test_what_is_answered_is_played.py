"""No answer of a policy is replaced in silence: it is played, or refused by naming the state."""

import numpy as np
import pytest
from support.refusals import refuses

import pigcore
from pigcore import BUST, Race, Roll, Turn, gain
from pigcore.games import RuleError
from pigcore.play.policies.race import answer, plan_of

DIE = Roll({2: 1, 3: 1, 5: 1}, bust=1)


def last_turns_of(found, player=0):
    goal = found.game.goal
    turns = [turn for game in found.transcripts for turn in game.turns]
    return [turn for turn in turns if turn.player == player and max(turn.before[1:]) >= goal]


def timid(own, *rest):
    """Holds at once, also where somebody has the goal."""
    total = rest[-1]
    return "hold" if total else "roll"


def test_last_turns_of_three_are_asked_or_refused():
    game = Race(DIE, 10, end="last_turn", players=3)
    with refuses("a function is asked in last turns of", RuleError):
        pigcore.match(game, timid, ("hold:4", "hold:4"))
    found = pigcore.simulate(game, timid, ("hold:4", "hold:4"), 80, seed=2, transcripts=80)
    turns = last_turns_of(found)
    assert turns
    assert all(len(turn.play["throws"]) <= 1 for turn in turns)
    assert answer(game, timid, 0, 12, 0, 3) == "hold"
    assert answer(game, "hold:4", 0, 12, 0, 3) == "roll"


def test_a_tie_that_is_played_on_is_asked_or_refused():
    game = Race(DIE, 6, end="equal_turns", tie="play_on")
    with refuses("matches do not follow it into ties that are played on: ask pigcore.simulate"):
        pigcore.match(game, timid, "hold:4")
    seen = []

    def watched(own, opp, total):
        seen.append((own, opp))
        return timid(own, opp, total)

    pigcore.simulate(game, watched, "hold:4", 300)
    assert any(own == opp >= 6 for own, opp in seen)


def aside(choose):
    """Sets a pair aside, or a single die, and then does what ``choose`` says."""

    def policy(own, opp, points, faces):
        taken, gained = ((2, 2), 3) if faces.count(2) > 1 else ((1,), 1)
        return taken, choose(own + points + gained, opp)

    return policy


FARKLE = pigcore.Farkle({"1": 1, "2 2": 3}, 6, 3, 3, last_turn=True)


def test_who_sets_dice_aside_is_asked_in_last_turns():
    stops = aside(lambda score, opp: "bank")
    goes = aside(lambda score, opp: "throw" if opp >= 6 and score <= opp else "bank")
    exact = [pigcore.match(FARKLE, policy, "hold:2") for policy in (stops, goes)]
    assert exact[0].average < exact[1].average
    for policy, match in zip((stops, goes), exact):
        found = pigcore.simulate(FARKLE, policy, "hold:2", 600, confidence=0.9999)
        low, high = found.intervals["average"]
        assert low < match.average < high


def test_what_may_not_be_banked_is_refused_where_dice_are_set_aside():
    game = pigcore.Farkle({"1": 1, "2 2": 3}, 12, 3, 3, opening=3)
    with refuses("where that may not be banked: answer '1, then throw'", RuleError):
        pigcore.match(game, lambda own, opp, points, faces: (
            "1, then bank" if 1 in faces else "2 2, then bank"), "hold:4")  # fmt: skip


def test_the_first_throw_where_busts_in_a_row_cost_points():
    game = Race(DIE, 10, busts_in_a_row=2, penalty=4, floor=-4)

    def passes(own, opp, total):
        return "hold" if total >= 4 or own > 6 else "roll"

    for ask in (pigcore.match, pigcore.simulate):
        with refuses("before the first throw: answer roll, or give the game may_pass=True"):
            ask(game, passes, "hold:4")


def test_arrays_are_asked_about_the_first_throw_and_not_about_last_turns():
    holds = np.full((10, 10, 10), "hold")
    with refuses("the policy holds at own 0, opp 0 before the first throw: answer roll"):
        pigcore.match(Race(DIE, 10), holds, "hold:4")
    assert pigcore.match(Race(DIE, 10, may_pass=True), holds, "hold:4").first == 0
    with refuses("an array says nothing of last turns, in which opp has the goal", RuleError):
        pigcore.match(Race(DIE, 10, end="last_turn"), holds, "hold:4")


def test_compositions_ask_their_functions_everywhere():
    game = Race(DIE, 10, end="last_turn")
    part = pigcore.hold_at(4).unless("own>=0", timid)
    exact, whole = (pigcore.match(game, policy, "hold:4") for policy in (part, timid))
    assert (exact.first, exact.second) == pytest.approx((whole.first, whole.second), abs=1e-13)
    with refuses("before the first throw", RuleError):
        rule = pigcore.hold_at(4).unless("own>=3", lambda own, opp, total: "hold")
        pigcore.match(Race(DIE, 10), rule, "hold:4")


@pytest.mark.parametrize("other", [None, Roll({1: 1, 2: 1, 3: 1, 4: 1}, bust=1)])
def test_who_would_throw_on_though_he_has_won(other):
    game = Race(DIE, 10, other=other)
    found = pigcore.match(game, lambda own, opp, total: "hold" if total >= 6 else "roll", "hold:6")
    said = found.told()["past the goal"]
    assert said.startswith("the first would throw on at own 5, opp 0, total 5")
    assert said.endswith(", and is played as having won")
    assert other or found.average == pytest.approx(0.5, abs=1e-13)
    falls = Race(DIE, 10, busts_in_a_row=2, penalty=4, floor=-4)
    found = pigcore.match(falls, lambda own, opp, total: "roll" if total < 6 else "hold", "hold:6")
    assert found.told()["past the goal"].startswith("the first would throw on at own 5, opp -4, t")
    named = pigcore.match(game, "hold:6", "hold:6")
    assert "past the goal" not in named.told()
    stops = pigcore.match(
        game, lambda own, opp, total: "hold" if total >= min(6, 10 - own) else "roll", "hold:6"
    )
    assert "past the goal" not in stops.told()


def test_reaching_the_goal_where_one_is_obliged_to_throw_is_no_win():
    """Two points and bank, or three that reach the goal and oblige to throw with 3 in 4 lost."""

    def throw(mode):
        if mode == "risky":
            return {BUST: 3, gain(1, "safe"): 1}
        return {BUST: 1, (gain(2, "safe"), gain(3, "risky")): 3}

    turn = Turn(throw, start="safe", may_bank=lambda mode: mode != "risky")
    game = Race(turn, 3, win="bank")
    plan = plan_of(game, pigcore.hold_at(2, choose="best_turn"))
    assert plan.answer((0, 0, 0, "safe"), ((2, "safe"), (3, "risky"))) == 0
