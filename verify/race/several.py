"""Races of three players or more, certified: that nobody could gain by playing otherwise.

A cell that has one equilibrium, by bounds in as few bits as a compiled pass takes, is enclosed by
these (:mod:`between`). Any other one is looked at with more bits: :mod:`equilibria` says
which equilibrium is meant, :mod:`cells` why its bounds hold. What the bounds of a turn decide is
counted as for two players: :mod:`decisions`, :mod:`own`. Cells in which that leaves something open
are judged once more with more bits, for which all that they depend on is computed again.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from itertools import chain, zip_longest
from math import ceil, floor
from operator import sub
from typing import Any, NamedTuple, TypeVar

from pigcore.games.race import Race

from ..algebra.intervals import Interval, best_of, quotient_up
from ..kernels import FIRST_BITS
from ..options import Progress
from ..own import DISPUTED, TIED
from ..verdict import Proof, Stage
from .between import Between, Narrow
from .cells import Cells, Plan, Scores, Starts, Unclear
from .compiled import cells_pass
from .decisions import Decisions
from .enclosure import Bounds
from .equilibria import Choice, plan_of
from .last_turns import with_last_turns
from .own import OwnDecisions
from .rules import Options, Rules, Tuples
from .turns import Turn, as_is
from .verdict import PartyReport
from .wipes import banks_of

__all__ = ["TOLERANCE", "judged", "proved_state"]

TOLERANCE = 1e-12
"""The largest error of a value, and gain by another strategy, that is not refuted."""

BITS, MOST_BITS = 128, 1024
_FLOAT_BITS = 60
"""Of what last turns are worth, in double precision."""
_MORE = 66
"""Bits more than those of the bounds, for what is looked at more closely."""
R = TypeVar("R")
_MOST_SHOWN = 10
_OFTEN = 100


def _with_bits(bits: int, prove: Callable[[int], R]) -> R | str:
    """What is proved with so many bits or with more; or why nothing is."""
    most = max(MOST_BITS, 2 * bits)
    while True:
        try:
            return prove(bits)
        except Unclear as why:
            if why.final or 2 * bits > most:
                return str(why)
        bits *= 2


def _mixed(rules: Rules, scores: Scores) -> Unclear:
    where = rules.spell(scores)
    return Unclear(
        f"at {where} no equilibrium is pure: solve the game and prove the solution", final=True
    )


class _Proof:
    """Bounds of turn starts, in which equilibria are looked for with more bits."""

    def __init__(self, rules: Rules, bits: int, *, whole: bool) -> None:
        self.rules, self.starts = rules, Starts(rules, bits, whole=whole)
        self.found = Cells(rules, self.starts)
        self.finer = Cells(rules, self.starts, more=_MORE)
        self.between = Between(rules, self.starts)
        self.choice = Choice(rules, self.finer)

    def narrow(self, cycle: Sequence[Scores]) -> Narrow:
        """Bounds of all equilibria of a cell."""
        if self.rules.settled(*cycle[0]):
            return Narrow(True, False, ())
        return self.between.cell(cycle)

    def keep(self, cycle: Sequence[Scores], narrow: Narrow) -> None:
        """Keep bounds of a cell."""
        for scores, (low, high) in zip(reversed(cycle), reversed(narrow.boxes)):
            self.starts.low[scores], self.starts.high[scores] = tuple(low), tuple(high)
        self.found.check_top(cycle)


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

    def prove(bits: int) -> Any:
        work, unique = _Proof(rules, bits, whole=False), True
        found, choice = work.found, work.choice
        ahead = math.prod(rules.ends[score] - score for score in rules.scores)
        for done, scores in enumerate(rules.cells(rules.scores)):
            if progress and done % _OFTEN == 0:
                progress(done, ahead)
            if scores in found.low:
                continue
            cycle = rules.cycle(scores)
            narrow = work.narrow(cycle)
            unique = unique and narrow.unique
            if narrow.enclosed:
                work.keep(cycle, narrow)
                continue
            plans = choice.cell(scores, narrow)
            if plans is None:
                raise _mixed(rules, scores)
            work.finer.enclose(scores, plans)
        worths, proof = payoffs(found, found.bounds(rules.scores)), Proof("enclosure", bits=bits)
        best = best_of(worths)
        if len(best) > 1 and len({end for one in best for end in worths[one]}) == 1:
            proof = replace(proof, ties="equality")
        elif len(best) > 1:
            turn, exact = choice.bounds(rules.scores), copy(found)
            if turn is None:
                raise Unclear(f"at {where} the two actions are too close to be distinguished")
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
    closest: int,
    named: Callable[[Decisions], Mapping[str, Any]],
    progress: Progress | None,
) -> PartyReport:
    """Prove how little any player could gain at any scores, and judge the arrays of a solution.

    ``named`` says what decisions come to, as entries of a report.
    """
    first = game.seen_from(1)
    rules = with_last_turns(Rules(first))
    rules.sit(game.seat, (0,) * game.players)
    table = None if arrays is None else _Table(rules, arrays)
    everything, bits, why = rules.cells(), FIRST_BITS, ""
    work: _Work | None = None
    while bits <= MOST_BITS:
        asked = work.left if work else None
        cells = everything if asked is None else _needed(rules, everything, asked)
        last = 2 * bits > MOST_BITS
        if work:
            work.forget()
        part = _Work(rules, bits, table, closest, asked, last=last)
        bits *= 2
        try:
            part.prove(cells, progress)
        except Unclear as error:
            why = str(error)
            if error.final:
                break
            continue
        work = part.after(work) if work else part
        if not work.left:
            break
    if work:
        report = work.report(game, named(work.decisions), len(everything), why)
        return report if table is None else work.compared(report, tolerance)
    anything, none = (Fraction(0), Fraction(1)), Proof("none", reason=why)
    return PartyReport(
        game, anything, 0, 0, 0, (), none, tolerance=None if table is None else tolerance
    )


def _needed(rules: Rules, cells: Tuples, left: Collection[Scores]) -> Tuples:
    """The cells that those which are left depend on: of scores none of which is smaller."""
    if rules.seats > 1:  # rotations of one stand in several tables: all of them
        return cells
    goal, size = rules.goal, rules.goal ** (rules.players - 1)
    needed = bytearray(goal * size)
    for scores in chain.from_iterable(map(rules.cycle, left)):
        needed[rules.number(scores)] = 1
    for _ in range(rules.players):  # larger first scores are needed, too; then the next ones
        before, turned = 0, bytearray(goal * size)
        for s in range(goal):
            before |= int.from_bytes(needed[s * size : (s + 1) * size], "little")
            turned[s::goal] = before.to_bytes(size, "little")
        needed = turned
    return cells.among(needed)


class _Table:
    """What the players of a solution do, in double precision. Nothing here need be right.

    Whoever plays by it throws again if and only if that is worth more than banking by more than
    ``TIED``, takes the first option that is the best but for as much, or mixes where it says so:
    throwing and banking in a state, or options of which one leads there and is one of the best. No
    turn comes to such a choice twice, so that it may be drawn as the turn begins.
    """

    def __init__(self, rules: Rules, arrays: Mapping[str, Any]) -> None:
        self.rules, self.turns = rules, Cells(rules, Starts(rules, 1)).turns
        self.starts: Sequence[float] = arrays["starts"]
        self.mixing: dict[Scores, tuple[int, bool, Fraction]] = {}
        """By scores the place, whether options are mixed, and the chance to throw or go there."""
        if any(arrays["mixed"]):
            mixed = enumerate(zip(arrays["mixed"], arrays["weights"]))
            for number, (k, weight) in mixed:
                if k:
                    scores = rules.tuple_of(number)
                    t, mode = rules.places[min(abs(k), len(rules.places) - 1)]
                    self.mixing[scores] = t * rules.modes + mode, k < 0, Fraction(weight)

    def place(self, scores: Scores) -> int:
        """Where the tuple of a turn start begins."""
        return self.rules.number(scores) * self.rules.players

    def banks(self, scores: Scores) -> tuple[list[float], float]:
        """What banking pays at every score, and a bust."""
        own, *others = scores
        n, span, begin = self.rules.players, self.rules.span, own - own % self.rules.span
        first = self.place((*others, begin))
        row = [*[0.0] * begin, *self.starts[first + n - 1 : first + span * n : n]]
        if self.rules.last and self.rules.chased(own):
            one, boxes = 2.0**-_FLOAT_BITS, self.rules.last.rows(scores, _FLOAT_BITS)
            row += [low[0] * one for low, _ in boxes]
        return banks_of(row, self.rules, own, 1.0)

    def turn(self, scores: Scores) -> tuple[Turn, Sequence[float]]:
        """A turn, and what banking pays in it."""
        banks, bust = self.banks(scores)
        top = self.rules.top(scores[0])
        return self.turns.evaluate(scores[0], top, banks, bust, as_is, floats=True), banks

    def plan(self, scores: Scores, turn: Turn, banks: Sequence[float]) -> Plan:
        """What the mover does."""
        if scores not in self.mixing:
            return plan_of(self.rules, turn, banks, TIED)
        (place, options, weight), found = self.mixing[scores], []
        for way in (False, True):
            plan = plan_of(self.rules, turn, banks, TIED, place, way or not options)
            if place in plan.throws and not options:
                plan = plan._replace(throws={**plan.throws, place: int(way)})
            found.append(plan)
        return found[0]._replace(instead=(weight, found[1]))


class _Own(OwnDecisions):
    """Counts the decisions of a table, turn after turn."""

    def __init__(self, found: Any, table: _Table) -> None:
        super().__init__(found, ())
        self.table = table

    def arrays(self) -> dict[str, Any]:
        """What the compiled module has to know."""
        return {"hold": self.table.starts, "disputed": array("d", [DISPUTED])}

    def _banks(self, turn: Bounds) -> tuple[list[float], float, float]:
        return *self.table.banks(turn.scores), 0.0


class _Sums(NamedTuple):
    """What the bounds of all turn starts come to."""

    gain: float
    """What anybody can gain at most."""
    chances: tuple[Interval, ...]
    """To win from the start."""
    error: float
    """How far a table is from an end of what is proved, if there is one, and where."""
    worst: Scores


class _Work(_Proof):
    """What the cells of a race add up to.

    With ``asked`` only these cells are judged. Those that leave something open are ``left`` to more
    bits, unless this is the ``last`` attempt.
    """

    def __init__(
        self, rules: Rules, bits: int, table: _Table | None, closest: int,
        asked: Collection[Scores] | None, *, last: bool,
    ) -> None:  # fmt: skip
        super().__init__(rules, bits, whole=True)
        self.table, self.asked = table, asked
        # More bits would not make the weights of a mixture exact, and what is open then is a tie.
        self.last = last or (bits > FIRST_BITS and table is not None and bool(table.mixing))
        self.ties = self.last or bits > FIRST_BITS
        own = table and _Own(self.found, table)
        self.decisions = Decisions(self.found, closest, witness=own)  # type: ignore[arg-type]
        self.left: set[Scores] = set()
        self.unique = self.undecided = 0
        self.stages: tuple[Stage, ...] = ()
        self.others: list[Scores] = []
        self.elsewhere: list[Scores] = []
        self.unclear = ""

    def prove(self, cells: Sequence[Scores], progress: Progress | None) -> None:
        """Enclose cells, larger totals first, and judge those that are asked for.

        Raises
        ------
        Unclear
            If that takes more bits.
        """
        passing = cells_pass(self.found, self.decisions, self.asked, cells)
        report, done = progress or (lambda done, total: None), 0
        while done < len(cells):
            if passing:
                done = passing.prove(done, report)
            elif done % _OFTEN == 0:
                report(done, len(cells))
            if done < len(cells):
                self.cell(cells[done])
            done += 1
        if passing:
            self.unique += passing.unique
            for scores in passing.count(self.decisions):
                cycle = self.rules.cycle(scores)
                self.unique -= not self.judge([*map(self.found.bounds, cycle)], clear=True)
        seen = self.decisions
        turns = sum(len({*self.rules.cycle(cell)}) for cell in cells)
        settled = seen.decided + seen.ties + seen.opened - self.undecided
        self.stages = (Stage(self.found.bits, settled, turns),)
        report(len(cells), len(cells))

    def forget(self) -> None:
        """Let go of the bounds, which take most memory, but for what a report says of them."""
        assert self.sums
        self.starts.low.clear()
        self.starts.high.clear()

    def after(self, before: _Work) -> _Work:
        """The same with what was settled before with fewer bits."""
        self.sums, more = before.sums, self.found.bits - before.found.bits
        self.decisions.take(before.decisions.outcome(), more)
        self.unique += before.unique
        self.undecided += before.undecided
        self.stages = before.stages + self.stages
        self.others = (before.others + self.others)[:_MOST_SHOWN]
        self.elsewhere = (before.elsewhere + self.elsewhere)[:_MOST_SHOWN]
        self.unclear = before.unclear or self.unclear
        return self

    # --- one cell -----------------------------------------------------------------------------

    def cell(self, scores: Scores) -> None:
        """Enclose one cell and judge its decisions."""
        cycle, meant, why = self.rules.cycle(scores), None, ""
        asked = self.asked is None or scores in self.asked
        narrow = self.narrow(cycle)
        turns = [self.table.turn(one) for one in cycle] if self.table else []
        taken = [self.table.plan(one, *turn) for one, turn in zip(cycle, turns) if self.table]
        if narrow.enclosed:
            self.keep(cycle, narrow)
            bounds = [*map(self.found.bounds, cycle)]
            if all(map(self._agrees, bounds, taken)):
                self.unique += asked and self.judge(bounds, clear=True)
                return
        try:
            meant = self.choice.cell(scores, narrow)
            if meant is None and self.table is None:
                raise _mixed(self.rules, scores)
        except Unclear as error:
            if self.table is None:
                raise
            why = str(error)
        plans = (taken if self.table else meant) or []
        self.finer.enclose(scores, plans)
        if not asked:
            return
        if (why and not self.last) or not self.judge([*map(self.found.bounds, cycle)], plans):
            self.left.add(scores)
            return
        self.unique += narrow.unique
        if not narrow.unique and len(self.others) < _MOST_SHOWN:
            self.others.append(self.rules.points(scores))
        if why:
            self._open(cycle, why)
        elif meant is not None and self.table is not None:
            apart = [
                margin
                for parts in zip(cycle, turns, plans, meant)
                for margin in self._apart(*parts, unique=narrow.unique)
            ]
            self._compare(cycle, apart)

    def _agrees(self, turn: Bounds, plan: Plan) -> bool:
        """Whether a plan decides as the bounds of a turn do that leave nothing open."""
        rules, own = self.rules, turn.own
        hopeless, modes = rules.hopeless, rules.modes
        if plan.instead:
            return False
        for place, s, _ in rules.choosing(own):
            throws = turn.low.payoffs[place] > turn.bank_high[s]
            if plan.throws[place] != throws and not hopeless[own]:
                return False
        for t, n in rules.places if self.found.turns.chooses else ():
            for options in rules.choices[n] or () if t < rules.top(own) - own else ():
                if len(options) > 1:
                    g, mode = plan.takes(t, options)
                    if (g, mode) not in turn.may_take(t, options, modes):
                        return False
        return True

    def judge(
        self, cell: Sequence[Bounds], plans: Sequence[Plan] = (), *, clear: bool = False
    ) -> bool:
        """Count what the bounds of a cell prove, unless something is left to more bits.

        In a ``clear`` cell, options that may be the best all lead to the same.
        """
        seen = self.decisions.part(self.found, ())  # type: ignore[arg-type]
        mixed = asides = 0
        for turn, plan in {
            one.scores: (one, plan) for one, plan in zip_longest(cell, plans)
        }.values():
            for first, second, options in self._mixed(turn, plan):
                self._overlap(turn, first, second)
                mixed, asides = mixed + (not options), asides + options
            seen.add(turn)
        if clear:
            seen.asides += seen.asides_opened
            seen.aside_ties += seen.asides_opened
            seen.asides_opened = 0
        if not self.ties and (seen.opened > mixed or seen.asides_opened > asides):
            self.left.add(min(turn.scores for turn in cell))
            return False
        self.decisions.take(seen.outcome())
        return True

    def _mixed(self, turn: Bounds, plan: Plan | None) -> Iterator[tuple[int, int, bool]]:
        """What a plan mixes: the places of two options, or twice one with throwing and banking."""
        rules, own = self.rules, turn.own
        if not plan or not plan.instead:
            return
        other = plan.instead[1]
        for place, throws in plan.throws.items():
            if other.throws[place] != throws:
                yield place, place, False
        for t, modes in enumerate(rules.reached_from(own)[: rules.top(own) - own]):
            for options in chain.from_iterable(rules.choices[n] or () for n in modes):
                ways = {plan.takes(t, options), other.takes(t, options)}
                if len(ways) > 1:
                    first, second = ((t + g) * rules.modes + n for g, n in ways)
                    yield first, second, True

    def _overlap(self, turn: Bounds, first: int, second: int) -> None:
        """Who mixes is indifferent but for the last bit of the weights."""
        s, low, high = turn.own + first // self.rules.modes, turn.low, turn.high
        least, most, rest = low.payoffs, high.payoffs, (turn.bank_low[s], turn.bank_high[s])
        if first != second:
            least, most, rest = low.best, high.best, (low.best[first], high.best[first])
        least[second] = min(least[second], rest[0] - 1)  # type: ignore[index]
        most[second] = max(most[second], rest[1] + 1)  # type: ignore[index]

    def _open(self, cycle: Sequence[Scores], why: str) -> None:
        """It is not known which equilibrium is meant, or whether this one is."""
        self.undecided += sum(len(self.rules.choosing(one[0])) for one in set(cycle))
        self.unclear = self.unclear or why

    def _compare(self, cycle: Sequence[Scores], apart: Sequence[float]) -> None:
        """Judge which equilibrium the table takes, by what its other decisions differ in."""
        if apart and max(apart) >= DISPUTED:
            self.elsewhere = [*self.elsewhere, self.rules.points(cycle[0])][:_MOST_SHOWN]
        elif apart:
            where = self.rules.spell(cycle[0])
            self._open(cycle, f"at {where} the table decides otherwise where doubles cannot tell")

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
        left = rules.top(scores[0]) - scores[0]
        for t, n in () if unique else rules.places:
            for options in rules.choices[n] or () if t < left else ():
                first, second = (self._led_to(plan, t, options, left) for plan in (taken, meant))
                if first != second:
                    worths = [
                        evaluated.best[one[0] * rules.modes + one[1]] for one in (first, second)
                    ]
                    if None not in worths:  # some turn comes there
                        yield abs(worths[0] - worths[1])

    def _led_to(self, plan: Plan, t: int, options: Options, left: int) -> tuple[int, int]:
        """Where an option leads, and that is one place for all modes in which one banks."""
        g, mode = options[0] if len(options) == 1 else plan.takes(t, options)
        t += g
        must = self.rules.choices[mode] is None
        banks = t >= left or must or not plan.throws.get(t * self.rules.modes + mode, 1)
        return (t, 0) if banks else (t, mode)

    # --- all of them --------------------------------------------------------------------------

    @cached_property
    def sums(self) -> _Sums:
        """What the bounds of all turn starts come to."""
        found, one = self.starts, 1 << self.starts.bits
        start = self.rules.scores
        ends = zip(found.low[start], found.high[start])
        most: int = max(max(map(sub, high, low)) for low, high in found.rows(self.rules))
        far, worst = self._error() if self.table else (0, start)
        chances = tuple([(Fraction(a, one), Fraction(b, one)) for a, b in ends])
        return _Sums(quotient_up(most, one), chances, quotient_up(far, one), worst)

    def _error(self) -> tuple[int, Scores]:
        """How far the table is from an end of what is proved, and where."""
        assert self.table is not None
        starts, one, begin, worst = self.table.starts, 2.0**self.starts.bits, 0, (-1, 0)
        for low, high in self.starts.rows(self.rules):
            values = [value * one for value in starts[begin : begin + len(low)]]
            for far in (
                [*map(sub, map(ceil, values), low)], [*map(sub, high, map(floor, values))]
            ):  # fmt: skip
                most = max(far)
                worst = max(worst, (most, -begin - far.index(most)))
            begin += len(low)
        return worst[0], self.rules.tuple_of(-worst[1] // self.rules.players)

    def report(self, game: Race, entries: Mapping[str, Any], cells: int, why: str) -> PartyReport:
        """What is proved, without a table; ``entries`` are those of the decisions.

        There are so many cells; ``why`` some are left open for good.
        """
        seen = self.decisions
        for scores in self.left:
            self._open(self.rules.cycle(scores), why)
        return PartyReport(
            game,
            value=self.sums.chances[0],
            states=seen.decided + seen.ties + seen.opened - self.undecided,
            ties=seen.ties + seen.opened,
            undecided=self.undecided,
            proof=Proof("enclosure", bits=self.found.bits),
            **entries,
            asides=seen.asides + seen.asides_opened,
            aside_ties=seen.aside_ties + seen.asides_opened,
            stages=self.stages if len(self.stages) > 1 else (),
            gain=self.sums.gain,
            chances=self.sums.chances,
            cells=cells,
            unique=self.unique,
            mixing=len(self.table.mixing) if self.table else 0,
            others=tuple(self.others),
            elsewhere=tuple(self.elsewhere),
            unclear=self.unclear,
        )

    def compared(self, report: PartyReport, tolerance: float) -> PartyReport:
        """``report`` with how far the table is from what is proved, and what its player does."""
        error, count = self.sums.error, self.decisions.witness.count
        count.tie(report.ties)
        return replace(
            report,
            tolerance=tolerance,
            error=error,
            worst=(*self.rules.points(self.sums.worst), 0),
            own=count.own(),
            most_gain=tolerance,
        )
