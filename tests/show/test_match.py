"""``pigcore match``, ``reply``, ``loss`` and ``tournament``."""

import json
import re

import pytest
from support.commands import ask, refused

import pigcore

PIG = pigcore.Pig(30)


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


def test_a_match_as_json():
    words = ("--goal", "30", "--start", "10", "0", "--json")
    found = json.loads(printed("match", "pig", "hold:9", "roll-times:3", "--lengths", *words))
    match = pigcore.match(PIG, pigcore.hold_at(9), pigcore.roll_times(3), start=(10, 0))
    assert found["game"] == PIG.as_dict()
    assert found["policies"] == ["hold:9", "roll-times:3"]
    assert found["start"] == [10, 0]
    assert found["length"].pop("chances") == match.lengths.chances.tolist()
    assert {name: found[name] for name in match.as_dict()} == match.as_dict()
    duel = json.loads(printed("match", "duel", "hold:20", "hold:25", "--json"))
    assert {"win", "draw", "lose"} < set(duel)


def test_replies():
    found = json.loads(printed("reply", "pig", "hold:9", "--goal", "30", "--json", "--count", "2"))
    reply = pigcore.best_response(PIG, pigcore.hold_at(9))
    assert found["first"] == reply.first
    assert found["deviations"] == [one._asdict() for one in reply.deviations(2)]
    text = printed("reply", "pig", "hold:9", "--goal", "30", "--count", "1")
    heading, row = text.splitlines()[-2:]
    assert heading.split() == ["state", "reply", "best", "play", "gain", "visits"]
    deviation = reply.deviations(1)[0]
    words = (deviation.state, deviation.reply, deviation.optimal)
    numbers = (f"{deviation.gain:.4g}", f"{deviation.visits:.4g}")
    assert re.split("  +", row) == [*words, *numbers]


def test_losses():
    found = json.loads(printed("coach", "pig", "hold:9", "--goal", "30", "--json", "--count", "2"))
    loss = pigcore.loss(PIG, pigcore.hold_at(9))
    assert (found["average"], found["exploitability"]) == (loss.average, loss.exploitability)
    state = loss.mistakes(1)[0].state
    assert found["mistakes"][0]["state"] == dict(zip(("own", "opp", "total"), state))
    assert PIG.spell(state) in printed("coach", "pig", "hold:9", "--goal", "30")


def test_tournaments():
    words = ("pig", "hold:9", "hold:12", "random", "--goal", "30")
    found = json.loads(printed("tournament", *words, "--json"))
    policies = [pigcore.hold_at(9), pigcore.hold_at(12), pigcore.random_play()]
    tournament = pigcore.tournament(PIG, policies)
    assert {name: found[name] for name in tournament.as_dict()} == tournament.as_dict()
    assert printed("tournament", *words, "--csv") == tournament.to_csv()
    lines = printed("tournament", *words).splitlines()
    assert lines[-1].split()[:3] == ["3", "random", "0"]


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
