"""The race family, certified: which decision is right in one state, or in all of them.

:mod:`enclosure` says why its intervals contain the values of the game.

**Decisions.** The same evaluation encloses c(s) and h(s) of every state of the turn, also of totals
that no throws add up to. Intervals apart decide. A margin enclosed by the point 0 is a tie, and a
margin whose interval holds 0 and more is settled exactly (:mod:`ties`) or with more bits.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Generic, TypeVar

from pigcore.games.race import Race

from ..accuracy import compared, is_sharp
from ..algebra.intervals import Interval, best_of, is_narrow
from ..arrays import checked
from ..blocks import Witness, turns_of
from ..options import Progress, digits_of, tolerance_of
from ..verdict import CLOSEST, Proof
from .decisions import Decisions
from .enclosure import Enclosure, Unproved, enclose_all
from .own import OwnDecisions
from .rules import BITS, Rules
from .small import exact_payoffs
from .ties import settle
from .verdict import RaceReport, RaceVerdict

__all__ = [
    "TOLERANCE",
    "Proved",
    "bits_for",
    "certify",
    "check",
    "prove",
    "verdict",
]

MOST_BITS = 6400
_ORDERING_BITS = 800
"""Margins that these do not tell apart are most likely the same number in several states."""
TOLERANCE = 5e-13
"""Well above the rounding of a good table, well below the 1e-12 that must not go unnoticed."""

ZERO, ONE = Fraction(0), Fraction(1)


# --- one state ----------------------------------------------------------------------------------


def check(
    game: Race,
    *state: object,
    digits: int = 30,
    progress: Progress | None = None,
    executor: Executor | None = None,
) -> RaceVerdict:
    """Prove which decision is right in one state, and enclose its payoffs.

    Parameters
    ----------
    game : Race
        The race.
    *state : int
        The mover's and the opponent's banked scores, and the turn total unless it is 0.
    digits : int
        Significant digits to which the payoffs and what is between them are proved, 1 … 10,000;
        fewer are if some would take more bits than are allowed.
    progress : callable, optional
        Called as ``progress(done, total)`` now and then.
    executor : concurrent.futures.Executor, optional
        Where blocks of pairs of scores are enclosed; all here if left out.

    Raises
    ------
    StateError
        If there is no such state.
    RuleError
        If ``digits`` is out of range.
    SizeError
        If more than 2,000 points are missing from the goal.

    Notes
    -----
    Cost: every pair of scores that can still come, about 0.3 ms each in Pig; every pair of all
    where a throw can wipe.

    Examples
    --------
    >>> from pigcore.games import Pig
    >>> check(Pig(100), 80, 90, 12, digits=12)
    Pig, own 80, opp 90, total 12: roll (enclosed with 200 bits)
      roll      0.718408954637
      hold      0.309158818085
      margin    0.409250136553
      in words  Roll: it wins 41 more games in 100 than holding.
    """
    place, digits = game.check_state(*state), digits_of(digits)
    return verdict(game, place, digits, progress=progress, executor=executor)


def bits_for(digits: int) -> int:
    """The bits that an enclosure begins with, so that payoffs have so many digits."""
    return max(BITS, math.ceil(digits * math.log2(10)) + 100)


def verdict(
    game: Race,
    place: tuple[int, ...],
    digits: int,
    known: Enclosure | None = None,
    progress: Progress | None = None,
    executor: Executor | None = None,
) -> RaceVerdict:
    """What :func:`check` says; an enclosure that is ``known``, of this race or more, saves time."""
    own, opp, total = place
    if game.reached(own, total):
        won = Proof("rules", reason="the goal is reached")
        return RaceVerdict(game, place, ("hold",), {"hold": (ONE, ONE)}, won, digits=digits)
    rules = Rules(game, own, opp)
    i, j = own - rules.offset, opp - rules.offset
    s = i + total
    worths = _named((ZERO, ONE), (ZERO, ONE), total)
    best, proof = tuple(worths), _why_not(rules)
    for found in _enclosures(rules, bits_for(digits), known, progress, executor):
        worths = _named(*found.payoffs(i, j, s), total)
        if proof.ties is None:  # a tie does not change, and may take long to settle
            best, proof = _decide(found, (i, j, s), worths)
        said = RaceVerdict(game, place, best, worths, proof, digits=digits)
        numbers = (*worths.values(), said.margin) if total else worths.values()
        if said.ok and all(is_narrow(ends, digits) for ends in numbers if ends):
            points = len(best) > 1 or all(low == high for low, high in worths.values())
            short = None if points else exact_payoffs(found.decided(), (i, j, s))
            if short is not None:
                roll, hold = short
                worths = _named((roll, roll), (hold, hold), total)
                proof = Proof("fractions")
            break
    never_ends = rules.never_ends(i, j, s)
    return RaceVerdict(game, place, best, worths, proof, never_ends, digits=digits)


def _enclosures(
    rules: Rules,
    bits: int,
    known: Enclosure | None,
    progress: Progress | None,
    executor: Executor | None,
) -> Iterator[Enclosure]:
    """Enclosures with these bits and with more, the first one out of what is known if it can be."""
    if known is not None and known.bits >= bits:
        yield known.cut_to(rules)
        bits = 2 * known.bits
    for attempt in _precisions(rules, bits):
        found = Enclosure(rules, attempt)
        try:
            enclose_all(found, progress=progress, executor=executor)
        except Unproved:
            continue
        yield found


def _named(roll: Interval, hold: Interval, total: int) -> dict[str, Interval]:
    """The payoffs by name; at the start of a turn one must throw."""
    return {"roll": roll, "hold": hold} if total else {"roll": roll}


def _precisions(rules: Rules, bits: int) -> Iterator[int]:
    most = max(MOST_BITS, 2 * bits, 8 * rules.denominator.bit_length())  # chances of many digits
    while bits <= most:
        yield bits
        bits *= 2


def _decide(
    found: Enclosure, state: tuple[int, int, int], worths: Mapping[str, Interval]
) -> tuple[tuple[str, ...], Proof]:
    """The best decisions in one state, and how they are proved."""
    proof = Proof("enclosure", bits=found.bits)
    best = best_of(worths)
    if len(best) == 1:
        return best, proof
    if len({end for ends in worths.values() for end in ends}) == 1:
        return best, replace(proof, ties="equality")
    decisions = Decisions(found.rules)
    for a, b in turns_of(found.rules.pairs()):
        decisions.add(found.bounds(a, b))
    return best, settle(found.decided(), decisions.opened, proof) or _why_not(found.rules)


def _why_not(rules: Rules) -> Proof:
    if rules.ends_whatever_is_decided:
        reason = "no proof was found with as many bits as are allowed"
    else:
        reason = "the players can keep this race from ever ending: its values may not be unique"
    return Proof("none", reason=reason)


# --- all states ---------------------------------------------------------------------------------


def certify(
    game: Race,
    table: Mapping[str, Any] | None = None,
    *,
    tolerance: float | None = None,
    claimed: float | None = None,
    progress: Progress | None = None,
    closest: int | None = None,
    executor: Executor | None = None,
) -> RaceReport:
    """Prove every decision of the race, and how far a table of its values is from the truth.

    Parameters
    ----------
    game : Race
        The race.
    table : mapping, optional
        ``{"starts": rows}`` with ``rows[own][opp]`` the value at the start of a turn. It is
        compared with the truth and hints where to look for it.
    tolerance : float, optional
        The largest error that is not refuted, 5e-13 if left out.
    claimed : float, optional
        What the solution says that its table is off by at most; see :class:`..own.OwnCount`.
    progress : callable, optional
        Called as ``progress(done, total)`` now and then.
    closest : int, optional
        How many of the closest calls to report, apart from one another if they can be; 10, however
        close to one another, if left out.
    executor : concurrent.futures.Executor, optional
        Where blocks of pairs of scores are proved, each of which takes about half a second; all
        here if left out. The report does not depend on it. The first approximation of a race in
        which throws wipe is one piece, about half of the work.

    Raises
    ------
    FileError
        If the table could not be one of this race.
    RuleError
        If the tolerance is not above 0 and at most 1.
    SizeError
        If the goal is above 2,000.

    Notes
    -----
    O(goal³ · gains) operations on integers of 200 bits, O(goal²) memory: Pig to 100 takes 1.1 s,
    to 200 9 s, to 400 one and a half minutes and to 900 some 20, with 300 to 450 bytes for each
    pair of scores from 200 on. Where throws wipe, it is two to three times as much.

    Examples
    --------
    >>> from pigcore.games import Piglet
    >>> report = certify(Piglet(2))
    >>> report.states, report.ties, report.value[0] <= Fraction(4, 7) <= report.value[1]
    (2, 0, True)
    """
    rules = Rules(game)
    hint = None if table is None else checked(game, table)["starts"]
    tolerance = tolerance_of(tolerance, TOLERANCE)
    by_table = None if hint is None else lambda: OwnDecisions(rules, hint, claimed)
    proved = prove(
        rules, hint, progress, bits=BITS, witness=by_table, closest=closest, executor=executor
    )
    report = proved.report(game)
    if hint is None or proved.witness is None:
        return report if hint is None else replace(report, tolerance=tolerance)
    return compared(report, proved.found, hint, proved.witness.count, tolerance)


W = TypeVar("W", bound=Witness)


@dataclass(frozen=True)
class Proved(Generic[W]):
    """What came out of the last attempt that found an enclosure, or of none."""

    found: Enclosure
    decisions: Decisions
    proof: Proof
    witness: W | None
    """Who looked on at that attempt."""

    @property
    def undecided(self) -> int:
        """States whose decision is not proved."""
        rules = self.found.rules
        if self.proof.method == "none":
            return rules.goal**2 * (rules.goal - 1) // 2
        return 0 if self.settled else len(self.decisions.opened)

    @property
    def settled(self) -> bool:
        """Whether the states that the enclosures leave open, if any, are proved to be ties."""
        return self.proof.ties in ("fractions", "primes")

    def report(self, game: Race) -> RaceReport:
        """What is proved, without a table."""
        decisions = self.decisions
        ties = decisions.ties + (len(decisions.opened) if self.settled else 0)
        return RaceReport(
            game,
            value=self.found.value(0, 0),
            states=decisions.decided + ties,
            ties=ties,
            undecided=self.undecided,
            closest=decisions.closest(self.found.one),
            proof=self.proof,
            never=decisions.never,
        )


def prove(
    rules: Rules,
    hint: Sequence[Sequence[float]] | None = None,
    progress: Progress | None = None,
    *,
    bits: int,
    witness: Callable[[], W] | None = None,
    closest: int | None = None,
    executor: Executor | None = None,
) -> Proved[W]:
    """Prove every decision with ``bits``, or with more; ``witness`` makes one for each attempt.

    With ``closest``, so many of the closest calls are kept, and told apart if they can be.
    """
    nothing, kept = Enclosure(rules, bits), closest or CLOSEST
    proved: Proved[W] = Proved(nothing, Decisions(rules, kept), _why_not(rules), None)
    for attempt in _precisions(rules, bits):
        found, decisions = Enclosure(rules, attempt), Decisions(rules, kept)
        looking = witness and witness()
        witnesses = (decisions, looking) if looking else (decisions,)
        try:
            enclose_all(found, witnesses, hint, progress, executor)
        except Unproved:
            continue
        if hint is not None and not is_sharp(found):
            continue
        proof = Proof("enclosure", bits=attempt, ties="equality" if decisions.ties else None)
        if decisions.opened:
            proof = settle(found.decided(), decisions.opened, proof) or proof
        proved = Proved(found, decisions, proof, looking)
        in_order = closest is None or decisions.ordered or attempt >= _ORDERING_BITS
        if not proved.undecided and in_order:
            break
    return proved
