"""Hog's bound on its errors, and the blocks of totals that play leaves slowly."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pigcore.solvers.hog.blocks import _Block, _Choice
from support import hogs
from support.slow_hogs import InFractions, slow_hog

import pigcore
from pigcore.games import FileError, Hog
from pigcore.games.hog import GAMES
from pigcore.solvers import ConvergenceWarning, files
from pigcore.solvers.hog import blocks, optimum
from pigcore.solvers.hog.arrays import HogArrays, by_parity
from pigcore.solvers.hog.turns import counts

TOP = 700


def one_in_ten_to_the_fourteenth(**rules):
    """Only seven hundreds at once score; with fewer dice the opponent wins."""
    return Hog(
        1,
        7,
        (100, 100),
        pig_out=None,
        points=[lambda points: 1 if points == TOP else 0],
        gift=lambda points, dice: 100 if dice < 7 else 0,
        **rules,
    )


# --- the truth is within the bound ------------------------------------------------------------


def largest_error(solution):
    """By how much the values differ from the truth, as a fraction."""
    states = np.ndindex(solution.starts.shape)
    values = {state: Fraction(float(solution.starts[state])) for state in states}
    truth = InFractions(solution.game, values).values
    return max(abs(truth[state] - values[state]) for state in values)


@pytest.mark.slow
@pytest.mark.parametrize("most", [1, 100_000])
@pytest.mark.parametrize("absurd", [False, True])
@settings(max_examples=20, deadline=None)
@given(seed=st.integers(0, 10**9))
def test_the_bound_holds(absurd, most, seed):
    game = slow_hog(seed, absurd)
    solution = pigcore.solve(game, max_iterations=most)
    if solution._arrays.endless.any():  # whose equations have many solutions
        return
    error = largest_error(solution)
    assert error <= solution.error_bound <= 100 * max(error, 1e-15)
    assert solution.converged


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted({make.__name__ for make in GAMES.values()}))
def test_the_bound_of_a_term_is_close(name):
    solution = pigcore.solve(getattr(Hog, name)())
    assert solution.error_bound <= 1e-14
    game, term = hogs.small(name)
    solution, brute = pigcore.solve(game), hogs.Solved(term)
    error = max(
        abs(brute.value(0, *state)[0] - Fraction(float(solution.starts[state])))
        for state in np.ndindex(solution.starts.shape)
    )
    assert error <= solution.error_bound <= 100 * max(error, 1e-15)


@pytest.mark.slow
def test_the_bound_grows_no_faster_than_the_game():
    short, long = (
        pigcore.solve(Hog(goal, 3, pig_out="pig_out_for_nothing")).error_bound for goal in (60, 240)
    )
    assert short < long < 6 * short


@pytest.mark.parametrize(
    ("rules", "value"), [({"again": lambda own, opp: True}, 1.0), ({}, 1 / (2 - 1e-14))]
)
def test_a_chance_of_1e_14_a_turn_is_waited_for(rules, value):
    solution = pigcore.solve(one_in_ten_to_the_fourteenth(**rules))
    assert solution.value == pytest.approx(value, abs=2e-16)
    assert solution.best(0, 0) == (7,)
    assert solution.converged
    assert solution.error_bound < 1e-15


def test_a_chance_of_1e_100_a_turn_is_waited_for():
    game = Hog(
        1,
        50,
        (100, 100),
        pig_out=None,
        points=[lambda points: 1 if points == 5000 else 0],
        gift=lambda points, dice: 100 if dice < 50 else 0,
        again=lambda own, opp: True,
    )
    solution = pigcore.solve(game)
    assert (solution.value, solution.best(0, 0), solution.converged) == (1.0, (50,), True)


def test_iteration_and_policy_iteration_agree():
    game = Hog(25, 3, pig_out="pig_out_for_nothing", bacon="pig_tail", exchange=True)
    iterated, solved = pigcore.solve(game), pigcore.solve(game, max_iterations=1)
    assert iterated.iterations > 10 * solved.iterations
    apart = np.abs(iterated.starts - solved.starts).max()
    assert apart <= iterated.error_bound + solved.error_bound < 1e-13


@pytest.mark.parametrize("most", [1, 100_000])
@pytest.mark.parametrize("size", [1e-13, 1e-6, 1e-3])
def test_the_bound_of_a_damaged_table(most, size):
    game = Hog(12, 2, pig_out="pig_out_for_nothing", after="swine_swap")
    solution = pigcore.solve(game, max_iterations=most)
    value = by_parity(solution.starts).copy()
    value[0, 3, 5] += size
    bound = optimum.error_bound(HogArrays.of(game), value, 1e-12)
    assert size - solution.error_bound <= bound <= 100 * size


def test_what_is_within_the_bound_is_disputed():
    solution = pigcore.solve(Hog.fa13(20))
    rough = type(solution)(
        solution.game,
        solution.starts,
        tolerance=1e-12,
        iterations=1,
        error_bound=1e-3,
        arrays=HogArrays.of(solution.game),
    )
    calls = solution.closest(10**6, ties=True)
    assert rough.disputed() == [call for call in calls if call.margin < 2e-3]
    assert len(rough.disputed()) > len(solution.disputed())
    state = next(call.state for call in calls if 1e-9 < call.margin < 2e-3)
    assert rough.advise(*state)["disputed"]
    assert not solution.advise(*state)["disputed"]


# --- policy iteration -------------------------------------------------------------------------


def test_improvements_at_once_may_come_back_and_are_then_made_in_turn():
    one = 1 << 256
    block = _Block(
        {
            0: {
                1: _Choice(0, [(6, 2, False)], 8),
                2: _Choice(one, [(2, 0, True), (5, 1, False)], 8),
            },
            1: {
                1: _Choice(2 * one, [(6, 2, False)], 8),
                2: _Choice(one, [(6, 0, False)], 8),
            },
            2: {
                1: _Choice(0, [(7, 1, True)], 8),
                2: _Choice(0, [(6, 2, True), (1, 0, True)], 8),
            },
        },
        256,
    )
    sets = []
    evaluated = block._evaluated
    block._evaluated = lambda policies: sets.append(len(policies)) or evaluated(policies)
    values = block._optimum({0: 2, 1: 1, 2: 2})
    assert sets[0] == 1
    assert sets[-1] == 2
    for state, several in block.choices.items():
        best = max(block._worth([values], 0, choice) for choice in several.values())
        assert abs(best - values[state]) < 1 << 64


def test_more_bits_are_taken_where_they_are_needed(monkeypatch):
    monkeypatch.setattr(blocks, "BITS", (64,))
    with pytest.warns(ConvergenceWarning):
        short = pigcore.solve(one_in_ten_to_the_fourteenth())
    assert abs(short.value - 0.5) <= short.error_bound
    monkeypatch.setattr(blocks, "BITS", (64, 256))
    assert pigcore.solve(one_in_ten_to_the_fourteenth()).converged


@pytest.mark.parametrize(("limit", "value"), [("MOST_STATES", 0), ("PRODUCTS", 0)])
def test_a_block_that_takes_too_long_is_left_with_a_warning(limit, value, monkeypatch):
    monkeypatch.setattr(blocks, limit, value)
    game = Hog(3, 2, pig_out="pig_out_for_nothing")
    with pytest.warns(ConvergenceWarning, match="off by up to .* raise the tolerance or"):
        solution = pigcore.solve(game, max_iterations=5)
    assert largest_error(solution) <= solution.error_bound < 0.2
    assert not solution.converged
    assert "; off by up to" in repr(solution)


def test_a_block_of_which_nothing_is_known(monkeypatch):
    monkeypatch.setattr(blocks, "MOST_STATES", 0)
    with pytest.warns(ConvergenceWarning, match="may be off by up to 1, which is more"):
        solution = pigcore.solve(one_in_ten_to_the_fourteenth())
    assert 0.4 < abs(solution.value - 0.5) <= solution.error_bound
    assert len(solution.disputed()) == 1


def test_a_tolerance_that_the_bound_does_not_reach():
    with pytest.warns(ConvergenceWarning, match="more than the tolerance 1.0e-15: raise"):
        solution = pigcore.solve(Hog.fa13(30), tolerance=1e-15)
    assert not solution.converged


# --- what the rules say, and when -------------------------------------------------------------


@pytest.mark.parametrize("pig_out", [None, "pig_out"])
def test_rolls_are_counted_in_whole_numbers(pig_out):
    game = Hog(10, 3, (4, 6), pig_out=pig_out)
    for sides in game.dice:
        for dice, outcomes in enumerate(counts(game, sides)[1:], 1):
            brute = hogs.plain(game).scores(sides, dice)
            assert outcomes == {(points, given): n for (points, given), n in brute.items()}
    many = counts(Hog(10, 40, pig_out=None), 6)[40]
    assert sum(many.values()) == 6**40
    assert many[40, 0] == 1
    assert many[41, 0] == 40


class Unhashable:
    __hash__ = None

    def __init__(self, points):
        self.points = points

    def __eq__(self, other):
        return self is other

    def __call__(self, own, opp):
        return self.points


def test_a_rule_that_is_not_hashable_works():
    game = Hog(12, 2, bacon=Unhashable(3))
    assert pigcore.solve(game).value == pigcore.solve(Hog(12, 2, bacon=lambda own, opp: 3)).value


def test_a_rule_that_changed_is_asked_again():
    rule = Unhashable(3)
    game = Hog(12, 2, bacon=rule)
    before = pigcore.solve(game)
    rule.points = 9
    after = pigcore.solve(game)
    assert after.value == pigcore.solve(Hog(12, 2, bacon=lambda own, opp: 9)).value
    assert after.value > before.value
    # What was solved before stays as it was.
    assert before.payoffs(0, 0)[0] == pytest.approx(1 - before.win(0, 3), abs=1e-15)
    assert before.residual < 1e-15


# --- files ------------------------------------------------------------------------------------


def test_the_bound_of_a_file_is_found_again(tmp_path):
    hog = pigcore.solve(Hog(12, 2, pig_out="pig_out_for_nothing"))
    hog.save(tmp_path / "hog.npz")
    _, arrays, info = files.read(tmp_path / "hog.npz")
    arrays["starts"][3, 5] += 1e-6
    info |= {"tolerance": 1.0, "residual": 0.41, "error_bound": 0.0}
    files.write(tmp_path / "hog.npz", hog.game, arrays, info)
    assert 5e-7 < pigcore.load(tmp_path / "hog.npz").error_bound < 1e-4
    info |= {"tolerance": 1e-7, "residual": 2e-7}
    arrays["starts"][3, 5] -= 9.9e-7
    arrays["starts"] += 9e-8
    files.write(tmp_path / "hog.npz", hog.game, arrays, info)
    with pytest.raises(FileError, match="may be off by .*, but it says that they reach"):
        pigcore.load(tmp_path / "hog.npz")
