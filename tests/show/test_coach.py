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
