"""Farkle, certified: when to bank and what to set aside, in one state or in all of them.

:mod:`enclosure` says why its intervals contain the values of the game, :mod:`decisions` what they
decide and why ties are ties.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Executor
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any, NamedTuple

from pigcore.games.dice import BANK, BUSTS, THROW, Choice
from pigcore.games.race import Race
from pigcore.games.scoring import counts_of, faces_of

from ..accuracy import compared, is_sharp
from ..algebra.intervals import Interval, best_of, is_narrow
from ..arrays import checked
from ..options import Progress, digits_of, tolerance_of
from ..verdict import CLOSEST, Proof
from .decisions import Decisions
from .enclosure import Bounds, Enclosure, Unproved, decide_all, enclose_all
from .own import OwnDecisions
from .rules import Rules
from .verdict import FarkleReport, FarkleVerdict

__all__ = [
    "BITS", "NOT_FOUND", "TOLERANCE", "certify", "check", "nothing_proved", "precisions",
    "report_of",
]  # fmt: skip

BITS = 200
"""Plenty: the enclosures of a game to 10,000 lose 40 of them."""
MOST_BITS = 800
TOLERANCE = 5e-13
"""Well above the rounding of a good table, well below the 1e-12 that must not go unnoticed."""

NOT_FOUND = Proof("none", reason="no proof was found with as many bits as are allowed")


def precisions(bits: int) -> Iterator[int]:
    """Bits to try one after the other, from so many on."""
    most = max(MOST_BITS, 2 * bits)
    while bits <= most:
        yield bits
        bits *= 2


# --- one state ----------------------------------------------------------------------------------


def check(
    game: Race,
    *state: object,
    digits: int = 30,
    progress: Progress | None = None,
    executor: Executor | None = None,
) -> FarkleVerdict:
    """Prove what is best in one state, and enclose the payoffs of every choice.

    Parameters
    ----------
    game : Race
        The game.
    *state : int
        The mover's and the opponent's banked scores and, unless it is a turn's beginning, the
        points of the turn and the dice in hand, or the tuple of faces of the throw on the table.
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
        If ``digits`` is out of range, or three busts in a row cost points.
    SizeError
        If the goal is above 400 units.

    Notes
    -----
    Cost: every pair of scores that can still come, some 10 ms each where 2,000 points are
    missing and 40 ms where 10,000 are; twice as much if several actions may be equally good.

    Examples
    --------
    >>> from pigcore.games import Farkle
    >>> check(Farkle.minimal(1000), 700, 800, 250, 2, digits=12)
    Farkle, own 700, opp 800, points 250, dice 2: throw (enclosed with 200 bits)
      throw     0.582262654947
      bank      0.0693623494486
      margin    0.512900305499
      in words  Throw: it wins 51 more games in 100 than banking.
    """
    place = game.check_state(*state)
    digits = digits_of(digits)
    own, opp, points, dice = place
    if isinstance(dice, int) and own + points >= game.goal and not game.last_turn and points:
        won = Proof("rules", reason="the goal is reached")
        return FarkleVerdict(game, place, (BANK,), {BANK: (Fraction(1),) * 2}, won, digits=digits)
    if opp >= game.goal:
        return _check_last_turn(game, place, digits)
    i, j = own // game.unit, opp // game.unit
    rules = Rules(game, i, j)
    actions = _actions(game, rules, place)
    anything = {action: (Fraction(0), Fraction(1)) for action in actions}
    verdict = FarkleVerdict(game, place, tuple(actions), anything, NOT_FOUND, digits=digits)
    for bits in precisions(max(BITS, math.ceil(digits * math.log2(10)) + 100)):
        found = Enclosure(rules, bits)
        found.asked = (own + points) // game.unit
        try:
            enclose_all(found, (), progress, executor)
            last = found.bounds(i, j, found.asked + rules.most + 1)
        except Unproved:
            continue
        payoffs = _payoffs(found, last, actions)
        settled = partial(_all_decided, found, progress, executor) if found.ends else None
        best, proof = _decide(actions, payoffs, found, settled)
        verdict = _verdict(game, place, best, payoffs, proof, digits)
        if _is_proved(verdict) or not found.ends:  # then more bits would be of no use
            break
    return verdict


def _check_last_turn(game: Race, place: tuple[Any, ...], digits: int) -> FarkleVerdict:
    """Prove what is best where the opponent has the goal: see :attr:`.enclosure.Enclosure.chase`.

    One throws until the score is passed, which wins. Scores are counted from the chase's end.
    """
    own, opp, points, dice = place
    rules = Rules(game)
    for bits in precisions(max(BITS, math.ceil(digits * math.log2(10)) + 100)):
        found = Enclosure(rules, bits)
        found.asked = opp // game.unit
        turn = found.chase
        base = turn.top - ((opp - own) // game.unit + 1)

        def then(more: int, left: int, base: int = base, end: int = turn.top) -> _Then:
            s = base + (points + more) // game.unit
            return _Then(THROW, s, left) if s < end else _Then(BANK, s, 0)

        actions: dict[str, _Then | None] = {}
        if isinstance(dice, int):
            only = then(0, dice)
            actions[only.action] = only
        else:
            for aside, worth in rules.asides(counts_of(dice, game.dice.sides)).items():
                after = then(worth, len(dice) - sum(aside) or game.dice.count)
                actions[str(Choice(faces_of(aside), after.action))] = after
        if not actions:
            none = Proof("rules", reason="nothing scores in the last turn")
            return FarkleVerdict(game, place, (BUSTS,), {BUSTS: (Fraction(0),) * 2}, none)
        payoffs = _payoffs(found, turn, actions)
        best, proof = _decide(actions, payoffs, found, partial(Decisions, found))
        verdict = _verdict(game, place, best, payoffs, proof, digits)
        if _is_proved(verdict):
            break
    return verdict


def _verdict(
    game: Race,
    place: tuple[Any, ...],
    best: tuple[str, ...],
    payoffs: Mapping[str, tuple[Interval, int]],
    proof: Proof,
    digits: int,
) -> FarkleVerdict:
    worths = {action: ends for action, (ends, _) in payoffs.items()}
    return FarkleVerdict(game, place, best, worths, proof, digits=digits)


def _is_proved(verdict: FarkleVerdict) -> bool:
    """Whether the best actions are known, and all numbers to as many digits as are asked for."""
    numbers = [*verdict.payoffs.values(), verdict.margin]
    return verdict.ok and all(is_narrow(ends, verdict.digits) for ends in numbers if ends)


def _actions(game: Race, rules: Rules, place: tuple[Any, ...]) -> dict[str, _Then | None]:
    """What can be done, and what is done with which score and dice then; None for a bust."""
    own, _, points, dice = place
    first, s = own // game.unit, (own + points) // game.unit
    if isinstance(dice, int):
        return {then.action: then for then in _then(rules, first, s, dice)}
    return {
        str(Choice(faces_of(aside), then.action)): then
        for aside, worth in rules.asides(counts_of(dice, game.dice.sides)).items()
        for then in _then(
            rules, first, s + worth // game.unit, len(dice) - sum(aside) or game.dice.count
        )
    } or {BUSTS: None}


class _Then(NamedTuple):
    """Banking s, whatever dice are left (0 here), or throwing so many dice with it."""

    action: str
    s: int
    dice: int


def _then(rules: Rules, own: int, s: int, dice: int) -> list[_Then]:
    throws = s == own or s < rules.goal or rules.last_turn
    banks = s >= rules.first(own) and (not throws or rules.may_choose(own, s, dice))
    return [_Then(THROW, s, dice)] * throws + [_Then(BANK, s, 0)] * banks


_Worth = tuple[int, int]
"""A lower bound with its residues, and an upper bound."""


def _payoffs(
    found: Enclosure, turn: Bounds, actions: Mapping[str, _Then | None]
) -> dict[str, tuple[Interval, int]]:
    """What every action is worth: between two fractions, and its residue."""
    own, opp = turn.own, turn.opp
    x = found.residue[opp][own]

    def worth(then: _Then | None) -> _Worth:
        if then is None:
            return found.residues.carry(found.low[opp][own], x), found.high[opp][own]
        _, s, dice = then
        if then.action == BANK:
            return turn.bank_low[s], turn.bank_high[s]
        return turn.low.throws[s - own][dice - 1], turn.high.throws[s - own][dice - 1]

    payoffs = {}
    for action, then in actions.items():
        packed, high = worth(then)
        low = packed >> found.residues.shift
        ends = Fraction(low, found.one), Fraction(high, found.one)
        payoffs[action] = ends, found.residues.at(packed, x)
    return payoffs


def _decide(
    actions: Mapping[str, _Then | None],
    payoffs: Mapping[str, tuple[Interval, int]],
    found: Enclosure,
    settled: Callable[[], Decisions] | None,
) -> tuple[tuple[str, ...], Proof]:
    """The best actions of a state, and how they are proved.

    ``settled`` looks at all decisions on which the residues rest, if these mean anything.
    """
    proof = Proof("enclosure", bits=found.bits)
    best = best_of({action: ends for action, (ends, _) in payoffs.items()})
    if len(best) == 1:
        return best, proof
    points = {end for action in best for end in payoffs[action][0]}
    if len(points) == 1 or len({actions[action] for action in best}) == 1:
        return best, replace(proof, ties="equality")
    if settled is None or len({payoffs[action][1] for action in best}) > 1:
        return best, NOT_FOUND
    # Residues mean something if all that is open anywhere is a tie.
    decisions = settled()
    return best, NOT_FOUND if decisions.undecided else decisions.by_primes(proof)


def _all_decided(
    found: Enclosure, progress: Progress | None, executor: Executor | None
) -> Decisions:
    decisions = Decisions(found)
    decide_all(found, [decisions], progress, executor)
    return decisions


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
) -> FarkleReport:
    """Prove every decision of the game, and how far a table of its values is from the truth.

    Parameters
    ----------
    game : Race
        The game.
    table : mapping, optional
        ``{"starts": rows}`` with ``rows[own][opp]`` the value at the start of a turn, scores in
        units. It is compared with the truth and hints where to look for it.
    tolerance : float, optional
        The largest error that is not refuted, 5e-13 if left out.
    claimed : float, optional
        What the solution says that its table is off by at most; see :class:`..own.OwnCount`.
    progress : callable, optional
        Called as ``progress(done, total)`` now and then.
    closest : int, optional
        How many of the closest calls between banking and throwing to report; 10 if left out.
    executor : concurrent.futures.Executor, optional
        Where blocks of pairs of scores are proved, each of which takes about half a second; all
        here if left out. The report does not depend on it.

    Raises
    ------
    FileError
        If the table could not be one of this game.
    RuleError
        If the tolerance is not above 0 and at most 1, or three busts in a row cost points.
    SizeError
        If the goal is above 400 units.

    Notes
    -----
    O(units³ · choices) operations on integers, O(units²) memory; `Farkle.minimal(2000)` takes
    some nine seconds, and to 10,000 five times as much for each of three powers: 125 times as long.
    With a last turn, what is thrown once banking is proved better than every throw is left out.

    Examples
    --------
    >>> from pigcore.games import Farkle
    >>> report = certify(Farkle({"1": 1}, goal=3, dice=2, sides=3))
    >>> report.states, report.ties, report.asides, report.aside_ties
    (9, 0, 12, 6)
    """
    rules = Rules(game)
    hint = None if table is None else checked(game, table)["starts"]
    tolerance = tolerance_of(tolerance, TOLERANCE)
    report = None
    for bits in precisions(BITS):
        found = Enclosure(rules, bits, hint)
        decisions = Decisions(found, closest or CLOSEST)
        own = None if hint is None else OwnDecisions(found, hint, claimed)
        try:
            enclose_all(found, [decisions, own] if own else [decisions], progress, executor)
        except Unproved:
            continue
        if hint is not None and not is_sharp(found):
            continue
        report = report_of(game, found, decisions)
        if own is not None and hint is not None:
            report = compared(report, found, hint, own.count, tolerance, game.unit)
        if not report.undecided or not found.ends:  # then more bits would be of no use
            break
    return report or nothing_proved(game, None if hint is None else tolerance)


def nothing_proved(game: Race, tolerance: float | None = None) -> FarkleReport:
    """The report where no enclosure was found."""
    anything = Fraction(0), Fraction(1)
    return FarkleReport(game, anything, 0, 0, 0, (), NOT_FOUND, tolerance=tolerance)


def report_of(game: Race, found: Enclosure, decisions: Decisions) -> FarkleReport:
    """What is proved, without a table."""
    return FarkleReport(
        game,
        value=found.value(0, 0),
        states=decisions.decided + decisions.ties,
        ties=decisions.ties,
        undecided=decisions.undecided,
        closest=decisions.closest(game.unit),
        proof=decisions.proof(),
        asides=decisions.asides,
        aside_ties=decisions.aside_ties,
    )
