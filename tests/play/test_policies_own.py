"""Policies that a user wrote into a file, and what is wrong with them."""

import pickle

import numpy as np
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


def test_a_function_in_a_file(own):
    game = pigcore.Pig(6)
    policy = pigcore.parse_policy(game, f"{own}:strategy")
    assert policy.spec == f"{own}:strategy"
    assert str(policy) == f"do what strategy in {own} says"
    plan_of = module_of(game).rolls_of
    assert np.array_equal(
        plan_of(game, policy),
        plan_of(game, lambda i, j, k: "hold" if k >= 60 // (6 - i) else "roll"),
    )
    assert pickle.loads(pickle.dumps(policy))(0, 0, 10) == "hold"
    four = pigcore.parse_policy(HOG, own)
    assert four.spec == pigcore.parse_policy(HOG, f"{own}:").spec == f"{own}:final_strategy"
    assert pigcore.match(HOG, four, four) == pigcore.match(HOG, *[pigcore.always_roll(4)] * 2)
    odd = pigcore.parse_policy(HIJINKS, f"{own}:parity")
    assert [module_of(HIJINKS).answer(HIJINKS, odd, 3, 4, parity) for parity in (0, 1)] == [0, 1]


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
        ("parity", "parity takes 3: give what is beyond the state a default"),
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
