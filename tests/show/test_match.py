"""``pigcore match``, ``reply``, ``loss`` and ``tournament``."""

import json

import pytest
from support.commands import ask, refused


def printed(*words):
    done = ask("pigcore", *words)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.slow
def test_a_match_in_words():
    text = printed("match", "pig", "optimal", "hold:20", "--lengths")
    assert "wins moving first   0.571498\n" in text
    assert "turns               19.5296\n" in text
    assert "half end within     19 turns; nine in ten take 11 to 31" in text
    assert "final scores        77.6697 and 76.6538" in text
    assert "cost of mistakes    0 and 0.040906" in text
    assert text.splitlines()[-1].startswith("110   ")
    assert "never ends          0.142192\n" in printed(
        "match", "hold-or-continue", "hold:1", "hold:1"
    )  # fmt: skip


@pytest.mark.nightly
@pytest.mark.slow
def test_a_match_too_long_to_follow_turn_by_turn_still_says_who_wins(tmp_path):
    rules = tmp_path / "long.toml"
    rules.write_text(
        'game = "race"\ngoal = 20\n[roll]\ngains = {1 = "1/100000"}\nbust = "99999/100000"\n'
    )
    said = ask("pigcore", "match", str(rules), "hold:1", "hold:1", "--digits", "12")
    assert (said.returncode, said.stderr) == (0, "")
    assert "wins moving first   0.500000321465\n" in said.stdout
    assert "half end within     too long to follow turn by turn\n" in said.stdout
    facts = json.loads(ask("pigcore", "match", str(rules), "hold:1", "hold:1", "--json").stdout)
    assert facts["length"] is None
    assert facts["first"] + facts["second"] == pytest.approx(1)
    refusal = ask("pigcore", "match", str(rules), "hold:1", "hold:1", "--lengths")
    assert refused(refusal, "pigcore", "too long to follow turn by turn")
