"""Policies in files: lists of answers, solutions, and programs of Hog, run away from pigcore."""

import json
import subprocess
import sys

import numpy as np
import pytest

import pigcore
from pigcore.games import FileError, PigcoreError, RuleError
from pigcore.play.policies.hog import plan_of
from pigcore.solvers.hog.arrays import by_score

PIG, HOG = pigcore.Pig(12), pigcore.Hog.fa13(12)
DUEL = pigcore.Duel(holds=(2, 15, 20))


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
    assert np.array_equal(loaded.starts, pigcore.solve(PIG).starts)
    with pytest.raises(
        RuleError, match="is a solution of Pig, which says nothing about Duel: give o"
    ):
        pigcore.load_policy(tmp_path / "pig.npz", DUEL)
    composed = f"hold:5 unless own>=4 then {tmp_path / 'pig.npz'}"
    policy = pigcore.parse_policy(PIG, composed)
    assert policy(5, 0, 6) == pigcore.solve(PIG).policy(5, 0, 6)


@pytest.mark.parametrize("text", ["", "{}", '"hold:20"', "[" * 10000])
def test_what_is_no_list_of_answers(text, tmp_path):
    (tmp_path / "a.json").write_text(text)
    with pytest.raises(FileError, match="a.json is no policy: give a list for each own score"):
        pigcore.load_policy(tmp_path / "a.json", PIG)


# --- programs of Hog -----------------------------------------------------------------------------

RUN = """
import json, sys
sys.path.insert(0, ".")
from best import final_strategy
assert not [name for name in sys.modules if name.startswith(("pigcore", "numpy"))]
print(json.dumps([final_strategy(*state) for state in json.load(sys.stdin)]))
"""
CASES = {
    "best play": (pigcore.Hog.fa24(30), "optimal"),
    "rule": (pigcore.Hog.fa13(30), "free:4:5"),
    "exchanges": (pigcore.Hog.fa13_hijinks(20), "optimal"),
}


def check(game, policy, folder):
    """All answers of the file, alone in its folder, are the policy's; pigcore plays it as that."""
    path = folder / "best.py"
    pigcore.save_policy(path, game, policy)
    table = by_score(plan_of(game, policy).table, game)
    states = np.argwhere(table > -2).tolist()
    done = subprocess.run(
        [sys.executable, "-I", "-c", RUN], cwd=folder, input=json.dumps(states),
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == table.ravel().tolist()
    again = plan_of(game, pigcore.parse_policy(game, str(path))).table
    np.testing.assert_array_equal(by_score(again, game), table)


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES)
def test_programs_answer_as_policies_do(case, tmp_path):
    game, policy = CASES[case]
    check(game, pigcore.parse_policy(game, policy), tmp_path)


def test_a_program_says_what_it_is(tmp_path):
    path = tmp_path / "best.py"
    pigcore.save_policy(path, pigcore.Hog.fa13(20), pigcore.free_roll(4, 5))
    text = path.read_text()
    assert text.startswith("# A policy written by pigcore ")
    assert '"""Roll 4 dice, but 0 where that gains at least 5 points on the opponent.' in text
    assert "def final_strategy(score, opponent_score):" in text
    space = {}
    exec(compile(text, "best.py", "exec"), space)
    assert "Say how many dice to roll" in space["final_strategy"].__doc__
    assert "Hog" in space["__doc__"]
    for scores in ((20, 0), (0, -1)):
        with pytest.raises(ValueError, match="must be from 0 to 19"):
            space["final_strategy"](*scores)
    pigcore.save_policy(path, pigcore.Hog.fa13(10), "always:5")  # one program in place of another
    exec(compile(path.read_text(), "best.py", "exec"), space)
    assert space["final_strategy"](0, 9) == 5


def test_refusals(tmp_path):
    path, dice = tmp_path / "best.py", np.random.default_rng(1)
    for game, policy, why in (
        (
            pigcore.Pig(10),
            "hold:5",
            "is saved as a program, but the game is Pig: keep its text, or",
        ),
        (pigcore.Hog.fa13(10), "random", "to chance, but a program"),
        (pigcore.Hog.fa13(250), dice.integers(1, 7, (250, 250)), "have 100,000: choose a smaller"),
    ):
        with pytest.raises(PigcoreError, match=why):
            pigcore.save_policy(path, game, policy)
    with pytest.raises(FileError, match="a.txt is to hold a program, but must end in .py"):
        pigcore.save_policy(tmp_path / "a.txt", pigcore.Hog.fa13(10), "always:5")
    assert not path.exists()
    path.write_text("print('mine')\n")
    with pytest.raises(FileError, match="already exists"):
        pigcore.save_policy(path, pigcore.Hog.fa13(10), "always:5")
    assert path.read_text() == "print('mine')\n"
