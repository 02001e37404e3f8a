"""The race solver: published figures, exact references over generated games, invariants."""

import warnings
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.generated import rolled, some
from support.slow import values_of

import pigcore
from pigcore.games import Race, Roll
from pigcore.solvers.race.anderson import Anderson


def solved(game):
    with warnings.catch_warnings():  # of wipes that hardly anybody escapes
        warnings.simplefilter("ignore", pigcore.ConvergenceWarning)
        return pigcore.solve(game)


@pytest.fixture(scope="module")
def contest():
    return pigcore.solve(pigcore.HoldOrContinue())


# --- published figures --------------------------------------------------------------------------


def test_hold_or_continue_calls_its_ties_disputed(contest):
    disputed = contest.disputed()
    assert len(disputed) == 2701
    assert {opp for (_, opp, _), *_ in disputed} == {74}
    assert contest.closest(3000, ties=True)[:2701] == disputed
    assert {call.state[1] for call in contest.closest(100)} != {74}
    with pytest.warns(pigcore.DisputedWarning, match="ask pigverify.check"):
        contest.decide(10, 74, 5)


def test_piglet_to_50_has_margins_that_doubles_cannot_decide():
    piglet = pigcore.solve(pigcore.Piglet(50))
    closest = piglet.closest(ties=True)
    assert len(closest) == 10
    assert closest == piglet.disputed()[:10]
    assert closest[0].margin < 1e-15
    assert piglet.advise(*closest[0].state)["disputed"]
    with pytest.warns(pigcore.DisputedWarning):
        piglet.decide(*closest[0].state)


# --- generated games against the fractions ------------------------------------------------------


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(some(rolled), st.sampled_from(["sweep", "pairs", "rounds"]))
def test_the_methods_of_the_literature_agree(game, method):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        other = pigcore.solve(game, method=method, tolerance=1e-13, max_iterations=3000)
    if other.converged:
        # A contraction by q leaves an error of up to the last change times q / (1 - q).
        assert other.starts == pytest.approx(pigcore.solve(game).starts, abs=1e-7)


# --- invariants ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("gains", "bust", "goal"),
    [
        ({2: 1, 5: 1, 17: 4}, 4, 44),
        ({3: 1, 10: 3, 16: 12}, 104, 58),
        ({4: 2, 7: 52, 46: 5}, 5, 40),
        ({5: 2, 8: 1, 10: 4, 42: 19}, 192, 31),
        ({1: 1, 11: 46, 18: 88}, 3, 30),
        ({1: 1}, 179, 58),
    ],
)
def test_pairs_on_which_both_players_policies_chase_each_other(gains, bust, goal):
    # Changing all decisions of a pair at once cycles here; see kernels/cells.pyx. It goes on by
    # turns as soon as a step does not shrink, which takes the longer the more of them shrink first.
    solution = pigcore.solve(Race(Roll(gains, bust), goal, "exact"))
    assert solution.converged
    assert len(solution.history) <= 15
    assert solution.residual <= 1e-14


@pytest.mark.slow
@pytest.mark.parametrize("digits", [3, 9, 13, 16, 30])
def test_a_bust_may_be_nearly_certain(digits):
    # 1 - q and f(x) - x are all that matters then; the residual alone would tell nothing.
    rare = Fraction(1, 10**digits)
    for target in ("at_least", "exact"):
        game = Race(Roll({1: 3 * rare, 3: 3 * rare, 7: 8 * rare}, 1 - 14 * rare), 4, target)
        exact, solution = values_of(game), pigcore.solve(game)
        for (own, opp), value in exact.items():
            assert solution.starts[own, opp] == pytest.approx(float(value), abs=2e-15)


def test_heavy_wipes_converge():
    heavy = Race(Roll({1: 1}, wipe=1), 12)
    solution = pigcore.solve(heavy)
    assert solution.converged
    assert solution.residual < 1e-14
    assert len(solution.history) < 50


# --- what is answered -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "won"),
    [
        (pigcore.Pig(), (60, 3, 40)),
        (pigcore.Pig(), (99, 0, 8)),
        (pigcore.HoldOrContinue(), (70, 0, 5)),
    ],
)
def test_where_the_total_reaches_the_goal_one_holds_and_has_won(game, won):
    solution = pigcore.solve(game)
    assert solution.decide(*won) == solution.policy(*won) == "hold"
    assert solution.win(*won) == 1
    assert solution.best(*won) == ("hold",)
    assert solution.payoffs(*won) == {"hold": 1.0}
    assert solution.advise(*won)["payoffs"] == [
        {"action": "hold", "worth": 1.0, "bust": 0.0, "points": won[2], "at_once": 0.0}
    ]


def test_a_bust_may_win_by_far():
    solution = pigcore.solve(Race(Roll.die(6), 18, consolation=13))
    assert solution.thresholds()[:5, 0].tolist() == [18, 17, 16, 15, 14]
    payoffs = solution.payoffs(11, 0, 2)
    assert payoffs == pytest.approx({"roll": 1, "hold": 1 - solution.win(0, 13)}, abs=1e-14)


# --- parts --------------------------------------------------------------------------------------


def test_anderson_solves_an_affine_map_in_its_dimension():
    rng = np.random.default_rng(5)
    matrix = rng.random((6, 6)) / 7
    offset = rng.random(6) / 10
    mix, x = Anderson(np.zeros(6)), np.zeros(6)
    for _ in range(9):
        x = mix(matrix @ x + offset)
    assert x == pytest.approx(np.linalg.solve(np.eye(6) - matrix, offset), abs=1e-10)
