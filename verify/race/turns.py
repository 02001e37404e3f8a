"""A turn of a race, from the last score that it can come to back to its start.

With s the banked score plus the units of the turn, m the mode, h(s) what banking pays, x what a
bust pays and w what a wipe pays,

    c(s, m) = p_bust(m) x + p_wipe(m) w + sum over sets of options p max over (g, l) of U(s + g, l),
    U(s, m) = max(h(s), c(s, m))      where one may do both, else what one must do,

and x in a mode in which there is nothing to throw and one may not bank. From the goal on U is 1, or
x past a goal that must be hit; with a last turn it is h(s) where one need not throw on.

Everything is a sum of positive multiples of larger scores and a maximum of them, so the same few
lines serve numbers rounded down, rounded up, double precision, fractions, and *packed* numbers: a
number in the high bits of an integer with something linear that rides along in the low ones. The
larger of two packed numbers is that of the larger number, so what rides along follows the better
choice.

Options without gain lead to modes of lower rank at the same score, so modes of one rank are
evaluated together: a :class:`Wave`. Nearly all the time goes into the maxima. Sets share options,
so the maximum of a set is that of a smaller one and of one option more, wherever there is such a
smaller one: :class:`Maxima`. Where nothing is ever chosen, options are read off U itself.

Where a turn is one roll that is thrown again and again, U is a list by score, and the gains of a
die weigh the same, so that their sum at s is the sum at s + 1 with one term more and one less.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cached_property
from itertools import groupby
from operator import gt, itemgetter, mul
from typing import Any, NamedTuple

from ..algebra.arithmetic import Arithmetic
from .rules import Options, Rules

__all__ = [
    "Ends", "Level", "Maxima", "Rounding", "Sets", "Turn", "Turns", "Wave", "as_is", "follow",
]  # fmt: skip

Option = tuple[int, int]
Read = Callable[[Sequence[Any]], Sequence[Any]]
Ends = tuple[Any, Any, list[tuple[int, Any]]]
"""Chances that a turn is handed over at its own score, that it wipes, and of each other score."""


class Turn:
    """One turn evaluated; s from ``own`` to the last score at which one throws."""

    own: int
    modes: int

    def __init__(self, own: int, modes: int, payoffs: Sequence[Any], best: Sequence[Any]) -> None:
        self.own, self.modes = own, modes
        self.payoffs: Sequence[Any] = payoffs
        """c(s, m) at [(s - own) modes + m]; None where there is no throw or nothing leads there."""
        self.best: Sequence[Any] = best
        """U(s, m) at the same places, also of all scores that a throw can lead to."""

    @cached_property
    def throws(self) -> Sequence[Sequence[Any]]:
        """c(s, m) at [s - own][m]."""
        count, payoffs = self.modes, self.payoffs
        return [payoffs[base : base + count] for base in range(0, len(payoffs), count)]


class Sets(NamedTuple):
    """All sets of so many options, with a way to read them off a window of U from s on."""

    options: Sequence[Options]
    thrown: Sequence[int]
    """In which mode each was thrown, rising."""
    read: Sequence[Read]
    """The first option of every set, the second of every set, …"""
    best: Read
    """Reads the maxima of these sets off those of all (:meth:`Wave.largest`)."""


class Maxima(NamedTuple):
    """The maxima of sets of so many options: each of a set of one option fewer, and of one more."""

    smaller: Read
    """Reads those of the smaller sets off the maxima before."""
    option: Read
    """Reads the options off a window of U from s on."""


class Wave:
    """Modes that are evaluated together.

    Parameters
    ----------
    rules : Rules
    modes : sequence of int
        Rising; none leads to another one without gain.
    """

    def __init__(self, rules: Rules, modes: Sequence[int]) -> None:
        self.rules: Rules = rules
        self.modes: Sequence[int] = modes
        self.whole: bool = len(modes) == rules.modes
        """Whether these are all modes there are."""
        self.obliged: list[int] = [k for k, n in enumerate(modes) if not rules.may_bank[n]]
        """Where those stand that must be thrown."""

    # The rest is for who evaluates them in Python.

    @cached_property
    def chooses(self) -> bool:
        """Whether some throw leaves a choice."""
        return any(len(options) > 1 for n in self.modes for options in self.rules.serious[n] or ())

    @cached_property
    def sets(self) -> list[Sets]:
        """The sets by size, where some throw leaves a choice."""
        by_size: dict[int, list[tuple[int, Options]]] = {}
        for n in self.modes if self.chooses else ():
            for options in self.rules.serious[n] or ():
                by_size.setdefault(len(options), []).append((n, options))
        return [self._sets(by_size[size]) for size in sorted(by_size)]

    @cached_property
    def _maxima(self) -> tuple[dict[frozenset[Option], int], Read, list[Maxima]]:
        return self._share({
            options for n in self.modes for options in self.rules.serious[n] or ()
        })  # fmt: skip

    @cached_property
    def _places(self) -> dict[frozenset[Option], int]:
        if self.chooses:
            return self._maxima[0]
        found = (options for n in self.modes for options in self.rules.serious[n] or ())
        return {frozenset(one): self.place(*one[0]) for one in found}

    @cached_property
    def exact(self) -> list[Any]:
        """For every mode: its place, the weights of its sets, and which they are."""
        found = []
        for n in self.modes:
            sets = self.rules.serious[n] or {}
            scoring = sorted(sets, key=len)
            read = _reader([self._places[frozenset(options)] for options in scoring])
            found.append((n, [sets[options] for options in scoring], read))
        return found

    @cached_property
    def floats(self) -> list[Any]:
        """The same with chances in double precision."""
        below = self.rules.denominators
        return [(n, [w / below[n] for w in weights], read) for n, weights, read in self.exact]

    def _sets(self, sets: list[tuple[int, Options]]) -> Sets:
        places = zip(*([self.place(*option) for option in options] for _, options in sets))
        best = _reader([self._places[frozenset(options)] for _, options in sets])
        return Sets(
            [one for _, one in sets],
            [n for n, _ in sets],
            [_reader(place) for place in places],
            best,
        )

    def place(self, units: int, mode: int) -> int:
        """Where U(s + units, mode) stands in a window that begins at s."""
        return units * self.rules.modes + mode

    def _share(
        self, sets: Collection[Options]
    ) -> tuple[dict[frozenset[Option], int], Read, list[Maxima]]:
        """Find out how the maxima of sets follow from each other, and where each is to stand.

        Each set continues the largest that is known already; what is between becomes known, too.
        """
        known: dict[frozenset[Option], list[Option]] = {frozenset(): []}
        by_first: dict[Option, list[frozenset[Option]]] = {}
        for options in sorted(sets, key=lambda one: (len(one), one)):
            whole = frozenset(options)
            parts = (one for first in options for one in by_first.get(first, ()) if one <= whole)
            part = max(parts, key=len, default=frozenset())
            for more in sorted(whole - part):
                known[part | {more}] = [*known[part], more]
                part |= {more}
                by_first.setdefault(min(part), []).append(part)
        del known[frozenset()]
        single: Read = _reader([])
        maxima = []
        places: dict[frozenset[Option], int] = {}
        start = 0
        for size in range(1, max(map(len, known)) + 1):
            new = [one for one in known if len(one) == size]
            option = _reader([self.place(*known[one][-1]) for one in new])
            if size == 1:
                single = option
            else:
                before = [places[one - {known[one][-1]}] - start for one in new]
                maxima.append(Maxima(_reader(before), option))
            start = len(places)
            places |= {one: start + n for n, one in enumerate(new)}
        return places, single, maxima

    def largest(self, window: Sequence[Any]) -> Sequence[Any]:
        """The maxima of all sets, and of those between them, over a window of U."""
        if not self.chooses:
            return window
        _, single, maxima = self._maxima
        level: Sequence[Any] = single(window)
        found = [*level]
        for smaller, option in maxima:
            level = [a if a > b else b for a, b in zip(smaller(level), option(window))]
            found += level
        return found


class Level(NamedTuple):
    """The modes that a turn can be in with so many units."""

    still: Sequence[int]
    """Those with nothing to throw."""
    waves: Sequence[Wave]
    """The others, in the order in which they are evaluated."""


class Rounding:
    """Makes c(s, m) of the sum of all payoffs times their weights, given m: rounded down or up."""

    def __init__(self, denominators: Sequence[int], *, up: bool) -> None:
        self._below = denominators
        self.more: list[int] = [below - 1 if up else 0 for below in denominators]
        """What is added before a sum is divided."""

    def __call__(self, total: int, n: int) -> int:
        return (total + self.more[n]) // self._below[n]


def as_is(total: Any, n: int) -> Any:
    """Leave a sum alone whose weights are chances."""
    return total


class Turns:
    """Evaluates turns.

    Parameters
    ----------
    rules : Rules
    """

    down: Rounding
    up: Rounding

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.width: int = (rules.most + 1) * rules.modes
        """How far a throw reaches in U."""
        self.denominators: list[int] = rules.denominators
        self.down, self.up = (Rounding(rules.denominators, up=up) for up in (False, True))
        self._levels: dict[tuple[int, ...], Level] = {}
        self._waves: dict[tuple[int, ...], Wave] = {}
        self._every: Level | None = self._level(range(rules.modes)) if rules.all_modes else None
        self._run, self._others = _longest_run(rules.gains or ())
        self._ending: dict[bool, list[Any]] = {
            False: list(zip(rules.busts, rules.wipes)),
            True: [
                (bust / below, wipe / below)
                for bust, wipe, below in zip(rules.busts, rules.wipes, rules.denominators)
            ],
        }
        self._followed: dict[int, tuple[bytes, Arithmetic, Ends]] = {}

    def level(self, t: int, own: int = 0) -> Level:
        """What is evaluated with t units of a turn of who has a score."""
        reached = self.rules.reached_from(own)
        return self._every or (self._level(reached[t]) if t < len(reached) else self.whole)

    @cached_property
    def whole(self) -> Level:
        """All modes."""
        return self._level(range(self.rules.modes))

    def _level(self, modes: Collection[int]) -> Level:
        rank, key = self.rules.rank, tuple(modes)
        if key not in self._levels:
            still = [n for n in modes if self.rules.choices[n] is None]
            thrown = sorted(set(modes).difference(still), key=lambda n: (rank[n], n))
            waves = [self._wave(tuple(one)) for _, one in groupby(thrown, lambda n: rank[n])]
            self._levels[key] = Level(still, waves)
        return self._levels[key]

    def _wave(self, modes: tuple[int, ...]) -> Wave:
        if modes not in self._waves:
            self._waves[modes] = Wave(self.rules, modes)
        return self._waves[modes]

    @cached_property
    def chooses(self) -> bool:
        """Whether some set has several options."""
        return any(len(options) > 1 for sets in self.rules.serious for options in sets or ())

    @property
    def options(self) -> int:
        """How many options there are in all states of a turn from 0."""
        rules, sizes = self.rules, [sum(map(len, sets or ())) for sets in self.rules.serious]
        return sum(
            sizes[n] for i in rules.firsts for t in range(rules.span) for n in rules.modes_at(t, i)
        )

    def evaluate(
        self,
        own: int,
        top: int,
        banks: Sequence[Any],
        bust: Any,
        finish: Callable[[Any, int], Any],
        *,
        wipe: Any = 0,
        beyond: Callable[[int, int], Any] | None = None,
        floats: bool = False,
        first: int | None = None,
        every: bool = False,
    ) -> Turn:
        """Evaluate a turn from ``own``, in ``every`` mode or in those that it may come to.

        From ``top`` on nobody throws; ``banks`` is h(s) at [s], as far as a throw can lead,
        ``bust`` x and ``wipe`` w. ``finish`` makes c(s, m) of the sum of all payoffs times their
        weights, given m; with ``floats`` weights are chances in double precision, else whole
        numbers. ``beyond`` is U(s, m) for s >= top, if it is not h(s), and ``first`` the first
        score that may be banked, if not the one that the rules say.
        """
        rules, count, width = self.rules, self.rules.modes, self.width
        first = rules.first(own) if first is None else first
        if rules.gains is not None:
            ((p, r),) = self._ending[floats]
            return self._roll_again(own, top, banks, p * bust + r * wipe, finish, first, floats)
        ending = [p * bust + r * wipe for p, r in self._ending[floats]]
        # U is filled from its end; `base` is the place of s.
        last = top + rules.most
        best: list[Any] = [None] * ((last + 1 - own) * count)
        for s in range(top, last + 1):
            base = (s - own) * count
            if beyond is None:
                best[base : base + count] = [banks[s]] * count
            else:
                best[base : base + count] = [beyond(s, n) for n in range(count)]
        payoffs: list[Any] = [None] * ((top - own) * count)
        for s in range(top - 1, own - 1, -1):
            base = (s - own) * count
            still, waves = self.whole if every else self.level(s - own, own)
            bank = banks[s] if s >= first else None
            for n in still:
                best[base + n] = bust if bank is None or not rules.may_bank[n] else bank
            for wave in waves:
                values = wave.largest(best[base : base + width])
                weights = wave.floats if floats else wave.exact
                costs = [
                    finish(ending[n] + sum(map(mul, ways, read(values))), n)
                    for n, ways, read in weights
                ]
                now = costs
                if bank is not None:
                    now = [bank if bank > c else c for c in costs]
                    for k in wave.obliged:
                        now[k] = costs[k]
                if wave.whole:
                    payoffs[base : base + count] = costs
                    best[base : base + count] = now
                else:
                    for n, c, value in zip(wave.modes, costs, now):
                        payoffs[base + n], best[base + n] = c, value
        return Turn(own, count, payoffs, best)

    def _roll_again(
        self,
        own: int,
        top: int,
        banks: Sequence[Any],
        ending: Any,
        finish: Callable[[Any, int], Any],
        first: int,
        floats: bool,
    ) -> Turn:
        """The same where a turn is one roll."""
        best: Any = banks[: top + self.rules.most + 1]
        best[own:first] = [-1] * (first - own)  # what may not be banked
        payoffs: list[Any] = [None] * top
        below = self.denominators[0]
        if isinstance(finish, Rounding):
            others, (near, past, weight) = self._others, self._run
            ending += finish.more[0]
            run = sum(best[top + near : top + past])
            for s in range(top - 1, own - 1, -1):
                c = ending
                if weight:
                    run += best[s + near] - best[s + past]
                    c += weight * run
                for g, p in others:
                    c += p * best[s + g]
                c //= below
                payoffs[s] = c
                h = best[s]
                best[s] = h if h > c else c
        else:
            gains: Any = [(g, p / below if floats else p) for g, p in self.rules.gains or ()]
            for s in range(top - 1, own - 1, -1):
                c = ending
                for g, p in gains:
                    c += p * best[s + g]
                if finish is not as_is:
                    c = finish(c, 0)
                payoffs[s] = c
                h = best[s]
                best[s] = h if h > c else c
        return Turn(own, 1, payoffs[own:], best[own:])

    # --- how a turn ends --------------------------------------------------------------------------

    def ends(self, turn: Turn, banks: Sequence[Any], arithmetic: Arithmetic) -> Ends:
        """How a turn ends that was evaluated, where what is past its last score counts as won.

        Decisions are those of the evaluation; between equals, it banks where a turn is one roll,
        and throws where it is not.
        """
        if self.rules.gains is None:
            return self._ends(turn, banks, arithmetic)
        return self.ends_of_rolls(turn.own, self.thrown(turn, banks), arithmetic)

    def thrown(self, turn: Turn, banks: Sequence[Any]) -> bytes:
        """Whether one throws at [s - own], where a turn is one roll."""
        return bytes(map(gt, turn.payoffs, banks[turn.own : self.rules.goal]))

    def ends_of_rolls(self, own: int, throws: bytes, arithmetic: Arithmetic) -> Ends:
        """The same as :meth:`ends`, by these decisions."""
        # Against opponents whose scores are next to each other one decides alike, most often.
        known = self._followed.get(own)
        if known is None or known[0] != throws or known[1] is not arithmetic:
            known = throws, arithmetic, self._roll_ends(own, throws, arithmetic)
            self._followed[own] = known
        return known[2]

    def _roll_ends(self, own: int, throws: bytes, arithmetic: Arithmetic) -> Ends:
        """The same, computed."""
        rules, first = self.rules, self.rules.first(own)
        goal, below = rules.goal, self.denominators[0]
        reach: list[Any] = [0] * goal
        reach[own] = arithmetic.one
        bust = wipe = 0
        banked = []
        for s in range(own, goal):
            chance = reach[s]
            if not chance:
                continue
            if s > own and s >= first and not throws[s - own]:
                banked.append((s, chance))
                continue
            chance = arithmetic.share(chance, below)
            bust += rules.busts[0] * chance
            wipe += rules.wipes[0] * chance
            for g, p in rules.gains or ():
                if s + g < goal:
                    reach[s + g] += p * chance
                elif s + g > goal and rules.exact:
                    bust += p * chance
        return self._handed_over(own, bust, 0, wipe, dict(banked))

    def _ends(self, turn: Turn, banks: Sequence[Any], arithmetic: Arithmetic) -> Ends:
        own, count, below = turn.own, self.rules.modes, self.denominators

        def throws(t: int, n: int) -> bool:
            return not banks[own + t] > turn.payoffs[t * count + n]

        missing = self.rules.ends[own] - own
        if self.rules.exact or self.rules.chased(own):
            missing = len(turn.best)

        def takes(t: int, n: int, options: Options) -> Option:
            def worth(option: Option) -> tuple[Any, bool]:
                return turn.best[(t + option[0]) * count + option[1]], t + option[0] >= missing

            return max(options, key=worth)  # of equals one that wins at once

        def share(chance: Any, weight: int, n: int) -> Any:
            return weight * arithmetic.share(chance, below[n])

        sets, top = self.rules.serious, own + len(turn.payoffs) // count
        followed = follow(self.rules, own, top, sets, arithmetic.one, throws, takes, share)
        again = followed.banked.pop(own, 0)
        return self._handed_over(own, followed.bust, again, followed.wipe, followed.banked)

    def _handed_over(
        self, own: int, bust: Any, again: Any, wipe: Any, banked: dict[int, Any]
    ) -> Ends:
        """A bust counts as what is banked then, unless it leaves the score as it was."""
        back = self.rules.returns[own]
        if back == own:
            return bust + again, wipe, list(banked.items())
        if back < self.rules.goal:
            banked[back] = banked.get(back, 0) + bust
        return again, wipe, list(banked.items())


class Followed(NamedTuple):
    """How a turn ends, in parts of its chance to begin."""

    won: Any
    bust: Any
    wipe: Any
    banked: dict[int, Any]


def follow(
    rules: Rules,
    own: int,
    top: int,
    choices: Sequence[Mapping[Options, int] | None],
    one: Any,
    throws: Callable[[int, int], object],
    takes: Callable[[int, int, Options], Option],
    share: Callable[[Any, int, int], Any],
) -> Followed:
    """Follow a turn from its start, which has the chance ``one``, to all its ends below ``top``.

    ``choices`` are the sets of options of each mode. ``throws`` and ``takes`` are asked with units
    of the turn and a mode where there is a choice. ``share`` is given a chance, and the weight of
    an outcome in a mode.
    """
    first = rules.first(own)
    ahead: list[dict[int, Any]] = [{} for _ in range(top - own)]
    start = rules.start_of(own)
    ahead[0][start] = one
    won = bust = wipe = 0
    banked: dict[int, Any] = {}
    for t, here in enumerate(ahead):
        s = own + t
        while here:
            n = max(here, key=lambda each: (rules.rank[each], each))
            chance, sets = here.pop(n), choices[n]
            may = (t or n != start) and rules.may_bank[n] and s >= first
            if may and (sets is None or not throws(t, n)):
                banked[s] = banked.get(s, 0) + chance
                continue
            if sets is None:
                bust += chance
                continue
            bust += share(chance, rules.busts[n], n)
            wipe += share(chance, rules.wipes[n], n)
            for options, ways in sets.items():
                g, after = options[0] if len(options) == 1 else takes(t, n, options)
                part = share(chance, ways, n)
                if s + g < top:
                    ahead[t + g][after] = ahead[t + g].get(after, 0) + part
                elif s + g > top and rules.exact:
                    bust += part
                elif rules.last and rules.chased(own):
                    banked[s + g] = banked.get(s + g, 0) + part
                else:
                    won += part
    return Followed(won, bust, wipe, banked)


def _reader(places: Sequence[int]) -> Read:
    """``itemgetter`` that answers with several values, also of one place or none."""
    if len(places) > 1:
        return itemgetter(*places)
    return itemgetter(slice(places[0], places[0] + 1) if places else slice(0))


def _longest_run(
    gains: Sequence[tuple[int, int]],
) -> tuple[tuple[int, int, int], list[tuple[int, int]]]:
    """The longest run of gains first … past - 1 of one weight, and all other gains.

    A run of fewer than four gains is none: to slide along it would take no less time.

    Examples
    --------
    >>> _longest_run([(2, 1), (3, 1), (4, 1), (5, 1), (7, 1)])
    ((2, 6, 1), [(7, 1)])
    >>> _longest_run([(2, 1), (3, 1), (4, 2)])
    ((1, 1, 0), [(2, 1), (3, 1), (4, 2)])
    """
    none = (1, 1, 0)
    runs = [none]
    for g, p in gains:
        first, past, weight = runs[-1]
        if (g, p) == (past, weight):
            runs[-1] = (first, g + 1, p)
        else:
            runs.append((g, g + 1, p))
    longest = max(runs, key=lambda run: run[1] - run[0])
    first, past, _ = longest = longest if longest[1] - longest[0] > 3 else none
    return longest, [(g, p) for g, p in gains if not first <= g < past]
