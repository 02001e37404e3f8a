"""A user's script, type-checked against the installed package by mypy and by pyright.

A line that ends in ``# error`` must be found wrong, and no other line.
"""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pigverify
import pytest

import pigcore

pytestmark = pytest.mark.slow

SCRIPT = """
from typing import Any, assert_type

import pigcore
from pigcore.types import BagSolution, Choice, DuelMatch, DuelSolution, HogSolution, Match
from pigcore.types import RaceSolution, Response, Simulation
from pigcore.types import Tournament

pig = pigcore.Pig(goal=100)
s = pigcore.solve(pig)
assert_type(s, RaceSolution)
assert_type(s.game, pigcore.Race)
assert_type(s.value, float)
assert_type(s.win(0, 0), float)
assert_type(s.best(41, 49, 27), tuple[str, ...])
assert_type(s.payoffs(41, 49, 27), dict[str, float])
assert_type(s.decide(41, 49, 27), str)
assert_type(s.policy(41, 49), Any)
assert_type(s.closest(3), list[pigcore.Call])
assert_type(s.starts.shape, tuple[Any, ...])
s.desice(41, 49)  # error
s.win("0", 0)  # error
s.value = 0.5  # error
s.game.goal = 10  # error
s.closest(10, True)  # error
pigcore.sovle(pig)  # error
pigcore.Pig(20).goal = 10  # error
pigcore.Pig(goal="20")  # error
pigcore.solve(pig, tolerence=1e-9)  # error
pigcore.solve(pig, "sweep", tolerance=1e-9, progress=print)

hog = pigcore.solve(pigcore.Hog.fa13())
assert_type(hog, HogSolution)
assert_type(hog.best(31, 80), tuple[int, ...])
hog.decide(31, 80)  # error
duel = pigcore.solve(pigcore.Duel(holds=range(2, 41)))
assert_type(duel, DuelSolution)
assert_type(duel.mix, dict[int, float])
duel.best("20")  # error
bag = pigcore.solve(pigcore.Bag([100, 0], [200, 100], [0, 200]))
assert_type(bag, BagSolution)
assert_type(bag.score, float)
bag.choise(0, 0, 0)  # error
farkle = pigcore.solve(pigcore.Farkle.minimal(goal=500))
assert_type(farkle, RaceSolution)
assert_type(farkle.win(0, 0, 300, 3), float)
farkle.thresholds().shape
choice = farkle.best(0, 0, 0, (1, 1, 5, 3, 2, 4))[0]
assert isinstance(choice, Choice)
assert_type(choice.aside, tuple[Any, ...])
farkle.best(0, 0, 0, "115324", 3.5)  # error
pigcore.Farkle(scoring={1: "x"})  # error
pigcore.solve(pigcore.Farkle.kcd(), strat=0.5)  # error

assert_type(pigcore.game("pig"), pigcore.Game)
assert_type(pigcore.game("pig", pigcore.Race), pigcore.Race)
assert_type(pigcore.game("pig", pigcore.Race, goal=9).goal, int)
assert_type(pigcore.load("f.npz", pigcore.Race).decide(1, 2, 3), str)
assert_type(pigcore.load("f.npz", pigcore.Hog), HogSolution)
assert_type(pigcore.load("f.npz", pigcore.Duel), DuelSolution)
assert_type(pigcore.load("f.npz", pigcore.Bag), BagSolution)
assert_type(pigcore.load("f.npz", pigcore.Race), RaceSolution)
assert_type(pigcore.load("f.npz").summary(), dict[str, Any])
pigcore.load("f.npz").decide(1, 2, 3)  # error
pigcore.load(5)  # error


def of_any_family(game: pigcore.Game, solution: pigcore.Solution[Any, Any]) -> float:
    assert_type(game.check_state(1, 2), tuple[int, ...])
    assert_type(solution.closest(3), list[pigcore.Call])
    game.goal  # error
    return pigcore.solve(game).value


of_any_family(pig, s)
of_any_family(s, pig)  # error


keep_pace = pigcore.keep_pace(base=21, slope=8, end=71, rounding=None)
assert_type(keep_pace(41, 49, 27), str)
assert_type(keep_pace.spec, str)
assert_type(pigcore.hold_at(25).unless("own >= 60", pigcore.hold_at("goal"))(1, 2, 3), Any)
pigcore.keep_pace(bass=21)  # error
pigcore.save_policy("f.json", pig, pigcore.parse_policy(pig, "hold:20"))
five = pigcore.always_roll(5)
assert_type(five(0, 0), Any)
assert_type(pigcore.match(pigcore.Hog.fa13(), hog, five), Match)
assert_type(pigcore.match(pigcore.Duel(), 20, 17), DuelMatch)
party = pigcore.Pig(players=3)
solved = pigcore.solve(party)
assert_type(solved.cell_counts, dict[str, int])
assert_type(pigcore.match(party, pigcore.hold_at(20), (solved, solved)), Match)
assert_type(pigcore.match(pig, five, five, start=(1, 2)).lengths.median, int)
assert_type(pigcore.loss(pig, five).mistakes(3)[0].cost, float)
assert_type(pigcore.tournament(pig, [five, five]).ranks, tuple[int, ...])
tables: Tournament = pigcore.tournament(party, [five, five])
pigcore.match(pig, five, five, (1, 2))  # error
assert_type(pigcore.best_response(pigcore.Duel(), 20), Response)
assert_type(pigcore.simulate(pigcore.Pig(), s, five, games=10), Simulation)
assert_type(pigcore.coach(bag.game, bag).mistakes(1)[0].cost, float)
pigcore.coach(pig, five).found  # error
assert_type(pigcore.coach(pigcore.Duel(), 20).average, float)
assert_type(pigcore.alone(pig, five).turns, float)
record = pigcore.simulate(pig, s, five, games=10, transcripts=1).transcripts[0]
assert_type(pigcore.review(s, record), pigcore.Ledger)
assert_type(pigcore.review(pig, record.as_dict()).costliest()[0].cost, float)
pigcore.review(pig, record).luck = 1.0  # error
pigcore.match(pigcore.Hog.fa13(), hog, five).first = 1.0  # error
assert_type(pigcore.plots.thresholds(s).get_title(), str)
pigcore.plots.section(s, opp=3)
pigcore.plots.sections(s)  # error
pigcore.match(pigcore.Hog.fa13(), hog, five).moving_second  # error
roll: pigcore.Roll = pigcore.Roll.of([(2, "1/2"), (pigcore.BUST, "1/2")])
roll.bust = 0  # error
"""

README = Path(__file__).parent.parent / "README.md"
MARKED = {n for n, line in enumerate(SCRIPT.splitlines(), 1) if line.endswith("# error")}


@pytest.fixture
def script(tmp_path):
    file = tmp_path / "script.py"
    file.write_text(SCRIPT)
    lines = re.findall(r"^(?:>>>|\.\.\.) (.*)$", README.read_text(encoding="utf-8"), re.M)
    (tmp_path / "readme.py").write_text("\n".join([*lines, ""]))
    (tmp_path / "pigverify").symlink_to(Path(pigverify.__file__).parent)
    return file


def run(script, *words):
    """What a tool prints that is run beside the script, where only the installed package is."""
    # An editable install is found by a hook that type checkers do not ask.
    home = Path(pigcore.__file__).parent.parent
    extra = {} if home.name == "site-packages" else {"MYPYPATH": str(home)}
    (script.parent / "pyrightconfig.json").write_text(
        json.dumps({"typeCheckingMode": "strict", "extraPaths": [*extra.values()]})
    )
    return subprocess.run(
        [sys.executable, "-m", *words],
        cwd=script.parent,
        env=os.environ | extra,
        capture_output=True,
        text=True,
        check=False,
    ).stdout


@pytest.mark.nightly
def test_mypy_finds_what_is_wrong_and_nothing_else(script):
    said = run(script, "mypy", "--strict", "--cache-dir", os.devnull, "script.py", "readme.py")
    found = {int(n) for n in re.findall(r"^script\.py:(\d+): error:", said, re.M)}
    assert found == MARKED, said
    assert "readme.py" not in said, said  # what a user writes first


def test_pyright_finds_what_is_wrong_and_nothing_else(script):
    said = run(script, "pyright", "--outputjson", "--pythonpath", sys.executable, "script.py")
    errors = [
        load for load in json.loads(said)["generalDiagnostics"] if load["severity"] == "error"
    ]
    found = {error["range"]["start"]["line"] + 1 for error in errors}
    assert found == MARKED, errors
