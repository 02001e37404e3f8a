"""Three players or more in few bits: the compiled pass, plain Python, and what both leave open."""

import warnings
from array import array
from collections import Counter
from fractions import Fraction
from itertools import chain, product

import numpy as np
import pigverify
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from pigverify import kernels
from pigverify.kernels import FIRST_BITS, PLAIN, WIDE_BITS
from pigverify.race import several
from pigverify.race.cells import Unclear
from pigverify.race.compiled import is_small
from pigverify.race.rules import Rules
from pigverify.race.several import judged
from support.compiled import shortened
from support.parties import party
from support.party_in_fractions import rotations
from support.turns import HALF, OBLIGED, STUCK, TWINS, rules, three_throws

import pigcore
from pigcore.games.turn import BUST, gain

COUNTS = (
    "decided", "ties", "opened", "never", "asides", "aside_ties", "asides_opened", "throws",
)  # fmt: skip
TEN = pigcore.Race(
    pigcore.Roll({1: "5/17", 5: "4/17", 10: "4/17"}, bust="4/17"), 10, "exact", name="Ten"
)
GAMES = [
    pigcore.Pig(8, players=3),
    pigcore.Piglet(6, players=3),
    pigcore.Piglet(4, players=4),
    TEN.seated(3),
    pigcore.Race(pigcore.Roll.coin(), 6, consolation=1, players=3),
    pigcore.Race(pigcore.Roll({2: "1/2", 3: "1/4"}, bust="1/4"), 7, "exact", players=3),
    pigcore.Race(pigcore.Roll.die(6), 9, opening=4, minimum_bank=3, players=3),
    three_throws(6).seated(3),
    pigcore.Farkle({"1": 1, "5": 2}, goal=6, dice=3, sides=5).seated(3),
    pigcore.Race(pigcore.Roll({1: "1/4", 2: "1/4"}, bust="1/2"), 2, players=6),
    pigcore.Race(pigcore.Roll({1: "1/4"}, bust="3/4"), 1, players=5),
    pigcore.Race(OBLIGED, 4, players=3),
    pigcore.Race(OBLIGED, 1, players=3),
    pigcore.Race(OBLIGED, 4, "exact", opening=2, players=3),
    pigcore.Race(TWINS, 3, players=3),
    pigcore.Race(TWINS, 2, "exact", players=3),
    # Who is alone may yet come to a score that leads nowhere.
    pigcore.Race(pigcore.Roll({2: "1/2"}, bust="1/2"), 5, "exact", consolation=3, players=3),
    pigcore.Race(STUCK, 5, "exact", consolation=2, players=3),
    pigcore.Race(
        pigcore.Turn(
            {
                "start": {BUST: "1/2", (gain(1, "may"), gain(1, "must")): "1/2"},
                "may": {BUST: "9/10", gain(1, "must"): "1/10"},
                "must": None,
            }.get,
            start="start",
        ),
        2,
        players=3,
        name="One may bank or must",
    ),
]
BITS = pytest.mark.parametrize("bits", [FIRST_BITS, WIDE_BITS])


def arrays_of(solution):
    return {name: array.tolist() for name, array in solution.arrays().items()}


def work(race, arrays, bits=FIRST_BITS, asked=None, most=10):
    """All that comes of a pass over the cells; None where that takes more bits."""
    read = Rules(race)
    table = None if arrays is None else several._Table(read, arrays)
    found = several._Work(read, bits, table, None, most, asked, last=False)
    with pytest.MonkeyPatch.context() as patch:
        left, chosen = noted(patch, several._Work), noted(patch, several.Choice)
        try:
            found.prove(list(read.cells()), None)
        except Unclear as why:
            return str(why), chosen
        finally:  # what Python is left with is what bounds do not settle
            assert left == chosen or not (kernels.compiled("race") and is_small(read))
    rows = list(found.whole.rows(read))
    low, high = ([*chain.from_iterable(row)] for row in zip(*rows))
    counts = {name: getattr(found.decisions, name) for name in COUNTS}
    counts |= {"unique": found.unique, "undecided": found.undecided, "left": sorted(found.left)}
    own = found.decisions.witness and found.decisions.witness.count
    near = own and sorted(right for right, _ in own._near)
    return (
        low, high, chosen, counts, sorted(found.decisions._closest._heap), found.stages,
        found.others, found.elsewhere, own and (own._clear, near, own._ties),
    )  # fmt: skip


def noted(patch, proving):
    """The cells that are looked at from now on."""
    cells, looked_at = [], proving.cell

    def cell(one, scores, *more):
        cells.append(scores)
        return looked_at(one, scores, *more)

    patch.setattr(proving, "cell", cell)
    return cells


def same(race, arrays, monkeypatch, **options):
    """The same, which does not depend on what is compiled."""
    mine = work(race, arrays, **options)
    monkeypatch.setenv(PLAIN, "1")
    assert work(race, arrays, **options) == mine
    monkeypatch.delenv(PLAIN)
    return mine


def solved(race):
    """A solution, however well it converged; a marker would not reach the mutants."""
    with warnings.catch_warnings(action="ignore", category=pigcore.ConvergenceWarning):
        return pigcore.solve(race)


@BITS
@pytest.mark.parametrize("race", GAMES, ids=str)
def test_cells_are_proved_by_the_same_integers(race, bits, monkeypatch):
    low, high, *_ = same(race, arrays_of(pigcore.solve(race)), monkeypatch, bits=bits)
    assert all(0 <= a <= b <= 1 << bits for a, b in zip(low, high))
    assert max(b - a for a, b in zip(low, high)) < 1 << bits - 50


@pytest.mark.parametrize("below", [11, 15, 65])
def test_bounds_that_narrow_slowly_are_given_up_alike(below, monkeypatch):
    """The first round of a cell that leaves 49/50 of the width is the last."""
    chance = Fraction(1, below)
    race = pigcore.Race(pigcore.Roll({1: chance}, bust=1 - chance), 2, players=3)
    same(race, None, monkeypatch)


@pytest.mark.parametrize(("billionths", "settled"), [(328, False), (329, True)])
def test_the_last_round_is_the_same_one(billionths, settled, monkeypatch):
    """A round leaves 97% of the width, so a margin decides in which one the choice is clear."""
    more = Fraction(billionths, 10**9)
    turn = pigcore.Turn(
        {
            "start": {BUST: "49/50", (gain(1, "good"), gain(1, "bad")): "1/50"},
            "good": {BUST: HALF - more, gain(1, "end"): HALF + more},
            "bad": {BUST: HALF, gain(1, "end"): HALF},
            "end": None,
        }.get,
        start="start",
        may_bank=lambda mode: mode == "end",
    )
    *_, chosen, _, _, _, _, _, _ = same(pigcore.Race(turn, 2, players=3), None, monkeypatch)
    assert ((0, 0, 0) in chosen) is not settled


CHOICES = [
    pigcore.Pig(4, players=3),
    three_throws(4).seated(3),
    pigcore.Farkle({"1": 1, "5": 2}, goal=4, dice=2, sides=5).seated(3),
    pigcore.Race(pigcore.Roll({2: "1/2", 3: "1/4"}, bust="1/4"), 5, "exact", players=3),
    # Nothing but which option to take.
    pigcore.Race(
        pigcore.Turn(
            {
                "start": {BUST: "1/4", (gain(1, "end"), gain(0, "more")): "3/4"},
                "more": {BUST: "1/2", gain(2, "end"): "1/2"},
                "end": None,
            }.get,
            start="start",
            may_bank=lambda mode: mode == "end",
        ),
        4,
        players=3,
        name="One safely or two perhaps",
    ),
]


@pytest.mark.parametrize("race", CHOICES, ids=str)
@pytest.mark.parametrize("off", [None, 1e-12, 1e-3, 0.3])
def test_tables_are_judged_alike(race, off, monkeypatch):
    """None at all, one that is nearly right, and wrong ones."""
    arrays = None
    if off is not None:
        solution = pigcore.solve(race)
        starts = np.random.default_rng(3).normal(solution.starts, off).clip(0, 1)
        arrays = arrays_of(solution) | {"starts": starts.tolist()}
    same(race, arrays, monkeypatch)


@pytest.mark.parametrize(("race", "most"), [*zip(CHOICES, [0, 0, 0, 5])], ids=str)
def test_only_what_is_open_is_left_to_python(race, most, monkeypatch):
    left, cell = [], several._Work.cell

    def seen(proving, scores):
        left.append(scores)
        cell(proving, scores)

    monkeypatch.setattr(several._Work, "cell", seen)
    assert work(race, arrays_of(pigcore.solve(race))) is not None
    assert len(left) == most


@pytest.mark.slow
@BITS
@settings(max_examples=30, deadline=None)
@given(
    rules_given=rules(most_goal=5, wipes=False),
    players=st.sampled_from([3, 3, 4]),
    seed=st.integers(),
)
def test_generated_turns_are_proved_by_the_same_integers(rules_given, players, seed, bits):
    """With the right table, with a wrong one, and with none."""
    try:
        race = pigcore.Race(**rules_given._asdict(), players=players)
    except pigcore.RuleError:
        assume(False)
    assume(race.units**players <= 300)
    solution = solved(race)
    right = arrays_of(solution)
    rng = np.random.default_rng(abs(seed))
    starts = rng.dirichlet((1,) * players, solution.starts.shape[:-1]).tolist()
    with pytest.MonkeyPatch.context() as patch:
        for table in (right, right | {"starts": starts}, None):
            same(race, table, patch, bits=bits)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(25))
def test_generated_parties_are_proved_by_the_same_integers(seed, monkeypatch):
    race = party(seed)
    same(race, arrays_of(solved(race)), monkeypatch)


@BITS
def test_some_cells_are_judged(bits, monkeypatch):
    race = pigcore.Pig(7, players=3)
    everything = list(Rules(race).cells())
    arrays = arrays_of(pigcore.solve(race))
    asked, others = everything[::3], [one for k, one in enumerate(everything) if k % 3]
    counts = Counter()
    for some in asked, others:
        found = same(race, arrays, monkeypatch, bits=bits, asked={*some})
        counts.update({name: found[3][name] for name in (*COUNTS, "unique")})
        assert found[3]["unique"] == len(some)
    whole = same(race, arrays, monkeypatch, bits=bits)
    assert counts == Counter({name: whole[3][name] for name in counts})


@pytest.mark.parametrize("most", [1, 7, 4000])
def test_the_closest_calls_are_the_same(most, monkeypatch):
    race = pigcore.Pig(7, players=3)
    found = same(race, arrays_of(pigcore.solve(race)), monkeypatch, most=most)
    assert len(found[4]) == min(most, 7 * 7 * sum(range(7)))


# --- what is left open ----------------------------------------------------------------------------


def test_ties_are_left_to_more_bits(monkeypatch):
    race = pigcore.Piglet(5, players=3)
    solution = pigcore.solve(race)
    report = pigverify.certify(solution)
    assert report.ok
    first, second = report.stages
    assert (first.bits, second.bits, report.proof.bits) == (62, 124, 124)
    assert first.starts == 125 > second.starts > 0
    assert first.states + second.states == report.states == 25 * 10
    assert report.ties > 0
    assert f"{second.starts} turn starts computed" in str(report)
    assert pigverify.certify(race).ties == report.ties
    monkeypatch.setenv(PLAIN, "1")
    assert pigverify.certify(solution).as_dict() == report.as_dict()


def test_cells_that_others_depend_on_are_computed_again():
    read = Rules(pigcore.Pig(5, players=3))
    cells = list(read.cells())
    needed = several._needed(read, cells, [(1, 3, 2)])
    assert needed == [
        cell for cell in cells if any(a >= 1 and b >= 3 and c >= 2 for a, b, c in rotations(cell))
    ]


# --- wrong hints ----------------------------------------------------------------------------------


def test_a_table_that_mixes_where_one_need_not_is_judged_by_what_that_costs(monkeypatch):
    race = pigcore.Pig(7, players=3)
    arrays = arrays_of(pigcore.solve(race))
    arrays["mixed"][2][1][3], arrays["weights"][2][1][3] = 2, 0.5
    same(race, arrays, monkeypatch)
    report = judged(
        race, arrays, 1e-12, claimed=None, closest=3, named=lambda _: {"closest": (), "never": 0},
        progress=None,
    )  # fmt: skip
    assert report.refuted
    assert report.gain > 1e-3


@pytest.mark.slow
@pytest.mark.parametrize("race", GAMES[:9], ids=str)
def test_no_wrong_table_is_certified(race, monkeypatch):
    """Whatever a table says, the bounds hold and every decision that is another one shows."""
    solution = pigcore.solve(race)
    right = pigverify.certify(solution)
    rng = np.random.default_rng(5)
    for size in (1e-10, 1e-6, 1e-3, 0.3):
        starts = np.array(solution.starts)
        for place in product(range(race.units), repeat=race.players):
            if rng.random() < 0.05:
                starts[place] = np.clip(starts[place] + rng.normal(0, size, race.players), 0, 1)
        if np.abs(starts - solution.starts).max() < 1e-11:
            continue
        arrays = arrays_of(solution) | {"starts": starts.tolist()}
        report = judged(
            race, arrays, 1e-12, claimed=None, closest=3,
            named=lambda _: {"closest": (), "never": 0}, progress=None,
        )  # fmt: skip
        assert report.refuted
        assert not report.ok
        # What its player wins lies below what he could win: the bounds contain the first.
        for (low, high), (least, most) in zip(report.chances, right.chances):
            assert low <= high
            assert report.gain > 0 or (low <= most and least <= high)


# --- what the module refuses ----------------------------------------------------------------------


def made(goal=1, players=3, **other):
    zero, one, n = array("q", [0]), array("q", [1]), goal**players
    arrays = {
        "low": array("Q", [0] * n * players), "high": array("Q", [0] * n * players),
        "wipe_low": array("Q", [0]), "wipe_high": array("Q", [0]), "returns": zero,
        "first": zero, "dead": zero, "sure": zero, "banks": one,
        "denominators": array("Q", [6]), "busts": array("Q", [1]), "wipes": array("Q", [0]),
        "level": array("q", [0, 1]), "order": zero, "counted": one, "sets": array("q", [0, 1]),
        "weights": array("Q", [5]), "options": array("q", [0, 1]), "gains": one, "after": zero,
        "hopeless": zero,
    } | other  # fmt: skip
    cells = kernels.compiled("race").Cells(
        1, 1, 1, 0, exact=False, eager=False, rounding=8, calls=3, players=players, arrays=arrays
    )
    return cells, arrays


def test_a_cell_of_one_unit():
    cells, arrays = made()
    assert cells.prove(array("q", [0, 0, 0]), 0, 1) == 1
    assert cells.found == (0, 0, 0, 0, 1)
    # Who throws first wins with 5/6, or with the chance 1/216 after three busts.
    first = [36 * 5, 6 * 5, 5]
    for least, most, share in zip(arrays["low"], arrays["high"], first):
        assert least * 215 <= share << 62 <= most * 215
        assert most - least < 200
    for scores, end in (
        ([0, 0, 1], 1), ([0, 0, 0], 2), ([0, 0], 1), ([0, 0, -1], 1), ([0, 0, 0] * 8, 9),
    ):  # fmt: skip
        with pytest.raises(ValueError, match="no cells"):
            cells.prove(array("q", scores), 0, end)
    with pytest.raises(ValueError, match="no cells"):
        cells.prove(array("q", [0, 0, 0, 1, 0, 0]), 1, 2)
    with pytest.raises(ValueError, match="no cells"):
        cells.prove(array("Q", [0, 0, 0]), 0, 1)
    for long, end in (3, 2), (5, 2), (2, 1):
        with pytest.raises(ValueError, match="no cells"):
            cells.prove(shortened(long), 0, end)
    assert cells.prove(array("q", [0, 0, 0]), 1, 1) == 1


@pytest.mark.parametrize(
    "wrong",
    [
        {"low": array("Q", [0] * 2)}, {"high": array("Q", [(1 << 62) + 1] * 3)},
        {"low": array("Q", [1] * 3)}, {"hopeless": array("q", [0, 0])},
        {"hold": array("d", [0.0] * 2)}, {"asked": array("q", [0, 0])}, {"players": 33},
        {"players": 1},
    ],
    ids=lambda wrong: next(iter(wrong)),
)  # fmt: skip
def test_numbers_that_lead_out_of_an_array_are_refused(wrong):
    with pytest.raises(ValueError, match=r"out of range|another type or length"):
        made(**wrong)


def test_too_many_tuples_of_scores_are_refused():
    with pytest.raises(ValueError, match="out of range"):
        kernels.compiled("race").Cells(
            1 << 20, 1, 1, 0, exact=False, eager=False, rounding=8, calls=3, players=5, arrays={}
        )
