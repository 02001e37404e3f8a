"""``pigcore sensitivity``."""

import json

import pytest
from support.commands import ask

import pigcore


def test_derivatives_in_words_and_as_json():
    done = ask("pigcore", "sensitivity", "pig", "--digits", "12")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith(
        "first player wins  0.530592725274\n"
        "\n"
        "outcome  chance          derivative\n"
        "2        0.166666666667  0.009699459511\n"
        "3        0.166666666667  0.014847061824\n"
        "4        0.166666666667  0.020143363222\n"
        "5        0.166666666667  0.025558105549\n"
        "6        0.166666666667  0.031050403449\n"
        "bust     0.166666666667  -0.101298393554\n"
    )
    facts = json.loads(ask("pigcore", "sensitivity", "pig", "--goal", 20, "--json").stdout)
    assert facts == pigcore.sensitivity(pigcore.Pig(20)).as_dict()


def test_both_sides_are_shown_where_a_tie_parts_them(tmp_path):
    (tmp_path / "tied.toml").write_text(
        'goal = 5\nconsolation = 1\n[roll]\nbust = "1/2"\n[roll.gains]\n2 = "1/3"\n3 = "1/6"\n'
    )
    said = ask("pigcore", "sensitivity", "tied.toml", cwd=tmp_path).stdout
    assert "outcome  chance    derivative  below" in said
    assert said.endswith("tied as far as double precision can tell: 2 decisions in play\n")


@pytest.mark.slow
def test_the_posterior_is_kept_and_resumed(tmp_path):
    words = ("sensitivity", "pass-the-pigs:kern", "--goal", 50, "--posterior", "--draws", 6)
    words += ("--seed", 2, "--workers", 2, "-o", "pigs.npz")
    first = ask("pigcore", *words, cwd=tmp_path)
    assert (first.returncode, first.stderr) == (0, "")
    assert "\nthrows recorded    6,000\ndraws              6\n" in first.stdout
    found = pigcore.posterior(pigcore.PassThePigs.kern(50), draws=6, seed=2)
    assert f"stable decisions   {found.stable_states:,} of {found.states:,}\n" in first.stdout
    again = ask("pigcore", *words, "--json", cwd=tmp_path)
    assert json.loads(again.stdout) == found.as_dict()
