"""The named dice have the chances that the game's wiki prints, to the last digit printed there."""

from collections import Counter
from itertools import product
from math import prod

import pytest

from pigcore.games import StateError
from pigcore.games.dice import Dice
from pigcore.games.named_dice import NAMED

# kingdom-come-deliverance.fandom.com/wiki/Dice_(KCD2), percentages of the faces from 1 to 6; it
# rounds some and cuts others off.
PRINTED = """
aranka 28.6 4.8 28.6 4.8 28.6 4.8
cautious-cheater 23.8 14.3 9.5 14.3 23.8 14.3
devil 16.7 16.7 16.7 16.7 16.7 16.7
even 6.7 26.7 6.7 26.7 6.7 26.7
favourable 33.3 0 5.6 5.6 33.3 22.2
greasy 17.6 11.8 17.6 11.7 17.6 23.5
grimy 6.2 31.2 6.2 6.2 43.7 6.2
grozav 6.7 66.7 6.7 6.7 6.7 6.7
heavenly-kingdom 36.8 10.5 10.5 10.5 10.5 21
king 12.5 18.7 21.9 25 12.5 9.4
lousy-gambler 10 15 10 15 35 15
lucky 27.3 4.5 9.1 13.6 18.2 27.3
mathematician 16.7 20.8 25 29.2 4.2 4.2
misfortune 4.5 22.7 22.7 22.7 22.7 4.5
odd 26.7 6.7 26.7 6.7 26.7 6.7
painter 9.1 27.2 18.2 18.2 18.2 9.1
pie 46.2 7.7 23.1 23.1 0 0
sad-greaser 26.1 26.1 4.3 4.3 26.1 13
shrinking 22.2 11.1 11.1 11.1 11.1 33.3
strip 25 12.5 12.5 12.5 18.8 18.8
unbalanced 25 33.3 8.3 8.3 16.7 8.3
unlucky 9.1 27.3 18.2 18.2 18.2 9.1
wagoner 5.6 27.8 33.3 11.1 11.1 11.1
weighted 66.7 6.7 6.7 6.7 6.7 6.7
"""


def test_the_chances_are_those_that_are_printed():
    printed = {name: [*map(float, row)] for name, *row in map(str.split, PRINTED.split("\n")[1:-1])}
    assert [*NAMED] == [*printed]
    for name, parts in NAMED.items():
        parts = parts["chances"] if name == "devil" else parts
        percent = [100 * part / sum(parts) for part in parts]
        assert percent == pytest.approx(printed[name], abs=0.0999), name


def test_their_names_stand_for_their_faces():
    table, kinds = {"1": 100, "2 2": 300}, ["lucky", "odd", "fair", "devil"]
    faces = {"odd": [4, 1, 4, 1, 4, 1], "devil": {"chances": [0, 1, 1, 1, 1, 1], "joker": 1}}
    assert Dice(table, kinds) == Dice(table, kinds, faces={**faces, "lucky": [6, 1, 2, 3, 4, 6]})
    mine = Dice(table, kinds, faces={"lucky": [1, 1]})  # a file's own come first
    assert mine != Dice(table, kinds)


THREE = Dice(
    {"1": 2, "2 2": 3, "1 2 3": 9, "nothing": 1},
    ["pair", "wild", "pair"],
    faces={"pair": [2, 1, 3], "wild": {"chances": [1, 1, 0], "wild": 1}},
)


@pytest.mark.parametrize("hand", [(2, 1), (1, 1), (0, 1), (2, 0)])
def test_what_a_throw_leaves_is_what_the_turn_has(hand):
    dice = ["pair", "wild", "pair"] if hand == (2, 1) else ["pair"] * hand[0] + ["wild"] * hand[1]
    faces = {"pair": {1: 2, 2: 1, 3: 3}, "wild": {1: 1, 2: 1}}
    found = Counter()
    for thrown in product(*[faces[kind] for kind in dice]):
        left = THREE.asides(THREE.check_throw(thrown, hand)).values()
        found[frozenset(left)] += prod(faces[kind][face] for kind, face in zip(dice, thrown))
    assert found == THREE.options(hand)


def test_dice_set_aside_are_named():
    thrown = THREE.check_throw((2, 1, 3), (2, 1))
    assert THREE.named(thrown) == ("pair 2 3,", "wild wild")
    assert THREE.asides(thrown) == {
        ("pair 2 3,", "wild wild"): (9, (2, 1)), ("pair 2,", "wild wild"): (3, (1, 0)),
    }  # fmt: skip
    for faces, said in [
        ((1, 2), "2 dice were thrown, but the dice in hand are pair, wild and pair"),
        ((1, 3, 1), "a face of the die wild is 3, which it never shows"),
    ]:
        with pytest.raises(StateError, match=said):
            THREE.check_throw(faces, (2, 1))
