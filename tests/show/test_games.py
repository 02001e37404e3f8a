"""``pigcore games``."""

import json

import pytest
from support.commands import ask

import pigcore
from pigcore.games.hog import SAME
from pigcore.games.rules import named_games


def listed():
    """The rows of the list."""
    return json.loads(ask("pigcore", "games", "--json").stdout)


@pytest.mark.slow
def test_every_game_is_listed_and_distinct_from_every_other():
    rows = listed()
    own = [row for row in rows if row["name"] not in SAME]
    assert [row["name"] for row in own] == list(named_games())
    summaries = [row["summary"] for row in own]
    assert len(set(summaries)) == len(summaries)
    for row in rows:
        game = pigcore.game(row["name"])
        assert row["state"] == game.usage
        if not row["name"].startswith("zombie-dice"):  # which takes seconds to make
            assert row["rules"] == str(game)
            turn = getattr(game, "turn", None)
            assert row.get("turn") == (turn and turn.describe())


@pytest.mark.slow
def test_two_names_of_one_game_say_so():
    summaries = {row["name"]: row["summary"] for row in listed()}
    assert summaries["hog:fa13"] == "the same as hog"
    assert summaries["hog:sp26"] == "the same as hog:fa24"
    games = {name: pigcore.game(name) for name in summaries}
    for place, (name, summary) in enumerate(summaries.items()):
        earlier = [other for other in list(games)[:place] if games[other] == games[name]]
        assert summary.startswith("the same as ") == bool(earlier)


def test_the_rules_in_full(tmp_path):
    rules = " ".join(ask("pigcore", "games", "pig").stdout.split())
    assert f"rules {pigcore.Pig()}" in rules
    assert "a state is OWN OPP [TOTAL]" in rules
    assert "a turn has 1 mode, 5 outcomes, 5 options" in rules
    rules = " ".join(ask("pigcore", "games", "pig:three-throws").stdout.split())
    assert "a turn has 4 modes, 15 outcomes, 15 options" in rules
    pigcore.solve(pigcore.Pig(20)).save(tmp_path / "a.npz")
    (tmp_path / "two.csv").write_text("1,0,0\n0,1,0\n")
    assert "bank 20 points" in ask("pigcore", "games", "a.npz", cwd=tmp_path).stdout
    for words in (["two.csv"], ["bag", "two.csv"]):
        assert "two: 2 dice" in ask("pigcore", "games", *words, cwd=tmp_path).stdout


@pytest.mark.slow
def test_the_rules_as_a_file(tmp_path):
    for name in ("big-pig", "pig:three-throws", "farkle:zilch", "hog:fa24", "zombie-dice"):
        text = ask("pigcore", "games", name, "--toml").stdout
        (tmp_path / "it.toml").write_text(text, encoding="utf-8")
        assert len(text) < 1000
        assert pigcore.game(tmp_path / "it.toml") == pigcore.game(name)
    for words in (["--toml"], ["pig", "--toml", "--json"]):
        wrong = ask("pigcore", "games", *words)
        assert wrong.returncode == 2
        assert "--toml prints the rules of one game: name it, and leave --json out" in wrong.stderr


def test_json_of_one_game_is_its_row():
    assert json.loads(ask("pigcore", "games", "piglet", "--json").stdout) in listed()
