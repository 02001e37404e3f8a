"""The kernel of turns and of cells of turn starts: against itself, odd arrays."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from support.interrupts import interrupt
from support.turns import three_throws

import pigcore
from pigcore import BUST, WIPE, Farkle, Race, Turn, gain
from pigcore.kernels import cells
from pigcore.solvers.race.one_turn import worths_of
from pigcore.solvers.race.ranks import Ranks


def test_pig_with_so_many_throws_that_none_is_missed_is_pig():
    starts = pigcore.solve(pigcore.Pig(30)).starts
    assert np.abs(pigcore.solve(three_throws(30, 15)).starts - starts).max() < 1e-15
    assert np.abs(pigcore.solve(three_throws(30)).starts - starts).max() > 0.01


def test_who_shares_a_turn_waits_for_the_other():
    game = Farkle.standard(1000)
    worths = worths_of(game, np.random.default_rng(1).random((game.units, game.units)))
    wanted = [worths.payoffs(1, own)[1] for own in range(game.units)]
    with ThreadPoolExecutor(4) as pool:
        found = pool.map(lambda own: worths.payoffs(1, own)[1], [*range(game.units)] * 4)
        for one, each in zip(found, wanted * 4, strict=True):
            assert np.array_equal(one, each, equal_nan=True)


# --- passes ---------------------------------------------------------------------------------------

WIPES = Turn(lambda n: [(gain(2 + n, 1 - n), 3), (BUST, 2), (WIPE, 1)], 0)


@pytest.mark.parametrize(
    "game",
    [pigcore.Pig(30), pigcore.HoldOrContinue(20), Farkle.standard(500), Race(WIPES, 20)],
    ids=["roll", "exact", "choices", "wipes"],
)
def test_the_row_of_a_turn_is_what_its_start_is_worth(game):
    ranks = Ranks(game)
    H, sweep, _, settled = ranks.solve(100)
    assert settled
    out, known = np.zeros(2), ranks.known(H)
    for n, (count, start, step, stay, stays) in enumerate(ranks.segments[:, [6, 8, 9, 11, 12]]):
        for m in range(count):
            if known is not None and known[start + m * step]:
                continue
            x = H[0, stay + m * stays]
            sweep.row(n, m, x, out)
            assert H[0, stay + m * stays] == x
            worth = out[0] + (1.0 - out[1]) * x
            assert worth == pytest.approx(1.0 - H[0, start + m * step], abs=1e-13)


def test_a_pass_along_slopes_leads_back_from_a_little_off():
    _, sweep, _, settled = Ranks(Race(WIPES, 40)).solve(100)
    assert settled
    steps = np.zeros(9)
    sweep.run(cells.AGAIN, steps)
    assert sweep.run(cells.AGAIN, steps) < 1e-14
    assert sweep.run(cells.ALONG, steps) < 1e-14


MANY = """
import numpy as np
import pigcore
from pigcore.solvers.race.arrays import RaceArrays
from pigcore.solvers.race.one_turn import worths_of
from pigcore.solvers.race.ranks import Ranks
goal, modes, each = 60, 5000, 30
count = modes * each
random = np.random.default_rng(1)
ranks = Ranks(pigcore.Pig(goal))
ranks.__dict__["tables"] = [RaceArrays(
    unit=1, goal=goal, need=goal - np.arange(goal), exact=False, start=0,
    least=np.zeros(goal, dtype=np.intp),
    landing=np.arange(goal), may=np.full(modes, 3, dtype=np.uint8),
    thrown=np.tile([0.25, 0.0], (modes, 1)), sets=np.arange(0, count + 1, each),
    chances=np.full(count, 0.75 / each), first=np.arange(count + 1),
    gains=random.integers(1, 4, count), after=random.integers(0, modes, count),
    order=np.arange(modes),
)]
"""


@pytest.mark.slow
def test_ctrl_c_stops_a_turn_of_thousands_of_modes_within_a_second():
    seconds, printed = interrupt(MANY, "ranks.solve(100)")
    assert seconds < 1
    assert "KeyboardInterrupt" in printed
