"""Odd values and odd words, and sensible calls and command lines to put them into."""

import math
import os
import signal
import time
from contextlib import contextmanager
from decimal import Decimal
from fractions import Fraction
from functools import cache
from pathlib import Path

import numpy as np
import pigverify

import pigcore
from pigcore import Bag, Duel, Farkle, Hog, HoldOrContinue, PassThePigs, Pig, Piglet, Race, Roll


class Silent:
    """An object that answers nothing."""

    __slots__ = ()

    def __repr__(self):
        return "Silent()"


ODD = [
    None, True, -1, 0, 1, 3, 2**31, 2**63, -(2**64), 10**400, 0.5, -0.0, 1e300, math.nan, math.inf,
    "", "pig", "optimal", "٣", "hold:nan", "a" * 5000, "\ud800", "\0", "🎲", "1/0", b"pig", 2j,
    [], {}, set(), (1,), [1, 2, 3], {1: 2}, {"a": "b"}, range(10**12), Silent(), Silent,
    Fraction(1, 3), Fraction(10**60), Decimal("NaN"), Decimal("1e400"), np.float64("nan"),
    np.int8(3), np.uint64(2**64 - 1), np.zeros(0), np.zeros((2, 3)), np.array(["x"]), len,
    Path("none"), Path("/dev/full"), Roll.die(4), Piglet(3), Duel(holds=[2, 3]), Hog.fa13(5),
]  # fmt: skip

WORDS = [
    "", "-", "--", "-1", "0", "1", "007", "1_0", "٣", "1e999", "nan", "0x1", "1/0", "1" * 400, "🎲",
    "\udcff", "a" * 3000, "pig:", ":", "optimal", "hold:", "hold:-1", "hold:١", "{}", "hog:",
    "duel", "bag", "farkle:kcd", "pig.npz", "none.toml", ".", "/dev/null", "/dev/full", "\n",
    "--json", "--csv", "--help", "--goal", "--output", "--no-such-option", "a=b", "%s", "\x1b[31m",
]  # fmt: skip


@cache
def solved():
    """A solution of each family, with its game and a state."""
    return {
        family: (pigcore.solve(game), game, state)
        for family, game, state in (
            ("race", Piglet(5), (1, 2, 1)),
            ("hog", Hog.fa13(6), (1, 2)),
            ("duel", Duel(holds=[2, 5]), (5,)),
            ("bag", Bag([100] * 3, [100] * 3, [100] * 3), (1, 0, 1)),
            ("farkle", Farkle.minimal(goal=150), (0, 0, 50, 1)),
        )
    }


def calls():
    """Sensible calls of everything public: (name, callable, arguments, options)."""
    race, game, state = solved()["race"]
    hog, hog_game, _ = solved()["hog"]
    bag_game = solved()["bag"][1]
    transcript = pigcore.simulate(
        game, race, pigcore.hold_at(2), games=1, transcripts=1
    ).transcripts[0]
    die, two = Roll.die(4), pigcore.hold_at(2)
    made = [
        (Bag, ([100] * 2, [100] * 2, [100] * 2), {"win": 3, "draw": 1, "lose": 0, "name": "x"}),
        (Duel, (die,), {"holds": [2, 3], "name": "x"}),
        (Farkle, ({"1": 100}, 300, 2, 6), {"opening": 0, "minimum_bank": 0, "last_turn": True}),
        (Hog, (8, 2, (6,)), {"bacon": None, "wild": None, "exchange": False, "name": "x"}),
        (Race, (die, 5), {"target": "exact", "consolation": 1, "name": "x"}),
        (Roll, ({1: 1, 2: 1},), {"bust": 1, "wipe": 0, "total": 3}),
        *((term, (), {"goal": 5}) for term in (Pig, Piglet, HoldOrContinue, PassThePigs)),
        (pigcore.always_roll, (3,), {}),
        (pigcore.best_response, (game, two), {}),
        (pigcore.contest, (Hog.fa13(5), "none"), {"seconds": 1.0}),
        (pigcore.coach, (bag_game, "optimal"), {}),
        (pigcore.game, ("pig",), {"goal": 5}),
        (pigcore.hold_at, (5,), {}),
        (pigcore.hold_or_race, (5, 3), {}),
        (pigcore.keep_pace, (2, 8, 3), {"rounding": "floor"}),
        (pigcore.linear, (1, 2, 3), {}),
        (pigcore.load, ("none.npz",), {}),
        (pigcore.load_policy, ("none.npz", game), {}),
        (pigcore.loss, (game, two), {}),
        (pigcore.match, (game, two, "optimal"), {"start": (1, 1)}),
        (pigcore.mix, ({"roll": 1},), {}),
        (pigcore.parse_policy, (game, "hold:2"), {"files": False}),
        (pigcore.review, (game, transcript), {"player": 0, "names": ("a", "b")}),
        (pigcore.rules_of_thumb, (game, ("hold",)), {"descents": 1, "seed": 0}),
        (pigcore.save_policy, ("a.json", game, two), {}),
        (pigcore.simulate, (game, two, two), {"games": 10, "seed": 1, "start": (0, 0)}),
        (pigcore.simulate, (hog_game, hog, "random"), {"games": 10, "transcripts": 1}),
        (pigcore.solve, (game,), {"tolerance": 1e-9, "method": "newton", "progress": None}),
        (pigcore.tournament, (game, [two, "optimal"]), {"executor": None}),
        (pigverify.certify, (game,), {}),
        (pigverify.certify, (race,), {}),
        (pigverify.disputed, (game,), {}),
        (pigverify.match, (game, two, two), {}),
        (pigverify.check, ("none.npz",), {}),
        (pigverify.check_certificate, ("none.pigcert",), {}),
    ]
    for name, given, options in made:
        yield getattr(name, "__name__", repr(name)), name, given, options
    for solution, _, place in solved().values():
        here = {"best": place, "payoffs": place, "decide": place, "advise": place, "closest": (2,)}
        here |= {"win": place[:2], "policy": place[:2], "save": ("a.npz",)}
        for name in dir(solution):
            method = None if name.startswith("_") else getattr(solution, name, None)
            if callable(method) and name != "shutdown":
                yield f"{type(solution).__name__}.{name}", method, here.get(name, ()), {}
    assert state


LINES = {
    "advise": "piglet 1 2 1 --goal 5",
    "contest": "strategies --game hog --goal 5",
    "exact": "pig --goal 5",
    "games": "hold-or-continue",
    "judge": "--json",
    "match": "pig optimal hold:2 --goal 5 --start 1 2",
    "page": "pig --goal 5 -o pig.html",
    "play": "pig --goal 5 --seed 7",
    "plot": "pig win --goal 5 -o pig.png",
    "policy": "pig hold:2 1 1 1 --goal 5",
    "reply": "pig hold:2 --goal 5 --count 2",
    "review": "pig game.json --goal 5",
    "simulate": "pig optimal hold:2 --goal 5 --games 10",
    "solve": "pig --goal 5 -o pig.npz",
    "table": "pig --goal 5 --csv",
    "thumb": "pig hold --goal 5 --descents 1",
    "tournament": "pig optimal hold:2 --goal 5",
}
"""A sensible line for each verb; of a verb that has none here, its name and a game are one."""

PROOFS = ["piglet 1 2 1 --goal 5", "pig --all --goal 5", "pig --disputed 2 --goal 5", "none.npz"]


class StopError(Exception):
    """The time is over: the answer to what somebody who waits types."""


@contextmanager
def patience(seconds):
    """Interrupt the block after so many seconds of processor time, as Ctrl-C would.

    Whatever is asked may take as long as it takes, but it must stop when it is asked to. Yields a
    list, to which the seconds from the interrupt to the end of the block are added.
    """

    def interrupt(number, frame):
        asked.append(time.process_time())
        raise StopError

    asked, late = [], []
    before = signal.signal(signal.SIGPROF, interrupt)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield late
    except StopError:
        late.append(time.process_time() - asked[0])
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def examples(slice_):
    """How many examples to try: ``slice_`` of them, or what PIGCORE_FUZZ says."""
    return int(os.environ.get("PIGCORE_FUZZ") or slice_)
