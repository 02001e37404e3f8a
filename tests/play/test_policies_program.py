"""Policies as programs: run away from pigcore over all states, they answer as the policies do."""

import json
import subprocess
import sys

import numpy as np
import pytest

import pigcore
from pigcore import BUST, Race, Turn, gain
from pigcore.games import FileError, RuleError, SizeError
from pigcore.games.scoring import faces_of
from pigcore.play.policies import module_of
from pigcore.play.policies.race.dice import throws_of
from pigcore.play.policies.race.plans import choosing

RUN = """
import json, sys
sys.path.insert(0, ".")
from best import final_strategy
assert not [name for name in sys.modules if name.startswith(("pigcore", "numpy"))]
def known(part):
    return tuple(map(known, part)) if isinstance(part, list) else part
print(json.dumps([final_strategy(*map(known, state)) for state in json.load(sys.stdin)]))
"""


def dared(left):
    """A turn of two modes, words in their place, with throws that leave a choice."""
    if left == "calm":
        return {(gain(1, "calm"), gain(3, "bold")): 2, gain(2, "calm"): 3, BUST: 1}
    return {(gain(5, "bold"), gain(1, "calm")): 2, BUST: 2}


DARED = Race(Turn(dared, "calm"), goal=15, name="Dared")
TUPLES = Race(
    Turn(lambda n: {gain(2, (1,)): 3, BUST: 1} if n == (0,) else {gain(1, (0,)): 1, BUST: 1}, (0,)),
    goal=11,
)
CASES = {
    "pig": (pigcore.Pig(30), "optimal"),
    "coached": (pigcore.Pig(30), "hold:9 unless opp>=22 then hold:goal"),
    "three players": (pigcore.Pig(9, players=3), "optimal"),
    "tuples": (TUPLES, "optimal"),
    "hog": (pigcore.Hog.fa24(30), "optimal"),
    "hog rule": (pigcore.Hog.fa13(30), "free:4:5"),
    "hog exchanges": (pigcore.Hog.fa13_hijinks(20), "optimal"),
}
DICE = {
    "dice": (pigcore.Farkle.minimal(200), "bank:50,100,150,150,200/best-turn"),
    "most points": (pigcore.Farkle.minimal(200), "bank:150/most-points"),
    "most dice": (pigcore.Farkle.minimal(200), "bank:100/most-dice unless opp>=100 then bank:goal"),
    "best play": (pigcore.Farkle.minimal(200, opening=100), "optimal"),
}


def written(game, policy, folder):
    """The file, alone in its folder."""
    folder.mkdir(exist_ok=True)
    path = folder / "best.py"
    pigcore.save_policy(path, game, policy)
    assert path.stat().st_size <= 100_000
    return path


def away(path, states):
    """What the program answers, run by itself."""
    done = subprocess.run(
        [sys.executable, "-I", "-c", RUN], cwd=path.parent, input=json.dumps(states),
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def all_states(game, table):
    """Every state in which something is answered, with the answer."""
    for place in np.argwhere(table.entries >= 0).tolist():
        answer = table.actions[table.entries[tuple(place)]]
        if game.family == "hog":
            yield place, answer
            continue
        *scores, last = place if len(place) > game.players + 1 else (*place, None)
        state = [score * game.unit for score in scores]
        if last is not None:
            dice = hasattr(game.turn.source, "scoring")
            if not dice and last >= len(game.modes):
                one = choosing(game)[last - len(game.modes)]
                yield [*state, game.modes[one.mode], one.options], answer
                continue
            state.append(faces_of(throws_of(game)[last][1]) if dice else game.modes[last])
        yield state, str(answer) if not isinstance(answer, int) else answer


def check(game, policy, folder, each=1):
    """All answers, or one in so many, are those of the policy, and pigcore plays it as that."""
    found = pigcore.parse_policy(game, policy)
    path = written(game, found, folder)
    table = module_of(game).tabulated(game, found)
    states, answers = zip(*[*all_states(game, table)][::each])
    assert away(path, states) == list(answers)
    again = module_of(game).tabulated(game, pigcore.parse_policy(game, str(path))).entries
    known = again >= 0  # a function is asked which option it takes only where it throws
    assert known.any()
    np.testing.assert_array_equal(again[known], table.entries[known])
    assert getattr(game, "chooses", False) or known.sum() == (table.entries >= 0).sum()
    return path


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES)
def test_programs_answer_as_policies_do(case, tmp_path):
    check(*CASES[case], tmp_path / "empty")


@pytest.mark.slow
@pytest.mark.parametrize(
    "case",
    [pytest.param(one, marks=[pytest.mark.nightly] * (one != "best play")) for one in DICE],
)
def test_programs_set_dice_aside_as_policies_do(case, tmp_path):
    check(*DICE[case], tmp_path / "empty")


@pytest.mark.slow
@pytest.mark.parametrize("policy", ["optimal", "hold:4/best-turn"])
def test_programs_take_options_as_policies_do(policy, tmp_path):
    path = check(DARED, policy, tmp_path / "empty")
    states = [[0, 0, 1, "calm", [[3, "bold"], [1, "calm"]]], [0, 0, 2, "calm", [[2, "calm"]]]]
    assert set(away(path, states)) <= {0, 1}
    assert away(path, states)[1] == 0


def test_a_program_says_what_it_is(tmp_path):
    path = written(pigcore.Hog.fa13(20), pigcore.free_roll(4, 5), tmp_path / "empty")
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
    pigcore.save_policy(path, pigcore.Pig(10), "hold:5")  # one program in place of another
    exec(compile(path.read_text(), "best.py", "exec"), space)
    assert [space["final_strategy"](0, 0, total) for total in (0, 4, 5)] == ["roll", "roll", "hold"]


def test_refusals(tmp_path):
    path = tmp_path / "best.py"
    for game, policy, why in (
        (pigcore.Pig(10), "roll-times:2", "counts the throws of its turn"),
        (pigcore.Pig(10), "random", "to chance, but a program"),
        (pigcore.Hog.fa13(10), "random", "to chance, but a program"),
        (pigcore.Farkle.minimal(500), "random", "share the function itself"),
        (pigcore.Farkle.minimal(500, last_turn=True), "bank:200", "has a last turn"),
        (pigcore.Duel(), "hold:20", "there are no programs of policies of Duel"),
    ):
        with pytest.raises(RuleError, match=why):
            pigcore.save_policy(path, game, policy)
    assert not path.exists()
    path.write_text("print('mine')\n")
    with pytest.raises(FileError, match="already exists"):
        pigcore.save_policy(path, pigcore.Pig(10), "hold:5")
    assert path.read_text() == "print('mine')\n"


@pytest.mark.slow
def test_what_is_too_large_is_refused(tmp_path):
    with pytest.raises(SizeError, match="but may have 100,000: choose a smaller goal"):
        pigcore.save_policy(tmp_path / "best.py", pigcore.Farkle.minimal(4000), "optimal")


@pytest.mark.slow
def test_a_last_turn_is_played_best(tmp_path):
    game = pigcore.Race(pigcore.Roll.die(6), 20, last_turn=True)
    path = check(game, "hold:8", tmp_path / "empty")
    assert away(path, [[5, 22, 17], [5, 22, 18]]) == ["roll", "hold"]
