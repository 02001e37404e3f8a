"""``pigcore contest``, and ``pigcore tournament`` with a folder."""

import csv
import io
import json

import pytest
from support.commands import ask

import pigcore

GAME = ("--game", "hog:fa13", "--goal", 12)


@pytest.fixture
def folder(tmp_path):
    home = tmp_path / "strategies"
    home.mkdir()
    for name, answer in {"four": 4, "half": 7.5, "two": 2}.items():
        line = f"def final_strategy(score, opponent_score): return {answer}\n"
        (home / f"{name}.py").write_text(line)
    return tmp_path


def test_as_a_table(folder):
    done = ask("pigcore", "contest", "strategies", *GAME, cwd=folder)
    assert (done.returncode, done.stderr) == (0, "")
    alone = ask("pigcore", "contest", "strategies/half.py", *GAME, cwd=folder)
    assert alone.returncode == 1
    assert "disqualified" in alone.stdout
    found = pigcore.match(pigcore.Hog.fa13(12), pigcore.always_roll(4), pigcore.always_roll(2))
    assert found.average > 0.5
    said, _, ranks = done.stdout.partition("\n\n")
    assert said == "game  Hog fa13"
    lines = [line.split() for line in ranks.splitlines()]
    assert lines[:3] == [
        ["rank", "strategy", "wins", "rate"],
        ["1", "four.py", "1", f"{found.average:.6f}"],
        ["2", "two.py", "0", f"{1 - found.average:.6f}"],
    ]
    assert lines[4] == ["strategy", "state", "rolls", "best", "cost"]
    costly = pigcore.loss(pigcore.Hog.fa13(12), pigcore.always_roll(4)).mistakes(3)
    for line, mistake in zip(lines[5:8], costly, strict=True):
        assert line[0] == "four.py"
        assert line[-3:] == ["4", str(mistake.best), f"{mistake.cost:.6f}"]
    assert [line[0] for line in lines[8:11]] == ["two.py"] * 3
    assert lines[12:14] == [["disqualified", "why"], lines[13]]
    assert lines[13][:3] == ["half.py", "answers", "7.5"]


@pytest.mark.slow
def test_json_and_csv_also_from_the_tournament(folder):
    facts = json.loads(ask("pigcore", "contest", "strategies", *GAME, "--json", cwd=folder).stdout)
    assert facts["game"] == pigcore.Hog.fa13(12).as_dict()
    assert [row["strategy"] for row in facts["rows"]] == ["four.py", "two.py"]
    assert [*facts["disqualified"]] == ["half.py"]
    words = ("tournament", "hog:fa13", "strategies", "--goal", 12)
    assert json.loads(ask("pigcore", *words, "--json", cwd=folder).stdout) == facts
    rows = list(csv.DictReader(io.StringIO(ask("pigcore", *words, "--csv", cwd=folder).stdout)))
    assert [row["rank"] for row in rows] == ["1", "2", ""]
    assert rows[2]["disqualified"].startswith("answers 7.5 at own 0, opp 0")
    assert {(row["game"], row["goal"]) for row in rows} == {("Hog fa13", "12")}


def test_a_table_of_pairs_that_is_too_wide_is_left_out():
    rules = ["hold:1", "hold:2", "hold:3", "hold:4", "hold:5"]
    narrow = ask("pigcore", "tournament", "pig", *rules, "--goal", 6).stdout
    assert narrow.splitlines()[0].split() == ["rank", "policy", "wins", "rate"]
    assert narrow.endswith("\nevery pair: --csv or --json\n")
    wide = ask("pigcore", "tournament", "pig", *rules, "--goal", 6, env={"COLUMNS": "100"}).stdout
    assert wide.splitlines()[0].count("v. hold:") == 5
    assert narrow.splitlines()[1] == wide.splitlines()[1][: len(narrow.splitlines()[1])]


def test_who_makes_no_mistake_has_none_listed(folder):
    ask("pigcore", "policy", "hog:fa13", "optimal", "--goal", 12, "-o", "best.py", cwd=folder)
    done = ask("pigcore", "contest", "best.py", *GAME, cwd=folder)
    assert (done.returncode, done.stderr) == (0, "")
    assert "no mistakes: each plays as well as can be" in done.stdout
