"""Parties on the command line: solved, asked and proved; what is not there says so."""

import json
from functools import partial

import pytest
from support.commands import ask

import pigcore


def test_a_file_is_solved_saved_and_proved(tmp_path):
    rules = tmp_path / "mine.toml"
    rules.write_text('game = "piglet"\nplayers = 4\ngoal = 3\n')
    saved = tmp_path / "it.npz"
    assert ask("pigcore", "solve", str(rules), "-o", str(saved)).returncode == 0
    done = ask("pigverify", str(saved), "--json")
    report = json.loads(done.stdout)
    assert report["ok"]
    assert report["gain"] < 1e-15
    assert report["cells"] == 24
    assert ask("pigverify", str(rules), "0", "1", "2", "0", "1").returncode == 0
    assert ask("pigverify", "piglet", "--goal", "3", "--players", "3", "--all").returncode == 0


def test_opponents_at_the_terminal_may_differ(tmp_path):
    game = ("pig", "--players", "3", "--goal", "20")
    words = ("--against", "optimal", "--against", "hold:4", "--seed", "5", "--record", "it.json")
    done = ask("pigcore", "play", *game, *words, stdin="r\nr\nh\n" * 30, cwd=tmp_path)
    assert "You play against player 2 (optimal) and player 3 (hold:4)," in done.stdout
    record = json.loads((tmp_path / "it.json").read_text())
    party = pigcore.Pig(20, players=3)
    assert pigcore.review(party, record, 1).mistakes == 0
    throws = [
        turn["throws"]
        for turn in record["turns"]
        if turn["player"] == "third" and turn["end"] == "hold"
    ]
    assert throws
    assert all(sum(throw) >= 4 > sum(throw[:-1]) for throw in throws)


@pytest.mark.parametrize(
    ("verb", "games"), [("match", {}), ("simulate", {"games": 9999})], ids=["match", "simulate"]
)
def test_games_begin_at_the_scores_of_all(verb, games):
    game = "piglet", "--goal", "4", "--players", "3", *(f"--{one}={n}" for one, n in games.items())
    policies, party = ("hold:2", "optimal"), pigcore.Piglet(4, players=3)
    play = partial(getattr(pigcore, verb), party, pigcore.hold_at(2), pigcore.solve(party))
    found = play(start=(3, 0, 1), **games)
    for words in (("--start", "3", "0", "1"), ("--start=3", "0", "1"), ("--start", "3 0 1")):
        said = json.loads(ask("pigcore", verb, *game, *words, *policies, "--json").stdout)
        assert said["start"] == [3, 0, 1]
        assert said["win"] == list(found.win)
    for words, says in (
        (("3", "0"), "start is (3, 0), but must be 3 scores"),
        (("3", "0", "4"), "third is 4, but a banked score is between 0 and 3"),
        (("3", "0", "1.5"), "--start is '1.5', but must be a whole number"),
        (("3", "0", "-1"), "third is -1, but a banked score is between 0 and 3"),
        ((), "option '--start' requires an argument"),
    ):
        done = ask("pigcore", verb, *game, *policies, "--start", *words)
        assert done.returncode == 2
        assert says in " ".join(done.stderr.split())


def test_a_game_of_three_at_the_terminal_is_recorded_and_reviewed(tmp_path):
    game = ("pig", "--players", "3", "--goal", "12")
    typed = "".join(["?\n", *["r\nr\nh\n"] * 30])
    words = ("--seed", "1", "--second", "--advise", "--record", "game.json")
    done = ask("pigcore", "play", *game, *words, stdin=typed, cwd=tmp_path)
    assert done.returncode == 0
    text = " ".join(done.stdout.split())
    assert "against player 2 and player 3, each of them optimal, and move second." in text
    assert text.index("Player 3, 0 to 0 and 0:") < text.index("You 0, player 2")
    record = json.loads((tmp_path / "game.json").read_text())
    assert record["players"] == ["you", "player 2", "player 3"]
    won = record["players"][("first", "second", "third").index(record["winner"])]
    assert f"{won.capitalize()} win" in text
    assert [turn["player"] for turn in record["turns"]][:4] == ["third", "first", "second", "third"]
    ledger = pigcore.review(pigcore.Pig(12, players=3), record)
    assert f"{ledger.start:.2%}" in text
    done = ask("pigcore", "review", *game, "game.json", "--player", "third", "--json", cwd=tmp_path)
    said = json.loads(done.stdout)
    assert said["names"] == record["players"]
    assert said["result"] == (won == "player 3")
    again = pigcore.review(pigcore.Pig(12, players=3), record, 2)
    assert said["luck"] == again.luck
    assert len(said["entries"][0]["given"]) == 3
    done = ask("pigcore", "review", "pig", "--goal", "12", "game.json", cwd=tmp_path)
    assert done.returncode == 2
