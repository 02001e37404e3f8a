"""Dice that are set aside: what a throw leaves is what every way of it says, die by die."""

from collections import Counter
from fractions import Fraction
from itertools import combinations, permutations, product
from random import Random

import pytest

import pigcore
from pigcore.games import Farkle, Race, StateError
from pigcore.games.dice import Dice
from pigcore.games.farkle import KCD, MINIMAL
from pigcore.games.named_dice import NAMED
from pigcore.games.rules import game_from_text, text_of
from pigcore.games.scoring import Asides, in_words, number, read
from pigcore.play.boards.race import board_of

FACES = {
    "odd": [4, 1, 4, 1, 4, 1],
    "half": ["1/2", "1/10", "1/10", "1/10", "1/10", "1/10"],
    "devil": {"chances": [0, 1, 1, 1, 1, 1], "joker": 1},
}
WILD = 0

# --- what dice score and leave --------------------------------------------------------------------


def chances(name):
    """{face: chance}, 0 the wild one."""
    given = FACES.get(name, [1] * 6)
    parts, wild = (given["chances"], given["joker"]) if isinstance(given, dict) else (given, 0)
    parts = [Fraction(part) for part in (wild, *parts)]
    return {face: part / sum(parts) for face, part in enumerate(parts) if part}


def splits(scoring, faces):
    """The points of every way to part dice into combinations; wild ones never stay alone."""
    if not faces:
        return {0}
    found = set()
    for size in range(1, len(faces) + 1):
        for others in combinations(range(1, len(faces)), size - 1):
            part = [faces[n] for n in (0, *others)]
            rest = tuple(faces[n] for n in range(1, len(faces)) if n not in others)
            own = [face for face in part if face]
            if not own or (size == 1 and part[0] == WILD):
                continue
            for combination, worth in scoring.worth:
                lacks = [need - own.count(face) for face, need in enumerate(combination, 1)]
                if sum(combination) == size and min(lacks) >= 0:
                    found |= {worth + more for more in splits(scoring, rest)}
    return found


def by_hand(dice, hand):
    """The same as ``options``, with chances, of dice that are thrown one by one."""
    scoring = dice.tables[sum(hand) - 1]
    kinds = [n for n, count in enumerate(hand) for _ in range(count)]
    found = Counter()
    for thrown in product(*(chances(dice.kinds[n]).items() for n in kinds)):
        chance = Fraction(1)
        for _, part in thrown:
            chance *= part
        options = set()
        for size in range(1, len(kinds) + 1):
            for places in combinations(range(len(kinds)), size):
                aside = tuple(sorted((thrown[n][0] for n in places), reverse=True))
                points = max(splits(scoring, aside), default=0)
                if points and scoring.whole:
                    options = {one for one in options if one[0] == size}
                if points:
                    left = [*hand]
                    for n in places:
                        left[kinds[n]] -= 1
                    left = tuple(left) if any(left) else dice.each
                    options.add((size, points, left[0] if dice.alike else left))
        if not options and scoring.nothing:
            options = {(0, scoring.nothing, dice.hand)}
        found[frozenset(option[1:] for option in options)] += chance
    return dict(found)


@pytest.mark.slow
@pytest.mark.parametrize("nothing", [{}, {"nothing": 200}], ids=str)
@pytest.mark.parametrize(
    "kinds",
    ["odd half half", "devil fair odd", "devil devil odd", "odd odd fair", "odd odd odd"],
)
def test_options_are_those_of_single_dice(kinds, nothing):
    scoring = {"1": 100, "5": 50, "2 2": 70, "1 2 3": 500, "three of a kind": 300} | nothing
    if "devil" not in kinds:
        scoring |= {"aside": "all", "with": {1: {"2": 20, "5": False}}}
    dice = Dice(scoring, kinds.split(), faces=FACES)
    for hand in product(*(range(n + 1) for n in dice.each)):
        if any(hand):
            ways = dice.options(hand[0] if dice.alike else hand)
            found = {key: Fraction(part, sum(ways.values())) for key, part in ways.items()}
            assert found == by_hand(dice, hand)


def test_what_is_set_aside_of_a_throw_is_among_its_options():
    dice = Dice(
        {"1": 2, "2 2": 3, "1 2 3": 9, "nothing": 1}, ["pair", "wild", "pair"],
        faces={"pair": [2, 1, 3], "wild": {"chances": [0, 1, 0], "joker": 1}},
    )  # fmt: skip
    for hand in ((2, 1), (1, 1), (0, 1), (2, 0)):
        kinds = (
            ["pair", "wild", "pair"] if hand == (2, 1) else ["pair"] * hand[0] + ["wild"] * hand[1]
        )
        faces, found = {"pair": {1: 2, 2: 1, 3: 3}, "wild": {1: 1, 2: 1}}, Counter()
        for thrown in product(*[faces[kind] for kind in kinds]):
            ways = 1
            for kind, face in zip(kinds, thrown):
                ways *= faces[kind][face]
            found[frozenset(dice.asides(thrown, hand).values())] += ways
        assert found == dice.options(hand)
    assert dice.asides((2, 1, 3), (2, 1)) == {
        ("pair 2 3,", "wild wild"): (9, (2, 1)), ("pair 2,", "wild wild"): (3, (1, 0)),
    }  # fmt: skip
    for faces, said in [
        ((1, 2), "2 dice were thrown, but the dice in hand are pair, wild and pair"),
        ((1, 3, 1), "a face of the die wild is 3, which it never shows"),
    ]:
        with pytest.raises(StateError, match=said):
            dice.check_throw(faces, (2, 1))


def asides(variant, *faces):
    dice = getattr(Farkle, variant)().dice
    return {one: points for one, (points, _) in dice.asides(faces, len(faces)).items()}


def test_dice_score_the_best_way_to_split_them():
    assert asides("minimal", 1, 1, 5, 3) == {
        (1,): 100, (5,): 50, (1, 1): 200, (1, 5): 150, (1, 1, 5): 250,
    }  # fmt: skip
    assert asides("minimal", 1, 1, 1)[1, 1, 1] == 1000
    assert asides("minimal", 2, 2, 2, 2, 2, 2) == {(2,) * 3: 200, (2,) * 6: 400}
    assert asides("kcd", 1, 2, 3, 4, 5, 5)[1, 2, 3, 4, 5] == 500
    assert asides("kcd", 1, 2, 3, 4, 5, 5)[1, 2, 3, 4, 5, 5] == 550
    assert asides("standard", 1, 1, 1, 1, 5, 5)[1, 1, 1, 1, 5, 5] == 1500
    assert asides("standard", 2, 2, 2, 3, 3, 3)[2, 2, 2, 3, 3, 3] == 2500


def test_three_pairs_may_be_four_and_a_pair_or_six_of_a_kind_in_zilch():
    for faces in ((2, 2, 3, 3, 4, 4), (2, 2, 2, 2, 3, 3), (2,) * 6):
        assert asides("zilch", *faces)[faces] >= 1500
    assert asides("zilch", 3, 3, 3, 3, 3, 3)[(3,) * 6] == 2400  # doubled three times
    assert asides("zilch", 2, 2, 3, 3, 4, 6) == {(2, 2, 3, 3, 4, 6): 500}  # with all dice only
    assert asides("zilch", 2, 3, 4, 4, 6) == asides("minimal", 2, 2, 3, 3, 4, 6) == {}


def test_a_wild_face_completes_combinations_and_scores_nothing_alone():
    """As the game has it: 1 1 wild is three 1s, and 1 2 3 4 wild a short straight."""
    asides = Asides(Dice(KCD, ["devil", *["fair"] * 5], faces=FACES).tables[-1], 2, True)
    for faces, wild, points in (
        ((2, 0, 0, 0, 0, 0), 1, 1000), ((3, 0, 0, 0, 0, 0), 1, 2000), ((1, 1, 1, 1, 0, 0), 1, 500),
        ((0, 1, 1, 1, 1, 0), 1, 750), ((0, 0, 0, 0, 0, 0), 1, None), ((1, 0, 0, 0, 0, 0), 1, None),
        ((1, 0, 0, 0, 0, 0), 0, 100),
    ):  # fmt: skip
        assert asides.points[number((*faces, wild))] == points


def test_busts_of_one_and_six_dice():
    # One die: 1 and 5 score. Six: 4^6 throws without them, less those with three of a kind.
    dice = Farkle.minimal().dice
    assert dice.bust(1) == Fraction(2, 3)
    dull = sum(
        all(roll.count(face) < 3 for face in roll) for roll in product((2, 3, 4, 6), repeat=6)
    )
    assert dice.bust(6) == Fraction(dull, 6**6)
    assert sum(dice.throws(6).values()) == 1


@pytest.mark.slow
def test_dice_that_are_thrown_one_by_one_fall_as_options_say():
    game = Race(Dice({"1": 1, "2 2": 3}, ["odd", "devil", "fair"], faces=FACES), 9)
    board, bits, found = board_of(game), Random(1), Counter()
    for _ in range(4000):
        move = board.cast(1, lambda: bits.getrandbits(64)).move
        found[board.rules.falls[move.outcome].options] += 1
    throw = game.turn.modes[game.turn.start].throw
    expected = {options: chance for chance, options in throw.outcomes} | {(): throw.bust}
    for options, chance in expected.items():
        assert found[options] / 4000 == pytest.approx(float(chance), abs=0.03)


# --- kinds of dice --------------------------------------------------------------------------------


def test_kinds_of_the_same_chances_are_worth_what_one_is():
    """Two names for one die: more modes, the same game."""
    fair = Dice(KCD, ["fair"] * 6)
    assert Race(fair, 2000) == Farkle.kcd(2000)
    half = Dice(MINIMAL, ["half"] * 4, faces=FACES)
    assert Race(half, 2000) == Race(Farkle(MINIMAL, 2000, 4, FACES["half"]).dice, 2000)
    faces = {"red": [1] * 6, "blue": [1] * 6}
    two = Race(Dice(MINIMAL, ["red", "red", "blue"], faces=faces), 1000)
    assert len(two.turn.modes) == 5 - 2  # those of as many dice are alike
    one = Race(Farkle(MINIMAL, 1000, 3).dice, 1000)
    assert pigcore.solve(two).value == pytest.approx(pigcore.solve(one).value, abs=1e-14)


def test_the_order_of_dice_does_not_matter():
    games = {Race(Dice(MINIMAL, dice, faces=FACES), 1000)
             for dice in permutations(["odd", "half", "fair"])}  # fmt: skip
    assert len(games) == 1


def test_a_wild_face_is_one_of_the_faces_and_a_joker_one_more():
    one, other = (
        Dice(MINIMAL, ["x", "fair", "fair"], faces={"x": x})
        for x in ({"chances": [1, 2, 1, 1, 1, 1], "wild": 2},
                  {"chances": [1, 0, 1, 1, 1, 1], "joker": 2})
    )  # fmt: skip
    assert one == other


@pytest.mark.slow
def test_rules_are_read_back():
    text = (
        'base = "farkle:minimal"\ngoal = 1000\nname = "x"\ndice = ["odd", "devil", "fair"]\n'
        "[faces]\nodd = [4, 1, 4, 1, 4, 1]\ndevil = { chances = [0, 1, 1, 1, 1, 1], joker = 1 }\n"
        '[other]\ndice = ["fair", "fair", "odd"]\n'
    )
    game = game_from_text(text)
    assert game == Race(
        Dice(MINIMAL, ["devil", "fair", "odd"], faces=FACES), 1000, name="x",
        other=Dice(MINIMAL, ["odd", "fair", "fair"], faces=FACES),
    )  # fmt: skip
    assert game_from_text(text_of(game)) == game
    assert pigcore.solve(game).advise(0, 0, 300, "1,1,0")["state"]["mode"] == "1,1,0"


# --- in words -------------------------------------------------------------------------------------


def test_rules_in_words():
    dice = Dice(MINIMAL, ["odd", "devil", "fair"], must_roll=True, faces=FACES)
    first, more = str(Race(dice, 1000, name="Odd")).split("; ", 1)
    assert first == (
        "Odd: be the first to bank 1,000 points or more with 3 dice, 1 devil, 1 fair and 1 odd"
    )
    assert more.startswith(
        "devil dice show 1, 2, … as 0:1:1:1:1:1, and a wild face as 1; odd dice show 1, 2, … as "
        "4:1:4:1:4:1; a wild face stands for any in a combination with other dice; 1 scores 100, "
    )
    assert more.endswith("all dice aside must throw them again, unless banking wins at once.")
    with pytest.raises(StateError, match="ask for the state after each of its options, OWN OPP "):
        Race(dice, 1000).check_thrown((0, 0, 0), (1, 1, 5))


@pytest.mark.parametrize(
    ("points", "said"),
    [
        ((1, 2, 3, 4), "three 2s score 1, four 2s score 2, five 2s score 3, and six 2s score 4"),
        ((1, 2, 4, 8), "three 2s score 1 (doubled for each further die)"),
        ((1, 3, 6, 12), "three 2s score 1, and four 2s score 3 (doubled for each further die)"),
        ((1, 2, 4, 7), "three 2s score 1, four 2s score 2, five 2s score 4, and six 2s score 7"),
        ((1,), "three 2s score 1"),
    ],
)
def test_the_points_of_several_of_a_kind_in_words(points, said):
    """Four that score twice what three do were left out where five do not double again."""
    some = {" ".join("2" * n): each for n, each in enumerate(points, 3)}
    assert in_words(read(some, 6, 6)[0]) == said


# --- the named ones -------------------------------------------------------------------------------

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
