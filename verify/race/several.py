"""Races of three players or more, certified: that nobody could gain by playing otherwise.

A cell in which bounds of few bits leave no decision open is enclosed by these (:mod:`between`). In
any other one the decisions are those of a table, or best replies to each other that are looked for
here: :mod:`cells` encloses what they are worth, and the most that any player gains who alone
decides otherwise. That is what a report speaks of: one equilibrium, of which there may be several.
What the bounds of a turn decide is counted as for two players: :mod:`decisions`, :mod:`own`. Cells
in which that leaves something open are judged once more with more bits, for which all that they
depend on is computed again, or by fractions where these are short.
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

from ..algebra.arithmetic import Rational
from ..algebra.intervals import Interval, best_of, quotient_up
from ..kernels import FIRST_BITS
from ..options import Progress
from ..own import DISPUTED, TIED
from ..verdict import Proof, Stage
from .between import Between
from .cells import Cells, Ends, Plan, Scores, Sparse, Starts, Unclear, ends_of, plan_of, solved
from .compiled import cells_pass
from .decisions import Decisions
from .enclosure import Bounds
from .last_turns import with_last_turns
from .own import OwnDecisions
from .rules import Rules, Tuples, banks_of
from .turns import as_is
from .verdict import PartyReport

__all__ = ["TOLERANCE", "judged", "proved_state"]

TOLERANCE = 1e-12
"""The largest error of a value, and gain by another strategy, that is not refuted."""

BITS, MOST_BITS = 128, 1024
MOST_EXACT = 1500
"""Tuples of scores of which the fractions are computed to settle a tie."""
MOST_AGAIN = 20_000
"""Turn starts of which so many bits are tried before something is left open."""
_FLOAT_BITS = 60
"""Of what last turns are worth, in double precision."""
_MORE = 66
"""Bits more than those of the bounds, for what is looked at more closely."""
_NEAR = 16
"""Bits of bounds that rounding may have changed where plans are looked for."""
_ROUNDS = 200
R = TypeVar("R")
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


class _Proof:
    """Bounds of turn starts, cell by cell."""

    def __init__(self, rules: Rules, bits: int, *, whole: bool = False) -> None:
        self.rules, self.starts = rules, Starts(rules, bits, whole=whole)
        self.found = Cells(rules, self.starts)
        self.finer = Cells(rules, self.starts, more=_MORE)
        self.between = Between(rules, self.starts)
        self._taken: dict[Scores, Plan] = {}
        """The plans of turns in cells whose bounds leave something open."""
        self.given: bool = False
        """Whether these are those of a table, whatever is better."""
        self._exact: Cells | None = None

    def narrow(self, cycle: Sequence[Scores]) -> bool:
        """Keep bounds of a cell that leave nothing open, if there are any; whether there are."""
        boxes = None if self.rules.settled(*cycle[0]) else self.between.cell(cycle)
        for scores, (low, high) in zip(reversed(cycle), reversed(boxes or ())):
            self.starts.low[scores], self.starts.high[scores] = tuple(low), tuple(high)
        if boxes:
            self.found.check_top(cycle)
        return bool(boxes)

    def enclose(self, cycle: Sequence[Scores], plans: Sequence[Plan]) -> None:
        """Enclose a cell by given plans, or by those that are found."""
        if not self.rules.settled(*cycle[0]):
            plans = plans or self._replies(cycle)
            self._taken |= dict(zip(cycle, plans))
        self.finer.enclose(cycle[0], plans)

    def _replies(self, cycle: Sequence[Scores]) -> Sequence[Plan]:
        """Plans of which each is a best reply to the others: the same ones wherever one begins."""
        found = []
        for x in (self.finer.one, 0):
            try:
                found.append(self._settling(cycle, x))
            except Unclear as error:  # where to bust for ever looks best at first
                why = error
        if not found:
            raise why
        ways = [[self.finer.ends(s[0], plan) for s, plan in zip(cycle, one)] for one in found]
        if not found[0] or ways[0] != ways[-1]:
            where = self.rules.spell(cycle[0])
            raise Unclear(
                f"at {where} there may be several equilibria, or none without mixing: solve the "
                "game and prove the solution",
                final=True,
            )
        return found[0]

    def _settling(self, cycle: Sequence[Scores], x: int) -> Sequence[Plan]:
        """The same from where a bust is worth x on, changed one mover after the other."""
        found, afters = self.finer, [*cycle[1:], cycle[0]]
        movers, same = list(dict.fromkeys(cycle)), 0
        plans = [self._reply(scores, x) for scores in cycle]
        for k in range(_ROUNDS):
            found.worth(cycle, plans)
            mover = movers[k % len(movers)]
            m = cycle.index(mover)
            plan = self._reply(mover, found.low[afters[m]][-1])
            same = same + 1 if found.ends(mover[0], plan) == found.ends(mover[0], plans[m]) else 0
            plans = [plan if one == mover else old for one, old in zip(cycle, plans)]
            if same == len(movers):
                found.worth(cycle, plans)
                return [self._reply(s, found.low[then][-1]) for s, then in zip(cycle, afters)]
        return []

    def _reply(self, scores: Scores, x: int) -> Plan:
        """What is best where a bust is worth x, and all else about what is known of it."""
        found, rules, own = self.finer, self.rules, scores[0]
        row = [
            (a + b) >> 1 for a, b in zip(*(found.row(t, scores) for t in (found.low, found.high)))
        ]
        row[own] = x
        banks, bust = banks_of(row, rules, own, found.one)
        turn = found.turns.evaluate(own, rules.top(own), banks, bust, found.turns.down)
        return plan_of(rules, turn, banks, found.one >> self.starts.bits - _NEAR)

    # --- fractions ----------------------------------------------------------------------------

    def exactly(self, scores: Scores) -> tuple[Cells, Bounds] | None:
        """A turn in fractions, by the decisions of all cells; None where these would be too long,
        or if somebody mixes.
        """
        rules = self.rules
        if rules.last or math.prod(rules.goal - score for score in scores) > MOST_EXACT:
            return None
        if self._exact is None:
            self._exact = copy(self.found)
            self._exact.one = Fraction(1)
            self._exact.low = self._exact.high = Sparse()
        for cell in rules.cells(scores):
            if cell not in self._exact.low and not self._solve(self._exact, rules.cycle(cell)):
                return None
        return self._exact, self._exactly(self._exact, scores)

    def _exactly(self, exact: Cells, scores: Scores) -> Bounds:
        """A turn where the fractions of all that it leads to are known."""
        rules, own, top = self.rules, scores[0], self.rules.top(scores[0])
        row, bust = banks_of(exact.row(exact.low, scores), rules, own, Fraction(1))
        turn = exact.turns.evaluate(
            own, top, row, bust, lambda total, n: Fraction(total) / rules.denominators[n]
        )
        return Bounds(own, scores[1:], top, turn, turn, row, row, bust, bust, 0)

    def _solve(self, exact: Cells, cycle: Sequence[Scores]) -> bool:
        """Know the fractions of a cell, those above it being known, by plans that are best replies
        to each other unless they are given; whether that is possible.
        """
        rules, n, values = self.rules, self.rules.players, exact.low
        if rules.settled(*cycle[0]):
            for one in cycle:
                values[one] = [Fraction(share, n) for share in rules.settled(*one) or ()]
            return True
        clear, plans = cycle[0] not in self._taken, []
        for one in cycle:
            turn = self.found.bounds(one) if clear else None
            plan = plan_of(rules, turn.low, turn.bank_low) if turn else self._taken[one]
            if plan.instead:
                return False
            plans.append(plan)
        ends = [self._ends_exactly(*one) for one in zip(cycle, plans)]
        for _ in range(_ROUNDS):
            constant = []
            for one, turn_ends in zip(cycle, ends):
                total = [Fraction(turn_ends.won)] + [Fraction(0)] * (n - 1)
                for s, chance in turn_ends.banked.items():
                    row = values[*one[1:], s]
                    total = [a + chance * row[c - 1] for c, a in enumerate(total)]
                constant.append(total)
            again = [Fraction(one.again) for one in ends]
            for one, (above, leave) in zip(cycle, solved(constant, again, Fraction(1))):
                values[one] = [a / leave for a in above]
            if self.given and not clear:
                return True
            turns = [self._exactly(exact, one) for one in cycle]
            plans = [plan_of(rules, turn.low, turn.bank_low) for turn in turns]
            before, ends = ends, [self._ends_exactly(*one) for one in zip(cycle, plans)]
            if ends == before:
                return True
        return False

    def _ends_exactly(self, scores: Scores, plan: Plan) -> Ends:
        """How a turn ends, in fractions."""
        below = self.rules.denominators
        return ends_of(
            self.rules, scores[0], plan, Rational.one, lambda chance, p, n: chance * p / below[n]
        )


# --- one state ----------------------------------------------------------------------------------


def proved_state(
    rules: Rules,
    payoffs: Callable[[Any, Bounds], Mapping[str, Interval]],
    where: str,
    digits: int,
    progress: Progress | None,
    arrays: Mapping[str, Any] | None = None,
) -> tuple[tuple[str, ...], Mapping[str, Interval], Proof] | str:
    """The best actions, what all are worth, and how that is proved: by the arrays of a solution in
    cells that leave something open.

    ``payoffs`` says what actions are worth by the bounds of a turn; what comes back instead is why
    nothing is proved.
    """
    table = None if arrays is None else _Table(rules, arrays)

    def prove(bits: int) -> Any:
        work = _Proof(rules, bits)
        found = work.found
        ahead = math.prod(rules.ends[score] - score for score in rules.scores)
        for done, scores in enumerate(rules.cells(rules.scores)):
            if progress and done % _OFTEN == 0:
                progress(done, ahead)
            cycle = rules.cycle(scores)
            if scores not in found.low and not work.narrow(cycle):
                work.enclose(cycle, [table.plan(one) for one in cycle] if table else ())
        worths, proof = payoffs(found, found.bounds(rules.scores)), Proof("enclosure", bits=bits)
        best = best_of(worths)
        if len(best) > 1 and len({end for one in best for end in worths[one]}) == 1:
            proof = replace(proof, ties="equality")
        elif len(best) > 1:
            exact = work.exactly(rules.scores)
            if exact is None:
                raise Unclear(f"at {where} the two actions are too close to be distinguished")
            worths, proof = payoffs(*exact), Proof("fractions")
            best = best_of(worths)
        return best, worths, proof

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
        if work and bits > 2 * FIRST_BITS and len(cells) > MOST_AGAIN:
            break
        if work:
            work.forget()
        part = _Work(rules, bits, table, closest, asked)
        bits *= 2
        try:
            part.prove(cells, progress)
        except Unclear as error:
            why = str(error)
            if error.final:
                break
            continue
        work = part.after(work) if work else part
        if not work.left or work.sums.gain > tolerance:  # which more bits would not make less
            break
    if work:
        report = work.report(game, named(work.decisions), len(everything))
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

    def plan(self, scores: Scores) -> Plan:
        """What the mover does."""
        banks, bust = self.banks(scores)
        top = self.rules.top(scores[0])
        turn = self.turns.evaluate(scores[0], top, banks, bust, as_is, floats=True)
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
    bits.
    """

    def __init__(
        self, rules: Rules, bits: int, table: _Table | None, closest: int,
        asked: Collection[Scores] | None,
    ) -> None:  # fmt: skip
        super().__init__(rules, bits, whole=True)
        self.table, self.asked, self.given = table, asked, table is not None
        own = table and _Own(self.found, table)
        self.decisions = Decisions(self.found, closest, witness=own)  # type: ignore[arg-type]
        self.left: set[Scores] = set()
        self.stages: tuple[Stage, ...] = ()

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
            for scores in passing.count(self.decisions):
                self.judge(self.rules.cycle(scores), clear=True)
        seen = self.decisions
        turns = sum(len({*self.rules.cycle(cell)}) for cell in cells)
        self.stages = (Stage(self.found.bits, seen.decided + seen.ties, turns),)
        report(len(cells), len(cells))

    def forget(self) -> None:
        """Let go of the bounds, which take most memory, but for what a report says of them."""
        assert self.sums
        self.starts.low.clear()
        self.starts.high.clear()

    def after(self, before: _Work) -> _Work:
        """The same with what was settled before with fewer bits."""
        self.sums, more = before.sums, self.found.bits - before.found.bits
        self.decisions.take(before.decisions, more)
        self.stages = before.stages + self.stages
        return self

    # --- one cell -----------------------------------------------------------------------------

    def cell(self, scores: Scores) -> None:
        """Enclose one cell and judge its decisions."""
        cycle, table = self.rules.cycle(scores), self.table
        plans = [table.plan(one) for one in cycle] if table else []
        clear = self.narrow(cycle) and all(map(self._agrees, map(self.found.bounds, cycle), plans))
        if not clear:
            self.enclose(cycle, plans)
        if self.asked is None or scores in self.asked:
            self.judge(cycle, () if clear else plans, clear=clear)

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
        self, cycle: Sequence[Scores], plans: Sequence[Plan] = (), *, clear: bool = False
    ) -> None:
        """Count what the bounds of a cell prove, unless something is left to more bits.

        In a ``clear`` cell, options that may be the best all lead to the same.
        """
        seen = self.decisions.part(self.found)  # type: ignore[arg-type]
        for scores, plan in dict(zip_longest(cycle, plans)).items():
            turn = self.found.bounds(scores)
            mixed = [*self._mixed(turn, plan)]
            for first, second, _ in mixed:
                self._overlap(turn, first, second)
            seen.add(turn)
            options = sum(options for *_, options in mixed)
            seen.tie(min(len(mixed) - options, seen.opened), min(options, seen.asides_opened))
        if clear:
            seen.tie(0, seen.asides_opened)
        if (seen.opened or seen.asides_opened) and not self._settled(cycle, seen):
            self.left.add(min(cycle))
            return
        self.decisions.take(seen)

    def _settled(self, cycle: Sequence[Scores], seen: Decisions) -> bool:
        """Whether fractions show that all that is open in a cell is a tie."""
        exact = Decisions(self.found, 1)  # type: ignore[arg-type]
        for scores in dict.fromkeys(cycle) if self.found.bits > FIRST_BITS else ():
            known = self.exactly(scores)
            if known is None:
                return False
            exact.found, turn = known  # type: ignore[assignment]
            exact.add(turn)
        if (exact.ties, exact.aside_ties) != (
            seen.ties + seen.opened, seen.aside_ties + seen.asides_opened,
        ):  # fmt: skip
            return False
        seen.tie(seen.opened, seen.asides_opened)
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

    def report(self, game: Race, entries: Mapping[str, Any], cells: int) -> PartyReport:
        """What is proved, without a table; ``entries`` are those of the decisions.

        There are so many cells.
        """
        seen = self.decisions
        scores = {one for cell in self.left for one in self.rules.cycle(cell)}
        return PartyReport(
            game,
            value=self.sums.chances[0],
            states=seen.decided + seen.ties,
            ties=seen.ties,
            undecided=sum(len(self.rules.choosing(own)) for own, *_ in scores),
            proof=Proof("enclosure", bits=self.found.bits),
            **entries,
            asides=seen.asides,
            aside_ties=seen.aside_ties,
            stages=self.stages if len(self.stages) > 1 else (),
            gain=self.sums.gain,
            chances=self.sums.chances,
            cells=cells,
            mixing=len(self.table.mixing) if self.table else 0,
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
