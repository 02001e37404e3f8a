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
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ..algebra.elimination import TooLong, eliminate
from ..algebra.primes import modulo_primes
from .tables import Tables
from .turn import Exact, Frame, Modular, Plan, forward, turn

__all__ = ["Known", "ends_surely", "equal", "fractions", "residues"]

SHORT = 5000
"""Bits of a determinant up to which fractions are short enough."""
_MOST_COUPLED = 5000
"""Starts that may all depend on each other."""
_ROUNDS = 40

PlanOf = Callable[[int, Frame], Plan]


class Known:
    """What starts are worth by given plans, exactly: fractions, or residues."""

    def __init__(self, tables: Tables, kind: Any) -> None:
        self.tables: Tables = tables
        self.kind: Any = kind
        self.values: list[dict[int, Any]] = [{} for _ in range(tables.players)]
        for place in range(tables.ends, tables.places):
            for values, share in zip(self.values, tables.shares(place)):
                values[place] = kind.mean(share.numerator, share.denominator)
        self.seen: list[dict[int, Any]] = [self.values[c - 1] for c in range(tables.players)]

    @property
    def exact(self) -> bool:
        """Whether these are the numbers themselves."""
        return isinstance(self.kind, Exact)

    def solve(
        self, starts: Sequence[int], plan_of: PlanOf, frames: Mapping[int, Frame],
        most: int = 20_000_000,
    ) -> None:  # fmt: skip
        """Compute starts, those that others lead to first, by so many products at the most;
        ValueError or ZeroDivisionError where a number cannot be divided by, or TooLong.
        """
        tables = self.tables
        if tables.game.penalty or tables.wipe or (tables.chases and tables.game.tie == "play_on"):
            late = {frames[place].wipe for place in starts}
            if len(starts) > _MOST_COUPLED:
                raise TooLong
            self._solve(sorted(starts, key=late.__contains__), plan_of, frames, most)
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
            self._solve(cell, plan_of, frames, most)

    def _solve(
        self, cell: list[int], plan_of: PlanOf, frames: Mapping[int, Frame], most: int
    ) -> None:
        """Solve V = the sum of chances times what these lead to; of two that is 1 - V."""
        n, kind = self.tables.players, self.kind
        players = range(1 if n == 2 else n)
        rows: dict[Any, dict[Any, Any]] = {}
        right: dict[Any, Any] = {}
        for place in cell:
            leads = forward(kind, frames[place], plan_of(place, frames[place]))
            for c in players:
                row, total = {(place, c): kind.one}, 0 * kind.one
                for to, chance in leads.items():
                    if to in self.values[0]:
                        total += chance * self.seen[c][to]
                        continue
                    key, sign = ((to, 0), 1) if n == 2 else ((to, (c - 1) % n), -1)
                    total += chance * (n == 2)
                    row[key] = row.get(key, 0) + sign * chance
                rows[place, c], right[place, c] = row, total
        for (place, c), value in eliminate(rows, right, kind, most).items():
            self.values[c][place] = value
            if n == 2:
                self.values[1][place] = kind.normal(kind.one - value)

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

    def work(modulus: int) -> Known:
        known = Known(tables, Modular(modulus))
        pow(below, -1, modulus)
        known.solve(starts, plan_of, frames)
        return known

    try:
        return modulo_primes(work)
    except TooLong:
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
        known = Known(tables, Exact())
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


def equal(known: Known, engine: Any, frame: Frame, plan: Plan, items: Sequence[Any]) -> list[bool]:
    """Whether what is open in each state, or of each set of options, is worth the same."""
    rules, M, banks = frame.turn, frame.turn.modes, frame.banks()
    (best, throw), found = known.bounds(frame, plan), list[bool]()
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


def _anything(_: int, frame: Frame) -> tuple[bytes, Sequence[int]]:
    """Decisions of which any may be taken."""
    rules = frame.turn
    return b"e" * (frame.T * rules.modes), [-1] * (frame.T * len(rules.several))


def ends_surely(
    starts: Sequence[int], frames: Mapping[int, Frame],
    best: Callable[[int, Frame], tuple[bytes, Sequence[int]]] = _anything, win: int = -1,
) -> bool:  # fmt: skip
    """Whether players could not stay among these starts for ever, whatever is thrown; of decisions
    that are not ``best`` by any number within the bounds neither solution makes use.
    """
    kept = dict.fromkeys(starts, True)
    letters = {place: best(place, frames[place]) for place in starts}
    gone = True
    while gone:
        gone = False
        for place in starts:
            if kept[place] and not _stays(frames[place], kept, *letters[place], win):
                kept[place], gone = False, True
    return not any(kept.values())
