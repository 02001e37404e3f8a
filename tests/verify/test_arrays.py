"""The one check of arrays: every family's declaration, and every way not to keep to it."""

from __future__ import annotations

import math

import numpy as np
import pytest
from pigverify import certify
from pigverify.arrays import checked

from pigcore.games import Bag, Duel, FileError, Hog, Pig, Roll

GAMES = [Pig(3), Hog.fa13_hijinks(4), Duel(Roll.die(4), holds=(2, 3)), Bag([1, 0], [0, 1], [0, 0])]


def table(game):
    """Arrays that the declaration allows."""
    return {
        array.name: np.full(array.shape, array.high, dtype=array.dtype) for array in game.arrays
    }


class Solution:
    def __init__(self, game, arrays):
        self.game, self._arrays = game, arrays

    def arrays(self):
        return self._arrays


each = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.family)


@each
def test_what_is_declared_is_taken(game):
    assert checked(game, table(game)) == {name: one.tolist() for name, one in table(game).items()}


@each
@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda a: a[..., :-1] if a.shape[-1] > 1 else a[[0, 0]], "is of shape"),
        (lambda a: a[None], "is of shape"),
        (lambda a: a.ravel()[0], "is a number, but must be of shape"),
        (lambda a: a.astype(int if a.dtype == float else float), "but must be an? "),
        (lambda a: a.astype(bool), "but must be an? "),
        (lambda a: a.astype(complex), "but must be an? "),
        (lambda a: a.astype(str), "but must be an? "),
        (lambda a: np.full(a.shape, None), "is None, but must be an? "),
        (lambda a: a + 1, "between"),
        (lambda a: a * math.nan, "between"),
        (lambda a: a * math.inf, "between"),
        (lambda a: [[*a.ravel().tolist()], 1], "is of no shape"),
        (lambda a: {"a": a}, "is a number, but must be of shape|is of shape"),
        (lambda a: "text", "is a number, but must be of shape|is of shape"),
    ],
)
def test_what_is_not_declared_is_refused_in_a_sentence(game, damage, message):
    for name, array in table(game).items():
        wrong = table(game) | {name: damage(array)}
        with pytest.raises(FileError, match=message) as refused:
            certify(Solution(game, wrong))
        text = str(refused.value)
        assert name in text
        assert "\n" not in text
        assert len(text) < 300


@each
def test_names_are_those_declared(game):
    arrays = table(game)
    with pytest.raises(FileError, match="the array 'more' is unknown: a solution of"):
        checked(game, arrays | {"more": []})
    for name in arrays:
        with pytest.raises(FileError, match=f"the array '{name}' is missing"):
            checked(game, {key: array for key, array in arrays.items() if key != name})


def test_what_is_shown_of_a_wrong_entry_is_short():
    with pytest.raises(FileError) as refused:
        checked(Pig(1), {"starts": [["x" * 10_000]]})
    assert len(str(refused.value)) < 200
