"""The race kernel: what it refuses, and two players against the fractions."""

import threading
import time
import warnings
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.race_in_fractions import match_exact
from support.races import races

import pigcore
from pigcore.games import Race, Roll, RuleError
from pigcore.kernels import race as kernel
from pigcore.kernels.value_iteration import ValueIteration
from pigcore.solvers.race.arrays import RaceArrays
from pigcore.solvers.race.newton import values

# --- two players --------------------------------------------------------------------------------


def hold_at(goal, least):
    """The table of a player who holds at `least` points or at the goal."""
    own, score, _ = np.indices((goal, goal, goal))
    return (score - own < least).astype(np.uint8)


def states(goal, table):
    """A table as the set of (own, opp, total) in which it rolls."""
    return {(own, opp, score - own) for own, score, opp in np.argwhere(table) if own < score < goal}


@st.composite
def tables_of(draw, goal):
    bits = draw(st.lists(st.booleans(), min_size=goal**3, max_size=goal**3))
    return np.array(bits, dtype=np.uint8).reshape(goal, goal, goal)


@st.composite
def matches(draw):
    game = draw(races(max_goal=4))
    return game, draw(tables_of(game.goal)), draw(tables_of(game.goal))


def agree(found, exact, error):
    return all(abs(found[state] - value) <= error for state, value in exact.items())


@pytest.mark.slow
@settings(max_examples=150, deadline=None)
@given(matches(), st.sampled_from([0.0, 0.5, 1.0]))
def test_a_match_of_two_tables_is_what_the_fractions_say(match, never):
    game, first, second = match
    mine, theirs, _ = match_exact(
        game, states(game.goal, first), states(game.goal, second), Fraction(never)
    )
    found = values(RaceArrays.of(game), first, second, never=never)
    assert agree(found[0], mine, 1e-13)
    assert agree(found[1], theirs, 1e-13)


@pytest.mark.parametrize(
    "game",
    [
        Race(Roll({1: "1/3"}, wipe="2/3"), 9, consolation=1),
        Race(Roll({1: "1/5"}, bust="1/5", wipe="3/5"), 10, "exact"),
    ],
)
def test_two_columns_of_a_game_that_hardly_ends_converge(game):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", pigcore.ConvergenceWarning)
        solution = pigcore.solve(game)
    mine, theirs = values(RaceArrays.of(game), None, solution.starts)  # would warn
    assert mine == pytest.approx(solution.starts, abs=1e-8)
    assert theirs == pytest.approx(solution.starts, abs=1e-8)


def test_players_who_may_never_finish():
    # Who holds at 1 in a race that must be hit exactly may come to where only busts are left.
    tables, one = RaceArrays.of(pigcore.HoldOrContinue()), hold_at(75, 1)
    least, most = (values(tables, one, one, never=never) for never in (0.0, 1.0))
    assert most[0][0, 0] - least[0][0, 0] == pytest.approx(0.15, abs=0.01)
    assert (least[0] <= most[0] + 1e-15).all()
    half = values(tables, one, one)
    assert half[0] == pytest.approx((least[0] + most[0]) / 2, abs=1e-14)
    # The two are alike: what one wins at the least is one less what he leaves the other at most.
    assert least[0] == pytest.approx(most[1], abs=1e-14)


@pytest.mark.parametrize(
    ("plan", "message"),
    [
        (np.zeros((5, 5, 5)), "are float64 (5, 5, 5), but must be uint8 (5, 5, 5)"),
        (np.zeros((4, 4)), "are float64 (4, 4), but must be uint8 (5, 5, 5)"),
        (np.zeros((4, 4), dtype=np.int64), "int64 (5, 5) (the turn totals that he holds from)"),
        (np.full((5, 5), np.nan), "float64 (5, 5) must be between 0 and 1"),
        (np.full((5, 5, 5), 2, dtype=np.uint8), "uint8 (5, 5, 5) must be between 0 and 1"),
    ],
)
def test_decisions_of_another_shape_are_refused(plan, message):
    with pytest.raises(RuleError) as refusal:
        values(RaceArrays.of(pigcore.Pig(5)), None, plan)
    assert message in str(refusal.value)


def test_a_match_that_stops_early_says_so():
    with pytest.warns(
        pigcore.ConvergenceWarning, match="still miss their equations by .* after 1 iterations"
    ):
        values(RaceArrays.of(pigcore.Pig(20)), None, hold_at(20, 5), max_iterations=1)


# --- what must not be handed to it --------------------------------------------------------------

RULES = {
    "gains": np.array([1, 2]), "chances": np.array([0.25, 0.25]), "bust": 0.5, "wipe": 0.0,
    "exact": False, "landing": np.arange(4), "dead": np.zeros(4, dtype=np.uint8),
}  # fmt: skip

BROKEN = [
    ({"gains": np.array([1, 6])}, "a gain is 6, but must be between 1 and 5"),
    ({"gains": np.array([0, 1])}, "a gain is 0"),
    ({"gains": np.array([-1, 1])}, "a gain is -1"),
    ({"gains": np.array([1])}, "1 gains, 2 chances"),
    ({"chances": np.array([0.5, np.nan])}, "a chance is nan"),
    ({"chances": np.array([0.5, 1.5])}, "a chance is 1.5"),
    ({"bust": float("inf")}, "bust is inf"),
    ({"wipe": -0.1}, "wipe -0.1"),
    ({"landing": np.array([0, 1, 2, 5])}, "a bust at 3 lands on 5, but must be between 3 and"),
    ({"landing": np.array([0, 0, 2, 3])}, "a bust at 1 lands on 0"),
    ({"dead": np.zeros(3, dtype=np.uint8)}, "3 dead scores"),
    ({"landing": np.arange(0), "dead": np.zeros(0, dtype=np.uint8)}, "the goal is 0"),
]


@pytest.mark.parametrize("make", [kernel.Race, ValueIteration])
@pytest.mark.parametrize(("change", "message"), BROKEN)
def test_rules_that_would_leave_the_arrays_are_refused(make, change, message):
    make(*RULES.values())
    with pytest.raises(ValueError, match=message):
        make(*(RULES | change).values())


def test_a_race_is_made_once():
    race = kernel.Race(*RULES.values())
    with pytest.raises(ValueError, match="a Race is made once"):
        race.__init__(*RULES.values())


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"starts": np.zeros((4, 5))}, r"starts is \(4, 5\), but must be \(4, 4\)"),
        ({"held": np.zeros((4, 8))}, r"held is \(4, 8\), but must be \(5, 8\)"),
        ({"column": np.zeros(4)}, r"column is \(4,\), but must be \(8,\)"),
        ({"table": np.zeros((4, 4, 3), dtype=np.uint8)}, r"table is \(4, 4, 3\)"),
        ({"implied": np.zeros((4, 8))}, r"implied is \(4, 8\), but must be \(5, 8\)"),
    ],
)
def test_arrays_that_do_not_fit_the_race_are_refused(change, message):
    race = kernel.Race(*RULES.values())
    good = {"starts": np.zeros((4, 4)), "held": np.ones((5, 8)), "column": np.zeros(8)}
    player = kernel.Player(**good)
    race.newton(player, player, np.zeros(9), 1e-14)
    with pytest.raises(ValueError, match=message):
        race.newton(player, kernel.Player(**good | change), np.zeros(9), 1e-14)


def test_rows_that_are_not_whole_vectors_are_refused():
    player = kernel.Player(np.zeros((4, 4)), np.ones((5, 9)), np.zeros(9))
    with pytest.raises(ValueError, match="rows have 9 payoffs, but must have a multiple of"):
        kernel.Race(*RULES.values()).newton(player, player, np.zeros(9), 1e-14)


@pytest.mark.slow
@pytest.mark.parametrize("method", ["sweep", "rounds", "pairs"])
def test_other_threads_run_during_value_iteration(method):
    tables = RaceArrays.of(pigcore.Pig(60))
    work = getattr(tables.value_iteration, method)
    starts = np.full((60, 60), 0.5)
    turns = 0
    thread = threading.Thread(target=work, args=(starts, 1e-12, 400))
    thread.start()
    while thread.is_alive():
        time.sleep(1e-4)
        turns += 1
    assert turns > 5  # a kernel that keeps Python's lock leaves one or two; Windows sleeps longer


def test_value_iteration_refuses_starts_that_do_not_fit():
    with pytest.raises(ValueError, match=r"starts is \(4, 5\), but must be \(4, 4\)"):
        ValueIteration(*RULES.values()).sweep(np.zeros((4, 5)), 1e-9, 9)
