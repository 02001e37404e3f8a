"""The equilibrium in fractions: any antisymmetric game, unique or not, from any proposal."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.duels import hold, payoff

import pigcore
from pigcore.games import Duel, Roll
from pigcore.solvers.duel import exact, solver
from pigcore.solvers.duel.turns import Turns


@pytest.fixture(scope="module")
def pig():
    return pigcore.solve(Duel(holds=range(2, 41)))


class Matrix:
    """Stands for Turns: hold n is row n of an antisymmetric matrix."""

    def __init__(self, rows):
        self.rows = [[Fraction(x) for x in row] for row in rows]
        assert all(
            a == -b for row, col in zip(self.rows, zip(*self.rows)) for a, b in zip(row, col)
        )

    def scores(self, hold):
        return {hold: Fraction(1)}

    def payoff(self, first, second):
        return sum(p * q * self.rows[a][b] for a, p in first.items() for b, q in second.items())


ROCK_PAPER_SCISSORS = [[0, -1, 1], [1, 0, -1], [-1, 1, 0]]
NOTHING_MATTERS = [[0] * 3] * 3
A_DRAW_AT_THE_TOP = [[0, 0, 1], [0, 0, 1], [-1, -1, 0]]
TWO_PAPERS = [[0, -1, 1, -1], [1, 0, -1, 0], [-1, 1, 0, 1], [1, 0, -1, 0]]


@pytest.mark.parametrize(
    ("rows", "unique"),
    [
        (ROCK_PAPER_SCISSORS, True),
        (NOTHING_MATTERS, False),
        (A_DRAW_AT_THE_TOP, False),
        (TWO_PAPERS, False),
        ([[0]], True),
        ([[0, 1], [-1, 0]], True),
        # The first beats nobody and nobody beats it: any mixture with the cycle is as good.
        ([[0, 0, 0, 0], *([0, *row] for row in ROCK_PAPER_SCISSORS)], False),
        # Five in a cycle, each beating the two before it.
        ([[(0, 1, 1, -1, -1)[(a - b) % 5] for b in range(5)] for a in range(5)], True),
    ],
)
@pytest.mark.parametrize("proposal", ["none", "first", "all"])
def test_uniqueness_is_proved_or_disproved(rows, unique, proposal):
    turns, holds = Matrix(rows), range(len(rows))
    support = {"none": [], "first": [0], "all": holds}[proposal]
    found = exact.equilibrium(turns, holds, support)
    assert found.unique is unique
    assert found == exact.judge(turns, holds, found.weights)
    if not unique:
        again = exact.judge(turns, holds, found.other)
        assert found.other != found.weights
        assert again is not None
        assert not again.unique


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(st.data(), st.integers(1, 6))
def test_any_antisymmetric_game_is_solved_from_any_proposal(data, size):
    rows = [[0] * size for _ in range(size)]
    for a in range(size):
        for b in range(a):
            rows[a][b] = data.draw(st.integers(-2, 2))
            rows[b][a] = -rows[a][b]
    turns, holds = Matrix(rows), range(size)
    first = exact.equilibrium(turns, holds, data.draw(st.sets(st.sampled_from(holds))))
    second = exact.equilibrium(turns, holds, holds)
    assert first.unique == second.unique
    if first.unique:
        assert first.weights == second.weights
    assert min(first.slack.values()) >= 0


@pytest.mark.parametrize(
    ("roll", "holds"),
    [
        # Hold at 2 is a single roll; hold at 3 wins as often as it loses against it.
        (Roll({2: "1/4", 3: "1/4"}, bust="1/2"), (1, 3)),
        (Roll({1: "2/5", 3: "1/5"}, bust="2/5"), (1, 2, 3)),
    ],
)
def test_duels_with_several_optimal_mixtures(roll, holds):
    duel = pigcore.solve(Duel(roll, holds))
    assert not duel.unique
    assert payoff(hold(roll, holds[0]), hold(roll, holds[1])) == 0
    assert "an optimal mixture" in repr(duel)


@pytest.mark.slow
def test_a_wrong_proposal_of_the_linear_program_is_repaired(monkeypatch):
    right = pigcore.solve(Duel(holds=range(2, 27)))
    for proposal in (lambda payoffs: np.zeros(len(payoffs)), lambda payoffs: np.eye(25)[7]):
        monkeypatch.setattr(solver, "mixture", proposal)
        assert pigcore.solve(right.game).exact == right.exact


def test_judge_refuses_what_is_not_optimal(pig):
    turns = Turns(pig.game, exact=True)
    half = Fraction(1, 2)
    for weights in ({2: Fraction(1)}, {2: half}, {2: half, 41: half}, {2: 1 + half, 21: -half}):
        assert exact.judge(turns, pig.game.holds, weights) is None
