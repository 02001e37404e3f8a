"""Policies in files: tables and texts, saved, loaded and altered."""

import json
import pickle

import numpy as np
import pytest

import pigcore
from pigcore.games import FileError, PigcoreError, RuleError
from pigcore.play.policies import Table, module_of

PIG, HOG = pigcore.Pig(12), pigcore.Hog.fa13(12)
DUEL = pigcore.Duel(holds=(2, 15, 20))
HIJINKS = pigcore.Hog.fa13_hijinks(8)


def crooked(own, opp, total):
    return {"roll": 0.25, "hold": 0.75} if own > opp else "hold" if total > 3 else "roll"


TABLED = [
    (PIG, pigcore.hold_at(7)),
    (PIG, crooked),
    (PIG, pigcore.solve(PIG)),
    (PIG, np.where(np.indices((12, 12, 12))[2] < 4, "roll", "hold")),
    (HOG, lambda own, opp: (own + opp) % 11),
    (HOG, pigcore.random_play()),
    (HIJINKS, lambda own, opp, parity: -1 if parity else own),
    (HIJINKS, lambda own, opp, parity: {-1: 0.5, opp: 0.5}),
    (DUEL, {2: 0.25, 20: 0.75}),
]


@pytest.mark.parametrize(("game", "policy"), TABLED)
def test_tables_are_saved_and_loaded(game, policy, tmp_path):
    path = tmp_path / "policy.npz"
    pigcore.save_policy(path, game, policy)
    pigcore.save_policy(path, game, policy)  # an old one is replaced
    table = pigcore.load_policy(path, game)
    module = module_of(game)
    assert isinstance(table, Table)
    assert table == module.tabulated(game, policy) == pickle.loads(pickle.dumps(table))
    if game is DUEL:
        assert table() == policy
        assert pigcore.match(DUEL, table, 20) == pigcore.match(DUEL, policy, 20)
        return
    for own in range(0, game.goal, 3):
        for opp in range(0, game.goal, 2):
            for last in range(2 if game is HIJINKS else 6):
                state = (own, opp, last)[: len(game.state_names)]
                assert module.answer(game, table, *state) == module.answer(game, policy, *state)
    if game is PIG:
        assert str(table) == "follow a table of 792 answers"
        assert np.array_equal(
            module.rolls_of(game, table), module.rolls_of(game, module.tabulated(game, policy))
        )
    with pytest.raises(RuleError, match="the table is a policy of .*: tabulate the policy anew"):
        pigcore.load_policy(path, pigcore.Pig(13) if game is PIG else type(game)(13))
    with pytest.raises(RuleError, match="has no text form: save it as a table, in a .npz file"):
        pigcore.save_policy(tmp_path / "table.json", game, table)


@pytest.mark.parametrize(
    ("game", "answers", "named"),
    [
        (HOG, [[(own + opp) % 11 for opp in range(12)] for own in range(12)], "144 answers"),
        (PIG, [["roll" if own < opp else "hold" for opp in range(12)] for own in range(12)], "792"),
    ],
)
def test_lists_of_answers_are_a_policy(game, answers, named, tmp_path):
    texts = {
        "table.json": json.dumps(answers),
        "table.csv": "\r\n".join(", ".join(map(str, row)) for row in answers) + "\r\n",
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text, newline="")
        table = pigcore.load_policy(tmp_path / name, game)
        assert named in str(table)
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


def altered(path, **members):
    """The file with other members; None takes one away."""
    with np.load(path) as data:
        found = dict(data) | {
            name: np.array(member) for name, member in members.items() if member is not None
        }
    for name, member in members.items():
        if member is None:
            del found[name]
    np.savez_compressed(path, **found)


@pytest.mark.parametrize(
    ("members", "message"),
    [
        (
            {"format": "pigcore policy 9"},
            "has the format 'pigcore policy 9', but this version reads",
        ),
        ({"format": None}, "has no text 'format'"),
        ({"rules": "game = 'chess'"}, "is altered: its rules: there is no game 'chess'"),
        ({"rules": "game = 'bag'\n"}, "is altered: "),
        ({"rules": None}, "has no text 'rules'"),
        ({"version": None}, "is altered: it has other members than a policy"),
        ({"more": 1}, "is altered: it has other members than a policy"),
        ({"entries": np.zeros((12, 12), np.int16)}, "its entries are int16 (12, 12), but must be"),
        ({"entries": np.zeros((12, 12, 12), np.int32)}, "its entries are int32 (12, 12, 12), but"),
        (
            {"entries": np.full((12, 12, 12), 2, np.int16)},
            "its entry (0, 0, 0) is 2, which stands f",
        ),
        (
            {"entries": np.full((12, 12, 12), -1, np.int16)},
            "is altered: the policy answers nan at own 0, opp 0, total 1",
        ),
        ({"entries": np.full((12, 12, 12, 2), 0.4)}, "its entry (0, 0, 0) is [0.4, 0.4], which"),
        ({"entries": np.full((12, 12, 12, 2), np.nan)}, "its entry (0, 0, 0) is [nan, nan], which"),
        (
            {"entries": np.zeros((12, 12, 12, 2))},
            "is altered: the policy answers nan at own 0, opp 0, total 1",
        ),
    ],
)
def test_altered_tables(members, message, tmp_path):
    path = tmp_path / "a.npz"
    pigcore.save_policy(path, PIG, pigcore.hold_at(7))
    altered(path, **members)
    with pytest.raises(FileError) as refusal:
        pigcore.load_policy(path, PIG)
    assert message in str(refusal.value)
    assert str(path) in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_truncated_and_pickled_tables(tmp_path):
    path = tmp_path / "a.npz"
    pigcore.save_policy(path, HOG, pigcore.always_roll(4))
    whole = path.read_bytes()
    for length in (0, 100, len(whole) // 2, len(whole) - 1):
        path.write_bytes(whole[:length])
        with pytest.raises(
            FileError, match="a.npz is truncated or is not a policy or a solution th"
        ):
            pigcore.load_policy(path, HOG)
    np.savez(path, format=np.array("pigcore policy 1"), entries=np.array([{}], dtype=object))
    with pytest.raises(FileError, match="a.npz has no text 'rules'"):
        pigcore.load_policy(path, HOG)


@pytest.mark.parametrize(
    ("name", "policy", "message"),
    [
        ("a.txt", pigcore.hold_at(3), "a.txt is to hold a policy, but must end in .json (its text"),
        (
            "a.json",
            lambda own, opp: "hold",
            "a.json cannot hold a policy without a text form: save",
        ),
        (
            "a.json",
            pigcore.hold_at(np.ones((12, 12), dtype=int)),
            "has no text form: save it as a t",
        ),
        ("a.json", pigcore.always_roll(5), "there is no policy 'always' in Pig"),
        ("a.npz", lambda own, opp: "x", "answers 'x' at own 0, opp 0, but must answer"),
        ("mine.json", pigcore.hold_at(3), "mine.json already exists and is not a saved policy"),
        ("mine.npz", pigcore.hold_at(3), "mine.npz already exists and is not a saved policy"),
        ("no/a.json", pigcore.hold_at(3), "no/a.json cannot be written: its folder does not exist"),
    ],
)
def test_what_is_not_saved(name, policy, message, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for mine in ("mine.json", "mine.npz"):
        (tmp_path / mine).write_text("[1, 2]")
    with pytest.raises(PigcoreError) as refusal:
        pigcore.save_policy(name, PIG, policy)
    assert message in str(refusal.value)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["mine.json", "mine.npz"]
    assert (tmp_path / "mine.npz").read_text() == "[1, 2]"
