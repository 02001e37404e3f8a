"""Every turn start of a race between two numbers: what has to be believed, with the rules.

:mod:`turns` has the equations. With V(i, j) the value of a turn's start at the scores i and j, what
banking s pays is h(s) = 1 - V(j, s), and a bust pays x = 1 - V(j, i). So a turn is a function f of
its x and of turn starts of larger sums, and a pair of turn starts a = V(i, j), b = V(j, i) solves

    a = f(1 - b),    b = g(1 - a).                                                            (1)

(With a consolation a bust pays what a larger score does, and x is what banking nothing pays.) All
pairs together are one map of the values, seen by one of the players: none of them falls where
another one rises, and no two tables are further apart afterwards than before, as what a turn is
worth is an average of what it leads to.

**All solutions.** Suppose that all larger sums lie in the intervals kept for them. Take any box for
the pair, evaluate both equations with every number at the end of its interval that makes the
result smaller, rounding down, and again larger, rounding up. If both images lie in the box, (1)
has a solution there (Brouwer), and it lies in the images, which are kept. If they lie inside, away
from all ends but 0 and 1, every solution does: widen the box just enough, by d, for another
solution to lie in it; then that solution lies in the image widened by d as well, away from the
ends of the widened box, and the box was widened too far. Where the box came from (:mod:`newton`,
an untrusted table) does not matter.

(Some values are known beforehand: :meth:`.rules.Rules.settled`. These are their own images, without
rounding.)

**Wipes** couple everything, but through the column V(j, 0) alone. Take a box for what a wipe pays
against each j, solve all pairs as above, and see whether the intervals of 1 - V(j, 0) lie inside
these, away from all ends but 0 and 1. Then a solution lies there (Brouwer), and no other one
outside: widen the column by d; every pair's solution lies in what is kept widened by d, and so the
column does, away from the ends of the widened box.

**The value of the game.** The chance to have won within n turns, played as well as possible, rises
with n to a solution of (1), and that not to have lost falls to one. Both lie in the intervals, so
that it does not matter what a game is worth that never ends. Two players who are both dead, from
whose scores nothing leads to the goal, are worth 1/2 each by convention, and these values are held
fixed. What an action is worth is what it pays if one plays well afterwards.

**A last turn** makes the payoff of banking s >= goal 1 - C(s - j + 1), with C(d) the best chance
of d units or more in one turn, which is enclosed in the same way. A turn may go on past the goal;
but a throw of n dice pays at most 1 - p_bust(n) V(j, i), so once

    C(s - j + 1) < p_bust(n) V(j, i)    for all n,                                            (2)

banking s is better than any throw, and so it is at every larger score. Where some throw cannot
bust or hot dice must be thrown, there is no such s, and U lies between banking and 1 (between 0
and 1 if one may not bank) once there are ``_FAR`` more units than anybody makes.

**Residues.** Lower bounds may carry c and q of c + q x along, modulo three random primes: those of
the decisions that look best. The value of the turn start follows modulo the primes. :mod:`ties`
says what they prove.
"""

from __future__ import annotations

import secrets
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from copy import copy
from fractions import Fraction
from functools import cached_property, partial
from operator import sub
from typing import Any, NamedTuple

from pigcore.games.errors import SizeError

from ..algebra.arithmetic import FixedPoint
from ..algebra.intervals import Interval
from ..options import Progress
from .carried import Nothing, Residues
from .newton import approximate
from .rules import BITS, Options, Pair, Rules, turns_of, work_of
from .turns import Turn, Turns, as_is
from .wipes import Column, approximate_all, around, solved_by_newton

__all__ = [
    "Bounds", "Enclosure", "Unproved", "bounds_of_pair", "closes", "decide_all", "enclose",
    "enclose_all", "enclose_pair", "ends_by_banking", "settle_all", "unpacked",
]  # fmt: skip

_FAR = 2.0**-80
"""The chance to make so many units that a turn need not be followed further."""

_NEAR = 2.0**-24
"""The same in parts of the smallest chance of a bust."""

_TRIES = 20
"""Steps that find about what a tie is worth that is played on."""

_MOST = 50_000
"""So many units of a turn are looked at."""
_MOST_STRETCH = 1 << 20
"""A box that must be so much wider than expected belongs to a wrong centre: take more bits."""

_OFTEN = 8
"""Pairs between two calls of ``progress``."""


class Unproved(Exception):  # noqa: N818  (no error: the proof was tried with too few bits)
    """No enclosure was found."""


class Bounds(NamedTuple):
    """Bounds of one turn, for all s from ``own`` to ``top``."""

    own: int
    opp: Any
    """The opponent's score; those of several in a tuple, None where nobody can bank."""
    top: int
    low: Turn
    """Lower bounds with residues."""
    high: Turn
    bank_low: Sequence[int]
    """What banking s pays, at [s], with residues."""
    bank_high: Sequence[int]
    bust_low: int
    """What a bust pays, with residues."""
    bust_high: int
    shift: int
    """How many low bits are residues."""

    @property
    def scores(self) -> tuple[int, ...]:
        """Those of all, the mover's first."""
        return (self.own, *self.opp) if isinstance(self.opp, tuple) else (self.own, self.opp)

    @property
    def lows(self) -> Sequence[Any]:
        """Lower bounds of the payoffs of throws, at their places."""
        return unpacked(self.low.payoffs, self.shift)

    @property
    def bank_lows(self) -> Sequence[Any]:
        """Lower bounds of what banking s pays, at [s]."""
        return unpacked(self.bank_low, self.shift)

    def may_bank(self, place: int, s: int) -> bool:
        """Whether banking s is not proved to be worse than throwing."""
        return bool(self.bank_high[s] >= self.low.payoffs[place] >> self.shift)

    def may_throw(self, place: int, s: int) -> bool:
        """Whether throwing is not proved to be worse than banking s."""
        return bool(self.high.payoffs[place] >= self.bank_low[s] >> self.shift)

    def may_take(self, t: int, options: Options, modes: int) -> Options:
        """The options after a throw with t units that are not proved to be worse than another."""
        places = [(t + g) * modes + after for g, after in options]
        least = max([self.low.best[place] >> self.shift for place in places])
        best = self.high.best
        return tuple([option for option, place in zip(options, places) if best[place] >= least])

    def choosing(self, rules: Rules) -> Sequence[tuple[int, int, int]]:
        """The states with a choice: their place, s, and the mode."""
        found = rules.choosing(self.own)
        return [one for one in found if one[1] < self.top] if rules.chased(self.own) else found

    def states(self, rules: Rules) -> int:
        """How many payoffs of throws there are."""
        return sum(map(len, rules.reached_from(self.own)[: self.top - self.own]))


def unpacked(numbers: Sequence[Any], shift: int) -> Sequence[Any]:
    """Lower bounds without their residues."""
    return (
        [number if number is None else number >> shift for number in numbers] if shift else numbers
    )


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
        self.top_of_a_tie: int = 0
        """Where ties are played on, who has the first turn then banks this score, from the goal."""
        self.after_a_tie: tuple[Bounds, int] | None = None
        """Then the first of two turns, and the residue of what a tie is worth, once it is known."""
        self.asked: int = 0
        """With a last turn, somebody asks for a score of so many units, or for one to pass."""
        self.hint: Sequence[Sequence[float]] | None = hint
        """Values of turn starts, to look around for the truth."""
        self.turns: Turns = Turns(rules)
        known = Nothing() if rules.wipe else residues or Residues(self.turns.denominators)
        self.residues: Residues = known
        self.arithmetic: FixedPoint = FixedPoint(bits)
        self.column: tuple[Column, int] | None = None
        """Where throws wipe, about where their column lies, in numbers of so many bits."""
        self.near: Sequence[Sequence[int]] | None = None
        """Then 1 - V(i, j) as the last round found them, about."""
        self.tight: bool = False
        """Whether boxes are to be as narrow as can be, which takes a pair twice as long."""
        goal = rules.goal
        self.wipe_low: list[int] = [0] * goal
        self.wipe_high: list[int] = [self.one] * goal
        """What a wipe pays against each score: bounds of 1 - V(j, 0)."""
        self.low: list[list[int]] = [[0] * goal for _ in range(goal)]
        self.high: list[list[int]] = [[self.one] * goal for _ in range(goal)]
        if not rules.alike:  # two scores of one player never meet
            apart = rules.span
            for i, row in enumerate(self.high):
                first = 0 if i < apart else apart
                row[first : first + apart] = [0] * apart
        self.residue: list[list[int]] = [[0] * goal for _ in range(goal)]
        """1 - V(i, j) with the decisions that look best, if residues are carried."""

    @property
    def finish(self) -> tuple[Callable[[Any, int], Any], Callable[[Any, int], Any]]:
        """What makes lower and upper bounds of sums."""
        if self.residues.modulus == 1:
            return self.turns.down, self.turns.up
        return self.residues.finish(self.turns.denominators), self.turns.up

    def busted(self, turn: Bounds) -> int:
        """What a bust that leaves the score as it is pays, if residues are carried."""
        found: int = self.residue[turn.opp][turn.own]
        return found

    def keep(self, i: int, j: int, low: int, high: int) -> None:
        """Keep [low, high] for V(i, j)."""
        self.low[i][j] = self.one - min(max(high, 0), self.one)
        self.high[i][j] = self.one - max(min(low, self.one), 0)

    def is_inside(self, i: int, j: int, low: int, high: int) -> bool:
        """Whether [low, high] lies in what is kept for V(i, j), away from ends but 0 and 1."""
        return (self.low[i][j] < self.one - high or not self.low[i][j]) and (
            self.one - low < self.high[i][j] or self.high[i][j] == self.one
        )

    def widest_after(self, i: int, j: int) -> int:
        """No interval of what banking pays in the turn of who has i against j is wider."""
        after = slice(i + 1, self.rules.ends[i])
        high, low = self.high[j][after], self.low[j][after]
        least = 0 if self.ends else self.one >> 64
        if self.rules.wipe:
            least = self.wipe_high[j] - self.wipe_low[j]
        widest: int = max([least, *map(sub, high, low)])
        return widest

    def value(self, i: int, j: int) -> Interval:
        """V(i, j) between two fractions."""
        return (
            Fraction(self.one - self.high[i][j], self.one),
            Fraction(self.one - self.low[i][j], self.one),
        )

    def table(self) -> list[list[float]]:
        """V(i, j) in double precision."""
        two = 2 * self.one
        return [
            [(two - low - high) / two for low, high in zip(*rows)]
            for rows in zip(self.low, self.high)
        ]

    def sharper(self, bits: int) -> Enclosure:
        """The same intervals in numbers of ``bits``, where some are to be found once more."""
        shift, found = bits - self.bits, Enclosure(self.rules, bits, None, Nothing())
        found.low = [[one << shift for one in row] for row in self.low]
        found.high = [[one << shift for one in row] for row in self.high]
        found.tight = True
        return found

    def is_vague(self, i: int, j: int, bits: int) -> bool:
        """Whether V(i, j), or 1 - V(i, j), is not known to so many bits."""
        low, high = self.low[i][j], self.high[i][j]
        return (high - low) << bits > min(low, self.one - high)

    # --- one turn -----------------------------------------------------------------------------

    def bounds(self, i: int, j: int, furthest: int = 0) -> Bounds:
        """Bounds of the turn of who has i against j.

        With a last turn they go as far as ``furthest``, at least; ``asked`` is as much.
        """
        rules, residues = self.rules, self.residues
        top = self.top(i, j, self.high[j][i])
        if rules.chased(i):
            top = max(top, furthest, self.furthest)
        length = top + rules.most + 1
        row: Sequence[int] = self.low[j]
        wipe = self.wipe_low[j]
        if residues.modulus > 1:
            row = [*map(residues.carry, self.low[j], self.residue[j])]
            wipe = residues.carry(wipe, self.residue[j][0])
            if not rules.wipe:  # else the residues of all turn starts are known
                row[i] = residues.carry(self.low[j][i], 0) | residues.bust
        low, bust = self.banks(row, i, j, length, residues.carry(self.one, 1), low=True)
        high, high_bust = self.banks(self.high[j], i, j, length, self.one, low=False)
        after_low = after_high = None
        if rules.chased(i) and not self.ends:
            after_low = lambda s, n: low[s] if self.rules.may_bank[n] else 0  # noqa: E731
            after_high = lambda s, n: self.one  # noqa: E731
        down, up = self.finish
        lower = self.turns.evaluate(i, top, low, bust, down, wipe=wipe, beyond=after_low)
        upper = self.turns.evaluate(
            i, top, high, high_bust, up, wipe=self.wipe_high[j], beyond=after_high
        )
        return Bounds(i, j, top, lower, upper, low, high, bust, high_bust, residues.shift)

    def top(self, i: int, j: int, bust: int) -> int:
        """A score from which on nobody throws if a bust pays no more than ``bust``: see (2)."""
        goal, span = self.rules.ends[i], self.rules.span
        if not self.rules.chased(i):
            return goal
        far = self.far
        if not self.ends:
            return far
        top = self._banks_from(bust) + goal - span + j % span
        if top > far:
            raise Unproved
        return max(goal, top)

    def _banks_from(self, bust: int) -> int:
        """How far above the opponent's score one banks, if a bust pays no more than ``bust``."""
        # No throw is worth as much as the best of them would be with the least chance of a bust.
        most = max(self.turns.up(busts * bust + (below - busts) * self.one, n)
                   for n, below, busts in self._busts)  # fmt: skip
        # The smallest d with 1 - C(d) above that.
        return bisect_left(self.banked_low, (most + 1) << self.residues.shift) - 1

    @cached_property
    def ends(self) -> bool:
        """Whether banking is better than any throw once there are enough units."""
        return ends_by_banking(self.rules)

    @property
    def carries(self) -> bool:
        """Whether residues mean anything."""
        return self.ends and self.residues.modulus > 1 and self.known_tie

    @cached_property
    def known_tie(self) -> bool:
        """Whether equations tell what a tie is worth exactly.

        Where ties are played on they have one solution if no decisions tie for sure: so if a first
        throw may bust, and gains something else.
        """
        rules, start = self.rules, self.rules.start
        gains = [units for options in rules.choices[start] or () for units, _ in options]
        busts = 0 < rules.busts[start] < rules.denominators[start]
        return rules.tie != "play_on" or (self.ends and busts and all(gains))

    @cached_property
    def _busts(self) -> list[tuple[int, int, int]]:
        rules, every = self.rules, range(self.rules.modes)
        modes = [n for n in every if rules.choices[n] is not None]
        return [(n, rules.denominators[n], rules.busts[n]) for n in modes]

    # --- a last turn --------------------------------------------------------------------------

    @cached_property
    def far(self) -> int:
        """No turn is followed to larger scores; 0 without a last turn."""
        if not self.rules.last_turn:
            return 0
        far = self.rules.goal + self.rare
        if self.ends:  # else what is thrown so far from the goal cannot be decided
            self.rules.follow_to(far)
        return far

    @cached_property
    def rare(self) -> int:
        """So many units are made in a turn with a chance below ``_FAR``.

        With few bits, where one banks before, those suffice that (2) needs if nobody has hardly a
        chance.
        """
        rules, least = self.rules, _FAR
        if self.ends and self.bits < BITS and not rules.all_modes:
            least = _NEAR * min(bust / below for _, below, bust in self._busts)
        if least in rules.further:
            return rules.further[least]
        length = 4 * (self.rules.goal + self.rules.most)
        while True:
            turn = self.turns.evaluate(
                0, length, [1.0] * (length + self.rules.most + 1), 0.0, as_is,
                floats=True, first=length, every=True,
            )  # fmt: skip
            for made, row in enumerate(reversed(turn.throws), 1):
                if row[self.rules.start] < least:
                    rules.further[least] = made
                    return made
            length *= 2
            if length > _MOST:
                raise SizeError(
                    "with a last turn, turns that hardly ever bust may go on for too long to be "
                    "followed: leave a combination or the last turn out"
                )

    @cached_property
    def chase(self) -> Bounds:
        """A turn of who wants units and nothing else: 1 - C(d) is 1 - c at [length - d].

        With one unit less than he wants he may bank what is worth a tie, if it is worth something.
        """
        return self._chased(*self.tie)

    @cached_property
    def tie(self) -> tuple[int, int]:
        """Bounds of what equal scores are worth to who has the last turn, with residues."""
        half, modulus = self.one >> 1, self.residues.modulus
        if self.rules.tie == "first":
            return 0, 0
        if self.rules.tie == "half":
            return self.residues.carry(half, pow(2, -1, modulus) if modulus > 1 else 0), half
        low, high = self._play_off()
        if modulus == 1 or not self.known_tie:
            return self.residues.carry(low, 0), high
        turn = self._play_off_by(low, high)
        c, q = self.residues.line(turn.low.payoffs[self.rules.start])
        # P = c + q e, and e = 1 - P.
        residue = (1 - c) * pow(1 + q, -1, modulus) % modulus
        self.after_a_tie = turn, residue
        return self.residues.carry(low, residue), high

    def _play_off(self) -> tuple[int, int]:
        """The same where both have one more turn each, and so on.

        Let P be what that is worth to who has the first of the two turns. The second one's tie is
        worth 1 - P. Against t units he wins C(t + 1), and against none 1 - P (1 - C(1)) with C(1)
        the chance of a unit, as he ties by a bust as well. So P = F(P), and F rises with P, by no
        more than P does: where F(a) > a and F(b) < b, every solution lies between a and b.
        """
        one, rules = self.one, self.rules
        plain = copy(self)
        plain.residues, plain.__dict__["tie"] = Nothing(), (0, 0)
        for known in ("chase", "banked_low", "banked_high"):
            plain.__dict__.pop(known, None)
        nothing = plain.banked_low[1], plain.banked_high[1]
        # A tie is worth no more than passing, as if the score were one less.
        top = plain._banks_from(nothing[1]) + 1 if self.ends else self.rare
        self.top_of_a_tie = self.rules.span + top
        length = top + rules.most + 1

        def worth(p: Any, whole: Any, up: bool, finish: Any, floats: bool = False) -> Any:
            """F(p), or a bound of it."""
            lost = [0] * (length - 1) + [whole - p] + [whole] * (rules.most + 1)
            other = finish if floats else self.turns.down if up else self.turns.up
            chase = self.turns.evaluate(
                0, length, lost, 0, other, floats=floats, first=length - 1, every=True
            )
            bust = (
                p * (nothing[0] / one) if floats else p * nothing[up] + up * (one - 1) >> self.bits
            )
            made = [row[rules.start] for row in reversed(chase.throws)]
            banks = [bust, *(whole - each for each in made[1:]), whole, whole]
            beyond = None if self.ends else lambda s, n: whole * up
            turn = self.turns.evaluate(
                0, top, banks, bust, finish, first=0, beyond=beyond, floats=floats
            )
            return turn.payoffs[rules.start]

        near, slope = 0.5, 0.0
        for _ in range(_TRIES):
            image = worth(near, 1.0, False, as_is, True)
            change = image - near
            if abs(change) < 1e-6:  # whole numbers go on from there
                break
            slope = min((worth(image, 1.0, False, as_is, True) - image) / change, 1.0 - 1e-6)
            near = min(max(near + change / (1.0 - slope), 0.0), 1.0)
        p, steps = int(near * 2**53) << self.bits >> 53, int(1.0 / (1.0 - slope) * (1 << 40))
        for _ in range(self.bits // 30):
            p += (worth(p, one, False, self.turns.down) - p) * steps >> 40
            p = min(max(p, 0), one)
        width = 1 << 10
        while width < one:
            low, high = max(p - width, 0), min(p + width, one)
            if (worth(low, one, False, self.turns.down) > low or not low) and (
                worth(high, one, True, self.turns.up) < high or high == one
            ):
                return one - high, one - low
            width <<= 8
        return 0, one

    def _play_off_by(self, low: int, high: int) -> Bounds:
        """The first of two turns after a tie that is worth between ``low`` and ``high``.

        What is carried are lines in that; there is nobody who has scores.
        """
        one, residues, start = self.one, self.residues, self.rules.start
        down, up = self.finish
        chase = self._chased(residues.carry(low, 0) | residues.bust, high)
        least, most = (
            [row[start] for row in reversed(each.throws)] for each in (chase.low, chase.high)
        )
        alone = self._chased(0, 0)
        made, most_made = (each.throws[-1][start] for each in (alone.low, alone.high))
        top, (missed, _) = self.top_of_a_tie - self.rules.span, residues.line(made)
        missed, length = 1 - missed, top + self.rules.most + 1

        def packed(bound: int, c: int, q: int) -> int:
            return residues.carry(bound, c % residues.modulus) | q % residues.modulus

        # Against nothing the other one ties by a bust as well.
        bust = packed((one - most_made) * (one - high) >> self.bits, missed, -missed)
        bust_high = (one - (made >> residues.shift)) * (one - low) + one - 1 >> self.bits
        lines = map(residues.line, least)
        banks = [packed(one - most[t], 1 - c, -q) for t, (c, q) in zip(range(length), lines)]
        banks_high = [one - (each >> residues.shift) for each in least[:length]]
        banks[0], banks_high[0] = bust, bust_high
        lower = self.turns.evaluate(0, top, banks, bust, down, first=0, every=True)
        upper = self.turns.evaluate(0, top, banks_high, bust_high, up, first=0, every=True)
        return Bounds(
            0, None, top, lower, upper, banks, banks_high, bust, bust_high, residues.shift
        )  # fmt: skip

    def _chased(self, tie_low: int, tie_high: int) -> Bounds:
        rules = self.rules
        beyond = 3 * (rules.goal + rules.most) if rules.all_modes else rules.goal + 2 * rules.most
        beyond = max(beyond, self.asked + 2 * rules.most)
        length = self.rare + beyond + 2
        reach = length + self.rules.most + 1
        low = [self.residues.carry(self.one, 1)] * reach
        high = [self.one] * reach
        low[:length], high[:length] = [0] * length, [0] * length
        low[length - 1], high[length - 1] = tie_low, tie_high
        first = length if self.rules.tie == "first" else length - 1
        down, up = self.finish
        lower = self.turns.evaluate(0, length, low, 0, down, first=first, every=True)
        upper = self.turns.evaluate(0, length, high, 0, up, first=first, every=True)
        return Bounds(0, None, length, lower, upper, low, high, 0, 0, self.residues.shift)

    @cached_property
    def banked_low(self) -> list[int]:
        """1 - C(d) at [d], lower bounds with residues."""
        turn, residues = self.chase, self.residues
        banked = [0]
        for low, high in zip(reversed(turn.low.throws), reversed(turn.high.throws)):
            made, _ = residues.line(low[self.rules.start])
            loss = self.one - high[self.rules.start]
            banked.append(residues.carry(loss, (1 - made) % residues.modulus))
        return banked

    @cached_property
    def banked_high(self) -> list[int]:
        """1 - C(d) at [d], upper bounds."""
        shift, start = self.residues.shift, self.rules.start
        made = [row[start] >> shift for row in reversed(self.chase.low.throws)]
        return [self.one, *(self.one - one for one in made)]

    def banks(
        self, row: Sequence[int], i: int, j: int, length: int, won: int, *, low: bool
    ) -> tuple[list[int], int]:
        """What banking pays at [s], for s below ``length``, and what a bust pays.

        ``row`` is what banking pays below the goal, ``won`` what winning does.
        """
        rules, goal = self.rules, self.rules.ends[i]
        back = rules.returns[i]
        bust = row[back] if back < goal else won
        if not rules.chased(i):
            past = bust if rules.exact else won
            return [*row[:goal], won, *[past] * (length - goal - 1)], bust
        banked, need = self.banked_low if low else self.banked_high, rules.span - j % rules.span + 1
        return [*row[:goal], *banked[need : need + length - goal]], bust

    def middles(self, i: int, j: int, length: int, x: int) -> tuple[list[int], int]:
        """The same approximately, where a bust leads to what pays ``x``."""
        low, high = self.low[j], self.high[j]
        row = [(a + b) >> 1 for a, b in zip(low, high)]
        row[i] = x
        return self.banks(row, i, j, length, self.one, low=False)


def ends_by_banking(rules: Rules) -> bool:
    """Whether banking is better than any throw once there are enough units."""
    busts = [bust for bust, sets in zip(rules.busts, rules.choices) if sets is not None]
    return not rules.last_turn or (all(rules.may_bank) and all(busts))


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
    if found.rules.wipe:
        enclose_all(found)
    for pair in found.rules.pairs():
        yield from (bounds_of_pair if found.rules.wipe else enclose_pair)(pair, found)


def closes(found: Enclosure) -> bool:
    """Whether the column of wipes goes into its own box, away from its ends."""
    one = found.one
    return all(
        (least < low or not least) and (high < most or most == one)
        for least, most, low, high in zip(
            found.wipe_low, found.wipe_high, [row[0] for row in found.low],
            [row[0] for row in found.high],
        )
    )  # fmt: skip


def enclose_all(
    found: Enclosure,
    witnesses: Sequence[Any] = (),
    progress: Progress | None = None,
    pairs: Sequence[Pair] | None = None,
    proving: Callable[..., None] | None = None,
    nearing: Callable[[Enclosure], Iterator[Column]] = solved_by_newton,
) -> None:
    """Do what :func:`enclose` does while ``witnesses`` look on, in whatever order.

    ``pairs`` are those that are enclosed, if these are not all, and ``proving`` who does it, if not
    plain Python; ``nearing`` solves them where throws wipe.
    """
    proving = proving or partial(_in_turn, enclose_pair)
    if not found.rules.wipe:
        proving(found, witnesses, progress, pairs)
        return
    report = progress and (lambda done, total: progress(total + done, 2 * total))
    for _ in around(found, approximate_all(found, nearing, progress)):
        looking = [each.part(found) for each in witnesses]
        proving(found, looking, report)
        if closes(found):
            for witness, part in zip(witnesses, looking):
                witness.take(part)
            return
    raise Unproved


def decide_all(
    found: Enclosure,
    witnesses: Sequence[Any],
    progress: Progress | None = None,
) -> None:
    """Show all turns to ``witnesses`` once more, where everything is enclosed already."""
    _in_turn(bounds_of_pair, found, witnesses, progress)


def settle_all(
    found: Enclosure,
    witnesses: Sequence[Any],
    progress: Progress | None = None,
) -> None:
    """The same where residues are to be carried that have not been so far."""
    _in_turn(_settle_pair, found, witnesses, progress)


def _in_turn(
    enclosing: Callable[[Pair, Enclosure], list[Bounds]],
    found: Enclosure,
    witnesses: Sequence[Any],
    progress: Progress | None,
    pairs: Sequence[Pair] | None = None,
) -> None:
    """Enclose all pairs, or some, and show the bounds of their turns to the witnesses."""
    pairs = list(found.rules.pairs()) if pairs is None else pairs
    work = work_of(pairs)
    for done, pair in enumerate(pairs):
        if progress and done % _OFTEN == 0:
            progress(work[done], work[-1])
        for turn in enclosing(pair, found):
            for witness in witnesses:
                witness.add(turn)
    if progress:
        progress(work[-1], work[-1])


def bounds_of_pair(pair: Pair, found: Enclosure) -> list[Bounds]:
    """Bounds of the turns of a pair by what is kept."""
    return [found.bounds(i, j) for i, j in turns_of([pair])]


def _settle_pair(pair: Pair, found: Enclosure) -> list[Bounds]:
    settled = found.rules.settled(*pair)
    if settled:
        return _keep_settled(found, list(turns_of([pair])), settled)
    turns = bounds_of_pair(pair, found)
    _keep_residues(found, turns)
    return turns


def enclose_pair(pair: Pair, found: Enclosure) -> list[Bounds]:
    """Enclose the turn starts of a pair, all of larger sums being enclosed; bounds of both turns.

    Raises
    ------
    Unproved
        If no proof was found with these bits.
    """
    turns, settled = list(turns_of([pair])), found.rules.settled(*pair)
    if settled:
        return _keep_settled(found, turns, settled)
    near = approximate(found, pair)
    stretch = 1
    while stretch <= _MOST_STRETCH:
        boxes = [(centre, radius * stretch) for centre, radius in near]
        images = _images(found, turns, boxes)
        if images:
            for image in images:
                found.keep(image.own, image.opp, *_start(found, image))
            _keep_residues(found, images)
            return images
        stretch *= 2
    raise Unproved


def _images(
    found: Enclosure, turns: Sequence[Pair], boxes: Sequence[tuple[int, int]]
) -> list[Bounds]:
    """Bounds of the turns of a pair from boxes around centres; none if they do not lie in these."""
    for (i, j), (centre, radius) in zip(turns, boxes):
        found.keep(i, j, centre - radius, centre + radius)
    images = [found.bounds(i, j) for i, j in turns]
    starts = [_start(found, turn) for turn in images]
    inside = all(found.is_inside(*scores, *start) for scores, start in zip(turns, starts))
    return images if inside else []


def _keep_settled(found: Enclosure, turns: Sequence[Pair], twice: Sequence[int]) -> list[Bounds]:
    """Keep what is known beforehand."""
    for (i, j), value in zip(turns, twice):
        by, kept = 0, value * found.one >> 1
        if found.rules.recorded and value != 1:  # wider than larger sums, which it may hang on
            by = (2 * found.rules.goal - i - j << found.bits // 4) - value // 2
        found.keep(i, j, kept - by, kept + by)
        if found.residues.modulus > 1:
            found.residue[i][j] = (2 - value) * pow(2, -1, found.residues.modulus)
    return [found.bounds(i, j) for i, j in turns]


def _start(found: Enclosure, turn: Bounds) -> tuple[int, int]:
    """Bounds of the value at the start of the turn."""
    start = found.rules.start_of(turn.own)
    return turn.low.payoffs[start] >> found.residues.shift, turn.high.payoffs[start]


def _keep_residues(found: Enclosure, images: Sequence[Bounds]) -> None:
    """Solve (1) modulo the primes: a = c + q (1 - b), b = d + p (1 - a)."""
    modulus, start_of = found.residues.modulus, found.rules.start_of
    if modulus == 1:
        return
    first, last = images[0], images[-1]
    c, q = found.residues.line(first.low.payoffs[start_of(first.own)])
    d, p = found.residues.line(last.low.payoffs[start_of(last.own)])
    try:
        if first is last:
            a = b = (c + q) * pow(1 + q, -1, modulus)
        else:
            a = (c + q * (1 - d - p)) * pow(1 - q * p, -1, modulus)
            b = d + p * (1 - a)
    except ValueError:  # two sure busts lead nowhere: no number is as likely as any other
        a, b = secrets.randbelow(modulus), secrets.randbelow(modulus)
    found.residue[first.own][first.opp] = (1 - a) % modulus
    found.residue[last.own][last.opp] = (1 - b) % modulus
