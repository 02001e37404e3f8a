"""Every turn start of Farkle between two numbers: what has to be believed, with the rules.

:mod:`turns` has the equations. With V(i, j) the value of a turn's start at the scores i and j, what
banking s pays is h(s) = 1 - V(j, s), and a bust pays x = 1 - V(j, i). So a turn is a function f of
its x and of turn starts of larger sums, and a pair of turn starts a = V(i, j), b = V(j, i) solves

    a = f(1 - b),    b = g(1 - a).                                                            (1)

**A solution.** Suppose that all larger sums lie in the intervals kept for them. Take any box for
the pair, evaluate both equations with every number at the end of its interval that makes the
result smaller, rounding down, and again larger, rounding up. If both images lie in the box, (1)
has a solution there (Brouwer), and it lies in the images, which are kept. Where the box came from
(:mod:`newton`, an untrusted table) does not matter.

**The only one.** For fixed decisions a turn is worth c + q x, where q is the chance that it ends
in a bust; as it pays 1 at most otherwise, c <= 1 - q. f is a maximum of such lines, so its slopes
lie between 0 and 1, and a - f(1 - g(1 - a)) never falls with a. If a + b > 1 in the box, then
f(x) = a > x at its solution: the lines that are largest there have c > 0, so q < 1; the same holds
of g. Then the difference rises strictly at the solution, and there is no other. That a + b > 1 is
checked for every pair.

**The value of the game.** The chance to have won within n turns, played as well as possible, rises
with n to a solution of (1), and so does that of the opponent. There is one solution, so both are
in it, and as they sum to 1 nobody can do better by not letting the game end. Whoever takes the
larger payoff everywhere gets it: the values of his turns are lines c + q x with q < 1, and (1) has
one solution with these as well.

**A last turn** makes the payoff of banking s >= goal 1 - C(s - j + 1), with C(d) the best chance
of d units or more in one turn, which is enclosed in the same way. A turn may go on past the goal;
but a throw of n dice pays at most 1 - p_bust(n) V(j, i), so once

    C(s - j + 1) < p_bust(n) V(j, i)    for all n,                                            (2)

banking s is better than any throw, and so it is at every larger score. Where some throw cannot
bust or hot dice must be thrown, there is no such s, and U lies between banking and 1 (between 0
and 1 if one may not bank) once there are ``_FAR`` more units than anybody makes.

**Residues.** Lower bounds carry c and q along, modulo three random primes: those of the decisions
that look best. The value of the turn start follows modulo the primes. :mod:`decisions` says what
they prove.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import Executor
from copy import copy
from fractions import Fraction
from functools import cached_property
from operator import sub
from typing import NamedTuple

from pigcore.games.errors import SizeError

from .. import blocks
from ..algebra.intervals import Interval
from ..blocks import Pair, Witness, Work, part_of, turns_of
from ..options import Progress
from .carried import Residues
from .newton import approximate
from .rules import Rules
from .turns import Turn, Turns

__all__ = [
    "Bounds", "Enclosure", "Unproved", "decide_all", "enclose", "enclose_all", "enclose_pair",
]  # fmt: skip

_FAR = 2.0**-80
"""The chance to make so many units that a turn need not be followed further."""

_MOST = 50_000
"""So many units of a turn are looked at."""
_MOST_STRETCH = 1 << 20
"""A box that must be so much wider than expected belongs to a wrong centre: take more bits."""


_OPERATION = 6e-7
"""Seconds for each unit and each option that a pair takes, roughly."""


class Unproved(Exception):  # noqa: N818  (no error: the proof was tried with too few bits)
    """No enclosure was found."""


class Bounds(NamedTuple):
    """Bounds of one turn, for all s from ``own`` to ``top``."""

    own: int
    opp: int
    top: int
    low: Turn
    """Lower bounds with residues."""
    high: Turn
    bank_low: Sequence[int]
    """What banking s pays, at [s], with residues."""
    bank_high: Sequence[int]


class Enclosure:
    """Intervals that contain 1 - V(i, j): ``low[i][j] / 2^bits`` … ``high[i][j] / 2^bits``.

    This is what banking j is worth to the opponent of a mover with i. A new one knows only that
    chances lie between 0 and 1; one that :func:`enclose` gave up is worthless.
    """

    bits: int
    one: int
    rules: Rules

    def __init__(
        self,
        rules: Rules,
        bits: int,
        hint: Sequence[Sequence[float]] | None = None,
        residues: Residues | None = None,
    ) -> None:
        self.rules, self.bits, self.one = rules, bits, 1 << bits
        self.furthest: int = 0
        """With a last turn, bounds of turns go as far as this score, at least."""
        self.asked: int = 0
        """With a last turn, somebody asks for a score of so many units, or for one to pass."""
        self.hint: Sequence[Sequence[float]] | None = hint
        """Values of turn starts, to look around for the truth."""
        self.turns: Turns = Turns(rules)
        self.residues: Residues = residues or Residues(self.turns.denominators)
        goal = rules.goal
        self.low: list[list[int]] = [[0] * goal for _ in range(goal)]
        self.high: list[list[int]] = [[self.one] * goal for _ in range(goal)]
        self.residue: list[list[int]] = [[0] * goal for _ in range(goal)]
        """1 - V(i, j) with the decisions that look best."""

    def _up(self, total: int, n: int) -> int:
        return -(-total // self.turns.denominators[n])

    def keep(self, i: int, j: int, low: int, high: int) -> None:
        """Keep [low, high] for V(i, j)."""
        self.low[i][j] = self.one - min(high, self.one)
        self.high[i][j] = self.one - max(low, 0)

    def contains(self, i: int, j: int, low: int, high: int) -> bool:
        """Whether [low, high] lies in what is kept for V(i, j)."""
        return self.low[i][j] <= self.one - high and self.one - low <= self.high[i][j]

    def widest_after(self, i: int, j: int) -> int:
        """No interval of what banking pays in the turn of who has i against j is wider."""
        high, low = self.high[j][i + 1 :], self.low[j][i + 1 :]
        widest: int = max([0 if self.ends else self.one >> 64, *map(sub, high, low)])
        return widest

    def value(self, i: int, j: int) -> Interval:
        """V(i, j) between two fractions."""
        return (
            Fraction(self.one - self.high[i][j], self.one),
            Fraction(self.one - self.low[i][j], self.one),
        )

    # --- one turn -----------------------------------------------------------------------------

    def bounds(self, i: int, j: int, furthest: int = 0) -> Bounds:
        """Bounds of the turn of who has i against j.

        With a last turn they go as far as ``furthest``, at least; ``asked`` is as much.
        """
        rules, residues = self.rules, self.residues
        top = self.top(i, j, self.high[j][i])
        if rules.last_turn:
            top = max(top, furthest, self.furthest)
        length = top + rules.most + 1
        low = [*map(residues.carry, self.low[j], self.residue[j])]
        low = self.banks(low, j, length, low=True)
        high = self.banks(self.high[j], j, length, low=False)
        bust = residues.carry(self.low[j][i], 0) | residues.bust
        after_low = after_high = None
        if not self.ends:
            after_low = lambda s, n: 0 if self._must(n) else low[s]  # noqa: E731
            after_high = lambda s, n: self.one  # noqa: E731
        divided = self.residues.finish(self.turns.denominators)
        down = self.turns.evaluate(i, top, low, bust, divided, beyond=after_low)
        up = self.turns.evaluate(i, top, high, self.high[j][i], self._up, beyond=after_high)
        return Bounds(i, j, top, down, up, low, high)

    def top(self, i: int, j: int, bust: int) -> int:
        """A score from which on nobody throws if a bust pays no more than ``bust``: see (2)."""
        goal = self.rules.goal
        if not self.rules.last_turn:
            return goal
        far = goal + self._far
        if not self.ends:
            return far
        # No throw is worth as much as the best of them would be with the least chance of a bust.
        most = max(self._up(busts * bust + (below - busts) * self.one, n)
                   for n, (below, busts) in enumerate(self._busts))  # fmt: skip
        # The smallest d with 1 - C(d) above that.
        d = bisect_left(self._banked_low, (most + 1) << self.residues.shift)
        if d + j - 1 > far:
            raise Unproved
        return max(goal, d + j - 1)

    @cached_property
    def ends(self) -> bool:
        """Whether banking is better than any throw once there are enough units."""
        return not self.rules.last_turn or (
            not self.rules.must_roll and all(busts for _, busts in self._busts)
        )

    @cached_property
    def _busts(self) -> list[tuple[int, int]]:
        weights = zip(self.turns.denominators, self.turns.exact)
        return [(below, busts) for below, (busts, *_) in weights]

    def _must(self, dice: int) -> bool:
        return self.rules.must_roll and dice == self.rules.dice

    # --- a last turn --------------------------------------------------------------------------

    @cached_property
    def _far(self) -> int:
        """So many units are made in a turn with a chance below ``_FAR``."""
        length = 4 * (self.rules.goal + self.rules.most)
        while True:
            turn = self.turns.evaluate(
                0, length, [1.0] * (length + self.rules.most + 1), 0.0, lambda total, n: total,
                weights=self.turns.floats, first=length,
            )  # fmt: skip
            for made, row in enumerate(reversed(turn.throws), 1):
                if row[-1] < _FAR:
                    return made
            length *= 2
            if length > _MOST:
                raise SizeError(
                    "with a last turn, turns that hardly ever bust may go on for too long to be "
                    "followed: leave a combination or the last turn out"
                )

    @cached_property
    def chase(self) -> Bounds:
        """A turn of who wants units and nothing else: 1 - C(d) is 1 - c at [length - d]."""
        beyond = max(3 * (self.rules.goal + self.rules.most), self.asked + 2 * self.rules.most)
        length = self._far + beyond + 2
        reach = length + self.rules.most + 1
        low = [self.residues.carry(self.one, 1)] * reach
        high = [self.one] * reach
        divided = self.residues.finish(self.turns.denominators)
        down = self.turns.evaluate(0, length, low, 0, divided, first=length)
        up = self.turns.evaluate(0, length, high, 0, self._up, first=length)
        return Bounds(0, 0, length, down, up, low, high)

    @cached_property
    def _banked_low(self) -> list[int]:
        """1 - C(d) at [d], lower bounds with residues."""
        turn, residues = self.chase, self.residues
        banked = [0]
        for low, high in zip(reversed(turn.low.throws), reversed(turn.high.throws)):
            made, _ = residues.line(low[-1])
            banked.append(residues.carry(self.one - high[-1], (1 - made) % residues.modulus))
        return banked

    @cached_property
    def _banked_high(self) -> list[int]:
        """1 - C(d) at [d], upper bounds."""
        shift = self.residues.shift
        return [
            self.one,
            *(self.one - (row[-1] >> shift) for row in reversed(self.chase.low.throws)),
        ]

    def banks(self, row: Sequence[int], j: int, length: int, *, low: bool) -> list[int]:
        """What banking pays at [s], for s below ``length``; ``row`` is that below the goal."""
        goal = self.rules.goal
        if not self.rules.last_turn:
            won = self.residues.carry(self.one, 1) if low else self.one
            return [*row, *[won] * (length - goal)]
        banked = self._banked_low if low else self._banked_high
        return [*row, *banked[goal - j + 1 : length - j + 1]]

    def middles(self, j: int, length: int) -> list[int]:
        """The middles of the intervals of what banking pays: approximations."""
        low, high = self.low[j], self.high[j]
        row = [(a + b) >> 1 for a, b in zip(low, high)]
        return self.banks(row, j, length, low=False)

    # --- in blocks ----------------------------------------------------------------------------

    def part(self, rows: Collection[int]) -> Enclosure:
        """A copy with these rows only."""
        if self.rules.last_turn:
            _ = self._banked_low, self._banked_high  # once for all
        found = copy(self)
        found.low, found.high = part_of(self.low, rows), part_of(self.high, rows)
        found.residue = part_of(self.residue, rows)
        found.hint = self.hint and part_of(self.hint, rows)
        return found

    def outcome(self, pairs: Sequence[Pair]) -> list[tuple[int, ...]]:
        """What was found about these pairs."""
        tables = self.low, self.high, self.residue
        return [(i, j, *[table[i][j] for table in tables]) for i, j in turns_of(pairs)]

    def take(self, outcome: list[tuple[int, ...]]) -> None:
        """Take over what a part found."""
        for i, j, *numbers in outcome:
            self.low[i][j], self.high[i][j], self.residue[i][j] = numbers


def enclose(found: Enclosure) -> Iterator[Bounds]:
    """Enclose every turn start in ``found``, and yield the bounds of every turn on the way.

    Parameters
    ----------
    found : Enclosure
        One in which nothing is known yet.

    Raises
    ------
    Unproved
        If no proof was found with these bits.
    """
    for pair in found.rules.pairs():
        yield from enclose_pair(pair, found)


def enclose_all(
    found: Enclosure,
    witnesses: Sequence[Witness] = (),
    progress: Progress | None = None,
    executor: Executor | None = None,
) -> None:
    """Do what :func:`enclose` does, wherever ``executor`` likes, while ``witnesses`` look on."""
    _in_blocks(enclose_pair, found, witnesses, progress, executor)


def decide_all(
    found: Enclosure,
    witnesses: Sequence[Witness],
    progress: Progress | None = None,
    executor: Executor | None = None,
) -> None:
    """Show all turns to ``witnesses`` once more, where everything is enclosed already."""
    _in_blocks(_bounds_of_pair, found, witnesses, progress, executor)


def _in_blocks(
    enclosing: Callable[[Pair, Enclosure], list[Bounds]],
    found: Enclosure,
    witnesses: Sequence[Witness],
    progress: Progress | None,
    executor: Executor | None,
) -> None:
    options = sum(len(sets.options) * len(sets.read) for sets in found.turns.sets)
    blocks.prove(
        Work(enclosing, (found,), tuple(witnesses)),
        list(found.rules.pairs()),
        seconds=_OPERATION * found.rules.goal * options,
        executor=executor,
        progress=progress,
    )


def _bounds_of_pair(pair: Pair, found: Enclosure) -> list[Bounds]:
    return [found.bounds(i, j) for i, j in turns_of([pair])]


def enclose_pair(pair: Pair, found: Enclosure) -> list[Bounds]:
    """Enclose the turn starts of a pair, all of larger sums being enclosed; bounds of both turns.

    Raises
    ------
    Unproved
        If no proof was found with these bits.
    """
    turns, near = list(turns_of([pair])), approximate(found, pair)
    stretch = 1
    while stretch <= _MOST_STRETCH:
        for (i, j), (centre, radius) in zip(turns, near):
            found.keep(i, j, centre - radius * stretch, centre + radius * stretch)
        images = [found.bounds(i, j) for i, j in turns]
        starts = [_start(found, turn) for turn in images]
        if all(found.contains(*scores, *start) for scores, start in zip(turns, starts)):
            if starts[0][0] + starts[-1][0] <= found.one:
                raise Unproved
            for (i, j), (low, high) in zip(turns, starts):
                found.keep(i, j, low, high)
            _keep_residues(found, images)
            return images
        stretch *= 2
    raise Unproved


def _start(found: Enclosure, turn: Bounds) -> tuple[int, int]:
    """Bounds of the value at the start of the turn."""
    return turn.low.throws[0][-1] >> found.residues.shift, turn.high.throws[0][-1]


def _keep_residues(found: Enclosure, images: Sequence[Bounds]) -> None:
    """Solve (1) modulo the primes: a = c + q (1 - b), b = d + p (1 - a)."""
    modulus = found.residues.modulus
    first, last = images[0], images[-1]
    c, q = found.residues.line(first.low.throws[0][-1])
    d, p = found.residues.line(last.low.throws[0][-1])
    if first is last:
        a = b = (c + q) * pow(1 + q, -1, modulus)
    else:
        a = (c + q * (1 - d - p)) * pow(1 - q * p, -1, modulus)
        b = d + p * (1 - a)
    found.residue[first.own][first.opp] = (1 - a) % modulus
    found.residue[last.own][last.opp] = (1 - b) % modulus
