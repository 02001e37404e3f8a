"""The policy that counts the throws of its turn."""

import pytest

import pigcore
from pigcore import Pig, Race, Roll, roll_times
from pigcore.play.boards.race import RaceBoard, rules_of, seat_of
from pigcore.play.policies.race import plan_of

SMALL = Race(Roll({1: "1/4", 2: "1/4", 3: "1/4"}, bust="1/8", wipe="1/8"), 8, consolation=1)
EXACT = Race(Roll({1: "1/3", 2: "1/3"}, bust="1/3"), 6, "exact")


@pytest.mark.parametrize("game", [SMALL, EXACT, Pig(9)], ids=str)
@pytest.mark.parametrize("times", [1, 2, 3, 5])
def test_so_many_throws_are_those_of_a_turn_that_has_no_more(game, times):
    capped = Race(game.roll, game.goal, game.target, game.consolation, throws=times)
    counted = pigcore.match(game, roll_times(times), roll_times(times))
    every = pigcore.match(capped, "hold:goal", "hold:goal")
    assert counted.seats == pytest.approx(every.seats, abs=1e-14)
    assert counted.scores == pytest.approx(every.scores, abs=1e-12)
    assert counted.lengths.chances == pytest.approx(every.lengths.chances, abs=1e-14)


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
