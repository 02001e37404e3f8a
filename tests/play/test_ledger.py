"""The ledger of luck and mistakes, margins in words, and games read back from plain data."""

import copy
import json
from fractions import Fraction

import pytest

import pigcore
from pigcore.games.errors import RuleError
from pigcore.games.margins import advice_sentence, games_in_words, in_many, margin_in_words
from pigcore.play.boards import Transcript

PLAYED = {
    "at least": (pigcore.Pig(15), 250),
    "exactly": (pigcore.HoldOrContinue(15), 150),
    "wipes": (pigcore.TwoDicePig(25), 150),
    "exchange": (pigcore.Hog.fa13_hijinks(20), 20),
    "again": (pigcore.Hog.fa20(20), 20),
    "gift": (pigcore.Hog.sp16(20), 20),
}


@pytest.fixture(scope="module")
def solutions():
    return {name: pigcore.solve(game) for name, (game, _) in PLAYED.items()}


def games_of(name, solution, count):
    """Games of somebody who plays at random against best play, who moves first in every other."""
    found = pigcore.simulate(
        solution.game, pigcore.random_play(), solution, count, seed=9, transcripts=count,
        longest=60,
    )  # fmt: skip
    return found.transcripts


@pytest.mark.slow
@pytest.mark.parametrize("name", PLAYED)
def test_the_books_balance(name, solutions):
    solution, count = solutions[name], PLAYED[name][1]
    ended = 0
    for game in games_of(name, solution, count):
        ledger = pigcore.review(solution, game)
        mover = game.turns[0].player
        assert ledger.start == pytest.approx([solution.value, 1 - solution.value][mover], abs=1e-13)
        if game.winner is not None:
            assert ledger.result == (1.0 if game.winner == 0 else 0.0)
            ended += 1
        changed = ledger.luck - ledger.mistakes + ledger.gifts
        assert abs(ledger.result - ledger.start - changed) < 1e-12
        assert ledger.gifts < 1e-12  # best play makes none
        assert all(entry.cost >= 0 for entry in ledger.entries)
        assert all(abs(entry.luck) <= 1 for entry in ledger.entries)
        for entry in ledger.entries[:: 1 if ended < 5 else 50]:
            payoffs = solution.payoffs(*entry.state)
            assert entry.cost == max(payoffs.values()) - payoffs[entry.chosen]
            assert set(entry.best) == set(solution.best(*entry.state))
    assert ended > count / 2


@pytest.mark.slow
def test_the_other_side_of_the_table():
    solution = pigcore.solve(pigcore.Pig(30))
    found = pigcore.simulate(
        solution.game, pigcore.hold_at(3), pigcore.hold_at(28), 20, transcripts=20
    )
    given = [0.0, 0.0]
    for game in found.transcripts:
        mine, other = (pigcore.review(solution, game, player) for player in (0, 1))
        assert (mine.mistakes, mine.gifts) == (other.gifts, other.mistakes)
        assert mine.luck == pytest.approx(-other.luck, abs=1e-15)
        assert mine.start + other.start == pytest.approx(1, abs=1e-15)
        assert mine.result + other.result == 1
        assert {entry.player for entry in mine.costliest()} <= {0}
        assert {entry.player for entry in other.costliest()} <= {1}
        given = [given[0] + mine.mistakes, given[1] + other.mistakes]
    assert min(given) > 0.1


def throw(throws, end, after, **known):
    turn = {"player": "first", "own": 0, "opp": 0, "throws": throws, "end": end, "after": after}
    return turn | known


def test_a_throw_is_neither_lucky_nor_unlucky_on_average():
    pig = pigcore.solve(pigcore.Pig(20))
    chance = Fraction(1, 6)
    for before in ([], [4], [6, 6]):
        luck = []
        for gain in (2, 3, 4, 5, 6):
            thrown = {"turns": [throw([*before, gain], None, [0, 0])], "winner": None}
            luck.append(pigcore.review(pig, thrown).entries[-1].luck)
        lost = {"turns": [throw(before, "bust", [0, 0])], "winner": None}
        luck.append(pigcore.review(pig, lost).entries[-1].luck)
        assert float(chance) * sum(luck) == pytest.approx(0, abs=1e-15)
        assert luck[-1] < luck[0] < luck[1] < luck[2] < luck[3] <= luck[4]


def test_a_roll_of_hog_is_neither_lucky_nor_unlucky_on_average():
    hog = pigcore.solve(pigcore.Hog.fa24(30))
    luck = []
    for gain in range(1, 7):
        own, opp = hog.game.finish(gain, 0)
        turn = {"player": "second", "own": 0, "opp": 0, "choice": 1, "gain": gain, "gift": 0}
        record = {"turns": [turn | {"after": [own, opp]}], "winner": None}
        luck.append(pigcore.review(hog, record, 1).entries[0].luck)
    assert sum(luck) / 6 == pytest.approx(0, abs=1e-15)
    assert max(luck) > 0.001


def test_a_game_that_nobody_can_win_any_more_counts_one_half():
    roll = pigcore.Roll({2: "1/3", 3: "1/3"}, bust="1/3")
    stuck = pigcore.Race(roll, 5, "exact")
    turns = [
        throw([2, 2], "hold", [4, 0]),
        throw([2, 2], "hold", [4, 4], player="second", opp=4),
    ]
    ledger = pigcore.review(stuck, {"winner": None, "turns": turns})
    assert ledger.result == 0.5
    changed = ledger.luck - ledger.mistakes + ledger.gifts
    assert ledger.result - ledger.start == pytest.approx(changed, abs=1e-15)
    assert ledger.mistakes > 0.1


def test_it_says_what_was_right():
    pig = pigcore.solve(pigcore.Pig())
    turns = [
        throw([6], "hold", [6, 0]),
        throw([5, 4], "hold", [9, 6], player="second", opp=6),
        throw([6, 6, 6, 6, 6, 6], "hold", [42, 9], own=6, opp=9),
    ]
    ledger = pigcore.review(pig, {"winner": None, "turns": turns}, names=("Ann", "Bob"))
    first, second, third = worst = ledger.costliest()
    assert (first.state, first.chosen, first.best) == ((0, 0, 6), "hold", ("roll",))
    assert {second.state, third.state} == {(6, 9, 24), (6, 9, 30)}
    assert {second.best, third.best} == {("hold",)}
    assert first.cost == pig.margin(0, 0, 6)
    assert sorted((entry.cost for entry in worst), reverse=True) == [one.cost for one in worst]
    assert sum(entry.cost for entry in worst) == pytest.approx(ledger.mistakes, abs=1e-15)
    assert [entry.fell for entry in ledger.entries] == [6, None, 5, 4, None, *[6] * 6, None]
    lines = ledger.lines()
    assert lines[0] == "Ann against Bob"
    start, luck, own, other, result = (float(line.split()[-1][:-1]) for line in lines[1:6])
    assert round(start + luck + own + other - result, 9) == 0
    assert own == round(-100 * ledger.mistakes, 2)
    assert (
        f"own 0, opp 0, total 6: hold. {margin_in_words(pig.game, 'roll', 'hold', first.cost)}"
        in (str(ledger))
    )
    said = json.loads(json.dumps(ledger.as_dict(), allow_nan=False))
    assert said["names"] == ["Ann", "Bob"]
    assert said["costliest"][0]["state"] == {"own": 0, "opp": 0, "total": 6}
    assert len(said["entries"]) == len(ledger.entries)
    with pytest.raises(AttributeError):
        ledger.start = 1.0


def test_other_families_have_no_single_games():
    for game in (pigcore.Duel(), pigcore.game("bag")):
        with pytest.raises(RuleError, match="there is no review of single games in"):
            pigcore.review(game, {"winner": None, "turns": []})


# --- games read back ----------------------------------------------------------------------------


@pytest.mark.parametrize("name", PLAYED)
def test_a_game_comes_back_as_it_was(name, solutions):
    for game in games_of(name, solutions[name], 10):
        data = json.loads(json.dumps(game.as_dict()))
        again = Transcript.from_dict(data, solutions[name].game)
        assert again.as_dict() == data
        assert str(again) == str(game)


GAME = {
    "winner": "second",
    "turns": [
        throw([6, 3], "hold", [9, 0]),
        throw([2, 4], "bust", [0, 9], player="second", opp=9),
        throw([2, 5], "hold", [16, 0], own=9),
        throw([6, 6, 6, 6], "win", [24, 16], player="second", opp=16),
    ],
}


def test_the_game_that_is_damaged_below_is_sound():
    assert Transcript.from_dict(GAME, pigcore.Pig(20)).winner == 1
    assert pigcore.review(pigcore.Pig(20), GAME).result == 0


@pytest.mark.parametrize(
    ("place", "damage", "sentence"),
    [
        (
            0,
            {"throws": [7, 3], "after": [10, 0]},
            "turn 1 breaks the rules of Pig: 7 cannot happen",
        ),
        (0, {"throws": [1, 3], "after": [4, 0]}, "turn 1 breaks the rules of Pig: 1 cannot happen"),
        (0, {"throws": []}, "turn 1 breaks the rules of Pig: the player cannot hold there"),
        (0, {"throws": [6, True]}, "a throw is True, but must be a whole number"),
        (0, {"throws": "63"}, "turn 1 breaks the rules of Pig: a turn has throws and an end"),
        (0, {"own": 20}, "turn 1 breaks the rules of Pig: own is 20, but a banked score is"),
        (0, {"after": [9]}, "after is [9], not two scores"),
        (0, {"player": "third"}, "player is 'third', not 'first' or 'second'"),
        (1, {"end": "wipe"}, "turn 2 breaks the rules of Pig: 'wipe' cannot happen there"),
        (1, {"end": "hold"}, "turn 2 breaks the rules of Pig: it ends at 6 to 9, not at 0 to 9"),
        (1, {"end": None}, "turn 2 breaks the rules of Pig: it has no end"),
        (1, {"end": "over"}, "it ends with 'over', not with hold, win, bust or wipe"),
        (1, {"player": "first"}, "it is the turn of the second, not of the first"),
        (1, {"dice": 2}, "turn 2 breaks the rules of Pig: a turn has throws and an end"),
        (2, {"own": 8}, "turn 3 breaks the rules of Pig: it begins at 8 to 0, not at 9 to 0"),
        (
            2,
            {"throws": [6, 6, 6], "after": [27, 0]},
            "turn 3 breaks the rules of Pig: it continues",
        ),
        (2, {"end": "win"}, "turn 3 breaks the rules of Pig: it has no end"),
        (3, {"throws": [6, 6, 6, 6, 6]}, "turn 4 breaks the rules of Pig: it continues after its"),
        (3, {"end": "hold"}, "turn 4 breaks the rules of Pig: it continues after its end"),
    ],
)
def test_a_game_that_breaks_the_rules_is_refused(place, damage, sentence):
    game = copy.deepcopy(GAME)
    game["turns"][place].update(damage)
    with pytest.raises(RuleError) as refused:
        Transcript.from_dict(game, pigcore.Pig(20))
    assert sentence in str(refused.value)
    assert str(refused.value).endswith("correct the transcript")


@pytest.mark.parametrize(
    ("damage", "sentence"),
    [
        ({"winner": "first"}, "the winner is 'first', but in these turns of Pig the second has"),
        ({"winner": None}, "the winner is None, but in these turns of Pig the second has won"),
        ({"winner": 1}, "the winner is 1, but"),
        ({"turns": GAME["turns"][:3]}, "the winner is 'second', but in these turns of Pig nobody"),
        ({"turns": [*GAME["turns"], GAME["turns"][0]]}, "turn 5 breaks the rules of Pig: the game"),
        ({"turns": [5]}, "turn 1 breaks the rules of Pig: it is 5, not an object"),
        ({"turns": [{}]}, "turn 1 breaks the rules of Pig: it has no entry 'player'"),
        ({"turns": 5}, "the game is {'winner': 'second', 'turns': 5}, but must be an object"),
    ],
)
def test_a_game_that_is_none_is_refused(damage, sentence):
    with pytest.raises(RuleError) as refused:
        Transcript.from_dict(GAME | damage, pigcore.Pig(20))
    assert sentence in str(refused.value)


HOG_TURN = {"player": "first", "own": 0, "opp": 0, "choice": 2, "gain": 7, "gift": 0}


@pytest.mark.parametrize(
    ("damage", "sentence"),
    [
        ({"gain": 13, "after": [13, 0]}, "{'gain': 13} cannot happen there"),
        (
            {"gain": 2, "after": [2, 0]},
            "{'gain': 2} cannot happen there",
        ),  # a double one scores 1
        ({"choice": 11}, "11 is not a choice"),
        ({"choice": [2]}, "[2] is not a choice"),
        ({"gain": -1}, "gain is -1, but must be between 0 and"),
        ({"after": [8, 0]}, "it ends at 7 to 0, not at 8 to 0"),
        ({"choice": 0, "gain": 7}, "it ends at 1 to 0, not at 7 to 0"),
        ({"throws": [7]}, "a turn has a choice, a gain and a gift"),
    ],
)
def test_a_game_of_hog_that_breaks_the_rules_is_refused(damage, sentence):
    hog = pigcore.Hog.fa13(20)
    sound = HOG_TURN | {"after": [7, 0]}
    assert Transcript.from_dict({"winner": None, "turns": [sound]}, hog).turns[0].play["gain"] == 7
    with pytest.raises(RuleError) as refused:
        Transcript.from_dict({"winner": None, "turns": [sound | damage]}, hog)
    assert "turn 1 breaks the rules of Hog fa13: " in str(refused.value)
    assert sentence in str(refused.value)


# --- in words -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("margin", "found"),
    [
        (1.0, (100, 100)), (0.994, (99, 100)), (0.5, (50, 100)), (0.01, (1, 100)),
        (0.0149, (1, 100)), (0.015, (2, 100)), (0.0099, (10, 1000)), (0.001, (1, 1000)),
        (0.000217, (2, 10_000)), (1e-5, (1, 100_000)), (2.7e-8, (3, 10**8)), (1e-12, (1, 10**12)),
    ],
)  # fmt: skip
def test_a_margin_in_many_games(margin, found):
    assert in_many(margin) == found


def test_margins_in_words():
    pig, hog = pigcore.Pig(), pigcore.Hog.fa13_hijinks()
    assert margin_in_words(pig, "hold", "roll", 0.0123) == (
        "Holding wins 1 more game in 100 than rolling."
    )
    assert margin_in_words(hog, 1, 2, 0.003) == (
        "Rolling 1 die wins 3 more games in 1,000 than rolling 2."
    )
    assert margin_in_words(hog, -1, 2, 0.003) == (
        "Exchanging the dice wins 3 more games in 1,000 than rolling 2 dice."
    )
    assert margin_in_words(hog, 4, 5, 1e-14) == "Rolling 4 dice and rolling 5 are equally good."
    assert games_in_words(pig, 0.0004) == "4 games in 10,000"


def test_advice_in_a_sentence():
    pig, hog = pigcore.Pig(), pigcore.Hog.fa13_hijinks()
    assert advice_sentence(pig, ["hold"], {"roll": 0.5, "hold": 0.52}) == (
        "Hold: it wins 2 more games in 100 than rolling."
    )
    assert advice_sentence(pig, ["roll", "hold"], {"roll": 0.5, "hold": 0.5}) == (
        "Roll or hold: they are equally good."
    )
    assert advice_sentence(hog, [4, 5], {3: 0.4, 4: 0.5, 5: 0.5}) == (
        "Roll 4 or 5 dice: each of them wins 10 more games in 100 than rolling 3."
    )
    assert advice_sentence(hog, [-1, 1], {-1: 0.5, 1: 0.5, 2: 0.4}) == (
        "Exchange the dice or roll 1 die: each of them wins 10 more games in 100 than rolling 2 "
        "dice."
    )
    # Where one thing can be done the game says which, and why.
    assert advice_sentence(pig, ["hold"], {"hold": 1.0}) == "That total wins: hold."
    assert advice_sentence(pig, ["roll"], {"roll": 0.5}) == (
        "At the beginning of a turn you must roll."
    )
    assert advice_sentence(hog, [-1], {-1: 0.5}) == ("Exchange the dice: there is no other choice.")
    duel, bag = pigcore.Duel(), pigcore.game("bag")
    assert advice_sentence(duel, [2], {2: 0.1}) == "Hold at 2: there is no other choice."
    assert advice_sentence(duel, [2], {2: 0.1, 3: 0.08}) == (
        "Hold at 2: it nets 2 more games in 100 than holding at 3."
    )
    assert advice_sentence(bag, ["rock"], {"rock": 2.0, "paper": 1.5}) == (
        "Pick rock: it earns 50 more points in 100 games than picking paper."
    )
