"""Approximate values, by Newton's method in fixed point. Nothing here is trusted or need be right.

A wrong approximation costs the proof in :mod:`enclosure` its success, never its truth.

As a function of what a bust is worth, x, the value f(x) of a turn is a maximum over policies of
lines: convex, nondecreasing, with the chance q of the bust as its slope. A pair a = f(1 - b),
b = g(1 - a) is the root of phi(a) = a - f(1 - g(1 - a)), which does not decrease: Newton's steps,
and bisection where they leave the bracket. Games in which throws wipe are solved for a given
column w_j = V(j,0) of wipe values; its next guess is the one that the decisions found lead to.
Most often none is needed: all decisions but the closest are those found in floating point
(:mod:`policy_iteration`), and only what they lead to is left to be computed in long integers.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from copy import copy
from operator import gt
from typing import Any, Protocol

from ..algebra.fixed_point import FixedPoint
from ..blocks import part_of, turns_of
from ..options import Progress
from .evaluation import (
    Ends,
    Pair,
    TurnEnds,
    evaluated,
    solve_pair,
    solve_pairs,
    turn_ends,
    wipe_column,
)
from .policy_iteration import iterate_policies
from .rules import BITS, Rules

__all__ = ["Approximation", "Known", "PairByPair", "approximate"]

Table = list[list[int]]

_MOST_ROUNDS = 60
_EXPLICIT = 100
"""The largest goal for which linear equations for the column are written down and solved."""


class Approximation(Protocol):
    """What is known of V(i,j,0) without proof, in fixed point."""

    column: int
    """How far an enclosure will have to reach around the wipe values V(j,0,0)."""

    def near(self, pair: Pair) -> list[tuple[int, int]]:
        """V(i,j,0) and V(j,i,0), and how far an enclosure will have to reach around them."""

    def part(self, rows: Collection[int]) -> Approximation:
        """A copy with these rows only."""

    def outcome(self, pairs: Sequence[Pair]) -> Any:
        """What was found about these pairs."""

    def take(self, outcome: Any) -> None:
        """Take over what a part found."""


class Known:
    """All values: where throws wipe, none is known before the others."""

    column: int
    radius: Table
    value: Table

    def __init__(self, value: Table, radius: Table, column: int) -> None:
        self.value, self.radius, self.column = value, radius, column

    def near(self, pair: Pair) -> list[tuple[int, int]]:
        return [(self.value[i][j], self.radius[i][j]) for i, j in (pair, pair[::-1])]

    def part(self, rows: Collection[int]) -> Known:
        return Known(part_of(self.value, rows), part_of(self.radius, rows), self.column)

    def outcome(self, pairs: Sequence[Pair]) -> None:
        return None

    def take(self, outcome: None) -> None:
        pass


def approximate(
    rules: Rules, bits: int, hint: Sequence[Sequence[float]] | None, progress: Progress
) -> Approximation | None:
    """Approximate values, starting from the table ``hint`` if there is one; None if in vain.

    Where throws wipe that is done here, for all values; where not, pair by pair when they are
    asked for, larger sums of scores first.
    """
    solver = _Solver(rules, bits)
    if hint is not None:
        for i, row in enumerate(hint):
            solver.hold[i] = [solver.one - _fixed(value, bits) for value in row]
        solver.column = solver.wins()
        solver.warm = True
    try:
        if not rules.wipe:
            return PairByPair(solver)
        known = solver.begin(hint, progress)
        change = solver.most_change if known else solver.iterate(progress)
        return solver.around(change)
    except ZeroDivisionError:  # chances so close to one need more bits
        return None


def _fixed(value: float, bits: int) -> int:
    above, below = value.as_integer_ratio()
    return min(max(0, (above << bits) // below), 1 << bits)


class PairByPair:
    """One pair after another, none of which wipes couple to others."""

    column = 0

    def __init__(self, solver: _Solver) -> None:
        goal = solver.rules.goal
        self._solver = solver
        self._zero = [0] * goal
        self._radius: Table = [[0] * goal for _ in range(goal)]

    def near(self, pair: Pair) -> list[tuple[int, int]]:
        solver = self._solver
        solver.solve(*pair)
        if not solver.rules.settled(*pair):
            solve_pair(
                self._radius, pair, solver.ends, solver.arithmetic, sign=1, base=solver.slack,
                column=self._zero,
            )  # fmt: skip
        solver.rolls.clear()
        solver.ends.clear()
        one = solver.one
        return [(one - solver.hold[i][j], self._radius[i][j]) for i, j in (pair, pair[::-1])]

    def part(self, rows: Collection[int]) -> PairByPair:
        found = copy(self)
        found._solver = self._solver.part(rows)
        found._radius = part_of(self._radius, rows)
        return found

    def outcome(self, pairs: Sequence[Pair]) -> list[tuple[int, int, int, int]]:
        hold, radius = self._solver.hold, self._radius
        return [(i, j, hold[i][j], radius[i][j]) for i, j in turns_of(pairs)]

    def take(self, outcome: list[tuple[int, int, int, int]]) -> None:
        for i, j, hold, radius in outcome:
            self._solver.hold[i][j], self._radius[i][j] = hold, radius


class _Solver:
    bits: int
    one: int
    rules: Rules

    def __init__(self, rules: Rules, bits: int) -> None:
        self.rules, self.bits = rules, bits
        self.arithmetic: FixedPoint = FixedPoint(bits, rules.denominator)
        self.one, half = self.arithmetic.one, self.arithmetic.half
        self.warm: bool = False
        # hold[j][s] = 1 - V(j,s): what banking s is worth against an opponent with j.
        self.hold: Table = [[half] * rules.goal for _ in range(rules.goal)]
        self.column: list[int] = [half] * rules.goal
        self.rolls: dict[Pair, bytes] = {}
        self.ends: dict[Pair, Ends] = {}
        # Against opponents whose scores are next to each other one decides alike, most often.
        self.last: dict[int, tuple[bytes, Ends]] = {}
        # Every number of a turn is rounded at most once per throw, in the approximation and in the
        # enclosure alike: `slack` ulps are plenty for both.
        self.slack: int = 8 * (rules.goal + 8)
        # Each digit of the wipe column costs half a pass over all pairs: some 150 of 200 bits are
        # far more than are printed, and more than the margins of most games need.
        self.most_change: int = self.slack << 40
        # A Newton step this small does not change a decision, but at an odd chance.
        self.small: int = self.one >> bits // 2

    def part(self, rows: Collection[int]) -> _Solver:
        """A copy with these rows only."""
        found = copy(self)
        found.hold, found.rolls, found.ends = part_of(self.hold, rows), {}, {}
        found.last = {}
        return found

    def begin(self, hint: Sequence[Sequence[float]] | None, progress: Progress) -> bool:
        """Begin with what the decisions found in floating point lead to.

        Returns whether they are the best that there are, as far as can be seen from here.
        """
        rules, one, bits = self.rules, self.one, self.bits
        found = iterate_policies(rules, hint, progress)
        if found is None:
            return False
        self.rolls = found.rolls
        ends_of = TurnEnds(rules, self.arithmetic)
        self.ends = {pair: ends_of(pair[0], rolls) for pair, rolls in self.rolls.items()}
        column = [_fixed(row[0], bits) for row in found.starts]
        values, change = evaluated(rules, self.ends, self.arithmetic, column, self.most_change >> 4)
        self.hold = [[min(max(0, one - value), one) for value in row] for row in values]
        self.column = self.wins()
        self.warm = True
        # Chances are divided by the denominator before they are multiplied by weights as large.
        rounding = self.slack * rules.denominator
        if max(change, rounding) > self.most_change:
            return False
        # A proof that failed with fewer bits had perhaps trusted floating point too far.
        unclear = found.unclear if bits == BITS else list(found.rolls)
        if not all(self.decides_as_before(i, j) for i, j in unclear):
            return False
        self.slack = rounding
        return True

    def decides_as_before(self, i: int, j: int) -> bool:
        """Whether the decisions of a turn are the best against the values that they lead to."""
        rules, rolls, back = self.rules, self.rolls[i, j], self.rules.returns[i]
        self.value(i, j, self.hold[j][back] if back < rules.goal else self.one)
        return self.rolls[i, j] == rolls

    def iterate(self, progress: Progress) -> int:
        """Solve all pairs with one column after another; returns its last change."""
        rules, one = self.rules, self.one
        before = one
        for rounds in range(_MOST_ROUNDS):
            for done, (i, j) in enumerate(rules.pairs()):
                self.solve(i, j)
                if done % 32 == 0:
                    # Floating point was half of it. Nobody knows how many rounds there will be;
                    # each is half of what is left.
                    part = 1 - 0.5 ** (rounds + 1)
                    progress(int(part * rules.pair_count), 2 * rules.pair_count)
            self.warm = True
            found = self.wins()
            change = max(abs(a - b) for a, b in zip(found, self.column))
            if change <= self.most_change:
                break
            newton = change < before
            before = change
            self.column = self.column_of(found) if newton else found
        return change

    def around(self, change: int) -> Known | None:
        """The values found, and how far around them the truth may be."""
        one = self.one
        # A column known within delta leaves its own image known within rounding + ruin * delta.
        rounding = max(row[0] for row in self.reach(self.slack, 0))
        ruin = max(row[0] for row in self.reach(0, one))
        delta = 2 * self.arithmetic.over(change + rounding, one - ruin)
        if not 0 < delta < one >> 8:
            return None
        # The values found belong to the column before its last change.
        return Known(self.values(), self.reach(self.slack, delta + change), delta)

    def column_of(self, found: list[int]) -> list[int]:
        """The column that the decisions lead to, ``found`` being close to it."""
        if self.rules.goal <= _EXPLICIT:
            return wipe_column(self.rules, self.ends, self.arithmetic)
        near, _ = evaluated(self.rules, self.ends, self.arithmetic, found, self.most_change >> 4)
        return [row[0] for row in near]

    def reach(self, slack: int, delta: int) -> Table:
        """How far around each value, where every turn adds ``slack`` and every wipe ``delta``."""
        rules = self.rules
        around = [delta] * rules.goal
        return solve_pairs(
            rules, rules.pairs(), self.ends, self.arithmetic, sign=1, base=slack, column=around
        )

    def wins(self) -> list[int]:
        """V(j,0) for every j."""
        return [self.one - row[0] for row in self.hold]

    def values(self) -> Table:
        one = self.one
        return [[one - h for h in row] for row in self.hold]

    # --- one pair -------------------------------------------------------------------------------

    def solve(self, i: int, j: int) -> None:
        """Set hold[i][j] and hold[j][i], and the turns of the two."""
        rules, one = self.rules, self.one
        known = rules.settled(i, j)
        if known:
            half = self.arithmetic.half
            self.hold[i][j], self.hold[j][i] = one - known[0] * half, one - known[1] * half
            for pair in ((i, j), (j, i)):
                self.ends[pair] = (0, 0, [])
        elif rules.stays(i) and rules.stays(j):
            self.newton(i, j)
        else:
            first, second = ((j, i), (i, j)) if rules.stays(i) else ((i, j), (j, i))
            for a, b in (first, second):
                back = rules.returns[a]
                bust = self.hold[b][back] if back < rules.goal else one
                self.hold[a][b] = one - self.value(a, b, bust)

    def value(self, i: int, j: int, bust: int) -> int:
        """The value of the turn (i, j) with this bust payoff; its chances go to ``ends``."""
        rules, one = self.rules, self.one
        hold = self.hold[j]
        payoff = rules.throw_payoffs(i, hold, bust, one - self.column[j], one)
        rolls = bytes(map(gt, payoff, hold))
        if self.rolls.get((i, j)) != rolls:
            self.rolls[i, j] = rolls
            if self.last.get(i, (None, None))[0] != rolls:
                self.last[i] = rolls, turn_ends(rules, i, rolls, self.arithmetic)
            self.ends[i, j] = self.last[i][1]
        return payoff[i]

    def newton(self, i: int, j: int) -> None:
        one, bits = self.one, self.bits
        low, high = 0, one
        a = self.start(i, j)
        slopes = None
        for _ in range(2 * bits):
            if i == j:  # then b = a, as if g(x) = 1 - x
                b, p = a, -one
            else:
                b = self.value(j, i, one - a)
                p = self.ends[j, i][0]
            excess = a - self.value(i, j, one - b)
            q = self.ends[i, j][0]
            low, high = (low, a) if excess > 0 else (a, high)
            slope = one - (q * p >> bits)
            step = (excess << bits) // slope if slope > 0 else one
            if not low <= a - step <= high:
                step = a - (low + high) // 2
            a -= step
            b += p * step >> bits
            if abs(step) <= self.small or slopes == (q, p):
                break
            slopes = q, p
        self.hold[i][j], self.hold[j][i] = one - a, one - b

    def start(self, i: int, j: int) -> int:
        # A point more for the mover and one more for the opponent nearly cancel.
        one, last = self.one, self.rules.goal - 1
        if self.warm or last in (i, j):
            return one - self.hold[i][j]
        return one - (self.hold[i + 1][j] + self.hold[i][j + 1]) // 2
