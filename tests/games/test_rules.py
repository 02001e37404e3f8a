"""Rules come back from text, from Python's own words and from a pickle, and are what they say."""

import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.generated import hog, rolled, some

import pigcore
from pigcore.games import BUST, Bag, Duel, Farkle, Hog, Pig, Race, Roll, RuleError, gain
from pigcore.games.rules import (
    game_from_rules,
    game_from_text,
    games_made_at_once,
    text_of,
)

bags = st.builds(
    lambda rows, pay: Bag(*zip(*([p / sum(row) for p in row] for row in rows)), **pay, name="ты"),
    st.lists(
        st.tuples(*[st.fractions(0, 9, max_denominator=9)] * 3).filter(any), min_size=1, max_size=5
    ),
    st.fixed_dictionaries(
        dict.fromkeys(("win", "draw", "lose"), st.fractions(-5, 5, max_denominator=7))
    ),
)
duels = st.builds(
    lambda holds, count, sides, wipe: Duel(
        Roll.dice(count, sides, wipe_all=wipe), holds, name='a "näme" 🐷\\'
    ),
    st.sets(st.integers(1, 2000), min_size=1, max_size=9), st.integers(1, 3), st.integers(1, 8),
    st.booleans(),
)  # fmt: skip


def comes_back(game, *more):
    text = game_from_text(text_of(game))
    assert (text.name, str(text), text.rules()) == (game.name, str(game), game.rules())
    for again in (text, copy.deepcopy(game), pickle.loads(pickle.dumps(game)), *more):
        assert again == game
        assert hash(again) == hash(game)


@pytest.mark.parametrize("name", games_made_at_once())
def test_ready_made_games_come_back(name):
    game = pigcore.game(name)
    assert str(game).startswith(f"{game.name}: ")
    first, *modes = str(game).splitlines()
    assert first.endswith(".")
    assert not modes or len(modes) == len(game.turn.modes)
    comes_back(game, game_from_rules({"base": name}), eval(repr(game), vars(pigcore.games)))
    assert name in ("duel", "bag") or pigcore.game(name, goal=50).goal == 50


@pytest.mark.slow
@given(st.one_of(some(rolled), some(hog, False, own=False), bags, duels))
def test_any_game_comes_back(game):
    comes_back(game)


def test_what_is_said_of_dice_and_house_rules_comes_back():
    farkle = Farkle(
        {"1": 10, "2 2": 30}, 120, 3, ["1/2", "1/4", "1/4"],
        opening=20, minimum_bank=10, last_turn=True, must_roll_hot_dice=True, name="Ours",
    )  # fmt: skip
    comes_back(farkle, eval(repr(farkle)))
    choice = pigcore.Turn(
        lambda n: {BUST: 1, (gain(2, 0), gain(0, 1, "on")): 2} if n == 0 else {gain(3, 0): 1}, 0,
        may_bank=lambda n: n == 0,
    )  # fmt: skip
    comes_back(Race(choice, 20, "exact", name="Mine"))
    said = {"dice": 2, "sides": 6, "bust": [1], "all_bust": 25, "doubles": 2}
    assert pigcore.game("big-pig").rules()["roll"] == said
    comes_back(Race(Roll.die(6), 20, throws=2, turn_total=9, other=Roll.die(8)))
    comes_back(Race(farkle.dice, 120, throws=2, other=Farkle({"1": 10}, 120, 3, 3).dice))
    assert game_from_text('game = "duel"') == Duel()
    text = 'game = "duel"\nholds = [2, 1]\n[roll]\nbust = 1\n[roll.gains]\n1 = 1\n'
    assert game_from_text(text) == Duel(Roll.coin(), [1, 2])
    for race in (pigcore.HoldOrContinue(9), pigcore.ConsolationPig(6)):
        for players in (2, 4):
            comes_back(race.seated(players), eval(repr(race.seated(players)), vars(pigcore.games)))
            assert race.seated(players).seated(2) == race


def test_equality_is_about_rules():
    for one, other, different in (
        (Hog(name="a"), Hog(name="b"), Hog.su15()),
        (Duel(holds=[2, 3], name="one"), Duel(Roll.die(6), (3, 2), name="other"), Duel()),
        (Bag([1], [0], [0], name="one"), Bag([300], [0], [0]), Bag([1], [0], [0], draw=2)),
        (Race(Roll.die(6), 75, name="one"), Pig(75), pigcore.HoldOrContinue(75)),
        (Pig(7, players=3), Pig(7).seated(3), Pig(7, players=4)),
        (Farkle({"three of a kind": 1}, 9, 3, 2), Farkle({"1 1 1": 1, (2, 2, 2): 1}, 9, 3, 2),
         Farkle({"1 1 1": 1}, 9, 3, 2)),
    ):  # fmt: skip
        assert one == other
        assert hash(one) == hash(other)
        assert one != different
        assert one != 13


@pytest.mark.parametrize("name", ["throw", "may_bank"])
def test_what_a_function_raises_is_said_with_the_mode(name):
    def fails(mode):
        return {}[mode]

    functions = {"throw": lambda mode: {pigcore.BUST: 1, pigcore.gain(1, mode): 1}, name: fails}
    with pytest.raises(RuleError, match=r"fails at mode 3 raises KeyError: 3"):
        pigcore.Turn(functions.pop("throw"), start=3, **functions)
