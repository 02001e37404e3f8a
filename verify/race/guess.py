"""Guess the values, by Newton's method in fixed point. Nothing here is trusted or need be right.

A wrong guess costs the proof in :mod:`enclosure` its success, never its truth.

As a function of what a bust is worth, x, the value f(x) of a turn is a maximum over policies of
lines: convex, nondecreasing, with the chance q of the bust as its slope. A pair a = f(1 - b),
b = g(1 - a) is the root of phi(a) = a - f(1 - g(1 - a)), which does not decrease: Newton's steps,
and bisection where they leave the bracket. Games in which throws wipe are solved for a given
column w_j = V(j,0) of wipe values; its next guess is the one that the decisions found lead to.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from ..algebra.fields import Fixed
from .board import Board, Turn
from .policy import column_of, solve_pair, spread

__all__ = ["Guess", "Progress", "guess"]

Progress = Callable[[int, int], None]
Table = list[list[int]]

_MOST_ROUNDS = 60


class Guess(NamedTuple):
    """Fixed-point guesses of V(i,j,0) and of how far an enclosure will have to reach around it."""

    value: Table
    radius: Table
    column: int
    """How far around the wipe values."""


def guess(
    board: Board, bits: int, hint: Sequence[Sequence[float]] | None, progress: Progress
) -> Guess | None:
    """Guess all values of ``board``, starting from the table ``hint`` if there is one."""
    solver = _Solver(board, bits)
    if hint is not None:
        for i, row in enumerate(hint):
            solver.hold[i] = [solver.field.one - _fixed(value, bits) for value in row]
        solver.column = solver.wins()
        solver.warm = True
    try:
        return solver.with_wipes(progress) if board.wipe else solver.without_wipes(progress)
    except ZeroDivisionError:  # chances so close to one need more bits
        return None


def _fixed(value: float, bits: int) -> int:
    above, below = value.as_integer_ratio()
    return min(max(0, (above << bits) // below), 1 << bits)


class _Solver:
    def __init__(self, board: Board, bits: int) -> None:
        self.board, self.bits = board, bits
        self.field = Fixed(bits, board.denominator)
        self.warm = False
        # hold[j][s] = 1 - V(j,s): what banking s is worth against an opponent with j.
        self.hold = [[self.field.half] * board.goal for _ in range(board.goal)]
        self.column = [self.field.half] * board.goal
        self.turns: dict[tuple[int, int], Turn] = {}
        # Every number of a turn is rounded at most once per throw, in the guess and in the
        # enclosure alike: `slack` ulps are plenty for both.
        self.slack = 8 * (board.goal + 8)
        # A Newton step this small does not change a decision, but at an odd chance.
        self.small = self.field.one >> bits // 2

    def without_wipes(self, progress: Progress) -> Guess:
        board = self.board
        radius = [[0] * board.goal for _ in range(board.goal)]
        zero = [0] * board.goal
        for done, (i, j) in enumerate(board.pairs()):
            self.solve(i, j)
            if not board.given(i, j):
                solve_pair(
                    radius, (i, j), self.turns, self.field, sign=1, base=self.slack, column=zero
                )
            self.turns.clear()
            if done % 32 == 0:
                progress(done, 2 * board.pair_count)
        return Guess(self.values(), radius, 0)

    def with_wipes(self, progress: Progress) -> Guess | None:
        board, field = self.board, self.field
        found, before = self.column, field.one
        for rounds in range(_MOST_ROUNDS):
            for done, (i, j) in enumerate(board.pairs()):
                self.solve(i, j)
                if done % 32 == 0:
                    # Nobody knows how many rounds there will be; each is half of what is left.
                    progress(int((1 - 0.5**rounds) * board.pair_count), 2 * board.pair_count)
            self.warm = True
            found = self.wins()
            change = max(abs(a - b) for a, b in zip(found, self.column))
            if change <= self.slack << 16:
                break
            newton = change < before
            before = change
            self.column = column_of(board, self.turns, field) if newton else found
        # A column known within delta leaves its own image known within rounding + ruin * delta.
        rounding = max(row[0] for row in self.reach(self.slack, 0))
        ruin = max(row[0] for row in self.reach(0, field.one))
        delta = 2 * field.over(change + rounding, field.one - ruin)
        if not 0 < delta < field.one >> 8:
            return None
        # The values found belong to the column before its last change.
        return Guess(self.values(), self.reach(self.slack, delta + change), delta)

    def reach(self, slack: int, delta: int) -> Table:
        """How far around each value, where every turn adds ``slack`` and every wipe ``delta``."""
        board = self.board
        around = [delta] * board.goal
        return spread(
            board, board.pairs(), self.turns, self.field, sign=1, base=slack, column=around
        )

    def wins(self) -> list[int]:
        """V(j,0) for every j."""
        return [self.field.one - row[0] for row in self.hold]

    def values(self) -> Table:
        one = self.field.one
        return [[one - h for h in row] for row in self.hold]

    # --- one pair -------------------------------------------------------------------------------

    def solve(self, i: int, j: int) -> None:
        """Set hold[i][j] and hold[j][i], and the turns of the two."""
        board, one = self.board, self.field.one
        known = board.given(i, j)
        if known:
            half = self.field.half
            self.hold[i][j], self.hold[j][i] = one - known[0] * half, one - known[1] * half
            for pair in ((i, j), (j, i)):
                self.turns[pair] = (0, 0, [])
        elif board.stays(i) and board.stays(j):
            self.newton(i, j)
        else:
            first, second = ((j, i), (i, j)) if board.stays(i) else ((i, j), (j, i))
            for a, b in (first, second):
                back = board.returns[a]
                bust = self.hold[b][back] if back < board.goal else one
                self.hold[a][b] = one - self.value(a, b, bust)

    def value(self, i: int, j: int, bust: int) -> int:
        """The value of the turn (i, j) with this bust payoff; its chances go to ``turns``."""
        board, one = self.board, self.field.one
        hold = self.hold[j]
        payoff = board.throwing(i, hold, bust, one - self.column[j], one)
        rolls = [c > h for c, h in zip(payoff, hold)]
        self.turns[i, j] = board.turn(i, rolls, self.field)
        return payoff[i]

    def newton(self, i: int, j: int) -> None:
        one, bits = self.field.one, self.bits
        low, high = 0, one
        a = self.start(i, j)
        slopes = None
        for _ in range(2 * bits):
            if i == j:  # then b = a, as if g(x) = 1 - x
                b, p = a, -one
            else:
                b = self.value(j, i, one - a)
                p = self.turns[j, i][0]
            excess = a - self.value(i, j, one - b)
            q = self.turns[i, j][0]
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
        one, last = self.field.one, self.board.goal - 1
        if self.warm or last in (i, j):
            return one - self.hold[i][j]
        return one - (self.hold[i + 1][j] + self.hold[i][j + 1]) // 2
