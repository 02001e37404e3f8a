"""``pigcore coach``"""

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
