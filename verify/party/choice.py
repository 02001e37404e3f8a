"""The equilibrium that is meant in a cell that may have several, given the cells above it.

Exact ties hold. Of several pure equilibria the first in the order of their decisions is meant:
mover by mover from the smallest rotation of the scores on, with rising totals, roll before hold.

With x for what a bust is worth to the mover, rolling at a total is worth a + q x to him and holding
h, where q >= 0: so if he rolls at some x, he rolls at every larger one. His plans are therefore
*pieces* of an interval of x, one after the other, and a piece of larger x comes first in the order.
A pure equilibrium takes a piece for each mover such that the x that follow lie in the pieces taken.
All combinations are tried in the order, the first that is proved ends the search, and one that is
neither proved nor disproved makes the choice unclear.

q is exact. a and h lie between two fractions, as the values of the cells above do: a plan is *sure*
for some x, and *possible* for some more. Where two pieces meet, the x that are sure in neither have
one of the two plans, as long as they differ in one decision and all others are sure in both.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import product
from typing import NamedTuple

from pigcore.games.spelling import counted

from .enclosure import Enclosure, Unclear
from .rules import Rules
from .unique import Uniqueness

__all__ = ["Choice", "Plan"]

Scores = tuple[int, ...]
Plan = list[int]
"""For each score that could be banked, from own on: 1 rolls, 0 holds."""
Span = tuple[Fraction, Fraction]
Ends = Callable[[Scores], Sequence[Fraction]]

MOST_PROFILES = 20_000
"""Combinations of plans that are tried in one cell."""
MOST_EXACT = 1500
"""Tuples of scores of which the fractions are computed to settle a tie."""
_FAR = Fraction(10)
"""Beyond all chances."""
_BEYOND = Fraction(1, 1000)


class _Piece(NamedTuple):
    """A plan of a mover and what his turn is worth by it, in units of 1 / ``one``."""

    plan: Plan
    one: int
    low: list[int]
    """What the turn is worth to all but for its busts, the mover first: at least this."""
    high: list[int]
    bust: int
    """The chance of a bust that stays in the cell."""
    own: list[tuple[int, int, int]]
    """What rolling is worth to the mover at each score: a between two numbers, and q."""
    edges: list[tuple[int, Fraction, Fraction]]
    """For each total at which x counts: rolling is better above an x between these two."""
    sure: Span
    """All decisions are right for low < x <= high."""
    possible: Span
    """No other x leads to this plan: low < x <= high."""


class _Mover:
    """One mover of a cell, as the cells above it let him be."""

    def __init__(self, rules: Rules, scores: Scores, low: Ends, high: Ends) -> None:
        self.rules, n = rules, rules.players
        own, *others = scores
        self.count = rules.goal - own
        rows = [[*low((*others, s)), *high((*others, s))] for s in range(own + 1, rules.goal)]
        # So many units that no step of the turn leaves a remainder.
        self.one = math.lcm(*(it.denominator for row in rows for it in row))
        self.one *= rules.below**self.count
        # In a row of the next mover's this one is the last.
        self.held = [
            [int(row[(c - 1) % n + side] * self.one) for side in (0, n) for c in range(n)] + [0]
            for row in rows
        ]
        won = [self.one] + [0] * (n - 1)
        self.won = [*won, *won, 0]
        land = rules.landing[own]
        if land == own:
            self.busted = [0] * (2 * n) + [self.one]
        else:
            self.busted = self.won if land >= rules.goal else self.held[land - own - 1]

    def piece(self, decide: Callable[[int, int, int, int], bool]) -> _Piece:
        """The turn with the decisions that ``decide`` takes by the total, a and q."""
        rules, n = self.rules, self.rules.players
        worth: list[list[int]] = [self.won] * (self.count + 1)
        worth += [self.busted if rules.exact else self.won] * rules.most
        plan, edges = [1] * self.count, []
        own = [(0, 0, 0)] * self.count
        for k in range(self.count - 1, -1, -1):
            row = [rules.bust * it for it in self.busted]
            for gain, chance in rules.gains:
                row = [total + chance * it for total, it in zip(row, worth[k + gain])]
            worth[k] = row = [it // rules.below for it in row]
            least, most, bust = own[k] = row[0], row[n], row[-1]
            if k == 0:
                break
            low, high = self.held[k - 1][0], self.held[k - 1][n]
            plan[k] = int(decide(k, least, most, bust))
            if bust:
                edges.append((k, Fraction(low - most, bust), Fraction(high - least, bust)))
            elif not (least > high if plan[k] else most <= low):
                raise Unclear("two actions are too close to be told apart")
            if not plan[k]:
                worth[k] = self.held[k - 1]
        return _Piece(
            plan, self.one, row[:n], row[n : 2 * n], row[-1], own, edges,
            _span(plan, edges, True), _span(plan, edges, False),
        )  # fmt: skip

    def by_plan(self, plan: Plan) -> _Piece:
        """The turn with these decisions, whatever they are worth."""
        return self.piece(lambda k, *_: bool(plan[k]))

    def at(self, x: Fraction) -> _Piece:
        """The turn with the decisions taken at x if all is worth the middle of its bounds."""

        def decide(k: int, least: int, most: int, bust: int) -> bool:
            held = self.held[k - 1][0] + self.held[k - 1][self.rules.players]
            return (held - least - most) * x.denominator < 2 * bust * x.numerator

        return self.piece(decide)

    def pieces(self, least: Fraction, most: Fraction) -> list[_Piece]:
        """All plans for least <= x <= most, the largest x first.

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
            elif piece.sure[1] < most:
                raise Unclear("two plans of a mover are too close to be told apart")
            found.append(piece)
            middles = [(a + b) / 2 for k, a, b in piece.edges if piece.plan[k]]
            if not middles or piece.sure[0] < least:
                return [it for it in found if it.possible[0] <= most]
            x = max(middles)


def _span(
    plan: Plan, edges: Sequence[tuple[int, Fraction, Fraction]], sure: bool, but: int = 0
) -> Span:
    """Where decisions, all ``but`` one, are right: surely, or possibly."""
    rolled = [most if sure else least for k, least, most in edges if plan[k] and k != but]
    held = [least if sure else most for k, least, most in edges if not plan[k] and k != but]
    return max(rolled, default=-_FAR), min(held, default=_FAR)


def _meet(first: _Piece, second: _Piece) -> None:
    """Raise unless any x that is sure in neither has one of the two plans."""
    low, high = second.sure[1], first.sure[0]
    if low >= high:
        return
    differing = [k for k, pair in enumerate(zip(first.plan, second.plan)) if pair[0] != pair[1]]
    for it in (first, second):
        least, most = _span(it.plan, it.edges, True, differing[0])
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
        through *= piece.bust
        whole *= piece.one
    return total, whole - through


def _first(
    rules: Rules, circle: Sequence[Scores], low: Ends, high: Ends, spans: Sequence[Sequence[float]]
) -> list[Plan] | None:
    """The first pure equilibrium of a cell whose x lie in these spans; None if there is none.

    ``circle`` begins with the smallest rotation.
    """
    n, movers = rules.players, len(set(circle))
    choices = [
        _Mover(rules, it, low, high).pieces(*(Fraction(end) for end in span))
        for it, span in zip(circle[:movers], spans)
    ]
    profiles = math.prod(len(it) for it in choices)
    if profiles > MOST_PROFILES:
        raise Unclear(f"the movers have {counted(profiles, 'combination')} of plans")
    for profile in product(*choices):
        taken, clear = [profile[m % movers] for m in range(n)], True
        for m in range(movers):
            least, under = _worth(taken, (m + 1) % n, n - 1, False)
            most, over = _worth(taken, (m + 1) % n, n - 1, True)
            bottom, top = taken[m].possible
            if most <= bottom * over or least > top * under:
                break
            bottom, top = taken[m].sure
            clear = clear and bottom * under < least and most <= top * over
        else:
            if not clear:
                raise Unclear("it is not clear whether some decisions are an equilibrium")
            return [it.plan for it in taken]
    return None


class Choice:
    """The equilibrium that is meant, cell by cell from the largest totals down."""

    rules: Rules
    found: Enclosure
    single: Uniqueness

    def __init__(self, rules: Rules, found: Enclosure) -> None:
        self.rules, self.found = rules, found
        self.single = Uniqueness(rules, found)
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
        circle = self.rules.circle(scores)
        plans, spans = self.single.cell(scores)
        unique = plans is not None
        if plans is None:
            plans = self._searched(circle, spans)
        if plans is not None and math.prod(self.rules.goal - it for it in scores) <= MOST_EXACT:
            self._plans |= dict(zip(circle, plans))
        return plans, unique

    def _searched(
        self, circle: list[Scores], spans: Sequence[Sequence[float]]
    ) -> list[Plan] | None:
        m = circle.index(min(circle))
        turned, one = circle[m:] + circle[:m], self.found.one

        def ends(table: dict[Scores, tuple[int, ...]]) -> Ends:
            return lambda it: [Fraction(value, one) for value in table[it]]

        try:
            try:
                plans = _first(
                    self.rules, turned, ends(self.found.low), ends(self.found.high),
                    [*spans[m:], *spans[:m]],
                )  # fmt: skip
            except Unclear:
                if not self._exact(circle[0]):
                    raise
                plans = _first(
                    self.rules, turned, self._values.__getitem__, self._values.__getitem__,
                    [(0.0, 1.0)] * len(circle),
                )  # fmt: skip
        except Unclear as why:
            raise Unclear(f"at {self.rules.game.spell((*circle[0], 0))} {why}") from None
        return plans and [*plans[-m:], *plans[:-m]] if m else plans

    # --- fractions ----------------------------------------------------------------------------

    def payoffs(self, scores: Scores, total: int) -> tuple[Fraction, Fraction] | None:
        """What rolling and holding are worth, as fractions; None where they would be too long."""
        if scores not in self._plans or not self._exact(scores):
            return None
        self._value(scores)
        own = self._mover(scores)
        a, _, q = own.by_plan(self._plans[scores]).own[total]
        x = self._values[*scores[1:], scores[0]][-1]
        return (a + q * x) / own.one, Fraction(own.held[total - 1][0], own.one)

    def _exact(self, scores: Scores) -> bool:
        """Know the fractions of all cells above; whether they are."""
        if math.prod(self.rules.goal - it for it in scores) > MOST_EXACT:
            return False
        for it in self._above(scores):
            if it not in self._values:
                if it not in self._plans:
                    return False
                self._value(it)
        return True

    def _above(self, scores: Scores) -> Iterator[Scores]:
        return (it for it in self.rules.cells(scores) if sum(it) > sum(scores))

    def _mover(self, scores: Scores) -> _Mover:
        return _Mover(self.rules, scores, self._values.__getitem__, self._values.__getitem__)

    def _value(self, scores: Scores) -> None:
        n, circle = self.rules.players, self.rules.circle(scores)
        if all(self.rules.dead[it] for it in scores):
            self._values |= dict.fromkeys(circle, [Fraction(1, n)] * n)
            return
        taken = [self._mover(it).by_plan(self._plans[it]) for it in circle]
        for m, it in enumerate(circle):
            self._values[it] = [Fraction(*_worth(taken, m, k, False)) for k in range(n)]
