"""Policies that a user wrote into a file, and what is wrong with them."""

import pickle
import sys

import numpy as np
import pigverify
import pytest
from support.refusals import refuses

import pigcore
from pigcore.games import RuleError
from pigcore.play.policies import module_of

HOG = pigcore.Hog.fa13(12)
HIJINKS = pigcore.Hog.fa13_hijinks(8)


OWN = """
import beside

def strategy(own, opp, total, margin=9):
    return "hold" if total >= beside.least(own) else "roll"

def final_strategy(score, opponent_score):
    return 4

def parity(own, opp, parity):
    return parity

def leave(own, opp):
    raise SystemExit(3)

number = 5
"""


@pytest.fixture
def own(tmp_path):
    (tmp_path / "mine.py").write_text(OWN)
    (tmp_path / "beside.py").write_text("def least(own):\n    return 60 // (6 - own)\n")
    return str(tmp_path / "mine.py")


def test_a_function_is_told_the_mode_that_it_was_given(tmp_path):
    throws = {
        (0, 0): {pigcore.BUST: 1, pigcore.gain(1, (1, 0)): 1},
        (1, 0): {pigcore.BUST: 1, pigcore.gain(2, (1, 0)): 1},
    }
    game = pigcore.Race(pigcore.Turn(throws.get, (0, 0)), 5)
    path = tmp_path / "mine.py"
    path.write_text(
        "def raises(own, opp, points, mode):\n    return 1 // mode[1]\n"
        "def answers(own, opp, points, mode):\n    return 'perhaps'\n"
        "import random\n"
        "def changes(own, opp, points, mode):\n    return random.random() < 0.5\n"
    )
    said = {
        "raises": "raises at own 0, opp 0, points 1, mode (1, 0) raises ZeroDivisionError",
        "answers": "'perhaps' at own 0, opp 0, points 1, mode (1, 0), but",
        "changes": ", mode (1, 0))",
    }
    for name, words in said.items():
        with refuses(words):
            pigcore.match(game, f"{path}:{name}", "optimal")


def test_a_function_in_a_file(own):
    game = pigcore.Pig(6)
    policy = pigcore.parse_policy(game, f"{own}:strategy")
    assert policy.spec == f"{own}:strategy"
    assert str(policy) == f"do what strategy in {own} says"
    module = module_of(game)
    by_hand = lambda i, j, k: "hold" if k >= 60 // (6 - i) else "roll"  # noqa: E731
    here, there = (module.rolls_of(module.plan_of(game, one)) for one in (policy, by_hand))
    assert np.array_equal(here, there)
    assert pickle.loads(pickle.dumps(policy))(0, 0, 10) == "hold"
    four = pigcore.parse_policy(HOG, own)
    assert four.spec == pigcore.parse_policy(HOG, f"{own}:").spec == f"{own}:final_strategy"
    assert pigcore.match(HOG, four, four) == pigcore.match(HOG, *[pigcore.always_roll(4)] * 2)
    odd = pigcore.parse_policy(HIJINKS, f"{own}:parity")
    assert [module_of(HIJINKS).answer(HIJINKS, odd, 3, 4, parity) for parity in (0, 1)] == [0, 1]


CHANCE = """
from __future__ import annotations

import random
from dataclasses import dataclass

import beside

@dataclass
class Limit:
    least: int = random.randrange(10**9)

    def __call__(self, own, opp, total):
        return "hold" if total >= 3 else "roll"

limit, known = Limit(), {}

def drawn(own, opp, total):
    return {"roll": limit.least / 10**9, "hold": 1 - limit.least / 10**9} if total else "roll"

def imported(own, opp, total):
    return {"roll": beside.chance, "hold": 1 - beside.chance}

def remembered(own, opp, total):
    return known.setdefault((own, opp, total), random.choice(["roll", "hold"]))
"""


@pytest.fixture
def chance(tmp_path):
    (tmp_path / "mine.py").write_text(CHANCE)
    (tmp_path / "beside.py").write_text("import random\n\nchance = random.random()\n")
    return str(tmp_path / "mine.py")


@pytest.mark.parametrize("name", ["drawn", "imported", "remembered"])
def test_chance_that_is_drawn_once(name, chance):
    game, text = pigcore.Pig(9), f"{chance}:{name}"
    with refuses("but must not change: answer {action: chance} for chance, draw with a seed "):
        pigcore.match(game, text, pigcore.hold_at(3))
    with refuses(" when it is asked twice ("):
        str(pigcore.alone(game, pigcore.parse_policy(game, text)))
    with refuses(" when it is asked twice ("):
        pigverify.match(game, text, "hold:3")


def test_chance_with_a_seed(chance):
    with open(chance, "w") as file:
        file.write(CHANCE.replace("import beside", "random.seed(7)"))
    game = pigcore.Pig(9)
    found = pigcore.match(game, f"{chance}:drawn", pigcore.hold_at(3))
    assert 0 < found.average < 1
    read = pigcore.parse_policy(game, f"{chance}:drawn")
    with open(chance, "w") as file:  # what has been read before is what is run again
        file.write(OWN)
    assert pigcore.match(game, read, pigcore.hold_at(3)) == found


def test_an_object_of_a_class(chance):
    game = pigcore.Pig(9)
    assert pigcore.match(game, f"{chance}:limit", pigcore.hold_at(3)).average == 0.5
    with refuses("mine.py is a class, but must be a function: write limit = Limit() below it if"):
        pigcore.parse_policy(game, f"{chance}:Limit")


BESIDE = """
{line}
import pigcore

def rule(own, opp, total):
    return "hold" if total >= {least} else "roll"

game = pigcore.Hog(9, max_dice=2, bacon=lambda own, opp: {least})
"""


@pytest.mark.parametrize(
    ("line", "least"),
    [
        ("import beside", "beside.least"),
        ("from beside import least", "least"),
        ("import parts.one", "parts.one.least"),
        ("from parts import one", "one.least"),
        ("import space.two as two", "two.least"),
    ],
)
def test_files_that_import_modules_of_one_name(line, least, tmp_path):
    """Each has its own ones: the second was given the first one's."""
    for total in (3, 5):
        folder = tmp_path / f"hold{total}"
        for part in ("parts", "space"):
            (folder / part).mkdir(parents=True)
        (folder / "beside.py").write_text("from last import least\n")
        (folder / "last.py").write_text(f"least = {total}\n")
        (folder / "parts" / "__init__.py").write_text("import math, random\n")
        (folder / "parts" / "one.py").write_text(f"least = {total}\n")
        (folder / "space" / "two.py").write_text("from last import least\n")
        (folder / "mine.py").write_text(BESIDE.format(line=line, least=least))
    before = [*sys.path]
    game, files = pigcore.Pig(12), [f"{tmp_path}/hold{total}/mine.py" for total in (3, 5)]
    simple = pigcore.match(game, pigcore.hold_at(3), pigcore.hold_at(5))
    assert pigcore.match(game, *[f"{file}:rule" for file in files]) == simple
    hogs = [pigcore.game(f"{file}:game") for file in files]  # whose rules are asked later
    assert [hog.bacon(0, 0) for hog in hogs] == [3, 5]
    assert sys.path == before
    files = [str(getattr(module, "__file__", "")) for module in sys.modules.values()]
    assert not [file for file in files if file.startswith(str(tmp_path))]


def test_modules_beside_a_file_hide_nobody_elses(tmp_path):
    """A folder named as what is installed is no module of the file, nor is what came before."""
    (tmp_path / "numpy").mkdir()
    (tmp_path / "json.py").write_text("least = 1\n")
    (tmp_path / "mine.py").write_text(
        "def rule(own, opp, total):\n"
        "    import json, numpy, numpy.linalg\n"
        "    return 'hold' if numpy.abs(total) >= json.loads('3') else 'roll'\n"
    )
    game = pigcore.Pig(12)
    assert pigcore.match(game, f"{tmp_path}/mine.py:rule", "hold:3").average == 0.5


@pytest.mark.parametrize(
    ("name", "message"),
    [
        (
            "strategy",
            "mine.py, line 5: strategy at own 6, opp 0, total 1 raises ZeroDivisionError: ",
        ),
        ("leave", "mine.py, line 14: leave at own 0, opp 0 raises SystemExit: 3"),
        (
            "number",
            "mine.py has no function 'number': choose one of final_strategy, leave, parity, s",
        ),
        ("strateg", "mine.py has no function 'strateg': did you mean 'strategy'?"),
        ("parity", "parity takes own, opp, parity: let it take these by position"),
    ],
)
def test_what_is_wrong_with_it(own, name, message):
    game = HOG if name == "parity" else pigcore.Pig(8)
    with pytest.raises(RuleError) as refusal:
        module_of(game).check(game, pigcore.parse_policy(game, f"{own}:{name}"))
    assert "\n" not in str(refusal.value)
    assert message in str(refusal.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("def f(:", "mine.py, line 1: the file raises SyntaxError: invalid syntax"),
        ("\nx = 1 / 0", "mine.py, line 2: the file raises ZeroDivisionError: division by zero"),
        ("import sys\nsys.exit()", "mine.py, line 2: the file raises SystemExit"),
        ("raise KeyError('a\\nb')", r"mine.py, line 1: the file raises KeyError: 'a\nb'"),
        ("x = 1", "mine.py has no function 'final_strategy': define it"),
        ("\x00", "mine.py: the file raises "),
    ],
)
def test_a_file_that_fails(text, message, tmp_path):
    (tmp_path / "mine.py").write_text(text)
    with refuses(message, RuleError):
        pigcore.parse_policy(HOG, str(tmp_path / "mine.py"))
