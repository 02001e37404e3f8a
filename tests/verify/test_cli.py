"""The command ``pigverify``: what it asks for, what it prints, and that it stands on plain Python.

What it does like ``pigcore`` (streams, interrupts, terminals) is tested in ``tests/show``.
"""

import json
import subprocess
from fractions import Fraction

import numpy as np
import pytest
from support.commands import ask, python, refused

import pigcore
from pigcore.games import Piglet
from pigcore.games.rules import text_of


def saved(path, **changes):
    arrays = {
        "format": "pigcore 1",
        "rules": text_of(Piglet(2)),
        "version": "0.1.0",
        "info": "{}",
        "starts": [[4 / 7, 2 / 5], [4 / 5, 2 / 3]],
    }
    np.savez(path, **{name: np.array(value) for name, value in (arrays | changes).items()})
    return str(path)


# --- answers --------------------------------------------------------------------------------------


def test_a_state():
    done = ask("pigverify", "pig", "--goal", "60", "41", "49", "17")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("Pig, own 41, opp 49, total 17: roll (enclosed with 124 bits)")


def test_what_may_be_left_out_may_be_left_out():
    said = ask("pigverify", "pig", "--goal", "40", "31", "36").stdout
    assert "own 31, opp 36, total 0: roll" in said
    assert ask("pigverify", "hog", "3", "4", "--goal", "20").returncode == 0


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "state"), [("piglet", "1 2 3"), ("hog", "99 98"), ("duel", "20"), ("bag", "1 0 0")]
)
def test_json_has_the_keys_that_pigcore_has(name, state):
    done = ask("pigverify", name, *state.split(), "--json")
    assert done.returncode == 0
    proved = json.loads(done.stdout)
    advice = pigcore.solve(pigcore.game(name)).advise(*map(int, state.split()))
    for key in ("game", "state", "best", "version"):
        assert proved[key] == advice[key], key
    for row, other in zip(proved["payoffs"], advice["payoffs"], strict=True):
        assert {*row} == {"action", "worth"} == {*other} - {"bust", "points", "at_once"}
    assert {"value", "margin"} <= {*proved}


@pytest.mark.slow
def test_a_match():
    words = "match", "pig", "hold:9", "optimal", "--goal", "20"
    done = ask("pigverify", *words)
    assert (done.returncode, done.stderr) == (0, "")
    heading, first, second, average = done.stdout.splitlines()
    assert heading == "Pig, hold:9 wins against optimal:"
    data = json.loads(ask("pigverify", *words, "--start", "0", "0", "--json").stdout)
    assert (data["policies"], data["start"]) == (["hold:9", "optimal"], [0, 0])
    for line, name in ((first, "first"), (second, "second"), (average, "average")):
        assert line.split() == [name, data[name]["value"]]
        low, high = (Fraction(data[name][end]) for end in ("low", "high"))
        assert low < high < low + Fraction(1, 10**40)
    plain = ask("pigverify", *words, "--digits", "12", "--plain", "--json").stdout
    assert json.loads(plain)["first"]["value"] == "0.379710651142"


def test_a_match_of_files(tmp_path):
    (tmp_path / "mine.py").write_text(
        "def play(own, opp, total):\n    return 'roll' if total < 9 else 'hold'\n"
        "def blind(own, opp):\n    return 1 / opp\n"
        "def dice(own, opp):\n    return 3\n"
    )
    words = ("pig", "mine.py:play", "hold:9", "--goal", "20")
    done = ask("pigverify", "match", *words, cwd=tmp_path)
    assert done.stdout.endswith("average 0.500000000000000000000000000000\n")
    done = ask("pigverify", "match", "pig", "mine.py:blind", "hold:9", cwd=tmp_path)
    assert refused(done, "pigverify", "blind at own 0, opp 0 raises ZeroDivisionError")
    done = ask("pigverify", "match", "farkle", "mine.py:play", "hold:9", cwd=tmp_path)
    assert refused(done, "pigverify", "a throw in Farkle leaves options, but mine.py:play")
    done = ask("pigverify", "match", "hog", "mine.py:dice", "always:3", "--goal", "9", cwd=tmp_path)
    assert done.returncode == 0


@pytest.mark.slow
def test_a_state_is_explained():
    done = ask("pigverify", "pig", "0", "3", "19", "--goal", "40")
    assert "\n  in words  Hold: it wins 1 more game in 10,000 than rolling.\n" in done.stdout
    data = json.loads(ask("pigverify", "pig", "1", "3", "9", "--goal", "20", "--json").stdout)
    assert data["sentence"].startswith("Roll: it wins ")


def test_a_second_opinion():
    done = ask("pigverify", "piglet", "0", "8", "3", "--goal", "10", "--second")
    assert done.returncode == 0
    assert "(mpmath's intervals of 236 bits)" in done.stdout
    assert "\n  first     agrees: " in done.stdout
    words = ["pigverify", "pig", "1", "2", "--goal", "9", "--second", "--digits", "60", "--json"]
    data = json.loads(ask(*words).stdout)
    assert (data["ok"], data["agrees"], data["first"]["decision"]) == (True, True, "roll")
    assert len(data["value"]["value"]) == 62


def test_the_closest_calls():
    done = ask("pigverify", "pig", "--goal", "40", "--disputed", "2")
    assert done.returncode == 0
    assert "Pig: 2 closest calls of 31,200\n  1  " in done.stdout
    data = json.loads(ask("pigverify", "pig", "--goal", "9", "--disputed", "3", "--json").stdout)
    assert [call["rank"] for call in data["calls"]] == [1, 2, 3]


def test_all_states():
    done = ask("pigverify", "piglet", "--all", "--goal", "6")
    assert done.returncode == 0
    assert "Piglet: certified" in done.stdout
    data = json.loads(ask("pigverify", "piglet", "--all", "--goal", "6", "--json").stdout)
    assert (data["ok"], data["error"], data["game"]["name"]) == (True, None, "Piglet")


@pytest.mark.parametrize(
    "rules",
    [
        'game = "duel"\nholds = [19, 20, 21]',
        'game = "bag"\nrock = [1, 0]\npaper = [0, 1]\nscissors = [0, 0]',
        'game = "piglet"\ngoal = 3',
    ],
)
def test_a_game_that_begins_anywhere_is_proved_whole(rules, tmp_path):
    (tmp_path / "own.toml").write_text(rules)
    done = ask("pigverify", tmp_path / "own.toml")
    if pigcore.game(tmp_path / "own.toml").begins_anywhere:
        assert done.returncode == 0
        assert done.stdout == ask("pigverify", tmp_path / "own.toml", "--all").stdout
        assert ": certified\n" in done.stdout
    else:
        assert refused(done, "pigverify", "no state is given: add OWN OPP [TOTAL], or --all")


def test_a_file(tmp_path):
    done = ask("pigverify", saved(tmp_path / "a.npz"))
    assert done.returncode == 0
    assert "Piglet: certified" in done.stdout
    assert json.loads(ask("pigverify", tmp_path / "a.npz", "--json").stdout)["error"] < 1e-16
    assert ask("pigverify", tmp_path / "a.npz", "--all").stdout == done.stdout


def test_a_state_of_a_saved_game(tmp_path):
    done = ask("pigverify", saved(tmp_path / "a.npz"), "0", "1", "1")
    assert done.returncode == 0
    assert "total 1: roll" in done.stdout


@pytest.mark.parametrize("state", [[], ["0", "1", "1"]])
def test_a_file_of_another_game_of_the_same_name_is_seen_to_be_that(state, tmp_path):
    game = pigcore.Race(pigcore.Roll.die(6, [1, 2]), 2, name="Pig")
    pigcore.solve(game).save(tmp_path / "pig.npz")
    found = " ".join(ask("pigverify", tmp_path / "pig.npz", *state).stdout.split())
    assert found.endswith(f"pig.npz is about {game}")


def test_a_wrong_file_is_refuted(tmp_path):
    path = saved(tmp_path / "a.npz", starts=[[4 / 7, 2 / 5], [4 / 5, 2 / 3 + 1e-12]])
    done = ask("pigverify", path)
    assert done.returncode == 1
    assert "Piglet: refuted" in done.stdout
    assert "own 1, opp 1" in done.stdout
    assert ask("pigverify", path, "--tolerance", "1e-11").returncode == 0
    assert json.loads(ask("pigverify", path, "--json").stdout)["ok"] is False


# --- on plain Python ------------------------------------------------------------------------------

PLAIN = """
import sys

class Refuse:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("numpy", "scipy") or name in {
            "pigcore.kernels", "pigcore.solvers", "pigcore.play", "pigcore.study", "pigcore.show"
        }:
            raise ImportError(f"{name} is not to be had")

sys.meta_path.insert(0, Refuse())
import pigverify
from pigcore.games import Pig, TwoDicePig
assert pigverify.check(Pig(30), 10, 12, 9).ok
assert pigverify.certify(TwoDicePig(10)).ok
assert pigverify.match(Pig(9), "optimal", "keep-pace").first[0] > 0
from pigverify.cli import main
main(["pig", "--goal", "40", "30", "30", "5"])
"""


@pytest.mark.slow
def test_nothing_compiled_is_needed_but_for_a_saved_solution():
    done = subprocess.run(python("-c", PLAIN), capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "own 30, opp 30, total 5" in done.stdout
