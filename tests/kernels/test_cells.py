"""The kernel of turns and of cells of turn starts: against fractions, itself, odd arrays."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from hypothesis import given, settings
from support import turns as slow
from support.interrupts import interrupt

import pigcore
from pigcore import BUST, WIPE, Farkle, Race, Roll, Turn, gain
from pigcore.kernels import LANES, cells
from pigcore.solvers.race.arrays import RaceArrays
from pigcore.solvers.race.ranks import Ranks


def arrays_of(rules, **options):
    return RaceArrays.of_turn(*rules[:3], **dict(zip(rules._fields[3:], rules[3:])), **options)


# --- one turn -------------------------------------------------------------------------------------


@pytest.mark.slow
@settings(max_examples=40, deadline=None)
@given(slow.rules(wipes=False))
def test_what_throwing_pays_is_what_the_fractions_say(rules):
    exact, tables = slow.solve(rules), arrays_of(rules)
    goal, unit = tables.goal, tables.unit
    starts = np.array(
        [[float(exact[own * unit, opp * unit]) for opp in range(goal)] for own in range(goal)]
    )
    held = tables.held(starts)
    for own in range(goal):
        out = tables.rolls(held, own)
        for opp in range(goal):
            throw, _ = slow.turn_of(rules, exact, own * unit, opp * unit)
            for (points, mode), paid in zip(tables.cells.tolist(), out[:, opp]):
                if own + points < goal and rules.turn.modes[mode].throw:
                    worth = slow.worth(throw(points * unit, mode), exact)
                    assert abs(paid - worth) < 1e-13
    by_total, x = tables.by_total(held), np.zeros(tables.stride)
    leave = np.zeros(tables.stride)
    for total in range(2 * goal - 1):
        opp = np.arange(max(0, total - goal + 1), min(total, goal - 1) + 1)
        x[opp] = held[total - opp, opp]
        excess = tables.excess(by_total, x, total, leave)
        assert np.abs((x + excess)[opp] - starts[total - opp, opp]).max() < 1e-13
        assert np.abs(tables.excess(by_total, x, total) - excess)[opp].max() < 1e-15
        assert (leave[opp] >= 0).all()


def capped(throws):
    def throw(left):
        return {BUST: 1, **{gain(face, left - 1): 1 for face in range(2, 7)}} if left else None

    return Turn(throw, throws)


def test_pig_with_so_many_throws_that_none_is_missed_is_pig():
    starts = pigcore.solve(pigcore.Pig(30)).starts
    assert np.abs(pigcore.solve(Race(capped(15), 30)).starts - starts).max() < 1e-15
    assert np.abs(pigcore.solve(Race(capped(3), 30)).starts - starts).max() > 0.01


def test_who_shares_a_turn_waits_for_the_other():
    tables = RaceArrays.of(Farkle.standard(1000))
    held = tables.held(np.random.default_rng(1).random((tables.goal, tables.goal)))
    wanted = [tables.rolls(held, own) for own in range(tables.goal)]
    with ThreadPoolExecutor(4) as pool:
        found = pool.map(lambda own: tables.rolls(held, own), [*range(tables.goal)] * 4)
        assert all((one == each).all() for one, each in zip(found, wanted * 4, strict=True))


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
    for n, (count, start, step, stay, stays) in enumerate(ranks.segments[:, [3, 5, 6, 8, 9]]):
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
from pigcore.solvers.race.ranks import Ranks
goal, modes, each = 60, 5000, 30
count = modes * each
random = np.random.default_rng(1)
ranks = Ranks(pigcore.Pig(goal))
ranks.__dict__["tables"] = [RaceArrays(
    unit=1, goal=goal, exact=False, start=0, least=np.zeros(goal, dtype=np.intp),
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


# --- dead scores ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "dead"),
    [
        # 1 is left: no gain of 2 or more hits it; all others need not come there.
        (slow.Rules(Turn.of_roll(Roll.die(3)), 5, "exact"), [2, 2, 2, 2, 1]),
        # The only throw must be banked: from all but 3 it may lead to 4.
        (slow.Rules(capped(1), 5, "exact"), [0, 0, 0, 2, 1]),
        # A turn makes 6 points at most, and somebody with nothing must bank 7.
        (slow.Rules(capped(1), 9, opening=7), [1, *[2] * 8]),
        (slow.Rules(capped(1), 9, opening=7, consolation=1), [2] * 9),
    ],
)
def test_scores_from_which_nothing_leads_to_the_goal(rules, dead):
    assert arrays_of(rules).dead.tolist() == dead


# --- what must not be handed to it ----------------------------------------------------------------

# The only mode gains 1 or 2 units with a chance of 1/4 each.
RULES = {
    "players": 2, "rows": 5, "start": 0, "may": np.array([3], dtype=np.uint8),
    "thrown": np.array([[0.5, 0.0]]), "sets": np.array([0, 2]), "chances": np.array([0.25, 0.25]),
    "first": np.array([0, 1, 2]), "gains": np.array([1, 2]), "after": np.array([0, 0]),
    "order": np.array([0]),
}  # fmt: skip


def made(**change):
    return cells.Turn(*(RULES | change).values())


def below(turn, rows):
    found = np.empty((turn.count(rows), 2), dtype=np.intp)
    turn.cells_below(rows, found)
    return found


def test_a_kernel_is_made_once():
    turn = made()
    with pytest.raises(ValueError, match="a Turn is made once"):
        turn.__init__(*RULES.values())
    ranks = Ranks(pigcore.Pig(2))
    H, sweep, *_ = ranks.solve(9)
    with pytest.raises(ValueError, match="a Sweep is made once"):
        sweep.__init__(turn, turn, H, ranks.segments, ranks.stride, 2, ranks.guess())


def test_any_points_may_be_a_cell():
    twos = {"gains": np.array([2, 2])}
    assert below(made(**twos), 5)[:, 0].tolist() == [0, 2, 4]
    assert below(made(**twos, every=True), 5)[:, 0].tolist() == [0, 1, 2, 3, 4]
    assert below(made(**twos), 3).tolist() == [[0, 0], [2, 0]]
    with pytest.raises(ValueError, match="out is .*, which does not fit"):
        made().cells_below(5, np.empty((4, 2), dtype=np.intp))


@pytest.mark.parametrize(
    "change",
    [
        {"held": np.ones((3, 2 * LANES))},
        {"held": np.ones((1, LANES))},
        {"own": 2},
        {"own": -1},
        {"limit": 3},
        {"bust": np.zeros(LANES - 1)},
        {"wiped": np.zeros(LANES - 1)},
        {"out": np.zeros((1, LANES))},
        {"out": np.zeros((2, LANES - 1))},
    ],
)
def test_arrays_that_do_not_fit_are_refused_by_rolls(change):
    good = {
        "held": np.ones((3, LANES)), "own": 0, "least": 0, "limit": 2, "exact": False,
        "bust": np.zeros(LANES), "wiped": np.zeros(LANES), "out": np.zeros((2, LANES)),
    }  # fmt: skip
    made().rolls(*good.values())
    assert (good["out"] == 0.5).all()
    with pytest.raises(ValueError, match="do not fit"):
        made().rolls(*(good | change).values())


@pytest.mark.parametrize(
    "change",
    [
        {"H": np.ones((3, LANES))},
        {"H": np.ones((9, LANES + 1))},
        {"total": 3},
        {"total": 0},
        {"lo": -1},
        {"hi": LANES},
        {"x": np.zeros(LANES - 1)},
        {"excess": np.zeros(LANES - 1)},
        {"leave": np.zeros(LANES - 1)},
        {"rolled": 4},
    ],
)
def test_arrays_that_do_not_fit_are_refused_by_excess(change):
    good = {
        "H": np.ones((9, LANES)), "total": 1, "lo": 0, "hi": 1, "rolled": 2, "exact": False,
        "least": np.zeros(2, dtype=np.intp), "landing": np.arange(2), "x": np.zeros(LANES),
        "excess": np.zeros(LANES), "leave": np.zeros(LANES),
    }  # fmt: skip
    made().excess(*good.values())
    assert good["excess"][:2].tolist() == good["leave"][:2].tolist() == [0.5, 0.5]
    with pytest.raises(ValueError, match="does not fit"):
        made().excess(*(good | change).values())
