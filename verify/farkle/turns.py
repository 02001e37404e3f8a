"""A turn of Farkle, from the last score that it can come to back to its start.

With s the banked score plus the units of the turn, n the dice in hand, h(s) what banking pays and
x what a bust pays,

    c(s, n) = p_bust(n) x + sum over sets of options p max over (g, l) of U(s + g, l),
    U(s, n) = max(h(s), c(s, n))      where one may bank, h(s) where one need not throw on.

Everything is a sum of positive multiples of larger scores and a maximum of them, so the same few
lines serve numbers rounded down, rounded up, double precision, and *packed* numbers: a number in
the high bits of an integer with something linear that rides along in the low ones. The larger of
two packed numbers is that of the larger number, so what rides along follows the better choice.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import itemgetter, mul
from typing import Any, NamedTuple

from .rules import Options, Rules

__all__ = ["Sets", "Turn", "Turns"]


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
        self.sets: list[Sets] = [
            self._sets([(dice, options) for n, dice, options in found if n == size])
            for size in sorted({size for size, _, _ in found})
        ]
        """The sets by size."""
        self.exact, self.floats = self._weights(found)
        self.denominators: list[int] = [rules.denominator(n) for n in range(1, rules.dice + 1)]

    def _sets(self, sets: list[tuple[int, Options]]) -> Sets:
        places = zip(*([self.place(*option) for option in options] for _, options in sets))
        return Sets([it for _, it in sets], [n for n, _ in sets], [_reader(it) for it in places])

    def place(self, units: int, dice: int) -> int:
        """Where U(s + units, dice) stands in a window that begins at s."""
        return units * self.rules.dice + dice - 1

    def _weights(self, found: list[tuple[int, int, Options]]) -> tuple[list[Any], list[Any]]:
        """For every number of dice: the weight of a bust, those of the sets, and which they are."""
        exact, floats = [], []
        for dice in range(1, self.rules.dice + 1):
            sets, below = self.rules.serious[dice], self.rules.denominator(dice)
            places = [place for place, (_, n, _) in enumerate(found) if n == dice]
            weights = [sets[found[place][2]] for place in places]
            read = _reader(places)
            exact.append((sets.get((), 0), weights, read))
            floats.append((sets.get((), 0) / below, [w / below for w in weights], read))
        return exact, floats

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
            values: list[Any] = []
            for sets in self.sets:
                if len(sets.read) == 1:
                    values += sets.read[0](window)
                else:
                    values += map(max, *[read(window) for read in sets.read])
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
