"""Players with different turns, proved: both tables, by the compiled pass and by plain Python."""

from fractions import Fraction

import pigverify
import pytest
from pigverify import kernels
from pigverify.kernels import FIRST_BITS, WIDE_BITS
from pigverify.race.compiled import enclose_first
from pigverify.race.decisions import Decisions, Worths
from pigverify.race.enclosure import Enclosure, Nothing, enclose_all
from pigverify.race.rules import Rules
from support.turns import three_throws

import pigcore
from pigcore.games import Farkle, Race, RuleError
from pigcore.games.loaded import Loaded
from pigcore.solvers.race.solution import RaceSolution

pytestmark = pytest.mark.slow

SIX, EIGHT = pigcore.Roll.die(6), pigcore.Roll.die(8)
LOADED = Farkle({"1": 1, "2 2": 2, "3 3": 3}, 6, 3, ["1/2", "1/3", "1/6"])
GAMES = {
    "dice": Race(SIX, 14, other=EIGHT),
    "coins": Race(pigcore.Roll.coin(), 6, other=pigcore.Roll.die(3), opening=2),
    "modes": Race(SIX, 9, other=three_throws(9, 2).turn, minimum_bank=2),
    "loaded": Race(Farkle({"1": 1, "2 2": 2, "3 3": 3}, 6, 3, 3).turn, 6, other=LOADED.turn),
}
# Two dice of different kinds that bust as often; one of three is left if all show a 2.
KINDS = {"a": [2, 1, 1, 1], "b": [1, 1, 1, 2], "c": [1, 2, 1, 1]}
ALIKE = Loaded({"1": 2, "4": 1, "2 2": 3}, list(KINDS), KINDS)
GAMES["alike"] = Race(ALIKE.turn, 6, other=LOADED.turn)
ALL = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


def seen(proving, game, bits):
    found = Enclosure(Rules(game), bits, None, Nothing())
    decisions = Decisions(found, 5, postpones=True)
    proving(found, [decisions])
    counts = decisions.decided, decisions.ties, decisions.asides, decisions.throws
    return found.low, found.high, counts, sorted(decisions.left), sorted(decisions._closest._heap)


@ALL
@pytest.mark.parametrize("bits", [FIRST_BITS, WIDE_BITS])
def test_the_compiled_pass_and_python_find_the_same(game, bits):
    assert seen(enclose_first, game, bits) == seen(enclose_all, game, bits)


def test_modes_whose_throws_win_as_often_are_ties(monkeypatch):
    rules, game = Rules(GAMES["alike"]), GAMES["alike"]
    a, b, c = map(ALIKE.turn.place, ["1,0,0", "0,1,0", "0,0,1"])
    busts = [Fraction(rules.busts[n], rules.denominators[n]) for n in (a, b, c)]
    assert busts[0] == busts[1] != busts[2]
    assert seen(enclose_first, game, FIRST_BITS)[3] == []
    report = pigverify.certify(game)
    monkeypatch.setattr(Worths, "alike", lambda *_: False)
    assert seen(enclose_all, game, FIRST_BITS)[3] != []
    with kernels.plain(True):
        settled = pigverify.certify(game)  # by residues, all of them
    assert (report.asides, report.aside_ties) == (settled.asides, settled.aside_ties)
    assert report.proof.ties == "equality"
    assert settled.proof.ties == "primes"


# A 2 of one die and a 3 of another win alike with at most 3 units missing, and only then. Who has
# thrown two 1s keeps one of them, and throws the other die again, with one that never scores.
NEAR = Loaded(
    {"1": 1, "2": 3, "3": 4}, ["a", "b", "c"],
    {"a": [2, 3, 0, 1], "b": [2, 0, 3, 1], "c": [0, 0, 0, 1]}, 4,
)  # fmt: skip


# Hands that differ in dice, after which one banks the same scores as often, wherever they differ.
BANKED = Loaded(
    {"1": 1, "2": 3, "1 2": 3}, ["a", "b", "c"],
    {"a": [1, 0, 2, 2], "b": [1, 2, 2, 1], "c": [2, 0, 1, 1]}, 4,
)  # fmt: skip


@pytest.mark.parametrize(("dice", "goal"), [(NEAR, 6), (BANKED, 7)])
def test_hands_that_are_worth_the_same_are_ties(dice, goal, monkeypatch):
    game = Race(dice.turn, goal, other=LOADED.turn)
    compiled = pigverify.certify(game)
    with kernels.plain(True):
        plain = pigverify.certify(game)
        monkeypatch.setattr(Worths, "alike", lambda *_: False)
        settled = pigverify.certify(game)
    found, same, exact = (
        (report.ok, report.states, report.ties, report.asides, report.aside_ties)
        for report in (compiled, plain, settled)
    )
    assert found == same == exact
    assert compiled.proof.ties == plain.proof.ties == "equality"
    assert settled.proof.ties == "primes"


# One kind of dice always scores: a throw of all dice wins for sure with 2 units missing. After a 1
# and a 2 a player who banks them, or the 1 alone, wins by his next turn if there is one.
SURE = Loaded({"1": 2, "4": 3, "1 2": 3}, ["a", "b", "b"], {"a": [1, 0, 0, 1], "b": [1, 60, 30, 1]})


# Three dice always score 1 or 2 units, one never does. Where all that a throw of one leads to is
# banked, and wins by the next turn, to bank at once is the same.
HALVES = Loaded({"1": 2, "2": 1}, ["a", "a", "a", "b"], {"a": [1, 1, 0], "b": [0, 0, 1]}, 3)


@pytest.mark.parametrize(("dice", "goal"), [(SURE, 5), (SURE, 8), (HALVES, 4), (HALVES, 6)])
@pytest.mark.parametrize("first", [True, False])
def test_scores_do_not_matter_to_who_wins_for_sure(dice, goal, first, monkeypatch):
    turns = (dice.turn, LOADED.turn)
    game = Race(turns[not first], goal, other=turns[first])
    compiled = pigverify.certify(game)
    with kernels.plain(True):
        plain = pigverify.certify(game)
        monkeypatch.setattr(Worths, "banks_as_well", lambda *_: False)
        if dice is HALVES:
            assert pigverify.certify(game).proof.ties == "primes"
        monkeypatch.setattr(Worths, "alike", lambda *_: False)
        settled = pigverify.certify(game)
    found, same, exact = (
        (report.ok, report.states, report.ties, report.asides, report.aside_ties)
        for report in (compiled, plain, settled)
    )
    assert found == same == exact
    assert compiled.ok
    assert compiled.proof.ties == plain.proof.ties == "equality"
    assert settled.proof.ties == "primes"


@pytest.mark.parametrize("bits", [FIRST_BITS, WIDE_BITS])
def test_exact_worths_are_the_same_in_both(bits):
    for dice in (SURE, HALVES, ALIKE):
        for game in (Race(dice.turn, 6, other=LOADED.turn), Race(LOADED.turn, 7, other=dice.turn)):
            assert seen(enclose_first, game, bits) == seen(enclose_all, game, bits)


@ALL
def test_long_proofs_take_threads_and_find_the_same(game, monkeypatch):
    alone = pigverify.certify(game)
    monkeypatch.setattr("pigverify.race.compiled._CHOICE", 1e-3)
    monkeypatch.setattr("os.cpu_count", lambda: 3)
    assert pigverify.certify(game) == alone


@ALL
def test_a_solution_is_certified_for_both_players(game):
    found = pigcore.solve(game)
    report, swapped = pigverify.certify(found), pigverify.certify(found.swapped)
    for one in (report, swapped):
        assert one.ok
        assert one.error < 1e-14
        assert one.own.wrong == one.own.disputed_wrong == 0
    assert report.states == swapped.states
    for (low, high), truth in (
        (report.value, found.value), (report.other_value, found.swapped.value),
        (swapped.value, found.swapped.value), (swapped.other_value, found.value),
    ):  # fmt: skip
        assert low - Fraction(1, 10**13) <= Fraction(truth) <= high + Fraction(1, 10**13)
        assert high - low < Fraction(1, 10**12)
    assert "moving first" in str(report)


def altered(found, name, by):
    arrays = {each: table.copy() for each, table in found.arrays().items()}
    arrays[name][1, 2] -= by
    return RaceSolution(
        found.game, arrays["starts"], other_starts=arrays["other_starts"], method="newton",
        tolerance=1e-12, history=(0.0,),
    )  # fmt: skip


@ALL
@pytest.mark.parametrize("name", ["starts", "other_starts"])
def test_a_table_that_is_altered_is_refuted(game, name):
    report = pigverify.certify(altered(pigcore.solve(game), name, 1e-9))
    assert report.refuted
    assert 0.9e-9 < report.error < 1.1e-9
    assert report.worst == tuple(game.unit * score for score in (1, 2))


@pytest.mark.parametrize("state", [(0, 0), (3, 5, 4), (9, 2, 3)])
def test_one_state_is_proved(state):
    game = GAMES["dice"]
    found = pigcore.solve(game)
    for rules, solution in ((game, found), (game.swapped, found.swapped)):
        said = pigverify.check(rules, *state)
        assert said.ok
        payoffs = solution.payoffs(*state)
        for action, (low, high) in said.payoffs.items():
            assert float(low) == pytest.approx(payoffs[action], abs=1e-14)
            assert high - low < Fraction(1, 10**29)


def test_what_is_not_proved_says_so(tmp_path):
    game = Race(SIX, 14, other=EIGHT, name="Six against eight")
    with pytest.raises(RuleError, match="different turns"):
        pigverify.write_certificate(game, tmp_path / "x")
