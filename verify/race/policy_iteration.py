"""A first approximation of a race's values in floating point. It need not be right.

Policy iteration (R. Howard, 1960): compute what some decisions lead to, then decide by these values
in every state, and so on until no decision changes. That is far cheaper than Newton's method in
long integers (:mod:`newton`) where throws wipe, so that all values depend on one another: what is
left to be done there is to compute precisely what the right decisions lead to.

No c(s) or h(s) of a turn against an opponent with j changes by more than the largest change of the
table's row j. So decisions whose margins are all larger than twice that stay, and are not made
again.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import sub
from typing import NamedTuple

from ..algebra.floating import Floating
from ..options import Progress
from .evaluation import Ends, Pair, TurnEnds, evaluated, solve_pair
from .floats import FloatTurns
from .rules import Rules

__all__ = ["Approximation", "iterate_policies"]

_MOST_ROUNDS = 20
_SMALL = 1e-15
"""What is left of a residual that is nothing but rounding."""
_GAINED = 1e-3
"""Each round makes the residual so much smaller, at least."""
_CLEAR = 1e-9
"""The error of a payoff that is neither rounding nor a wrong approximation."""
_OFF = 1e-6
"""How far a chance may be from those between 0 and 1 if the approximation is worth anything."""

Table = list[list[float]]


class Approximation(NamedTuple):
    """Values V(i,j,0), and the decisions that follow from them."""

    starts: Table
    rolls: dict[Pair, bytes]
    """For every pair of scores, at which s = own + total one throws again."""
    unclear: list[Pair]
    """Those of whose turns some decision is too close for floating point."""


def iterate_policies(
    rules: Rules, hint: Sequence[Sequence[float]] | None, progress: Progress
) -> Approximation | None:
    """Policy iteration from the values ``hint``, if there are any; None if it is in vain."""
    try:
        return _Iteration(rules, progress).iterated(hint)
    except (ZeroDivisionError, OverflowError):  # chances so close to one need more digits
        return None


class _Iteration:
    def __init__(self, rules: Rules, progress: Progress) -> None:
        self.rules, self.progress = rules, progress
        self.arithmetic = Floating(rules.denominator)
        self.turn_ends = TurnEnds(rules, self.arithmetic)
        self.rolls: dict[Pair, bytes] = {}
        self.ends: dict[Pair, Ends] = {}
        self.certain: dict[Pair, float] = {}
        """How far the opponent's row may have moved before a decision of the turn changes."""

    def iterated(self, hint: Sequence[Sequence[float]] | None) -> Approximation | None:
        rules, small = self.rules, 1.0
        starts = self.swept() if hint is None else [list(row) for row in hint]
        self.certain = {(i, j): 0.0 for i in range(rules.goal) for j in range(rules.goal)}
        moved = [0.0] * rules.goal
        for rounds in range(_MOST_ROUNDS):
            turns, changed = FloatTurns(rules, starts), False
            for pair in [pair for pair, most in self.certain.items() if most <= moved[pair[1]]]:
                changed |= self.decide(turns, pair, moved[pair[1]])
            # Nobody knows how many rounds there will be; each is half of what is left.
            self.progress(int((1 - 0.5**rounds) * rules.pair_count / 2), 2 * rules.pair_count)
            if not changed and small < 2 * _SMALL:
                break
            small = max(_SMALL, small * _GAINED)
            column = [row[0] for row in starts]
            found, _ = evaluated(rules, self.ends, self.arithmetic, column, small)
            if not all(-_OFF < value < 1 + _OFF for row in found for value in row):
                return None
            for j, (row, old) in enumerate(zip(found, starts)):
                moved[j] += max(map(abs, map(sub, row, old)))
            starts = found
        unclear = [pair for pair, most in self.certain.items() if most <= moved[pair[1]] + _CLEAR]
        return Approximation(starts, self.rolls, unclear)

    def decide(self, turns: FloatTurns, pair: Pair, moved: float) -> bool:
        """Decide in every state of a turn; whether that changes anything."""
        margins = turns.margins(*pair)
        self.certain[pair] = moved + min(map(abs, margins[1:]), default=1.0) / 2
        rolls = bytes(pair[0]) + bytes([margin > 0 for margin in margins])
        if self.rolls.get(pair) == rolls:
            return False
        self.rolls[pair] = rolls
        self.ends[pair] = self.turn_ends(pair[0], rolls)
        return True

    def swept(self) -> Table:
        """Values from one pass over the pairs, the largest sums of scores first."""
        rules, last = self.rules, self.rules.goal - 1
        # Who is ahead is likely to win.
        lead = [n / (2 * rules.goal) for n in range(rules.goal)]
        starts = [[0.5 + own - opp for opp in lead] for own in lead]
        lost = [-row[0] for row in starts]
        turns = FloatTurns(rules, starts)
        for i, j in rules.pairs():
            both = {(i, j), (j, i)}
            if last not in (i, j):
                # A point more for the mover and one more for the opponent nearly cancel.
                for a, b in both:
                    turns.keep(a, b, (starts[a + 1][b] + starts[a][b + 1]) / 2)
            for pair in both:
                self.decide(turns, pair, 0.0)
            solve_pair(starts, (i, j), self.ends, self.arithmetic, sign=-1, base=1.0, column=lost)
            for a, b in both:
                turns.keep(a, b, starts[a][b])
        return starts
