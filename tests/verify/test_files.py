"""What a proof takes for a solution: a file as pigcore reads it, or arrays as the game declares."""

import math
from types import SimpleNamespace

import numpy as np
import pytest
from pigverify import certify

import pigcore
from pigcore.games import Bag, Duel, FileError, Hog, Pig, Roll

GAMES = [Pig(3), Hog.fa13_hijinks(4), Duel(Roll.die(4), holds=(2, 3)), Bag([1, 0], [0, 1], [0, 0])]


def solution_of(game, arrays):
    return SimpleNamespace(game=game, arrays=lambda: arrays)


each = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.family)


@each
def test_a_file_says_what_its_solution_says(game, tmp_path):
    solution = pigcore.solve(game)
    solution.save(tmp_path / "a.npz")
    assert certify(tmp_path / "a.npz").as_dict() == certify(solution).as_dict()
    lists = {name: array.tolist() for name, array in solution.arrays().items()}
    assert certify(solution_of(game, lists)).as_dict() == certify(solution).as_dict()


@each
@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda a: a[..., :-1] if a.shape[-1] > 1 else a[[0, 0]], "but must be"),
        (lambda a: a.ravel()[0], "but must be"),
        (lambda a: a.astype(int if a.dtype == float else float), "but must be"),
        (lambda a: a.astype(str), "but must be"),
        (lambda a: np.full(a.shape, None), "but must be"),
        (lambda a: a + a.dtype.type(10**9), "but must be between"),
        (lambda a: a * math.nan, "but must be"),
        (lambda a: [[*a.ravel().tolist()], 1], "of no shape"),
        (lambda a: {"a": a}, "but must be"),
        (lambda a: "text" * 1000, "but must be"),
    ],
)
def test_what_is_not_declared_is_refused_in_a_sentence(game, damage, message):
    arrays = pigcore.solve(game).arrays()
    for name, array in arrays.items():
        with pytest.raises(FileError, match=message) as refused:
            certify(solution_of(game, arrays | {name: damage(array)}))
        assert name in str(refused.value)
        assert "\n" not in str(refused.value)
        assert len(str(refused.value)) < 300
        others = {key: one for key, one in arrays.items() if key != name}
        for wrong in (others, arrays | {"more": array}):
            with pytest.raises(FileError, match="the arrays are .*, but a solution of"):
                certify(solution_of(game, wrong))
