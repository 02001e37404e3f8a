"""The error bound of a duel: never below the true error of a payoff, and near it."""

from fractions import Fraction

import pytest
from support.duels import hold, payoff

import pigcore
from pigcore.games import Duel, Roll
from pigcore.solvers.duel.bound import bound_of
from pigcore.solvers.duel.turns import Turns

DUELS = {
    "Pig": Duel(holds=range(2, 31)),
    "chances that no double is": Duel(Roll({1: "1/3", 4: "1/7"}, bust="11/21"), range(3, 30)),
    "far apart": Duel(Roll({2: 1, 3: 10**12}, bust=10**11), [3, 4, 9]),
    "alike": Duel(Roll({5: "1/2", 10: "1/10"}, wipe="2/5"), [2, 4, 7, 11, 13]),
}


@pytest.mark.parametrize("name", DUELS)
def test_no_payoff_is_further_from_the_truth_than_the_bound(name):
    game = DUELS[name]
    solution = pigcore.solve(game)
    turns = [hold(game.roll, total) for total in game.holds]
    off = max(
        abs(Fraction(float(solution.matrix[row, column])) - payoff(mine, yours))
        for row, mine in enumerate(turns)
        for column, yours in enumerate(turns)
    )
    assert off <= solution.error_bound <= 100 * max(off, Fraction(1, 10**15))
    assert solution.converged


@pytest.mark.parametrize("name", DUELS)
def test_nothing_gains_more_than_the_bound_against_the_mixture(name):
    solution, roll = pigcore.solve(DUELS[name]), DUELS[name].roll
    gains = [
        sum(
            Fraction(weight) * payoff(hold(roll, reply), hold(roll, total))
            for total, weight in solution.mix.items()
        )
        for reply in solution.game.holds
    ]
    assert max(gains) <= solution.error_bound


def test_the_bound_sees_wrong_chances():
    game = Duel(holds=[10, 20])
    wrong = Turns(game)
    wrong.scores(10)[0] += 1e-6
    assert 2e-6 < bound_of(wrong, Turns(game, exact=True), [[10], [20]]) < 2.1e-6
