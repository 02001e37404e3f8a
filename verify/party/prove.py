"""Parties, certified: that no player could gain by playing otherwise, in one state or in all."""

from __future__ import annotations

import math
from bisect import insort
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import replace
from fractions import Fraction
from typing import Any, TypeVar

from pigcore.games.race import Race
from pigcore.memory import require

from ..algebra.intervals import best_of, quotient_up
from ..arrays import checked
from ..options import Progress, digits_of, tolerance_of
from ..own import DISPUTED, OwnCount
from ..verdict import CLOSEST, Call, Proof
from .choice import Choice
from .enclosure import Enclosure, Turn, Unclear
from .rules import Rules
from .strategy import Strategy
from .turns import Choices
from .verdict import PartyReport, PartyVerdict, fractions

__all__ = ["TOLERANCE", "certify", "check"]

TOLERANCE = 1e-12
"""The largest error of a value, and gain by another strategy, that is not refuted."""

BITS, MOST_BITS = 128, 1024
R = TypeVar("R")
_MOST_SHOWN = 10
_BYTES = 700
"""Of memory that a turn start takes."""
_EVERYTHING = Fraction(0), Fraction(1)


def check(
    game: Race,
    *state: object,
    digits: int = 30,
    progress: Progress | None = None,
    executor: Executor | None = None,
) -> PartyVerdict:
    """Prove which action is best in one state of an equilibrium.

    Parameters
    ----------
    game : Race
        The game.
    *state : int
        The mover's score, the others' in their order and, if not 0, the turn total.
    digits : int
        Significant digits to print and to prove about, 1 … 10,000.
    progress : callable, optional
        Called as ``progress(done, total)`` now and then.
    executor : Executor, optional
        Left aside: each cell needs those before it.

    Returns
    -------
    PartyVerdict
        Of the equilibrium that is meant: in a cell with several pure ones the first in the order
        of decisions, with exact ties held. Nothing is proved below a cell in which every
        equilibrium mixes: :func:`certify` a solution then.

    Raises
    ------
    StateError
        If there is no such state.
    RuleError
        If ``digits`` is out of range.
    SizeError
        If there are more than 2,000,000 turn starts.

    Notes
    -----
    Every cell that play can come to, about a millisecond for each 20 points that a mover lacks.

    Examples
    --------
    >>> from pigcore.games import Pig
    >>> check(Pig(20, players=3), 10, 12, 8, 6, digits=12)
    Pig for three, own 10, next 12, third 8, total 6: roll (enclosed with 128 bits)
      roll      0.800851712286
      hold      0.132421459419
      margin    0.668430252867
      in words  Roll: it wins 67 more games in 100 than holding.
      unique    no cell from here on has another equilibrium
    """
    place = game.check_state(*state)
    digits = digits_of(digits)
    *start, total = place
    own = start[0]
    if total >= game.goal - own:
        won = Proof("rules", reason="the goal is reached")
        return PartyVerdict(
            game, place, ("hold",), {"hold": (Fraction(1),) * 2}, won, digits=digits
        )
    rules = Rules(game)
    found = _with_bits(
        max(BITS, math.ceil(digits * math.log2(10)) + 40),
        lambda bits, _: _checked(rules, place, digits, bits, progress),
    )
    if isinstance(found, PartyVerdict):
        return found
    unknown = dict.fromkeys(("roll", "hold") if total else ("roll",), _EVERYTHING)
    none = Proof("none", reason=found)
    return PartyVerdict(game, place, tuple(unknown), unknown, none, digits=digits)


def _with_bits(bits: int, prove: Callable[[int, bool], R]) -> R | str:
    """What is proved with so many bits or with more, told the last time; or why nothing is."""
    most = max(MOST_BITS, 2 * bits)
    while True:
        try:
            return prove(bits, bits == most)
        except Unclear as why:
            if why.final or bits == most:
                return str(why)
        bits = min(2 * bits, most)


def _checked(
    rules: Rules, place: tuple[int, ...], digits: int, bits: int, progress: Progress | None
) -> PartyVerdict:
    *start, total = place
    found = Enclosure(rules, bits)
    choice, unique = Choice(rules, found), True
    ahead = math.prod(rules.goal - score for score in start)
    for done, scores in enumerate(rules.cells(tuple(start))):
        if progress and done % 100 == 0:
            progress(done, ahead)
        if scores in found.low:
            continue
        plans, only = choice.cell(scores)
        if plans is None:
            raise _mixed(rules, scores)
        last = found.cell(scores, plans)[0]
        unique = unique and only
    one, proof = found.one, Proof("enclosure", bits=bits)
    payoffs = {"roll": (Fraction(last.roll_low[total], one), Fraction(last.roll_high[total], one))}
    if total:
        payoffs["hold"] = (
            Fraction(last.hold_low[total], one), Fraction(last.hold_high[total], one),
        )  # fmt: skip
    best = best_of(payoffs)
    if len(best) > 1 and len({end for ends in payoffs.values() for end in ends}) == 1:
        proof = replace(proof, ties="equality")
    elif len(best) > 1:
        exact = choice.payoffs(tuple(start), total)
        if exact is None:
            where = rules.game.spell(place)
            raise Unclear(f"at {where} the two actions are too close to be told apart")
        payoffs = {action: (worth, worth) for action, worth in zip(("roll", "hold"), exact)}
        best, proof = best_of(payoffs), Proof("fractions")
    return PartyVerdict(rules.game, place, best, payoffs, proof, unique or None, digits=digits)


def _mixed(rules: Rules, scores: tuple[int, ...]) -> Unclear:
    where = rules.game.spell((*scores, 0))
    return Unclear(
        f"at {where} no equilibrium is pure: solve the game and prove the solution", final=True
    )


def certify(
    game: Race,
    table: Mapping[str, Any] | None = None,
    *,
    tolerance: float | None = None,
    claimed: float | None = None,
    progress: Progress | None = None,
    closest: int | None = None,
    executor: Executor | None = None,
) -> PartyReport:
    """Prove how little any player could gain at any scores, and how far a table is from the truth.

    Parameters
    ----------
    game : Race
        The game.
    table : mapping, optional
        ``starts``, ``mixed`` and ``weights`` as a solution's ``arrays()`` has them. Without it
        nothing is proved where every equilibrium of a cell mixes.
    tolerance : float, optional
        The largest error, and gain, that is not refuted; 1e-12 if left out.
    claimed : float, optional
        What the solution says that its table is off by at most; see :class:`..own.OwnCount`.
    progress : callable, optional
        Called as ``progress(done, total)`` now and then.
    closest : int, optional
        How many of the closest calls to report; 10 if left out.
    executor : Executor, optional
        Left aside: each cell needs those before it.

    Raises
    ------
    FileError
        If the table could not be one of this game.
    RuleError
        If the tolerance is not above 0 and at most 1.
    SizeError
        If there are more than 2,000,000 turn starts, or their bounds would not fit in memory.

    Notes
    -----
    O(n² goal^(n + 1) gains) operations on integers of 128 bits: three players of Pig take some
    twenty seconds to 30 and half an hour to 100.

    Examples
    --------
    >>> from pigcore.games import Piglet
    >>> report = certify(Piglet(3, players=3))
    >>> report.ok, report.cells, report.unique
    (True, 11, 11)
    """
    tolerance = tolerance_of(tolerance, TOLERANCE)
    rules = Rules(game)
    require(_BYTES * rules.size, f"a proof of {game.name}", "choose a smaller goal")
    given = None if table is None else checked(game, table)
    strategy = None if given is None else Strategy(rules, given)
    cells = (rules.size + rules.players - 1) // rules.players

    def prove(bits: int, last: bool) -> PartyReport:
        found = Enclosure(rules, bits)
        work = _Findings(rules, found, strategy, claimed, closest or CLOSEST, last)
        for done, scores in enumerate(rules.cells()):
            work.cell(scores)
            if progress and done % 100 == 0:
                progress(min(done, cells), cells)
        return work.report(game, None if given is None else tolerance)

    report = _with_bits(BITS, prove)
    if isinstance(report, PartyReport):
        return report
    none = Proof("none", reason=report)
    return PartyReport(
        game, _EVERYTHING, 0, 0, 0, (), none, tolerance=None if given is None else tolerance
    )


class _Findings:
    """What the cells of a party add up to."""

    def __init__(
        self,
        rules: Rules,
        found: Enclosure,
        strategy: Strategy | None,
        claimed: float | None,
        most: int,
        last: bool,
    ) -> None:
        self.rules, self.found, self.strategy, self.most = rules, found, strategy, most
        # More bits would not make the weights of a mixture exact.
        self.last = strategy is not None and (last or bool(strategy.mixing))
        self.choice = Choice(rules, found)
        self.count = OwnCount(claimed)
        self.decided = self.ties = self.cells = self.unique = self.gain = self.undecided = 0
        self.others: list[tuple[int, ...]] = []
        self.elsewhere: list[tuple[int, ...]] = []
        self.unclear = ""
        self.error = Fraction(0)
        self.worst: tuple[int, ...] = (0,) * rules.players
        self.closest: list[Call] = []

    def cell(self, scores: tuple[int, ...]) -> None:
        """Enclose one cell and judge its decisions."""
        circle, meant, unique = self.rules.circle(scores), None, False
        try:
            meant, unique = self.choice.cell(scores)
            if meant is None and self.strategy is None:
                raise _mixed(self.rules, scores)
        except Unclear as why:
            if not self.last:
                raise
            self._open(circle, str(why))
        margins = [self.strategy.margins(it) if self.strategy else [] for it in circle]
        choices: Sequence[Choices] = meant or []
        if self.strategy:
            choices = [self.strategy.choices(it, row) for it, row in zip(circle, margins)]
        turns = self.found.cell(scores, choices)
        self.cells += 1
        if unique:
            self.unique += 1
        elif len(self.others) < _MOST_SHOWN:
            self.others.append(scores)
        if meant is not None and self.strategy:
            self._compare(circle, choices, meant, margins)
        seen = set()
        for n, (it, turn) in enumerate(zip(circle, turns)):
            if it in seen:  # the same state again
                continue
            seen.add(it)
            self._values(it)
            self._decisions(it, choices[n], margins[n], turn)

    def _open(self, circle: Sequence[tuple[int, ...]], why: str) -> None:
        """It is not known which equilibrium is meant, or whether this one is."""
        self.undecided += sum(self.rules.goal - 1 - it[0] for it in set(circle))
        self.unclear = self.unclear or why

    def _compare(
        self,
        circle: Sequence[tuple[int, ...]],
        choices: Sequence[Choices],
        meant: Sequence[Choices],
        margins: Sequence[Sequence[float]],
    ) -> None:
        """Judge which equilibrium the table takes."""
        apart = [
            abs(margin)
            for taken, right, row in zip(choices, meant, margins)
            for a, b, margin in zip(taken, right, row)
            if a != b
        ]
        if apart and max(apart) >= DISPUTED:
            self.elsewhere = [*self.elsewhere, circle[0]][:_MOST_SHOWN]
        elif apart:
            where = self.rules.game.spell((*circle[0], 0))
            self._open(circle, f"at {where} the table decides otherwise where doubles cannot tell")

    def _values(self, scores: tuple[int, ...]) -> None:
        one = self.found.one
        low, high = self.found.low[scores], self.found.high[scores]
        self.gain = max(self.gain, *(top - bottom for bottom, top in zip(low, high)))
        if self.strategy is None:
            return
        for value, bottom, top in zip(self.strategy.starts[scores], low, high):
            above, below = value.as_integer_ratio()
            far = max(abs(above * one - bottom * below), abs(above * one - top * below))
            if Fraction(far, one * below) > self.error:
                self.error, self.worst = Fraction(far, one * below), scores

    def _decisions(
        self,
        scores: tuple[int, ...],
        plan: Choices,
        margins: Sequence[float],
        turn: Turn,
    ) -> None:
        one = self.found.one
        for k in range(1, self.rules.goal - scores[0]):
            more = turn.roll_low[k] - turn.hold_high[k], turn.roll_high[k] - turn.hold_low[k]
            # Who mixes is indifferent but for the last bit of the weights, which the gain tells.
            if more[0] <= 0 <= more[1] or plan[k] not in (0, 1):
                self.ties += 1
                self.count.tie()
                continue
            self.decided += 1
            rolls = more[0] > 0
            if margins:
                self.count.add(plan[k] == int(rolls), abs(margins[k]))
            low, high = more if rolls else (-more[1], -more[0])
            if len(self.closest) == self.most and low >= self._widest:
                continue
            names = ("roll", "hold") if rolls else ("hold", "roll")
            call = Call((*scores, k), *names, (Fraction(low, one), Fraction(high, one)))
            insort(self.closest, call, key=lambda it: it.margin[0])
            del self.closest[self.most :]
            self._widest = self.closest[-1].margin[0] * one

    _widest: int | Fraction = 0

    def report(self, game: Race, tolerance: float | None) -> PartyReport:
        """What is proved."""
        one, start = self.found.one, (0,) * self.rules.players
        chances = fractions(self.found.low[start], self.found.high[start], one)
        report = PartyReport(
            game,
            value=chances[0],
            states=self.decided + self.ties - self.undecided,
            ties=self.ties,
            undecided=self.undecided,
            closest=tuple(self.closest),
            proof=Proof("enclosure", bits=self.found.bits),
            gain=quotient_up(self.gain, one),
            chances=chances,
            cells=self.cells,
            unique=self.unique,
            mixing=len(self.strategy.mixing) if self.strategy else 0,
            others=tuple(self.others),
            elsewhere=tuple(self.elsewhere),
            unclear=self.unclear,
        )
        if tolerance is None:
            return report
        error = quotient_up(*self.error.as_integer_ratio())
        return replace(
            report,
            tolerance=tolerance,
            error=error,
            worst=(*self.worst, 0),
            own=self.count.own(error),
            most_gain=tolerance,
        )
