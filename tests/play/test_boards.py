"""Games move by move: boards against the rules, what a person types, and games that are refused."""

import copy
import json
from collections import Counter

import pytest
from numpy.random import SFC64
from support.turns import CHOICES

import pigcore
from pigcore import Race
from pigcore.play.boards import Move, Transcript, played, transcript_of
from pigcore.play.boards.race import board_of, seat_of
from pigcore.play.policies.race import answer

TINY = pigcore.Farkle({"1": 1, "2 2": 3}, 12, 3, 3)
LAST = pigcore.Farkle.kcd(1000, last_turn=True)
HOT = pigcore.Farkle({"1": 100, "5": 50, "three of a kind": 300}, 1500, must_roll_hot_dice=True)


def test_what_is_played_keeps_the_rules():
    """Every move of random games: scores, dice in hand, and what may be set aside."""
    dice = HOT.dice
    seats = [seat_of(HOT, pigcore.parse_policy(HOT, text)) for text in ("random", "hold:300")]
    board = board_of(HOT, seats)
    for seed in range(10):
        for turn in played(board, SFC64(seed).random_raw, seed % 2, (0, 0), 10_000).turns:
            points, hand = 0, dice.count
            for throw, aside in zip(turn.play["throws"], turn.play["aside"]):
                assert len(throw) == hand
                choices = dice.asides(throw, hand)
                points += choices[tuple(aside)][0]
                hand = hand - len(aside) or dice.count
            banked = points if turn.play["end"] == "bank" else 0
            assert turn.after == (turn.own + banked, turn.opp)
            if banked:
                assert hand < dice.count or turn.own + points >= HOT.goal
            else:
                last = turn.play["throws"][-1]
                assert not dice.asides(last, hand)


def test_throws_fall_with_their_chances():
    board, bits = board_of(TINY), SFC64(1).random_raw
    seen = Counter(board.draw(0, bits).outcome for _ in range(10_000))
    for faces, chance in TINY.dice.throws(3).items():
        assert seen[thrown(board, faces)] / 10_000 == pytest.approx(float(chance), abs=0.02)


def thrown(board, faces):
    """The number of what falls."""
    return [fall.play for fall in board.rules.falls].index(faces)


def test_a_last_turn_by_hand():
    """One says what is set aside: what passes the score is banked, what does not is not."""
    solution, board = pigcore.solve(LAST), board_of(LAST)
    board.begin(0, (900, 900))
    board.land(Move(0, thrown(board, (1, 2, 3, 4, 6, 6))))
    board.land(Move(board.chosen("1b"), None))
    board.land(Move(0, thrown(board, (1, 1, 2, 3, 4, 6))))
    legal = [str(action) for action, may in zip(board.actions, board.legal()) if may]
    assert legal == ["1, then throw", "1 1, then bank"] == [*solution.payoffs(*board.seen_by(1))]
    assert solution.best(*board.seen_by(1)) == ("1 1, then bank",)
    board.land(Move(board.chosen("11b"), None))
    assert (board.winner, board.score) == (1, [1000, 1100])
    record = transcript_of(board)
    ledger = pigcore.review(solution, record)
    assert (ledger.result, ledger.gifts) == (0.0, 0.0)
    assert ledger.start - ledger.result == pytest.approx(ledger.mistakes - ledger.luck, abs=1e-12)
    record = json.loads(json.dumps(record.as_dict()))
    record["turns"][1]["aside"] = [[1]]
    with pytest.raises(pigcore.RuleError, match="the player cannot 1, then bank there"):
        Transcript.from_dict(record, LAST)
    for state in ((0, 1200, 0, (1, 1, 5, 5, 5, 2)), (500, 1500, 600, (1, 5, 3))):
        payoffs = solution.payoffs(*state)
        for policy in ("optimal", "random", "hold:50/best-turn"):
            asked = answer(LAST, pigcore.parse_policy(LAST, policy), *state)
            assert payoffs[asked] == max(payoffs.values())


def test_what_leads_past_an_exact_goal_is_a_bust():
    """A policy was said to bank there, and the board called it a bust."""
    game = Race(TINY.dice, 12, "exact", 1)
    board = board_of(game)
    board.begin(0, (11, 0))
    board.land(Move(0, thrown(board, (2, 2, 3))))
    legal = [str(action) for action, may in zip(board.actions, board.legal()) if may]
    for said in ("2 2, then bank", "2 2, then throw"):
        assert [answer(game, lambda *_: said, 11, 0, 0, (2, 2, 3))] == legal  # noqa: B023
    assert legal == ["2 2, then bust"] == [*pigcore.solve(game).payoffs(*board.seen_by(0))]


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


def test_a_policy_plays_in_every_seat_as_that_seat_has_it():
    game = Race(pigcore.Roll.die(4), 5, end="equal_turns", tie="half", players=3)
    seat = seat_of(game, "optimal")
    assert [seat.moved_to(place).plan.mover.seat for place in (1, 2, 3)] == [1, 2, 3]


# --- games read back ------------------------------------------------------------------------------


def turn(player, before, after, **play):
    scores = dict(zip(("own", "opp"), before)) if len(before) == 2 else {"scores": [*before]}
    return {"player": player, **scores, **play, "after": [*after]}


RECORDS = {
    "pig": (pigcore.Pig(20), "second", [
        turn("first", (0, 0), (9, 0), throws=[6, 3], end="hold"),
        turn("second", (0, 9), (0, 9), throws=[2, 4], end="bust"),
        turn("first", (9, 0), (16, 0), throws=[2, 5], end="hold"),
        turn("second", (0, 16), (24, 16), throws=[6, 6, 6, 6], end="win"),
    ]),
    "hog": (pigcore.Hog.fa13(20), None, [turn("first", (0, 0), (7, 0), choice=2, gain=7, gift=0)]),
    "tiny": (TINY, None, [
        turn("first", (0, 0), (0, 0), throws=[[1, 2, 2], [2, 3]], aside=[[1]], end="bust"),
        turn("second", (0, 0), (0, 0), throws=[[2, 3, 3]], aside=[], end="bust"),
    ]),
    "choices": (CHOICES, None, [
        turn("first", (0, 0), (1, 0), throws=["+1 two or +4 one"], taken=["+1 two"], end="bank"),
        turn("second", (0, 1), (0, 1), throws=[], taken=[], end="bust"),
    ]),
    "party": (pigcore.Pig(15, players=3), None, [
        turn("first", (0, 0, 0), (6, 0, 0), throws=[6], end="hold"),
    ]),
}  # fmt: skip
"""Sound games, and who wins them."""

WRONG = """
pig 0 {"throws": [7, 3], "after": [10, 0]} -> 7 cannot happen
pig 0 {"throws": [1, 3], "after": [4, 0]} -> 1 cannot happen
pig 0 {"throws": []} -> the player cannot hold there
pig 0 {"throws": [6, True]} -> a throw is True, but must be a whole number
pig 0 {"throws": "63"} -> a turn has throws and an end
pig 0 {"own": 20} -> own is 20, but a banked score is
pig 0 {"after": [9]} -> after is [9], not two scores
pig 0 {"player": "third"} -> player is 'third', not 'first' or 'second'
pig 1 {"end": "wipe"} -> 'wipe' cannot happen there
pig 1 {"end": "hold"} -> it ends at 6 to 9, not at 0 to 9
pig 1 {"end": None} -> it has no end
pig 1 {"end": "over"} -> it ends with 'over', not with hold, win, bust or wipe
pig 1 {"player": "first"} -> it is the turn of the second, not of the first
pig 1 {"dice": 2} -> a turn has throws and an end
pig 2 {"own": 8} -> it begins at 8 to 0, not at 9 to 0
pig 2 {"throws": [6, 6, 6], "after": [27, 0]} -> it continues
pig 3 {"end": "hold"} -> it continues after its end
hog 0 {"gain": 13, "after": [13, 0]} -> {'gain': 13} cannot happen there
hog 0 {"gain": 2, "after": [2, 0]} -> {'gain': 2} cannot happen there
hog 0 {"choice": 11} -> 11 is not a choice
hog 0 {"choice": [2]} -> [2] is not a choice
hog 0 {"gain": -1} -> gain is -1, but must be between 0 and
hog 0 {"after": [8, 0]} -> it ends at 7 to 0, not at 8 to 0
hog 0 {"choice": 0, "gain": 7} -> it ends at 1 to 0, not at 7 to 0
hog 0 {"throws": [7]} -> a turn has a choice, a gain and a gift
tiny 0 {"end": "hold"} -> it ends with 'hold', not with bank or bust
tiny 0 {"aside": []} -> None cannot be set aside
tiny 0 {"aside": [[2]]} -> [2] cannot be set aside
tiny 0 {"aside": [[1, 1]]} -> [1, 1] cannot be set aside
tiny 0 {"throws": [[1, 2, 2], [2, 7]]} -> [2, 7] cannot happen there
tiny 0 {"throws": [[1, 2, 2], [2, 2]]} -> it has no end
tiny 0 {"throws": [[1, 2, 2], [2]]} -> [2] cannot happen there
tiny 0 {"throws": [[1, 2, 2], ["2", 3]]} -> ['2', 3] cannot happen there
tiny 0 {"passed": True} -> a turn has throws, what was set aside, and an end
choices 0 {"throws": ["+9 two"]} -> '+9 two' cannot happen there
choices 0 {"taken": ["+9 two"]} -> '+9 two' cannot be taken there
choices 0 {"taken": []} -> None cannot be taken there
choices 0 {"taken": ["+1 two", "+2 two"]} -> '+2 two' cannot be taken there
choices 0 {"taken": 5} -> a turn has throws, what was taken, and an end
choices 0 {"end": "hold"} -> not with bank, win, bust or wipe
choices 0 {"end": "win"} -> it has no end
party 0 {"scores": [0, 0]} -> scores is [0, 0], not three scores
party 0 {"after": [7, 0, 0]} -> it ends at 6 to 0 and 0, not at 7 to 0 and 0
party 0 {"scores": [0, 0, 15], "after": [6, 0, 15]} -> third is 15
party 0 {"player": "fourth"} -> player is 'fourth', not
"""
"""In which turn of a game what is changed, and what is said."""


@pytest.mark.parametrize("name", RECORDS)
def test_games_that_are_damaged_below_are_sound(name):
    game, winner, turns = RECORDS[name]
    data = {"winner": winner, "turns": turns}
    assert Transcript.from_dict(data, game).as_dict() == data


@pytest.mark.parametrize("row", WRONG.strip().splitlines())
def test_a_game_that_breaks_the_rules_is_refused(row):
    what, said = row.split(" -> ")
    name, place, changes = what.split(" ", 2)
    game, winner, turns = copy.deepcopy(RECORDS[name])
    turns[int(place)].update(eval(changes))
    with pytest.raises(pigcore.RuleError) as refused:
        Transcript.from_dict({"winner": winner, "turns": turns}, game)
    assert f"turn {int(place) + 1} breaks the rules of {game.name}: " in str(refused.value)
    assert said in str(refused.value)
    assert str(refused.value).endswith("; correct the transcript")


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        ({"winner": "first"}, "the winner is 'first', but in these turns of Pig the second has"),
        ({"winner": 1}, "the winner is 1, but in these turns of Pig the second has won"),
        ({"turns": RECORDS["pig"][2][:3]}, "the winner is 'second', but in these turns of Pig nob"),
        (
            {"turns": RECORDS["pig"][2] + RECORDS["pig"][2][:1]},
            "turn 5 breaks the rules of Pig: th",
        ),
        ({"turns": [5]}, "turn 1 breaks the rules of Pig: it is 5, not an object"),
        ({"turns": [{}]}, "turn 1 breaks the rules of Pig: it has no entry 'player'"),
        ({"turns": 5}, "the game is {'winner': 'second', 'turns': 5}, but must be an object"),
    ],
)
def test_a_game_that_is_none_is_refused(damage, said):
    game, winner, turns = RECORDS["pig"]
    with pytest.raises(pigcore.RuleError) as refused:
        Transcript.from_dict({"winner": winner, "turns": turns} | damage, game)
    assert said in str(refused.value)


def test_turns_in_words():
    game, _, turns = RECORDS["tiny"]
    assert str(Transcript.from_dict({"winner": None, "turns": turns}, game).turns[0]) == (
        "first, 0 to 0: throws 1 2 2, sets 1 aside, throws 2 3 and busts; 0 to 0"
    )
    record = turn("first", (0, 0), (0, 0), throws=["+1 two or +4 one", "+2 two or +3 one"],
                  taken=["+1 two", "+3 one"], end="bust")  # fmt: skip
    assert str(Transcript.from_dict({"winner": None, "turns": [record]}, CHOICES).turns[0]) == (
        "first, 0 to 0: throws a foot or two brains; takes a foot; throws +2, in mode two or +3, "
        "in mode one; takes +3, in mode one; and busts; 0 to 0"
    )
