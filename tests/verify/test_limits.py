"""Where a proof ends without one: undecided with a reason, refused for its size, interrupted."""

from __future__ import annotations

import os
import time
from types import SimpleNamespace

import numpy as np
import pytest
from pigverify import certify, check
from pigverify.algebra.elimination import TooLong, eliminate
from pigverify.race import prove
from pigverify.race.turn import Exact
from support.commands import ask, refused
from support.hogs import seven_hundreds

from pigcore import memory
from pigcore.games import Bag, Duel, Hog, Piglet, Race, Roll, RuleError, SizeError
from pigcore.games.spelling import at_most

ENDLESS = Race(Roll({2: "1/2"}, wipe="1/2"), 3, "exact", 3)


# --- undecided ------------------------------------------------------------------------------------


@pytest.mark.parametrize("value", [0.0, 0.5, 1.0])
def test_where_nothing_is_proved_no_table_is_refuted(value, monkeypatch):
    monkeypatch.setattr(prove, "precisions", lambda *bits: iter(()))
    table = {"starts": np.full((3, 3), value)}
    report = certify(SimpleNamespace(game=ENDLESS, arrays=lambda: table))
    assert (report.outcome, report.ok, report.refuted) == ("undecided", False, False)
    assert (report.error, report.worst, report.own) == (None, None, None)
    assert "table      not judged, as nothing is proved of the game" in str(report)
    assert "no proof was found with as many bits as are allowed" in " ".join(str(report).split())
    assert report.as_dict()["error"] is None


def test_what_can_go_on_for_ever_but_does_not_is_proved():
    assert certify(ENDLESS).ok


def test_a_race_without_decisions_that_is_not_proved_is_not_certified():
    one = Race(Roll({2: "1/2"}, wipe="1/2"), 2, "exact", 1)
    report = certify(one)
    assert report.ok == (report.proof.method != "none")


HARDLY_EVER = [
    Hog(2, 40, (2, 2), pig_out="pig_out_for_nothing"),
    seven_hundreds(lambda own, opp: True),
]  # fmt: skip
"""Games in which some choice makes progress once in a million million turns."""


@pytest.mark.parametrize("game", HARDLY_EVER, ids=["never worth it", "for as often as it takes"])
def test_play_that_hardly_ever_moves_on_is_soon_proved_or_left_open(game):
    start = time.process_time()
    report = certify(game)
    assert time.process_time() - start < 30
    if game.goal == 2:  # other choices are quicker
        assert report.ok
        return
    assert (report.outcome, report.states, report.undecided) == ("undecided", 0, 1)
    verdict = check(game, 0, 0)
    assert verdict.decision == "undecided"


def test_an_elimination_has_an_end():
    rows = {n: {m: 2 if m == n else 1 for m in range(10)} for n in range(10)}
    right = dict.fromkeys(rows, 1)
    assert eliminate(rows, right, Exact(), 1000)
    with pytest.raises(TooLong):
        eliminate(rows, right, Exact(), 100)


# --- sizes ----------------------------------------------------------------------------------------

LARGE = [
    Hog.fa13(2000),
    Hog(2000, pig_out="pig_out_for_nothing"),
    Bag([300] * 10_000, [0] * 10_000, [0] * 10_000),
    Duel(holds=range(1, 2001)),
    Piglet(2000),
]


@pytest.mark.parametrize("game", LARGE, ids=lambda game: game.name)
def test_what_cannot_fit_is_refused_before_it_begins(game, monkeypatch):
    monkeypatch.setattr(memory, "available", lambda: 10**9)
    start = time.process_time()
    with pytest.raises(SizeError, match="would take .* GB of memory and there are 1 GB: ") as said:
        certify(game)
    assert time.process_time() - start < 1
    assert "\n" not in str(said.value)


@pytest.mark.parametrize(
    "game", [Hog.fa13(100), Bag(*[[1] * 50] * 3, total=3), Duel(), Piglet(150)]
)
def test_what_fits_is_not_refused(game, monkeypatch):
    monkeypatch.setattr(memory, "available", lambda: 300 * 10**6)
    state = {"hog": (99, 98), "bag": (3, 0, 0), "duel": (20,), "race": (140, 145)}[game.family]
    assert check(game, *state).ok


# --- files ----------------------------------------------------------------------------------------


def test_devices_and_pipes_are_refused_at_once(tmp_path):
    os.mkfifo(tmp_path / "pipe.npz")
    for path in (tmp_path / "pipe.npz", "/dev/zero", tmp_path):
        done = ask("pigverify", path)
        assert refused(done, "pigverify", "cannot be read")


# --- progress -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "error", [ZeroDivisionError, StopIteration, ValueError, KeyboardInterrupt, SizeError]
)
@pytest.mark.parametrize(
    "game",
    [
        Piglet(5),
        Hog(goal=4),
        HARDLY_EVER[0],
        Duel(Roll.die(4), holds=range(2, 6)),
        Bag([3], [0], [0], total=3),
    ],
    ids=lambda game: game.name,
)  # fmt: skip
def test_what_progress_raises_comes_out_as_it_is(game, error):
    mine = error("mine")

    def progress(done, total):
        raise mine

    with pytest.raises(error) as caught:
        certify(game, progress=progress)
    assert caught.value is mine


# --- bounds in print ------------------------------------------------------------------------------


@pytest.mark.parametrize("value", [1.2341e-16, 9.991, 0.12345, 5e-324, 2.5, 1e-9, 4.26e-16])
def test_an_error_is_printed_rounded_up(value):
    assert float(at_most(value)) >= value
    assert float(at_most(value)) <= value * 1.01 + 5e-324


@pytest.mark.parametrize("by", [-5, 7])
@pytest.mark.parametrize("prove", [certify, lambda game: check(game, 0, 0)])
def test_a_bust_of_ones_own_stays_on_the_board(prove, by):
    class Slide(Race):
        def after_bust(self, own):
            return own + by

    with pytest.raises(RuleError, match=r"a bust at \d lands on -?\d+, but must be between"):
        prove(Slide(Roll.die(6), 10))
