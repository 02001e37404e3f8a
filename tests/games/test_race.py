"""Races: the published games, the rules as text and back, and what is no game."""

import copy
import os
import pickle
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from support.races import races

import pigcore
from pigcore.games import (
    BUST,
    FileError,
    Race,
    Roll,
    RuleError,
    StateError,
    Turn,
    gain,
    named_games,
)
from pigcore.games.pig import GAMES
from pigcore.games.race import MAX_GOAL
from pigcore.games.rules import game_from_text, text_of


def test_kerns_throws_by_score():
    # J. Kern 2006 gives the throws by score as well as by position.
    by_score = {1: 1304, 5: 2337, 10: 508, 15: 171, 20: 373, 25: 2, 40: 2, 60: 1}
    roll = pigcore.PassThePigs.kern().roll
    assert roll == Roll(by_score, bust=1279, wipe=23, total=6000)


def test_two_dice_pig_busts_on_a_single_one_and_wipes_on_two():
    roll = pigcore.TwoDicePig().roll
    assert (roll.bust, roll.wipe) == (Fraction(10, 36), Fraction(1, 36))


def test_the_rounded_table_is_battens():
    roll = pigcore.PassThePigs().roll
    assert (roll.bust, roll.wipe) == (Fraction(21080, 100_000), 0)
    assert dict(roll.gains)[5] == Fraction(40622, 100_000)


@pytest.mark.parametrize("name", GAMES)
def test_the_rules_as_text_come_back(name):
    game = pigcore.game(name)
    assert game_from_text(text_of(game)) == game
    assert str(game).startswith(game.name)
    first, *modes = str(game).splitlines()
    assert first.endswith(".")
    turn = getattr(game, "turn", None)
    single = turn is None or turn.roll is not None or turn.faces
    assert len(modes) == (0 if single else len(turn.modes))


@pytest.mark.slow
@given(races())
def test_any_race_comes_back_from_its_text_its_repr_and_a_pickle(game):
    assert game_from_text(text_of(game)) == game
    assert eval(repr(game), {"Race": Race, "Roll": Roll}) == game
    assert pickle.loads(pickle.dumps(game)) == copy.deepcopy(game) == game
    assert hash(copy.deepcopy(game)) == hash(game)


def test_a_named_game_prints_as_it_is_made():
    assert repr(pigcore.Pig()) == "Pig(goal=100)"
    assert repr(pigcore.PassThePigs.kern(50)) == "PassThePigs.kern(goal=50)"
    for make in GAMES.values():
        game = make(goal=50)
        assert eval(repr(game), vars(pigcore.games)) == game
        assert "\n" not in repr(game)
        assert len(repr(game)) < 40


def test_one_point_is_no_points():
    assert "be the first to bank 1 point or more;" in str(pigcore.Pig(1))
    assert "be the first to bank exactly 1 point (" in str(Race(Roll.coin(), 1, "exact"))


def test_games_of_other_rules_differ():
    assert pigcore.Pig(50) != pigcore.Pig(51)
    assert pigcore.Pig(75) != pigcore.HoldOrContinue(75)
    assert pigcore.Pig(40) != pigcore.ConsolationPig(40)
    assert pigcore.Pig() != "pig"


die = Roll.die(6)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: pigcore.Pig(0), "goal is 0 , but must be between 1 and 65536"),
        (lambda: pigcore.Pig(10**6), "goal is 1000000 (its turn starts would take 8,000 GB), but"),
        (lambda: pigcore.Pig("100"), "goal is '100', but must be a whole number"),
        (lambda: pigcore.Pig(10**5000), "goal is a number of thousands of digits, but must be"),
        (lambda: pigcore.Pig("x" * 5000), "xxx..., but must be a whole number"),
        (lambda: pigcore.PassThePigs(roll=[]), "roll is [], but must be a pigcore.Roll"),
        (lambda: Race(die, 10, ["exact"]), "target is ['exact']: choose one of at_least, exact"),
        (lambda: Race(die, 10, name="a\nb"), "name is 'a\\nb', but must be a line of printable"),
        (lambda: Race(die, 10, name=3), "name is 3, but must be a line of printable characters"),
        (lambda: Race(die, 10, name="x" * 256), "but must have at most 255 characters"),
        (
            lambda: pigcore.game(None),
            "a game is None, but must be a name or the path of a",
        ),
        (lambda: Race("die", 10), "roll is 'die', but must be a pigcore.Roll"),
        (lambda: Race(die, 10, "exactly"), "target is 'exactly': did you mean 'exact'?"),
        (lambda: Race(die, 10, consolation=11), "consolation is 11, but must be between 0 and"),
        (lambda: Race(Roll({}, bust=1), 10), "no throw gains a point, so nobody can win"),
        (lambda: Race(Roll({}, wipe=1), 10, consolation=1), "no throw gains a point"),
        (
            lambda: Race(Roll({4: 1}, bust=1), 10, "exact"),
            "no sum of the gains [4] is exactly 10, so nobody can win",
        ),
        (
            lambda: Race(Roll({4: 1}, bust=1), 11, "exact", 2),
            "no sum of the gains [4] and the consolation 2 is exactly 11, so nobody can win",
        ),
    ],
)
def test_what_is_no_game_is_refused_in_one_sentence(make, message):
    with pytest.raises(RuleError) as refusal:
        make()
    assert message.replace(" ,", ",") in str(refusal.value)
    assert str(refusal.value).isprintable()
    assert len(str(refusal.value)) < 300


def test_games_that_only_just_can_be_won_are_accepted():
    assert Race(Roll({4: 1}, bust=1), 8, "exact").goal == 8
    assert Race(Roll({4: 1}, bust=1), 10, "exact", consolation=2).goal == 10
    crawl = Race(Roll({}, bust=1), 3, consolation=1)
    assert game_from_text(text_of(crawl)) == crawl
    assert Race(die, MAX_GOAL, "exact").goal == MAX_GOAL


@pytest.mark.parametrize(
    ("state", "message"),
    [
        ((100, 0), "own is 100, but a banked score is between 0 and 99 while the game to 100"),
        ((0, 100), "opp is 100, but a banked score is between 0 and 99"),
        ((1, 0, -1), "total is -1, but with 1 point banked a turn total is 0 or more"),
        ((), "a state of Pig is OWN OPP [TOTAL], but none was given"),
        ((1,), "a state of Pig is OWN OPP [TOTAL], but 1 number was given"),
        ((1, 2, 3, 4), "a state of Pig is OWN OPP [TOTAL], but 4 numbers were given"),
        ((0, "1"), "opp is '1', but must be a whole number"),
        ((True, 0), "own is True, but must be a whole number"),
    ],
)
def test_states_that_do_not_exist_are_refused(state, message):
    with pytest.raises(StateError) as refusal:
        pigcore.Pig().check_state(*state)
    assert message in str(refusal.value)


def test_a_total_that_reaches_the_goal_is_a_state():
    # Whoever plays asks at every throw, that which wins included.
    pig, contest = pigcore.Pig(), pigcore.HoldOrContinue()
    assert pig.check_state(60, 0, 40) == (60, 0, 40)
    assert pig.check_state(99, 0, 12) == (99, 0, 12)
    assert [pig.reached(60, total) for total in (39, 40, 41)] == [False, True, True]
    assert contest.check_state(70, 0, 5) == (70, 0, 5)
    with pytest.raises(StateError, match="total is 6, but with 70 points banked a turn tot"):
        contest.check_state(70, 0, 6)


def test_numpy_integers_are_scores():
    assert pigcore.Pig().check_state(np.int16(3), np.uint8(4), np.int64(5)) == (3, 4, 5)


def test_after_a_bust():
    assert pigcore.Pig().after_bust(99) == 99
    assert pigcore.ConsolationPig(40).after_bust(39) == 40
    exact = Race(Roll({1: 1}, bust=1), 10, "exact", consolation=3)
    assert [exact.after_bust(own) for own in (6, 7, 8, 9)] == [9, 10, 8, 9]
    over = Race(Roll({1: 1}, bust=1), 10, consolation=3)
    assert [over.after_bust(own) for own in (6, 7, 8, 9)] == [9, 10, 10, 10]


# --- games as text ---------------------------------------------------------------------------


def test_a_file_describes_a_race(tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text(
        'goal = 89\n[roll]\nbust = "3/7"\nwipe = "1/14"\n'
        '[roll.gains]\n3 = "1/7"\n7 = "2/7"\n11 = "1/14"\n'
    )
    roll = Roll({3: "1/7", 7: "2/7", 11: "1/14"}, bust="3/7", wipe="1/14")
    assert pigcore.game(file) == Race(roll, 89)
    assert pigcore.game(str(file)) == Race(roll, 89)
    assert pigcore.game(str(file), goal=50) == Race(roll, 50)
    file.write_text("goal = 9\n[roll]\nbust = 0.1\ntotal = 1\n[roll.gains]\n1 = 0.9")
    assert pigcore.game(file).roll.bust == Fraction(1, 10)
    file.write_text('game = "pig"\ngoal = 30')
    assert pigcore.game(file) == pigcore.Pig(30)


def test_a_gain_far_beyond_the_goal_takes_no_memory():
    far = Race(Turn({"a": {gain(10**18, "b"): 1, BUST: 1}, "b": None}.get, "a"), 7)
    assert far.dead == (False,) * 7
    exact = Race(
        Turn({"a": {gain(10**18, "b"): 1, gain(7, "b"): 1}, "b": None}.get, "a"), 7, "exact"
    )
    assert exact.dead == (False, *[True] * 6)
    assert pigcore.Farkle({"1": 10**9, "5": 1}, goal=20).dead == (False,) * 20


RACE = "goal = 9\n[roll]\nbust = 1\n[roll.gains]\n1 = 1\n"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        ("goal = ", FileError, "is not TOML"),
        ("goal = 1" * 3, FileError, "is not TOML"),
        ("", RuleError, "a race needs the entry 'goal': add it"),
        ("goal = 9", RuleError, "a race needs the entry 'roll'"),
        ("goal = 9\nroll = 3", RuleError, "a race needs a table [roll.gains]"),
        ("goal = 9\n[roll]\nbust = 1", RuleError, "a race needs a table [roll.gains]"),
        ("goal = 9\n[roll]\nthrows = 3", RuleError, "or name dice in [roll], such as dice = 1"),
        ("goal = 9\n[roll]\nside = 8\nbust = [1]", RuleError, "'side': did you mean 'sides'?"),
        ("goal = 9\n[roll.gain]\n2 = 1", RuleError, "'gain': did you mean 'gains'?"),
        ("goal = 9\nstart = [4, 0]", RuleError, "or give --start 10 0 where policies meet"),
        ("gaol = 9", RuleError, "a race has no entry 'gaol': did you mean 'goal'?"),
        (
            "goal = 9\nwipe = 1",
            RuleError,
            "a race has no entry 'wipe' of its own: move it into the table [roll]",
        ),
        (RACE.replace("bust", "busts"), RuleError, "[roll] has no entry 'busts': did you mean"),
        (RACE.replace("1 = 1", "one = 1"), RuleError, "a gain is 'one', but must be a whole"),
        (RACE.replace("goal = 9", "goal = 9.5"), RuleError, "goal is 9.5, but must be"),
        (RACE.replace("1 = 1", "01 = 1"), RuleError, "a gain is '01', but must be a whole number"),
        (RACE.replace("1 = 1", "0 = 1"), RuleError, "must be a whole number of at least 1, such"),
        (
            RACE.replace("1 = 1", "1 = 1\n' 1' = 1"),
            RuleError,
            "a gain is ' 1', but must be a whole",
        ),
        (
            RACE.replace("1 = 1", "1_0 = 1"),
            RuleError,
            "a gain is '1_0', but must be a whole number",
        ),
        (RACE.replace("1 = 1", "9" * 5000 + " = 1"), RuleError, "999..., but must be a whole"),
        (RACE.replace("bust = 1", "bust = 1e" + "9" * 20), FileError, "a number that is too long"),
        (RACE.replace("bust = 1", "bust = " + "9" * 5000), FileError, "a number that is too long"),
        (RACE.replace("bust = 1", "bust = 0." + "3" * 10**6), RuleError, "the chance of bust is"),
        (RACE.replace("9", "0x" + "f" * 9999), RuleError, "goal is a number of thousands of"),
        ("name = 'a\x85b'\n" + RACE, RuleError, "name is 'a\\x85b', but must be a line of"),
        ("game = 'pgi'", RuleError, "there is no game 'pgi': did you mean 'pig'?"),
        ("game = 3", RuleError, "game is 3, but must be a name"),
        ("game = 'pig'\ngaol = 9", RuleError, "pig takes no 'gaol': leave it out"),
    ],
)
def test_a_file_that_describes_no_game_is_refused(tmp_path, text, error, message):
    file = tmp_path / "mine.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(error) as refusal:
        pigcore.game(file)
    assert message in str(refusal.value)
    assert str(refusal.value).isprintable()
    assert str(file) in str(refusal.value)


class BytesPath(os.PathLike):
    def __fspath__(self):
        return b"mine.toml"


@pytest.mark.parametrize("path", [None, 5, b"x", BytesPath()])
def test_what_is_neither_a_name_nor_a_path_is_refused(path):
    with pytest.raises(RuleError, match="a game is .*, but must be a name or the path of"):
        pigcore.game(path)


def test_unknown_names_suggest_the_nearest():
    with pytest.raises(RuleError, match="there is no game 'pigglet': did you mean 'piglet'"):
        pigcore.game("pigglet")
    with pytest.raises(RuleError, match="there is no game 'qqq': choose one of"):
        pigcore.game("qqq")
    assert {"pig", "piglet", "hold-or-continue"} <= set(named_games())


def test_whole_numbers_are_whole_whatever_their_type():
    assert pigcore.Pig(Fraction(3)) == pigcore.Pig(np.int64(3)) == pigcore.Pig(3)
    assert pigcore.Pig().check_state(Fraction(6, 2), np.uint8(4)) == (3, 4, 0)
    for wrong in (Fraction(7, 2), 3.0, np.float64(3), True, "3"):
        with pytest.raises(RuleError, match="but must be a whole number"):
            pigcore.Pig(wrong)


@pytest.mark.parametrize(
    ("entries", "message"),
    [
        ("last_turn = true\nend = 'goal'", "last_turn is True, but end is 'goal': give end alone"),
        ("last_turn = false\nend = 'last_turn'", "last_turn is False, but end is 'last_turn'"),
        ("roll.sides = 6\nother = {}", "other says nothing of a turn: give it a table such as [o"),
        ("roll.sides = 6\nother = {sides = 4}", "other says nothing of a turn: give it a table"),
        (
            "roll.sides = 6\nother = {roll = {sides = 4}, turn = {}}",
            "other has roll and turn, but one of them says what a turn is: leave one out",
        ),
    ],
)
def test_what_a_file_says_twice_or_not_at_all(entries, message):
    text = entries if "roll" in entries else f"{entries}\nroll.sides = 6"
    with pytest.raises(RuleError) as refused:
        game_from_text(f"goal = 20\n{text}")
    assert message in str(refused.value)
