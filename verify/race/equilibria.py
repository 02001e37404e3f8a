"""The equilibrium that is meant in a cell of three players or more, given the cells above it.

**Unique.** :mod:`between` has bounds of all equilibria of a cell. Where these leave no decision
open, there is one.

**The first.** Exact ties hold. Of several pure equilibria the first in the order of their decisions
is meant: mover by mover from the smallest rotation of the scores on, with rising totals, throw
before bank. With x for what a bust is worth to the mover, throwing in a state is worth a + q x to
him and banking h, where q >= 0: so if he throws at some x, he throws at every larger one, and of
two options the one with the larger q is better above some x. His plans are therefore *pieces* of an
interval of x, one after the other. A pure equilibrium takes a piece for each mover such that the x
that follow lie in the pieces taken. All combinations are tried in the order, the first that is
proved ends the search, and one that is neither proved nor disproved makes the choice unclear.

q is exact. a and h lie between two fractions, as the values of the cells above do: a plan is *sure*
for some x, and *possible* for some more. Where two pieces meet, the x that are sure in neither have
one of the two plans, as long as they differ in one comparison and all others are sure in both.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import Any, NamedTuple

from pigcore.games.spelling import counted

from ..algebra.arithmetic import Rational
from .between import Narrow
from .cells import Cells, Plan, Scores, Sparse, Unclear, ends_of, solved
from .enclosure import Bounds
from .rules import Options, Rules
from .turns import Turn
from .wipes import banks_of

__all__ = ["Choice", "plan_of"]

Span = tuple[Fraction, Fraction]
Values = Callable[[Scores], Sequence[Fraction]]

MOST_PROFILES = 20_000
"""Combinations of plans that are tried in one cell."""
MOST_EXACT = 1500
"""Tuples of scores of which the fractions are computed to settle a tie."""
_LAST_BITS = 192
"""Of bounds of last turns where plans are compared."""
_BEYOND = Fraction(1, 1 << 20)
"""So far beyond what the movers' x are known to lie between, decisions are looked at, too."""


def plan_of(
    rules: Rules,
    turn: Turn,
    banks: Sequence[Any],
    tied: float = 0,
    mixed: int = 0,
    wanted: bool = True,
) -> Plan:
    """What is best in an evaluated turn; who wins nothing banks, as between what is equal.

    Where an option that leads to the place ``mixed`` is one of several best ones, it is taken, or
    never.
    """
    own, count, best, payoffs = turn.own, rules.modes, turn.best, turn.payoffs
    hopeless = rules.hopeless
    throws = {
        place: int(payoffs[place] > banks[s] + tied and not hopeless[own])
        for place, s, _ in rules.choosing(own)
    }

    def takes(t: int, options: Options) -> tuple[int, int]:
        places = [(t + g) * count + n for g, n in options]
        least = max(map(best.__getitem__, places)) - tied
        found = [k for k, place in enumerate(places) if best[place] >= least]
        if mixed and len(found) > 1:
            found.sort(key=lambda k: (places[k] == mixed) != wanted)
        return options[found[0]]

    return Plan(throws, takes)


# --- the first of several -------------------------------------------------------------------------


class _Edge(NamedTuple):
    """Two things of which one is better above some x and the other one below it."""

    pair: frozenset[Hashable]
    low: Fraction
    high: Fraction
    """The x lies between these."""
    above: bool
    """Whether what is taken is better above."""


class _Piece(NamedTuple):
    """A plan of a mover and what his turn is worth by it, in units of 1 / ``one``."""

    plan: Plan
    one: int
    low: list[int]
    """What the turn is worth to all but for handing it over at once, the mover first, at least."""
    high: list[int]
    again: int
    """The chance of that."""
    order: list[int]
    """The decisions by place, rising: 0 throws, 1 banks."""
    taken: dict[Hashable, Hashable]
    """What is taken wherever there is a choice."""
    edges: list[_Edge]
    within: Span
    """All x that are looked at: edges beyond are not kept, as there are very many."""

    def span(self, sure: bool, but: object = None) -> Span:
        """Where all decisions, but that between a pair, are right: surely, or possibly."""
        edges = [edge for edge in self.edges if edge.pair != but]
        above = [edge.high if sure else edge.low for edge in edges if edge.above]
        below = [edge.low if sure else edge.high for edge in edges if not edge.above]
        least, most = self.within
        return max([least, *above]), min([most, *below])


class _Mover:
    """One mover of a cell, as the cells above it let him be."""

    def __init__(self, rules: Rules, scores: Scores, low: Values, high: Values) -> None:
        self.rules, n = rules, rules.players
        self.own, *others = scores
        self.count = rules.top(self.own) - self.own
        ends = range(self.own + 1, rules.ends[self.own])
        rows = [[*low((*others, s)), *high((*others, s))] for s in ends]
        if rules.last and rules.chased(self.own):
            one, rows_of = Fraction(1, 1 << _LAST_BITS), rules.last.rows(scores, _LAST_BITS)
            rows += [  # as the next mover has them, who sees this one as the last
                [value * one for side in box for value in (*side[1:], side[0])] for box in rows_of
            ]
        # So many units that no step of the turn leaves a remainder.
        self.one = math.lcm(*(one.denominator for row in rows for one in row))
        throws = self.count * (max(rules.rank) + 1)
        self.one *= math.lcm(*rules.denominators) ** throws
        # In a row of the next mover's this one is the last.
        self.held = [[0] * (2 * n) + [self.one]] + [
            [int(row[(c - 1) % n + side] * self.one) for side in (0, n) for c in range(n)] + [0]
            for row in rows
        ]
        self.won = [*([self.one] + [0] * (n - 1)) * 2, 0]
        back = rules.returns[self.own]
        self.busted = self.won if back >= rules.ends[self.own] else self.held[back - self.own]
        self.places = [place for place in rules.places if place[0] < self.count]
        self.order = sorted(
            self.places, key=lambda place: (-place[0], rules.rank[place[1]], place[1])
        )
        self.may = {place for place, _, _ in rules.choosing(self.own)}

    def at(self, x: Fraction, within: Span) -> _Piece:
        """The turn with the decisions taken at x if all is worth the middle of its bounds."""
        ends = float(within[0]) - _BEYOND, float(within[1]) + _BEYOND
        rules, n, modes = self.rules, self.rules.players, self.rules.modes
        worth: dict[int, tuple[Hashable, list[int]]] = {}
        taken: dict[Hashable, Hashable] = {}
        edges: dict[frozenset[Hashable], _Edge] = {}
        throws: dict[int, int] = {}
        takes: dict[tuple[int, Options], tuple[int, int]] = {}

        def reached(t: int, mode: int) -> tuple[Hashable, list[int]]:
            if t < self.count:
                return worth[t * modes + mode]
            if t < len(self.held):
                return ("bank", t), self.held[t]
            past = rules.exact and t > self.count
            return (("bust", 0), self.busted) if past else (("won", 0), self.won)

        def best(options: Sequence[tuple[Hashable, list[int]]]) -> int:
            """Which is best at x, the one with the smaller slope between equals."""
            middles = [
                (-(row[0] + row[n]) * x.denominator - 2 * row[-1] * x.numerator, row[-1])
                for _, row in options
            ]
            chosen = min(range(len(options)), key=middles.__getitem__)
            for k, other in enumerate(options):
                self._compare(options[chosen], other, edges, chosen < k, ends)
            return chosen

        for t, mode in self.order:
            place, sets = t * modes + mode, rules.choices[mode]
            if sets is None:
                banks = rules.may_bank[mode] and self.own + t >= rules.first(self.own)
                worth[place] = (("bank", t), self.held[t]) if banks else (("bust", 0), self.busted)
                continue
            row = [rules.busts[mode] * one for one in self.busted]
            for options, chance in sets.items():
                found = [reached(t + g, after) for g, after in options]
                chosen = best(found) if len(found) > 1 else 0
                if len(found) > 1:
                    takes[t, options], taken[t, options] = options[chosen], found[chosen][0]
                row = [total + chance * one for total, one in zip(row, found[chosen][1])]
            thrown = ("throw", place), [one // rules.denominators[mode] for one in row]
            if place in self.may:
                both = ("bank", t), self.held[t]
                throws[place] = best([both, thrown])
                worth[place] = (both, thrown)[throws[place]]
                taken[place] = worth[place][0]
            else:
                worth[place] = thrown
        start = worth[rules.start_of(self.own)][1]
        order = [1 - throws[t * modes + m] for t, m in self.places if t * modes + m in throws]
        plan = Plan(throws, lambda t, options: takes[t, options])
        return _Piece(
            plan, self.one, start[:n], start[n : 2 * n], start[-1], order, taken,
            list(edges.values()), within,
        )  # fmt: skip

    def _compare(
        self,
        chosen: tuple[Hashable, list[int]],
        other: tuple[Hashable, list[int]],
        edges: dict[frozenset[Hashable], _Edge],
        before: bool,
        ends: tuple[float, float],
    ) -> None:
        """Note at which x both are worth the same; ``before``: what is chosen comes first."""
        (name, row), (another, rest), n = chosen, other, self.rules.players
        pair = frozenset((name, another))
        if name == another or pair in edges:
            return
        steeper = row[-1] - rest[-1]
        least, most = rest[0] - row[n], rest[n] - row[0]
        if steeper:
            # Correctly rounded quotients are off by much less than what is between `ends` and x.
            first, last = sorted((least / steeper, most / steeper))
            if (last < ends[0]) if steeper > 0 else (first > ends[1]):
                return
            low, high = sorted((Fraction(least, steeper), Fraction(most, steeper)))
            edges[pair] = _Edge(pair, low, high, steeper > 0)
        elif most > 0 or (most == 0 and not before):
            raise Unclear("two actions are too close to be distinguished")

    def pieces(self, least: Fraction, most: Fraction) -> list[_Piece]:
        """All plans for least <= x <= most, the smallest x first.

        Raises
        ------
        Unclear
            If there may be another one.
        """
        within, x = (least - _BEYOND, most + _BEYOND), most + _BEYOND
        found: list[_Piece] = []
        while True:
            piece = self.at(x, within)
            if found:
                _meet(found[-1], piece)
            elif piece.span(True)[1] < most:
                raise Unclear("two plans of a mover are too close to be distinguished")
            found.append(piece)
            middles = [(edge.low + edge.high) / 2 for edge in piece.edges if edge.above]
            if not middles or piece.span(True)[0] < least:
                return [one for one in found if one.span(False)[0] <= most][::-1]
            x = max(middles)


def _meet(first: _Piece, second: _Piece) -> None:
    """Raise unless any x that is sure in neither has one of the two plans."""
    low, high = second.span(True)[1], first.span(True)[0]
    if low >= high:
        return
    differing = {
        frozenset((taken, second.taken[where]))
        for where, taken in first.taken.items()
        if second.taken[where] != taken
    }
    for piece in (first, second):
        least, most = piece.span(True, next(iter(differing), None))
        if len(differing) > 1 or least > low or most < high:
            raise Unclear("two plans of a mover are too close to be distinguished")


def _worth(pieces: Sequence[_Piece], mover: int, player: int, high: bool) -> tuple[int, int]:
    """What a cell is worth to a player, counted from a mover on, when all take these pieces.

    The bound is a numerator and a denominator.
    """
    n, total, through, whole = len(pieces), 0, 1, 1
    for k in range(n):
        piece = pieces[(mover + k) % n]
        row = piece.high if high else piece.low
        total = total * piece.one + through * row[(player - k) % n]
        through *= piece.again
        whole *= piece.one
    return total, whole - through


def _first(
    rules: Rules, cycle: Sequence[Scores], low: Values, high: Values, spans: Sequence[Span]
) -> list[Plan] | None:
    """The first pure equilibrium of a cell whose x lie in these spans; None if there is none.

    ``cycle`` begins with the smallest rotation.
    """
    n, movers = rules.players, len(set(cycle))
    choices = [
        _Mover(rules, one, low, high).pieces(*span) for one, span in zip(cycle[:movers], spans)
    ]
    profiles = math.prod(len(choice) for choice in choices)
    if profiles > MOST_PROFILES:
        raise Unclear(f"the movers have {counted(profiles, 'combination')} of plans")
    for profile in sorted(product(*choices), key=lambda taken: [one.order for one in taken]):
        taken, clear = [profile[m % movers] for m in range(n)], True
        for m in range(movers):
            least, under = _worth(taken, (m + 1) % n, n - 1, False)
            most, over = _worth(taken, (m + 1) % n, n - 1, True)
            bottom, top = taken[m].span(False)
            if most <= bottom * over or least > top * under:
                break
            bottom, top = taken[m].span(True)
            clear = clear and bottom * under < least and most <= top * over
        else:
            if not clear:
                raise Unclear("it is not clear whether some decisions are an equilibrium")
            return [one.plan for one in taken]
    return None


class Choice:
    """The equilibrium that is meant, cell by cell from the largest totals down."""

    rules: Rules
    found: Cells

    def __init__(self, rules: Rules, found: Cells) -> None:
        self.rules, self.found = rules, found
        self._plans: dict[Scores, Plan | None] = {}
        """In small cells whose plans do not follow from their bounds; None where they are open."""
        self._values: Sparse = Sparse()

    def cell(self, scores: Scores, narrow: Narrow) -> list[Plan] | None:
        """The plans of a cell's movers; None where no pure equilibrium exists.

        Raises
        ------
        Unclear
            If it is not proved which they are.
        """
        cycle, plans = self.rules.cycle(scores), None
        shares = [self.rules.settled(*one) for one in cycle]
        if self._is_small(scores):
            self._plans |= dict.fromkeys(cycle)
        if shares[0]:  # whatever is decided
            plans = [
                self._at(one, Fraction(mine[0] // len(one)))
                for one, mine in zip(cycle, shares)
                if mine
            ]
        else:
            spans = self._spans(narrow)
            if narrow.unique:
                plans = [self._at(one, (a + b) / 2) for one, (a, b) in zip(cycle, spans)]
            else:
                plans = self._searched(cycle, spans)
        if plans is not None and self._is_small(scores):
            self._plans |= dict(zip(cycle, plans))
        return plans

    def _spans(self, narrow: Narrow) -> list[Span]:
        """What a bust that hands the turn over is worth to each mover."""
        one, boxes = 1 << self.found.starts.bits, narrow.boxes
        after = [*boxes[1:], boxes[0]]
        return [(Fraction(low[-1], one), Fraction(high[-1], one)) for low, high in after]

    def _at(self, scores: Scores, x: Fraction) -> Plan:
        """What is best where a bust is worth x, and all else about what is known of it."""
        found, rules = self.found, self.rules
        ends = [found.row(table, scores) for table in (found.low, found.high)]
        row = [(a + b) >> 1 for a, b in zip(*ends)]
        row[scores[0]] = int(x * found.one)
        banks, bust = banks_of(row, rules, scores[0], found.one)
        top = rules.top(scores[0])
        turn = found.turns.evaluate(scores[0], top, banks, bust, found.turns.down)
        return plan_of(rules, turn, banks)

    def _searched(self, cycle: list[Scores], spans: Sequence[Span]) -> list[Plan] | None:
        m = cycle.index(min(cycle))
        turned, one = cycle[m:] + cycle[:m], self.found.one

        def ends(table: Mapping[Scores, tuple[int, ...]]) -> Values:
            return lambda each: [Fraction(value, one) for value in table[each]]

        low, high, exactly = ends(self.found.low), ends(self.found.high), self._values.__getitem__
        try:
            try:
                plans = _first(self.rules, turned, low, high, [*spans[m:], *spans[:m]])
            except Unclear:
                if not self._exact(cycle[0]):
                    raise
                anything = (Fraction(0), Fraction(1))
                plans = _first(self.rules, turned, exactly, exactly, [anything] * len(cycle))
        except Unclear as why:
            raise Unclear(f"at {self.rules.spell(cycle[0])} {why}") from None
        return plans and [*plans[-m:], *plans[:-m]] if m else plans

    # --- fractions ----------------------------------------------------------------------------

    def bounds(self, scores: Scores) -> Bounds | None:
        """A turn in fractions; None where these would be too long."""
        if not self._exact(scores) or self._plan(scores) is None:
            return None
        self._value(scores)
        rules, turns, own = self.rules, self.found.turns, scores[0]
        row, bust = banks_of(self.found.row(self._values, scores), rules, own, Fraction(1))
        turn = turns.evaluate(
            own, rules.goal, row, bust, lambda total, n: Fraction(total) / rules.denominators[n]
        )
        return Bounds(own, scores[1:], rules.goal, turn, turn, row, row, bust, bust, 0)

    def _is_small(self, scores: Scores) -> bool:
        if self.rules.last:  # whose bounds are no fractions
            return False
        return math.prod(self.rules.goal - score for score in scores) <= MOST_EXACT

    def _exact(self, scores: Scores) -> bool:
        """Know the fractions of all cells above; whether they are."""
        if not self._is_small(scores):
            return False
        for cell in self.rules.cells(scores):
            if sum(cell) > sum(scores) and cell not in self._values:
                if self._plan(cell) is None:
                    return False
                self._value(cell)
        return True

    def _plan(self, scores: Scores) -> Plan | None:
        """What is meant in a cell that is enclosed, if that is known."""
        if scores not in self._plans:
            turn = self.found.bounds(scores)
            self._plans[scores] = plan_of(self.rules, turn.low, turn.bank_low)
        return self._plans[scores]

    def _value(self, scores: Scores) -> None:
        rules, n, cycle = self.rules, self.rules.players, self.rules.cycle(scores)
        if rules.settled(*scores):
            for one in cycle:
                self._values[one] = [Fraction(share, n) for share in rules.settled(*one) or ()]
            return
        below, constant, again = rules.denominators, [], []
        for one in cycle:
            plan = self._plan(one)
            assert plan is not None
            ends = ends_of(
                rules, one[0], plan, Rational.one,
                lambda chance, weight, mode: chance * weight / below[mode],
            )  # fmt: skip
            total = [Fraction(ends.won)] + [Fraction(0)] * (n - 1)
            for s, chance in ends.banked.items():
                row = self._values[*one[1:], s]
                total = [a + chance * row[c - 1] for c, a in enumerate(total)]
            constant.append(total)
            again.append(Fraction(ends.again))
        for one, (above, leave) in zip(cycle, solved(constant, again, Fraction(1))):
            self._values[one] = [a / leave for a in above]
