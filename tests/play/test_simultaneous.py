"""Policies of simultaneous turns against each other: by brute force, and with random dice."""

from fractions import Fraction
from functools import cache

import numpy as np
import pytest

import pigcore
from pigcore.games import Race, Roll, RuleError
from pigcore.play.boards import Transcript
from pigcore.play.policies.simultaneous import best_play, holds_of, tabulated

pytestmark = pytest.mark.slow

ROLL = Roll({2: "1/3", 3: "1/6"}, bust="1/2")
GAME = Race(ROLL, 7, simultaneous=True, name="Both")
PIG = pigcore.game("simultaneous-pig", goal=20)


def hold_at(limit):
    """A function that holds at a total, or at the goal."""
    return lambda own, opp, total: "hold" if total >= limit or own + total >= 7 else "roll"


def ends(rule, own, opp):
    """What a turn of a function ends in, {final score: chance}."""
    reach, found = {0: Fraction(1)}, {own: Fraction(0)}
    while reach:
        k = min(reach)
        chance = reach.pop(k)
        if k and rule(own, opp, k) == "hold":
            found[own + k] = found.get(own + k, 0) + chance
            continue
        found[own] += chance * ROLL.bust
        for gain, part in ROLL.gains:
            reach[k + gain] = reach.get(k + gain, 0) + chance * part
    return found


def match_in_fractions(first, second):
    """(wins, rounds) of two functions from every pair."""

    @cache
    def won(x, y):
        if max(x, y) >= 7:
            return Fraction(1, 2) if x == y else Fraction(int(x > y)), Fraction(0)
        mine, theirs = ends(first, x, y), ends(second, y, x)
        both = mine[x] * theirs[y]
        pairs = [(p * q, won(a, b)) for a, p in mine.items() for b, q in theirs.items()
                 if (a, b) != (x, y)]  # fmt: skip
        wins = sum(chance * value for chance, (value, _) in pairs)
        rounds = 1 + sum(chance * more for chance, (_, more) in pairs)
        return wins / (1 - both), rounds / (1 - both)

    return won


@pytest.mark.parametrize(("one", "other"), [(2, 3), (4, 2), (5, 6)])
def test_matches_are_those_in_fractions(one, other):
    exact = match_in_fractions(hold_at(one), hold_at(other))
    for start in [(0, 0), (4, 1), (1, 6)]:
        found = pigcore.match(GAME, f"hold:{one}", hold_at(other), start=start)
        wins, rounds = exact(*start)
        assert found.win == pytest.approx(float(wins), abs=1e-14)
        assert found.rounds == pytest.approx(float(rounds), abs=1e-12)
    back = pigcore.match(GAME, hold_at(other), hold_at(one))
    assert back.win == pytest.approx(1 - pigcore.match(GAME, hold_at(one), hold_at(other)).win)


def test_policies_are_one_thing_however_they_are_given():
    solution = best_play(GAME)
    same = [
        "hold:4", pigcore.hold_at(4), hold_at(4),
        np.broadcast_to(
            [[[hold_at(4)(own, 0, total) for total in range(GAME.furthest)]
              for _ in range(7)] for own in range(7)], (7, 7, GAME.furthest)),
        tabulated(GAME, "hold:4"),
    ]  # fmt: skip
    wins = {round(pigcore.match(GAME, policy, solution).win, 14) for policy in same}
    assert len(wins) == 1
    best = {round(pigcore.match(GAME, one, "hold:4").win, 14) for one in ("optimal", solution)}
    best.add(round(pigcore.match(GAME, solution.policy, "hold:4").win, 14))
    assert len(best) == 1
    half = holds_of(GAME, "random")
    assert (half == 0.5).all()
    assert (holds_of(GAME, "mix:roll=1/4,hold=3/4") == 0.75).all()
    assert holds_of(GAME, lambda own, opp: {"roll": 0.25, "hold": 0.75})[1, 1, 2] == 0.75


def test_what_is_no_policy_is_refused():
    with pytest.raises(RuleError, match="the policy answers 'stop' at own 0, opp 0, total 2"):
        pigcore.match(GAME, lambda own, opp, total: "stop", "hold:2")
    with pytest.raises(RuleError, match="but must be a function of own opp"):
        pigcore.match(GAME, 7, "hold:2")
    with pytest.raises(RuleError, match="the policy is one of"):
        pigcore.match(GAME, pigcore.solve(Race(ROLL, 6, simultaneous=True)), "hold:2")
    with pytest.raises(RuleError, match="answers 2 .*must answer"):
        pigcore.match(GAME, lambda own, opp, total: 2, "hold:2")


def test_the_best_reply_wins_what_it_says_and_no_policy_more():
    for policy in ("hold:2", "hold:4", "random"):
        reply = pigcore.best_response(GAME, policy)
        assert reply.first == reply.second == reply.average
        assert pigcore.match(GAME, reply.policy, policy).win == pytest.approx(reply.average)
        for other in ("optimal", "hold:3", "hold:5", "keep-pace"):
            assert pigcore.match(GAME, other, policy).win <= reply.average + 1e-14
    against_best = pigcore.best_response(GAME, "optimal")
    assert abs(against_best.average - 0.5) < 1e-13


def test_a_loss_is_the_sum_of_its_mistakes():
    loss = pigcore.loss(PIG, "hold:20")
    against = pigcore.match(PIG, "hold:20", "optimal").win
    assert loss.average == pytest.approx(0.5 - against, abs=1e-13)
    reply = pigcore.best_response(PIG, "hold:20").average
    assert loss.exploitability == pytest.approx(reply - 0.5, abs=1e-13)
    costs = [mistake.cost for mistake in loss.mistakes(10**6)]
    assert sum(costs) == pytest.approx(loss.average, abs=1e-12)
    first = loss.mistakes(1)[0]
    payoffs = best_play(PIG).payoffs(*first.state)
    assert first.loss == pytest.approx(payoffs[first.best] - payoffs[first.chosen], abs=1e-13)
    assert pigcore.loss(PIG, "optimal").average < 1e-13


@pytest.mark.parametrize("start", [(0, 0), (5, 18)])
def test_random_dice_agree(start):
    found = pigcore.simulate(PIG, "hold:20", "optimal", games=60_000, seed=3, start=start)
    exact = pigcore.match(PIG, "hold:20", "optimal", start=start).win
    low, high = found.intervals["win"]
    assert low <= exact - found.draw / 2 <= high
    assert found.win + found.draw + found.lose == 1


def test_transcripts_are_played_by_the_rules():
    found = pigcore.simulate(PIG, "hold:20", "optimal", games=40, seed=1, transcripts=40)
    for transcript in found.transcripts:
        again = Transcript.from_dict(transcript.as_dict(), PIG)
        assert str(again) == str(transcript)
        first, second = transcript.turns[-2:]
        assert (first.player, second.player) == (0, 1)
        assert first.before == second.before[::-1]  # neither has seen the other's turn
        assert max(second.after) >= 20
    broken = found.transcripts[0].as_dict()
    broken["turns"][0]["throws"] = [7]
    with pytest.raises(RuleError, match="7 cannot happen there"):
        Transcript.from_dict(broken, PIG)


def test_a_tournament():
    found = pigcore.tournament(PIG, ["hold:20", "hold:5", "optimal"])
    assert "optimal" in str(found)
