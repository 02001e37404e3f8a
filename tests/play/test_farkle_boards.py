"""Farkle move by move: boards against the rules, ledgers, transcripts, and what is refused."""

import json
from collections import Counter

import pytest
from numpy.random import SFC64

import pigcore
from pigcore.play.boards import Move, Transcript, played, transcript_of
from pigcore.play.boards.race import board_of, seat_of
from pigcore.play.policies.race import answer

TINY = pigcore.Farkle({"1": 1, "2 2": 3}, 12, 3, 3)
LAST = pigcore.Farkle.kcd(1000, last_turn=True)
HOT = pigcore.Farkle({"1": 100, "5": 50, "three of a kind": 300}, 1500, must_roll_hot_dice=True)


def games_of(game, first, second, count):
    """Games between two policies, from seeds."""
    seats = [seat_of(game, pigcore.parse_policy(game, text)) for text in (first, second)]
    board = board_of(game, seats)
    return [played(board, SFC64(n).random_raw, n % 2, (0, 0), 10_000) for n in range(count)]


@pytest.mark.slow
@pytest.mark.parametrize("game", [TINY, LAST, HOT, pigcore.Farkle.standard(2000)])
def test_ledgers_add_up_and_know_who_plays_best(game):
    solution = pigcore.solve(game)
    gifts = 0.0
    for transcript in games_of(game, "optimal", "random", 5):
        ledger = pigcore.review(solution, transcript)
        parts = ledger.luck - ledger.mistakes + ledger.gifts
        assert ledger.result - ledger.start == pytest.approx(parts, abs=1e-12)
        assert ledger.result == float(transcript.winner == 0)
        assert ledger.mistakes < 1e-12
        gifts += ledger.gifts
        again = pigcore.review(solution, json.loads(json.dumps(transcript.as_dict())))
        assert again.as_dict() == ledger.as_dict()
        frame = ledger.to_dataframe()
        assert len(frame) == len(ledger.entries)
        for place, entry in enumerate(ledger.entries):
            *_, points, dice = entry.state
            thrown = isinstance(dice, tuple)
            assert frame["points"][place] == points
            assert frame["dice"][place] == (" ".join(map(str, dice)) if thrown else dice)
    assert gifts > 0.1


def test_what_is_played_keeps_the_rules():
    """Every move of random games: scores, dice in hand, and what may be set aside."""
    game = HOT
    for transcript in games_of(game, "random", "hold:300/best-turn", 10):
        for turn in transcript.turns:
            points, dice = 0, game.dice.count
            for throw, aside in zip(turn.play["throws"], turn.play["aside"]):
                assert len(throw) == dice
                choices = game.dice.scoring.choices(game.dice.check_throw(throw, dice))
                points += choices[game.dice.check_throw(aside, len(aside))]
                dice = game.dice.hand(dice - len(aside))
            banked = points if turn.play["end"] == "bank" else 0
            assert turn.after == (turn.own + banked, turn.opp)
            if banked:
                assert dice < game.dice.count or turn.own + points >= game.goal
            else:
                last = turn.play["throws"][-1]
                assert len(last) == dice
                assert not game.dice.scoring.choices(game.dice.check_throw(last, dice))


def test_throws_fall_with_their_chances():
    board, bits = board_of(TINY), SFC64(1).random_raw
    seen = Counter(board.draw(0, bits).outcome for _ in range(10_000))
    for counts, chance in TINY.dice.throws(3).items():
        faces = tuple(face for face, n in enumerate(counts, 1) for _ in range(n))
        share = seen[thrown(board, faces)] / 10_000
        assert share == pytest.approx(float(chance), abs=0.02)


def thrown(board, faces):
    """The number of what falls."""
    return [fall.play for fall in board.rules.falls].index(faces)


def banked_900_to_1000(seats=(None, None)):
    """A board at which the first player has just banked 1,000 against 900."""
    board = board_of(LAST, seats)
    board.begin(0, (900, 900))
    board.land(Move(0, thrown(board, (1, 2, 3, 4, 6, 6))))
    board.land(Move(board.chosen("1b"), None))
    return board


def test_a_last_turn_by_hand():
    """One says what is set aside: what passes the score is banked, what does not is not."""
    solution, board = pigcore.solve(LAST), banked_900_to_1000()
    board.land(Move(0, thrown(board, (1, 1, 2, 3, 4, 6))))
    legal = [str(action) for action, may in zip(board.actions, board.legal()) if may]
    assert legal == ["1, then throw", "1 1, then bank"]
    assert [*solution.payoffs(*board.seen_by(1))] == legal
    assert solution.best(*board.seen_by(1)) == ("1 1, then bank",)
    board.land(Move(board.chosen("11b"), None))
    assert (board.winner, board.score) == (1, [1000, 1100])
    record = transcript_of(board)
    ledger = pigcore.review(solution, record)
    assert ledger.result == 0.0
    assert ledger.gifts == 0.0
    assert ledger.start - ledger.result == pytest.approx(ledger.mistakes - ledger.luck, abs=1e-12)
    short = banked_900_to_1000()
    short.land(Move(0, thrown(board, (1, 1, 2, 3, 4, 6))))
    record = json.loads(json.dumps(record.as_dict()))
    record["turns"][1]["aside"] = [[1]]
    with pytest.raises(pigcore.RuleError, match="the player cannot 1, then bank there"):
        Transcript.from_dict(record, LAST)


def test_scores_of_a_last_turn():
    solution = pigcore.solve(LAST)
    with pytest.raises(pigcore.StateError, match="between 0 and 2,509,000 before a last turn"):
        solution.win(0, 2_509_050)
    with pytest.raises(pigcore.StateError, match="between 0 and 950 while the game to 1,000"):
        solution.win(1000, 0)
    with pytest.raises(pigcore.StateError, match="while the game to 1,000 goes on"):
        pigcore.solve(pigcore.Farkle.kcd(1000)).win(0, 1000)
    with pytest.raises(pigcore.StateError, match="begin before anybody has it"):
        pigcore.match(LAST, "optimal", "optimal", start=(0, 1000))


def test_every_policy_plays_a_last_turn_best():
    solution = pigcore.solve(LAST)
    for state in ((0, 1200, 0, (1, 1, 5, 5, 5, 2)), (500, 1500, 600, (1, 5, 3))):
        best = max(solution.payoffs(*state).items(), key=lambda payoff: payoff[1])
        for policy in ("optimal", "random", "hold:50/best-turn"):
            asked = answer(LAST, pigcore.parse_policy(LAST, policy), *state)
            assert solution.payoffs(*state)[asked] == best[1]


def test_what_a_person_types():
    board = board_of(pigcore.Farkle.kcd())
    assert board.chosen("t") == 0
    board.land(Move(0, thrown(board, (1, 1, 2, 3, 4, 5))))
    known = {
        "51b": "1 5, then bank", "1 5 b": "1 5, then bank", "11t": "1 1, then throw",
        "1 1, then throw": "1 1, then throw",
    }  # fmt: skip
    for word, action in known.items():
        assert board.actions[board.chosen(word)] == action
    legal = [action for action, may in zip(board.actions, board.legal()) if may]
    assert set(legal) == set(pigcore.solve(pigcore.Farkle.kcd()).payoffs(*board.seen_by(0)))
    for word in ("", "b", "t", "22b", "1x", "9t", "115"):
        assert board.chosen(word) is None
    assert not board.legal()[board.chosen("666t")]  # they score, but do not lie there


TURN = {"player": "first", "own": 0, "opp": 0, "throws": [[1, 2, 2], [2, 3]], "aside": [[1]],
        "end": "bust", "after": [0, 0]}  # fmt: skip


def test_a_recorded_game_is_made_again():
    transcript = Transcript.from_dict({"winner": None, "turns": [TURN]}, TINY)
    assert str(transcript.turns[0]) == (
        "first, 0 to 0: throws 1 2 2, sets 1 aside, throws 2 3 and busts; 0 to 0"
    )


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"end": "hold"}, "it ends with 'hold', not with 'bank' or 'bust'"),
        ({"aside": []}, "2 throws and 0 choices make no turn that ends with 'bust'"),
        ({"aside": [[2]]}, "2 cannot be set aside"),
        ({"aside": [[1, 1]]}, "the player cannot 1 1, then throw there"),
        ({"throws": [[1, 2, 2], [2, 7]]}, "2 7 is not a throw"),
        ({"throws": [[1, 2, 2], [2, 2]]}, "it has no end"),
        ({"throws": [[1, 2, 2], [2]]}, "'2, a bust' cannot happen there"),
        ({"throws": [[1, 2, 2], "23"]}, "must be faces such as"),
        ({"throws": [[1, 2, 2], ["2", 3]]}, "are not faces"),
        ({"after": [1, 0]}, "it ends at 0 to 0, not at 1 to 0"),
        ({"passed": True}, "a turn has throws, what was set aside, and an end"),
        ({"more": 1}, "a turn has throws, what was set aside, and an end"),
    ],
)
def test_a_recorded_game_that_breaks_the_rules(changed, said):
    record = {"winner": None, "turns": [TURN | changed, TURN | {"player": "second"}]}
    with pytest.raises(pigcore.RuleError) as caught:
        Transcript.from_dict(record, TINY)
    assert "turn 1 breaks the rules" in str(caught.value)
    assert said in str(caught.value)
