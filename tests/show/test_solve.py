"""``pigcore solve``."""

import json
import re

import pytest
from support.commands import ask

import pigcore
from pigcore.show.commands import VERBS


def test_the_facts_of_a_game(tmp_path):
    done = ask("pigcore", "solve", "pig", "-o", tmp_path / "pig.npz")
    assert done.returncode == 0
    assert done.stderr == ""
    assert done.stdout.startswith("game               Pig: be the first to bank 100 points or mor")
    assert "first player wins  0.530592725274" in done.stdout
    assert "tolerance          1e-12" in done.stdout
    assert "own 1, opp 49, total 28: roll before hold by 2.73412e-08" in done.stdout
    assert "version" not in done.stdout
    assert all(len(line) <= 80 for line in done.stdout.splitlines() if "saved" not in line)
    assert pigcore.load(tmp_path / "pig.npz").game == pigcore.Pig()


@pytest.mark.parametrize(
    ("name", "label"),
    [("hog", "first player wins"), ("duel", "value"), ("bag", "best expected score")],
)
def test_the_value_has_its_own_name_in_every_family(name, label):
    assert f"\n{label}  " in ask("pigcore", "solve", name).stdout


@pytest.mark.parametrize("name", ["piglet", "hog", "duel", "bag"])
def test_json_is_the_summary(name):
    facts = json.loads(ask("pigcore", "solve", name, "--json").stdout)
    assert facts == pigcore.solve(pigcore.game(name)).summary()


def test_a_game_followed_by_its_file(tmp_path):
    (tmp_path / "dice.csv").write_text("1/3,2/3,0\n0,100,200\n")
    facts = json.loads(ask("pigcore", "solve", "bag", "dice.csv", "--json", cwd=tmp_path).stdout)
    assert facts == json.loads(ask("pigcore", "solve", "dice.csv", "--json", cwd=tmp_path).stdout)
    assert facts["value"] == pytest.approx(67 / 18, abs=1e-14)


def test_a_saved_solution_is_a_game_as_well(tmp_path):
    pigcore.solve(pigcore.Pig(20)).save(tmp_path / "a.npz")
    facts = json.loads(ask("pigcore", "solve", "a.npz", "--json", cwd=tmp_path).stdout)
    assert facts == pigcore.solve(pigcore.Pig(20)).summary()


def test_a_method_that_stops_early_says_one_residual_and_leaves_with_1():
    done = ask("pigcore", "solve", "pig", "--max-iterations", "1")
    assert done.returncode == 1
    assert "converged          no" in done.stdout
    assert done.stderr.startswith("pigcore: warning: newton stopped after 1 iteration,")
    residual = float(re.search(r"^residual +(\S+)$", done.stdout, re.M)[1])
    assert 1e-12 < residual < 0.01
    said = float(re.search(r"the residual is (\S+?)[:,;]? ", done.stderr)[1])
    assert said == pytest.approx(residual, rel=1e-5)


@pytest.mark.slow
def test_the_help_names_the_verbs_that_take_a_saved_solution(tmp_path):
    pigcore.solve(pigcore.Pig(3)).save(tmp_path / "it.npz")
    words = {"advise": ["1", "2"], "plot": ["-o", "a.png"], "review": ["-"]}
    words |= {verb: ["optimal"] for verb in ("policy", "loss", "reply", "evaluate")}
    words |= {verb: ["optimal", "optimal"] for verb in ("match", "simulate", "tournament")}
    given = '{"winner": null, "turns": []}'
    verbs = {
        verb
        for verb in VERBS
        if ask(
            "pigcore", verb, "it.npz", *words.get(verb, []), stdin=given, cwd=tmp_path
        ).returncode
        == 0
    }
    said = " ".join(ask("pigcore", "--help").stdout.split())
    named = re.search("The verbs (.*?) also take a saved solution", said)
    assert set(re.findall(r"\w+", named[1])) - {"and"} == verbs
