"""All values of a race in which throws wipe, approximately. Nothing here need be right.

A wrong approximation costs the proof in :mod:`enclosure` its success, never its truth. Policy
iteration (R. Howard, 1960): decide by values in double precision, compute what that leads to, and
so on until no decision changes; then the same in fixed point, in which only turns with a close call
are decided again, if these are known. A proof that failed with fewer bits had perhaps trusted
double precision too far: then all are.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import sub
from typing import Any, NamedTuple

from ..algebra.arithmetic import Arithmetic, FixedPoint, Floating
from ..options import Progress
from .evaluation import Table, evaluated, solve_pair, solve_pairs
from .newton import rounding
from .rules import BITS, Pair, Rules, work_of
from .turns import Ends, Turns, as_is

__all__ = ["Known", "approximate_all", "banks_of"]

_MOST_ROUNDS = 40
_SMALL = 1e-15
"""What is left of a residual that is nothing but rounding."""
_CLEAR = 1e-9
"""The error of a payoff that is neither rounding nor a wrong approximation."""
_GAINED = 1e-3
"""Each round makes the residual so much smaller, at least."""
_OFF = 1e-6
"""How far a chance may be from those between 0 and 1 if the approximation is worth anything."""
_SPARE = 40
"""Each digit of the column of wipes costs half a pass over all pairs: some 150 of 200 bits are far
more than are printed, and more than the margins of most games need."""


class Known(NamedTuple):
    """About where all values V(i, j) lie, in fixed point, and how far an enclosure has to reach."""

    centre: Table
    radius: Table
    column: int
    """How far it has to reach around the V(j, 0) that wipes lead to."""


def approximate_all(
    turns: Turns,
    bits: int,
    hint: Sequence[Sequence[float]] | None,
    progress: Progress,
) -> Known | None:
    """All values, beginning with the table ``hint`` if there is one; None if it is in vain."""
    try:
        return _Iteration(turns, bits, progress).known(hint)
    except (ZeroDivisionError, OverflowError):  # chances so close to one need more bits
        return None


class _Iteration:
    def __init__(self, turns: Turns, bits: int, progress: Progress) -> None:
        self.turns, self.rules, self.bits, self.progress = turns, turns.rules, bits, progress
        self.fixed, self.floating = FixedPoint(bits), Floating()
        # Chances are divided by a denominator before they are multiplied by weights as large.
        self.slack: int = rounding(self.rules) * max(turns.denominators)
        self.small: int = self.slack << _SPARE
        self.rounds = 0
        self.arithmetic: Arithmetic | None = None
        self.ends: dict[Pair, Ends] = {}
        self.thrown: dict[Pair, bytes] = {}
        """What double precision decided, where a turn is one roll."""
        self.followed: dict[tuple[int, bytes], Ends] = {}
        """How such turns end, by own score, in the arithmetic of now."""
        self.certain: dict[Pair, float] = {}
        """How far the opponent's row may have moved before a decision of the turn changes."""
        self.moved: list[float] = [0.0] * self.rules.goal

    def known(self, hint: Sequence[Sequence[float]] | None) -> Known | None:
        """Values and how far around them the truth may be."""
        # Who is ahead is likely to win.
        lead = [n / (2 * self.rules.goal) for n in range(self.rules.goal)]
        starts: Any = hint or [[0.5 + own - opp for opp in lead] for own in lead]
        try:
            starts = self.in_floats(starts if hint else self.swept(starts))
        except (ZeroDivisionError, OverflowError):
            self.certain = {}
        ends = self.decided(starts, self.fixed, floats=True)
        column = [int(row[0] * 2**53) << self.bits >> 53 for row in starts]
        values, change = self.led_to(ends, column)
        if self.bits > BITS:
            self.certain = {}
        while self.rounds < _MOST_ROUNDS:
            again = self.decided(values, self.fixed, floats=False)
            if again == ends:
                break
            ends = again
            values, change = self.led_to(ends, [row[0] for row in values])
        return self.around(values, ends, change)

    def swept(self, starts: Table) -> Table:
        """Values from one pass over the pairs, the largest sums of scores first."""
        found, arithmetic, last = [row.copy() for row in starts], self.floating, self.rules.goal - 1
        lost, rows = [-row[0] for row in found], [[1.0 - value for value in row] for row in found]
        self.arithmetic = arithmetic
        guessed: dict[Pair, tuple[float, float]] = {}
        for i, j in self.rules.pairs():
            both = {(i, j), (j, i)}
            if j != last:  # a unit more for the mover and one more for the opponent nearly cancel
                for a, b in both:
                    rows[a][b] = (rows[a + 1][b] + rows[a][b + 1]) / 2
            for a, b in both:
                guessed[a, b] = rows[b][a], rows[b][0]
                self.ends[a, b] = self.end(a, b, rows[b], arithmetic, floats=True)
            solve_pair(found, (i, j), self.ends, arithmetic, sign=-1, base=1.0, column=lost)
            for a, b in both:
                rows[a][b] = 1.0 - found[a][b]
        # What a bust and a wipe pay was guessed.
        for (a, b), (bust, wipe) in guessed.items():
            off = max(abs(rows[b][a] - bust), abs(rows[b][0] - wipe))
            self.certain[a, b] = self.certain.get((a, b), 0.0) - off
        return found

    def in_floats(self, starts: Table) -> Table:
        """Values in double precision."""
        arithmetic, ends, small = self.floating, self.ends.copy(), 1.0
        while self.rounds < _MOST_ROUNDS:
            if ends:
                column = [row[0] for row in starts]
                small = max(_SMALL, small * _GAINED)
                found, _ = evaluated(self.rules, ends, arithmetic, column, small)
                if not all(-_OFF < value < 1 + _OFF for row in found for value in row):
                    raise OverflowError
                for j, (row, old) in enumerate(zip(found, starts)):
                    self.moved[j] += max(map(abs, map(sub, row, old)))
                starts = found
            before, ends = ends, self.decided(starts, arithmetic, floats=True)
            if ends == before and small < 2 * _SMALL:
                break
        return starts

    def led_to(self, ends: dict[Pair, Ends], column: Sequence[int]) -> tuple[Table, int]:
        """What decisions lead to in fixed point, nearly."""
        return evaluated(self.rules, ends, self.fixed, column, self.small >> 4)

    def decided(self, starts: Table, arithmetic: Arithmetic, *, floats: bool) -> dict[Pair, Ends]:
        """How the turns end whose decisions follow from a table of values."""
        rules, scores, won = self.rules, range(self.rules.goal), 1.0 if floats else self.fixed.one
        self.rounds += 1  # nobody knows how many there will be; each is half of what is left
        work = work_of(list(rules.pairs()))[-1]
        self.progress(int((1 - 0.5**self.rounds) * work), 2 * work)
        rows = [[won - value for value in row] for row in starts]
        other = arithmetic is not self.arithmetic
        if other:
            self.arithmetic, self.followed = arithmetic, {}
        for j in scores:
            moved = self.moved[j] if floats else self.moved[j] + _CLEAR
            for i in scores:
                if self.certain.get((i, j), 0.0) <= moved:
                    self.ends[i, j] = self.end(i, j, rows[j], arithmetic, floats=floats)
                elif other:
                    self.ends[i, j] = self.ends_of_rolls(i, self.thrown[i, j], arithmetic)
        return self.ends.copy()

    def end(
        self, i: int, j: int, row: Sequence[Any], arithmetic: Arithmetic, *, floats: bool
    ) -> Ends:
        """How a turn ends, by what banking pays below the goal."""
        rules, turns, won = self.rules, self.turns, 1.0 if floats else self.fixed.one
        banks, bust = banks_of(row, rules, i, won)
        # Between equals nobody takes the bust that leads nowhere.
        banks[i] -= 1e-13 if floats else self.bits**2
        bust = banks[i] if rules.stays(i) else bust
        finish: Any = as_is if floats else turns.down
        turn = turns.evaluate(i, rules.goal, banks, bust, finish, wipe=banks[0], floats=floats)
        if rules.gains is None:
            return turns.ends(turn, banks, arithmetic)
        thrown = turns.thrown(turn, banks)
        if floats:
            margins = map(abs, map(sub, turn.payoffs[1:], row[i + 1 :]))
            self.certain[i, j] = self.moved[j] + min(margins, default=1.0) / 2
            self.thrown[i, j] = thrown
        return self.ends_of_rolls(i, thrown, arithmetic)

    def ends_of_rolls(self, i: int, thrown: bytes, arithmetic: Arithmetic) -> Ends:
        """How a turn of one roll ends, by whether one throws at [s - i]."""
        if (i, thrown) not in self.followed:
            self.followed[i, thrown] = self.turns.ends_of_rolls(i, thrown, arithmetic)
        return self.followed[i, thrown]

    def around(self, values: Table, ends: dict[Pair, Ends], change: int) -> Known | None:
        """The values, and how far around them the truth may be."""
        one: int = self.fixed.one
        # A column known within delta leaves its own image known within rounding + ruin * delta.
        rounded = max(row[0] for row in self.reach(ends, self.slack, 0))
        ruin = max(row[0] for row in self.reach(ends, 0, one))
        delta = 2 * self.fixed.over(change + rounded, one - ruin)
        if not 0 < delta < one >> 8:
            return None
        # The values found belong to the column before its last change.
        return Known(values, self.reach(ends, self.slack, delta + change), delta)

    def reach(self, ends: dict[Pair, Ends], slack: int, delta: int) -> Table:
        """How far around each value, where every turn adds ``slack`` and every wipe ``delta``."""
        rules = self.rules
        return solve_pairs(
            rules, rules.pairs(), ends, self.fixed, sign=1, base=slack, column=[delta] * rules.goal
        )


def banks_of(row: Sequence[Any], rules: Rules, i: int, won: Any) -> tuple[list[Any], Any]:
    """What banking pays at every score, and a bust; ``row`` is that below the goal."""
    back = rules.returns[i]
    bust = row[back] if back < rules.ends[i] else won
    past = bust if rules.exact else won
    if rules.last and len(row) > rules.ends[i]:  # of several players, others may still pass
        return [*row], bust
    return [*row[: rules.ends[i]], won, *[past] * rules.most], bust
