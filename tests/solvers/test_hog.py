"""The Hog solver: published figures, brute force, files and refusals."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support import hogs

import pigcore
from pigcore.games import Hog, RuleError
from pigcore.games.hog import GAMES
from pigcore.solvers.hog.arrays import counts
from pigcore.solvers.hog.solution import TIED

TERMS = ["fa13", "fa13_hijinks", "su15", "sp16", "sp18", "fa20", "sp21", "fa21", "fa22", "fa24"]


# --- published figures ------------------------------------------------------------------------


def test_a_bacon_of_ones_own_is_played_with_pig_out():
    # As a user wrote it: without Pig Out the first player wins with 0.80, and nothing said so.
    def mine(own, opp):
        return 5

    with_pig_out = pigcore.solve(Hog(bacon=mine))
    assert with_pig_out.value == pigcore.solve(Hog(bacon=mine, pig_out="pig_out")).value < 0.6
    assert pigcore.solve(Hog(bacon=mine, pig_out=None)).value == pytest.approx(0.80, abs=0.005)


def test_the_parity_is_a_state():
    hog = pigcore.solve(Hog.fa13_hijinks())
    assert hog.starts.shape == (100, 100, 2)
    assert hog.win(10, 20, 0) != hog.win(10, 20, 1)
    assert -1 in hog.best(0, 40, 0) + hog.best(98, 40, 0)
    assert hog.payoffs(3, 9, 1)[-1] == pytest.approx(1 - hog.win(9, 4, 0), abs=1e-15)


# --- brute force ------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("name", TERMS)
def test_every_state_of_a_small_term(name):
    game, term = hogs.small(name)
    hog, brute = pigcore.solve(game), hogs.Solved(term)
    for state in np.ndindex(hog.starts.shape):
        node = (0, *state, 0)[:4]
        assert hog.win(*state) == pytest.approx(float(brute.values[node]), abs=1e-14)
        assert hog.best(*state) == brute.best(node)


# --- what must hold ---------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_a_term_solves_its_equations(name):
    game = GAMES[name]()
    hog = pigcore.solve(game if game.memories < 3 else GAMES[name](40))
    assert hog.residual == 0  # registers of states and single ones add up in the same order
    assert hog.iterations == 1
    assert hog.converged
    assert ((hog.starts >= 0) & (hog.starts <= 1)).all()
    assert all(call.margin > 10 * TIED for call in hog.closest(3))
    ties = hog.closest(10**6, ties=True)
    assert len(ties) == hog.starts.size
    assert {call.state for call in ties if call.margin <= TIED} == set(hog.ties())
    assert hog.disputed() == [call for call in ties if call.margin < 1e-9]


def test_gifts_of_many_points():
    game = Hog(25, 2, pig_out="pig_out_for_nothing", gift=lambda points, dice: 3 * dice + points)
    brute = hogs.Solved(hogs.plain(game)).values
    assert pigcore.solve(game).win(0, 0) == pytest.approx(float(brute[0, 0, 0, 0]), abs=1e-14)


# --- as data, and in files --------------------------------------------------------------------


def test_what_a_game_of_hog_says_beside():
    hog = pigcore.solve(Hog.fa13_hijinks())
    facts = hog.summary()
    assert (facts["states"], facts["states_with_tied_choices"]) == (20_000, len(hog.ties()))
    advice = hog.advise(0, 1, 1)
    assert (advice["state"], advice["sides"]) == ({"own": 0, "opp": 1, "parity": 1}, 4)
    assert {row["action"] for row in advice["payoffs"]} == set(range(-1, 11))
    assert "parity" not in pigcore.solve(Hog.fa13()).advise(0, 1)["state"]


# --- totals that can be stayed in, and when rules are asked --------------------------------------


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


# --- what the rules say, and when -------------------------------------------------------------


@pytest.mark.parametrize("pig_out", [None, "pig_out"])
def test_rolls_are_counted_in_whole_numbers(pig_out):
    game = Hog(10, 3, (4, 6), pig_out=pig_out)
    for sides in game.dice:
        for dice, outcomes in enumerate(counts(game, sides)[1:], 1):
            brute = hogs.plain(game).scores(sides, dice)
            assert outcomes == {points: n for (points, _), n in brute.items()}
    many = counts(Hog(10, 40, pig_out=None), 6)[40]
    assert sum(many.values()) == 6**40
    assert many[40] == 1
    assert many[41] == 40


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
