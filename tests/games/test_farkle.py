"""Farkle: its games as text, and its states with the dice in hand or the faces of a throw."""

import copy
import pickle

import pytest

from pigcore.games import Pig, Race, Roll, RuleError, StateError
from pigcore.games.dice import Choice
from pigcore.games.farkle import Farkle


def test_games_in_which_other_faces_score_alike_differ():
    """Their turns are equal, but what is set aside in one may not score in the other."""
    fours, twos = (Farkle({face: 2, "3": 3}, 6, 3, 4) for face in "42")
    assert fours.turn == twos.turn
    assert fours != twos
    assert Race(Roll.die(6), 9, other=fours.turn) != Race(Roll.die(6), 9, other=twos.turn)


# --- games as text --------------------------------------------------------------------------------


def test_loaded_dice_and_house_rules_as_text():
    farkle = Farkle(
        {"1": 10, "2 2": 30}, 120, 3, ["1/2", "1/4", "1/4"],
        opening=20, minimum_bank=10, last_turn=True, must_roll_hot_dice=True, name="Ours",
    )  # fmt: skip
    assert str(farkle) == (
        "Ours: bank 120 points or more with 3 dice; the other then has one last turn, and wins "
        "by passing that score; a die shows 1, 2, … with chances 1/2, 1/4, 1/4; 1 scores 10, "
        "and 2 2 scores 30; the first points banked must be 20 or more; fewer than 10 points are "
        "not banked; of each throw one scoring die or more is set aside; dice of different throws "
        "do not combine; whoever has set all dice aside must throw them again, unless banking wins "
        "at once."
    )
    assert str(Farkle.zilch()).endswith(
        "not combine; whoever has set all dice aside may bank or throw them all again."
    )


# --- states ---------------------------------------------------------------------------------------


def test_parts_of_a_state_may_be_left_out():
    farkle = Farkle.minimal()
    assert farkle.check_state(4000, 3500) == (4000, 3500, 0, 6)
    assert farkle.check_state(4000, 3500, 300, 3) == (4000, 3500, 300, 3)
    assert farkle.check_state(0, 0, 1000, 0) == (0, 0, 1000, 6)  # hot dice
    assert farkle.usage == "OWN OPP [POINTS] [DICE]"


def test_the_faces_of_a_throw_stand_in_place_of_the_dice():
    farkle = Farkle.minimal()
    assert farkle.check_state(4000, 3500, 300, [5, 1, 1]) == (4000, 3500, 300, (1, 1, 5))
    assert farkle.check_thrown((4000, 3500, 300), (5, 1, 1)) == (4000, 3500, 300, (1, 1, 5))
    assert farkle.check_thrown((4000, 3500), range(1, 7))[2:] == (0, (1, 2, 3, 4, 5, 6))
    assert farkle.check_thrown((0, 0, 300, 3), (6, 1, 1))[3] == (1, 1, 6)
    assert farkle.named((0, 0, 300, (1, 1, 6)))["dice"] == [1, 1, 6]
    assert farkle.spell((0, 0, 300, (1, 1, 6))) == "own 0, opp 0, points 300, throw 1 1 6"
    for state, faces, message in [
        ((0, 0, 300, 3), (1, 1), "2 dice were thrown, but 3 dice are in hand"),
        ((0, 0), (1, 1), "no turn has 0 points with 2 dice in hand"),
        ((0, 0), (11522,), "a face of the die fair is 11522, which it never shows"),
        ((0, 0), [1] * 7, "dice is 7, but the modes of Farkle are"),
        ((0,), (1, 1), "a state of Farkle is OWN OPP"),
    ]:
        with pytest.raises(StateError, match=message):
            farkle.check_thrown(state, faces)
    with pytest.raises(RuleError, match="the throw is 'x', but must be faces such as"):
        farkle.check_thrown((0, 0, 300), "x")
    with pytest.raises(StateError, match="Pig leaves nothing to decide about a throw"):
        Pig().check_thrown((0, 0), (1, 1))


def test_actions_in_words():
    choice = Choice((1, 1), "throw")
    for again in (choice, copy.deepcopy(choice), pickle.loads(pickle.dumps(choice))):
        assert again == "1 1, then throw"
        assert (again.aside, again.then) == ((1, 1), "throw")
    assert Farkle.minimal().done(choice) == ("throw", "after setting aside 1 1")
    assert Farkle.minimal().done("bank") == ("bank", "")
