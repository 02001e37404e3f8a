"""Games of three and more, move by move: boards, transcripts, and the ledger of every player."""

import random

import numpy as np
import pytest

import pigcore
from pigcore.play.boards import Transcript
from pigcore.play.boards.race import board_of, seat_of

PARTIES = [
    pigcore.Pig(15, players=3),
    pigcore.HoldOrContinue(3, players=3),
    pigcore.ConsolationPig(8, players=4),
    pigcore.Piglet(4, players=6),
]


def at_random(board, mover, seed):
    """A whole game, every decision by a coin."""
    source = random.Random(seed)
    board.begin(mover)
    while not board.over:
        board.act(source.randrange(2), lambda: source.getrandbits(64))
    return Transcript(tuple(board.turns), board.winner)


@pytest.mark.slow
@pytest.mark.parametrize("party", PARTIES, ids=lambda it: it.name)
def test_the_books_of_every_player_balance(party):
    solution, board = pigcore.solve(party), board_of(party)
    n, stuck = party.players, 0
    for seed in range(30):
        game = at_random(board, seed % n, seed)
        assert Transcript.from_dict(game.as_dict(), party).as_dict() == game.as_dict()
        ledgers = [pigcore.review(solution, game.as_dict(), player) for player in range(n)]
        stuck += game.winner is None
        for player, it in enumerate(ledgers):
            assert it.start == pytest.approx(solution.win(*[0] * n)[(player - seed) % n], abs=1e-14)
            assert it.result == (1 / n if game.winner is None else game.winner == player)
            assert abs(it.result - it.start - (it.luck - it.mistakes + it.gifts)) < 1e-12
        assert sum(it.luck for it in ledgers) == pytest.approx(0, abs=1e-12)
        assert sum(it.gifts for it in ledgers) == pytest.approx(
            sum(it.mistakes for it in ledgers), abs=1e-12
        )
        for entry in ledgers[0].entries:
            payoffs = solution.payoffs(*entry.state)
            assert entry.cost == max(payoffs.values()) - payoffs[entry.chosen]
            assert entry.given[entry.player] == pytest.approx(-entry.cost, abs=1e-14)
            assert entry.fallen[entry.player] == pytest.approx(entry.luck, abs=1e-14)
            assert sum(entry.given) == pytest.approx(0, abs=1e-14)
    assert (stuck > 0) == (party.for_two.target == "exact")


def test_a_throw_is_neither_lucky_nor_unlucky_on_average_for_anybody():
    party = PARTIES[0]
    solution = pigcore.solve(party)
    start = {"player": "second", "scores": [3, 7, 0], "after": [3, 7, 0]}
    luck = np.zeros(3)
    for gain in (2, 3, 4, 5, 6):
        told = {"winner": None, "turns": [{**start, "throws": [4, gain], "end": None}]}
        if gain + 7 < 15:
            luck += pigcore.review(solution, told).entries[-1].fallen
    told = {"winner": None, "turns": [{**start, "throws": [4], "end": "bust"}]}
    luck += pigcore.review(solution, told).entries[-1].fallen
    assert luck == pytest.approx(np.zeros(3), abs=1e-14)


@pytest.mark.slow
def test_who_mixes_loses_nothing_but_the_others_may():
    solution = pigcore.solve(pigcore.Pig(66, players=3))
    start = {"player": "first", "scores": [0, 22, 11], "throws": [6, 6, 6, 6, 5], "end": "hold"}
    told = {"winner": None, "turns": [{**start, "after": [29, 22, 11]}]}
    entry = pigcore.review(solution, told, 2).entries[-1]
    assert not entry.wrong
    assert abs(entry.given[0]) < 1e-13
    assert entry.given[1] < -1e-3 < 1e-3 < entry.given[2]


def test_policies_in_the_seats_of_a_board():
    party = PARTIES[0]
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
    told = {"player": "first", "throws": [6], "end": "hold", **turn}
    with pytest.raises(pigcore.RuleError, match=says):
        pigcore.review(PARTIES[0], {"winner": None, "turns": [told]})
    with pytest.raises(pigcore.RuleError, match="player is 3, but must be between 0 and 2"):
        pigcore.review(PARTIES[0], {"winner": None, "turns": []}, 3)
