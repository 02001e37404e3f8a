"""Every turn start of a race in which busts in a row cost points, between two numbers.

With V(i, j; a, b) the value of a turn's start, for scores i, j from the floor up, and a, b busts in
a row of the mover and of the opponent, banking s pays h(s) = 1 - V(j, s; b, 0), and a bust pays

    1 - V(j, i; b, a + 1)  where a + 1 < m,    1 - V(j, max(i - d, 0); b, 0)  where a + 1 = m.   (1)

A turn is that of any race (:mod:`pigverify.race.turns`): a sum of positive multiples of these and
maxima of sums. So all turn starts together are one map T of the values. Seen by one of the players
no value falls where another one rises: T keeps order.

**From nothing.** All chances lie between 0 and 1. If all lie between two numbers each, they lie
between their images, rounded down and up. A *pass* takes the turn starts in an order in which each
comes after all that it needs but those that somebody falls to, and uses what it has found at once.
Passes from 0 and 1 narrow the intervals until roundings stop them. Nothing else is needed: what is
kept holds both the chance to win, play that never ends being lost, and the chance not to lose.

**From a table.** Where intervals around given numbers hold their images, T, which is continuous,
has a fixed point in them (Brouwer). Any other one is the same: let two of them be as far apart as
any two are, in some turn start; let the first player decide best by the one in which he wins
more, the second by the other. They stay as far apart whatever falls while play goes on. But play
ends: where a turn is worth no more than its bust, one that banks with some chance is worth as
much, as having more points and fewer busts in a row is never worse (one does what one would do
with less, until one has won; who has a bust less falls one bust later and has d more meanwhile;
whatever may be banked with less points, where these must be opened with many, may be with more).
So a turn may be taken to bank with some chance, and with some chance so many do in a row that
somebody has the goal.

A pass uses what falls pay by its beginning, and all else as it finds it. So from intervals that
reach e to both sides it comes to some that reach q e, and what the table misses besides, where q is
the chance that somebody falls before the game ends: any e well above the table's error holds its
image at once, and each further pass leaves of it what is worth the chance of one fall more. A few
passes do what takes dozens from nothing.

**Without a floor** who has fewer points is never better off, for the same reason: so whoever falls
from below d wins with a chance between 0 and what he would have at the floor. With that in place of
(1) the same passes hold what the game is worth in which scores fall without end, however play that
never ends is counted. Intervals that hold their images hold it, too: let y be what such a fall is
truly worth. The map that pays the smaller one of y and what it is worth at the floor leads into
them, so that it has a fixed point there; what the game is worth is another; and by the argument
above they are the same, as the smaller of two numbers moves no further than these.

How far the floor reaches is guessed: who has i needs k = m (i // d + 1) - a busts in a row to fall
below it. If each of them has a chance of no more than r, the mover loses no more than the part r^k
of his chance V to win, and gains no more than that of 1 - V by the opponent's k. If the image
of the intervals from V - V r^k to V + (1 - V) r^k', for V in those with a floor, lies in them, the
guess does not matter; else a larger r is tried.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

from pigcore.games.race import Race

from ..algebra.intervals import Interval
from ..kernels import compiled
from ..options import Progress
from ..race.carried import Nothing, Residues
from ..race.compiled import _MODULES, _integers, _numbers, _turns_in_arrays, is_small
from ..race.decisions import Decisions
from ..race.enclosure import Bounds
from ..race.newton import rounding
from ..race.rules import Rules
from ..race.turns import Turns

__all__ = ["Passes"]

Seen = tuple[tuple[int, ...], bool, Interval]
"""A close call: own, opp, points and mode in units, whether throwing is better, and the margin."""
Table = list[list[int]]
"""By the place of (busts, opp_busts): bounds at [own n + opp]."""

MOST = 2000
"""Passes at most."""
SLOW = 0.9
"""A pass that narrows the intervals no further than to this share is the last."""
SLOWEST = 1 - 1e-9
"""The same as long as they are wide: some games hardly ever end, and some stay wide for ever."""
TRIES = 500
"""So often intervals around a table are tried, before nothing is believed of it."""
WIDER = 1.05
"""Intervals around a table are so much wider than their images when they are tried again."""
REACH = 2.0**-43
"""How far intervals around a table reach at first: well above the error of a good one."""
ENOUGH = 2.0**-46
"""Intervals as narrow as this are judged first; they go on to narrow if they leave some open."""
NEAR = 2.0**-48
"""A pass that changes a guess no more than this is the last."""
SLACK = 2.0**-50
"""So much wider are intervals of the game without a floor than is guessed, for roundings."""
CHANCES = (0.4, 0.5, 0.75, 0.9)
"""Of a bust, as guessed for the game without a floor."""


def in_rows(numbers: list[int], size: int) -> Iterator[list[int]]:
    """The rows of a square."""
    return (numbers[begin : begin + size] for begin in range(0, len(numbers), size))


class Passes:
    """Bounds of all turn starts of ``game`` in numbers of so many bits.

    Parameters
    ----------
    game : Race
    bits : int
    floor : bool
        Whether scores stay at the floor; if not, nothing is believed of who falls below.
    calls : int
        How many of the closest calls are kept.
    """

    game: Race
    bits: int
    one: int
    floor: bool
    carries = False

    def __init__(self, game: Race, bits: int, *, floor: bool = True, calls: int = 1) -> None:
        self.game, self.bits, self.one, self.floor = game, bits, 1 << bits, floor
        self.rules: Rules = Rules(game.from_floor)
        self.turns: Turns = Turns(self.rules)
        self.residues: Residues = Nothing()
        self.size: int = self.rules.goal
        self.counts: int = game.busts_in_a_row
        self.drop: int = game.penalty // game.unit
        self.edge: int = game.sure_from // game.unit + game.below
        every = [(a, b) for a in range(self.counts) for b in range(self.counts)]
        self.order: list[tuple[int, int]] = sorted(every, key=sum, reverse=True)
        places = self.counts**2
        self.low: Table = [[0] * self.size**2 for _ in range(places)]
        self.high: Table = [[self.one] * self.size**2 for _ in range(places)]
        name = _MODULES.get(bits)
        self._module = compiled(name) if name and is_small(self.rules) else None
        self._calls = calls
        self._begin()

    def _begin(self) -> None:
        """What banking pays, by the opponent's busts, and the compiled modules that read it."""
        self.left: int = 0
        """States that a judged pass leaves open."""
        rules, cells = self.rules, self.size**2
        self._paid: list[tuple[Any, Any]] = []
        self.races: list[Any] = []
        """Who judges turns, by both counts: compiled modules, or what counts the same in Python."""
        for _ in range(self.counts):
            bounds = [0] * cells, [self.one] * cells
            if self._module is None:
                self._paid.append(bounds)
                self.races += [
                    Decisions(self, self._calls, postpones=True)  # type: ignore[arg-type]
                    for _ in range(self.counts)
                ]
                continue
            low, high = (_numbers(each, self.bits) for each in bounds)
            self._paid.append((low, high))
            none = _numbers([0] * self.size, self.bits)
            arrays = {"low": low, "high": high, "wipe_low": none, "wipe_high": none}
            for _n in range(self.counts):
                self.races.append(self._module.Race(
                    self.size, rules.modes, max(rules.most, 1), rules.start, exact=False,
                    eager=rules.gains is None, rounding=rounding(rules), calls=self._calls,
                    arrays=arrays | _turns_in_arrays(rules, self.turns),
                ))  # fmt: skip

    def race(self, a: int, b: int) -> Any:
        """Who judges turns with so many busts of both."""
        return self.races[b * self.counts + a]

    def at(self, a: int, b: int) -> int:
        """The place of two counts."""
        return a * self.counts + b

    def busted(self, turn: Bounds) -> int:
        """No residues are carried."""
        return 0

    def seen(self) -> Iterator[tuple[tuple[int, int], Sequence[int], Sequence[Seen]]]:
        """What was judged, by both counts: how many states, ties, sets of options and ties of
        these, and the closest calls.
        """
        for b, a in product(range(self.counts), repeat=2):
            race = self.race(a, b)
            if isinstance(race, Decisions):
                counts = race.decided, race.ties, race.asides, race.aside_ties
                yield (a, b), counts, race._closest.ordered(self.one)
                continue
            calls = [
                (state, throws, (Fraction(least, self.one), Fraction(most, self.one)))
                for least, state, throws, most in race.closest
            ]
            yield (a, b), race.found[:4], calls

    # --- passes -------------------------------------------------------------------------------

    def _bust(self, a: int, b: int, own: int, opp: int, fresh: bool = False) -> tuple[int, int]:
        """Bounds of what a bust pays; ``fresh`` as of a pass."""
        if a + 1 < self.counts:
            place, cell = self.at(b, a + 1), opp * self.size + own
            return self.one - self.high[place][cell], self.one - self.low[place][cell]
        place, cell = self.at(b, 0), opp * self.size + max(own - self.drop, 0)
        if fresh:
            cell = min(opp + self.drop, self.size - 1) * self.size + own
        most = self.one - self.low[place][cell]
        if own < self.drop and not self.floor:
            return 0, most
        return self.one - self.high[place][cell], most

    def once(self, *, judged: bool = False, near: bool = False, fresh: bool = False) -> None:
        """One pass; ``judged`` counts what the bounds prove of decisions.

        With ``near`` there is one number for each turn, and nothing is proved. If it is ``fresh``,
        falls pay as if the opponent gained what is lost, which leads to a larger total.
        """
        n, one = self.size, self.one
        limbs = self.bits // 62
        for low, high in self._paid:
            zeros = [0] * (n * n)
            for each, numbers in zip((low, high), (zeros, [one] * (n * n))):
                each[:] = numbers if self._module is None else _numbers(numbers, self.bits)
        for total in range(2 * n - 2, -1, -1):
            pairs = [
                (total - opp, opp) for opp in range(max(0, total - n + 1), min(total, n - 1) + 1)
            ]
            for a, b in self.order:
                place = self.at(a, b)
                paid = [self._bust(a, b, own, opp, fresh) for own, opp in pairs]
                found = self._starts(a, b, pairs, paid, judged, near)
                for (own, opp), (low, high) in zip(pairs, found):
                    self.low[place][own * n + opp] = min(low, one)
                    self.high[place][own * n + opp] = min(high, one)
            for b, (low, high) in enumerate(self._paid):
                place = self.at(b, 0)
                for s, opp in pairs:  # what banking s pays against who has opp and b busts
                    cell = opp * n + s
                    for each, number in (
                        (low, one - self.high[place][cell]),
                        (high, one - self.low[place][cell]),
                    ):
                        if self._module is None:
                            each[cell] = number
                        else:
                            each[cell * limbs : (cell + 1) * limbs] = _numbers([number], self.bits)

    def _starts(
        self,
        a: int,
        b: int,
        pairs: Sequence[tuple[int, int]],
        paid: Sequence[tuple[int, int]],
        judged: bool,
        near: bool,
    ) -> list[tuple[int, int]]:
        """Bounds of turn starts with busts that pay so much."""
        race = self.race(a, b)
        if self._module is None:
            found = []
            start = self.rules.start
            for (own, opp), (low, high) in zip(pairs, paid):
                turn = self._bounds(b, min(own, self.edge), opp, low, high)
                upper = turn.low if near else turn.high
                if judged:
                    race.add(turn)
                found.append((turn.low.payoffs[start], upper.payoffs[start]))
            self._leave(race)
            return found
        numbers = [number for both in paid for number in both]
        out = _numbers([0] * len(numbers), self.bits)
        scores = array("q", [one for own, opp in pairs for one in (min(own, self.edge), opp)])
        race.starts(
            {"scores": scores, "paid": _numbers(numbers, self.bits), "found": out},
            judged=judged, near=near,
        )  # fmt: skip
        self._leave(race)
        ends = _integers(out, self.bits)
        return list(zip(ends[::2], ends[1::2]))

    def _leave(self, race: Any) -> None:
        """Count the states of turns that leave something open; one where but options are open."""
        for own, _ in race.left:
            self.left += max(1, len(self.rules.choosing(own)))
        race.left.clear()

    def bounds(self, own: int, opp: int, a: int, b: int) -> Bounds:
        """Bounds of one turn; of a score from which every bank wins, that of the first such one."""
        return self._bounds(b, min(own, self.edge), opp, *self._bust(a, b, own, opp))

    def _bounds(self, b: int, own: int, opp: int, bust_low: int, bust_high: int) -> Bounds:
        n, one, place = self.size, self.one, self.at(b, 0)
        row = slice(opp * n, (opp + 1) * n)
        more = [one] * (self.rules.most + 1)
        low = [one - number for number in self.high[place][row]] + more
        high = [one - number for number in self.low[place][row]] + more
        low[own], high[own] = bust_low, bust_high
        lower = self.turns.evaluate(own, n, low, bust_low, self.turns.down)
        upper = self.turns.evaluate(own, n, high, bust_high, self.turns.up)
        return Bounds(own, opp, n, lower, upper, low, high, bust_low, bust_high, 0)

    def width(self) -> int:
        """The widest interval."""
        return max(max(map(int.__sub__, high, low)) for low, high in zip(self.low, self.high))

    def widths(self) -> int:
        """All of them together."""
        return sum(map(sum, self.high)) - sum(map(sum, self.low))

    def first(self) -> tuple[int, int]:
        """Bounds of who moves first, when the game begins."""
        cell = self.game.below * (self.size + 1)
        return self.low[0][cell], self.high[0][cell]

    def narrow(
        self, progress: Progress | None = None, enough: int = 0, *, first: bool = False
    ) -> None:
        """Passes until they narrow the intervals no more, or all are as narrow as ``enough``.

        With ``first`` that of the game's beginning alone matters.
        """
        before = math.inf
        for _ in range(MOST):
            width = now = -int.__sub__(*self.first())
            if not first:
                width, now = self.width(), self.widths()
            if progress is not None:
                done = self.bits - width.bit_length()
                progress(min(done, self.bits - 1), self.bits)
            slow = SLOW if first or width < self.one >> 30 else SLOWEST
            if width <= enough or now > slow * before:
                return
            before = now
            self.once()

    def judge(self, progress: Progress | None = None) -> None:
        """Count what narrow intervals prove; narrower ones where they leave something open."""
        self.narrow(progress, int(ENOUGH * self.one))
        for _ in range(MOST):
            before = self.widths()
            self._begin()
            self.once(judged=True)
            if not self.left or self.widths() > SLOW * before:
                return

    def holds(self, low: Table, high: Table) -> bool:
        """One pass from these intervals; whether it led into them."""
        self.low, self.high = ([row[:] for row in side] for side in (low, high))
        self.once()
        return all(
            inner >= outer
            for one, other in ((self.low, low), (high, self.high))
            for rows in zip(one, other)
            for inner, outer in zip(*rows)
        )

    def anew(self) -> None:
        """Begin from nothing."""
        self.low = [[0] * self.size**2 for _ in self.low]
        self.high = [[self.one] * self.size**2 for _ in self.high]

    def begin(self, table: Sequence[Sequence[float]] | None = None) -> bool:
        """Begin with intervals around a table, or else around a guess; whether that is possible.

        ``table`` has a row for each pair of counts, at [own n + opp].
        """
        if table is not None:
            given = [[int(value * 2**53) << self.bits >> 53 for value in row] for row in table]
            if self.around(given):
                return True
        return self.around(self.guess())

    def guess(self) -> Table:
        """About what turn starts are worth: passes with one number for each."""
        self.low = self.high = [[self.one >> 1] * self.size**2 for _ in self.low]
        before = math.inf
        while True:
            last = [row[:] for row in self.low]
            self.once(near=True, fresh=before == math.inf)
            changes = [list(map(abs, map(int.__sub__, *rows))) for rows in zip(self.low, last)]
            change = sum(map(sum, changes))
            if max(map(max, changes)) <= int(NEAR * self.one) or change > SLOW * before:
                return self.low
            before = change

    def around(self, centre: Table) -> bool:
        """Begin with intervals around given numbers, if such hold their images; whether they do."""
        low = high = centre
        more = int(REACH * self.one)
        for _ in range(TRIES):
            assumed: list[Any] = [
                [
                    [min(max(mid + int(WIDER * (end - mid)) + by, 0), self.one)
                     for mid, end in zip(mids, ends)]
                    for mids, ends in zip(centre, side)
                ]
                for side, by in ((low, -more), (high, more))
            ]  # fmt: skip
            if self.holds(*assumed):
                return True
            if self.width() > self.one >> 3:
                break
            low = [[min(pair) for pair in zip(*rows)] for rows in zip(self.low, centre)]
            high = [[max(pair) for pair in zip(*rows)] for rows in zip(self.high, centre)]
        self.anew()
        return False

    def beside(self, floor: Passes) -> bool:
        """Begin a game without a floor where that with a floor is; whether a guess was right."""
        n, slack = self.size, int(SLACK * self.one)
        counts = range(self.counts)
        for chance in CHANCES:
            parts = [
                [int(chance ** (self.counts * (i // self.drop + 1) - a) * self.one) + 1
                 for i in range(n)]
                for a in counts
            ]  # fmt: skip
            low: Table = [
                [
                    max(end - (end * part >> self.bits) - slack, 0)
                    for part, ends in zip(parts[place // self.counts], in_rows(lows, n))
                    for end in ends
                ]
                for place, lows in enumerate(floor.low)
            ]
            high: Table = [
                [
                    min(end + ((self.one - end) * part >> self.bits) + slack, self.one)
                    for ends in in_rows(highs, n)
                    for part, end in zip(parts[place % self.counts], ends)
                ]
                for place, highs in enumerate(floor.high)
            ]
            if self.holds(low, high):
                return True
        self.anew()
        return False
