"""Every value of a race between two numbers: what has to be believed, with :mod:`board`.

Write s = i + k for banked score plus turn total, and h for holding, c for throwing:

    h(s) = 1 - V(j, s, 0)                                                    for s > i
    c(s) = p_bust x + p_wipe (1 - V(j, 0, 0)) + sum_g p_g max(h(s+g), c(s+g)),
    V(i, j, k) = max(h(s), c(s)),    V(i, j, 0) = c(i),

with max(h, c) = 1 at and beyond the goal (if exact: x beyond it) and the bust payoff
x = 1 - V(j, i', 0), i' the score after a bust (1 if i' is the goal).

**There is one solution.** Read the equations as an operator on all V(i, j, k). Two tables that
are d apart have images that are nowhere further apart than d times the chance, under some pair of
policies, that the game goes on. If under every pair of policies it ends within n steps with a
chance of at least e > 0, from every state (proved at ``Board.ends_whatever_is_decided``), the n-th
power of the operator contracts by 1 - e: by Banach it has exactly one fixed point, and that is
the value of the game. It is optimal to take the larger of c and h. A pair of players neither of
whom can ever finish counts as an end worth 1/2, by convention (``Board.given``). All this holds
as well with the values of some other states held fixed, which is how the equations are solved.

**Pairs.** Without wipes, V(i,j,0) and V(j,i,0) depend on each other and on larger sums of scores.
Suppose all of those lie in the intervals kept for them. Take any box [a] x [b] for the pair,
evaluate both equations with every number replaced by the end of its interval that makes the
result smaller, rounding down, and again larger, rounding up. If both image intervals lie in the
box, the true map of the pair takes the box into itself; it is continuous, so by Brouwer it has a
fixed point there, and that is the pair's only one. It lies in the image, which is kept. Where
the box came from (a guess, an untrusted table) does not matter. The box [1] x [0] of a player who
can finish and one who cannot, both of whom a bust leaves where they are, is its own image without
rounding.

**Wipes** couple everything, but through the column w_j = V(j,0,0) alone. Take an interval for each
w_j, solve all pairs as above, and see whether the new intervals of V(j,0,0) lie in the old: the
map from a column to the V(j,0,0) it leads to is continuous (the unique solution of equations
that depend on it continuously) and takes the box into itself: Brouwer again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from ..algebra.decimals import Interval
from .board import Board
from .guess import Guess, Progress, guess

__all__ = ["Enclosure", "enclose"]

MOST_STRETCH = 1 << 20
"""A box that must be so much wider than guessed belongs to a wrong guess: take more bits."""

Visit = Callable[["Enclosure", int, int, list[int], list[int]], None]


class Enclosure:
    """Intervals that contain 1 - V(i,j,0): ``low[i][j] / 2^bits`` … ``high[i][j] / 2^bits``.

    This is what banking j is worth to the opponent of a mover with i, whence the form.
    """

    def __init__(self, board: Board, bits: int) -> None:
        self.board, self.bits, self.one = board, bits, 1 << bits
        self.low = [[0] * board.goal for _ in range(board.goal)]
        self.high = [[self.one] * board.goal for _ in range(board.goal)]
        self.wipe_low, self.wipe_high = [0] * board.goal, [self.one] * board.goal

    def keep(self, i: int, j: int, low: int, high: int) -> None:
        """Keep [low, high] for V(i,j,0)."""
        self.low[i][j] = self.one - min(high, self.one)
        self.high[i][j] = self.one - max(low, 0)

    def holds(self, i: int, j: int, low: int, high: int) -> bool:
        """Whether [low, high] lies in what is kept for V(i,j,0)."""
        return self.low[i][j] <= self.one - high and self.one - low <= self.high[i][j]

    def throwing(self, i: int, j: int) -> tuple[list[int], list[int]]:
        """Lower and upper bounds of c(s) for all s >= i; the first are bounds of V(i,j,0)."""
        board, one, back = self.board, self.one, self.board.returns[i]
        low, high = self.low[j], self.high[j]
        bust_low, bust_high = (low[back], high[back]) if back < board.goal else (one, one)
        return (
            board.throwing(i, low, bust_low, self.wipe_low[j], one),
            board.throwing(i, high, bust_high, self.wipe_high[j], one, up=True),
        )

    def value(self, i: int, j: int) -> Interval:
        """V(i,j,0) between two fractions."""
        return (
            Fraction(self.one - self.high[i][j], self.one),
            Fraction(self.one - self.low[i][j], self.one),
        )

    def payoffs(self, i: int, j: int, s: int) -> tuple[Interval, Interval]:
        """The payoffs of throwing and of holding at s, between fractions."""
        low, high = self.throwing(i, j)
        hold = self.low[j][s], self.high[j][s]
        return (
            (Fraction(low[s], self.one), Fraction(high[s], self.one)),
            (Fraction(hold[0], self.one), Fraction(hold[1], self.one)),
        )


def enclose(
    board: Board,
    bits: int,
    hint: Sequence[Sequence[float]] | None = None,
    visit: Visit | None = None,
    progress: Progress | None = None,
) -> Enclosure | None:
    """Enclose every value of ``board``; None where the guess was not good enough for a proof.

    ``visit(enclosure, i, j, low, high)`` sees the bounds of c(s) of every turn on the way.
    """
    progress = progress or _silent
    visit = visit or _blind
    if not board.ends_whatever_is_decided:
        return None
    guessed = guess(board, bits, hint, progress)
    if guessed is None:
        return None
    found = Enclosure(board, bits)
    one = found.one
    for j in range(board.goal if board.wipe else 0):
        low, high = guessed.value[j][0] - guessed.column, guessed.value[j][0] + guessed.column
        found.wipe_low[j], found.wipe_high[j] = max(0, one - high), min(one, one - low)
    stretch = 1
    for done, pair in enumerate(board.pairs()):
        stretch = _enclose_pair(found, pair, guessed, stretch, visit)
        if not stretch:
            return None
        if done % 32 == 0:
            progress(board.pair_count + done, 2 * board.pair_count)
    for j in range(board.goal if board.wipe else 0):
        inside = found.wipe_low[j] <= found.low[j][0] and found.high[j][0] <= found.wipe_high[j]
        if not inside:
            return None
    progress(2 * board.pair_count, 2 * board.pair_count)
    return found


def _enclose_pair(
    found: Enclosure, pair: tuple[int, int], guessed: Guess, stretch: int, visit: Visit
) -> int:
    """Enclose V(i,j,0) and V(j,i,0) of one pair.

    Returns how many times wider than guessed the box had to be (at least ``stretch``); 0 if in
    vain.
    """
    i, j = pair
    board = found.board
    turns = list({(i, j): 0, (j, i): 0})
    if not (board.stays(i) and board.stays(j)):
        # A bust moves one of the two on: he needs only larger sums, and the other one him.
        for a, b in reversed(turns) if board.stays(i) else turns:
            low, high = found.throwing(a, b)
            found.keep(a, b, low[a], high[a])
            visit(found, a, b, low, high)
        return stretch
    given = board.given(i, j)
    while stretch <= MOST_STRETCH:
        for n, (a, b) in enumerate(turns):
            if given:
                centre, reach = given[n] * found.one // 2, 0
            else:
                centre, reach = guessed.value[a][b], guessed.radius[a][b] * stretch
            found.keep(a, b, centre - reach, centre + reach)
        images = [found.throwing(a, b) for a, b in turns]
        if all(found.holds(a, b, low[a], high[a]) for (a, b), (low, high) in zip(turns, images)):
            for (a, b), (low, high) in zip(turns, images):
                found.keep(a, b, low[a], high[a])
                visit(found, a, b, low, high)
            return stretch
        stretch *= 2
    return 0


def _silent(done: int, total: int) -> None:
    pass


def _blind(found: Enclosure, i: int, j: int, low: list[int], high: list[int]) -> None:
    pass
