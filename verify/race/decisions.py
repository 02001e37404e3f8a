"""Which decisions of a race the bounds of its turns prove, state by state and set by set.

There are two kinds: to bank or to throw, with units of a turn and a mode; and which option to take
(with dice: what to set aside), for every set of options that a throw from there can give.
Intervals apart decide. Where both are one and the same point, or one banks the same score after
both, they are equal. What else overlaps is *open*, unless the residues that are carried along, if
any are, prove it to be a tie: :mod:`ties`.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Sequence
from copy import copy
from dataclasses import replace
from fractions import Fraction
from functools import cached_property, partial, reduce
from heapq import heappush, heappushpop
from itertools import pairwise
from operator import add, eq, ge
from typing import Any

from ..algebra.intervals import Interval
from ..algebra.primes import PRIMES, error_chance
from ..verdict import CLOSEST, Call, Proof
from .carried import Nothing
from .enclosure import Bounds, Enclosure, ends_by_banking, unpacked
from .rules import BITS, Rules
from .turns import Sets, Wave

__all__ = ["Closest", "Decisions", "View"]

_COUNTS = (
    "decided", "ties", "opened", "never", "asides", "aside_ties", "asides_opened", "by_residues",
    "throws",
)  # fmt: skip
"""What adds up."""


_COMPILED = "decided", "ties", "asides", "aside_ties", "throws"


class Closest:
    """Keeps the ``most`` smallest margins; of equal ones, those of the smallest states.

    Examples
    --------
    >>> found = Closest(2)
    >>> for margin, state in [(3, (0, 1)), (7, (2, 2)), (2, (4, 0)), (3, (0, 0))]:
    ...     found.add(state, True, margin, margin + 1)
    >>> [(state, str(low)) for state, _, (low, _) in found.ordered(4)]
    [((4, 0), '1/2'), ((0, 0), '3/4')]
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self.limit: float = float("inf")
        """No larger margin is kept."""
        self._heap: list[tuple[int, tuple[int, ...], bool, int]] = []

    def add(self, state: tuple[int, ...], first: bool, close: int, far: int) -> None:
        """Keep a margin between ``close`` and ``far``, in favour of the first of two actions."""
        entry = (-close, tuple([-part for part in state]), first, far)
        if len(self._heap) < self.most:
            heappush(self._heap, entry)
        else:
            heappushpop(self._heap, entry)
        if len(self._heap) == self.most:
            self.limit = -self._heap[0][0]

    def take(self, other: Closest, shift: int = 0) -> None:
        """Take those of another one, whose numbers have so many bits less."""
        for close, state, first, far in other._heap:
            self.add(tuple([-part for part in state]), first, -close << shift, far << shift)

    @property
    def apart(self) -> bool:
        """Whether each of them is proved to be closer than the next."""
        margins = sorted((-close, far) for close, *_, far in self._heap)
        return all(far < close for (_, far), (close, _) in pairwise(margins))

    def ordered(self, one: int) -> list[tuple[tuple[int, ...], bool, Interval]]:
        """State, whether the first action is better, and margin over ``one``; closest first."""
        return [
            (tuple([-part for part in state]), first, (Fraction(-close, one), Fraction(far, one)))
            for close, state, first, far in sorted(self._heap, reverse=True)
        ]


class Decisions:
    """Counts what is proved about the turns that it is given (:func:`.enclosure.enclose`)."""

    found: Enclosure
    rules: Rules

    def __init__(
        self,
        found: Enclosure,
        most: int = CLOSEST,
        *,
        postpones: bool = False,
        only: Collection[tuple[int, ...]] | None = None,
        witness: Any = None,
    ) -> None:
        self.found, self.rules = found, found.rules
        self.most = most
        """How many of the closest calls to keep."""
        self.postpones = postpones
        """Whether turns in which something is open are left to more bits, and not counted."""
        self.left: list[tuple[int, ...]] = []
        """The scores at which these begin."""
        self.only = only
        """Where the turns begin that are counted, if these are not all."""
        self.witness: Any = witness
        """Who is shown the turns that are counted. His ``add`` returns False where something is
        open to him; ``undecided`` is how much is."""
        self.decided: int = 0
        """States in which one of banking and throwing is better."""
        self.ties: int = 0
        """States in which both are worth exactly the same."""
        self.opened: int = 0
        """States in which nothing is proved."""
        self.never: int = 0
        """States, starts of turns included, from which nobody can win any more."""
        self.asides: int = 0
        """Sets of options in states, of which one option is better than all others."""
        self.aside_ties: int = 0
        self.asides_opened: int = 0
        self.by_residues: int = 0
        """Ties that residues prove; the others are of numbers known exactly."""
        self.throws: int = 0
        """Payoffs of throws that were looked at."""
        self._closest, self._one = Closest(most), found.one
        if self.rules.last_turn and self.rules.players == 2:
            self._settle_last_turn()

    @property
    def undecided(self) -> int:
        """Decisions for which there is no proof."""
        mine = self.opened + self.asides_opened + len(self.left)
        return mine + (self.witness.undecided if self.witness else 0)

    def proof(self) -> Proof:
        """How all that is decided is proved, ties included."""
        proof = Proof("enclosure", bits=self.found.bits)
        if self.by_residues:
            return self.by_primes(proof)
        return replace(proof, ties="equality") if self.ties + self.aside_ties else proof

    def by_primes(self, proof: Proof) -> Proof:
        """``proof`` with ties by residues, and the chance that some tie is none."""
        below = max(self.found.turns.denominators)
        chance = error_chance(math.ceil((self.throws + 2) * math.log2(2 * below)) + 1)
        return replace(proof, ties="primes", primes=PRIMES, error_chance=chance)

    def add(self, turn: Bounds) -> None:
        """Compare the bounds of all payoffs of a turn."""
        if self.only is not None and turn.scores not in self.only:
            return
        if not self.postpones:
            self._add(turn)
            if self.witness:
                self.witness.add(turn)
            return
        seen = self._afresh()
        seen._closest.limit = self._closest.limit
        seen._add(turn)
        if seen.undecided or (self.witness and self.witness.add(turn) is False):
            self.left.append(turn.scores)
        else:
            self.take(seen)

    def _add(self, turn: Bounds) -> None:
        self._bank_or_throw(turn)
        if self.found.turns.chooses:
            self._options(turn)

    # --- bank or throw ------------------------------------------------------------------------

    def _bank_or_throw(self, turn: Bounds) -> None:
        rules, scores, limit = self.rules, turn.scores, self._closest.limit
        if not 0 <= turn.own - rules.begin < rules.span:  # calls are those of one player
            limit = -1
        low, high = turn.lows, turn.high.payoffs
        bank_low, bank_high = turn.bank_lows, turn.bank_high
        choosing, decided = turn.choosing(rules), 0
        unclear: list[tuple[int, int, bool]] = []
        for place, s, mode in choosing:
            least, most = low[place] - bank_high[s], high[place] - bank_low[s]
            if least > 0:
                decided += 1
                if least <= limit:
                    self._closest.add((*scores, s - turn.own, mode), True, least, most)
                    limit = self._closest.limit
            elif most < 0:
                decided += 1
                if -most <= limit:
                    self._closest.add((*scores, s - turn.own, mode), False, -most, -least)
                    limit = self._closest.limit
            else:
                unclear.append((place, s, least == most))
        self.decided += decided
        self.throws += turn.states(rules)
        if unclear or (rules.exact and all(rules.dead[score] for score in scores[1:])):
            self._unclear(turn, unclear)

    def _unclear(self, turn: Bounds, states: Sequence[tuple[int, int, bool]]) -> None:
        """Count states that bounds do not decide, and those from which nobody can win.

        Of each: its place, s, and whether both payoffs are the same point.
        """
        rules = self.rules
        nobody = all(rules.dead[score] for score in turn.scores[1:])
        never = rules.lost(turn.own) if nobody else ()
        self.never += rules.start in never
        view = View(self.found, turn, self.found.busted(turn))
        for place, s, same in states:
            if place in never:
                self.never += 1
            elif same:
                self.ties += 1
            elif view.equal([turn.low.payoffs[place], turn.bank_low[s]]):
                self.ties += 1
                self.by_residues += 1
            else:
                self.opened += 1

    @property
    def ordered(self) -> bool:
        """Whether each of the closest calls is proved to be closer than the next."""
        return self._closest.apart

    def closest(self, unit: int, modes: Sequence[Any], words: tuple[str, str]) -> tuple[Call, ...]:
        """The smallest margins between throwing and banking that are not 0, smallest first.

        ``modes`` are those that states have, ``words`` what throwing and banking are called.
        """
        throw, bank = words
        return tuple(
            Call(
                (*self.rules.points(scores), unit * t, *modes[mode]),
                *((throw, bank) if throws else (bank, throw)),
                margin,
            )
            for (*scores, t, mode), throws, margin in self._closest.ordered(self._one)
        )

    def call_as(self, other: Decisions) -> None:
        """Take the closest calls as ``other`` found them, between two decimals."""
        self._closest, self._one = other._closest, other._one

    # --- parts --------------------------------------------------------------------------------

    def part(self, found: Enclosure) -> Decisions:
        """One that has seen nothing yet."""
        mine = self._afresh()
        mine.found, mine.witness = found, self.witness and self.witness.part(found)
        return mine

    def _afresh(self) -> Decisions:
        """One that has seen nothing yet, and shows nothing to anybody."""
        mine = copy(self)
        mine._closest, mine.left, mine.witness = Closest(self.most), [], None
        for name in _COUNTS:
            setattr(mine, name, 0)
        return mine

    def take(self, other: Decisions, shift: int = 0) -> None:
        """Take over what another one has seen, in numbers of so many bits less."""
        for name in _COUNTS:
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self._closest.take(other._closest, shift)
        self.left += other.left
        if self.witness and other.witness:
            self.witness.take(other.witness)

    def tie(self, states: int, asides: int) -> None:
        """Take so many of the open decisions for ties."""
        self.opened, self.ties = self.opened - states, self.ties + states
        self.asides_opened -= asides
        self.asides, self.aside_ties = self.asides + asides, self.aside_ties + asides

    def read(self, race: Any) -> None:
        """Take over what the compiled module has counted."""
        for name, count in zip(_COMPILED, race.found):
            setattr(self, name, getattr(self, name) + count)
        for least, state, throws, most in race.closest:
            self._closest.add(state, throws, least, most)
        if self.witness:
            self.witness.read(race)

    # --- which option to take -----------------------------------------------------------------

    def _options(self, turn: Bounds) -> None:
        reached = self.rules.reached_from(turn.own)
        view = View(self.found, turn, self.found.busted(turn))
        for s in range(turn.own, min(turn.top, turn.own + len(reached))):
            for decided, ties, opened in self._set_asides(view, s, reached[s - turn.own]):
                self.asides += decided + ties
                self.aside_ties += ties
                self.asides_opened += opened

    def _set_asides(
        self, view: View, s: int, modes: Sequence[int]
    ) -> Iterator[tuple[int, int, int]]:
        """How many of the sets of some modes are decided, ties and open, by the sets' size."""
        window = view.window(s)
        turn, turns = view.turn, self.found.turns
        level = turns.whole if turn.opp is None else turns.level(s - turn.own, turn.own)
        for wave in level.waves:
            if wave.chooses:
                lows, highs, packed = view.low[window], view.high[window], view.packed[window]
                largest = wave.largest(lows)
                for sets in wave.sets:
                    if len(sets.read) > 1:
                        best = sets.best(largest)
                        yield self._set_aside(view, s, wave, sets, modes, lows, highs, packed, best)

    def _set_aside(
        self,
        view: View,
        s: int,
        wave: Wave,
        sets: Sets,
        modes: Sequence[int],
        lows: Sequence[int],
        highs: Sequence[int],
        packed: Sequence[int],
        least: Sequence[int],
    ) -> tuple[int, int, int]:
        """The same of sets of one size; ``least`` has lower bounds of what they are worth."""
        one = self.found.one
        # How many options of each set may be the best: True counts 1.
        best = _sums([map(ge, read(highs), least) for read in sets.read])
        if len(modes) == self.rules.modes:
            total, clear = len(best), best.count(1)
            places = [] if clear == total else [n for n in range(total) if best[n] > 1]
        else:
            wanted = [n for n, thrown in enumerate(sets.thrown) if thrown in modes]
            total, places = len(wanted), [n for n in wanted if best[n] > 1]
        ties = opened = 0
        overlapping = len(places)
        if one in least and places:  # most ties by far are between options that win at once
            won = _sums([map(eq, read(lows), least) for read in sets.read])
            places = [n for n in places if least[n] != one or won[n] != best[n]]
            ties = overlapping - len(places)
        for n in places:
            options = [wave.place(*option) for option in sets.options[n]]
            rivals = [place for place in options if highs[place] >= least[n]]
            ends = {end for place in rivals for end in (lows[place], highs[place])}
            base = (s - view.turn.own) * self.rules.modes
            if len(ends) == 1 or view.bank_alike([base + place for place in rivals]):
                ties += 1
            elif view.equal([packed[place] for place in rivals]):
                ties += 1
                self.by_residues += 1
            else:
                opened += 1
        return total - overlapping, ties, opened

    def _settle_last_turn(self) -> None:
        """What is open in a last turn must be a tie, too, for residues to mean anything."""
        if self.rules.tie == "play_on" and not self.found.carries:  # nothing hangs on it
            return
        if self.found.bits < BITS:  # chances there are far smaller than those of the race
            sharp = Enclosure(self.rules, BITS, None, Nothing())
            sharp.asked = self.found.asked
            seen = Decisions(sharp)
            self.throws, self.asides_opened = seen.throws, seen.asides_opened
            return
        chase = self.found.chase
        self.asides_opened += self._opened(chase, 0, self.rules.tie != "first", chase.top - 1)
        if self.found.after_a_tie and self.found.carries:
            self.asides_opened += self._opened(*self.found.after_a_tie, True)
            self.throws += chase.top * self.rules.modes + 1  # without a tie, and what one is worth

    def _opened(self, turn: Bounds, x: int, banks: bool, first: int = 0) -> int:
        """How much is open in a turn that has no scores; one ``banks`` from ``first`` on."""
        view, every = View(self.found, turn, x), range(self.rules.modes)
        self.throws += turn.top * self.rules.modes
        opened = 0
        for s in range(turn.top if self.found.turns.chooses else 0):
            opened += sum(more for *_, more in self._set_asides(view, s, every))
        for s in range(first if banks else turn.top, turn.top):
            high, packed = turn.bank_high[s], turn.bank_low[s]
            for n in every:
                place = s * self.rules.modes + n
                if self.rules.may_bank[n] and turn.low.payoffs[place] is not None:
                    ends = turn.low.payoffs[place] >> view.shift, turn.high.payoffs[place]
                    apart = ends[0] > high or ends[1] < packed >> view.shift
                    same = ends[0] == ends[1] == high == packed >> view.shift
                    equal = apart or same or view.equal([turn.low.payoffs[place], packed])
                    opened += not (equal or place == self.rules.start)
        return opened


def _sums(columns: Sequence[Iterable[int]]) -> list[int]:
    """The sums of numbers that stand at the same place."""
    return list(reduce(partial(map, add), columns))


class View:
    """A turn as it is judged: its bounds as plain numbers, and its residues."""

    turn: Bounds

    def __init__(self, found: Enclosure, turn: Bounds, x: int) -> None:
        self.turn, self._found, self._x = turn, found, x
        self.shift: int = found.residues.shift
        self.packed: Sequence[Any] = turn.low.best
        self.high: Sequence[Any] = turn.high.best

    @cached_property
    def low(self) -> Sequence[Any]:
        """U(s, m) at the places of the turn."""
        return unpacked(self.packed, self.shift)

    def window(self, s: int) -> slice:
        """Where U stands from s on, as far as a throw leads."""
        base = (s - self.turn.own) * self._found.rules.modes
        return slice(base, base + self._found.turns.width)

    def bank_alike(self, places: Collection[int]) -> bool:
        """Whether one does best to bank at all of some places, and the same score."""
        turn, modes = self.turn, self._found.rules.modes
        s, *others = {turn.own + place // modes for place in places}
        same = turn.opp is not None and not others
        return same and all(self._banks(place, s) for place in places)

    def _banks(self, place: int, s: int) -> bool:
        rules, turn, n = self._found.rules, self.turn, place % self._found.rules.modes
        if s >= turn.top:
            return ends_by_banking(rules)
        throws = rules.choices[n] is not None and turn.may_throw(place, s)
        return rules.may_bank[n] and s >= rules.first(turn.own) and not throws

    def equal(self, packed: Sequence[int]) -> bool:
        """Whether numbers whose residues are known are the same modulo the primes."""
        found = self._found
        return found.carries and len({found.residues.at(one, self._x) for one in packed}) == 1
