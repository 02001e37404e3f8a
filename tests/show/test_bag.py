"""A bag from a file: ``pigcore solve bag FILE``, and the same words after ``pigverify``."""

import json

import pytest
from support.commands import ask

DICE = "rock,paper,scissors\n1/3,2/3,0\n0,100,200\n"


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "dice.csv").write_text(DICE)
    return tmp_path


@pytest.mark.parametrize("words", [["solve"], ["advise", "0", "1", "0"]])
def test_every_way_to_ask_gives_the_same_answer(folder, words):
    verb, *state = words
    ways = [[verb, "bag", "dice.csv"], [verb, "dice.csv"]]
    found = [ask("pigcore", *way, *state, "--json", cwd=folder).stdout for way in ways]
    assert found[0].startswith('{"game": ')
    assert len(set(found)) == 1


@pytest.mark.parametrize("command", ["pigcore", "pigverify"])
def test_a_bag_from_standard_input(command, folder):
    words = ["advise", "bag"] if command == "pigcore" else ["bag"]
    piped = ask(command, *words, "-", "0", "1", "0", "--json", stdin="\ufeff" + DICE)
    named = ask(command, *words, "dice.csv", "0", "1", "0", "--json", cwd=folder)
    assert piped.returncode == 0
    assert json.loads(piped.stdout)["game"]["name"] == "Bag"
    assert json.loads(named.stdout)["game"]["name"] == "dice"
    assert json.loads(piped.stdout)["best"] == json.loads(named.stdout)["best"] == ["scissors"]
