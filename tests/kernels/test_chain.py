"""The kernels of matches: what they refuse, cycles of memories, and ends that are rare."""

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
    turns = Turns.of(GAME, [Rolling(np.ones((5, 5, 5), dtype=np.uint8)).turn])
    given = {
        "ends": turns.ends, "squares": turns.squares, "after": turns.after,
        "landing": RaceArrays.of(GAME).landing,
    }  # fmt: skip
    return Player(**(given | changes))


def chain():
    return Chain(player(), player())


def nodes(*shape):
    return np.zeros(shape or (1, 1, 5, 5))


def column(size=5):
    return np.zeros((1, 1, size))


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda: player(ends=np.zeros((1, 74))), "ends is (1, 74), but must be (1, 75)"),
        (lambda: player(squares=np.zeros((1, 6, 5, 4))), "ends is (1, 75), but must be (1, 60)"),
        (lambda: player(squares=np.zeros((1, 5, 5, 5))), "squares is (1, 5, 5, 5), but must be"),
        (lambda: Chain(player()), "1 players do not make a match of 2 to 6"),
        (
            lambda: Chain(player(squares=np.zeros((1, 7, 5, 5))), player()),
            "squares have 7 rows, but 2 players",
        ),
        (lambda: Chain(*[player()] * 3), "the last axis of squares is (5,), but must be (25,)"),
        (lambda: player(after=np.array([[0, 1]])), "memory 0 is followed by one that is none of 1"),
        (lambda: player(landing=np.array([0, 1, 2, 3, 6])), "a bust at 4 lands on 6"),
        (
            lambda: Chain(player(), player(after=np.zeros((3, 2), dtype=np.intp))),
            "1 tables do not fit 3 memories against 1",
        ),
        (
            lambda: chain().expect((nodes(), nodes(1, 1, 5, 4)), (column(),) * 2, (1, 0), 0),
            "player 1's array is (1, 1, 5, 4), but must be (1, 1, 5, 5)",
        ),
        (
            lambda: chain().visit((nodes(),) * 2, (column(4), column())),
            "player 0's column is (1, 1, 4), but must be (1, 1, 5)",
        ),
        (lambda: chain().visit((nodes(),) * 3, (column(),) * 2), "there are not 2 arrays"),
        (lambda: chain().step(2, nodes(), nodes(), column()), "player 2 is none of 2"),
        (lambda: chain().step(0, nodes(), nodes(2, 1, 5, 5), column()), "then is (2,"),
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


@pytest.mark.parametrize("after", [[(1, 0), (2, 2), (0, 1)], [(1, 1), (2, 2), (2, 2)]])
def test_cycles_and_trees_of_memories(after):
    """Memories that go round in cycles, or into one, change nothing if play does not see them."""
    game = pigcore.Pig(12)
    table = (np.subtract.outer(*[np.arange(12)] * 2).T < 4).astype(np.uint8)
    plan = np.ascontiguousarray(np.repeat(table[:, :, None], 12, axis=2))
    turn = Rolling(plan).turn
    plain, odd = Turns.of(game, [turn]), Turns.of(game, [turn] * 3, after)
    from pigcore.solvers.race.chain import Chain as Match

    expected = Match(plain, plain)
    for first, second in ((odd, plain), (plain, odd), (odd, odd)):
        found = Match(first, second)
        for player_ in range(2):
            for mover in range(2):
                wins = found.wins(player_)[mover]
                assert wins == pytest.approx(
                    np.broadcast_to(expected.wins(player_)[mover], wins.shape), abs=1e-15
                )
        visits = found.visits(1, 0, 3)
        for mover in range(2):
            assert visits[mover].sum(axis=(0, 1)) == pytest.approx(
                expected.visits(1, 0, 3)[mover][0, 0], abs=1e-14
            )


def test_elimination_loses_no_digits():
    # Two states that lead to each other, and end once in 1e18 times.
    rare = 1e-18
    found = Absorbing(np.array([[0.0, 1.0], [1.0, 0.0]]), np.array([rare, 0.0]))
    assert found.expected(np.array([rare, 0.0])) == pytest.approx([1.0, 1.0], rel=1e-15)
    assert found.visits(np.array([1.0, 0.0])) == pytest.approx([1 / rare] * 2, rel=1e-15)
