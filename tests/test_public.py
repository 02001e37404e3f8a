"""The public interface: policies and games as text, files that are missing."""

import inspect
from typing import get_args

import pigverify
import pytest

import pigcore
from pigcore import types

PIG, HOG, BAG = pigcore.Piglet(6), pigcore.Hog(goal=6, max_dice=2), pigcore.game("bag")
THREE, DUEL = pigcore.Piglet(6, players=3), pigcore.Duel(holds=range(2, 6))


def test_the_types_are_what_annotations_say():
    assert {*types.__all__} == {name for name in vars(types) if name[0].isupper()}
    said = inspect.get_annotations(pigcore.loss)["return"]
    assert str(said).endswith("Loss")
    assert get_args(types.Solution[pigcore.Race, str])[0] is pigcore.Race


# --- policies as text -----------------------------------------------------------------------------


def alike(one, other):
    return repr(one) == repr(other)


TAKERS = {
    "match": lambda p: pigcore.match(PIG, p, p),
    "match of three": lambda p: pigcore.match(THREE, p, (p, p)),
    "best_response": lambda p: pigcore.best_response(PIG, p),
    "best_response of three": lambda p: pigcore.best_response(THREE, (p, p)),
    "loss": lambda p: pigcore.loss(PIG, p),
    "coach": lambda p: pigcore.coach(PIG, p, p),
    "simulate": lambda p: pigcore.simulate(PIG, p, p, 99),
    "alone": lambda p: pigcore.alone(PIG, p).as_dict(),
    "tournament": lambda p: pigcore.tournament(PIG, {"a": p, "b": "random"}),
    "unless": lambda p: pigcore.match(PIG, pigcore.hold_at(3).unless("lead>2", p), p),
    "parse_policy": lambda p: pigcore.parse_policy(PIG, getattr(p, "spec", p)),
    "pigverify.match": lambda p: pigverify.match(PIG, getattr(p, "spec", p), "optimal").first,
}


@pytest.mark.parametrize("name", TAKERS)
def test_a_policy_may_be_a_text_wherever_one_is_taken(name):
    take = TAKERS[name]
    assert alike(take("hold:2"), take(pigcore.hold_at(2)))
    assert alike(take("Hold_At:2"), take(pigcore.hold_at(2)))


@pytest.mark.slow
def test_a_policy_may_be_a_text_in_any_case_of_letters():
    assert alike(pigcore.coach(BAG, "always:rock"), pigcore.coach(BAG, "ALWAYS:Rock"))


def test_a_text_that_is_no_policy_is_refused_with_the_nearest_name():
    for take in (TAKERS["match"], TAKERS["loss"], TAKERS["unless"], TAKERS["alone"]):
        with pytest.raises(pigcore.RuleError, match="there is no policy 'hodl'.* did you mean 'ho"):
            take("hodl:20")
    rule = pigcore.hold_at(3).unless("lead>2", "hold:2")
    for part in (rule, rule.for_game(PIG)):
        with pytest.raises(pigcore.RuleError, match="is read once the game is known: give parse"):
            part(5, 0, 2)


# --- names ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "name"),
    [("Pig", "pig"), ("kcd", "farkle:kcd"), ("KCD", "farkle:kcd"), ("Fa24", "hog:fa24"),
     ("two_dice_pig", "two-dice-pig"), ("Hold or Continue", "hold-or-continue"),
     ("HOG:FA13_HIJINKS", "hog:fa13_hijinks"), ("three-throws", "pig:three-throws")],
)  # fmt: skip
def test_games_are_found_whatever_their_case(text, name):
    assert pigcore.game(text) == pigcore.game(name)
    assert pigcore.game(text, files=False) == pigcore.game(name)


def test_rules_name_games_in_any_case_too(tmp_path):
    (tmp_path / "mine.toml").write_text('base = "Pig"\ngoal = 20\n')
    (tmp_path / "other.toml").write_text('game = "KCD"\ngoal = 2000\n')
    assert pigcore.game(tmp_path / "mine.toml").goal == 20
    assert pigcore.game(tmp_path / "other.toml") == pigcore.Farkle.kcd(2000)


@pytest.mark.parametrize(
    ("name", "game", "constants"),
    [("always_roll", HOG, "3"), ("free_roll", pigcore.Hog.fa24(9), "2:3"), ("hold_at", PIG, "4"),
     ("hold_or_race", PIG, "2:4"), ("keep_pace", PIG, "21:8:71"), ("linear", PIG, "2:1:0"),
     ("random_play", PIG, ""), ("roll_times", PIG, "2")],
)  # fmt: skip
def test_a_function_that_makes_a_policy_has_its_name_as_a_text(name, game, constants):
    own = getattr(pigcore, name)(*map(int, filter(None, constants.split(":"))))
    text = f"{name.upper()}:{constants}".rstrip(":")
    assert pigcore.parse_policy(game, text) == own.for_game(game)


def test_a_half_of_a_name_that_two_games_have_is_refused(monkeypatch):
    from pigcore.games import farkle

    with pytest.raises(pigcore.RuleError, match="there is no game 'kcdd'"):
        pigcore.game("kcdd")
    monkeypatch.setitem(farkle.GAMES, "farkle:fa24", farkle.GAMES["farkle:kcd"])
    with pytest.raises(pigcore.RuleError, match="there is no game 'fa24'"):
        pigcore.game("fa24")


# --- files ----------------------------------------------------------------------------------------

READERS = {
    "load": pigcore.load,
    "load_policy": lambda path: pigcore.load_policy(path, PIG),
    "game": lambda path: pigcore.game(path.with_suffix(".toml")),
    "game of Python": lambda path: pigcore.game(f"{path}.py:mine"),
    "game of dice": lambda path: pigcore.game(path.with_suffix(".csv")),
    "policy of Python": lambda path: pigcore.match(PIG, f"{path}.py:mine", "optimal"),
    "policy": lambda path: pigcore.match(PIG, f"{path}.json", "optimal"),
    "contest": lambda path: pigcore.contest(HOG, path),
    "certify": lambda path: pigverify.certify(path.with_suffix(".npz")),
    "certificate": lambda path: pigverify.check_certificate(path.with_suffix(".pigcert")),
}


@pytest.mark.parametrize("name", READERS)
def test_a_missing_file_is_an_error_of_the_system_and_of_pigcore(name, tmp_path):
    with pytest.raises(pigcore.FileError) as caught:
        READERS[name](tmp_path / "away")
    error = caught.value
    assert isinstance(error, FileNotFoundError)
    assert isinstance(error, ValueError)
    assert error.errno == 2
    assert "away" in str(error)


def test_a_file_that_is_there_but_wrong_is_no_error_of_the_system(tmp_path):
    (tmp_path / "odd.npz").write_text("no archive")
    with pytest.raises(pigcore.FileError) as caught:
        pigcore.load(tmp_path / "odd.npz")
    assert not isinstance(caught.value, OSError)


def test_a_service_opens_no_path(tmp_path):
    (tmp_path / "mine.py").write_text("raise SystemExit('this ran')\n")
    for name in (f"{tmp_path}/mine.py:game", f"{tmp_path}/a.toml", "dice.csv", "../x"):
        with pytest.raises(pigcore.RuleError, match="files=False opens no file"):
            pigcore.game(name, files=False)
    for text in (f"{tmp_path}/mine.py:rule", "saved.json", "saved.npz",
                 f"hold:2 unless own>2 then {tmp_path}/mine.py:rule"):  # fmt: skip
        with pytest.raises(pigcore.FileError, match="names a file"):
            pigcore.parse_policy(PIG, text, files=False)
