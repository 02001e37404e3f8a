"""The kernel of turns with modes and choices: against fractions, the race kernel, odd arrays."""

import numpy as np
import pytest
from hypothesis import given, settings
from support import turns as slow
from support.interrupts import interrupt

import pigcore
from pigcore.games.farkle import Farkle
from pigcore.games.roll import Roll
from pigcore.games.turn import BUST, WIPE, Turn, gain
from pigcore.kernels import LANES, turns
from pigcore.solvers.race.arrays import RaceArrays
from pigcore.solvers.race.newton import Anderson, newton


def arrays_of(rules, **options):
    return RaceArrays.of_turn(*rules[:3], **dict(zip(rules._fields[3:], rules[3:])), **options)


def solved(tables, passes=300):
    """The turn starts of best play; wipes are paid by the column before, mixed, until it stays."""
    starts, column = np.zeros((tables.goal, tables.goal)), np.full(tables.stride, 0.5)
    mix = Anderson(column[: tables.goal].copy())
    for _ in range(passes):
        _, left = tables.turns.newton(
            starts, tables.nothing_held(), column, tables.dead, np.zeros(100), 1e-14
        )
        assert left == 0
        if np.abs(starts[:, 0] - column[: tables.goal]).max() < 1e-15 or not tables.wipes:
            break
        column[: tables.goal] = mix(starts[:, 0].copy())
    return starts


# --- values -------------------------------------------------------------------------------------


@pytest.mark.slow
@settings(max_examples=40, deadline=None)
@given(slow.rules(targets=["at_least"]))
def test_options_that_are_left_out_change_nothing(rules):
    assert np.abs(solved(arrays_of(rules)) - solved(arrays_of(rules, every=True))).max() < 1e-13


@pytest.mark.slow
@settings(max_examples=40, deadline=None)
@given(slow.rules(wipes=False))
def test_what_throwing_pays_is_what_the_fractions_say(rules):
    exact, tables = slow.solve(rules), arrays_of(rules)
    unit = tables.unit
    starts = np.array(
        [[float(exact[own, opp]) for opp in range(0, rules.goal, unit)]
         for own in range(0, rules.goal, unit)]
    )  # fmt: skip
    held = tables.held(starts)
    out, side = np.empty((2, len(tables.cells), tables.stride))
    for own in range(tables.goal):
        tables.turns.rolls(held, own, out)
        bust = held[tables.landing[own]]
        tables.turns.alone(held, np.full(len(bust), own), bust, held[0], side)
        live = tables.cells[:, 0] < tables.goal - own
        live &= tables.may[tables.cells[:, 1]] & turns.THROWS > 0
        assert np.abs(side - out)[live, : tables.goal].max() < 1e-15
        for opp in range(tables.goal):
            throw, _ = slow.turn_of(rules, exact, own * unit, opp * unit)
            for (points, mode), paid in zip(tables.cells.tolist(), out[:, opp]):
                if own + points < tables.goal and rules.turn.modes[mode].throw:
                    worth = slow.worth(throw(points * unit, mode), exact)
                    assert abs(paid - worth) < 1e-13


def capped(throws):
    def throw(left):
        return {BUST: 1, **{gain(face, left - 1): 1 for face in range(2, 7)}} if left else None

    return Turn(throw, throws)


def test_pig_with_so_many_throws_that_none_is_missed_is_pig():
    starts = pigcore.solve(pigcore.Pig(30)).starts
    assert np.abs(solved(RaceArrays.of_turn(capped(15), 30)) - starts).max() < 1e-15
    three = solved(RaceArrays.of_turn(capped(3), 30))
    assert np.abs(three - starts).max() > 0.01


def test_a_pass_along_slopes_leads_back_from_a_little_off():
    tables = RaceArrays.of_turn(
        Turn(lambda n: [(gain(2 + n, 1 - n), 3), (BUST, 2), (WIPE, 1)], 0), 40
    )
    starts = solved(tables)
    column, kept = np.zeros(tables.stride), np.zeros((2 * tables.goal - 1, tables.goal))
    column[: tables.goal] = starts[:, 0]
    history, found = np.zeros(9), starts.copy()

    def step(along):
        tables.turns.newton(
            found, tables.nothing_held(), column, tables.dead, history, 1e-14, True, along,
            kept=kept,
        )  # fmt: skip
        return np.abs(found - starts).max()

    assert step(False) < 1e-14
    assert step(True) < 1e-14


def test_what_a_total_of_turns_is_worth_is_what_throwing_pays():
    game = RaceArrays.of(Farkle.standard(1000))
    goal = game.goal
    (starts,), *_ = newton(game, [None], 1e-14, 99)
    held, x, leave = game.held(starts), np.zeros(game.stride), np.zeros(game.stride)
    for total in range(2 * goal - 1):
        opp = np.arange(max(0, total - goal + 1), min(total, goal - 1) + 1)
        x[opp] = held[total - opp, opp]
        excess = game.excess(held, x, total, leave=leave)
        assert np.abs((x + excess)[opp] - starts[total - opp, opp]).max() < 1e-14
        assert (leave[opp] > 0).all()


MANY = """
import numpy as np
from pigcore.kernels import LANES
from pigcore.solvers.race.arrays import RaceArrays
goal, modes, each = 60, 5000, 30
count = modes * each
random = np.random.default_rng(1)
tables = RaceArrays(
    unit=1, goal=goal, exact=False, start=0, least=np.zeros(goal, dtype=np.intp),
    landing=np.arange(goal), may=np.full(modes, 3, dtype=np.uint8),
    thrown=np.tile([0.25, 0.0], (modes, 1)), sets=np.arange(0, count + 1, each),
    chances=np.full(count, 0.75 / each), first=np.arange(count + 1),
    gains=random.integers(1, 4, count), after=random.integers(0, modes, count),
    order=np.arange(modes),
)
starts, held, dead = np.zeros((goal, goal)), tables.nothing_held(), tables.dead
"""


@pytest.mark.slow
def test_ctrl_c_stops_a_turn_of_thousands_of_modes_within_a_second():
    seconds, printed = interrupt(
        MANY, "tables.turns.newton(starts, held, np.zeros(tables.stride), dead, np.zeros(9), 1e-14)"
    )
    assert seconds < 1
    assert "KeyboardInterrupt" in printed


# --- dead scores --------------------------------------------------------------------------------


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


# --- what must not be handed to it --------------------------------------------------------------

# To 2 units: the only mode gains 1 or 2 with a chance of 1/4 each.
RULES = {
    "rolled": 2, "height": 3, "exact": False, "start": 0, "least": np.zeros(2, dtype=np.intp),
    "landing": np.arange(2), "may": np.array([3], dtype=np.uint8), "thrown": np.array([[0.5, 0.0]]),
    "sets": np.array([0, 2]), "chances": np.array([0.25, 0.25]), "first": np.array([0, 1, 2]),
    "gains": np.array([1, 2]), "after": np.array([0, 0]), "order": np.array([0]),
}  # fmt: skip

ARRAYS = {
    "starts": np.zeros((2, 2)), "held": np.ones((3, LANES)), "column": np.zeros(LANES),
    "dead": np.zeros(2, dtype=np.uint8), "history": np.zeros(9), "tolerance": 1e-14,
}  # fmt: skip


def made(**change):
    return turns.Turns(*(RULES | change).values())


def test_only_chances_of_winning_are_at_most_one():
    # Who has won has 1, and one unit pays 3: c(0) = 1/2 1 + 1/4 3 + 1/4 1.
    kernel, held = made(), np.ones((3, LANES))
    held[1] = 3.0
    out, alone = np.zeros((kernel.count, LANES)), np.zeros((kernel.count, LANES))
    kernel.newton(**ARRAYS | {"starts": np.zeros((2, 2)), "held": np.ones((3, LANES))})
    kernel.rolls(held, 0, out)
    kernel.alone(held, np.zeros(LANES, dtype=np.intp), held[0], held[0], alone)
    assert (out[0] == 1.5).all()
    assert (alone[0] == 1.5).all()
    excess = np.zeros(LANES)
    kernel.turns(held, held[0], held[0], 0, excess)
    assert excess[0] == 0.5


def test_good_rules_are_taken():
    arrays = {name: np.copy(array) for name, array in ARRAYS.items()}
    used, left = made().newton(*arrays.values())
    assert (left, used <= 9) == (0, True)
    # One unit is needed: V = 1/2 + 1/2 (1 - V).
    assert arrays["starts"][1, 1] == pytest.approx(2 / 3, abs=1e-15)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"rolled": 1}, "the goal is 2 and one rolls up to 1"),
        ({"rolled": 10**9}, "one rolls up to 1000000000"),
        ({"height": 2}, "2 rows of payoffs do not fit"),
        ({"height": 5}, "5 rows of payoffs do not fit"),
        ({"height": 4, "exact": True}, "4 rows of payoffs do not fit"),
        ({"start": 1}, "nothing is thrown in mode 1"),
        ({"least": np.zeros(0, dtype=np.intp)}, "the goal is 0"),
        ({"least": np.array([1, -1])}, "the least to bank at 1 is -1"),
        ({"landing": np.arange(3)}, "3 landings do not fit"),
        ({"landing": np.array([0, 0])}, "a bust at 1 lands on 0"),
        ({"landing": np.array([0, 3])}, "a bust at 1 lands on 3"),
        ({"may": np.array([1], dtype=np.uint8)}, "mode 0 may 1 and has the sets 0 to 2"),
        ({"may": np.array([4], dtype=np.uint8)}, "mode 0 may 4"),
        ({"thrown": np.zeros((2, 2))}, "1 modes do not fit"),
        ({"thrown": np.array([[0.5, np.nan]])}, "mode 0 ends with chances 0.5 and nan"),
        ({"sets": np.array([0, 1])}, "the sets are 0 to 1 of 2"),
        ({"sets": np.array([0, 1, 2])}, "1 modes do not fit"),
        ({"first": np.array([0, 1, 3])}, "their options 0 to 3 of 2"),
        ({"first": np.array([0, 0, 2])}, "set 0 has the chance 0.25 or no option"),
        ({"chances": np.array([0.25, 1.5])}, "set 1 has the chance 1.5"),
        ({"chances": np.array([0.25])}, "1 sets of 2 options do not fit"),
        ({"gains": np.array([-1, 2])}, "option 0 gains -1"),
        ({"gains": np.array([1, 10**7])}, "option 1 gains 10000000"),
        ({"after": np.array([0, 1])}, "option 1 gains 2 and leads to mode 1"),
        ({"after": np.array([0])}, "2 sets of 2 options do not fit"),
        ({"order": np.array([1])}, "the order has mode 1 twice, or there is none"),
        ({"gains": np.array([0, 1])}, "mode 0 comes before mode 0, to which it leads"),
    ],
)
def test_rules_that_lead_out_of_the_tables_are_refused(change, message):
    with pytest.raises(ValueError, match=message):
        made(**change)


def test_a_kernel_is_made_once():
    kernel = made()
    with pytest.raises(ValueError, match="Turns are made once"):
        kernel.__init__(*RULES.values())


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"starts": np.zeros((2, 3))}, r"starts is \(2, 3\), but must be \(2, 2\)"),
        ({"held": np.ones((4, LANES))}, "held is .*, but must be"),
        ({"held": np.ones((3, LANES + 1))}, "its rows of a multiple of"),
        ({"column": np.zeros(LANES + 1)}, "column is"),
        ({"dead": np.zeros(3, dtype=np.uint8)}, "dead is"),
        ({"kept": np.zeros((2, 2))}, "kept is"),
        ({"along": True}, "nothing was kept"),
    ],
)
def test_arrays_that_do_not_fit_are_refused_by_newton(change, message):
    with pytest.raises(ValueError, match=message):
        made().newton(**(ARRAYS | change))


@pytest.mark.parametrize(
    ("rows", "own", "out"),
    [
        ((4, LANES), 0, (2, LANES)),
        ((3, LANES + 1), 0, (2, LANES)),
        ((3, LANES), 2, (2, LANES)),
        ((3, LANES), -1, (2, LANES)),
        ((3, LANES), 0, (3, LANES)),
        ((3, LANES), 0, (2, 2 * LANES)),
        ((3, LANES), 0, (2, LANES - 1)),
    ],
)
def test_arrays_that_do_not_fit_are_refused_by_rolls(rows, own, out):
    made().rolls(np.ones((3, LANES)), 0, np.zeros((2, LANES)))
    with pytest.raises(ValueError, match="but must be|does not fit"):
        made().rolls(np.ones(rows), own, np.zeros(out))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"held": np.ones((4, LANES))}, "held is"),
        ({"held": np.ones((3, 2 * LANES))}, "which does not fit"),
        ({"own": np.zeros(LANES - 1, dtype=np.intp)}, "which does not fit"),
        ({"own": np.full(LANES, 2)}, "own is 2, which is no score below 2"),
        ({"own": np.full(LANES, -1)}, "own is -1"),
        ({"bust": np.zeros(LANES + 1)}, "which does not fit"),
        ({"wiped": np.zeros(1)}, "which does not fit"),
        ({"out": np.zeros((3, LANES))}, "which does not fit"),
    ],
)
def test_arrays_that_do_not_fit_are_refused_by_alone(change, message):
    good = {
        "held": np.ones((3, LANES)), "own": np.zeros(LANES, dtype=np.intp),
        "bust": np.zeros(LANES), "wiped": np.zeros(LANES), "out": np.zeros((2, LANES)),
    }  # fmt: skip
    made().alone(**good)
    with pytest.raises(ValueError, match=message):
        made().alone(**(good | change))


def test_any_points_may_be_a_cell():
    twos = {"gains": np.array([2, 2]), "rolled": 5, "height": 6}
    for every, points in ((False, [0, 2, 4]), (True, [0, 1, 2, 3, 4])):
        kernel = turns.Turns(*(RULES | twos).values(), every)
        cells = np.empty((kernel.count, 2), dtype=np.intp)
        kernel.cells(cells)
        assert cells[:, 0].tolist() == points


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"held": np.ones((4, LANES))}, "held is"),
        ({"column": np.zeros(LANES + 1)}, "column is"),
        ({"total": 3}, "total is 3, which does not fit 2"),
        ({"total": -1}, "total is -1, which does not fit 2"),
        ({"x": np.zeros(LANES + 1)}, "x, excess and leave must have"),
        ({"excess": np.zeros(LANES - 1)}, "x, excess and leave must have"),
    ],
)
def test_arrays_that_do_not_fit_are_refused_by_turns(change, message):
    good = {
        "held": np.ones((3, LANES)), "column": np.zeros(LANES), "x": np.zeros(LANES), "total": 1,
        "excess": np.zeros(LANES), "leave": np.zeros(LANES),
    }  # fmt: skip
    made().turns(*good.values())
    with pytest.raises(ValueError, match=message):
        made().turns(*(good | change).values())


@pytest.mark.parametrize("shape", [(1, 2), (2, 3)])
def test_cells_are_written_where_they_fit(shape):
    with pytest.raises(ValueError, match=r"but must be \(2, 2\)"):
        made().cells(np.empty(shape, dtype=np.intp))
