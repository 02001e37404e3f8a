"""Turns of dice that are added up: every throw counted one by one, their rules, what is refused."""

import random
from fractions import Fraction
from itertools import product

import numpy as np
import pytest

import pigcore
from pigcore.games import BUST, WIPE, Race, Roll, Turn, gain
from pigcore.games.rolled import rolled
from pigcore.games.rules import game_from_rules, game_from_text, text_of


def generated(source):
    """Dice in a few words, two thirds of which are thrown several at once."""
    sides = source.choices([2, 3, 4, 6], k=source.choice([1, 1, 1, 2, 3]))
    dice, faces = source.randint(1, 3), range(1, max(sides) + 1)
    bust = source.sample(faces, source.choice([0, 1, 1, 2]))
    left = [face for face in faces if face not in bust]
    given = {"dice": dice, "sides": sides[0], "later_sides": sides[1:], "bust": bust}
    given["wipe"] = source.sample(left, min(len(left), source.choice([0, 0, 1])))
    given["throws"] = source.choice([None, None, 1, 2, 4])
    if dice > 1:
        given["all_bust"] = source.choice(["bust", "wipe", 1, 7])
        given["doubles"] = source.choice([1, 1, 2, 3])
        given["doubles_again"] = source.random() < 0.5
    return given


def counted(given):
    """The turn of these dice, of all faces that they can show, one by one."""
    all_sides = (given["sides"], *given["later_sides"])

    def what(faces):
        double = given["dice"] > 1 and len({*faces}) == 1
        if {*faces} & {*given["wipe"]}:
            return WIPE, False
        if {*faces} <= {*given["bust"]}:
            special = given.get("all_bust", "bust")
            return {"bust": BUST, "wipe": WIPE}.get(special, special), double
        if {*faces} & {*given["bust"]}:
            return BUST, False
        return sum(faces) * (given.get("doubles", 1) if double else 1), double

    def throw(mode):
        at, left, _ = mode
        if left == 0:
            return None
        sides, after = all_sides[min(at, len(all_sides) - 1)], left and left - 1
        found = []
        for faces in product(range(1, sides + 1), repeat=given["dice"]):
            points, double = what(faces)
            must = double and given.get("doubles_again", False) and after != 0
            ends = points in (BUST, WIPE)
            then = (min(at + 1, len(all_sides) - 1), after, must)
            found.append(
                (points if ends else gain(points, then), Fraction(1, sides ** given["dice"]))
            )
        return found

    start = (0, given["throws"], False)
    word = lambda mode: ".".join(map(str, mode))  # noqa: E731
    return Turn(throw, start, may_bank=lambda mode: not mode[2], word=word)


@pytest.mark.parametrize("seed", range(60))
def test_every_throw_counts(seed):
    given = generated(random.Random(seed))
    expected = counted(given)
    turn = rolled(**{key: one for key, one in given.items() if key != "throws"})
    if any(turn.gains):
        race = Race(turn, 9, name="Mine", throws=given["throws"], win="reach")
        assert race.turn.roll == expected.roll
        again = game_from_text(text_of(race))
        assert (again, again.rules()) == (race, race.rules())
        found, wanted = (
            pigcore.solve(one).starts for one in (race, Race(expected, 9, win="reach"))
        )
        assert np.abs(found - wanted).max() < 1e-12


def test_chances_may_be_thrown_a_few_times_only():
    rules = {"goal": 20, "roll": {"bust": "1/2", "gains": {"3": "1/4", "4": "1/4"}, "throws": 2}}
    race = game_from_rules(rules)
    assert len(race.turn.modes) == 3
    assert race.rules()["roll"] == rules["roll"] | {"wipe": "0"}
    assert race == Race(Roll({3: "1/4", 4: "1/4"}, "1/2"), 20, throws=2)
