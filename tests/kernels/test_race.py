"""Players whose decisions are given, against fractions; value iteration."""

import threading
import time
from fractions import Fraction
from random import Random

import numpy as np
import pytest
from support.generated import rolled
from support.slow import Slow, told

import pigcore
from pigcore.games.starts import Mover
from pigcore.solvers.race.arrays import RaceArrays
from pigcore.solvers.race.decided import Rolling
from pigcore.solvers.race.replies import wins
from pigcore.solvers.race.turns import Turns

# --- two players --------------------------------------------------------------------------------


def hold_at(goal, least):
    """The table of a player who holds at `least` points or at the goal."""
    own, score, _ = np.indices((goal, goal, goal))
    return (score - own < least).astype(np.uint8)


@pytest.mark.slow
@pytest.mark.parametrize("never", [0.0, 0.5, 1.0])
def test_a_match_of_two_tables_is_what_the_fractions_say(never):
    for seed in range(25):
        game = rolled(Random(seed), 4)
        tables = np.random.default_rng(seed).integers(0, 2, (2, *[game.goal] * 3), dtype=np.uint8)
        players = [
            told(lambda own, opp, total, table=table: int(table[own, own + total, opp]))
            for table in tables
        ]
        turns = [Turns.of(Mover(game), Rolling(table).turn) for table in tables]
        truth = Slow(game, players, never=0).values
        for plans in ([*tables], turns, [tables[0], turns[1]]):
            found = wins(Mover(game), plans, never)
            for (who, start), row in truth.items():
                won = row[0] + Fraction(never if who == 0 else 1 - never) * (1 - sum(row))
                mine = found[who][start.scores]
                assert abs((1 - mine if who else mine) - won) <= 1e-13, seed


@pytest.mark.parametrize("make", [pigcore.Pig, pigcore.HoldOrContinue, pigcore.ConsolationPig])
def test_who_plays_by_the_turn_starts_or_by_limits_does_what_the_table_says(make):
    game = make(30)
    starts = pigcore.solve(game).starts
    limits = np.random.default_rng(1).integers(0, 35, (30, 30))
    own, score, opp = np.indices((30, 30, 30))
    table = (score - own < limits[own, opp]).astype(np.uint8)
    for one, other in ((limits, table), (limits[:, :1], hold_at(30, limits[:, :1, None]))):
        found, known = (wins(Mover(game), [starts, plan]) for plan in (one, other))
        assert np.abs(np.subtract(found, known)).max() < 1e-15
    best = wins(Mover(game), [starts, starts], 0.5)
    assert np.abs(best[0] - starts).max() < 1e-14
    assert np.abs(1 - best[1] - starts).max() < 1e-14


def test_players_who_may_never_finish():
    # Who holds at 1 in a race that must be hit exactly may come to where only busts are left.
    game, one = pigcore.HoldOrContinue(), hold_at(75, 1)
    least, half, most = (wins(Mover(game), [one, one], never) for never in (0.0, 0.5, 1.0))
    assert most[0][0, 0] - least[0][0, 0] == pytest.approx(0.15, abs=0.01)
    assert (least[0] <= most[0] + 1e-15).all()
    assert half[0] == pytest.approx((least[0] + most[0]) / 2, abs=1e-14)
    # The two are alike: what one wins at the least is one less what he leaves the other at most.
    assert least[0] == pytest.approx(1 - most[1], abs=1e-14)


def test_values_that_still_change_are_told(monkeypatch):
    monkeypatch.setattr("pigcore.solvers.race.replies.PASSES", 2)
    with pytest.warns(pigcore.ConvergenceWarning, match="the values still change by"):
        wins(Mover(pigcore.TwoDicePig(20)), [hold_at(20, 9), hold_at(20, 5)])


# --- value iteration ------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("method", ["sweep", "rounds", "pairs"])
def test_other_threads_run_during_value_iteration(method):
    tables = RaceArrays.of(Mover(pigcore.Pig(60)))
    work = getattr(tables.value_iteration(np.zeros(60, dtype=np.uint8)), method)
    starts = np.full((60, 60), 0.5)
    turns = 0
    thread = threading.Thread(target=work, args=(starts, 1e-12, 400))
    thread.start()
    while thread.is_alive():
        time.sleep(1e-4)
        turns += 1
    assert turns > 5  # a kernel that keeps Python's lock leaves one or two; Windows sleeps longer
