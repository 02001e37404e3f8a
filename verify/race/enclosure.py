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

from collections.abc import Collection, Iterator, Sequence
from concurrent.futures import Executor
from copy import copy
from fractions import Fraction
from typing import NamedTuple

from .. import blocks
from ..algebra.intervals import Interval
from ..blocks import Witness, Work, part_of, turns_of
from ..options import Progress
from .decided import Decided
from .evaluation import Pair
from .newton import Approximation, approximate
from .rules import Rules

__all__ = ["Bounds", "Enclosure", "Unproved", "enclose", "enclose_all"]

MOST_STRETCH = 1 << 20
"""A box that must be so much wider than expected belongs to a wrong centre: take more bits."""


_OPERATION = 4e-7
"""Seconds for each point and each outcome of a throw that a pair takes, roughly."""


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

    def cut_to(self, rules: Rules) -> Enclosure:
        """The same for ``rules`` that leave out the lowest scores of this race, or none."""
        part, first = Enclosure(rules, self.bits), rules.offset - self.rules.offset
        part.low = [row[first:] for row in self.low[first:]]
        part.high = [row[first:] for row in self.high[first:]]
        part.wipe_low, part.wipe_high = self.wipe_low[first:], self.wipe_high[first:]
        return part

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

    def decided(self) -> Decided:
        """The race with the decisions that are proved; where none is, hold."""
        rolls = {
            (i, j): [c > h for c, h in zip(self.bounds(i, j).roll_low, self.high[j])]
            for i, j in turns_of(self.rules.pairs())
        }
        return Decided(self.rules, rolls)

    # --- in blocks ----------------------------------------------------------------------------

    def part(self, rows: Collection[int]) -> Enclosure:
        """A copy with these rows only."""
        found = copy(self)
        found.low, found.high = part_of(self.low, rows), part_of(self.high, rows)
        return found

    def outcome(self, pairs: Sequence[Pair]) -> list[tuple[int, int, int, int]]:
        """What was found about these pairs."""
        return [(i, j, self.low[i][j], self.high[i][j]) for i, j in turns_of(pairs)]

    def take(self, outcome: list[tuple[int, int, int, int]]) -> None:
        """Take over what a part found."""
        for i, j, low, high in outcome:
            self.low[i][j], self.high[i][j] = low, high


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
    told = progress or (lambda done, total: None)
    near = _begin(found, hint, told)
    for done, pair in enumerate(found.rules.pairs()):
        yield from _enclose_pair(pair, found, near)
        told(found.rules.pair_count + done, 2 * found.rules.pair_count)
    _close(found)


def enclose_all(
    found: Enclosure,
    witnesses: Sequence[Witness] = (),
    hint: Sequence[Sequence[float]] | None = None,
    progress: Progress | None = None,
    executor: Executor | None = None,
) -> None:
    """Do what :func:`enclose` does, wherever ``executor`` likes, while ``witnesses`` look on."""
    rules, told = found.rules, progress or (lambda done, total: None)
    near = _begin(found, hint, told)
    if rules.wipe:  # the approximation was the first half
        told = lambda done, total: (progress or max)(total + done, 2 * total)  # noqa: E731
    blocks.prove(
        Work(_enclose_pair, (found, near), tuple(witnesses)),
        list(rules.pairs()),
        seconds=_OPERATION * rules.goal * (len(rules.gains) + 1),
        executor=executor,
        progress=told,
    )
    _close(found)


def _begin(
    found: Enclosure, hint: Sequence[Sequence[float]] | None, progress: Progress
) -> Approximation:
    """What is known before the first pair: approximations, and boxes of what wipes lead to."""
    rules, one = found.rules, found.one
    if not rules.ends_whatever_is_decided:
        raise Unproved
    near = approximate(rules, found.bits, hint, progress)
    if near is None:
        raise Unproved
    for j in range(rules.goal if rules.wipe else 0):
        (centre, _), *_ = near.near((j, 0))
        low, high = centre - near.column, centre + near.column
        found.wipe_low[j], found.wipe_high[j] = max(0, one - high), min(one, one - low)
    return near


def _close(found: Enclosure) -> None:
    """See that the column of wipe values goes into its own box."""
    for j in range(found.rules.goal if found.rules.wipe else 0):
        inside = found.wipe_low[j] <= found.low[j][0] and found.high[j][0] <= found.wipe_high[j]
        if not inside:
            raise Unproved


def _enclose_pair(pair: Pair, found: Enclosure, near: Approximation) -> list[Bounds]:
    """Enclose V(i,j,0) and V(j,i,0) of one pair; returns the bounds of its turns."""
    i, j = pair
    rules = found.rules
    turns = [(i, j), (j, i)] if i != j else [pair]
    around = near.near(pair)
    if not (rules.stays(i) and rules.stays(j)):
        # A bust moves one of the two on: he needs only larger sums, and the other one him.
        done = []
        for a, b in reversed(turns) if rules.stays(i) else turns:
            turn = found.bounds(a, b)
            found.keep(a, b, turn.roll_low[a], turn.roll_high[a])
            done.append(turn)
        return done
    settled = rules.settled(i, j)
    stretch = 1
    while stretch <= MOST_STRETCH:
        for n, (a, b) in enumerate(turns):
            if settled:
                centre, reach = settled[n] * found.one // 2, 0
            else:
                centre, reach = around[n][0], around[n][1] * stretch
            found.keep(a, b, centre - reach, centre + reach)
        images = [found.bounds(a, b) for a, b in turns]
        starts = [(turn.roll_low[turn.own], turn.roll_high[turn.own]) for turn in images]
        if all(found.contains(*ab, *start) for ab, start in zip(turns, starts)):
            for ab, start in zip(turns, starts):
                found.keep(*ab, *start)
            return images
        stretch *= 2
    raise Unproved
