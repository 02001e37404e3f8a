"""What the certificate of Farkle holds: docs/certificate.md. :mod:`.check_farkle` checks it.

The boxes are those of :mod:`pigverify.race.enclosure`, the letters what the same bounds decide.
Other than there, a decision is named in every state, also in those that no throws lead to.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Sequence
from concurrent.futures import Executor
from itertools import groupby
from typing import Any

from pigcore.games.dice import Dice
from pigcore.games.errors import SizeError
from pigcore.games.race import Race
from pigcore.games.rules import column_of

from ..blocks import Pair, turns_of
from ..options import Progress
from ..race.decisions import Decisions, View
from ..race.enclosure import Bounds, Enclosure, Unproved, decide_all, enclose_all
from ..race.prove import nothing_proved, report_of
from ..race.rules import Rules
from ..race.verdict import RaceReport
from .check_farkle import STATEMENT, Unreadable
from .check_farkle import Farkle as Checked

__all__ = ["RULES", "certificate", "tables"]

RULES = (
    "goal", "dice", "denominator", "faces", "combinations", "points", "nothing", "minimum",
    "opening", "must_roll", "last_turn",
)  # fmt: skip
"""The entries of the header that say which game it is."""

_BITS = 128
"""Fewer than other proofs begin with."""
_BITS_LAST = 200
"""With a last turn, whose chances are small numbers far away from the goal."""
_MOST_BITS = 512
MAX_UNITS = 4_096
"""The largest goal that a checker reads, in units."""


def tables(game: Race) -> dict[str, Any]:
    """The rules of the game as integers: the entries ``RULES`` of the header.

    Raises
    ------
    SizeError
        If a turn is another one than that of dice that are set aside.
    """
    source = game.turn.source
    if not isinstance(source, Dice) or game.target == "exact" or game.consolation:
        raise SizeError(
            f"{game.name} has no certificate, because these are for races to a goal or more, "
            "without a consolation, in which dice are set aside: prove it without a certificate"
        )
    rules = Rules(game)
    unit, goal = game.unit, rules.goal
    below = math.lcm(*(p.denominator for p in source.chances))
    most = MAX_UNITS if game.last_turn else goal  # without one no points beyond the goal matter
    worth = sorted(game.dice.scoring.worth.items())
    return {
        "goal": goal,
        "dice": source.count,
        "denominator": below,
        "faces": [int(p * below) for p in source.chances],
        "combinations": [list(counts) for counts, _ in worth],
        "points": [min(points // unit, most) for _, points in worth],
        "nothing": min(game.dice.scoring.nothing // unit, most),
        "minimum": min(game.minimum_bank // unit, goal),
        "opening": min(game.opening // unit, goal),
        "must_roll": source.must_roll,
        "last_turn": rules.last_turn,
    }


def certificate(
    game: Race, progress: Progress | None = None, executor: Executor | None = None
) -> tuple[RaceReport, dict[str, Any], Iterator[str]]:
    """Prove every decision of the game: the report, and header and records of the certificate.

    Both are empty where something is left undecided.

    Raises
    ------
    RuleError
        If three busts in a row cost points.
    SizeError
        If no dice are set aside, the goal is above 400 units, or a checker would not take it, or
        with a last turn one never banks for sure.
    """
    named, rules, report = tables(game), Rules(game), None
    bits = _BITS_LAST if rules.last_turn else _BITS
    if not Enclosure(rules, bits).ends:
        raise SizeError(
            f"{game.name} has no certificate, because with its last turn there is no score from "
            "which on one banks whatever dice are left: let hot dice be banked and every number of "
            "dice bust, or prove it without a certificate"
        )
    header = {
        "certificate": 2,
        "family": column_of(game),
        "statement": STATEMENT,
        **named,
        "rolled": rules.goal,
        "bits": bits,
        "ties": False,
    }
    checked = _checked(game, header)
    while bits <= _MOST_BITS:
        found = Enclosure(rules, bits)
        decisions, letters = Decisions(found), _Letters(found, checked)
        try:
            if rules.last_turn:  # how far its turns go is known once they are enclosed
                enclose_all(found, [decisions], progress, executor)
                found.furthest = max(_tops(found))
                letters = _Letters(found, _checked(game, header | {"rolled": found.furthest}))
                decide_all(found, [letters], progress, executor)
            else:
                enclose_all(found, [decisions, letters], progress, executor)
        except Unproved:
            bits *= 2
            continue
        report = report_of(game, found, decisions)
        if not decisions.undecided + letters.undecided:
            rolled = max(rules.goal, found.furthest)
            header |= {"rolled": rolled, "bits": bits, "ties": letters.opened > 0}
            return report, header, _records(found, letters)
        bits *= 2
    return report or nothing_proved(game), {}, iter(())


def _checked(game: Race, header: dict[str, Any]) -> Checked:
    """The rules as the checker reads them."""
    try:
        return Checked(header)
    except Unreadable as error:
        raise SizeError(
            f"{game.name} has no certificate ({error}): choose a smaller goal or fewer dice"
        ) from None


def _tops(found: Enclosure) -> Iterator[int]:
    """Scores from which on nobody throws, one for each turn."""
    return (found.top(i, j, found.high[j][i]) for i, j in turns_of(found.rules.pairs()))


class _Letters:
    """The decisions of turn after turn, as letters in runs."""

    def __init__(self, found: Enclosure, checked: Checked) -> None:
        self._found, self._checked = found, checked
        self.rows: dict[Pair, str] = {}
        self.opened = 0
        """Ties that residues prove."""
        self.undecided = 0

    def add(self, turn: Bounds) -> None:
        """Take the bounds of one turn."""
        view = View(self._found, turn, self._found.residue[turn.opp][turn.own])
        states = ",".join([_runs(self._states(view, n)) for n in self._checked.choosing])
        asides = ",".join(map(_runs, self._asides(view)))
        self.rows[turn.own, turn.opp] = f"{states} {asides}"

    def _states(self, view: View, n: int) -> list[str]:
        """What to do with n + 1 dice in hand, at every score that may be banked."""
        turn, found = view.turn, []
        for s in range(self._checked.first(turn.own), self._checked.end):
            throw, above = turn.low.throws[s - turn.own][n], turn.high.throws[s - turn.own][n]
            bank, most = turn.bank_low[s], turn.bank_high[s]
            low, least = throw >> view.shift, bank >> view.shift
            if low > most:
                found.append("t")
            elif least > above:
                found.append("b")
            else:
                found.append("e")
                if not low == above == least == most:
                    self._open(view, [throw, bank])
        return found

    def _asides(self, view: View) -> list[list[str]]:
        """What to set aside, for every set of options, wherever none reaches the goal."""
        turn, checked = view.turn, self._checked
        found: list[list[str]] = []
        for places, most in zip(checked.places, checked.most):
            column = []
            for base in range(0, (checked.end - turn.own - most) * checked.dice, checked.dice):
                lows = [view.low[base + place] for place in places]
                highs = [view.high[base + place] for place in places]
                least = max(lows)
                named = [k for k, high in enumerate(highs) if high >= least]
                if len(named) > 1 and len({it[k] for k in named for it in (lows, highs)}) > 1:
                    self._open(view, [view.packed[base + places[k]] for k in named])
                column.append("".join([chr(97 + k) for k in named]))
            found.append(column)
        return found

    def _open(self, view: View, packed: Sequence[int]) -> None:
        if view.equal(packed):
            self.opened += 1
        else:
            self.undecided += 1

    # --- in blocks --------------------------------------------------------------------------------

    def part(self, found: Enclosure, rows: Collection[int]) -> _Letters:
        """One that has seen nothing yet, to look on where ``found`` is a part of the enclosure."""
        return _Letters(found, self._checked)

    def outcome(self) -> tuple[dict[Pair, str], int, int]:
        """What it has seen."""
        return self.rows, self.opened, self.undecided

    def take(self, outcome: tuple[dict[Pair, str], int, int]) -> None:
        """Take over what a part has seen."""
        rows, opened, undecided = outcome
        self.rows |= rows
        self.opened += opened
        self.undecided += undecided


def _runs(letters: Sequence[str]) -> str:
    return "".join([f"{it}{len(list(run))}" for it, run in groupby(letters)])


def _records(found: Enclosure, letters: _Letters) -> Iterator[str]:
    one = found.one
    for i, j in turns_of(found.rules.pairs()):
        low, high = one - found.high[i][j], one - found.low[i][j]
        yield f"{i} {j} {low:x} {high:x} {letters.rows[i, j]}"
