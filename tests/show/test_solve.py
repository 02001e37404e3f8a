"""``pigcore solve``."""

import json
import re

import pytest
from support.commands import ask, refused

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


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--json"], "missing argument 'GAME' (see 'pigcore solve --help')"),
        (["pgi"], "there is no game 'pgi': did you mean 'pig'?"),
        (["pig", "--goal", "70000"], "(its turn starts would take 39 GB)"),
        (["pig", "--method", "nwton"], "there is no method 'nwton': did you mean 'newton'?"),
        (["pig", "--tolerance", "-1"], "tolerance is -1.0, but must be"),
        (["pig", "--tolerance", "1e-20"], "tolerance is 1e-20, but double precision reaches no"),
        (["pig", "--tolerance", "1_0"], "--tolerance is '1_0', but must be a number such as"),
        (["pig", "--tolerance", "nan"], "--tolerance is 'nan', but must be a number such as"),
        (["pig", "--tolerance", "1e999"], "--tolerance is '1e999', but must be a number such as"),
        (["pig", "--max-iterations", "1_0"], "--max-iterations is '1_0', but must be a whole"),
        (["pig", "--methd", "x"], "there is no option '--methd': did you mean '--method'?"),
        (["duel", "--method", "newton"], "Duel is solved without a 'method': leave it out"),
        (["bag", "--tolerance", "1e-9"], "Bag is solved without a 'tolerance': leave it out"),
        (["duel", "--goal", "5"], "duel takes no 'goal': leave it out"),
        (["pig", "3"], "'3' is one word too many: leave it out (advise answers for a state)"),
        (["none.toml"], "none.toml cannot be read: No such file"),
        (["none.npz"], "none.npz cannot be read: No such file"),
        (["none.npz", "--goal", "3"], "none.npz is solved already: leave --goal out"),
        (["n.npz", "--goal", "3", "--method", "x"], "n.npz is solved already: leave --goal and -"),
        (["pig", "-o", "nowhere/pig.npz"], "cannot be written: No such file"),
        (["pig", "-o", ""], "the path is '', but must be the name of a file"),
        (["pig", "-o", "."], "File '.' is a directory"),
        (["p" * 5000], "there is no game 'ppp"),
        (["p" * 5000 + ".toml"], "... cannot be read: File name too long"),
    ],
)
def test_refusals(words, message, tmp_path):
    assert refused(ask("pigcore", "solve", *words, cwd=tmp_path), "pigcore", message)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["slove", "pig"], "there is no command 'slove': did you mean 'solve'?"),
        (["s" * 5000], "there is no command 'sss"),
        (["--versoin"], "there is no option '--versoin': did you mean '--version'?"),
    ],
)
def test_other_verbs_are_refused(words, message):
    assert refused(ask("pigcore", *words), "pigcore", message)


@pytest.mark.parametrize("verb", ["solve", "advise", "bag", "games", "judge"])
def test_every_verb_has_help(verb):
    done = ask("pigcore", verb, "--help")
    assert done.returncode == 0
    assert done.stdout.startswith(f"Usage: pigcore {verb} ")
    assert all(len(line) <= 80 for line in done.stdout.splitlines())


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
