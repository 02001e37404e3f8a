"""What every family's games have in common: frozen data that describes itself."""

import copy
import pickle

import pytest

import pigcore
from pigcore.games import (
    Bag,
    Duel,
    Farkle,
    Game,
    Hog,
    PassThePigs,
    Pig,
    Race,
    Roll,
    RuleError,
)
from pigcore.games.rules import (
    FAMILIES,
    family_of,
    game_from_rules,
    games_made_at_once,
    named_games,
    names_a_solution,
    takes_file,
)

ONE_OF_EACH = {
    "race": Pig(20),
    "hog": Hog.fa13_hijinks(20),
    "duel": Duel(),
    "bag": pigcore.game("bag"),
    "farkle": Farkle.minimal(),
    "party": Pig(20, players=4),
}
games = pytest.mark.parametrize("game", ONE_OF_EACH.values(), ids=ONE_OF_EACH)


def test_there_is_a_game_of_every_family():
    assert {game.family for game in ONE_OF_EACH.values()} == set(FAMILIES)
    for game in ONE_OF_EACH.values():
        assert game.family == family_of(game)
        assert isinstance(game, Game)


@pytest.mark.parametrize(
    "thing", [*ONE_OF_EACH.values(), Roll.die(6), pigcore.always_roll(4)], ids=type
)
def test_nothing_of_it_can_be_set_or_deleted(thing):
    for each in (thing, copy.copy(thing), copy.deepcopy(thing), pickle.loads(pickle.dumps(thing))):
        for name in [*vars(each), "another"]:
            with pytest.raises(AttributeError, match=f"cannot .*{name}|{name} .* cannot"):
                setattr(each, name, 1)
            with pytest.raises(AttributeError, match=f"cannot .*{name}|{name} .* cannot"):
                delattr(each, name)
        assert repr(each) == repr(thing)


@games
def test_a_game_describes_itself(game):
    first = (20,) if game.family == "duel" else (0,) * len(game.state_names)
    state = game.check_state(*first)
    assert game.check_state(*state) == state
    assert state[: len(first) - game.optional] == first[: len(first) - game.optional]
    assert game.named(state) == dict(zip(game.state_names, state))
    assert str(first[0]) in game.spell(first)
    described = game.as_dict()
    assert list(described)[:3] == ["family", "name", "rules"]
    assert described["rules"] == str(game)
    assert described.get("goal") == getattr(game, "goal", None)
    for array in game.arrays:
        assert array.dtype in ("float64", "int64")
        assert array.low <= array.high
        assert all(size > 0 for size in array.shape)


def test_the_lists_of_games_tell_relatives_apart():
    made = {name: make() for name, make in games_made_at_once().items()}
    summaries = {game.summary for game in made.values()}
    assert len(summaries) == len(set(made.values()))
    assert len(made) - len(summaries) == 2  # `hog` is `hog:fa13`, `farkle` is `farkle:standard`
    for summary in summaries:
        assert summary.isprintable()
        assert len(summary) <= 60  # beside its name it is one line of a terminal
    assert PassThePigs().summary != PassThePigs.kern().summary


def test_a_game_by_its_name_or_its_file(tmp_path):
    assert pigcore.game("pig", goal=50) == Pig(50)
    assert pigcore.game("pig", Race).goal == 100
    (tmp_path / "mine.toml").write_text('game = "hog:fa13"\ngoal = 9')
    assert pigcore.game(tmp_path / "mine.toml", Hog) == Hog.fa13(9)
    (tmp_path / "mine.csv").write_text("1,0,0\n")
    assert pigcore.game(tmp_path / "mine.csv", Bag, draw=2) == Bag([1], [0], [0], draw=2)
    assert pigcore.game("bag", file=tmp_path / "mine.csv", win=2) == Bag([1], [0], [0], win=2)
    assert [name for name in named_games() if takes_file(name)] == ["bag"]
    assert not takes_file("chess")


def test_no_file_is_opened_if_none_may_be(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in "mine.toml", "dice.csv", "pig":
        (tmp_path / name).write_text('game = "pig"')
    assert pigcore.game("pig", files=False, goal=50) == Pig(50)
    for name in "mine.toml", "dice.csv", "./pig", tmp_path / "pig", "no.toml", "pig.npz":
        with pytest.raises(RuleError, match="is no ready-made game, and files=False opens no fil"):
            pigcore.game(name, files=False)
    with pytest.raises(RuleError, match=r"'dice\.csv' is no ready-made game, and files=False"):
        pigcore.game("bag", files=False, file="dice.csv")


def test_each_choice_is_listed_once():
    for refuse in lambda: pigcore.game("chess"), lambda: game_from_rules({"game": "chess"}):
        with pytest.raises(RuleError) as refusal:
            refuse()
        listed = str(refusal.value).partition("choose one of ")[2].partition(" (")[0].split(", ")
        assert len(listed) == len({*listed}) > 9


def test_what_names_a_saved_solution(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "saved").write_bytes(b"")
    (tmp_path / "pig").write_bytes(b"")
    names = ["pig.npz", "saved", "pig", "mine.toml", "mine.csv", "nothing", "hog:fa13"]
    assert [names_a_solution(name) for name in names] == [True, True, *[False] * 5]
