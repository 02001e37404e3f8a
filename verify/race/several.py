"""Races of three players or more, certified: that nobody could gain by playing otherwise.

:mod:`cells` says why its bounds hold, :mod:`equilibria` which equilibrium is meant. What the bounds
of a turn decide is counted as for two players: :mod:`decisions`, :mod:`own`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import replace
from fractions import Fraction
from typing import Any, TypeVar

from pigcore.games.race import Race

from ..algebra.intervals import Interval, best_of, quotient_up
from ..options import Progress
from ..own import DISPUTED, TIED
from ..verdict import Proof
from .cells import Cells, Plan, Scores, Unclear
from .decisions import Decisions
from .enclosure import Bounds
from .equilibria import Choice, plan_of
from .own import OwnDecisions
from .rules import Options, Rules
from .turns import Turn, as_is
from .verdict import PartyReport
from .wipes import banks_of

__all__ = ["TOLERANCE", "judged", "proved_state"]

TOLERANCE = 1e-12
"""The largest error of a value, and gain by another strategy, that is not refuted."""

BITS, MOST_BITS = 128, 1024
R = TypeVar("R")
_MOST_SHOWN = 10
_OFTEN = 100


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


def _mixed(rules: Rules, scores: Scores) -> Unclear:
    where = rules.spell(scores)
    return Unclear(
        f"at {where} no equilibrium is pure: solve the game and prove the solution", final=True
    )


# --- one state ----------------------------------------------------------------------------------


def proved_state(
    rules: Rules,
    payoffs: Callable[[Any, Bounds], Mapping[str, Interval]],
    where: str,
    digits: int,
    progress: Progress | None,
) -> tuple[tuple[str, ...], Mapping[str, Interval], Proof, bool] | str:
    """The best actions, what all are worth, how that is proved, and whether no cell has several.

    ``payoffs`` says what actions are worth by the bounds of a turn; what comes back instead is why
    nothing is proved.
    """

    def prove(bits: int, last: bool) -> Any:
        found = Cells(rules, bits)
        choice, unique = Choice(rules, found), True
        ahead = math.prod(rules.goal - score for score in rules.scores)
        for done, scores in enumerate(rules.cells(rules.scores)):
            if progress and done % _OFTEN == 0:
                progress(done, ahead)
            if scores in found.low:
                continue
            plans, only = choice.cell(scores)
            if plans is None:
                raise _mixed(rules, scores)
            found.enclose(scores, plans)
            unique = unique and only
        worths, proof = payoffs(found, found.bounds(rules.scores)), Proof("enclosure", bits=bits)
        best = best_of(worths)
        if len(best) > 1 and len({end for it in best for end in worths[it]}) == 1:
            proof = replace(proof, ties="equality")
        elif len(best) > 1:
            turn, exact = choice.bounds(rules.scores), copy(found)
            if turn is None:
                raise Unclear(f"at {where} the two actions are too close to be told apart")
            exact.one = Fraction(1)
            worths, proof = payoffs(exact, turn), Proof("fractions")
            best = best_of(worths)
        return best, worths, proof, unique

    return _with_bits(max(BITS, math.ceil(digits * math.log2(10)) + 40), prove)


# --- all states ---------------------------------------------------------------------------------


def judged(
    game: Race,
    arrays: Mapping[str, Any] | None,
    tolerance: float,
    *,
    claimed: float | None,
    closest: int,
    named: Callable[[Decisions], Mapping[str, Any]],
    progress: Progress | None,
) -> PartyReport:
    """Prove how little any player could gain at any scores, and judge the arrays of a solution.

    ``named`` says what decisions come to, as entries of a report.
    """
    rules = Rules(game)
    table = None if arrays is None else _Table(rules, arrays)
    cells = (rules.goal**rules.players + rules.players - 1) // rules.players

    def prove(bits: int, last: bool) -> PartyReport:
        work = _Work(Cells(rules, bits), table, claimed, closest, last)
        for done, scores in enumerate(rules.cells()):
            work.cell(scores)
            if progress and done % _OFTEN == 0:
                progress(min(done, cells), cells)
        report = work.report(game, named(work.decisions))
        return report if table is None else work.compared(report, tolerance)

    report = _with_bits(BITS, prove)
    if isinstance(report, PartyReport):
        return report
    anything, none = (Fraction(0), Fraction(1)), Proof("none", reason=report)
    return PartyReport(
        game, anything, 0, 0, 0, (), none, tolerance=None if table is None else tolerance
    )


class _Table:
    """What the players of a solution do, in double precision. Nothing here need be right.

    Whoever plays by it throws again if and only if that is worth more than banking by more than
    ``TIED``, takes the first option that is the best but for as much, or mixes where it says so.
    """

    def __init__(self, rules: Rules, arrays: Mapping[str, Any]) -> None:
        self.rules, self.turns = rules, Cells(rules, 1).turns
        self.starts: dict[Scores, Sequence[float]] = {}
        self.mixing: dict[Scores, tuple[int, Fraction]] = {}
        self._read(arrays["starts"], arrays["mixed"], arrays["weights"], ())

    def _read(self, starts: Any, mixed: Any, weights: Any, scores: Scores) -> None:
        if len(scores) < self.rules.players:
            for score, rows in enumerate(zip(starts, mixed, weights)):
                self._read(*rows, (*scores, score))
            return
        self.starts[scores] = starts
        if mixed:
            t, mode = self.rules.places[min(mixed, len(self.rules.places) - 1)]
            self.mixing[scores] = t * self.rules.modes + mode, Fraction(weights)

    def banks(self, scores: Scores) -> tuple[list[float], float]:
        """What banking pays at every score, and a bust."""
        own, *others = scores
        row = [self.starts[*others, s][-1] for s in range(self.rules.goal)]
        return banks_of(row, self.rules, own, 1.0)

    def turn(self, scores: Scores) -> tuple[Turn, Sequence[float]]:
        """A turn, and what banking pays in it."""
        banks, bust = self.banks(scores)
        goal = self.rules.goal
        return self.turns.evaluate(scores[0], goal, banks, bust, as_is, floats=True), banks

    def plan(self, scores: Scores, turn: Turn, banks: Sequence[float]) -> Plan:
        """What the mover does."""
        plan = plan_of(self.rules, turn, banks, TIED)
        place, weight = self.mixing.get(scores, (-1, Fraction(0)))
        if place in plan.throws:
            return plan._replace(throws={**plan.throws, place: weight})
        return plan


class _Own(OwnDecisions):
    """Counts the decisions of a table, turn after turn."""

    def __init__(self, found: Any, table: _Table, claimed: float | None) -> None:
        super().__init__(found, (), claimed)
        self._table = table

    def _banks(self, turn: Bounds) -> tuple[list[float], float, float]:
        return *self._table.banks(turn.scores), 0.0


class _Work:
    """What the cells of a race add up to."""

    def __init__(
        self, found: Cells, table: _Table | None, claimed: float | None, closest: int, last: bool
    ) -> None:
        self.rules, self.found, self.table = found.rules, found, table
        # More bits would not make the weights of a mixture exact.
        self.last = table is not None and (last or bool(table.mixing))
        self.choice = Choice(self.rules, found)
        self.decisions = Decisions(found, closest)  # type: ignore[arg-type]
        self.own = None if table is None else _Own(found, table, claimed)
        self.cells = self.unique = self.gain = self.undecided = 0
        self.others: list[Scores] = []
        self.elsewhere: list[Scores] = []
        self.unclear = ""
        self.error = Fraction(0)
        self.worst: Scores = (0,) * self.rules.players

    def cell(self, scores: Scores) -> None:
        """Enclose one cell and judge its decisions."""
        circle, meant, unique = self.rules.circle(scores), None, False
        try:
            meant, unique = self.choice.cell(scores)
            if meant is None and self.table is None:
                raise _mixed(self.rules, scores)
        except Unclear as why:
            if not self.last:
                raise
            self._open(circle, str(why))
        plans = meant or []
        if self.table is not None:
            turns = [self.table.turn(it) for it in circle]
            plans = [self.table.plan(it, *turn) for it, turn in zip(circle, turns)]
        self.found.enclose(scores, plans)
        self.cells += 1
        self.unique += unique
        if not unique and len(self.others) < _MOST_SHOWN:
            self.others.append(self.rules.points(scores))
        if meant is not None and self.table is not None:
            apart = [
                margin
                for parts in zip(circle, turns, plans, meant)
                for margin in self._apart(*parts, unique=unique)
            ]
            self._compare(circle, apart)
        for it, plan in dict(zip(circle, plans)).items():
            self._values(it)
            turn = self.found.bounds(it)
            for place, chance in plan.throws.items():
                if chance not in (0, 1):  # who mixes is indifferent but for the weights' last bit
                    self._overlap(turn, place)
            self.decisions.add(turn)
            if self.own is not None:
                self.own.add(turn)

    def _overlap(self, turn: Bounds, place: int) -> None:
        s, low, high = turn.own + place // self.rules.modes, turn.low.payoffs, turn.high.payoffs
        low[place] = min(low[place], turn.bank_low[s] - 1)  # type: ignore[index]
        high[place] = max(high[place], turn.bank_high[s] + 1)  # type: ignore[index]

    def _open(self, circle: Sequence[Scores], why: str) -> None:
        """It is not known which equilibrium is meant, or whether this one is."""
        self.undecided += sum(len(self.rules.choosing(it[0])) for it in set(circle))
        self.unclear = self.unclear or why

    def _compare(self, circle: Sequence[Scores], apart: Sequence[float]) -> None:
        """Judge which equilibrium the table takes, by what its other decisions differ in."""
        if apart and max(apart) >= DISPUTED:
            self.elsewhere = [*self.elsewhere, self.rules.points(circle[0])][:_MOST_SHOWN]
        elif apart:
            where = self.rules.spell(circle[0])
            self._open(circle, f"at {where} the table decides otherwise where doubles cannot tell")

    def _apart(
        self,
        scores: Scores,
        turn: tuple[Turn, Sequence[float]],
        taken: Plan,
        meant: Plan,
        *,
        unique: bool,
    ) -> Iterator[float]:
        """By how much decisions differ, for a table's player, that are not those meant."""
        rules, (evaluated, banks) = self.rules, turn
        for place, s, _ in rules.choosing(scores[0]):
            if taken.throws[place] != meant.throws[place]:
                yield abs(evaluated.payoffs[place] - banks[s])
        left = rules.goal - scores[0]
        for t, n in () if unique else rules.places:
            for options in rules.choices[n] or () if t < left else ():
                first, second = (self._led_to(plan, t, options, left) for plan in (taken, meant))
                if first != second:
                    worths = [evaluated.best[it[0] * rules.modes + it[1]] for it in (first, second)]
                    if None not in worths:  # some turn comes there
                        yield abs(worths[0] - worths[1])

    def _led_to(self, plan: Plan, t: int, options: Options, left: int) -> tuple[int, int]:
        """Where an option leads, and that is one place for all modes in which one banks."""
        g, mode = options[0] if len(options) == 1 else plan.takes(t, options)
        t += g
        must = self.rules.choices[mode] is None
        banks = t >= left or must or not plan.throws.get(t * self.rules.modes + mode, 1)
        return (t, 0) if banks else (t, mode)

    def _values(self, scores: Scores) -> None:
        one = self.found.one
        low, high = self.found.low[scores], self.found.high[scores]
        self.gain = max(self.gain, *(top - bottom for bottom, top in zip(low, high)))
        for value, *ends in zip(self.table.starts[scores], low, high) if self.table else ():
            above, below = value.as_integer_ratio()
            far = max(abs(above * one - end * below) for end in ends)
            if Fraction(far, one * below) > self.error:
                self.error, self.worst = Fraction(far, one * below), scores

    def report(self, game: Race, entries: Mapping[str, Any]) -> PartyReport:
        """What is proved, without a table; ``entries`` are those of the decisions."""
        one, start, seen = self.found.one, (0,) * self.rules.players, self.decisions
        ends = zip(self.found.low[start], self.found.high[start])
        chances = tuple([(Fraction(a, one), Fraction(b, one)) for a, b in ends])
        return PartyReport(
            game,
            value=chances[0],
            states=seen.decided + seen.ties + seen.opened - self.undecided,
            ties=seen.ties + seen.opened,
            undecided=self.undecided,
            proof=Proof("enclosure", bits=self.found.bits),
            **entries,
            asides=seen.asides + seen.asides_opened,
            aside_ties=seen.aside_ties + seen.asides_opened,
            gain=quotient_up(self.gain, one),
            chances=chances,
            cells=self.cells,
            unique=self.unique,
            mixing=len(self.table.mixing) if self.table else 0,
            others=tuple(self.others),
            elsewhere=tuple(self.elsewhere),
            unclear=self.unclear,
        )

    def compared(self, report: PartyReport, tolerance: float) -> PartyReport:
        """``report`` with how far the table is from what is proved, and what its player does."""
        assert self.own is not None
        error, count = quotient_up(*self.error.as_integer_ratio()), self.own.count
        count.tie(report.ties)
        return replace(
            report,
            tolerance=tolerance,
            error=error,
            worst=(*self.rules.points(self.worst), 0),
            own=count.own(error),
            most_gain=tolerance,
        )
