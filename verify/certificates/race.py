"""What the certificate of a race holds: docs/certificate.md. :mod:`.check_race` checks it.

The boxes are those of :mod:`pigverify.race.enclosure`: each is the image of a wider one that the
equations take into itself. The rounded equations are monotone, so they take the image into itself
as well, and the checker needs no more than one evaluation of each.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator
from concurrent.futures import Executor
from dataclasses import replace
from itertools import groupby
from typing import Any

from pigcore.games.errors import SizeError
from pigcore.games.race import Race
from pigcore.games.rules import column_of

from ..algebra.rational import Rational
from ..blocks import turns_of
from ..options import Progress
from ..race.enclosure import Bounds, Enclosure
from ..race.evaluation import Pair, wipe_column
from ..race.prove import Proved, nothing_proved, prove, report_of
from ..race.rules import Rules
from ..race.verdict import RaceReport
from .check_race import STATEMENT, Unreadable
from .check_race import Race as Checked

__all__ = ["RULES", "certificate", "tables"]

RULES = ("goal", "exact", "denominator", "bust", "wipe", "gains", "weights", "after_bust")
"""The entries of the header that say which game it is."""

_BITS = 128
"""Fewer than other proofs begin with: the boxes are most of the file."""
_LONGEST = 13_000
"""Bits of a number that Python still reads in decimal digits."""


def tables(game: Race) -> dict[str, Any]:
    """The rules of the race as integers: the entries ``RULES`` of the header."""
    rules = Rules(game)
    return {
        "goal": rules.goal,
        "exact": rules.exact,
        "denominator": rules.denominators[0],
        "bust": rules.busts[0],
        "wipe": rules.wipes[0],
        "gains": [g for g, _ in rules.gains or ()],
        "weights": [p for _, p in rules.gains or ()],
        "after_bust": rules.returns,
    }


def certificate(
    game: Race, progress: Progress | None = None, executor: Executor | None = None
) -> tuple[RaceReport, dict[str, Any], Iterator[str]]:
    """Prove every decision of the race: the report, and header and records of the certificate.

    Both are empty where something is left undecided.

    Raises
    ------
    SizeError
        If the goal is above 2,000, or some number would be too long.
    """
    rules = Rules(game)
    proved = prove(rules, None, progress, bits=_BITS, witness=_Runs, executor=executor)
    if proved is None:
        return nothing_proved(game), {}, iter(())
    report = replace(report_of(game, proved.found, proved.decisions), proof=proved.proof)
    settled = report.proof.ties in ("fractions", "primes")
    if not report.ok or proved.witness is None:
        return report, {}, iter(())
    found, rows = proved.found, proved.witness.rows
    wiped = [_box(found, j, 0, column=True) for j in range(rules.goal if rules.wipe else 0)]
    exact = _exact_column(proved) if settled and rules.wipe else []
    header = {
        "certificate": 1,
        "family": column_of(game),
        "statement": STATEMENT,
        **tables(game),
        "bits": found.bits,
        "states": rules.goal**2 * (rules.goal - 1) // 2,
        "ties": settled,
        "column_low": [low for low, _ in wiped],
        "column_high": [high for _, high in wiped],
        "column_above": [w.numerator for w in exact],
        "column_below": [w.denominator for w in exact],
    }
    try:
        checked = Checked(header)
    except Unreadable as error:  # some number is larger than the checker takes
        raise SizeError(
            f"{game.name} has no certificate ({error}): choose a smaller goal"
        ) from None
    if not checked.ends():
        raise SizeError(
            f"{game.name} has no certificate, because the players could keep it from ever ending: "
            "prove it without a certificate"
        )
    return report, header, _records(found, rows)


class _Runs:
    """The decisions of turn after turn, in runs: r to roll, h to hold, t a tie."""

    def __init__(self, found: Any = None) -> None:
        self.rows: dict[Pair, str] = {}

    def add(self, turn: Bounds) -> None:
        i, j, start = turn.own, turn.opp, turn.own + 1
        low, high = turn.low.payoffs, turn.high.payoffs
        letters = [
            "r" if c > most else "h" if least > above else "t"
            for c, above, least, most in zip(
                low[1:], high[1:], turn.bank_low[start:], turn.bank_high[start:]
            )
        ]
        self.rows[i, j] = "".join([f"{d}{len(list(run))}" for d, run in groupby(letters)])

    def part(self, found: Any, rows: Collection[int]) -> _Runs:
        return _Runs()

    def outcome(self) -> dict[Pair, str]:
        return self.rows

    def take(self, outcome: dict[Pair, str]) -> None:
        self.rows |= outcome


def _records(found: Enclosure, rows: dict[Pair, str]) -> Iterator[str]:
    # Larger sums first, of these the scores that are nearest to each other.
    pairs = sorted(((j, i) for i, j in found.rules.pairs()), key=lambda it: (-sum(it), it))
    for a, b in turns_of(pairs):
        low, high = _box(found, a, b)
        yield f"{a} {b} {low:x} {high:x} {rows[a, b]}"


def _box(found: Enclosure, i: int, j: int, *, column: bool = False) -> tuple[int, int]:
    """The box of V(i,j,0), or that of the column, in which V(i,0,0) was looked for."""
    if column:
        return found.one - found.wipe_high[i], found.one - found.wipe_low[i]
    return found.one - found.high[i][j], found.one - found.low[i][j]


def _exact_column(proved: Proved[_Runs]) -> list[Any]:
    """V(j,0,0) as fractions. Ties where throws wipe are so rare that small games are enough."""
    rules = proved.found.rules
    states = rules.goal**2 * (rules.goal + 1) // 2
    if (states + 2) * math.log2(2 * rules.denominators[0]) > _LONGEST:
        raise SizeError(
            f"the goal is {rules.goal}, but where throws wipe and payoffs are exactly equal a "
            "certificate holds long fractions: choose a smaller goal"
        )
    found, ends = proved.found, {}
    for i, j in turns_of(rules.pairs()):
        turn = found.bounds(i, j)
        ends[i, j] = found.turns.ends(turn.low, turn.bank_low, Rational())
    return wipe_column(rules, ends, Rational())
