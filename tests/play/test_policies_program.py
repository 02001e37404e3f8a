"""Policies of Hog as programs: run away from pigcore in all states, they answer as policies do."""

import json
import subprocess
import sys

import numpy as np
import pytest

import pigcore
from pigcore.games import FileError, RuleError, SizeError
from pigcore.play.policies.hog import plan_of
from pigcore.solvers.hog.arrays import by_score

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
    table = by_score(plan_of(game, policy))
    states = np.argwhere(table > -2).tolist()
    done = subprocess.run(
        [sys.executable, "-I", "-c", RUN], cwd=folder, input=json.dumps(states),
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == table.ravel().tolist()
    again = plan_of(game, pigcore.parse_policy(game, str(path)))
    np.testing.assert_array_equal(by_score(again), table)


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES)
def test_programs_answer_as_policies_do(case, tmp_path):
    game, policy = CASES[case]
    check(game, pigcore.parse_policy(game, policy), tmp_path)


def test_what_is_large_is_refused(tmp_path):
    game, chances = pigcore.Hog.fa13(250), np.random.default_rng(1)
    with pytest.raises(SizeError, match="but may have 100,000: choose a smaller goal"):
        pigcore.save_policy(tmp_path / "best.py", game, chances.integers(1, 7, (250, 250)))


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
    path = tmp_path / "best.py"
    for game, policy, why in (
        (pigcore.Pig(10), "hold:5", "but the game is Pig: write a function of your own"),
        (pigcore.Hog.fa13(10), "random", "to chance, but a program"),
        (pigcore.Duel(), "hold:20", "holds a policy of Hog, but the game is Duel"),
    ):
        with pytest.raises(RuleError, match=why):
            pigcore.save_policy(path, game, policy)
    assert not path.exists()
    path.write_text("print('mine')\n")
    with pytest.raises(FileError, match="already exists"):
        pigcore.save_policy(path, pigcore.Hog.fa13(10), "always:5")
    assert path.read_text() == "print('mine')\n"
