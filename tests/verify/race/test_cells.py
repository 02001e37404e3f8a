"""Three players or more in few bits: the compiled pass, plain Python, and what both leave open."""

import warnings
from collections import Counter
from itertools import chain, product

import numpy as np
import pigverify
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from pigverify import kernels
from pigverify.arrays import checked_flat
from pigverify.kernels import FIRST_BITS, PLAIN, WIDE_BITS
from pigverify.race import between, compiled, several
from pigverify.race.cells import Unclear
from pigverify.race.compiled import is_small
from pigverify.race.last_turns import with_last_turns
from pigverify.race.rules import Rules
from pigverify.race.several import judged
from support.parties import rotations
from support.turns import OBLIGED, STUCK, TWINS, rules, three_throws

import pigcore
from pigcore.games.turn import BUST, gain

pytestmark = pytest.mark.slow

COUNTS = (
    "decided", "ties", "opened", "never", "asides", "aside_ties", "asides_opened", "throws",
)  # fmt: skip
TEN = pigcore.Race(
    pigcore.Roll({1: "5/17", 5: "4/17", 10: "4/17"}, bust="4/17"), 10, "exact", name="Ten"
)
ONE_OR_TWO = pigcore.Turn(
    {"start": {BUST: "1/4", (gain(1, "end"), gain(2, "end")): "3/4"}, "end": None}.get,
    start="start",
)
GAMES = [
    pigcore.Pig(8, players=3),
    pigcore.Piglet(6, players=3),
    TEN.seated(3),
    pigcore.Race(pigcore.Roll.coin(), 6, consolation=1, players=3),
    pigcore.Race(pigcore.Roll({2: "1/2", 3: "1/4"}, bust="1/4"), 7, "exact", players=3),
    pigcore.Race(pigcore.Roll.die(6), 9, opening=4, minimum_bank=3, players=3),
    three_throws(6).seated(3),
    pigcore.Farkle({"1": 1, "5": 2}, goal=6, dice=3, sides=5).seated(3),
    pigcore.Race(pigcore.Roll({1: "1/4", 2: "1/4"}, bust="1/2"), 2, players=6),
    pigcore.Race(OBLIGED, 4, "exact", opening=2, players=3),
    pigcore.Race(TWINS, 3, players=3, win="reach"),
    # Who is alone may yet come to a score that leads nowhere.
    pigcore.Race(pigcore.Roll({2: "1/2"}, bust="1/2"), 5, "exact", consolation=3, players=3),
    pigcore.Race(STUCK, 5, "exact", consolation=2, players=3),
    # The same where nothing is as good as anything else, so that bounds count it.
    pigcore.Race(
        pigcore.Turn(
            {
                "start": {BUST: "1/2", gain(2, "more"): "1/2"},
                "more": {BUST: "1/3", gain(2, "more"): "2/3"},
            }.get,
            start="start",
        ),
        5,
        "exact",
        consolation=3,
        players=3,
        name="Who is alone decides",
    ),
    # Of what throws past the goal and what hits it, either wins.
    pigcore.Race(
        ONE_OR_TWO,
        2,
        "exact",
        consolation=1,
        players=3,
        name="A bust may win",
    ),
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
        win="reach",
        name="One may bank or must",
    ),
    # Others have last turns: two, one or none of them; with options that are mixed.
    pigcore.Race(pigcore.Roll.coin(), 3, players=3, end="last_turn"),
    pigcore.Race(pigcore.Roll.die(4), 2, players=3, end="equal_turns", tie="half"),
    pigcore.Race(three_throws(4, 2).turn, 2, players=3, end="equal_turns", opening=2),
    pigcore.Race(
        pigcore.Farkle({"1": 1, "2 2": 2}, 4, 2, 3).turn, 2, players=3, end="last_turn", tie="half"
    ),
]
TIES = "first", "half"
BITS = pytest.mark.parametrize("bits", [FIRST_BITS, WIDE_BITS])


def arrays_of(solution):
    return {name: array.tolist() for name, array in solution.arrays().items()}


def work(race, arrays, bits=FIRST_BITS, asked=None, most=10):
    """All that comes of a pass over the cells; None where that takes more bits."""
    read = with_last_turns(Rules(race))
    table = None if arrays is None else several._Table(read, checked_flat(race, arrays))
    found = several._Work(read, bits, table, most, asked)
    with pytest.MonkeyPatch.context() as patch:
        left = noted(patch, "cell", lambda scores: scores)
        chosen = noted(patch, "enclose", lambda cycle, plans: cycle[0])
        try:
            found.prove(list(read.cells()), None)
        except Unclear as why:
            return str(why), chosen
        finally:  # what Python is left with is what bounds do not settle
            assert left == chosen or not (kernels.compiled("race") and is_small(read))
    rows = list(found.starts.rows(read))
    low, high = ([*chain.from_iterable(row)] for row in zip(*rows))
    counts = {name: getattr(found.decisions, name) for name in COUNTS}
    counts["left"] = sorted(found.left)
    own = found.decisions.witness and found.decisions.witness.count
    return (
        low, high, chosen, counts, sorted(found.decisions._closest._heap), found.stages,
        own and (own._counts, own._ties),
    )  # fmt: skip


def noted(patch, name, cell):
    """The cells that a method is called for from now on."""
    cells, method = [], getattr(several._Work, name)

    def called(one, *given):
        cells.append(cell(*given))
        return method(one, *given)

    patch.setattr(several._Work, name, called)
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


def test_boxes_that_do_not_hold_are_made_wider_alike(monkeypatch):
    """A turn of a hundred throws is rounded by more than the one unit that is said."""
    for module in compiled, between:
        monkeypatch.setattr(module, "rounding", lambda rules: 1)
    turn = pigcore.Turn(
        lambda left: {BUST: "1/53", gain(int(left == 1), left - 1): "52/53"} if left else None,
        start=100,
        may_bank=lambda left: not left,
    )
    race, rounds, throws = pigcore.Race(turn, 1, players=3, win="reach"), [], between.Between.turn
    _, _, chosen, *_ = same(race, None, monkeypatch)
    assert not chosen
    monkeypatch.setenv(PLAIN, "1")
    monkeypatch.setattr(
        between.Between, "turn", lambda *given: rounds.append(given) or throws(*given)
    )
    work(race, None)
    assert len(rounds) > 2 * race.players


CHOICES = [
    pigcore.Pig(4, players=3),
    three_throws(4).seated(3),
    pigcore.Farkle({"1": 1, "5": 2}, goal=4, dice=2, sides=5).seated(3),
    pigcore.Race(pigcore.Roll({2: "1/2", 3: "1/4"}, bust="1/4"), 5, "exact", players=3),
    # Who has 2 or 3 wins nothing, and who has 1 may.
    pigcore.Race(pigcore.Roll({3: "1/4", 4: "1/4"}, bust="1/2"), 4, "exact", players=3),
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
        win="reach",
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


@BITS
@settings(max_examples=18, deadline=None)
@given(
    rules_given=rules(most_goal=5, wipes=False),
    players=st.sampled_from([3, 3, 4]),
    end=st.sampled_from([("goal", "first"), *product(("last_turn", "equal_turns"), TIES)]),
    seed=st.integers(),
)
def test_generated_turns_are_proved_by_the_same_integers(rules_given, players, end, seed, bits):
    """With the right table, with a wrong one, and with none."""
    given_end = dict(zip(("end", "tie"), end)) | ({"win": "reach"} if end[0] == "goal" else {})
    try:
        race = pigcore.Race(**rules_given._asdict(), players=players, **given_end)
        past = with_last_turns(Rules(race)).past
    except (pigcore.RuleError, pigcore.SizeError):  # turns past the goal may have no end, or hardly
        assume(False)
    assume(race.units**players <= (300 if race.end == "goal" else 30) and past <= 20)
    solution = solved(race)
    right = arrays_of(solution)
    rng = np.random.default_rng(abs(seed))
    starts = rng.dirichlet((1,) * players, solution.starts.shape[:-1]).tolist()
    with pytest.MonkeyPatch.context() as patch:
        for table in (right, right | {"starts": starts}, None):
            same(race, table, patch, bits=bits)


@BITS
def test_some_cells_are_judged(bits, monkeypatch):
    race = pigcore.Pig(7, players=3)
    everything = list(Rules(race).cells())
    arrays = arrays_of(pigcore.solve(race))
    asked, others = everything[::3], [one for k, one in enumerate(everything) if k % 3]
    counts = Counter()
    for some in asked, others:
        found = same(race, arrays, monkeypatch, bits=bits, asked={*some})
        counts.update({name: found[3][name] for name in COUNTS})
    whole = same(race, arrays, monkeypatch, bits=bits)
    assert counts == Counter({name: whole[3][name] for name in counts})


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
    cells = read.cells()
    needed = several._needed(read, cells, [(1, 3, 2)])
    assert [*needed] == [
        cell for cell in cells if any(a >= 1 and b >= 3 and c >= 2 for a, b, c in rotations(cell))
    ]


# --- wrong hints ----------------------------------------------------------------------------------


def test_a_table_that_mixes_where_one_need_not_is_judged_by_what_that_costs(monkeypatch):
    race = pigcore.Pig(7, players=3)
    arrays = arrays_of(pigcore.solve(race))
    arrays["mixed"][2][1][3], arrays["weights"][2][1][3] = 2, 0.5
    same(race, arrays, monkeypatch)
    report = judged(
        race, checked_flat(race, arrays), 1e-12, closest=3,
        named=lambda _: {"closest": (), "never": 0}, progress=None,
    )  # fmt: skip
    assert report.refuted
    assert report.gain > 1e-3


@pytest.mark.parametrize(
    "race",
    [
        pytest.param(one, marks=[pytest.mark.nightly] * (one.name == "Ten for three"), id=str(one))
        for one in GAMES[:8]
    ],
)
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
            race, checked_flat(race, arrays), 1e-12, closest=3,
            named=lambda _: {"closest": (), "never": 0}, progress=None,
        )  # fmt: skip
        assert report.refuted
        assert not report.ok
        # What its player wins lies below what he could win: the bounds contain the first.
        for (low, high), (least, most) in zip(report.chances, right.chances):
            assert low <= high
            assert report.gain > 0 or (low <= most and least <= high)
