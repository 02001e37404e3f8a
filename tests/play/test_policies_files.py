"""Policies in files: tables and texts, saved, loaded and altered."""

import json

import numpy as np
import pytest

import pigcore
from pigcore.games import FileError, PigcoreError, RuleError
from pigcore.play.policies import module_of

PIG, HOG = pigcore.Pig(12), pigcore.Hog.fa13(12)
DUEL = pigcore.Duel(holds=(2, 15, 20))
HIJINKS = pigcore.Hog.fa13_hijinks(8)


@pytest.mark.parametrize(
    ("game", "answers"),
    [
        (HOG, [[(own + opp) % 11 for opp in range(12)] for own in range(12)]),
        (PIG, [["roll" if own < opp else "hold" for opp in range(12)] for own in range(12)]),
    ],
)
def test_lists_of_answers_are_a_policy(game, answers, tmp_path):
    texts = {
        "table.json": json.dumps(answers),
        "table.csv": "\r\n".join(", ".join(map(str, row)) for row in answers) + "\r\n",
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text, newline="")
        table = pigcore.load_policy(tmp_path / name, game)
        assert pigcore.match(game, table, table) == pigcore.match(game, *2 * [np.array(answers)])
    answers[1][2] = answers[1][2] * 11 + 99 if game is HOG else "rol"
    (tmp_path / "wrong.json").write_text(json.dumps(answers))
    with pytest.raises(FileError, match="wrong.json: the policy answers .* at own 1, opp 2"):
        pigcore.load_policy(tmp_path / "wrong.json", game)


def test_a_saved_solution_is_a_policy(tmp_path):
    pigcore.solve(PIG).save(tmp_path / "pig.npz")
    loaded = pigcore.parse_policy(PIG, str(tmp_path / "pig.npz"))
    rolls_of = module_of(PIG).rolls_of
    assert np.array_equal(rolls_of(PIG, loaded), pigcore.solve(PIG).starts)
    with pytest.raises(
        RuleError, match="is a solution of Pig, which says nothing about Duel: give o"
    ):
        pigcore.load_policy(tmp_path / "pig.npz", DUEL)
    composed = f"hold:5 unless own>=4 then {tmp_path / 'pig.npz'}"
    policy = pigcore.parse_policy(PIG, composed)
    assert policy(5, 0, 6) == pigcore.solve(PIG).policy(5, 0, 6)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "is no policy: save one again, or give a list for each own score"),
        ("[1]", "a.json: the policy is"),
        ('{"policy": "hold:20"}', "is no policy"),
        (
            '{"pigcore policy": 2, "policy": "hold:20"}',
            "has the format 2, but this version reads 1",
        ),
        ('{"pigcore policy": 1}', "is altered: it has no text of a policy"),
        ('{"pigcore policy": 1, "policy": 20}', "is altered: it has no text of a policy"),
        ('{"pigcore policy": 1, "policy": "hold:x"}', "the total to hold at is 'x', but must be a"),
        (
            '{"pigcore policy": 1, "policy": "a.py:f"}',
            "the policy 'a.py:f' names a file, which a s",
        ),
        (
            '{"pigcore policy": 1, "policy": "a.json"}',
            "the policy 'a.json' names a file, which a s",
        ),
        (
            '{"pigcore policy": 1, "policy": "hold:2 unless own>3 then a.py:f"}',
            "the policy 'a.py:f' names a file",
        ),
        ("[" * 10000, "is no policy"),
    ],
)
def test_altered_texts(text, message, tmp_path):
    path = tmp_path / "a.json"
    path.write_text(text)
    (tmp_path / "a.py").write_text("raise SystemExit('it was run')")
    with pytest.raises(FileError) as refusal:
        pigcore.load_policy(path, PIG)
    assert message in str(refusal.value)
    assert str(path) in str(refusal.value)
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize(
    ("name", "policy", "message"),
    [
        ("a.txt", pigcore.hold_at(3), "a.txt is to hold a policy, but must end in .json (its text"),
        (
            "a.json",
            lambda own, opp: "hold",
            "a.json cannot hold a policy without a text form: name its file",
        ),
        ("a.json", pigcore.hold_at(np.ones((12, 12), dtype=int)), "has no text form, and is not"),
        ("a.npz", pigcore.hold_at(3), "a.npz is to hold a policy, but must end in .json (its te"),
        ("a.json", pigcore.always_roll(5), "there is no policy 'always' in Pig"),
        ("mine.json", pigcore.hold_at(3), "mine.json already exists and is not a saved policy"),
        ("no/a.json", pigcore.hold_at(3), "no/a.json cannot be written: its folder does not exist"),
    ],
)
def test_what_is_not_saved(name, policy, message, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.json").write_text("[1, 2]")
    with pytest.raises(PigcoreError) as refusal:
        pigcore.save_policy(name, PIG, policy)
    assert message in str(refusal.value)
    assert [path.name for path in tmp_path.iterdir()] == ["mine.json"]
    assert (tmp_path / "mine.json").read_text() == "[1, 2]"
