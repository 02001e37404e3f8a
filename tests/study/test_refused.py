"""What coach, rules of thumb, regression and contest refuse: one row for each sentence."""

import numpy as np
import pytest
from support.refusals import refuses, rows

import pigcore
from pigcore.study.thumb import Family

PIG, HOG = pigcore.Pig(20), pigcore.Hog.fa13(12)


def thumb(names=("hold",), game=PIG, **more):
    return pigcore.rules_of_thumb(game, names, **more)


def contest(strategies=".", game=HOG, **more):
    return pigcore.contest(game, strategies, **more)


NAMES = {name: getattr(pigcore, name) for name in pigcore.__all__} | {
    "np": np, "thumb": thumb, "contest": contest, "Family": Family, "PIG": PIG,
    "regression": pigcore.decision_regression, "THREE": pigcore.Pig(10, players=3),
    "FARKLE": pigcore.Farkle.minimal(500),
    "own": lambda rule: thumb([Family("f", "a", [[1]], rule)]),
}  # fmt: skip

REFUSED = """
coach(Duel(), 'random', 'random') -> knows best play alone: name no opponent
coach(game('bag'), 'random', 'random') -> knows best play alone: name no opponent
coach(THREE, 'hold:5', 'hold:6') -> has 3 players: leave it out
coach(PIG, 'hold-on:20') -> no policy
coach(Race(Roll.die(3), 4, end='equal_turns', players=3), 'hold:2') -> takes no such

thumb(game=game('bag')) -> no rules of thumb for Bag
thumb(game=Duel()) -> there are no rules of thumb for Duel: give a race of two
thumb(game=THREE) -> there are no rules of thumb for Pig for three:
thumb(game=Race(Roll.die(6), 20, other=Roll.die(8))) -> different turns
thumb(None) -> names is None, but must be families
thumb([]) -> no families are named
thumb(game=FARKLE) -> there is no family of rules 'hold'
thumb([], FARKLE) -> no families are named
thumb(['hodl']) -> there is no family of rules 'hodl': did you mean 'hold'
thumb([7]) -> there is no family of rules 7
thumb(seed=-1) -> seed is -1
thumb(descents=0) -> descents is 0
thumb(executor=7) -> executor is 7
own(lambda a: 20.5) -> the rule is 20.5, but must hold
own(lambda a: random_play()) -> must hold from
own(lambda a: roll_times(4)) -> must hold
Family('f', ['a'], [], hold_at) -> has 1 constants and values for 0
Family('f', ['a'], [[]], hold_at) -> has 1 constants and values for 0
Family('f', ['a', 'b'], [[1]], hold_at) -> has 2 constants and values for 1
Family('f', ['a'], [[1]], 7) -> the rule of 'f' is 7, but must be a function
Family('f', ['a'], [range(10_001)], hold_at) -> has 10001 values: give at most 10000

regression(Hog(), 'cube') -> is not a race
regression(PIG, 'cub') -> there is no reading 'cub': did you mean 'cube'
regression(PIG, [3]) -> there is no reading [3]
regression(PIG, 'states') -> best play always rolls, so there is nothing to regress
regression(PIG, 'cube') -> a linear rule makes every decision as best play does

contest('gone.py') -> gone.py does not exist: give files or folders
contest() -> . has no Python files: give a folder of strategies
contest([]) -> no strategies are given: give files or folders
contest(7) -> strategies are 7, but must be files or folders
contest(['a.txt', 'a.txt']) -> two strategies are called 'a.txt': rename one, or give only one
contest(game=PIG) -> a contest of strategies in files is of Hog, but the game
contest(seconds=0) -> seconds is 0, but must be a number between 0.01 and 3600
contest(memory=5) -> memory is 5, but must be between 16777216 and
contest(workers=-1) -> workers is -1, but must be between 1 and 1024
"""


@pytest.mark.parametrize(("make", "said"), rows(REFUSED))
def test_what_cannot_be_is_refused_in_one_sentence(make, said, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.txt").write_text("")
    with refuses(said):
        eval(make, NAMES)
