"""Games that differ from a ready-made one, and games in a file of Python."""

import pytest
from support.refusals import refuses

import pigcore
from pigcore.games.rules import (
    game_from_rules,
    game_from_text,
    names_a_solution,
)


def derived(text):
    return game_from_text(text)


def test_entries_replace_those_of_the_base():
    mine = derived('base = "hog:fa24"\nbacon = "pig_tail"\ngoal = 50\n')
    rules = {"pig_out": "pig_out", "bacon": "pig_tail", "after": "sus_fuss"}
    assert mine == pigcore.Hog(50, **rules)
    assert mine.name == "Hog fa24, changed"
    assert derived('base = "hog:fa24"\nafter = []\nname = "Calm"\n').name == "Calm"
    assert derived('base = "pig"\nconsolation = 1\n') == pigcore.ConsolationPig(100)
    assert derived('base = "pig"\nplayers = 3\ngoal = 20\n') == pigcore.Pig(20, players=3)
    assert game_from_rules({"base": "pig"}, goal=30) == pigcore.Pig(30)


def test_scores_are_added_changed_and_taken_away():
    text = 'base = "farkle:standard"\ngoal = 4000\n[scoring]\n'
    game = derived(text + 'straight = 2000\n"three pairs" = false\n"1 1" = 250\n')
    usual = pigcore.Farkle.standard().rules()["scoring"]
    changed = usual | {"straight": 2000, "1 1": 250}
    del changed["three pairs"]
    assert game.rules()["scoring"] == changed
    assert game.goal == 4000


@pytest.mark.parametrize("rest", ["", "goal = 2000\n"])
def test_what_is_inherited_can_be_taken_away(rest):
    """A table of scores without the penalty that its game has, by 0 or by false."""
    base = 'base = "farkle:three-farkles"\nname = "A"\n' + rest
    by_zero = base + "busts_in_a_row = 0\npenalty = 0\nfloor = 0\nminimum_to_win = false\n"
    by_false = by_zero.replace("= 0", "= false")
    usual = pigcore.Farkle.three_farkles().rules()["scoring"]
    wanted = pigcore.Farkle(usual, derived(base).goal, minimum_bank=300, name="A")
    assert derived(by_zero) == derived(by_false) == wanted


def test_what_only_the_base_says_is_not_to_be_left_out():
    with refuses("(the base has penalty: penalty = false takes that away)"):
        derived('base = "farkle:three-farkles"\nbusts_in_a_row = 0\n')


def test_scores_of_the_opponent_are_added_as_well():
    """As in Kingdom Come with a badge each; a table that is whole says the same."""
    text = 'base = "farkle:kcd"\ngoal = 2000\n[scoring]\n"3 5" = 150\n[other.scoring]\n'
    usual = pigcore.Farkle.kcd().rules()["scoring"]
    whole = "".join(f'"{one}" = {points}\n' for one, points in usual.items())
    added = derived(text + '"4 5 6" = 250\n')
    assert added == derived(text + whole + '"4 5 6" = 250\n')
    assert pigcore.solve(added).value == pytest.approx(0.5905, abs=5e-5)


@pytest.mark.parametrize("name", ["farkle:minimal", "pig"])
def test_a_ready_made_race_takes_every_rule(name):
    rules = 'goal = 1000\nend = "equal_turns"\ntie = "half"\n'
    equal = derived(f'game = "{name}"\n{rules}')
    assert equal == pigcore.game(name, goal=1000, end="equal_turns", tie="half")
    assert equal == derived(f'base = "{name}"\n{rules}')
    with refuses(f"{name} takes no 'gaol': leave it out"):
        derived(f'game = "{name}"\ngaol = 9')


def test_another_table_takes_the_place_of_what_a_turn_is():
    assert derived('base = "farkle"\ngoal = 30\n[roll]\ndice = 1\nbust = [1]\n') == pigcore.Pig(30)
    two = derived('base = "pig"\n[roll]\ndice = 2\nbust = [1]\nall_bust = "wipe"\n')
    assert two == pigcore.TwoDicePig()


def test_terms_of_the_same_rules_are_one_game_and_no_other_is_suggested():
    assert pigcore.game("hog:sp26") == pigcore.game("sp24") == pigcore.Hog.fa24()
    with refuses("there is no game 'hog:sp17': choose one of hog:fa13, "):
        pigcore.game("hog:sp17")
    with refuses("choose one of farkle:kcd, farkle:minimal"):
        pigcore.game("farkle:mininal")


PYTHON = """
import pigcore

def half_price(own, opp):
    "0 dice score 5 when behind and 1 otherwise"
    return 5 if own < opp else 1

def game(goal=40):
    return pigcore.Hog(goal, bacon=half_price, name="Mine")

short = pigcore.Pig(30)

def wrong():
    return 7

def fails():
    return [][0]
"""


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "my_rules.py"
    path.write_text(PYTHON)
    return str(path)


def test_a_file_of_python_has_games_and_functions_that_make_them(file):
    game = pigcore.game(file)
    assert (game.name, game.goal) == ("Mine", 40)
    assert pigcore.game(f"{file}:game", goal=20).goal == 20
    assert pigcore.game(f"{file}:short") == pigcore.Pig(30)
    assert pigcore.game(f"{file}:short", players=3) == pigcore.Pig(30, players=3)
    assert pigcore.match(game, "always:4", "always:5").average < 0.5
    assert not names_a_solution(f"{file}:game")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        (":wrong", "wrong in "),
        (":wrong", " returns 7, but must return a game, such as pigcore.Hog(bacon=…)"),
        (":fails", "my_rules.py, line 17: fails raises IndexError: list index out of range"),
        (":gme", "my_rules.py has no game or function 'gme': did you mean 'game'?"),
    ],
)
def test_what_is_no_game_in_a_file_is_refused(file, name, message):
    with refuses(message):
        pigcore.game(file + name)


def test_parameters_that_a_file_does_not_take_are_refused(file):
    with refuses("short takes no 'goal': leave it out"):
        pigcore.game(f"{file}:short", goal=3)
    with refuses("wrong takes no 'goal': leave it out"):
        pigcore.game(f"{file}:wrong", goal=3)
    with refuses("files=False opens no file"):
        pigcore.game(file, files=False)
