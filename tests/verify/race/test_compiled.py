"""The compiled pass over a race: the same integers as plain Python with as many bits."""

from __future__ import annotations

from array import array
from fractions import Fraction
from itertools import product
from random import Random

import pytest
from hypothesis import assume, given, settings
from pigverify import certify, kernels
from pigverify.certificates.race import certificate
from pigverify.kernels import PLAIN
from pigverify.race import compiled, prove
from pigverify.race.carried import Nothing
from pigverify.race.compiled import FIRST_BITS, WIDE_BITS, enclose_first, is_small
from pigverify.race.decisions import Decisions
from pigverify.race.enclosure import Enclosure, Unproved, closes, enclose_all, enclose_pair
from pigverify.race.rules import Rules
from support import turns
from support.commands import ask
from support.enclosures import Solution, table_of
from support.turns import OBLIGED, ONE_MODE, STUCK, TWINS

import pigcore
from pigcore import BUST, Turn, gain
from pigcore.games import Farkle, HoldOrContinue, Pig, Piglet, Race, Roll, TwoDicePig
from pigcore.games.errors import RuleError
from pigcore.games.rules import column_of, game, named_games

pytestmark = pytest.mark.slow

COUNTS = (
    "decided", "ties", "opened", "never", "asides", "aside_ties", "asides_opened", "throws",
)  # fmt: skip


BITS = pytest.mark.parametrize("bits", [FIRST_BITS, WIDE_BITS])
UNLIKE_TWINS = Turn(
    {"start": {BUST: "1/3", (gain(1, "one"), gain(2, "other")): "2/3"},
     "one": {BUST: "1/9", gain(2, "end"): "8/9"},
     "other": {BUST: "1/17", gain(0, "more"): "16/17"},
     "more": {BUST: "1/18", gain(1, "end"): "17/18"},
     "end": None}.get,
    start="start",
    may_bank=lambda mode: mode == "end",
)  # fmt: skip
"""Options of one unit and of two that win a goal of three equally often, but for roundings."""
NEARLY_TWINS = Turn(
    {"start": {BUST: "1/3", (gain(1, "one"), gain(1, "other")): "2/3"},
     "one": {BUST: Fraction(1, 9), gain(1, "end"): Fraction(8, 9)},
     "other": {BUST: 1 - Fraction(8, 9) - Fraction(1, 1 << 34),
               gain(1, "end"): Fraction(8, 9) + Fraction(1, 1 << 34)},
     "end": None}.get,
    start="start",
    may_bank=lambda mode: mode == "end",
)  # fmt: skip
"""One of two options is better by less than 2^-30, the margin of what is not looked at again."""


def proved(proving, rules, hint=None, most=10, column=None, bits=FIRST_BITS, postpones=True):
    """All intervals, all counts and the closest calls; None where there are no intervals.

    Last of all come the boxes of the column that wipes lead to, which may be given as ``column``.
    """
    found = Enclosure(rules, bits, hint, Nothing())
    if column:
        found.wipe_low, found.wipe_high = column
    return counted(proving, found, Decisions(found, most, postpones=postpones))


def counted(proving, found, decisions, *given):
    try:
        proving(found, [decisions], None, *given)
    except Unproved:
        return None
    counts = [*(getattr(decisions, name) for name in COUNTS), sorted(decisions.left)]
    calls = sorted(decisions._closest._heap)
    return found.low, found.high, counts, calls, [found.wipe_low, found.wipe_high]


def same(race, hint=None, most=10, bits=FIRST_BITS):
    rules = Rules(race)
    mine = proved(enclose_first, rules, hint, most, bits=bits)
    if not rules.wipe:
        assert mine == proved(enclose_all, rules, hint, most, bits=bits)
    elif mine is not None:  # the column of wipes is found in another way, or not found
        assert mine == proved(in_python, rules, hint, most, column=mine[-1], bits=bits)
    return mine


def in_python(found, witnesses, *_):
    """What ``enclose_all`` does where the column of wipes is given."""
    for pair in found.rules.pairs():
        for turn in enclose_pair(pair, found):
            for witness in witnesses:
                witness.add(turn)
    assert closes(found)


# --- the same integers ----------------------------------------------------------------------------


RACES = [
    name
    for name, make in named_games().items()
    if hasattr(make, "takes_long") or (isinstance(make(), Race) and column_of(make()) != "falls")
]


@BITS
@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[pytest.mark.nightly] * name.startswith("zombie-dice"))
        for name in RACES
    ],
)
def test_ready_made_races_are_proved_by_the_same_integers(name, bits):
    made = named_games()[name]()
    race = game(name, goal=made.unit * (2 if name.startswith("zombie") else 12))
    rules = Rules(race)
    if is_small(rules) or rules.wipe:
        assert same(race, bits=bits) is not None


@BITS
def test_a_roll_that_always_busts_has_no_options(bits):
    assert same(Race(Roll({}, bust=1), 2, consolation=1), bits=bits) is not None


@BITS
@pytest.mark.parametrize(
    "race",
    [
        Race(TWINS, 8, win="reach"), Race(TWINS, 7, "exact", consolation=1),
        Race(TWINS, 5, opening=3, win="reach"),
        Race(ONE_MODE, 6, "exact"),
        Race(STUCK, 6, "exact", consolation=2), Race(Pig().roll, 9, opening=4, minimum_bank=2),
        HoldOrContinue(7), Race(UNLIKE_TWINS, 3, win="reach"), Race(NEARLY_TWINS, 5, win="reach"),
    ],
    ids=["twins", "twins, exact", "twins, opening", "one mode", "stuck", "opening", "dead scores",
         "unlike twins", "nearly twins"],
)  # fmt: skip
def test_choices_in_few_states_are_proved_by_the_same_integers(race, bits):
    for most in (1, 2, 10):
        assert same(race, most=most, bits=bits) is not None


@pytest.mark.parametrize("share", [20, 31, 32, 33, 1000])
def test_who_hardly_ever_wins_is_looked_for_alike(share):
    """Two players who nearly always bust: 1 - q p is twice the share, in units of 2^-62."""
    chance = Fraction(share, 1 << FIRST_BITS)
    race = Race(Roll({1: chance}, bust=1 - chance), 2)
    assert (same(race) is not None) == (share >= 32)


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("race", [Piglet(14), HoldOrContinue(9), Farkle.minimal(300)], ids=str)
def test_what_is_open_is_looked_at_in_the_same_boxes(race, threads, monkeypatch):
    monkeypatch.setattr("pigverify.race.compiled._LONG", 0.0)
    monkeypatch.setattr("os.cpu_count", lambda: threads)
    mine, plain = (
        proved(proving, Rules(race), postpones=False) for proving in (enclose_first, enclose_all)
    )
    assert mine == plain
    assert mine is not None


@BITS
@pytest.mark.parametrize("off", [0, 1 / 3])
@pytest.mark.parametrize(
    "race",
    [
        Farkle({"1": 1, "5": 3}, goal=5, dice=2, sides=5, minimum_bank=2, last_turn=True),
        Farkle({"1": 2, "1 2": 2}, goal=6, dice=2, sides=4, last_turn=True),
    ],
    ids=["minimum", "options that lead to banking the same"],
)  # fmt: skip
def test_a_short_last_turn_is_proved_by_the_same_integers(race, off, bits):
    assert same(race, bits=bits) is not None
    table = [[one * (1 - (i * j % 3) * off) for j, one in enumerate(row)]
             for i, row in enumerate(table_of(race))]  # fmt: skip
    assert same(race, table, bits=bits) is not None
    report = certify(Solution(race, table))
    assert (report.own.wrong > 0) == bool(off)
    with kernels.plain(True):
        assert certify(Solution(race, table)).as_dict() == report.as_dict()


@pytest.mark.parametrize("off", [0, 1e-12, 1e-10, 3e-9, 1e-7, 1e-3])
def test_decisions_of_a_table_are_counted_alike_however_far_it_is_off(off):
    """Those of a table that is near enough are counted without a look at its payoffs."""
    race = Farkle({"1": 1, "5": 3, "2 2": 2}, goal=8, dice=2)
    table = [[min(one + off * (i * j % 3), 1.0) for j, one in enumerate(row)]
             for i, row in enumerate(table_of(race))]  # fmt: skip
    report = certify(Solution(race, table))
    with kernels.plain(True):
        assert certify(Solution(race, table)).as_dict() == report.as_dict()


def test_where_turns_must_go_on_last_turns_are_proved_in_python():
    race = Farkle.minimal(300, last_turn=True)
    assert is_small(Rules(race))
    hot = Farkle({"1": 1, "5": 2}, goal=6, dice=3, must_roll_hot_dice=True, last_turn=True)
    assert not is_small(Rules(hot))
    written = Rules(race)
    written.recorded = True
    assert not is_small(written)
    report = certify(race)
    assert (report.ok, report.proof.bits, report.proof.ties) == (True, FIRST_BITS, "equality")


@pytest.mark.parametrize("hint", [0.0, 1.0, 2.0**-30])
@pytest.mark.parametrize(
    "race",
    [
        Pig(8), HoldOrContinue(8), Race(Roll({1: "1/1000"}, bust="999/1000"), 4),
        Race(Pig().roll, 9, target="exact", consolation=1), Farkle({"1": 1, "2 2": 3}, 6, 3, 3),
        Farkle({"1": 1, "5": 3}, goal=4, dice=2, sides=5, last_turn=True),
        # Throwing and banking are worth exactly the same somewhere.
        Farkle({"1 1": 1, "1 2": 1}, 6, 2, ["4/7", "3/14", "3/14"]),
        Race(Roll({1: "4/7"}, bust="3/7"), 6),
    ],
    ids=str,
)  # fmt: skip
def test_a_wrong_hint_is_read_alike(race, hint):
    units = range(race.units)
    assert same(race, hint=[[hint if (i + j) % 3 else 1 - hint for j in units] for i in units])


@BITS
def test_the_longest_weights_that_are_allowed_are_read_alike(bits):
    below = 2**63 - 25
    race = Race(Roll({1: f"{2**62}/{below}"}, bust=f"{below - 2**62}/{below}"), 5)
    assert is_small(Rules(race))
    assert (same(race, bits=bits) is not None) == (bits == WIDE_BITS)


def some_again(proving, race):
    """The same where the turns of some pairs are found once more with more bits."""
    rules = Rules(race)
    first = Enclosure(rules, FIRST_BITS, None, Nothing())
    enclose_first(first)
    again = first.sharper(WIDE_BITS)
    pairs = [(i, j) for i, j in rules.pairs() if (i + j) % 3]
    turns_asked = [turn for i, j in pairs for turn in [(i, j), (j, i)][i % 2 :]]
    decisions = Decisions(again, 10, postpones=True, only=frozenset(turns_asked))
    return counted(proving, again, decisions, pairs)


@pytest.mark.parametrize("race", [Pig(20), Piglet(20), Farkle.minimal(600)], ids=str)
def test_some_turns_are_found_once_more_by_the_same_integers(race):
    found = some_again(enclose_first, race)
    assert found is not None
    assert found == some_again(enclose_all, race)


@BITS
@given(given_rules=turns.rules(most_goal=9))
@settings(max_examples=60, deadline=None)
def test_generated_turns_are_proved_by_the_same_integers(given_rules, bits):
    try:
        race = Race(**given_rules._asdict(), win="reach")
    except RuleError:
        assume(False)
    same(race, bits=bits)


def test_what_is_open_goes_on_with_more_bits(monkeypatch):
    report = certify(Piglet(55))
    assert report.ok
    assert report.proof.bits == 124
    first, second = report.stages
    assert (first.bits, second.bits) == (62, 124)
    assert first.starts == 55**2 > second.starts > 0
    assert first.states + second.states == report.states == 55 * sum(range(55))
    assert report.closest[0].margin[0] > 0
    assert report.value[1] - report.value[0] < 1e-12
    data = report.as_dict()["stages"]
    assert data[1] == {"bits": 124, "states": second.states, "starts": second.starts}
    assert f"{second.starts} turn starts computed" in str(report)
    monkeypatch.setenv(PLAIN, "1")
    assert certify(Piglet(55)).as_dict() == report.as_dict()


def test_decisions_of_a_table_go_on_with_more_bits(monkeypatch):
    table = table_of(Piglet(55))
    wrong = [[value * (1 - (i * j % 3) / 3) for j, value in enumerate(row)]
             for i, row in enumerate(table)]  # fmt: skip
    solutions = [Solution(Piglet(55), one) for one in (table, wrong)]
    right, refuted = reports = [certify(solution) for solution in solutions]
    assert (right.ok, right.proof.bits, right.own.wrong) == (True, 124, 0)
    assert (refuted.ok, refuted.proof.bits) == (False, 124)
    assert refuted.own.wrong > 0
    for report in reports:
        assert sum(report.own.as_dict().values()) == report.states == 55 * sum(range(55))
        assert [stage.bits for stage in report.stages] == [62, 124]
    monkeypatch.setenv(PLAIN, "1")
    assert [certify(solution).as_dict() for solution in solutions] == [
        one.as_dict() for one in reports
    ]


def test_what_is_open_where_throws_wipe_goes_on_with_more_bits(monkeypatch):
    race = Race(Roll({1: "1/2"}, bust="1/4", wipe="1/4"), 20)
    report = certify(race)
    assert (report.ok, report.proof.bits) == (True, WIDE_BITS)
    monkeypatch.setattr(prove, "WIDE_BITS", 200)
    other = certify(race)
    assert (other.ok, other.proof.bits, other.states) == (True, 200, report.states)
    assert report.value[0] <= other.value[0] <= other.value[1] <= report.value[1]


# --- where it serves ------------------------------------------------------------------------------


def test_long_weights_are_proved_in_python():
    below = 2**63 + 1
    long = Race(Roll({1: f"{2**62}/{below}"}, bust=f"{2**62 + 1}/{below}"), 5)
    assert not is_small(Rules(long))
    assert certify(long).proof.bits == 200


CHOOSING = Turn(
    lambda left: (
        {BUST: "1/6", (gain(1, 2), gain(2, 1)): "1/3", (gain(1, 1), gain(2, 2)): "1/2"}
        if left == 2
        else {BUST: "1/2", gain(1, 1): "1/2"}
    ),
    start=2,
)


TRAP = Turn(
    lambda mode: {BUST: "9/10" if mode else "1/4", gain(1, 1 - mode): "1/10" if mode else "3/4"},
    start=0,
    may_bank=lambda mode: not mode,
)


@pytest.mark.parametrize(
    "race",
    [
        HoldOrContinue(20), Race(Pig().roll, 12, target="exact"), Race(OBLIGED, 6, win="reach"),
        Race(OBLIGED, 6, opening=2, win="reach"), Race(OBLIGED, 6, target="exact", opening=2),
        Race(CHOOSING, 6, target="exact"), Race(CHOOSING, 6, consolation=1),
        Race(Roll({1: "1/10"}, bust="9/10"), 6, consolation=2), Race(TRAP, 6, win="reach"),
    ],
    ids=str,
)  # fmt: skip
@pytest.mark.parametrize("off", [0, 0.05])
def test_tables_are_judged_alike(monkeypatch, race, off):
    starts = pigcore.solve(race).starts.tolist()
    table = [
        [one * (1 - off * ((3 * i + 5 * j) % 4)) for j, one in enumerate(row)]
        for i, row in enumerate(starts)
    ]
    mine = certify(Solution(race, table)).as_dict()
    assert (mine["own"]["wrong"] > 0) == bool(off)
    monkeypatch.setenv(PLAIN, "1")
    assert certify(Solution(race, table)).as_dict() == mine


@pytest.mark.parametrize(
    "race",
    [
        Pig(12), Piglet(6), TwoDicePig(5), HoldOrContinue(8), Race(CHOOSING, 6, consolation=1),
        Race(TWINS, 3, win="reach"), Race(ONE_MODE, 4, "exact"),
        Race(STUCK, 6, "exact", consolation=2),
        Race(Roll({2: "1/2"}, bust="1/2"), 6, "exact"), Race(OBLIGED, 6, opening=2, win="reach"),
        Race(Roll({1: "1/4", 2: "1/4"}, bust="1/4", wipe="1/4"), 4),
        Farkle({"1": 1, "2 2": 3}, 6, 3, 3), Farkle({"1": 2, "1 2": 2}, 8, 2, 4),
    ],
    ids=str,
)  # fmt: skip
def test_decisions_are_written_alike(monkeypatch, race):
    report, header, records = certificate(race)
    mine = report.as_dict(), header, [*records]
    assert report.ok
    monkeypatch.setenv(PLAIN, "1")
    report, header, records = certificate(race)
    assert mine == (report.as_dict(), header, [*records])


def test_without_compiled_modules_python_serves(monkeypatch):
    def none(name, package):
        raise ImportError(name)

    monkeypatch.setattr(kernels, "import_module", none)
    assert kernels.compiled("race") is None
    assert certify(Pig(10)).proof.bits == FIRST_BITS


def test_plain_python_can_be_asked_for(monkeypatch):
    whole, compiled_too = compiled.enclose_all, []

    def watched(*given):
        compiled_too.append(len(given) > 4)
        return whole(*given)

    monkeypatch.setattr(compiled, "enclose_all", watched)
    for words in (["--plain"], []):
        ask("pigverify", "pig", "--goal", "10", "--all", *words)
    assert compiled_too == [False, True]


# --- the arithmetic -------------------------------------------------------------------------------


def operations(bits, a, b, c, weight, below, stretch):
    """What :meth:`arithmetic` of the module finds."""
    module = kernels.compiled(compiled._MODULES[bits])
    size = bits // FIRST_BITS
    numbers = array(
        "Q", b"".join(one.to_bytes(8 * size, "little", signed=True) for one in (a, b, c))
    )
    found = array("Q", bytes(40 * size))
    module.arithmetic({"given": numbers, "found": found}, weight, below, stretch)
    data = found.tobytes()
    return [int.from_bytes(data[k : k + 8 * size], "little", signed=True)
            for k in range(0, len(data), 8 * size)]  # fmt: skip


def in_fractions(bits, a, b, c, weight, below, stretch):
    """The same without limits."""
    one, slope = 1 << bits, (1 << bits) - (b * c >> bits)
    step = (a << bits) // slope if slope > 0 else one
    if slope > 0 and abs(a) // 2 >= slope:
        step = one + 1 if a > 0 else -one - 1
    reach = (a << bits) // b if 0 <= a < b else one
    return [a * b >> bits, step, reach, min(a * stretch, one), weight * a // below]


def odd_inverse(a, one):
    """What an odd number takes to become 1, or -1, modulo a power of two."""
    return pow(a, -1, one), -pow(a, -1, one) % one


@BITS
def test_every_operation_is_exact_at_all_ends(bits):
    one, random = 1 << bits, Random(7)
    odd = [random.getrandbits(bits) | 1 for _ in range(4)]
    chances = [0, 1, 2, 3, one // 3, one >> 1, one - 1, one, *odd, *odd_inverse(odd[0], one)]
    some = [*chances, -1, -2, -one, *(-each for each in odd)]
    weights = [(below, weight) for below in (1, 6, 36, 0x40000F48119B1039, 0x200141037A3081B9,
                                             (1 << 63) - 1, (1 << 62) + 1, one - 1 & (1 << 63) - 1)
               for weight in (1, below // 2, below)]  # fmt: skip
    for a, b in product(some, some):
        for c in (0, 1, one - 1, one, -one, odd[1]):
            below, weight = random.choice(weights)
            stretch = random.choice([1, 2, 3, 1 << 20])
            if a < 0:  # no number that is added up, or how far a box reaches
                wanted = in_fractions(bits, a, b, c, 0, 1, 1)
                assert operations(bits, a, b, c, 0, 1, 1)[:2] == wanted[:2]
            elif b <= 0:
                wanted = in_fractions(bits, a, b, c, weight, below, stretch)
                found = operations(bits, a, b, c, weight, below, stretch)
                assert found[:2] + found[3:] == wanted[:2] + wanted[3:]
            else:
                given = bits, a, b, c, weight, below, stretch
                assert operations(*given) == in_fractions(*given)


# --- what the module refuses ----------------------------------------------------------------------


def arrays(**other):
    zero = array("q", [0])
    one = array("q", [1])
    return {
        "low": array("Q", [0]), "high": array("Q", [1 << 62]), "wipe_low": array("Q", [0]),
        "wipe_high": array("Q", [0]), "returns": zero, "first": zero, "dead": zero, "sure": zero,
        "banks": one, "denominators": array("Q", [6]), "busts": array("Q", [1]),
        "wipes": array("Q", [0]), "level": array("q", [0, 1]), "order": zero, "counted": one,
        "sets": array("q", [0, 1]), "weights": array("Q", [5]), "options": array("q", [0, 1]),
        "gains": one, "after": zero,
    } | other  # fmt: skip


NAMED = {
    "named": array("q", [0]), "named_sets": array("q", [0, 1]), "named_gains": array("q", [1]),
    "named_after": array("q", [0]),
}  # fmt: skip


def made(**other):
    return kernels.compiled("race").Race(
        1, 1, 1, 0, exact=False, eager=False, rounding=8, calls=3, arrays=arrays(**other)
    )


def test_a_race_of_one_unit():
    race = made()
    assert race.prove(array("q", [0, 0]), 0, 1)
    assert race.found == (0, 0, 0, 0, 1)
    assert race.prove(array("q", [1, 1, 0, 0]), 1, 2)
    assert race.prove(array("q", [0, 0, 1, 1]), 0, 1)
    assert race.prove(array("q", [0, 0]), 1, 1)
    with pytest.raises(ValueError, match="made once"):
        race.__init__(1, 1, 1, 0, exact=False, eager=False, rounding=8, calls=3, arrays=arrays())


@pytest.mark.parametrize("least", [-2, -1, 0, 1, 2])
@pytest.mark.parametrize("width", [0, 1])
@pytest.mark.parametrize("counted", [0, 1])
@pytest.mark.parametrize("pair", [(0, 1), (1, 0)])
def test_a_margin_of_one_unit_is_enough_and_none_is_not(least, width, counted, pair):
    """Throwing wins at once; banking a unit of two is worth what stands in an array.

    A state that is not counted is written down all the same, and what is open comes with its box.
    """
    one = 1 << FIRST_BITS
    bank = one - 4 - least - width, one - 4 - least
    numbers = {"returns": [0, 1], "first": [0, 1], "dead": [0, 0], "sure": [0, 0]}
    race = kernels.compiled("race").Race(
        2, 1, 2, 0, exact=False, eager=False, rounding=8, calls=3, arrays=arrays(
            **{name: array("q", some) for name, some in numbers.items()},
            low=array("Q", [0, 0, 0, bank[0]]), high=array("Q", [one, one, one, bank[1]]),
            wipe_low=array("Q", [0, 0]), wipe_high=array("Q", [0, 0]), banks=array("q", [1]),
            busts=array("Q", [0]), denominators=array("Q", [one]),
            weights=array("Q", [one - 4]), wipes=array("Q", [4]), level=array("q", [0, 1] * 2),
            counted=array("q", [1, counted]), gains=array("q", [2]), **NAMED,
            centre=array("Q", [0, one - 6, one - 4, 0]), radius=array("Q", [0, 4, 3, 0]),
        ),
    )  # fmt: skip
    assert race.prove(array("q", pair), 0, 1)
    ends = least, least + width
    open_ = ends[0] <= 0 <= ends[1] and ends != (0, 0)
    assert race.left == [(0, 1, 2, 10, 1, 7)] * open_
    decided, tie = not open_ and ends != (0, 0), ends == (0, 0)
    assert race.found[:2] == (decided and counted, tie and counted)
    nearest = min(map(abs, ends)), max(map(abs, ends))
    call = (nearest[0], (0, 1, 1, 0), ends[0] > 0, nearest[1])
    assert race.closest == [call] * (decided and counted)
    letter = b"e" if tie else b"t" if least > 0 else b"b"
    lines = {(1, 0): b"1 0  a1\n", (0, 1): b"" if open_ else b"0 1 %b1 a2\n" % letter}
    assert race.written == lines[pair] + lines[pair[::-1]]


@pytest.mark.parametrize("least", [0, 1, 2])
@pytest.mark.parametrize("gains", [(1, 2), (2, 1)])
def test_options_are_written_down_as_equal_if_they_are_proved_to_be(least, gains):
    """Two units win, and banking one of them is worth that or ``least`` less, by an array."""
    one, some = 1 << FIRST_BITS, array("q", [0, 1])
    given = arrays(
        low=array("Q", [0, 0, 0, one - least]), high=array("Q", [one] * 4),
        wipe_low=array("Q", [0, 0]), wipe_high=array("Q", [0, 0]), returns=some, first=some,
        dead=array("q", [0, 0]), sure=array("q", [0, 0]), banks=array("q", [1, 1]),
        denominators=array("Q", [2, 0]), busts=array("Q", [1, 0]), wipes=array("Q", [0, 0]),
        weights=array("Q", [1]), sets=array("q", [0, 1, 1]), options=array("q", [0, 1]),
        gains=array("q", [2]), after=array("q", [1]), order=array("q", [1, 0]),
        level=array("q", [0, 2] * 2), counted=array("q", [1, 0] * 2),
        named=array("q", [0]), named_sets=array("q", [0, 2]), named_gains=array("q", gains),
        named_after=array("q", [1, 1]),
    )  # fmt: skip
    race = kernels.compiled("race").Race(
        2, 2, 2, 0, exact=False, eager=True, rounding=8, calls=3, arrays=given
    )
    assert race.prove(array("q", [0, 1]), 0, 1)
    assert race.written == b"0 1 b1 ab2\n" * (not least) + b"1 0  ab1\n"
    assert [turn[:2] for turn in race.left] == [(0, 1)] * (least > 0)


@pytest.mark.parametrize("unit", [1, 1 << FIRST_BITS - 3])
@pytest.mark.parametrize("most", [1, 2, 3, 4, 6, 9, 20, 400])
def test_of_equal_margins_those_of_the_smallest_states_are_the_closest(most, unit):
    """Every throw wins, so that margins are what banking pays less than that, by an array."""
    goal, one, random = 4, 1 << FIRST_BITS, Random(most)
    units, pairs = range(goal), [(i, j) for i in range(goal) for j in range(i + 1)]
    random.shuffle(pairs)
    pays = [one - 2 - random.randrange(4) * unit for _ in range(goal**2)]
    low, high = array("Q", pays), array("Q", [one + 1 for one in pays])
    given = arrays(
        low=low, high=high, wipe_low=array("Q", [0] * goal), wipe_high=array("Q", [0] * goal),
        dead=array("q", [0] * goal), sure=array("q", [0] * goal), returns=array("q", units),
        first=array("q", units), banks=array("q", [1, 1]), denominators=array("Q", [1, 1]),
        busts=array("Q", [0, 0]), wipes=array("Q", [0, 0]), level=array("q", [0, 2] * goal),
        order=array("q", [1, 0]),
        counted=array("q", [1, 0] + [1] * 6), sets=array("q", [0, 1, 2]),
        weights=array("Q", [1, 1]), options=array("q", [0, 1, 2]),
        gains=array("q", [goal, goal]), after=array("q", [0, 0]),
    )  # fmt: skip
    race = kernels.compiled("race").Race(
        goal, 2, goal, 0, exact=False, eager=True, rounding=8, calls=most, arrays=given
    )
    calls = []
    for pair in pairs:
        assert race.prove(array("q", pair), 0, 1)
        calls += [
            (one - high[j * goal + s], (i, j, s - i, mode), True, one - low[j * goal + s])
            for i, j in {pair, pair[::-1]} for s in range(i + 1, goal) for mode in (0, 1)
        ]  # fmt: skip
    assert sorted(race.closest) == sorted(calls)[:most]


BANKED = "banked_low", "banked_high"


def last_turn(goal, far, banked, centre=None, radius=1 << 58, *, eager=True, more=()):
    """One die of six sides, one of which busts and the others score a unit, with a last turn.

    ``banked`` is 1 - C(d) at [d], and ``centre`` where values are looked for.
    """
    units, starts = range(goal), goal * goal
    assert len(banked) == far + 2
    given = arrays(
        low=array("Q", [0] * starts), high=array("Q", [1 << FIRST_BITS] * starts),
        wipe_low=array("Q", [0] * goal), wipe_high=array("Q", [0] * goal),
        dead=array("q", [0] * goal), sure=array("q", [0] * goal), returns=array("q", units),
        first=array("q", units), level=array("q", [0, 1] * far), counted=array("q", [1] * far),
        banked_low=array("Q", banked), banked_high=array("Q", banked),
    )  # fmt: skip
    if centre is not None:
        given |= {"centre": array("Q", [centre] * starts), "radius": array("Q", [radius] * starts)}
    return kernels.compiled("race").Race(
        goal, 1, 1, 0, exact=False, eager=eager, rounding=8, calls=3, far=far,
        arrays=given | dict(more),
    )  # fmt: skip


@pytest.mark.parametrize("far", [3, 4, 6])
@pytest.mark.parametrize("units", range(9))
def test_a_last_turn_is_followed_until_banking_is_better(units, far):
    """The first that is proved to be is that of so many units more than the opponent has."""
    one = 1 << FIRST_BITS
    banked = ([0] * units + [one] * (far + 2))[: far + 2]
    for goal, j in (1, 0), (2, 1):
        throws = max(goal, units + j - 1) - j
        race = last_turn(goal, far, banked, int(one / (2 - (5 / 6) ** throws)))
        proved = race.prove(array("q", [j, j]), 0, 1)
        assert proved == (units <= far - j + 1)
        if proved:
            assert race.found[-1] == throws
    race = last_turn(2, far, banked, None)
    if race.prove(array("q", [1, 1, 0, 1, 0, 0]), 0, 3):
        pairs = product(range(2), range(2))
        assert race.found[-1] == sum(max(2, units + j - 1) - i for i, j in pairs)
    else:
        assert units > far


@pytest.mark.parametrize("off", range(6))
@pytest.mark.parametrize("more", [0, 1])
def test_banking_must_be_better_than_any_throw(off, more):
    """What the best throw pays at most is rounded up; who banks must have more."""
    one, radius = 1 << FIRST_BITS, 1 << 57
    centre = one * 216 // 307 + off
    most = -(-(one - (centre - radius) + 5 * one) // 6)
    race = last_turn(1, 6, [0, 0, 0, most + more, *[one] * 4], centre, radius)
    assert race.prove(array("q", [0, 0]), 0, 1)
    assert race.found[-1] == 2 * more  # what is open is not counted
