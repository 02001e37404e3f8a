"""The equilibrium that is meant in a cell of three players or more, given the cells above it.

**Unique.** Any equilibrium of the cell gives each turn start values between 0 and 1. If those of
the next mover lie between two tuples, then what a bust is worth does, and so does what each throw
can come to; where throwing is worth more than banking at all of these, every equilibrium throws
there, where it is worth less at all of them it banks, and likewise for options. Elsewhere it may do
either or mix. So each turn maps bounds to bounds, and whatever satisfies all movers' equations
stays between them. Once no decision is open, the equations are affine with a chance to leave the
cell, so that they have one solution. A mover who cannot win any more is indifferent everywhere, and
banks: that is the convention for exact ties.

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
from .cells import Cells, Plan, Scores, Unclear, ends_of, solved
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
_ROUNDS = 500
_FAR = Fraction(10)
"""Beyond all chances."""
_BEYOND = Fraction(1, 1000)
_WON, _BUST = -(10**9), -(10**9) - 1
"""Names beside those of what is thrown, from 0 on, and of what is banked, from -1 down."""


def plan_of(rules: Rules, turn: Turn, banks: Sequence[Any], tied: float = 0) -> Plan:
    """What is best in an evaluated turn; who wins nothing banks, as between what is equal."""
    own, count, best, payoffs = turn.own, rules.modes, turn.best, turn.payoffs
    hopeless = rules.hopeless
    throws = {
        place: int(payoffs[place] > banks[s] + tied and not (hopeless[own] and hopeless[s]))
        for place, s, _ in rules.choosing(own)
    }

    def takes(t: int, options: Options) -> tuple[int, int]:
        worths = [best[(t + g) * count + n] for g, n in options]
        least = max(worths) - tied
        return next(option for option, worth in zip(options, worths) if worth >= least)

    return Plan(throws, takes)


# --- unique -------------------------------------------------------------------------------------


class _Between:
    """Bounds of turns in 62 bits, all players' in one whole number.

    A field for each player, from the mover on, has what he wins at least; as many above them what
    he loses at least. Sums of multiples by chances that are rounded down stay lower bounds of both.
    """

    _BITS = 62
    _CHANCE = 64

    def __init__(self, rules: Rules, found: Cells) -> None:
        self.rules, self.found, n = rules, found, rules.players
        self.width = self._BITS + self._CHANCE + 2
        self.field = (1 << self._BITS + 1) - 1
        self.fields = sum(self.field << k * self.width for k in range(2 * n))
        self.lows = (1 << n * self.width) - 1
        self.one = 1 << self._BITS
        self.won = self.packed([self.one] + [0] * (n - 1), [self.one] + [0] * (n - 1))
        self.sets: list[tuple[int, list[tuple[Options, int]]]] = []
        for sets, bust, below in zip(rules.choices, rules.busts, rules.denominators):
            chances = [(it, (w << self._CHANCE) // below) for it, w in (sets or {}).items()]
            self.sets.append(((bust << self._CHANCE) // below, chances))
        self.places = sorted(rules.places, key=lambda it: (-it[0], rules.rank[it[1]], it[1]))
        self.begin = [sum(t >= size for t, _ in self.places) for size in range(rules.goal + 1)]
        """Of a turn with so many units to the goal."""
        self._may: dict[int, set[int]] = {}
        self._handed: dict[Scores, int] = {}

    def packed(self, low: Sequence[int], high: Sequence[int]) -> int:
        """Bounds by player, from the mover on."""
        both = [*low, *(self.one - it for it in high)]
        return sum(max(0, it) << k * self.width for k, it in enumerate(both))

    def unpacked(self, fields: int) -> tuple[list[int], list[int]]:
        """The inverse."""
        n = self.rules.players
        both = [fields >> k * self.width & self.field for k in range(2 * n)]
        return both[:n], [self.one - it for it in both[n:]]

    def handed(self, low: Sequence[int], high: Sequence[int]) -> int:
        """Bounds by player from the next mover on, who has this one for the last."""
        return self.packed([low[-1], *low[:-1]], [high[-1], *high[:-1]])

    def rows(self, scores: Scores) -> list[int]:
        """What banking own, own + 1, … is worth to all; the first is not known yet."""
        known, down = self._handed, self.found.bits - self._BITS
        afterwards = [(*scores[1:], s) for s in range(scores[0] + 1, self.rules.goal)]
        for it in afterwards:
            if it not in known:
                low = [value >> down for value in self.found.low[it]]
                known[it] = self.handed(low, [-(-value >> down) for value in self.found.high[it]])
        return [0, *map(known.__getitem__, afterwards)]

    def may(self, own: int) -> set[int]:
        """The places with a choice between banking and throwing."""
        if own not in self._may:
            self._may[own] = {place for place, _, _ in self.rules.choosing(own)}
        return self._may[own]

    def ends(self, fields: int) -> tuple[int, int]:
        """What the mover wins at least and at most."""
        most = fields >> self.rules.players * self.width & self.field
        return fields & self.field, self.one - most

    def either(self, all_fields: Sequence[int]) -> int:
        """What the mover's better choice of several is worth, whichever that is."""
        lows, highs = zip(*map(self.unpacked, all_fields))
        low = [max(column) if c == 0 else min(column) for c, column in enumerate(zip(*lows))]
        return self.packed(low, [max(column) for column in zip(*highs)])

    def turn(self, scores: Scores, rows: Sequence[int], after: int) -> tuple[int, int]:
        """Bounds of a turn start by those of handing it over there; how many decisions are open."""
        rules, own, count, won = self.rules, scores[0], self.rules.modes, self.won
        size, open_ones, back, hopeless = rules.goal - own, 0, rules.returns[own], rules.hopeless
        held = [after, *rows[1:]]
        lost = won if back >= rules.goal else held[back - own]
        past = lost if rules.exact else won
        worth: list[int] = [won] * ((size + 1) * count) + [past] * (rules.most * count)
        names = [_WON] * ((size + 1) * count) + [_BUST if rules.exact else _WON] * (len(worth))
        may = self.may(own)
        for t, n in self.places[self.begin[size] :]:
            place, (bust, sets) = t * count + n, self.sets[n]
            total, base, names[place] = bust * lost, t * count, place
            for options, chance in sets:
                if len(options) == 1:
                    ((g, m),) = options
                    total += chance * worth[base + g * count + m]
                    continue
                after_all = [base + g * count + m for g, m in options]
                found = list({names[it]: worth[it] for it in after_all}.values())
                if len(found) > 1:
                    least = max([it & self.field for it in found])
                    found = [it for it in found if self.ends(it)[1] >= least]
                if len(found) > 1:
                    open_ones += 1
                    found = [self.either(found)]
                total += chance * found[0]
            thrown = total >> self._CHANCE & self.fields
            if rules.choices[n] is None:
                banks = rules.may_bank[n] and own + t >= rules.first(own)
                thrown, names[place] = (held[t], -1 - t) if banks else (lost, _BUST)
            elif place in may:
                (low, high), (least, most) = self.ends(thrown), self.ends(held[t])
                if high < least or (hopeless[own] and hopeless[own + t]):
                    thrown, names[place] = held[t], -1 - t
                elif low <= most:
                    open_ones += 1
                    thrown = self.either([thrown, held[t]])
            worth[place] = thrown
        return worth[rules.start], open_ones

    def cell(self, circle: Sequence[Scores]) -> tuple[bool, list[tuple[Fraction, Fraction]]]:
        """Whether a cell has one equilibrium, and what x lies between for each mover."""
        n, rows = len(circle), [self.rows(it) for it in circle]
        bounds, before, open_ones = [0] * n, math.inf, 1
        for _ in range(_ROUNDS):
            open_ones = 0
            for m in range(n - 1, -1, -1):
                after = self.handed(*self.unpacked(bounds[(m + 1) % n]))
                bounds[m], left = self.turn(circle[m], rows[m], after)
                open_ones += left
            wide = sum(b - a for it in bounds for a, b in zip(*self.unpacked(it)))
            if not open_ones or wide > 0.98 * before:
                break
            before = wide
        spans = []
        for m in range(n):
            low, high = self.unpacked(bounds[(m + 1) % n])
            spans.append((Fraction(low[-1], self.one), Fraction(high[-1], self.one)))
        return not open_ones, spans


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

    def span(self, sure: bool, but: object = None) -> Span:
        """Where all decisions, but that between a pair, are right: surely, or possibly."""
        edges = [it for it in self.edges if it.pair != but]
        above = [it.high if sure else it.low for it in edges if it.above]
        below = [it.low if sure else it.high for it in edges if not it.above]
        return max(above, default=-_FAR), min(below, default=_FAR)


class _Mover:
    """One mover of a cell, as the cells above it let him be."""

    def __init__(self, rules: Rules, scores: Scores, low: Values, high: Values) -> None:
        self.rules, n = rules, rules.players
        self.own, *others = scores
        self.count = rules.goal - self.own
        rows = [[*low((*others, s)), *high((*others, s))] for s in range(self.own + 1, rules.goal)]
        # So many units that no step of the turn leaves a remainder.
        self.one = math.lcm(*(it.denominator for row in rows for it in row))
        throws = self.count * (max(rules.rank) + 1)
        self.one *= math.lcm(*rules.denominators) ** throws
        # In a row of the next mover's this one is the last.
        self.held = [[0] * (2 * n) + [self.one]] + [
            [int(row[(c - 1) % n + side] * self.one) for side in (0, n) for c in range(n)] + [0]
            for row in rows
        ]
        self.won = [*([self.one] + [0] * (n - 1)) * 2, 0]
        back = rules.returns[self.own]
        self.busted = self.won if back >= rules.goal else self.held[back - self.own]
        self.places = [it for it in rules.places if it[0] < self.count]
        self.order = sorted(self.places, key=lambda it: (-it[0], rules.rank[it[1]], it[1]))
        self.may = {place for place, _, _ in rules.choosing(self.own)}

    def at(self, x: Fraction) -> _Piece:
        """The turn with the decisions taken at x if all is worth the middle of its bounds."""
        rules, n, modes = self.rules, self.rules.players, self.rules.modes
        worth: dict[int, tuple[Hashable, list[int]]] = {}
        taken: dict[Hashable, Hashable] = {}
        edges: dict[frozenset[Hashable], _Edge] = {}
        throws: dict[int, int] = {}
        takes: dict[tuple[int, Options], tuple[int, int]] = {}

        def reached(t: int, mode: int) -> tuple[Hashable, list[int]]:
            if t < self.count:
                return worth[t * modes + mode]
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
                self._compare(options[chosen], other, edges, chosen < k)
            return chosen

        for t, mode in self.order:
            place, sets = t * modes + mode, rules.choices[mode]
            if sets is None:
                banks = rules.may_bank[mode] and self.own + t >= rules.first(self.own)
                worth[place] = (("bank", t), self.held[t]) if banks else (("bust", 0), self.busted)
                continue
            row = [rules.busts[mode] * it for it in self.busted]
            for options, chance in sets.items():
                found = [reached(t + g, after) for g, after in options]
                chosen = best(found) if len(found) > 1 else 0
                if len(found) > 1:
                    takes[t, options], taken[t, options] = options[chosen], found[chosen][0]
                row = [total + chance * it for total, it in zip(row, found[chosen][1])]
            thrown = ("throw", place), [it // rules.denominators[mode] for it in row]
            if place in self.may:
                both = ("bank", t), self.held[t]
                throws[place] = best([both, thrown])
                worth[place] = (both, thrown)[throws[place]]
                taken[place] = worth[place][0]
            else:
                worth[place] = thrown
        start = worth[rules.start][1]
        order = [1 - throws[t * modes + m] for t, m in self.places if t * modes + m in throws]
        plan = Plan(throws, lambda t, options: takes[t, options])
        return _Piece(
            plan, self.one, start[:n], start[n : 2 * n], start[-1], order, taken,
            list(edges.values()),
        )  # fmt: skip

    def _compare(
        self,
        chosen: tuple[Hashable, list[int]],
        other: tuple[Hashable, list[int]],
        edges: dict[frozenset[Hashable], _Edge],
        before: bool,
    ) -> None:
        """Note at which x both are worth the same; ``before``: what is chosen comes first."""
        (name, row), (another, rest), n = chosen, other, self.rules.players
        pair = frozenset((name, another))
        if name == another or pair in edges:
            return
        steeper = row[-1] - rest[-1]
        least, most = rest[0] - row[n], rest[n] - row[0]
        if steeper:
            low, high = sorted((Fraction(least, steeper), Fraction(most, steeper)))
            edges[pair] = _Edge(pair, low, high, steeper > 0)
        elif most > 0 or (most == 0 and not before):
            raise Unclear("two actions are too close to be told apart")

    def pieces(self, least: Fraction, most: Fraction) -> list[_Piece]:
        """All plans for least <= x <= most, the smallest x first.

        Raises
        ------
        Unclear
            If there may be another one.
        """
        x = most + _BEYOND
        found: list[_Piece] = []
        while True:
            piece = self.at(x)
            if found:
                _meet(found[-1], piece)
            elif piece.span(True)[1] < most:
                raise Unclear("two plans of a mover are too close to be told apart")
            found.append(piece)
            middles = [(it.low + it.high) / 2 for it in piece.edges if it.above]
            if not middles or piece.span(True)[0] < least:
                return [it for it in found if it.span(False)[0] <= most][::-1]
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
            raise Unclear("two plans of a mover are too close to be told apart")


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
    rules: Rules, circle: Sequence[Scores], low: Values, high: Values, spans: Sequence[Span]
) -> list[Plan] | None:
    """The first pure equilibrium of a cell whose x lie in these spans; None if there is none.

    ``circle`` begins with the smallest rotation.
    """
    n, movers = rules.players, len(set(circle))
    choices = [
        _Mover(rules, it, low, high).pieces(*span) for it, span in zip(circle[:movers], spans)
    ]
    profiles = math.prod(len(it) for it in choices)
    if profiles > MOST_PROFILES:
        raise Unclear(f"the movers have {counted(profiles, 'combination')} of plans")
    for profile in sorted(product(*choices), key=lambda taken: [it.order for it in taken]):
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
            return [it.plan for it in taken]
    return None


class Choice:
    """The equilibrium that is meant, cell by cell from the largest totals down."""

    rules: Rules
    found: Cells

    def __init__(self, rules: Rules, found: Cells) -> None:
        self.rules, self.found = rules, found
        self._between = _Between(rules, found)
        self._plans: dict[Scores, Plan] = {}
        self._values: dict[Scores, list[Fraction]] = {}

    def cell(self, scores: Scores) -> tuple[list[Plan] | None, bool]:
        """The plans of a cell's movers, and whether it is proved that there are no others.

        None where no pure equilibrium exists.

        Raises
        ------
        Unclear
            If it is not proved which they are.
        """
        circle, plans = self.rules.circle(scores), None
        shares = [self.rules.settled(*it) for it in circle]
        if shares[0]:  # whatever is decided
            return [
                self._at(it, Fraction(mine[0] // len(it)))
                for it, mine in zip(circle, shares)
                if mine
            ], True
        unique, spans = self._between.cell(circle)
        if unique:
            plans = [self._at(it, (a + b) / 2) for it, (a, b) in zip(circle, spans)]
        else:
            plans = self._searched(circle, spans)
        if plans is not None and self._is_small(scores):
            self._plans |= dict(zip(circle, plans))
        return plans, unique

    def _at(self, scores: Scores, x: Fraction) -> Plan:
        """What is best where a bust is worth x, and all else about what is known of it."""
        found, rules = self.found, self.rules
        ends = [found.row(table, scores) for table in (found.low, found.high)]
        row = [(a + b) >> 1 for a, b in zip(*ends)]
        row[scores[0]] = int(x * found.one)
        banks, bust = banks_of(row, rules, scores[0], found.one)
        turn = found.turns.evaluate(scores[0], rules.goal, banks, bust, found.turns.down)
        return plan_of(rules, turn, banks)

    def _searched(self, circle: list[Scores], spans: Sequence[Span]) -> list[Plan] | None:
        m = circle.index(min(circle))
        turned, one = circle[m:] + circle[:m], self.found.one

        def ends(table: Mapping[Scores, tuple[int, ...]]) -> Values:
            return lambda it: [Fraction(value, one) for value in table[it]]

        low, high, exactly = ends(self.found.low), ends(self.found.high), self._values.__getitem__
        try:
            try:
                plans = _first(self.rules, turned, low, high, [*spans[m:], *spans[:m]])
            except Unclear:
                if not self._exact(circle[0]):
                    raise
                anything = (Fraction(0), Fraction(1))
                plans = _first(self.rules, turned, exactly, exactly, [anything] * len(circle))
        except Unclear as why:
            raise Unclear(f"at {self.rules.spell(circle[0])} {why}") from None
        return plans and [*plans[-m:], *plans[:-m]] if m else plans

    # --- fractions ----------------------------------------------------------------------------

    def bounds(self, scores: Scores) -> Bounds | None:
        """A turn in fractions; None where these would be too long."""
        if scores not in self._plans or not self._exact(scores):
            return None
        self._value(scores)
        rules, turns, own = self.rules, self.found.turns, scores[0]
        row, bust = banks_of(self.found.row(self._values, scores), rules, own, Fraction(1))
        turn = turns.evaluate(
            own, rules.goal, row, bust, lambda total, n: Fraction(total) / rules.denominators[n]
        )
        return Bounds(own, scores[1:], rules.goal, turn, turn, row, row, bust, bust, 0)

    def _is_small(self, scores: Scores) -> bool:
        return math.prod(self.rules.goal - it for it in scores) <= MOST_EXACT

    def _exact(self, scores: Scores) -> bool:
        """Know the fractions of all cells above; whether they are."""
        if not self._is_small(scores):
            return False
        for it in self.rules.cells(scores):
            if sum(it) > sum(scores) and it not in self._values:
                if it not in self._plans:
                    return False
                self._value(it)
        return True

    def _value(self, scores: Scores) -> None:
        rules, n, circle = self.rules, self.rules.players, self.rules.circle(scores)
        if rules.settled(*scores):
            for it in circle:
                self._values[it] = [Fraction(share, n) for share in rules.settled(*it) or ()]
            return
        below, constant, again = rules.denominators, [], []
        for it in circle:
            ends = ends_of(
                rules, it[0], self._plans[it], Rational.one,
                lambda chance, weight, mode: chance * weight / below[mode],
            )  # fmt: skip
            total = [Fraction(ends.won)] + [Fraction(0)] * (n - 1)
            for s, chance in ends.banked.items():
                row = self._values[*it[1:], s]
                total = [a + chance * row[c - 1] for c, a in enumerate(total)]
            constant.append(total)
            again.append(Fraction(ends.again))
        for it, (above, leave) in zip(circle, solved(constant, again, Fraction(1))):
            self._values[it] = [a / leave for a in above]
