"""Players with different turns, proved: both tables, by the compiled pass and by plain Python."""

from fractions import Fraction

import pigverify
import pytest
from pigverify import kernels
from pigverify.kernels import FIRST_BITS, WIDE_BITS
from pigverify.race.compiled import enclose_first
from pigverify.race.decisions import Decisions
from pigverify.race.enclosure import Enclosure, Nothing, enclose_all
from pigverify.race.rules import Rules
from support.turns import three_throws

import pigcore
from pigcore.games import BUST, Farkle, Race, RuleError, Turn, gain
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


# One kind of dice always scores: a throw of all dice wins for sure with 2 units missing. After a 1
# and a 2 a player who banks them, or the 1 alone, wins by his next turn if there is one.
SURE = Loaded({"1": 2, "4": 3, "1 2": 3}, ["a", "b", "b"], {"a": [1, 0, 0, 1], "b": [1, 60, 30, 1]})


# Three dice always score 1 or 2 units, one never does. Where all that a throw of one leads to is
# banked, and wins by the next turn, to bank at once is the same.
HALVES = Loaded({"1": 2, "2": 1}, ["a", "a", "a", "b"], {"a": [1, 1, 0], "b": [0, 0, 1]}, 3)
TIED = {"alike": (ALIKE, 6), "near": (NEAR, 6), "banked": (BANKED, 7), "sure": (SURE, 5)} | {
    "halves": (HALVES, 4)
}


def counted(game):
    report = pigverify.certify(game)
    assert report.ok
    return report.states, report.ties, report.asides, report.aside_ties, report.proof.ties


@pytest.mark.parametrize(("dice", "goal"), TIED.values(), ids=TIED)
@pytest.mark.parametrize("first", [True, False])
def test_hands_that_are_worth_the_same_are_ties(dice, goal, first):
    turns = (dice.turn, LOADED.turn)
    game = Race(turns[not first], goal, other=turns[first])
    found = counted(game)
    with kernels.plain(True):
        assert counted(game) == found
    assert found[-1] == "primes"


@pytest.mark.parametrize(("dice", "goal"), TIED.values(), ids=TIED)
def test_fractions_say_what_primes_say(dice, goal, monkeypatch):
    game, found = Race(dice.turn, goal), []
    for short in (0, 10**6):
        monkeypatch.setattr("pigverify.race.ties.SHORT", short)
        found.append(counted(game))
    assert [one[-1] for one in found] == ["primes", "fractions"]
    assert found[0][:-1] == found[1][:-1]


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


def test_a_goal_that_must_be_banked_is_not_proved():
    """Also where it is the opponent's turn alone that obliges; it was once refuted."""
    throws = {1: [(gain(1, 1), 2), (gain(5, 2), 2), (BUST, 1)], 2: [(gain(2, 1), 1), (BUST, 1)]}
    obliging = Turn(throws.__getitem__, start=1, may_bank=lambda mode: mode == 1)
    for game in (Race(SIX, 15, other=obliging), Race(obliging, 15)):
        with pytest.raises(RuleError, match="a mode obliges who has reached the goal to throw"):
            pigverify.certify(game)
