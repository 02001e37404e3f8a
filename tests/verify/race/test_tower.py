"""Tables, turn, check and find: the same integers twice, and nothing open that is certified."""

from __future__ import annotations

from fractions import Fraction
from types import SimpleNamespace

import numpy as np
import pigverify
import pytest
from pigverify.kernels import FIRST_BITS, PLAIN, WIDE_BITS, compiled
from pigverify.race.check import Check, Open
from pigverify.race.find import Guess, run
from pigverify.race.prove import Proved
from pigverify.race.tables import Tables
from pigverify.race.turn import Exact, Floor, Plain, turn
from support import generated

import pigcore
from pigcore.games import (
    BUST,
    Farkle,
    HoldOrContinue,
    Pig,
    Piglet,
    Race,
    Roll,
    Turn,
    TwoDicePig,
    gain,
)
from pigcore.games.dice import Dice

DIE = Roll.die(6)
KINDS = {
    "one roll": Pig(12),
    "exact": HoldOrContinue(goal=12),
    "wipes": TwoDicePig(14),
    "dice": Farkle.minimal(goal=400),
    "other turns": Race(DIE, 9, other=Roll.die(8)),
    "last turn": Race(DIE, 8, end="last_turn"),
    "ties shared": Race(DIE, 8, end="equal_turns", tie="half"),
    "ties played on": Race(DIE, 8, end="equal_turns", tie="play_on"),
    "busts in a row": Race(DIE, 8, busts_in_a_row=2, penalty=2),
    "a turn passed": Race(DIE, 8, may_pass=True),
    "three": Pig(6, players=3),
}


def cards(mode):
    """A bust is a card, and there are ever fewer others."""
    return {BUST: 1, gain(2, mode - 1): mode} if mode else {BUST: 1}


games = pytest.mark.parametrize("game", KINDS.values(), ids=KINDS)


# --- the twin -------------------------------------------------------------------------------------


@pytest.mark.skipif(compiled("turn") is None, reason="no compiled module")
@games
@pytest.mark.parametrize("bits", [FIRST_BITS, WIDE_BITS])
def test_the_compiled_turn_comes_to_the_same_integers(game, bits):
    found = Proved(game).whole(bits)
    tables = found.tables
    places = list(tables.starts())[::7]
    for place in places:
        frame = tables.frame(place)
        twin = found.load(place, frame)
        plain = Plain(frame.turn, bits)
        plain.load(frame)
        for side, values in ((0, found.seen_low[0]), (1, found.seen_high[0])):
            assert twin.turn(side, values) == plain.turn(side, values)
        mask = found.counted_all(place, frame)
        mine, his = (one.judge(mask, 1 << 40, 1e-13, 1e-9) for one in (twin, plain))
        assert tuple(map(tuple, mine[5:7])) == tuple(map(tuple, his[5:7]))
        assert mine[:5] == his[:5]
        assert twin.letters() == plain.letters()
        for tied in (0, 1 << 20):
            twin.decide(0, tied)
            plain.decide(0, tied)
            assert tuple(map(list, twin.plan)) == tuple(map(list, plain.plan))
            assert twin.follow(0, found.seen_low[0]) == plain.follow(0, found.seen_low[0])
            assert twin.chance(frame.bust) == pytest.approx(float(plain.chance(frame.bust)))


@pytest.mark.slow
@games
def test_plain_python_proves_the_same(game, monkeypatch):
    first = pigverify.certify(game)
    monkeypatch.setenv(PLAIN, "1")
    again = pigverify.certify(game)
    assert first.ok
    assert (first.states, first.ties, first.asides) == (again.states, again.ties, again.asides)
    assert max(first.value[0], again.value[0]) <= min(first.value[1], again.value[1])


def test_bounds_of_a_turn_hold_its_fractions():
    tables = Tables(Pig(10))
    frame = tables.frame(tables.place((3, 4)))
    exact = {place: Fraction(place % 7, 7) for place in range(tables.places)}
    worth = turn(Exact(), frame, exact)[0][0]
    low = turn(Floor(1 << 62), frame, {k: int(v * 2**62) for k, v in exact.items()})[0][0]
    assert 0 <= worth - Fraction(low, 1 << 62) < Fraction(1, 1 << 55)


# --- against pigcore, and against what is wrong ---------------------------------------------------


@games
def test_solutions_are_certified(game):
    report = pigverify.certify(pigcore.solve(game))
    assert report.ok, str(report)
    assert report.error < 1e-13
    assert report.own.wrong == report.own.disputed_wrong == 0


@pytest.mark.slow
@pytest.mark.parametrize("rules", ["goal", "exact", "falls", "ends", "other"])
@pytest.mark.parametrize("seed", range(4))
def test_generated_games(rules, seed):
    game = generated.scored(seed, rules)
    solution = pigcore.solve(game)
    report = pigverify.certify(solution)
    assert report.ok, f"{game.rules()} {report}"
    assert float(report.value[0]) == pytest.approx(solution.value, abs=1e-12)


def holding(game, starts):
    """What the verifier asks of a solution."""
    return SimpleNamespace(game=game, arrays=lambda: {"starts": starts})


@pytest.mark.parametrize("by", [1e-9, -1e-9, 0.3])
def test_any_single_change_is_refuted(by):
    game = Pig(10)
    right = pigcore.solve(game).starts
    for i, j in ((0, 0), (9, 9), (3, 7)):
        wrong = right.copy()
        wrong[i, j] = min(max(wrong[i, j] + by, 0.0), 1.0)
        report = pigverify.certify(holding(game, wrong))
        assert (report.ok, report.refuted, report.worst) == (False, True, (i, j))


@pytest.mark.parametrize("value", [0.0, 0.5, 1.0])
def test_a_table_of_nothing_is_refuted_and_misleads_nobody(value):
    report = pigverify.certify(holding(Piglet(6), np.full((6, 6), value)))
    assert report.refuted
    assert report.value == pigverify.certify(Piglet(6)).value


# --- boxes ----------------------------------------------------------------------------------------


def checked(game, moved=None, skipped=None):
    """A pass over the boxes of a game, one of them moved, or one start left out."""
    tables = Tables(game)
    guess = Guess(tables, pigcore.solve(game).arrays())
    found = Check(tables, FIRST_BITS)
    starts = [*tables.starts()]
    run(found, guess, starts)
    again = Check(tables, FIRST_BITS)
    slack = 1 << 20
    for place in starts:
        low, high = found.low[0][place], found.high[0][place]
        shift = 1 << 30 if place == moved else 0
        if place != skipped:
            again.claim(place, [max(low - slack * (place + 1) + shift, 0)],
                        [min(high + slack * (place + 1) + shift, again.one)])  # fmt: skip
    return again, tables, starts


def test_a_box_that_was_moved_is_not_taken_into_its_inside():
    place = Tables(Pig(8)).place((3, 3))
    found, tables, _ = checked(Pig(8), moved=place)
    with pytest.raises(Open, match="not taken into its inside"):
        found.record((place, tables.frame(place), None))


def test_a_start_without_a_box_proves_nothing():
    place = Tables(Pig(8)).place((3, 3))
    found, tables, _ = checked(Pig(8), skipped=place)
    with pytest.raises(Open, match="no box"):
        found.record((place, tables.frame(place), None))
    before = tables.place((1, 3))  # who banks 2
    with pytest.raises(Open, match="no box"):
        found.record((before, tables.frame(before), None))
    assert found.value(before) == (0, 1)


def test_what_a_mode_obliges_is_followed_past_the_goal():
    throws = {"one": {BUST: 1, gain(3, "two"): 1}, "two": {BUST: 1, gain(1, "end"): 1}}
    turn = Turn(throws.get, "one", may_bank=lambda mode: mode != "two")
    report = pigverify.certify(Race(turn, 3, name="Must"))
    assert report.ok
    assert report.value[0] <= Fraction(4, 7) <= report.value[1]


def test_what_another_mode_obliges_the_opponent_is_followed_past_the_goal():
    """His alone was once not followed, so that a right table was refuted."""
    throws = {1: [(gain(1, 1), 2), (gain(5, 2), 2), (BUST, 1)], 2: [(gain(2, 1), 1), (BUST, 1)]}
    obliging = Turn(throws.__getitem__, start=1, may_bank=lambda mode: mode == 1)
    for game in (Race(DIE, 15, other=obliging), Race(obliging, 15)):
        report = pigverify.certify(pigcore.solve(game))
        assert report.ok, str(report)


def test_a_box_that_was_claimed_and_never_shown_ends_nothing():
    """Each start is shown by the boxes of others: with one of them left, none is."""
    game = TwoDicePig(14)
    found = Proved(game).whole(FIRST_BITS)
    tables = found.tables
    again = Check(tables, FIRST_BITS)
    ahead = [place for place in tables.starts() if tables.start(place)[0][1] == 0]
    for place in ahead:
        again.claim(place, [max(found.low[0][place] - (1 << 20), 0)],
                    [min(found.high[0][place] + (1 << 20), again.one)])  # fmt: skip
    with pytest.raises(Open, match="claimed and never shown"):
        again.finish()
    guess = Guess(tables, pigcore.solve(game).arrays())
    run(again, guess, [place for place in tables.starts() if place != ahead[0]])
    with pytest.raises(Open, match="claimed and never shown"):
        again.finish()
    again.record((ahead[0], tables.frame(ahead[0]), None))
    assert again.finish() is again


@pytest.mark.parametrize("must_roll", [False, True])
def test_throws_on_the_table_are_worth_what_throwing_is(must_roll):
    dice = Dice({"1": 1, "2 2": 2, "3": 2}, 2, sides=3, must_roll=must_roll)
    game = Race(dice, 6)
    (thrown,) = pigverify.check(game, 1, 2, 0, 2).payoffs.values()
    low, high = 0, 0
    for faces, chance in dice.throws(2).items():
        found = pigverify.check(game, 1, 2, 0, faces)
        assert found.ok
        low += chance * max(least for least, _ in found.payoffs.values())
        high += chance * max(most for _, most in found.payoffs.values())
    assert max(low, thrown[0]) <= min(high, thrown[1])
    assert high - low < Fraction(1, 10**20)


def test_where_bounds_say_nothing_a_table_is_not_refuted():
    """Who moves on once in 10^45 throws is out of reach of 124 bits."""
    rare = Fraction(1, 10**45)
    game = Race(Roll({1: rare}, bust=1 - rare), 1)
    report = pigverify.certify(pigcore.solve(game))
    assert not report.refuted, str(report)
    assert report.ok


@games
def test_nobody_has_to_say_where_boxes_lie(game):
    value, report = pigverify.certify(pigcore.solve(game)).value, pigverify.certify(game)
    assert report.ok
    assert max(value[0], report.value[0]) <= min(value[1], report.value[1])


@pytest.mark.parametrize(
    "game", [Pig(20, players=3), Race(Turn(cards, start=3), 9, players=3)], ids=["one", "modes"]
)
def test_places_where_somebody_mixes_are_counted_as_solutions_count_them(game):
    """They were not where a turn is one throw again and again: mixed cells were never proved."""
    solution = pigcore.solve(game)
    places = Guess(Tables(game), solution.arrays())._places()
    cells = [tuple(cell) for cell in solution._ranks.tables[0].cells.tolist()]
    assert places[: len(cells)] == cells
