"""A turn of Farkle, from the last score that it can come to back to its start.

With s the banked score plus the units of the turn, n the dice in hand, h(s) what banking pays and
x what a bust pays,

    c(s, n) = p_bust(n) x + sum over sets of options p max over (g, l) of U(s + g, l),
    U(s, n) = max(h(s), c(s, n))      where one may bank, h(s) where one need not throw on.

Everything is a sum of positive multiples of larger scores and a maximum of them, so the same few
lines serve numbers rounded down, rounded up, double precision, and *packed* numbers: a number in
the high bits of an integer with something linear that rides along in the low ones. The larger of
two packed numbers is that of the larger number, so what rides along follows the better choice.

Nearly all the time goes into the maxima. Sets share options, so the maximum of a set is that of a
smaller one and of one option more, wherever there is such a smaller one: :class:`Maxima`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from operator import itemgetter, mul
from typing import Any, NamedTuple

from .rules import Options, Rules

__all__ = ["Maxima", "Sets", "Turn", "Turns"]

Option = tuple[int, int]


class Turn(NamedTuple):
    """One turn evaluated; s from ``own`` to the last score at which one throws."""

    own: int
    throws: Sequence[Sequence[Any]]
    """c(s, n) at [s - own][n - 1]."""
    best: Sequence[Any]
    """U(s, n) at [(s - own) dice + n - 1], also of all scores that a throw can lead to."""


class Sets(NamedTuple):
    """All sets of so many options, with a way to read them off a window of U from s on."""

    options: Sequence[Options]
    thrown: Sequence[int]
    """How many dice were thrown, rising."""
    read: Sequence[Callable[[Sequence[Any]], Sequence[Any]]]
    """The first option of every set, the second of every set, …"""
    best: Callable[[Sequence[Any]], Sequence[Any]]
    """Reads the maxima of these sets off those of all (:meth:`Turns.largest`)."""


class Maxima(NamedTuple):
    """The maxima of sets of so many options: each of a set of one option fewer, and of one more."""

    smaller: Callable[[Sequence[Any]], Sequence[Any]]
    """Reads those of the smaller sets off the maxima before."""
    option: Callable[[Sequence[Any]], Sequence[Any]]
    """Reads the options off a window of U from s on."""


class Turns:
    """Evaluates turns.

    Parameters
    ----------
    rules : Rules
    """

    exact: list[Any]
    floats: list[Any]

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.width: int = (rules.most + 1) * rules.dice
        """How far a throw reaches in U."""
        found = [
            (len(options), dice, options)
            for dice, sets in enumerate(rules.serious)
            for options in sets
            if options
        ]
        found.sort(key=lambda entry: entry[:2])
        self.single: Callable[[Sequence[Any]], Sequence[Any]]
        self.maxima: list[Maxima]
        self._places: dict[frozenset[Option], int] = self._share({it for *_, it in found})
        """Where the maximum of each set stands among all."""
        self.sets: list[Sets] = [
            self._sets([(dice, options) for n, dice, options in found if n == size])
            for size in sorted({size for size, _, _ in found})
        ]
        """The sets by size."""
        self.exact, self.floats = self._weights(found)
        self.denominators: list[int] = [rules.denominator(n) for n in range(1, rules.dice + 1)]

    def _sets(self, sets: list[tuple[int, Options]]) -> Sets:
        places = zip(*([self.place(*option) for option in options] for _, options in sets))
        best = _reader([self._places[frozenset(options)] for _, options in sets])
        return Sets(
            [it for _, it in sets], [n for n, _ in sets], [_reader(it) for it in places], best
        )

    def place(self, units: int, dice: int) -> int:
        """Where U(s + units, dice) stands in a window that begins at s."""
        return units * self.rules.dice + dice - 1

    def _share(self, sets: Collection[Options]) -> dict[frozenset[Option], int]:
        """Find out how the maxima of sets follow from each other, and where each is to stand.

        Each set continues the largest that is known already; what is between becomes known, too.
        """
        known: dict[frozenset[Option], list[Option]] = {frozenset(): []}
        for options in sorted(sets, key=lambda it: (len(it), it)):
            whole = frozenset(options)
            part = max((it for it in known if it <= whole), key=len)
            for more in sorted(whole - part):
                known[part | {more}] = [*known[part], more]
                part |= {more}
        del known[frozenset()]
        places: dict[frozenset[Option], int] = {}
        self.maxima = []
        start = 0
        for size in range(1, max(map(len, known)) + 1):
            new = [it for it in known if len(it) == size]
            option = _reader([self.place(*known[it][-1]) for it in new])
            if size == 1:
                self.single = option
            else:
                before = [places[it - {known[it][-1]}] - start for it in new]
                self.maxima.append(Maxima(_reader(before), option))
            start = len(places)
            places |= {it: start + n for n, it in enumerate(new)}
        return places

    def _weights(self, found: list[tuple[int, int, Options]]) -> tuple[list[Any], list[Any]]:
        """For every number of dice: the weight of a bust, those of the sets, and which they are."""
        exact, floats = [], []
        for dice in range(1, self.rules.dice + 1):
            sets, below = self.rules.serious[dice], self.rules.denominator(dice)
            scoring = [options for _, n, options in found if n == dice]
            weights = [sets[options] for options in scoring]
            read = _reader([self._places[frozenset(options)] for options in scoring])
            exact.append((sets.get((), 0), weights, read))
            floats.append((sets.get((), 0) / below, [w / below for w in weights], read))
        return exact, floats

    def largest(self, window: Sequence[Any]) -> list[Any]:
        """The maxima of all sets, and of those between them, over a window of U."""
        level: Sequence[Any] = self.single(window)
        found = [*level]
        for smaller, option in self.maxima:
            level = [a if a > b else b for a, b in zip(smaller(level), option(window))]
            found += level
        return found

    def evaluate(
        self,
        own: int,
        top: int,
        banks: Sequence[Any],
        bust: Any,
        finish: Callable[[Any, int], Any],
        *,
        beyond: Callable[[int, int], Any] | None = None,
        weights: Sequence[Any] | None = None,
        first: int | None = None,
    ) -> Turn:
        """Evaluate a turn.

        Parameters
        ----------
        own : int
            The banked score.
        top : int
            The first score from which on nobody throws.
        banks : sequence
            h(s) at [s], as far as a throw can lead.
        bust : number
            x.
        finish : callable
            Makes c(s, n) of the sum of all payoffs times their weights, given n - 1.
        beyond : callable, optional
            U(s, n) for s >= top; h(s) if left out.
        weights : optional
            Those of double precision, instead of whole numbers.
        first : int, optional
            The first score that may be banked, if not the one that the rules say.
        """
        rules, dice, width = self.rules, self.rules.dice, self.width
        weights = self.exact if weights is None else weights
        first = rules.first(own) if first is None else first
        # U is filled from its end; `base` is the place of s.
        last = top + rules.most
        best: list[Any] = [None] * ((last + 1 - own) * dice)
        for s in range(top, last + 1):
            base = (s - own) * dice
            if beyond is None:
                best[base : base + dice] = [banks[s]] * dice
            else:
                best[base : base + dice] = [beyond(s, n) for n in range(1, dice + 1)]
        throws: list[Any] = [None] * (top - own)
        for s in range(top - 1, own - 1, -1):
            base = (s - own) * dice
            window = best[base : base + width]
            values = self.largest(window)
            row = [
                finish(busts * bust + sum(map(mul, ways, read(values))), n)
                for n, (busts, ways, read) in enumerate(weights)
            ]
            throws[s - own] = row
            if s >= first:
                bank = banks[s]
                now = [bank if bank > c else c for c in row]
                if rules.must_roll:
                    now[-1] = row[-1]
            else:
                now = row
            best[base : base + dice] = now
        return Turn(own, throws, best)


def _reader(places: Sequence[int]) -> Callable[[Sequence[Any]], Sequence[Any]]:
    """``itemgetter`` that answers with several values, also of one place or none."""
    if len(places) > 1:
        return itemgetter(*places)
    return itemgetter(slice(places[0], places[0] + 1) if places else slice(0))
