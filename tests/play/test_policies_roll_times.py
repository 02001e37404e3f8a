"""The policy that counts the throws of its turn: exact, as every course of a turn says."""

from fractions import Fraction

import numpy as np
import pytest

import pigcore
from pigcore import BUST, Pig, Race, Roll, Turn, gain, roll_times
from pigcore.play.boards.race import RaceBoard, rules_of, seat_of
from pigcore.play.matches.race import turns_of
from pigcore.play.policies import parse
from pigcore.play.policies.race import plan_of

SMALL = Race(Roll({1: "1/4", 2: "1/4", 3: "1/4"}, bust="1/8", wipe="1/8"), 8, consolation=1)
CAPPED = Race(
    Turn(lambda left: {BUST: 1, gain(1, left - 1): 2, gain(2, left - 1): 1} if left else None, 4),
    goal=7,
    name="Four throws",
)
EXACT = Race(Roll({1: "1/3", 2: "1/3"}, bust="1/3"), 6, "exact")


def ends(game, throws_on, own):
    """{(how, points): chance} of a turn; ``throws_on`` knows how many throws there were."""
    found = {}

    def go(mode, points, throws, chance):
        reached = own + points
        if throws and reached >= game.goal:
            over = reached > game.goal and game.target == "exact"
            key = ("bust", 0) if over else ("bank", points)
            found[key] = found.get(key, 0) + chance
            return
        rule = game.turn.modes[mode]
        if throws and (rule.throw is None or (rule.may_bank and not throws_on(points, throws))):
            found["bank", points] = found.get(("bank", points), 0) + chance
            return
        for how, p in (("bust", rule.throw.bust), ("wipe", rule.throw.wipe)):
            if p:
                found[how, 0] = found.get((how, 0), 0) + chance * p
        for p, options in rule.throw.outcomes:
            (option,) = options
            go(option.mode, points + option.gain, throws + 1, chance * p)

    go(game.turn.start, 0, 0, Fraction(1))
    return found


def landings(game, throws_on, own):
    """{score after the turn, or "won": chance}."""
    found = {}
    for (how, points), chance in ends(game, throws_on, own).items():
        after = {"bank": own + points, "wipe": 0}.get(how, own + game.consolation)
        if game.target == "exact" and after > game.goal:
            after = own
        key = "won" if after >= game.goal else after
        found[key] = found.get(key, 0) + chance
    return found


@pytest.mark.parametrize("game", [SMALL, CAPPED, EXACT, Pig(9)], ids=str)
@pytest.mark.parametrize("times", [1, 2, 3, 5])
def test_turns_of_so_many_throws_end_as_every_course_of_them_says(game, times):
    found = turns_of(game, roll_times(times))
    won, wiped, bonus = found.squares[[0, 2, 3], :, 0]
    rows = np.split(found.ends, np.cumsum(range(game.goal, 1, -1)))
    for own, ends_at in enumerate(rows):
        exact = landings(game, lambda _, throws: throws < times, own)
        assert won[own] == pytest.approx(float(exact.pop("won", 0)), abs=1e-15)
        ended = ends(game, lambda _, throws: throws < times, own)
        if own and (lost := ended.get(("wipe", 0), 0)):
            exact[0] -= lost
            assert wiped[own] == pytest.approx(float(lost), abs=1e-15)
        if bonus[own]:
            exact[own + game.consolation] -= ended["bust", 0]
            assert bonus[own] == pytest.approx(float(ended["bust", 0]), abs=1e-15)
        for score in range(own + 1, game.goal):
            assert ends_at[score - own] == pytest.approx(float(exact.get(score, 0)), abs=1e-15)


def test_what_is_lost_is_the_sum_of_the_mistakes():
    for policy in (roll_times(2), parse(SMALL, "hold:4 unless own>=5 then roll-times:2")):
        lost = pigcore.loss(SMALL, policy)
        assert lost.exploitability >= lost.average
        costs = [mistake.cost for mistake in lost.mistakes(10**6)]
        assert sum(costs) == pytest.approx(lost.average, abs=1e-14)


def test_a_board_counts_the_throws():
    game = Pig(60)
    board = RaceBoard(rules_of(game), [seat_of(game, roll_times(n)) for n in (3, 2)])
    board.begin(0)
    state = 1

    def bits():
        nonlocal state
        state = state * 6364136223846793005 + 1442695040888963407 & (1 << 64) - 1
        return state

    while not board.over:
        board.land(board.draw(board.answer(bits), bits))
    held = [turn for turn in board.turns if turn.play["end"] == "hold"]
    assert held
    for turn in held:
        assert len(turn.play["throws"]) == (2 if turn.player else 3)


def test_of_dice_set_aside():
    farkle = pigcore.Farkle.minimal(1000)
    plan = plan_of(farkle, roll_times(1))
    # One throw, and all that scores is set aside: nothing is thrown again short of the goal.
    assert plan.answer((0, 0, 300, 4)) == "bank"
    assert str(plan.answer((0, 0, 0, (1, 1, 5, 3, 2, 4)))) == "1 1 5, then bank"
