"""``pigcore play``: whole games through a pipe and on a terminal."""

import json
import os
import re
import signal
import subprocess

import numpy as np
import pytest
from support.commands import PATIENCE, ask, child, on_terminal, python, refused

import pigcore
from pigcore.play import boards
from pigcore.play.boards import Transcript


def played(*words, typed, **options):
    """What is printed when these words are typed, one a line."""
    done = ask("pigcore", "play", *words, stdin="".join(f"{one}\n" for one in typed), **options)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def recorded(tmp_path, *words, typed):
    """What is printed, and the ledger of the game that was recorded."""
    text = played(*words, "--record", "game.json", typed=typed, cwd=tmp_path)
    data = json.loads((tmp_path / "game.json").read_text())
    return text, data


def test_a_game_through_a_pipe(tmp_path):
    words = ("pig", "--goal", "15", "--seed", "3")
    text, data = recorded(tmp_path, *words, typed=["r", "r", "h"] * 20)
    assert text.startswith("Pig: be the first to bank 15 points")
    assert text.count("Keys:") == 1
    assert "Keys: r roll, h hold, ? advice, u undo, q quit; Enter after each.\n" in text
    assert text.count("You play against optimal, and move first.\n") == 1
    assert "\x1b" not in text
    game = pigcore.Pig(15)
    assert data["players"] == ["you", "optimal"]
    assert data["game"] == game.as_dict()
    transcript = Transcript.from_dict(data, game)
    assert transcript.winner is not None
    assert ("You win.\n" in text) == (transcript.winner == 0)
    ledger = pigcore.review(game, data, names=("you", "optimal"))
    assert " ".join(str(ledger).split()) in " ".join(text.split())
    assert ledger.result == (transcript.winner == 0)


@pytest.mark.slow
def test_busts_in_a_row_stand_in_a_sentence(tmp_path):
    (tmp_path / "costly.toml").write_text(
        'game = "race"\ngoal = 15\nbusts_in_a_row = 2\npenalty = 3\nfloor = -3\n'
        "[roll]\ndice = 1\nsides = 6\n"
    )
    typed = ["r"] * 40
    text = played("costly.toml", "--seed", "3", typed=typed, cwd=tmp_path)
    assert "opp_busts" not in text
    assert re.search(r"\nYou 0, the other \d+, total 0\.\nYou have 1 bust in a row; a bust", text)


@pytest.mark.slow
def test_dice_of_several_kinds_show_their_faces(tmp_path):
    (tmp_path / "odd.toml").write_text(
        'game = "race"\nname = "Odd"\ngoal = 20\ndice = ["lucky", "devil", "fair"]\n'
        '[scoring]\n1 = 1\n5 = 1\n"1 1 1" = 4\n'
    )
    text = " ".join(played("odd.toml", "--seed", "1", typed=["t", "1"] * 40, cwd=tmp_path).split())
    assert re.search(r"You throw: devil (wild|\d), fair \d, lucky \d\.", text)
    assert re.search(r" 1: (devil|fair|lucky) [15], \+1; 2: ", text)
    assert re.search(r"throws devil (wild|\d), fair \d, lucky \d; takes .*?, \+\d;", text)


def test_the_same_seed_gives_the_same_game():
    typed = ["r", "r", "h"] * 20
    words = ("pig", "--goal", "15", "--against", "hold:9")
    first, again, other = (played(*words, "--seed", seed, typed=typed) for seed in ("3", "3", "4"))
    assert first == again != other


@pytest.mark.parametrize("term", ["hog:fa13_hijinks", "hog:fa20"])
def test_hog(term, tmp_path):
    words = (term, "--goal", "20", "--seed", "1", "--against", "always:3")
    text, data = recorded(tmp_path, *words, typed=["x", "1", "roll", "2"] * 200)
    assert "to 10, ? advice" in text
    assert "'roll' means nothing here." in text
    assert data["winner"] in ("first", "second")
    assert {turn["choice"] for turn in data["turns"] if turn["player"] == "first"} == {1, 2}


def test_dice_are_exchanged_by_minus_one(tmp_path):
    words = ("hog:fa13_hijinks", "--goal", "20", "--seed", "1")
    text, data = recorded(tmp_path, *words, typed=["-1", "q"])
    assert "You exchange the dice.\n" in text
    assert data["turns"][0] | {"after": []} == {
        "player": "first", "own": 0, "opp": 0, "choice": -1, "gain": 1, "gift": 0, "after": [],
    }  # fmt: skip


def test_advice_and_what_it_cost():
    pig = pigcore.solve(pigcore.Pig(100))
    text = played("pig", "--seed", "5", "--advise", typed=["r", "h", "q"])
    total = int(text.split("You roll: ")[1].split(".")[0])
    assert "Roll: it wins" in text
    cost = pig.margin(0, 0, total)
    assert f"That gave away {cost * 100:.0f} games in 100.\n" in text
    quiet = played("pig", "--seed", "5", typed=["r", "h", "q"])
    assert "gave away" not in quiet
    assert "Roll: it" not in quiet
    asked = played("pig", "--seed", "5", typed=["r", "?", "q"])
    assert "Roll: it wins" in asked
    held, worth = pig.payoffs(0, 0, total)["hold"], pig.win(0, 0, total)
    bust, points, at_once = pig.outlook(0, 0, total)["roll"]
    rows = [line.split() for line in asked.splitlines()]
    assert ["roll", f"{worth:.2%}", f"{bust:.1%}", f"{points:.1f}", f"{at_once:.1%}"] in rows
    assert [row[:2] for row in rows].count(["hold", f"{held:.2%}"]) == 1


def test_dice_of_hog_and_the_rules_that_strike(tmp_path):
    words = ("hog:sp16", "--seed", "2")
    text, data = recorded(tmp_path, *words, typed=["4", "0", "3", "q"])
    game = pigcore.Hog.sp16()
    rolls = re.findall(r"[Yy]ou roll(?:s)? (\d+) dice: ([\d ]+), gain (\d+)", text)
    mine = [turn for turn in data["turns"] if turn["player"] == "first" and turn["choice"]]
    assert len(rolls) == len(mine) == 2
    for (dice, faces, gain), turn in zip(rolls, mine, strict=True):
        shown = list(map(int, faces.split()))
        points = 0 if 1 in shown else sum(shown)
        assert (len(shown), game.gain(points, len(shown))[0]) == (int(dice), int(gain))
        assert (turn["choice"], turn["gain"]) == (int(dice), int(gain))
    assert "6-sided dice.\n" in text
    assert "Hogtimus Prime: 5 becomes 7.\n" in text


@pytest.mark.parametrize("term", ["fa13_hijinks", "su15", "sp16", "fa20", "fa24"])
def test_cast_dice_lead_where_their_faces_say(term):
    """Whatever falls is an outcome of the rules, and what strikes is what changes the scores."""
    game = pigcore.game(f"hog:{term}")
    board = boards.hog.board_of(game)
    bits = np.random.SFC64(5).random_raw
    struck = set()
    for _ in range(1000):
        if board.over:
            board.begin(0)
        own, opp = board.score[board.mover], board.score[1 - board.mover]
        place = bits() % len(board.actions)
        cast = board.cast(place, bits)
        assert not cast.faces or cast.move.outcome in board._urn(len(cast.faces)).outcomes
        board.land(cast.move)
        turn = board.turns[-1]
        plain = own + turn.play["gain"], opp + turn.play["gift"]
        again = not board.over and board.mover == turn.player
        changed = [one for one in cast.strikes if "Hogtimus" not in one and "another" not in one]
        assert bool(changed) == (turn.after != plain)
        assert again == any("another turn" in one for one in cast.strikes)
        struck |= {one.split(":")[0] for one in cast.strikes}
    rules = [*game.points, *game.after, *game.again]
    assert struck == {rule.__name__.replace("_", " ").title() for rule in rules}


def test_undo(tmp_path):
    words = ("pig", "--goal", "30", "--seed", "2", "--against", "hold:5")
    text, data = recorded(tmp_path, *words, typed=["u", "r", "r", "h", "u", "u", "u", "u", "q"])
    assert text.count("There is nothing to undo.\n") == 2
    assert text.count("Undone.\n") == 3
    assert data["turns"] == []
    before, after = text.split("> h\n")[0], text.split("Undone.\n")[1]
    assert before.rstrip("\n").rsplit("\n", 1)[1] == after.split("\n", 1)[0]


def test_what_cannot_be_done_is_said():
    text = played("pig", "--seed", "5", typed=["h", "hold", "x", "", "R", "q"])
    assert text.count("You cannot hold now: roll.\n") == 2
    assert "'x' means nothing here. Keys:" in text
    assert text.count("You 0, the other 0, total 0.\n") == 1


@pytest.mark.parametrize("typed", [["r"], ["r", "q"], ["r", "quit", "r"]])
def test_the_end_of_the_input_is_polite(typed, tmp_path):
    text, data = recorded(tmp_path, "pig", "--seed", "5", typed=typed)
    assert "The game stops here.\n" in text
    assert data["winner"] is None
    (turn,) = data["turns"]
    assert turn["end"] is None
    assert "chance at the end" in text
    ledger = pigcore.review(pigcore.Pig(), data)
    assert f"{ledger.luck:+.2%}" in text
    assert ledger.result == pigcore.solve(pigcore.Pig()).win(0, 0, sum(turn["throws"]))


def test_nothing_typed_is_no_ledger():
    assert "chance at the end" not in played("pig", typed=[])
    assert "chance at the end" in played("pig", "--second", typed=[])


def test_best_play_is_asked_only_where_it_comes_up(monkeypatch):
    limit = 400**3 // 2  # bytes, half of what a table of decisions would take
    monkeypatch.setattr("pigcore.memory.available", lambda: limit)
    words = ("pig", "--goal", "400", "--seed", "1", "--second")
    assert "The other, 0 to 0: " in played(*words, typed=["r", "q"])
    assert "against hold:20" in played(*words, "--against", "hold:20", typed=["r", "q"])
    done = ask("pigcore", "simulate", "pig", "--goal", "400", "optimal", "hold:20")
    assert refused(done, "pigcore", "choose a smaller goal")


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="needs a pseudo-terminal")
def test_forty_columns():
    command = python("-m", "pigcore", "play", "pig", "--goal", "12", "--seed", "3", "--advise")
    screen = on_terminal(
        *command, typed=b"r\nr\nh\n?\n" * 9, columns=40, env={"TERM": "dumb", "NO_COLOR": "1"}
    )
    assert screen.status == 0
    assert "\x1b" not in screen.text
    assert "\x08" not in screen.text
    assert "\r\n> " in screen.text
    lines = screen.text.replace("\r\n", "\n").split("\n")
    assert all(len(line) <= 40 for line in lines)
    assert any(line.startswith("chance at the end") for line in lines)
    assert "The other wins." in screen.text or "You win." in screen.text


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="needs a pseudo-terminal")
def test_the_end_of_input_on_a_terminal():
    command = python("-m", "pigcore", "play", "pig", "--seed", "5")
    screen = on_terminal(*command, typed=b"r\n\x04")
    assert screen.status == 0
    assert "> You roll" in screen.text  # what was typed ahead was shown before
    assert "> \r\nThe game stops here.\r\n" in screen.text


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="Windows has another kind of interrupt")
def test_an_interrupt_is_quiet_and_the_record_is_kept(tmp_path):
    file = tmp_path / "game.json"
    words = python("-m", "pigcore", "play", "pig", "--seed", "5", "--record", file)
    streams = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    with child(*words, text=True, **streams) as process:
        process.stdin.write("r\n")
        process.stdin.flush()
        for line in process.stdout:
            if line.startswith("You roll"):
                break
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE) == 130
        assert process.stderr.read() == "pigcore: interrupted\n"
    (turn,) = json.loads(file.read_text())["turns"]
    assert turn["end"] is None


# --- options and parties --------------------------------------------------------------------------

BRAINS = """
name = "Brains"
goal = 12
[turn]
start = "cup"
[turn.modes]
cup.throws = [
    {chance = "1/4", bust = true},
    {chance = "1/2", options = [
        {gain = 1, mode = "cup", label = "a foot"}, {gain = 4, mode = "one", label = "two brains"},
    ]},
    {chance = "1/4", options = [{gain = 2, mode = "cup", label = "a brain"}]},
]
one.throws = [
    {chance = "1/3", bust = true},
    {chance = "2/3", options = [{gain = 2, mode = "one", label = "a brain"}]},
]
"""


def test_options_are_taken_by_their_numbers(tmp_path):
    (tmp_path / "brains.toml").write_text(BRAINS)
    words = "play", "brains.toml", "--seed", "4", "--record", "game.json"
    typed = "".join(f"{word}\n" for word in ["t", "b", "?", "2", "b", *["t", "1", "b"] * 20])
    said = ask("pigcore", *words, cwd=tmp_path, stdin=typed).stdout
    assert "1: a foot; 2: two brains.\n" in said
    assert "You cannot bank now: 1 or 2.\n" in said
    assert "Take two brains: it wins 3 more games in 100 than taking a foot.\n" in said
    assert "take two brains 63.04% 0.0% 4.0 " in " ".join(said.split())
    assert "You take two brains.\n" in said
    game = pigcore.game(tmp_path / "brains.toml")
    ledger = pigcore.review(game, json.loads((tmp_path / "game.json").read_text()))
    assert ledger.result in (0.0, 1.0)
    assert ledger.gifts == pytest.approx(0, abs=1e-12)  # the other plays best
    assert {"take a foot", "take two brains"} >= {
        " ".join(game.done(entry.chosen)) for entry in ledger.entries if "brains" in entry.chosen
    }


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
