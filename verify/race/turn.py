"""One turn, over any kind of number: what best play of it pays, or what given decisions pay.

With h(t) what banking t units leads to, x what a bust pays, w a wipe, and D the common denominator
of a mode,

    c(t, m) = [ p_bust x + p_wipe w + sum over sets p max over (g, l) of U(t + g, l) ] / D,
    U(t, m) = max(h(t), c(t, m))      where one may do both, else what one must do.

All of it is a sum of positive multiples and a maximum: with numbers rounded down it is a lower
bound, with numbers rounded up an upper one; with decisions given, residues modulo a prime and
fractions are exact. :mod:`..kernels.turn` is the compiled twin of :class:`Plain`, with the same
integers bit for bit.
"""

from __future__ import annotations

import math
from array import array
from collections import defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from operator import mul
from random import Random
from typing import Any, NamedTuple

from pigcore.games.errors import RuleError
from pigcore.games.margins import ALIKE
from pigcore.games.turn import Turn as Given
from pigcore.games.turn import no_garbage

from ..kernels import FIRST_BITS, WIDE_BITS, compiled

__all__ = [
    "Ceiling", "Exact", "Floats", "Floor", "Frame", "Judged", "Modular", "Plain", "Plan", "Turn",
    "Values", "engine", "forward", "possible", "turn",
]  # fmt: skip


Options = tuple[tuple[int, int], ...]
"""What may be chosen after a throw: (units, mode afterwards), each pair once."""


# --- tables of a turn -----------------------------------------------------------------------------


class Turn:
    """A player's turn in integers; gains of ``most`` units and more are one."""

    @no_garbage()
    def __init__(self, turn: Given, unit: int, most: int, *, drops: bool) -> None:
        self.modes: int = len(turn.modes)
        self.start: int = turn.start
        self.may: list[bool] = [mode.may_bank for mode in turn.modes]
        self.below: list[int] = []
        """The common denominator of all chances of a mode; 0 without a throw."""
        self.busts: list[int] = []
        self.wipes: list[int] = []
        self.rows: list[list[tuple[int, int]]] = []
        """For each mode (set, weight) in pairs."""
        number: dict[Options, int] = {}
        for mode in turn.modes:
            throw, sets = mode.throw, dict[Options, int]()
            chances = [throw.bust, throw.wipe, *(p for p, _ in throw.outcomes)] if throw else []
            below = math.lcm(*(p.denominator for p in chances)) if throw else 0
            for p, options in throw.outcomes if throw else ():
                key = tuple(sorted({(min(o.gain // unit, most), o.mode) for o in options}))
                if drops:  # of the options that lead to a mode that of most units is never worse
                    key = tuple(sorted({m: (g, m) for g, m in key}.values()))
                sets[key] = sets.get(key, 0) + int(p * below)
            self.below.append(below)
            self.busts.append(int(throw.bust * below) if throw else 0)
            self.wipes.append(int(throw.wipe * below) if throw else 0)
            self.rows.append([(number.setdefault(s, len(number)), w) for s, w in sets.items()])
        self.sets: list[Options] = [*number]
        self.places: list[list[int]] = [[g * self.modes + m for g, m in s] for s in self.sets]
        self.several: list[int] = [k for k, s in enumerate(self.sets) if len(s) > 1]
        """The sets of more than one option."""
        self.most: int = max((g for s in self.sets for g, _ in s), default=1)
        self.order: list[int] = []
        """The modes, each after those that it leads to without gain."""
        self._sort()

    def _sort(self) -> None:
        free = [{m for k, _ in row for g, m in self.sets[k] if not g} for row in self.rows]
        placed = [False] * self.modes
        while len(self.order) < self.modes:
            ready = [n for n, to in enumerate(free) if not placed[n] and all(placed[m] for m in to)]
            if not ready:
                raise RuleError("options that gain nothing lead round in a circle")
            for n in ready:
                placed[n] = True
            self.order += ready

    def reached(self, most: int) -> bytearray:
        """Whether a turn can have t units in mode n, at [t * modes + n], for t < most."""
        found = bytearray(most * self.modes)
        found[self.start] = 1
        steps = [[*{o for k, _ in row for o in self.places[k]}] for row in self.rows]
        for base in range(0, len(found), self.modes):
            for n in reversed(self.order):
                for to in steps[n] if found[base + n] else ():
                    if base + to < len(found):
                        found[base + to] = 1
        return found

    @cached_property
    def arrays(self) -> dict[str, array[Any]]:
        """The same for the compiled module."""
        singles: list[list[int]] = [[0], [], []]
        multis: list[list[int]] = [[0], [], []]
        place = {k: n for n, k in enumerate(self.several)}
        for row in self.rows:
            for k, weight in row:
                ends, what, weights = multis if k in place else singles
                what.append(place[k] if k in place else self.places[k][0])
                weights.append(weight)
            singles[0].append(len(singles[1]))
            multis[0].append(len(multis[1]))
        options = [self.places[k] for k in self.several]
        ends = [0]
        for one in options:
            ends.append(ends[-1] + len(one))
        return {
            "order": array("q", self.order),
            "may": array("q", self.may),
            "below": array("Q", self.below),
            "busts": array("Q", self.busts),
            "wipes": array("Q", self.wipes),
            "single_ends": array("q", singles[0]),
            "single_places": array("q", singles[1]),
            "single_weights": array("Q", singles[2]),
            "set_ends": array("q", multis[0]),
            "set_numbers": array("q", multis[1]),
            "set_weights": array("Q", multis[2]),
            "option_ends": array("q", ends),
            "options": array("q", [o for one in options for o in one]),
        }

    @property
    def obliges(self) -> bool:
        """Whether some mode has a throw and may not bank."""
        return any(below and not may for below, may in zip(self.below, self.may))

    @property
    def is_small(self) -> bool:
        """Whether the chances fit in the compiled module."""
        return max(self.below) < 1 << 63


class Frame(NamedTuple):
    """One turn: where banking t units leads for t <= T + most, and what one may do."""

    turn: Turn
    T: int
    """Who has so many units banks; where ``capped``, only the model says so."""
    first: int
    """The fewest units that may be banked in a mode that allows it."""
    still: int
    """The same of a mode with nothing to throw; with fewer, that is a bust."""
    bust: int
    wipe: int
    pieces: tuple[tuple[int, int, int], ...]
    """(how many, the first place, the step)"""
    capped: bool
    throws: bool
    """Whether the first throw is compulsory."""
    own: int
    """The mover's score, in units above the floor."""

    def banks(self) -> list[int]:
        """The places that banking leads to."""
        return [at + step * k for count, at, step in self.pieces for k in range(count)]

    def choosing(self, counted: Sequence[int]) -> list[int]:
        """The states that are counted in which one may bank or throw."""
        rules = self.turn
        modes = [n for n in range(rules.modes) if rules.may[n] and rules.below[n]]
        places = {t * rules.modes + n for t in range(self.first, self.T) for n in modes}
        places = places - {rules.start} if self.throws else places | {rules.start}
        return [k for k in sorted(places) if counted[k]]

    def numbers(self) -> array[int]:
        """The same for the compiled module."""
        flat = [k for piece in self.pieces for k in piece]
        return array(
            "q",
            (self.T, self.first, self.still, self.bust, self.wipe, self.capped, self.throws,
             len(self.pieces), *flat),
        )  # fmt: skip


# --- kinds of numbers -----------------------------------------------------------------------------


class Floor:
    """Whole numbers in units of 1 / ``one``, rounded down."""

    most: Any = staticmethod(max)
    one: Any

    def __init__(self, one: int) -> None:
        self.one = one

    def mean(self, total: Any, below: int) -> Any:
        """A sum over its denominator."""
        return total // below

    def normal(self, number: Any) -> Any:
        """A number written in the one way in which only 0 is 0."""
        return number

    def beyond(self, turn: Turn, mode: int, hold: Any, bust: Any, key: Any = None) -> Any:
        """At least what a state is worth of which nothing is followed."""
        if turn.may[mode] or not turn.below[mode]:
            return hold
        return self.mean(turn.busts[mode] * bust, turn.below[mode])


class Ceiling(Floor):
    """The same rounded up."""

    def mean(self, total: Any, below: int) -> Any:
        """A sum over its denominator."""
        return -(-total // below)

    def beyond(self, turn: Turn, mode: int, hold: Any, bust: Any, key: Any = None) -> Any:
        """At most that: who throws wins, unless he busts."""
        below, busts = turn.below[mode], turn.busts[mode]
        if not below:
            return hold
        found = self.mean((below - busts) * self.one + busts * bust, below)
        return max(found, hold) if turn.may[mode] else found


class Floats(Floor):
    """Numbers of double precision; nothing that is proved rests on them."""

    def __init__(self) -> None:
        super().__init__(1)

    def mean(self, total: Any, below: int) -> Any:
        """A sum over its denominator."""
        return total / below


class Exact(Floats):
    """Fractions."""

    def mean(self, total: Any, below: int) -> Any:
        """A sum over its denominator."""
        return Fraction(total) / below


class Modular(Floor):
    """Residues modulo a prime, or a product of primes."""

    def __init__(self, modulus: int) -> None:
        super().__init__(1)
        self.modulus = modulus
        self._inverse: dict[int, int] = {}

    def mean(self, total: Any, below: int) -> Any:
        """A sum over its denominator; ValueError where that is 0."""
        inverse = self._inverse.get(below)
        if inverse is None:
            inverse = self._inverse[below] = pow(below, -1, self.modulus)
        return total * inverse % self.modulus

    def normal(self, number: Any) -> Any:
        """The residue from 0 on."""
        return number % self.modulus

    def beyond(self, turn: Turn, mode: int, hold: Any, bust: Any, key: Any = None) -> Any:
        """Some multiple of what follows: what is equal for all of them is so for the right one."""
        if turn.may[mode] or not turn.below[mode]:
            return hold
        any_of = Random(f"{self.modulus} {key}").randrange
        return (any_of(self.modulus) * hold + any_of(self.modulus) * bust) % self.modulus


# --- the turn -------------------------------------------------------------------------------------


class Plan(NamedTuple):
    """What a mover does: 1 to throw at [t * modes + mode], and the number of the option that he
    takes at [t * sets + set], sets of several options alone.
    """

    throws: bytes
    picks: Sequence[int]


def turn(
    kind: Any, frame: Frame, see: Any, plan: Plan | None = None
) -> tuple[list[Any], list[Any]]:
    """What each state is worth, and throwing in it; by a plan, or at best."""
    rules, T = frame.turn, frame.T
    M, start, may, below, first = rules.modes, rules.start, rules.may, rules.below, frame.first
    hold, bust = [see[k] for k in frame.banks()], see[frame.bust]
    best = [h for h in hold for _ in range(M)] if M > 1 else hold[:]
    for t in range(T, len(hold)) if frame.capped else ():
        for n in range(M):
            if not (plan and may[n]):  # by a plan one banks
                key = frame.bust, frame.pieces, t, n
                best[t * M + n] = kind.beyond(rules, n, hold[t], bust, key)
    throw: list[Any] = [None] * (T * M)
    wipe, most, mean = see[frame.wipe], kind.most, kind.mean
    lost = [b * bust + w * wipe if w else b * bust for b, w in zip(rules.busts, rules.wipes)]
    weights = [[w for _, w in row] for row in rules.rows]
    numbers = [[k for k, _ in row] for row in rules.rows]
    choice, several = {k: j for j, k in enumerate(rules.several)}, len(rules.several)
    worth: list[Any] = [None] * len(rules.sets)
    for t in range(T - 1, -1, -1):
        base, known = t * M, set[int]()
        for n in rules.order:
            if not below[n]:
                best[base + n] = hold[t] if t >= frame.still else bust
                continue
            for k in numbers[n]:
                if k in known:
                    continue
                known.add(k)
                places = rules.places[k]
                if len(places) == 1:
                    worth[k] = best[base + places[0]]
                elif plan:
                    worth[k] = best[base + places[plan.picks[t * several + choice[k]]]]
                else:
                    worth[k] = most([best[base + o] for o in places])
            c = throw[base + n] = mean(
                sum(map(mul, weights[n], [worth[k] for k in numbers[n]])) + lost[n], below[n]
            )
            if frame.throws if not base and n == start else not (may[n] and t >= first):
                best[base + n] = c
            elif plan:
                best[base + n] = c if plan.throws[base + n] else hold[t]
            else:
                best[base + n] = most(hold[t], c)
    return best, throw


class _Some(Floor):
    """Whether luck can lead there."""

    def __init__(self) -> None:
        super().__init__(1)

    def mean(self, total: Any, below: int) -> bool:
        """Whether any outcome does."""
        return bool(total > 0)

    def beyond(self, turn: Turn, mode: int, hold: Any, bust: Any, key: Any = None) -> Any:
        """As banking does."""
        return hold


def possible(frame: Frame, to: Mapping[int, Any]) -> tuple[list[Any], list[Any]]:
    """From which states luck and some choices lead to places that are marked."""
    return turn(_Some(), frame, defaultdict(bool, to))


def forward(kind: Any, frame: Frame, plan: Plan, beyond: int | None = None) -> dict[int, Any]:
    """The chances of all places that a turn by a plan leads to, rounded or not.

    What is banked where nothing is followed leads to ``beyond``, if there is such a place.
    """
    rules, M, T = frame.turn, frame.turn.modes, frame.T
    chances: dict[int, Any] = {rules.start: kind.one}
    found: dict[int, Any] = {}
    choice = {k: j for j, k in enumerate(rules.several)}
    turned = rules.order[::-1]

    def leads(to: int, chance: Any) -> None:
        found[to] = kind.normal(found.get(to, 0) + chance)

    for t, bank in enumerate(frame.banks()):
        base = t * M
        for n in turned:
            chance = chances.pop(base + n, 0)
            if not chance:
                continue
            below = rules.below[n]
            begins = not base and n == rules.start
            may = not frame.throws if begins else rules.may[n] and t >= frame.first
            if t >= T:
                if frame.capped and beyond is not None:
                    leads(beyond, chance)
                elif not frame.capped or rules.may[n] or not below:
                    leads(bank, chance)
                else:
                    key = frame.bust, frame.pieces, t, n
                    leads(bank, chance * kind.beyond(rules, n, 1, 0, key))
                    leads(frame.bust, chance * kind.beyond(rules, n, 0, 1, key))
                continue
            if below and may and not plan.throws[base + n]:
                leads(bank, chance)
                continue
            if not below:
                leads(bank if t >= frame.still else frame.bust, chance)
                continue
            for to, weight in (frame.bust, rules.busts[n]), (frame.wipe, rules.wipes[n]):
                if weight:
                    leads(to, kind.mean(chance * weight, below))
            for k, weight in rules.rows[n]:
                places = rules.places[k]
                pick = plan.picks[t * len(choice) + choice[k]] if k in choice else 0
                to = base + places[pick]
                chances[to] = chances.get(to, 0) + kind.mean(chance * weight, below)
    return found


# --- one record -----------------------------------------------------------------------------------


class Judged(NamedTuple):
    """What the bounds of one turn decide; options are counted where a turn comes to."""

    throws: int
    banks: int
    same: int
    """States in which both bounds of both actions are one number."""
    asides: int
    """Sets of options of which one is the best, or several are the same number."""
    asides_same: int
    open: list[tuple[int, int]]
    """(place of the state, -1), or with the number of the set."""
    close: list[tuple[int, bool, int, int]]
    """(place, whether throwing is better, bounds of the margin) of margins within a limit."""
    own: tuple[int, int, int, int]
    """Of the decisions of doubles: right, wrong, and both of those that are disputed."""


class Plain:
    """Turns of one player in whole numbers with so many bits after the point, one at a time."""

    def __init__(self, rules: Turn, bits: int) -> None:
        self.bits: int = bits
        self.one: int = 1 << bits
        self._kinds: list[Any] = [Floor(self.one), Ceiling(self.one), Floats()]
        self._found: list[Any] = [None, None, None]
        self._hold: list[Any] = [None, None, None]
        self.frame: Any = None
        self.plan: Any = None

    def load(self, frame: Frame) -> None:
        """The turn that is looked at."""
        self.frame = frame

    def turn(self, side: int, values: Any) -> Any:
        """What the turn is worth: rounded down (side 0), up (1), or in doubles (2)."""
        frame, see = self.frame, values if values.wide else values.numbers
        self._found[side] = turn(self._kinds[side], frame, see)
        self._hold[side] = [see[k] for k in frame.banks()[: frame.T + 1]]
        return self._found[side][0][frame.turn.start]

    def follow(self, side: int, values: Any) -> Any:
        """What the turn is worth by the plan."""
        see = values if values.wide else values.numbers
        return turn(self._kinds[side], self.frame, see, self.plan)[0][self.frame.turn.start]

    def chance(self, place: int) -> Fraction:
        """How likely the turn leads to a place by the plan."""
        found = turn(self._kinds[0], self.frame, defaultdict(int, {place: self.one}), self.plan)
        return Fraction(found[0][self.frame.turn.start], self.one)

    def decide(self, side: int, tied: float = 0) -> None:
        """Make a plan of what looks best: of what is ``tied`` to bank, and the first option."""
        frame, rules = self.frame, self.frame.turn
        (best, throw), hold = self._found[side], self._hold[side]
        M = rules.modes
        throws = bytes([c is not None and c > hold[k // M] + tied for k, c in enumerate(throw)])
        picks = []
        for t in range(frame.T if rules.several else 0):
            for k in rules.several:
                worths = [best[t * M + o] for o in rules.places[k]]
                pick = 0
                for j, worth in enumerate(worths):
                    pick = j if worth > worths[pick] + tied else pick
                picks.append(pick)
        self.plan = Plan(throws, picks)

    def judge(self, counted: bytes, limit: int, tied: float, disputed: float) -> Judged:
        """Compare the bounds of banking and throwing, and of options."""
        rules, M = self.frame.turn, self.frame.turn.modes
        (lows, low), (highs, high), doubles = self._found
        (hold_low, hold_high, hold), own = self._hold, [0, 0, 0, 0]
        throws = banks = same = asides = asides_same = 0
        left, close = list[tuple[int, int]](), list[tuple[int, bool, int, int]]()
        for k in self.frame.choosing(counted):
            t = k // M
            least, most = low[k] - hold_high[t], high[k] - hold_low[t]
            if least > 0 or most < 0:
                throws, banks = throws + (least > 0), banks + (most < 0)
                if min(abs(least), abs(most)) <= limit:
                    close.append((k, least > 0, *((least, most) if least > 0 else (-most, -least))))
                if doubles:
                    margin = doubles[1][k] - hold[t]
                    throw = margin > 0 and not margin <= min(tied, ALIKE * hold[t])
                    near = abs(margin) < disputed
                    own[2 * near + (throw != (least > 0))] += 1
            elif least == most:
                same += 1
            else:
                left.append((k, -1))
        number = {k: j for j, k in enumerate(rules.several)}
        for t in range(self.frame.T if number else 0):
            for n in range(M):
                for k, _ in rules.rows[n] if counted[t * M + n] else ():
                    if k in number:
                        places = [t * M + o for o in rules.places[k]]
                        least = max([lows[o] for o in places])
                        may = [o for o in places if highs[o] >= least]
                        alike = len(may) > 1
                        if alike and len({z[o] for z in (lows, highs) for o in may}) > 1:
                            left.append((t * M + n, number[k]))
                        else:
                            asides, asides_same = asides + 1, asides_same + alike
        return Judged(
            throws, banks, same, asides, asides_same, left, close, (own[0], own[1], own[2], own[3])
        )

    def doubles_at(self, place: int) -> float:
        """What a state is worth in doubles."""
        return float(self._found[2][0][place])

    def bounds(self, place: int) -> tuple[tuple[int, int], tuple[int, int]]:
        """Bounds of throwing in a state, and of what the state is worth."""
        (lows, low), (highs, high), _ = self._found
        c = (low[place], high[place]) if place < len(low) and low[place] is not None else (0, 0)
        return c, (lows[place], highs[place])

    def letters(self) -> tuple[bytes, list[int]]:
        """t, b or e at [t * modes + mode], and of sets which options may be the best, as bits."""
        rules, M = self.frame.turn, self.frame.turn.modes
        (lows, low), (highs, high), _ = self._found
        hold_low, hold_high, _ = self._hold
        said = bytearray(b"t" * len(low))
        for k, c in enumerate(low):
            if c is not None and c <= hold_high[k // M]:
                said[k] = ord("b" if hold_low[k // M] > high[k] else "e")
        marks = []
        for t in range(self.frame.T if rules.several else 0):
            for k in rules.several:
                places = [t * M + o for o in rules.places[k]]
                least = max([lows[o] for o in places])
                marks.append(sum((highs[o] >= least) << j for j, o in enumerate(places)))
        return bytes(said), marks


class Values:
    """A number for each place."""

    def __init__(self, size: int, bits: int, *, small: bool) -> None:
        self.wide: bool = bits == WIDE_BITS and small
        """Whether a number takes two words."""
        kind = "Q" if bits else "d"
        words = bytes(8 * size * (1 + self.wide))
        self.numbers: Any = array(kind, words) if small else [0] * size

    def __getitem__(self, place: int) -> Any:
        if self.wide:
            return int(self.numbers[2 * place] | self.numbers[2 * place + 1] << 64)
        return self.numbers[place]

    def __setitem__(self, place: int, number: float) -> None:
        if self.wide:
            self.numbers[2 * place + 1], self.numbers[2 * place] = divmod(number, 1 << 64)
        else:
            self.numbers[place] = number


def engine(rules: Turn, bits: int) -> Any:
    """The compiled twin of a turn with so many bits, or plain Python where there is none."""
    name = {FIRST_BITS: "turn", WIDE_BITS: "wide.turn"}.get(bits)
    module = compiled(name) if name and rules.is_small else None
    return Plain(rules, bits) if module is None else module.Twin(
        rules.modes, rules.start, rules.most, rules.arrays
    )  # fmt: skip
