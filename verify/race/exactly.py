"""Exact numbers: what equal bounds leave open, settled by residues or fractions.

Fix the plans that look best: of what is open any decision will do. What they are worth is the one
solution of linear equations. If all that is open is worth the same by it, it solves the equations
of best play as well; and if these have one solution, everything open is a tie.

**One solution.** Of two solutions, take the starts at which they differ most. Whoever moves there
may play so that only such starts follow, whatever is thrown, as what is left of a difference is an
average. So if no set of starts exists in which the players together could stay for ever, whatever
is thrown, there is one solution.

**Residues** modulo three random primes serve where fractions are long. With D the common
denominator of all chances, the n payoffs of throws satisfy n equations in whole numbers whose
coefficients sum to at most 2 D; so the difference of two payoffs, times the determinant and D, has
at most (n + 2) log2(2 D) bits, by which :func:`..algebra.primes.error_chance` goes.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from ..algebra.arithmetic import Modular as ModularNumbers
from ..algebra.arithmetic import Rational
from ..algebra.elimination import TooLong, eliminate
from ..algebra.primes import PRIMES, TRIED, random_prime
from .check import Check
from .tables import Tables
from .turn import Exact, Frame, Modular, Plan, forward, keeps, turn

__all__ = ["Known", "ends_surely", "equal", "fractions", "residues"]

SHORT = 5000
"""Bits of a determinant up to which fractions are short enough."""
_MOST_COUPLED = 5000
"""Starts that may all depend on each other."""
_MOST_PRODUCTS = 20_000_000
_ROUNDS = 40

PlanOf = Callable[[int, Frame], Plan]


class _One:
    """1 at one place and 0 elsewhere."""

    def __init__(self, place: int) -> None:
        self.place = place

    def __getitem__(self, place: int) -> int:
        return int(place == self.place)


class Known:
    """What starts are worth by given plans, exactly."""

    def __init__(self, tables: Tables, kind: Any, numbers: Any) -> None:
        self.tables: Tables = tables
        self.kind: Any = kind
        self.numbers: Any = numbers
        self.values: list[dict[int, Any]] = [{} for _ in range(tables.players)]
        for place in range(tables.ends, tables.places):
            for values, share in zip(self.values, tables.shares(place)):
                values[place] = numbers.share(
                    numbers.normal(numbers.one * share.numerator), share.denominator
                )
        self.seen: list[dict[int, Any]] = [self.values[c - 1] for c in range(tables.players)]

    def solve(self, starts: Iterable[int], plan_of: PlanOf, frames: Mapping[int, Frame]) -> None:
        """Compute starts, those that others lead to first; ValueError or ZeroDivisionError where
        a number cannot be divided by.
        """
        tables = self.tables
        if tables.game.falls or tables.wipe or (tables.chases and tables.game.tie == "play_on"):
            self._solve_all(list(starts), plan_of, frames)
            return
        for start in starts:
            if start in self.values[0]:
                continue
            cell = [start]
            for place in cell:
                frame = frames[place]
                for to in (frame.bust, frame.pieces[0][1]):
                    if to not in self.values[0] and to not in cell:
                        cell.append(to)
            self._solve_cell(cell, plan_of, frames)

    def _solve_cell(self, cell: list[int], plan_of: PlanOf, frames: Mapping[int, Frame]) -> None:
        n, kind, numbers = self.tables.players, self.kind, self.numbers
        plans = [plan_of(place, frames[place]) for place in cell]
        for values in self.values:
            values.update(dict.fromkeys(cell, numbers.one * 0))
        rows: dict[Any, dict[Any, Any]] = {}
        right: dict[Any, Any] = {}
        players = range(1) if n == 2 and len(cell) == 1 else range(n)
        for place, plan in zip(cell, plans):
            frame, begin = frames[place], frames[place].turn.start
            to = {frame.bust, frame.pieces[0][1]}.intersection(cell)
            q = {other: turn(kind, frame, _One(other), plan)[0][begin] for other in to}
            for c in players:
                right[place, c] = turn(kind, frame, self.seen[c], plan)[0][begin]
                row = {(place, c): numbers.one}
                for other, chance in q.items():
                    if len(players) == 1:
                        right[place, c] = numbers.normal(right[place, c] + chance)
                        row[other, 0] = numbers.normal(row.get((other, 0), 0) + chance)
                        continue
                    key = other, (c - 1) % n
                    row[key] = numbers.normal(row.get(key, 0) - chance)
                rows[place, c] = row
        found = eliminate(rows, right, numbers)
        for (place, c), value in found.items():
            self.values[c][place] = value
            if len(players) == 1:
                self.values[1][place] = numbers.normal(numbers.one - value)

    def _solve_all(
        self, starts: Sequence[int], plan_of: PlanOf, frames: Mapping[int, Frame]
    ) -> None:
        """All at once, of two players: V = sum of chances times 1 - V."""
        if len(starts) > _MOST_COUPLED:
            raise TooLong
        numbers, ends, tables = self.numbers, self.values[0], self.tables
        rows: dict[int, dict[int, Any]] = {}
        right: dict[int, Any] = {}
        late = {frames[place].wipe for place in starts}
        for place in sorted(starts, key=late.__contains__):
            frame = frames[place]
            bust, wipe, banked = forward(
                frame, plan_of(place, frame), numbers.one,
                lambda chance, w, below: numbers.share(numbers.normal(chance * w), below),
            )  # fmt: skip
            banks = frame.banks()
            chances = [(frame.bust, bust), (frame.wipe, wipe)]
            chances += [(banks[t], chance) for t, chance in banked.items()]
            row, total = {place: numbers.one}, numbers.one * 0
            for to, chance in chances:
                if not chance:
                    continue
                total = total + chance
                if to >= tables.ends:
                    total = total - numbers.scale(chance * ends[to])
                else:
                    row[to] = numbers.normal(row.get(to, 0) + chance)
            rows[place], right[place] = row, numbers.normal(total)
        for place, value in eliminate(rows, right, numbers, _MOST_PRODUCTS).items():
            self.values[0][place] = value
            self.values[1][place] = numbers.normal(numbers.one - value)

    def better(self, frame: Frame, plan: Plan) -> Plan | None:
        """A plan that is worth more somewhere, given these numbers, which must be fractions."""
        rules, M = frame.turn, frame.turn.modes
        best, throw = turn(self.kind, frame, self.seen[0])
        hold = [self.seen[0][to] for to in frame.banks()]
        throws, picks, changed = bytearray(plan.throws), list(plan.picks), False
        for k, c in enumerate(throw):
            if c is not None and c != hold[k // M] and throws[k] != (c > hold[k // M]):
                throws[k], changed = c > hold[k // M], True
        for t in range(frame.T if rules.several else 0):
            for j, k in enumerate(rules.several):
                worths = [best[t * M + o] for o in rules.places[k]]
                index = t * len(rules.several) + j
                if worths[picks[index]] < max(worths):
                    picks[index], changed = worths.index(max(worths)), True
        return Plan(bytes(throws), picks) if changed else None

    def bounds(self, frame: Frame, plan: Plan) -> tuple[list[Any], list[Any]]:
        """What each state of a turn is worth, and throwing in it."""
        return turn(self.kind, frame, self.seen[0], plan)


def residues(
    tables: Tables, starts: Sequence[int], plan_of: PlanOf, frames: Mapping[int, Frame]
) -> Known | None:
    """All starts modulo a product of random primes; None if that would take too long."""
    below = math.lcm(*(d for turn in tables.turns for d in turn.below if d))
    for _ in range(TRIED):
        modulus = math.prod(random_prime() for _ in range(PRIMES))
        try:
            known = Known(tables, Modular(modulus), ModularNumbers(modulus))
            pow(below, -1, modulus)
            known.solve(starts, plan_of, frames)
        except ValueError:
            continue
        except TooLong:
            return None
        return known
    return None


def fractions(
    tables: Tables, starts: Sequence[int], plan_of: PlanOf, frames: Mapping[int, Frame]
) -> Known | None:
    """All starts as fractions; None where these would be long, or the plans need not end."""
    modes = tables.turns[0].modes
    below = max(d for turn in tables.turns for d in turn.below)
    states = len(starts) * tables.goal * modes
    if (any(frames[place].capped for place in starts)
            or states * math.log2(2 * max(below, 1)) > SHORT
            or (tables.players > 2 and tables.wipe)):  # fmt: skip
        return None
    plans = {place: plan_of(place, frames[place]) for place in starts}

    def given(place: int, _: Frame) -> Plan:
        return plans[place]

    for _ in range(_ROUNDS):
        known = Known(tables, Exact(), Rational())
        try:
            known.solve(starts, given, frames)
        except (ZeroDivisionError, TooLong):
            return None
        better = {
            place: plan for place in starts
            if (plan := known.better(frames[place], plans[place])) is not None
        }  # fmt: skip
        if not better:  # no decision can be bettered: these are the values
            return known
        plans |= better
    return None


def equal(
    known: Known, check: Check, place: int, frame: Frame, plan: Plan, items: Sequence[Any]
) -> list[bool]:
    """Whether what is open in each state, or of each set of options, is worth the same."""
    rules, M, banks = frame.turn, frame.turn.modes, frame.banks()
    (best, throw), engine, found = known.bounds(frame, plan), check.load(place, frame), list[bool]()
    for at, k in items:
        if k < 0:
            found.append(bool(throw[at] == known.seen[0][banks[at // M]]))
            continue
        places = [at // M * M + o for o in rules.places[rules.several[k]]]
        bounds = [engine.bounds(o)[1] for o in places]
        least = max(low for low, _ in bounds)
        found.append(len({best[o] for o, (_, high) in zip(places, bounds) if high >= least}) == 1)
    return found


def _stays(
    frame: Frame, kept: Mapping[int, bool], letters: bytes, marks: Sequence[int], win: int
) -> bool:
    """Whether decisions that may be the best keep a turn inside, whatever is thrown.

    Who may win at once has 1 by either solution, so that these do not differ there.
    """
    rules, M, T = frame.turn, frame.turn.modes, frame.T
    hold = [kept.get(place, False) for place in frame.banks()]
    bust, wipe = kept.get(frame.bust, False), kept.get(frame.wipe, False)
    must = [below and not may for below, may in zip(rules.below, rules.may)]
    stays = [h or (frame.capped and must[n] and bust) for h in hold for n in range(M)]
    banks = frame.banks()
    wins = [to == win and not must[n] for to in banks for n in range(M)]
    number = {k: j for j, k in enumerate(rules.several)}
    for t in range(T - 1, -1, -1):
        base = t * M
        for n in rules.order:
            wins[base + n] = wins[base + n] and t >= frame.first
            if not rules.below[n]:
                stays[base + n] = hold[t] if t >= frame.still else bust
                continue
            throw = (bust or not rules.busts[n]) and (wipe or not rules.wipes[n]) and all(
                any(stays[base + o] for j, o in enumerate(rules.places[k])
                    if k not in number or marks[t * len(number) + number[k]] >> j & 1)
                and not any(wins[base + o] for o in rules.places[k])
                for k, _ in rules.rows[n]
            )  # fmt: skip
            begins = not base and n == rules.start
            may = not frame.throws if begins else rules.may[n] and t >= frame.first
            letter = chr(letters[base + n]) if may else "t"
            stays[base + n] = not wins[base + n] and (
                (letter != "b" and throw) or (letter != "t" and hold[t])
            )
    return bool(stays[rules.start])


def ends_surely(
    starts: Sequence[int], frames: Mapping[int, Frame],
    best: Callable[[int, Frame], tuple[bytes, Sequence[int]]] | None = None, win: int = -1,
) -> bool:  # fmt: skip
    """Whether players could not stay among these starts for ever, whatever is thrown; of decisions
    that are not ``best`` by any number within the bounds neither solution makes use.
    """
    kept = dict.fromkeys(starts, True)
    letters = {place: best(place, frames[place]) for place in starts} if best else {}
    gone = True
    while gone:
        gone = False
        for place in starts:
            frame = frames[place]
            if not kept[place]:
                continue
            stays = (_stays(frame, kept, *letters[place], win) if letters
                     else keeps(frame, kept)[0][frame.turn.start])  # fmt: skip
            if not stays:
                kept[place], gone = False, True
    return not any(kept.values())
