"""Every value of a race between two numbers: what has to be believed, with :mod:`rules`.

Write s = i + k for banked score plus turn total, and h for holding, c for throwing:

    h(s) = 1 - V(j, s, 0)                                                    for s > i
    c(s) = p_bust x + p_wipe (1 - V(j, 0, 0)) + sum_g p_g max(h(s+g), c(s+g)),
    V(i, j, k) = max(h(s), c(s)),    V(i, j, 0) = c(i),

with max(h, c) = 1 at and beyond the goal (if exact: x beyond it) and the bust payoff
x = 1 - V(j, i', 0), i' the score after a bust (1 if i' is the goal).

**There is one solution.** Read the equations as an operator on all V(i, j, k). Two tables that
are d apart have images that are nowhere further apart than d times the chance, under some pair of
policies, that the game goes on. If under every pair of policies it ends within n steps with a
chance of at least e > 0, from every state (proved at ``Rules.ends_whatever_is_decided``), the n-th
power of the operator contracts by 1 - e: by Banach it has exactly one fixed point, and that is
the value of the game. It is optimal to take the larger of c and h. A pair of players neither of
whom can ever finish counts as an end worth 1/2, by convention (``Rules.settled``). All this holds
as well with the values of some other states held fixed, which is how the equations are solved.

**Pairs.** Without wipes, V(i,j,0) and V(j,i,0) depend on each other and on larger sums of scores.
Suppose all of those lie in the intervals kept for them. Take any box [a] x [b] for the pair,
evaluate both equations with every number replaced by the end of its interval that makes the
result smaller, rounding down, and again larger, rounding up. If both image intervals lie in the
box, the true map of the pair takes the box into itself; it is continuous, so by Brouwer it has a
fixed point there, and that is the pair's only one. It lies in the image, which is kept. Where the
box came from (:mod:`newton`, an untrusted table) does not matter. The box [1] x [0] of a player
who can finish and one who cannot, both of whom a bust leaves where they are, is its own image
without rounding.

**Wipes** couple everything, but through the column w_j = V(j,0,0) alone. Take an interval for each
w_j, solve all pairs as above, and see whether the new intervals of V(j,0,0) lie in the old: the
map from a column to the V(j,0,0) it leads to is continuous (the unique solution of equations
that depend on it continuously) and takes the box into itself: Brouwer again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from ..algebra.intervals import Interval
from ..options import Progress
from .evaluation import Pair
from .newton import Approximation, approximate
from .rules import Rules

__all__ = ["Bounds", "Enclosure", "Unproved", "enclose"]

MOST_STRETCH = 1 << 20
"""A box that must be so much wider than expected belongs to a wrong centre: take more bits."""


class Unproved(Exception):  # noqa: N818  (no error: the proof was tried with too few bits)
    """No enclosure was found."""


class Bounds(NamedTuple):
    """Bounds of the payoffs c(s) and h(s) of one turn, lists by s = own + total."""

    own: int
    opp: int
    roll_low: Sequence[int]
    roll_high: Sequence[int]
    hold_low: Sequence[int]
    hold_high: Sequence[int]


class Enclosure:
    """Intervals that contain 1 - V(i,j,0): ``low[i][j] / 2^bits`` … ``high[i][j] / 2^bits``.

    This is what banking j is worth to the opponent of a mover with i, whence the form. A new one
    knows only that chances lie between 0 and 1; one that :func:`enclose` gave up is worthless.
    """

    bits: int
    one: int
    rules: Rules
    wipe_high: list[int]
    wipe_low: list[int]

    def __init__(self, rules: Rules, bits: int) -> None:
        self.rules, self.bits, self.one = rules, bits, 1 << bits
        self.low: list[list[int]] = [[0] * rules.goal for _ in range(rules.goal)]
        self.high: list[list[int]] = [[self.one] * rules.goal for _ in range(rules.goal)]
        self.wipe_low, self.wipe_high = [0] * rules.goal, [self.one] * rules.goal

    def keep(self, i: int, j: int, low: int, high: int) -> None:
        """Keep [low, high] for V(i,j,0)."""
        self.low[i][j] = self.one - min(high, self.one)
        self.high[i][j] = self.one - max(low, 0)

    def contains(self, i: int, j: int, low: int, high: int) -> bool:
        """Whether [low, high] lies in what is kept for V(i,j,0)."""
        return self.low[i][j] <= self.one - high and self.one - low <= self.high[i][j]

    def bounds(self, i: int, j: int) -> Bounds:
        """Bounds of c(s) and h(s) for all s >= i; those of c(i) are bounds of V(i,j,0)."""
        rules, one, back = self.rules, self.one, self.rules.returns[i]
        low, high = self.low[j], self.high[j]
        bust_low, bust_high = (low[back], high[back]) if back < rules.goal else (one, one)
        return Bounds(
            i,
            j,
            rules.throw_payoffs(i, low, bust_low, self.wipe_low[j], one),
            rules.throw_payoffs(i, high, bust_high, self.wipe_high[j], one, up=True),
            low,
            high,
        )

    def value(self, i: int, j: int) -> Interval:
        """V(i,j,0) between two fractions."""
        return (
            Fraction(self.one - self.high[i][j], self.one),
            Fraction(self.one - self.low[i][j], self.one),
        )

    def payoffs(self, i: int, j: int, s: int) -> tuple[Interval, Interval]:
        """The payoffs of throwing and of holding at s, between fractions."""
        turn = self.bounds(i, j)
        return (
            (Fraction(turn.roll_low[s], self.one), Fraction(turn.roll_high[s], self.one)),
            (Fraction(turn.hold_low[s], self.one), Fraction(turn.hold_high[s], self.one)),
        )


def enclose(
    found: Enclosure,
    hint: Sequence[Sequence[float]] | None = None,
    progress: Progress | None = None,
) -> Iterator[Bounds]:
    """Enclose every value of the race in ``found``, and yield the bounds of every turn on the way.

    What was yielded is proved when the last turn was: with wipes the proof is closed at the end.

    Parameters
    ----------
    found : Enclosure
        One in which nothing is known yet.
    hint : rows of float, optional
        Values at the starts of turns, to look around for the truth.
    progress : callable, optional
        Called with what is done and what there is to do.

    Raises
    ------
    Unproved
        If no proof was found with these bits, or the values of the race may not be unique.
    """
    rules, one = found.rules, found.one
    progress = progress or (lambda done, total: None)
    if not rules.ends_whatever_is_decided:
        raise Unproved
    near = approximate(rules, found.bits, hint, progress)
    if near is None:
        raise Unproved
    wiped = range(rules.goal if rules.wipe else 0)
    for j in wiped:
        low, high = near.value[j][0] - near.column, near.value[j][0] + near.column
        found.wipe_low[j], found.wipe_high[j] = max(0, one - high), min(one, one - low)
    stretch = 1
    for done, pair in enumerate(rules.pairs()):
        turns, stretch = _enclose_pair(found, pair, near, stretch)
        yield from turns
        if done % 32 == 0:
            progress(rules.pair_count + done, 2 * rules.pair_count)
    for j in wiped:
        inside = found.wipe_low[j] <= found.low[j][0] and found.high[j][0] <= found.wipe_high[j]
        if not inside:
            raise Unproved
    progress(2 * rules.pair_count, 2 * rules.pair_count)


def _enclose_pair(
    found: Enclosure, pair: Pair, near: Approximation, stretch: int
) -> tuple[list[Bounds], int]:
    """Enclose V(i,j,0) and V(j,i,0) of one pair.

    Returns the bounds of its turns, and how many times wider than expected the box had to be (at
    least ``stretch``).
    """
    i, j = pair
    rules = found.rules
    turns = list({(i, j): 0, (j, i): 0})
    if not (rules.stays(i) and rules.stays(j)):
        # A bust moves one of the two on: he needs only larger sums, and the other one him.
        done = []
        for a, b in reversed(turns) if rules.stays(i) else turns:
            turn = found.bounds(a, b)
            found.keep(a, b, turn.roll_low[a], turn.roll_high[a])
            done.append(turn)
        return done, stretch
    settled = rules.settled(i, j)
    while stretch <= MOST_STRETCH:
        for n, (a, b) in enumerate(turns):
            if settled:
                centre, reach = settled[n] * found.one // 2, 0
            else:
                centre, reach = near.value[a][b], near.radius[a][b] * stretch
            found.keep(a, b, centre - reach, centre + reach)
        images = [found.bounds(a, b) for a, b in turns]
        starts = [(turn.roll_low[turn.own], turn.roll_high[turn.own]) for turn in images]
        if all(found.contains(*ab, *start) for ab, start in zip(turns, starts)):
            for ab, start in zip(turns, starts):
                found.keep(*ab, *start)
            return images, stretch
        stretch *= 2
    raise Unproved
