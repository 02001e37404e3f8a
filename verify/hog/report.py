"""What the checker returned of a game of Hog: of one state, or of all and of a solution's table."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from pigcore.games.hog import Hog
from pigcore.games.spelling import counted, listed

from ..algebra.intervals import in_units, largest
from ..algebra.primes import PRIMES, error_chance
from ..certificates.check_hog import Rows
from ..options import Progress, digits_of, tolerance_of
from ..tally import TIED, OwnCount, Tally, pick
from ..verdict import Proof, Report, Verdict
from .find import Checked, checked
from .tables import BITS, RULES, header, tables

__all__ = [
    "RULES", "TOLERANCE", "HogReport", "HogVerdict", "certificate", "certify", "check", "tables",
]  # fmt: skip

TOLERANCE = 1e-12
"""The largest error of a solution that is not refuted."""


class _Spelled:
    """Hog's actions in words."""

    @staticmethod
    def spelled(action: Any) -> str:
        """A number of dice, or the exchange."""
        return "exchange" if action == -1 else counted(action, "die", "dice")


@dataclass(frozen=True, repr=False)
class HogVerdict(_Spelled, Verdict[Hog, int]):
    """What is proved about one state of Hog; a choice is a number of dice, or -1."""


@dataclass(frozen=True, repr=False)
class HogReport(_Spelled, Report[Hog]):
    """What is proved about a game of Hog, and about a table of its values."""

    best: tuple[int, ...] = ()
    """All best choices at 0 to 0."""

    extras: ClassVar[tuple[str, ...]] = ("best",)

    def _more(self) -> list[tuple[str, str]]:
        return [("choosing", f"{listed(map(self.spelled, self.best), 'or')} at first")]


def check(
    game: Hog, *state: object, digits: int = 30, progress: Progress | None = None
) -> HogVerdict:
    """Prove which numbers of dice are best in one state, and enclose what each is worth.

    Cost: every state of at least this total of the scores; every state of all where a turn may
    make no progress.
    """
    own, opp, *rest = place = game.check_state(*state)
    digits = digits_of(digits)
    bits = max(BITS, math.ceil(digits * math.log2(10)) + BITS)
    here = own, opp, sum(rest)
    found = checked(game, own + opp, bits if digits > 30 else None, progress)
    best, proof = (
        tuple(found.hog.best[here]),
        Proof(
            "none",
            reason="the best choices cannot be distinguished with as many bits as are allowed",
        ),
    )
    if found.proved(here):
        proof = _proof(game, found, ties=len(best) > 1, primes=here in found.opened)
    worths = {one: in_units(ends, found.hog.one) for one, ends in found.worths[here].items()}
    return HogVerdict(game, place, best, worths, proof, digits=digits)


def _proof(game: Hog, found: Checked, *, ties: bool, primes: bool) -> Proof:
    """How it is proved: with which ``ties``, and whether ``primes`` settled some of them.

    n states make n equations in integers whose coefficients sum to at most 2 D in absolute value,
    D the common denominator of the chances, so the determinant is at most (2 D)^n, and a
    difference of two worths times D times the determinant is an integer of at most
    (n + 2) log2(2 D) bits.
    """
    bits = found.hog.bits
    if not primes:
        return Proof("enclosure", bits, ties="equality" if ties else None)
    chance = error_chance((len(found.worths) + 2) * (2 * found.hog.below).bit_length())
    return Proof("enclosure", bits, ties="primes", primes=PRIMES, error_chance=chance)


def certify(
    game: Hog,
    table: Mapping[str, Any] | None = None,
    *,
    tolerance: float | None = None,
    progress: Progress | None = None,
    closest: int | None = None,
) -> HogReport:
    """Prove every decision, and how far a table of values is from the truth.

    A term to 100 takes a second or two: 2.7 million products for the sums of rolls, twice. Time and
    memory grow with the third and second power of the goal.
    """
    tolerance = tolerance_of(tolerance, TOLERANCE)
    arrays = None if table is None else [table[one.name].tolist() for one in game.arrays]
    found = checked(game, progress=progress)
    return _report(game, found, closest, arrays, None if arrays is None else tolerance)


def _report(
    game: Hog,
    found: Checked,
    closest: int | None = None,
    arrays: Sequence[Any] | None = None,
    tolerance: float | None = None,
) -> HogReport:
    tally, parts, one = Tally(closest), len(game.state_names), found.hog.one
    own = None if arrays is None else _OwnChoices(found, arrays)
    for state, worths in found.worths.items():
        best, proved = tuple(found.hog.best[state]), found.proved(state)
        tally.add(state[:parts], best, worths, one, proved=proved)
        if arrays is not None and own is not None and proved:
            i, j, parity = state
            tally.compare(state[:parts], arrays[parity][i][j], largest(worths), one)
            own.judge(state, best)
    primes = found.tied and bool(found.opened)
    begin = 0, 0, 0
    return HogReport(
        game,
        value=in_units(largest(found.worths[begin]), one),
        **tally.counted(_proof(game, found, ties=tally.ties > 0, primes=primes)),
        tolerance=tolerance,
        own=None if own is None else own.count.own(),
        best=tuple(found.hog.best[begin]),
    )


class _OwnChoices:
    """Counts the choices that follow from the table ``values``, at [parity][own][opp].

    A choice is worth the average, over its rolls, of what the table says of the states they lead
    to; whoever plays by it takes the first whose worth is the largest but for rounding.
    """

    def __init__(self, found: Checked, values: Sequence[Any]) -> None:
        def worth(x: int, y: int, after: int) -> tuple[float, bool]:
            state, mine = found.hog.landing(x, y, after)
            if state is None:
                return float(mine), True
            own, opp, parity = state
            return values[parity][own][opp] if mine else 1.0 - values[parity][own][opp], True

        self.count = OwnCount()
        self._hog, self._rows = found.hog, Rows(worth)

    def judge(self, state: tuple[int, int, int], best: tuple[int, ...]) -> None:
        """Compare the table's choice in one state with those that are proved to be best."""
        worths = {
            choice: self._hog.sum(state, throw, self._rows) / throw.number
            for choice, throw in self._hog.choices(state).items()
        }
        chosen, margin = pick(worths, TIED)
        self.count.judge(chosen, best, margin)


# --- certificates ---------------------------------------------------------------------------------


def certificate(
    game: Hog, progress: Progress | None = None
) -> tuple[HogReport, dict[str, Any], Any]:
    """Prove every choice of the game: the report, and header and records of the certificate.

    Both are empty where something is left undecided.

    Raises
    ------
    RuleError
        If the rules return what they must not, or play need never end.
    SizeError
        If the proof, or to check it, would take too long or not fit in memory.
    """
    found = checked(game, progress=progress)
    report = _report(game, found)
    entries = header(game) | {"bits": found.hog.bits, "ties": bool(found.opened)}
    records = (
        f"{' '.join(map(str, state))} {low:x} {high:x} {','.join(map(str, found.hog.best[state]))}"
        for state, (low, high) in found.hog.boxes.items()
    )
    return report, entries, records
