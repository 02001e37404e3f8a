"""Farkle: what dice score, the ready-made variants, the rules as text, and every refusal."""

import copy
import pickle
from fractions import Fraction
from itertools import combinations, product
from math import prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pigcore.games import Pig, Race, Roll, RuleError, StateError
from pigcore.games.dice import Choice, Dice
from pigcore.games.farkle import Farkle
from pigcore.games.scoring import Scoring, counts_of, faces_of, throws

VARIANTS = ("minimal", "standard", "kcd", "zilch")


def variant(name):
    return getattr(Farkle, name)()


def choices(name, *faces):
    found = variant(name).dice.asides(counts_of(faces, 6))
    return {aside: points for aside, (points, _) in found.items()}


# --- what dice score ------------------------------------------------------------------------------


def test_every_union_of_disjoint_combinations_may_be_set_aside():
    assert choices("minimal", 1, 1, 5, 3) == {
        (1,): 100, (5,): 50, (1, 1): 200, (1, 5): 150, (1, 1, 5): 250,
    }  # fmt: skip


def test_dice_score_the_best_way_to_split_them():
    assert choices("minimal", 1, 1, 1)[1, 1, 1] == 1000
    assert choices("minimal", 2, 2, 2, 2, 2, 2) == {(2,) * 3: 200, (2,) * 6: 400}
    assert choices("kcd", 1, 2, 3, 4, 5, 5)[1, 2, 3, 4, 5] == 500
    assert choices("kcd", 1, 2, 3, 4, 5, 5)[1, 2, 3, 4, 5, 5] == 550
    assert choices("standard", 1, 1, 1, 1, 5, 5)[1, 1, 1, 1, 5, 5] == 1500
    assert choices("standard", 2, 2, 2, 3, 3, 3)[2, 2, 2, 3, 3, 3] == 2500


def test_three_pairs_may_be_four_and_a_pair_or_six_of_a_kind_in_zilch():
    for faces in ((2, 2, 3, 3, 4, 4), (2, 2, 2, 2, 3, 3), (2,) * 6):
        assert choices("zilch", *faces)[faces] >= 1500
    assert choices("zilch", 3, 3, 3, 3, 3, 3)[(3,) * 6] == 2400  # doubled three times


def test_the_points_of_several_of_a_kind_in_words():
    """Four that score twice what three do were left out where five do not double again."""

    def said(*points):
        some = {" ".join("2" * n): each for n, each in enumerate(points, 3)}
        return str(Scoring(some, 6, 6))

    assert said(1, 2, 3, 4) == (
        "three 2s score 1, four 2s score 2, five 2s score 3, and six 2s score 4"
    )
    assert said(1, 2, 4, 8) == "three 2s score 1 (doubled for each further die)"
    assert said(1, 3, 6, 12) == (
        "three 2s score 1, and four 2s score 3 (doubled for each further die)"
    )
    assert said(1, 2, 4, 7) == (
        "three 2s score 1, four 2s score 2, five 2s score 4, and six 2s score 7"
    )
    assert said(1) == "three 2s score 1"


def test_nothing_at_all_scores_with_all_dice_only():
    assert choices("zilch", 2, 2, 3, 3, 4, 6) == {(2, 2, 3, 3, 4, 6): 500}
    assert choices("zilch", 2, 3, 4, 4, 6) == {}
    assert choices("minimal", 2, 2, 3, 3, 4, 6) == {}


@pytest.mark.parametrize("name", VARIANTS)
def test_chances_of_all_throws_and_options_sum_to_one(name):
    farkle = variant(name)
    for n in range(1, 7):
        assert sum(farkle.dice.throws(n).values()) == 1
        assert sum(farkle.dice.options(n).values()) == 6**n


def test_busts_of_one_and_six_dice():
    # One die: 1 and 5 score. Six: 4^6 throws without them, less those with three of a kind.
    assert variant("minimal").dice.options(1)[frozenset()] == 4
    dull = sum(
        all(roll.count(face) < 3 for face in roll) for roll in product((2, 3, 4, 6), repeat=6)
    )
    assert variant("minimal").dice.options(6)[frozenset()] == dull


def brute_best(scoring, faces):
    """The most that dice score, trying every combination among them first."""
    if not faces:
        return 0
    best = None
    for size in range(1, len(faces) + 1):
        for places in combinations(range(len(faces)), size):
            part = counts_of(tuple(faces[n] for n in places), scoring.sides)
            if part in scoring.worth:
                rest = tuple(face for n, face in enumerate(faces) if n not in places)
                further = brute_best(scoring, rest)
                if further is not None:
                    best = max(best or 0, scoring.worth[part] + further)
    return best


@pytest.mark.slow
@given(st.data())
def test_choices_by_brute_force(data):
    sides = data.draw(st.integers(2, 4))
    dice = data.draw(st.integers(1, 4))
    combination = st.lists(st.integers(1, sides), min_size=1, max_size=dice).map(
        lambda faces: " ".join(map(str, sorted(faces)))
    )
    tables = st.dictionaries(combination, st.integers(1, 9), min_size=1, max_size=5)
    table, alone = data.draw(tables), {data.draw(st.integers(1, dice)): data.draw(tables)}
    aside = data.draw(st.sampled_from(["any", "all"]))
    found = Dice({**table, "aside": aside, "with": alone}, dice, sides)
    for n in range(1, dice + 1):
        usual = Scoring(table | alone.get(n, {}), dice, sides)
        for thrown in throws(n, sides):
            expected = {}
            for size in range(1, n + 1):
                for some in combinations(faces_of(thrown), size):
                    points = brute_best(usual, some)
                    if points is not None:
                        expected[counts_of(some, sides)] = points
            most = max(map(sum, expected), default=0) if aside == "all" else 1
            expected = {some: points for some, points in expected.items() if sum(some) >= most}
            worth = {aside: points for aside, (points, _) in found.asides(thrown).items()}
            assert worth == {faces_of(some): points for some, points in expected.items()}


def test_options_by_brute_force():
    sides = [Fraction(1, 2), Fraction(1, 3), Fraction(1, 6)]
    dice = Farkle({"1": 1, "2 2": 3, "nothing": 2}, 6, 3, sides).dice
    for n in (1, 2, 3):
        expected = {}
        for throw in product((1, 2, 3), repeat=n):
            options = frozenset(dice.asides(counts_of(throw, 3)).values())
            chance = prod(sides[face - 1] for face in throw)
            expected[options] = expected.get(options, 0) + chance
        found = {those: Fraction(ways, 6**n) for those, ways in dice.options(n).items()}
        assert found == expected


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
    farkle = variant("minimal")
    assert farkle.check_state(4000, 3500) == (4000, 3500, 0, 6)
    assert farkle.check_state(4000, 3500, 300, 3) == (4000, 3500, 300, 3)
    assert farkle.check_state(0, 0, 1000, 0) == (0, 0, 1000, 6)  # hot dice
    assert farkle.usage == "OWN OPP [POINTS] [DICE]"


def test_the_faces_of_a_throw_stand_in_place_of_the_dice():
    farkle = variant("minimal")
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
    assert variant("minimal").done(choice) == ("throw", "after setting aside 1 1")
    assert variant("minimal").done("bank") == ("bank", "")


# --- refusals -------------------------------------------------------------------------------------
