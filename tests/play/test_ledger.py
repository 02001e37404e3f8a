"""The ledger of luck and mistakes, margins in words, and games read back from plain data."""

import json
from fractions import Fraction

import numpy as np
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
    "dice": (pigcore.Farkle({"1": 1, "2 2": 3}, 12, 3, 3), 10),
    "last turn": (pigcore.Farkle.kcd(1000, last_turn=True), 5),
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
        data = json.loads(json.dumps(game.as_dict()))
        again = Transcript.from_dict(data, solution.game)
        assert (str(again), again.as_dict()) == (str(game), data)
        ledger = pigcore.review(solution, again)
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
        with pytest.raises(RuleError, match="there are no games to play move by move in"):
            pigcore.review(game, {"winner": None, "turns": []})


# --- three players ------------------------------------------------------------------------------

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
