"""The kernels of matches: what they refuse, and ends that are rare."""

import numpy as np
import pytest

import pigcore
from pigcore.kernels.chain import Chain, Player
from pigcore.solvers.elimination import Absorbing
from pigcore.solvers.race.arrays import RaceArrays
from pigcore.solvers.race.decided import Rolling
from pigcore.solvers.race.turns import Turns

GAME = pigcore.Pig(5)


def player(**changes):
    turns = Turns.of(GAME, Rolling(np.ones((5, 5, 5), dtype=np.uint8)).turn)
    given = {
        "ends": turns.ends,
        "squares": turns.squares,
        "landing": RaceArrays.of(GAME).landing,
    }
    return Player(**(given | changes))


def chain():
    return Chain(player(), player())


def nodes(*shape):
    return np.zeros(shape or (5, 5))


def column(size=5):
    return np.zeros(size)


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda: player(ends=np.zeros(74)), "ends is (74,), but must be (75,)"),
        (lambda: player(squares=np.zeros((6, 5, 4))), "ends is (75,), but must be (60,)"),
        (lambda: player(squares=np.zeros((5, 5, 5))), "squares is (5, 5, 5), but must be"),
        (lambda: Chain(player()), "1 players do not make a match of 2 to 6"),
        (
            lambda: Chain(player(squares=np.zeros((7, 5, 5))), player()),
            "squares have 7 rows, but 2 players",
        ),
        (lambda: Chain(*[player()] * 3), "the last axis of squares is (5,), but must be (25,)"),
        (lambda: player(landing=np.array([0, 1, 2, 3, 6])), "a bust at 4 lands on 6"),
        (
            lambda: chain().expect((nodes(), nodes(5, 4)), (column(),) * 2, (1, 0), 0),
            "player 1's array is (5, 4), but must be (5, 5)",
        ),
        (
            lambda: chain().visit((nodes(),) * 2, (column(4), column())),
            "player 0's column is (4,), but must be (5,)",
        ),
        (lambda: chain().visit((nodes(),) * 3, (column(),) * 2), "there are not 2 arrays"),
        (lambda: chain().step(2, nodes(), nodes(), column()), "player 2 is none of 2"),
        (lambda: chain().step(0, nodes(), nodes(5, 4), column()), "then is (5, 4)"),
    ],
)
def test_what_does_not_fit_is_refused(ask, message):
    with pytest.raises(ValueError) as refusal:  # noqa: PT011
        ask()
    assert message in str(refusal.value)


def test_nothing_is_made_twice():
    for made in (player(), chain()):
        arguments = (player(), player()) if isinstance(made, Chain) else ()
        with pytest.raises((ValueError, TypeError)):
            made.__init__(*arguments)


def test_elimination_loses_no_digits():
    # Two states that lead to each other, and end once in 1e18 times.
    rare = 1e-18
    found = Absorbing(np.array([[0.0, 1.0], [1.0, 0.0]]), np.array([rare, 0.0]))
    assert found.expected(np.array([rare, 0.0])) == pytest.approx([1.0, 1.0], rel=1e-15)
    assert found.visits(np.array([1.0, 0.0])) == pytest.approx([1 / rare] * 2, rel=1e-15)
