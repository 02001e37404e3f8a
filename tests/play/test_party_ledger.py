"""Games of three and more, move by move: boards, transcripts, and the ledger of every player."""

import random

import numpy as np
import pytest

import pigcore
from pigcore.play.boards.race import board_of, seat_of

PARTY = pigcore.Pig(15, players=3)


def test_a_throw_is_neither_lucky_nor_unlucky_on_average_for_anybody():
    party = PARTY
    solution = pigcore.solve(party)
    start = {"player": "second", "scores": [3, 7, 0], "after": [3, 7, 0]}
    luck = np.zeros(3)
    for gain in (2, 3, 4, 5, 6):
        record = {"winner": None, "turns": [{**start, "throws": [4, gain], "end": None}]}
        if gain + 7 < 15:
            luck += pigcore.review(solution, record).entries[-1].fallen
    record = {"winner": None, "turns": [{**start, "throws": [4], "end": "bust"}]}
    luck += pigcore.review(solution, record).entries[-1].fallen
    assert luck == pytest.approx(np.zeros(3), abs=1e-14)


def test_policies_in_the_seats_of_a_board():
    party = PARTY
    solution = pigcore.solve(party)
    seats = [seat_of(party, policy) for policy in (pigcore.hold_at(5), solution, lambda *_: "roll")]
    board = board_of(party, seats)
    source = random.Random(2)
    decided = 0
    for game in range(40):
        board.begin(game % 3)
        while not board.over:
            state, mover = board.seen_by(board.mover), board.mover
            action = board.actions[board.answer(lambda: source.getrandbits(64))]
            if state[-1]:
                expected = ("hold" if state[-1] >= 5 else "roll", solution.decide(*state), "roll")
                assert action == expected[mover]
                decided += 1
            board.act(board.actions.index(action), lambda: source.getrandbits(64))
    assert decided > 100


@pytest.mark.parametrize(
    ("turn", "says"),
    [
        ({"own": 0, "opp": 0, "after": [6, 0]}, "it has 2 scores, not 3"),
        ({"scores": [0, 0], "after": [6, 0]}, "it has 2 scores, not 3"),
        ({"scores": [0, 0, 0], "after": [6, 0]}, "not 3 scores"),
        ({"scores": [0] * 7, "after": [6, 0, 0]}, "not the scores of 2 to 6"),
        ({"scores": [0, 0, 0], "after": [7, 0, 0]}, "it ends at 6 to 0 and 0, not at 7 to 0 and 0"),
        ({"scores": [0, 0, 15], "after": [6, 0, 15]}, "third is 15"),
        ({"player": "fourth", "scores": [0, 0, 0], "after": [6, 0, 0]}, "player is 'fourth', not"),
    ],
)
def test_transcripts_that_are_wrong_are_refused(turn, says):
    record = {"player": "first", "throws": [6], "end": "hold", **turn}
    with pytest.raises(pigcore.RuleError, match=says):
        pigcore.review(PARTY, {"winner": None, "turns": [record]})
    with pytest.raises(pigcore.RuleError, match="player is 3, but must be between 0 and 2"):
        pigcore.review(PARTY, {"winner": None, "turns": []}, 3)
