"""The error bound of a race: never below the true error, and near it in mild games."""

import random
import warnings
from fractions import Fraction

import numpy as np
import pigverify
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.race_in_fractions import solve_exact
from support.races import races

import pigcore
from pigcore.games import Race, Roll, RuleError
from pigcore.solvers.race.arrays import RaceArrays
from pigcore.solvers.race.bound import bound_of
from pigcore.solvers.race.newton import newton

pytestmark = pytest.mark.slow


def error(starts, exact):
    """The largest error of turn starts, as a fraction."""
    return max(abs(Fraction(float(starts[pair])) - value) for pair, value in exact.items())


def absurd(seed):
    """A tiny game, some of whose chances are as small as 1e-30."""
    random_ = random.Random(seed)
    while True:
        gains = {
            random_.randint(1, 6): Fraction(random_.randint(1, 9), 10 ** random_.randint(0, 30))
            for _ in range(random_.randint(1, 3))
        }
        wipe = Fraction(1, 10 ** random_.randint(0, 30)) if random_.random() < 0.2 else 0
        bust = random_.choice([0, 1, Fraction(1, 10 ** random_.randint(0, 30))])
        total = sum(gains.values()) + wipe + bust
        gains = {gain: chance / total for gain, chance in gains.items()}
        try:
            return Race(
                Roll(gains, bust / total, wipe / total), random_.randint(1, 4),
                random_.choice(["at_least", "exact"]), random_.choice([0, 0, 0, 1]),
            )  # fmt: skip
        except RuleError:
            continue


def without_warning(game):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        return pigcore.solve(game)


def solved(game, **options):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", pigcore.ConvergenceWarning)
        return pigcore.solve(game, **options)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(40))
def test_no_error_of_an_absurd_game_is_above_its_bound(seed):
    game = absurd(seed)
    solution = solved(game)
    assert error(solution.starts, solve_exact(game)) <= Fraction(solution.error_bound)


@settings(max_examples=15, deadline=None)
@given(races(max_goal=5))
def test_the_bound_of_a_mild_game_is_near_its_error(game):
    solution = solved(game)
    worst = error(solution.starts, solve_exact(game))
    assert worst <= Fraction(solution.error_bound)
    if RaceArrays.of(game).mild:
        assert solution.error_bound <= 100 * max(worst, Fraction(1, 10**15))
        assert solution.converged


def claimed(game):
    """The turn starts that Newton's method finds, and the bound that it tells itself."""
    (starts,), _, _, bound = newton(RaceArrays.of(game), [None], 1e-14, 100)
    return starts, bound


@pytest.mark.slow
@settings(max_examples=15, deadline=None)
@given(races(max_goal=6, target="at_least", wipes=False, consolations=False))
def test_the_bound_that_the_solve_tells_is_no_less_than_the_error(game):
    starts, bound = claimed(game)
    if bound is not None:
        assert error(starts, solve_exact(game)) <= Fraction(bound) <= Fraction(1, 10**13)


@pytest.mark.parametrize("goal", [1, 20, 100, 200])
def test_the_bound_that_the_solve_tells_counts_what_the_other_one_counts(goal):
    game = pigcore.Pig(goal)
    starts, bound = claimed(game)
    assert bound_of(RaceArrays.of(game), starts) / 2 <= bound <= 1e-13
    assert pigcore.solve(game).error_bound == bound


def test_where_a_decision_is_not_certain_the_solve_tells_no_bound():
    tie = pigcore.solve(Race(Roll({1: 1}, bust=2), 3))
    assert [call.state for call in tie.disputed()] == [(0, 2, 1)]
    starts, bound = claimed(tie.game)
    assert bound is None
    assert error(starts, solve_exact(tie.game)) <= Fraction(tie.error_bound) <= 1e-13


@pytest.mark.parametrize(
    "game",
    [
        pigcore.HoldOrContinue(),  # exact
        Race(Roll({1: 1, 2: 1}, 1), 9, consolation=1),
        pigcore.TwoDicePig(20),  # wipes
    ],
)
def test_where_busts_move_and_throws_wipe_the_solve_tells_no_bound(game):
    assert claimed(game)[1] is None
    assert 0 < pigcore.solve(game).error_bound <= 1e-13


@settings(max_examples=20, deadline=None)
@given(races(max_goal=40))
def test_what_waits_for_its_bound_is_within_the_tolerance(game):
    solution = solved(game)
    assert solution.error_bound <= solution.tolerance == 1e-12 or not RaceArrays.of(game).mild


@settings(max_examples=12, deadline=None)
@given(races(max_goal=4), st.sampled_from(["sweep", "pairs", "rounds"]), st.floats(1e-13, 1e-3))
def test_every_method_is_bounded(game, method, tolerance):
    solution = solved(game, method=method, tolerance=tolerance, max_iterations=2000)
    assert error(solution.starts, solve_exact(game)) <= Fraction(solution.error_bound)
    assert solution.converged == (solution.error_bound <= tolerance)


@settings(max_examples=15, deadline=None)
@given(races(max_goal=4), st.randoms(use_true_random=False), st.floats(1e-15, 1.0))
def test_damage_is_within_the_bound(game, random_, size):
    tables = RaceArrays.of(game)
    starts = solved(game).starts.copy()
    own, opp = random_.randrange(game.goal), random_.randrange(game.goal)
    starts[own, opp] = abs(starts[own, opp] - size)
    worst = error(starts, solve_exact(game))
    assert worst <= Fraction(bound_of(tables, starts))


@pytest.mark.parametrize("name", ["pig", "two-dice-pig", "hold-or-continue", "consolation-pig"])
def test_one_damaged_entry_is_noticed(name):
    solution = pigcore.solve(pigcore.game(name))
    for entry in ((0, 0), (3, 17), (30, 20)):
        starts = solution.starts.copy()
        starts[entry] += 1e-6
        assert 1e-6 <= bound_of(RaceArrays.of(solution.game), starts) < 1e-4


@pytest.mark.parametrize(
    "game",
    [
        pigcore.Pig(100),
        pigcore.Pig(200),
        pigcore.TwoDicePig(100),
        pigcore.HoldOrContinue(),
        pigcore.PassThePigs.kern(),  # whose chances differ, and are met late
        pigcore.Piglet(50),
    ],
)
def test_known_games_are_bounded_closely(game):
    assert 0 < pigcore.solve(game).error_bound <= 1e-13


@pytest.mark.parametrize(
    "game",
    [
        Race(Roll({1: "1/3"}, wipe="2/3"), 12),
        Race(Roll({1: "1/3"}, wipe="2/3"), 20),
        # Who has an odd score gets nowhere but by a wipe, and others hardly ever anywhere else.
        Race(Roll({2: "1/4"}, wipe="3/4"), 22, "exact"),
    ],
)
def test_heavy_wipes_are_bounded_closely(game):
    # A game takes thousands of turns or more on average, whose roundings cancel.
    solution = without_warning(game)
    assert solution.error_bound <= 1e-14
    assert pigverify.certify(solution).error <= solution.error_bound


@pytest.mark.parametrize("goal", [2, 4, 6])
def test_wipes_that_end_every_turn_but_one_are_bounded_as_fractions_say(goal):
    solution = pigcore.solve(Race(Roll({2: "1/4"}, wipe="3/4"), goal, "exact"))
    worst = error(solution.starts, solve_exact(solution.game))
    assert worst <= Fraction(solution.error_bound) <= 100 * max(worst, Fraction(1, 10**15))


def test_no_error_of_what_wipes_pay_is_lost():
    game = Race(Roll({1: "1/3"}, wipe="2/3"), 12)
    tables, starts = RaceArrays.of(game), pigcore.solve(game).starts
    for own in (0, 1, 11):
        damaged = starts.copy()
        damaged[own, 0] -= 1e-6
        assert 1e-6 <= bound_of(tables, damaged) < 1e-4


RARE = Fraction(1, 10**15)


@pytest.mark.parametrize("game", [pigcore.Piglet(120), pigcore.Piglet(250), pigcore.Pig(300)])
def test_where_one_player_is_lost_his_decisions_do_not_matter(game):
    # Who is far behind wins with chances of 2**-200, and no decision shows in doubles.
    solution = pigcore.solve(game)
    assert bound_of(RaceArrays.of(game), solution.starts) == solution.error_bound < 2e-13
    assert solution.converged
    assert "stopped" not in repr(solution)


@pytest.mark.parametrize(
    "game",
    [Race(Roll({1: "1/3"}, "1/3", "1/3"), 27), Race(Roll({2: "1/9"}, "5/9", "1/3"), 32)],
)
def test_where_hardly_anybody_finishes_errors_do_not_add_up_for_as_long(game):
    # A thousand million turns on average; but a wipe leads to 0, whose error is small.
    solution = without_warning(game)
    assert bound_of(RaceArrays.of(game), solution.starts) < 1e-14
    assert solution.error_bound < 1e-14


def test_where_doubles_do_not_suffice_it_is_said():
    rare = Fraction(1, 10**20)
    game = Race(Roll({4: rare, 5: rare**2}, 1 - rare - rare**2), 12, "exact")
    with pytest.warns(pigcore.ConvergenceWarning, match="double precision reaches no more in this"):
        solution = pigcore.solve(game)
    assert not solution.converged
    assert pigverify.certify(solution).error <= solution.error_bound
    call = solution.disputed()[-1]
    assert call.margin < 2 * solution.error_bound
    assert solution.advise(*call.state)["disputed"]
    with pytest.warns(pigcore.DisputedWarning):
        solution.decide(*call.state)


@pytest.mark.parametrize("size", [4.5e-13, 1e-6])
def test_a_table_with_noise_disputes_what_the_noise_may_decide(size):
    pig = pigcore.solve(pigcore.Pig(40))
    noise = np.random.default_rng(1).uniform(-size, size, pig.starts.shape)
    starts = np.clip(pig.starts + noise, 0, 1)
    bound = bound_of(RaceArrays.of(pig.game), starts)
    assert abs(starts - pig.starts).max() <= bound + pig.error_bound
    noisy = type(pig)(
        pig.game, starts, method="newton", tolerance=1.0, history=[], error_bound=bound
    )
    calls = {call.state: call.best for call in noisy.disputed()}
    right, found = pig.decisions(), noisy.decisions()
    for own, opp, total in np.argwhere(right != found):
        assert (own, opp, total) in calls


def test_nothing_is_said_of_nonsense():
    tables = RaceArrays.of(pigcore.Pig(10))
    assert bound_of(tables, np.full((10, 10), np.nan)) == 1.0
    assert bound_of(tables, np.zeros((10, 10))) > 0.5


# --- refusals -----------------------------------------------------------------------------------


def test_arrays_that_do_not_fit_the_rules_are_refused():
    tables = RaceArrays.of(pigcore.Pig(10))
    held, starts = tables.nothing_held(), np.zeros((10, 10))
    with pytest.raises(ValueError, match=r"held is \(10, \d+\), but must be \(11, >= 10\)"):
        tables.race.errors(starts, held[:10], held, held, np.zeros(10))
    with pytest.raises(ValueError, match=r"starts is \(9, 10\), above .* does not fit 10"):
        tables.race.errors(starts[:9], held, held, held, np.zeros(10))
    with pytest.raises(ValueError, match=r"below \(10, \d+\), which does not fit 10"):
        tables.race.errors(starts, held, held, held[:10], np.zeros(10))
    with pytest.raises(ValueError, match=r"wiped is \(9,\), but must be \(10,\)"):
        tables.race.errors(starts, held, held, held, np.zeros(9))
