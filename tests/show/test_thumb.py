"""``pigcore thumb``."""

import csv
import json

import pytest
from support.commands import ask

import pigcore


def test_what_to_remember(tmp_path):
    done = ask("pigcore", "thumb", "pig", "hold", "--workers", 2, "-o", "rules.csv", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert "\nhold    1          0.021069  0.031432        *  hold at 25\n" in done.stdout
    assert "\nremember     hold at 25\nas a policy  hold:25\n" in done.stdout
    rows = list(csv.DictReader((tmp_path / "rules.csv").read_text().splitlines()))
    assert [(row["family"], row["constants"]) for row in rows] == [("hold", "total=25")]


@pytest.mark.slow
def test_the_regression():
    words = ("pigcore", "thumb", "hold-or-continue", "--goal", 20, "--regression")
    facts = json.loads(ask(*words, "--json").stdout)
    assert [fit["reading"] for fit in facts["regressions"]] == ["cube", "cube-0", "states"]
    printed = ask(*words).stdout
    fit = pigcore.decision_regression(pigcore.HoldOrContinue(20), "states")
    assert facts["regressions"][2] == fit.as_dict()
    assert f"right                        {fit.right:.6f}" in printed
    assert f"as a rule                    {fit.rule.spec}" in printed


@pytest.mark.slow
def test_what_cannot_be_fitted_is_said():
    words = ("pigcore", "thumb", "pig", "--goal", 20, "--regression")
    assert "In Pig to 20".lower() in ask(*words).stdout.lower()
    facts = json.loads(ask(*words, "--json").stdout)
    assert [fit["reading"] for fit in facts["regressions"]] == ["cube-0"]
    assert [entry["reading"] for entry in facts["refused"]] == ["cube", "states"]
