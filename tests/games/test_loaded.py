"""Dice of several kinds: what a throw leaves is what every way of it says, die by die."""

from collections import Counter
from fractions import Fraction
from itertools import combinations, permutations, product
from random import Random

import pytest

import pigcore
from pigcore.games import Farkle, Race, StateError
from pigcore.games.dice import Dice
from pigcore.games.farkle import KCD, MINIMAL
from pigcore.games.rules import game_from_text, text_of
from pigcore.games.scoring import points_of
from pigcore.play.boards.race import board_of

FACES = {
    "odd": [4, 1, 4, 1, 4, 1],
    "half": ["1/2", "1/10", "1/10", "1/10", "1/10", "1/10"],
    "devil": {"chances": [0, 1, 1, 1, 1, 1], "joker": 1},
}
WILD = 0


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
            for combination, worth in scoring.worth.items():
                lacks = [need - own.count(face) for face, need in enumerate(combination, 1)]
                if sum(combination) == size and min(lacks) >= 0:
                    found |= {worth + more for more in splits(scoring, rest)}
    return found


def by_hand(loaded, hand):
    """The same as ``options``, with chances, of dice that are thrown one by one."""
    scoring = loaded.scoring.of(sum(hand))
    dice = [n for n, count in enumerate(hand) for _ in range(count)]
    found = Counter()
    for thrown in product(*(chances(loaded.kinds[n]).items() for n in dice)):
        chance = Fraction(1)
        for _, part in thrown:
            chance *= part
        options = set()
        for size in range(1, len(dice) + 1):
            for places in combinations(range(len(dice)), size):
                aside = tuple(sorted((thrown[n][0] for n in places), reverse=True))
                points = max(splits(scoring, aside), default=0)
                if points and scoring.whole:
                    options = {one for one in options if one[0] == size}
                if points:
                    left = [*hand]
                    for n in places:
                        left[dice[n]] -= 1
                    options.add((size, points, tuple(left) if any(left) else loaded.hand))
        found[frozenset(option[1:] for option in options)] += chance
    return dict(found)


@pytest.mark.slow
@pytest.mark.parametrize(
    "dice",
    [
        ("odd", "half", "half"),
        ("devil", "fair", "odd"),
        ("devil", "devil", "odd"),
        ("odd", "odd", "fair"),
    ],
    ids=" ".join,
)
def test_options_are_those_of_single_dice(dice):
    scoring = {"1": 100, "5": 50, "2 2": 70, "1 2 3": 500, "three of a kind": 300}
    if dice[0] != "devil":
        scoring |= {"aside": "all", "with": {1: {"2": 20, "5": False}}}
    loaded = Dice(scoring, dice, faces=FACES)
    for hand in product(*(range(n + 1) for n in loaded.hand)):
        if any(hand):
            ways = loaded.options(hand)
            found = {key: Fraction(part, sum(ways.values())) for key, part in ways.items()}
            assert found == by_hand(loaded, hand)


def test_a_wild_face_completes_combinations_and_scores_nothing_alone():
    """As the game has it: 1 1 wild is three 1s, and 1 2 3 4 wild a short straight."""
    loaded = Dice(KCD, ["devil", *["fair"] * 5], faces=FACES)
    assert points_of(loaded.scoring, (2, 0, 0, 0, 0, 0), 1) == 1000
    assert points_of(loaded.scoring, (3, 0, 0, 0, 0, 0), 1) == 2000
    assert points_of(loaded.scoring, (1, 1, 1, 1, 0, 0), 1) == 500
    assert points_of(loaded.scoring, (0, 1, 1, 1, 1, 0), 1) == 750
    assert points_of(loaded.scoring, (0, 0, 0, 0, 0, 0), 1) is None
    assert points_of(loaded.scoring, (1, 0, 0, 0, 0, 0), 1) is None
    assert points_of(loaded.scoring, (1, 0, 0, 0, 0, 0), 0) == 100


@pytest.mark.slow
def test_a_throw_of_all_dice_may_score_as_nothing_in_it_does():
    loaded = Dice({"1": 100, "nothing": 500}, ["odd", "fair"], faces=FACES)
    assert loaded.options((1, 1))[frozenset([(500, (1, 1))])] > 0
    assert frozenset() in loaded.options((0, 1))
    assert frozenset() not in loaded.options((1, 1))


def test_dice_of_one_kind_are_the_usual_ones():
    fair = Dice(KCD, ["fair"] * 6, faces=FACES)
    assert isinstance(fair, Dice)
    assert Race(fair, 2000) == Farkle.kcd(2000)
    half = Dice(MINIMAL, ["half"] * 4, faces=FACES)
    assert Race(half, 2000) == Race(Farkle(MINIMAL, 2000, 4, FACES["half"]).dice, 2000)
    usual = Race(Dice(KCD, ["fair"] * 6).turn, 1000)
    assert pigcore.solve(usual).value == pytest.approx(
        pigcore.solve(Farkle.kcd(1000)).value, abs=1e-14
    )


def test_kinds_of_the_same_chances_are_worth_what_one_is():
    """Two names for one die: more modes, the same game."""
    faces = {"red": [1] * 6, "blue": [1] * 6}
    two = Race(Dice(MINIMAL, ["red", "red", "blue"], faces=faces), 1000)
    assert len(two.turn.modes) == 5 - 2  # those of as many dice are alike
    one = Race(Farkle(MINIMAL, 1000, 3).dice, 1000)
    assert pigcore.solve(two).value == pytest.approx(pigcore.solve(one).value, abs=1e-14)


def test_the_order_of_dice_does_not_matter():
    games = {Race(Dice(MINIMAL, dice, faces=FACES), 1000)
             for dice in permutations(["odd", "half", "fair"])}  # fmt: skip
    assert len(games) == 1


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


def test_a_wild_face_is_one_of_the_faces_and_a_joker_one_more():
    one = Dice(
        MINIMAL, ["x", "fair", "fair"], faces={"x": {"chances": [1, 2, 1, 1, 1, 1], "wild": 2}}
    )
    other = Dice(
        MINIMAL, ["x", "fair", "fair"], faces={"x": {"chances": [1, 0, 1, 1, 1, 1], "joker": 2}}
    )
    assert one == other


@pytest.mark.parametrize(
    ("given", "total"),
    [([49.9, 50], "0.999"), ([50.5, 50.5], "1.01"), (["0.495", "0.5"], "0.995")],
)
def test_percentages_are_scaled_and_that_is_said(given, total):
    game = Race(Dice(MINIMAL, ["x", "fair", "fair"], faces={"x": given}), 1000)
    assert f"the chances of x dice summed to {total} and were scaled to 1" in str(game)
    exact = [Fraction(str(part)) for part in given]
    scaled = [part / sum(exact) for part in exact]
    assert game == Race(Dice(MINIMAL, ["x", "fair", "fair"], faces={"x": scaled}), 1000)


def test_rules_in_words():
    game = Race(
        Dice(MINIMAL, ["odd", "devil", "fair"], faces=FACES, must_roll=True), 1000, name="Odd"
    )
    first, more = str(game).split("; ", 1)
    assert first == (
        "Odd: be the first to bank 1,000 points or more with 3 dice, 1 devil, 1 fair and 1 odd"
    )
    assert more.startswith(
        "devil dice show 1, 2, … as 0:1:1:1:1:1, and a wild face as 1; odd dice show 1, 2, … as "
        "4:1:4:1:4:1; a wild face stands for any in a combination with other dice; 1 scores 100, "
    )
    assert more.endswith("all dice aside must throw them again, unless banking wins at once.")


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


def test_a_throw_is_not_asked_about_by_its_faces():
    game = Race(Dice(MINIMAL, ["odd", "devil", "fair"], faces=FACES), 1000, name="Odd")
    with pytest.raises(StateError, match="ask for the state after each of its options, OWN OPP "):
        game.check_thrown((0, 0, 0), (1, 1, 5))
