"""``pigcore coach``"""

import json

import pytest
from support.commands import ask

import pigcore


@pytest.mark.slow
def test_a_coaching_in_words():
    done = ask("pigcore", "coach", "pig", "hold:8", "--goal", "30", "--digits", "12")
    assert done.returncode == 0, done.stderr
    found = pigcore.coach(pigcore.Pig(30), "hold:8")
    assert len(found.advice) <= 5
    said = " ".join(done.stdout.split())
    for one in found.advice:
        assert f"{one.share:.0%} {one.words}; mended alone it " in said
        assert f"and wins {one.wins:.12f}" in said
    for edit in found.edits:
        assert edit.policy in said
    assert f"remember {found.remember}" in said
    assert max(map(len, done.stdout.splitlines())) <= 80


def test_a_coaching_as_json():
    done = ask("pigcore", "coach", "hog", "always:5", "always:4", "--goal", "30", "--json")
    found = json.loads(done.stdout)
    coached = pigcore.coach(pigcore.game("hog", goal=30), "always:5", "always:4")
    assert {key: found[key] for key in coached.as_dict()} == json.loads(
        json.dumps(coached.as_dict())
    )
    assert abs(sum(part["cost"] for part in found["parts"]) - found["loss"]) < 1e-12
    assert found["game"]["name"] == "Hog fa13"


@pytest.mark.slow
def test_a_coach_of_a_bag_and_of_a_duel_says_what_is_given_away(tmp_path):
    for game, policy in ("bag", "mix:rock=1/2,paper=1/2"), ("duel", "hold:20"):
        done = ask("pigcore", "coach", game, policy, "--count", "2", "--json")
        said, rules = json.loads(done.stdout), pigcore.game(game)
        found = pigcore.coach(rules, policy)
        assert (said.pop("game"), said.pop("policy")) == (rules.as_dict(), policy)
        assert said.pop("version") == pigcore.__version__
        mistakes = said.pop("mistakes")
        assert said == found.as_dict()
        assert [one["cost"] for one in mistakes] == [one.cost for one in found.mistakes(2)]
    (tmp_path / "dice.csv").write_text("1/3,2/3,0\n0,100,200\n")
    (tmp_path / "mine.py").write_text("def mine(rocks, papers, scissors):\n    return 'scissors'\n")
    said = ask("pigcore", "coach", "dice.csv", "mine.py:mine", cwd=tmp_path).stdout
    assert "loss    0.055556\n" in said
    assert "after 1 rock, 0 papers and 0 scissors" in said
