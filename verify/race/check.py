"""What is certified of a race: one pass over boxes, which iterates nothing.

**The theorem.** T(W)(s) is what best play of the turn s pays, given what every turn start is worth,
W, to one fixed player. T is monotone, and T(W + d) <= T(W) + d for a number d >= 0. Let a box be
given for every turn start, and let T, rounded outward, take the boxes strictly into their insides
at *every* start (ends at 0 and 1 may stay). Then every solution of W = T(W) lies in the boxes:
where one lies furthest below, by d > 0 at s, W(s) >= T(a)(s) - d > a(s) - d. What is won within n
turns, and what is not lost within n turns, converge to solutions, so that the value lies in its
box, too. It does no harm that starts which were looked at before count with what their boxes were
taken to: by induction a solution is no further below these. So pairs, cells, wipes, falling scores,
last turns and seats do not appear here: no order is asked for, and no linear algebra.

**Decisions.** Bounds that lie apart prove which action is better. What overlaps is open unless both
are the same number; :mod:`.exactly` settles ties.

**Three players and more.** Given are plans, too: decisions, perhaps mixed once as a turn begins.
Of every player the lower end is one of what the plans are worth to him, and the upper end of the
mover is one of his best reply to the others' plans, by any strategy: so nobody gains more than the
widest box by playing otherwise.

Only what :meth:`Check.record` has returned for a start is counted for it, and nothing at all
before :meth:`Check.finish` has seen that it has returned for every start that has a box.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from operator import sub
from typing import Any, NamedTuple

from ..algebra.intervals import Interval
from ..tally import DISPUTED, TIED, OwnCount
from .tables import Tables
from .turn import Frame, Judged, Plain, Plan, Values, engine, possible

__all__ = ["Check", "Counts", "Mixed", "Open"]


class Open(Exception):  # noqa: N818  (no error: other boxes or more bits may show it)
    """It is not shown that the boxes of a start are taken into their insides."""


class Mixed(NamedTuple):
    """A plan, or two of them of which the second one is drawn with a chance."""

    plan: Any
    weight: Fraction = Fraction(0)
    other: Any = None


class Counts:
    """What was decided at the starts that were looked at."""

    def __init__(self, closest: int) -> None:
        self.decided: int = 0
        """States in which one of banking and throwing is better."""
        self.ties: int = 0
        self.never: int = 0
        """States, starts of turns included, from which nobody can win any more."""
        self.asides: int = 0
        """Sets of options in states of which it is proved which are the best."""
        self.aside_ties: int = 0
        self.throws: int = 0
        """States that were looked at."""
        self.own: OwnCount = OwnCount()
        self._most: int = closest
        self.limit: int = 1 << 62 * 200
        self.closest: list[tuple[Fraction, tuple[int, ...], bool, Fraction, int]] = []
        """(least margin, state in units, whether throwing is better, most margin, start)"""

    def add(self, seen: Judged) -> None:
        """Count one start."""
        throws, banks, same, asides, alike, _, _, own = seen
        self.decided += throws + banks
        self.ties += same
        self.asides += asides
        self.aside_ties += alike
        self.own.update(dict(zip(("right", "wrong", "disputed_right", "disputed_wrong"), own)))

    def settled(self, item: tuple[int, int], alike: bool) -> None:
        """Count a state or a set of options that was left open."""
        if item[1] < 0:
            self.decided, self.ties = self.decided + (not alike), self.ties + alike
        else:
            self.asides, self.aside_ties = self.asides + 1, self.aside_ties + alike

    def near(self, state: tuple[int, ...], throws: bool, margin: Interval, start: int) -> None:
        """Keep a call if it is among the closest."""
        entry = (margin[0], state, throws, margin[1], start)
        if len(self.closest) == self._most:
            if entry >= self.closest[-1]:
                return
            self.closest.pop()
        insort(self.closest, entry)

    @property
    def mixed_up(self) -> bool:
        """Whether it is not known of two calls which is the closer one."""
        return any(one[3] >= other[0] for one, other in pairwise(self.closest))


class Check:
    """One pass over boxes with so many bits after the point.

    Parameters
    ----------
    tables : Tables
    bits : int
    doubles : Values, optional
        What a table says that starts are worth, to who moved before: its decisions are compared.
    closest : int
        How many of the closest calls to keep.
    """

    def __init__(
        self, tables: Tables, bits: int, *, doubles: Values | None = None, closest: int = 10
    ) -> None:
        self.tables: Tables = tables
        self.bits: int = bits
        self.one: int = 1 << bits
        n = tables.players
        self.engines: list[list[Any]] = [
            [engine(turn, bits) for _ in range(max(n, tables.seats))] for turn in tables.turns
        ]
        """As many of each turn as a cell has starts."""
        self._next: int = 0
        self.small: bool = not isinstance(self.engines[0][0], Plain)
        size, players = tables.places, range(n)
        self.low: list[Values] = [Values(size, bits, small=self.small) for _ in players]
        """What each player wins at least, the mover first."""
        self.high: list[Values] = [Values(size, bits, small=self.small) for _ in players]
        self.seen_low: list[Values] = [self.low[c - 1] for c in players]
        """The same as who moved before sees it: the mover first."""
        self.seen_high: list[Values] = [self.high[c - 1] for c in players]
        self.claimed: bytearray = bytearray(size)
        """1 for a start that has a box, 2 for one whose box is shown to hold."""
        for place in range(tables.ends, size):
            shares = tables.shares(place)
            self.keep(place, [int(p * self.one) for p in shares],
                      [-int(-p * self.one // 1) for p in shares])  # fmt: skip
            self.claimed[place] = 2
        self.plans: dict[int, Any] = {}
        """Of several players, where plain Python looked: what the mover does; None if he mixes."""
        self.claims: dict[int, tuple[int, int]] | None = None
        """What was claimed, if a certificate asks for it."""
        self.doubles = doubles
        self.counts: Counts = Counts(closest)
        self.left: dict[int, Judged] = {}
        """What is open, by starts."""
        self.unreached: set[tuple[int, Any]] = set()
        """What of it no throws lead to: (start, item)."""
        self._masks: dict[tuple[int, int], bytes] = {}

    # --- boxes --------------------------------------------------------------------------------

    def keep(self, place: int, low: Sequence[int], high: Sequence[int]) -> None:
        """The box of a start: bounds for each player, of two for the mover alone."""
        if self.tables.players == 2:
            low, high = (low[0], self.one - high[0]), (high[0], self.one - low[0])
        for values, number in zip(self.low, low):
            values[place] = number
        for values, number in zip(self.high, high):
            values[place] = number

    def claim(self, place: int, low: Sequence[int], high: Sequence[int]) -> None:
        """A box that is to be shown to hold."""
        if not all(0 <= a <= b <= self.one for a, b in zip(low, high)):
            raise Open(f"{self.tables.spell(place)}: no box")
        self.keep(place, low, high)
        self.claimed[place] = 1
        if self.claims is not None:
            self.claims[place] = low[0], high[0]

    def load(self, place: int, frame: Frame) -> Any:
        """An engine of who moves at a start; of some turns it still has bounds and plan."""
        each = self.engines[self.tables.seat(place) % len(self.engines)]
        for found in each:
            if found.frame is frame:
                return found
        self._next = (self._next + 1) % len(each)
        each[self._next].load(frame)
        return each[self._next]

    def record(self, *cell: tuple[int, Frame, Mixed | None]) -> None:
        """Show that the boxes of some starts are taken into their insides, and keep what they are
        taken to. Of several players the plans are those of the movers.

        Raises
        ------
        Open
            If that is not shown.
        """
        images = [self._image(*one) for one in cell]
        for (place, _, _), (low, high) in zip(cell, images):
            self.keep(place, low, high)
            self.claimed[place] = 2

    def narrow(self, place: int, frame: Frame) -> None:
        """Narrow the box of a start of two players that is shown to hold, and all boxes with it:
        what solves the equations lies in all that these take the boxes to.
        """
        if self.claimed.find(1) >= 0 or not (self.claimed[place] and self._leads_on(frame)):
            raise Open(f"{self.tables.spell(place)}: not all boxes are shown to hold")
        found = self.load(place, frame)
        low, high = found.turn(0, self.seen_low[0]), found.turn(1, self.seen_high[0])
        self.keep(place, [max(low, self.low[0][place])], [min(high, self.high[0][place])])

    def finish(self) -> Check:
        """Itself, once all boxes are shown to hold: those that were claimed beforehand, too.

        Raises
        ------
        Open
            If a box is left of which that was not shown.
        """
        if (place := self.claimed.find(1)) >= 0:
            raise Open(f"{self.tables.spell(place)}: the box was claimed and never shown to hold")
        return self

    def _image(
        self, place: int, frame: Frame, plan: Mixed | None
    ) -> tuple[Sequence[int], Sequence[int]]:
        found, one = self.load(place, frame), self.one
        if not self.claimed[place] or not self._leads_on(frame):
            raise Open(f"{self.tables.spell(place)}: what follows has no box")
        low = [found.turn(0, self.seen_low[0])]
        high = [found.turn(1, self.seen_high[0])]
        if self.tables.players > 2:
            low, high = self.by_plans(found, plan, high)
            self.plans[place] = None if plan and plan.other is not None else Plan(*found.plan)
        for c, (a, b) in enumerate(zip(low, high)):
            least, most = self.low[c][place], self.high[c][place]
            if not ((least < a or not least) and (b < most or most == one)):
                raise Open(f"{self.tables.spell(place)}: the box is not taken into its inside")
        return low, high

    def _leads_on(self, frame: Frame) -> bool:
        """Whether all that follows has a box."""
        claimed = self.claimed
        if not claimed[frame.bust] or not claimed[frame.wipe]:
            return False
        return all(
            claimed.find(0, at, at + count) < 0 if step == 1
            else all(claimed[at + step * k] for k in range(count))
            for count, at, step in frame.pieces
        )  # fmt: skip

    def by_plans(self, found: Any, mixed: Any, high: list[int]) -> tuple[list[int], list[int]]:
        low, top = [], list(high)
        ways = [(mixed.plan, 1 - mixed.weight)]
        if mixed.other is not None:
            ways.append((mixed.other, mixed.weight))
        for c in range(self.tables.players):
            least, most = Fraction(0), Fraction(0)
            for plan, share in ways:
                if plan is not None:
                    found.plan = plan
                least += share * found.follow(0, self.seen_low[c])
                if c:
                    most += share * found.follow(1, self.seen_high[c])
            low.append(least.__floor__())
            if c:
                top.append(most.__ceil__())
        return low, top

    # --- decisions ----------------------------------------------------------------------------

    def counted(self, place: int, frame: Frame) -> bytes:
        """Which states of a turn are counted: those that throws lead to, while somebody can win."""
        tables, mask = self.tables, self.counted_all(place, frame)
        if tables.exact and place < tables.main and tables.others_dead(place):
            mask, never = self.won_by_some(frame, mask)
            self.counts.never += never
        return mask

    def won_by_some(self, frame: Frame, states: bytes) -> tuple[bytes, int]:
        """Of states of a turn, the others being dead, those in which the mover may still win; and
        how many more there are with a choice, or at the start of the turn.
        """
        alive = self.alive_in(self.tables, frame)
        never = bytes(a and not b for a, b in zip(states, alive))
        count = len(frame.choosing(never)) + (not alive[frame.turn.start])
        return bytes(a and b for a, b in zip(states, alive)), count

    def counted_all(self, place: int, frame: Frame) -> bytes:
        """Which states of a turn throws lead to."""
        seat, size = self.tables.seat(place), frame.T * frame.turn.modes
        key = seat % len(self.tables.turns), frame.T
        if key not in self._masks:
            self._masks[key] = bytes(self.tables.reached(seat, frame.T)[:size])
        return self._masks[key]

    @staticmethod
    def alive_in(tables: Tables, frame: Frame) -> list[bool]:
        """From which states somebody may still win a game, the others being dead."""
        share = tables.ends + (1 << tables.players) - 1
        to = {place: place != share for place in (*frame.banks(), frame.bust, frame.wipe)}
        return [bool(one) for one in possible(frame, to)[0]]

    def judge(
        self, place: int, frame: Frame, found: Any, left: Sequence[tuple[int, int]] | None = None
    ) -> None:
        """Count what the bounds of a start decide, or keep what is open; of states that were left
        open alone, if these are given.
        """
        tables, seen = self.tables, self.counts
        if left is None:
            mask = self.counted(place, frame)
            seen.throws += sum(mask)
        else:
            open_ones = {at for at, _ in left}
            mask = bytes(at in open_ones for at in range(frame.T * frame.turn.modes))
        if self.doubles is not None and place < tables.main:
            found.turn(2, self.doubles)
        judged = found.judge(mask, seen.limit if place < tables.main else -1, TIED, DISPUTED)
        if self.claims is not None:  # a certificate has a letter for every state
            every = found.judge(b"\1" * len(mask), -1, TIED, DISPUTED)[5]
            unreached = [item for item in every if item not in judged[5]]
            judged = Judged(*judged)._replace(open=[*judged[5], *unreached])
            self.unreached.update((place, item) for item in unreached)
        self.take(place, judged)

    def take(self, place: int, judged: Any) -> None:
        """Count what was decided of a start, and keep what is open."""
        judged = Judged(*judged)
        self.counts.add(judged)
        self.near(place, judged.close)
        if judged.open:
            self.left[place] = judged

    def near(self, place: int, calls: Iterable[Any]) -> None:
        """Keep close calls."""
        tables, seen = self.tables, self.counts
        if place >= tables.main:
            return
        if not calls:
            return
        scores, seat, busts = tables.start(place)
        M = tables.turn_of(seat).modes
        for k, throws, near, far in calls:
            state = (*scores, k // M, k % M, *busts)
            seen.near(state, throws, (Fraction(near, self.one), Fraction(far, self.one)), place)
        if len(seen.closest) == seen._most:
            seen.limit = int(seen.closest[-1][0] * self.one)

    @cached_property
    def width(self) -> Fraction:
        """How far bounds are apart at the most, once all starts were looked at."""
        size, found = self.tables.size, list[int]()
        for low, high in zip(self.low, self.high):
            if low.wide:
                found.append(max([high[place] - low[place] for place in range(size)]))
            else:
                found.append(max(map(sub, high.numbers[:size], low.numbers[:size])))
        return Fraction(max(found), self.one)

    # --- what comes out -----------------------------------------------------------------------

    def value(self, place: int, c: int = 0) -> Interval:
        """What a start is worth to a player, between two fractions."""
        if not self.tables.alive(place):
            share = Fraction(1, self.tables.players)
            return share, share
        if self.claimed[place] != 2:
            return Fraction(0), Fraction(1)
        return Fraction(self.low[c][place], self.one), Fraction(self.high[c][place], self.one)
