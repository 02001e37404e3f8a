"""Hog whose totals can be stayed in, what is refused, and when rules are asked."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support import hogs

import pigcore
from pigcore.games import Hog, RuleError
from pigcore.solvers.hog.arrays import counts

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


@pytest.mark.slow
@settings(max_examples=20, deadline=None)
@given(seed=st.integers(0, 10**9))
def test_what_iteration_finds_is_true(seed):
    try:
        solution = pigcore.solve(hogs.slow_hog(seed))
    except RuleError:  # play may stay for ever, or for too long
        return
    truth = hogs.Solved(hogs.plain(solution.game)).values
    for state in np.ndindex(solution.starts.shape):
        assert abs(truth[(0, *state, 0)[:4]] - float(solution.starts[state])) < 1e-9
    assert solution.converged


def test_play_that_goes_on_for_too_long_is_refused():
    with pytest.raises(RuleError, match="from 0 against 0 play may go on among the same scores"):
        pigcore.solve(one_in_ten_to_the_fourteenth(again=lambda own, opp: True))
    with pytest.warns(pigcore.ConvergenceWarning, match="the residual of"):
        pigcore.solve(one_in_ten_to_the_fourteenth(), max_iterations=1000)


def test_play_that_need_never_end_is_refused():
    game = Hog(goal=20, bacon=lambda own, opp: 0)
    message = "from 0 against 0 the players can go on for ever without anybody reaching 20: let"
    for ask in (pigcore.solve, lambda game: pigcore.match(game, "always:4", "always:5")):
        with pytest.raises(RuleError, match=message):
            ask(game)


def test_too_few_iterations_are_said():
    game = Hog(3, 2, pig_out="pig_out_for_nothing")
    with pytest.warns(pigcore.ConvergenceWarning, match="the residual of .* is .*, which is more"):
        assert not pigcore.solve(game, max_iterations=2).converged


# --- what the rules say, and when -------------------------------------------------------------


@pytest.mark.parametrize("pig_out", [None, "pig_out"])
def test_rolls_are_counted_in_whole_numbers(pig_out):
    game = Hog(10, 3, (4, 6), pig_out=pig_out)
    for sides in game.dice:
        for dice, outcomes in enumerate(counts(game, sides)[1:], 1):
            brute = hogs.plain(game).scores(sides, dice)
            assert outcomes == brute
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
