"""The rules of Farkle as the proof reads them: what can be thrown and set aside, in integers.

Scores are in units. Everything is enumerated here from the combinations and the chances of the
faces; what :mod:`pigcore.games` makes of them is not used.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from pigcore.games.errors import RuleError, SizeError
from pigcore.games.race import Race
from pigcore.games.spelling import shown

__all__ = ["Counts", "Options", "Rules"]

Counts = tuple[int, ...]
"""How many dice show each face, from 1 up."""
Options = tuple[tuple[int, int], ...]
"""What may be set aside from a throw: (units, dice in hand afterwards), each pair once."""

MOST_UNITS = 400


class Rules:
    """A game of Farkle in integers, as far as it matters from the scores ``own`` and ``opp`` on.

    Parameters
    ----------
    game : Race
    own, opp : int
        Banked scores in units; a turn from there leads to no smaller ones.

    Raises
    ------
    RuleError
        If three busts in a row cost points.
    SizeError
        If the goal is above 400 units.
    """

    dice: int
    goal: int
    last_turn: bool
    must_roll: bool
    opp: int
    own: int

    def __init__(self, game: Race, own: int = 0, opp: int = 0) -> None:
        if game.penalty:
            raise RuleError(
                f"penalty is {game.penalty}: where scores can fall, nothing is proved; leave the "
                "penalty out"
            )
        if game.units > MOST_UNITS:
            raise SizeError(
                f"a proof of {game.name} to {shown(game.goal)} would take days: choose a goal of "
                f"at most {MOST_UNITS * game.unit:,}"
            )
        self.own, self.opp = own, opp
        self.goal, self.dice = game.units, game.dice.count
        self.last_turn, self.must_roll = game.last_turn, game.dice.must_roll
        self._minimum, self._opening = game.minimum_bank // game.unit, game.opening // game.unit
        self._unit, self._nothing = game.unit, game.dice.scoring.nothing
        self._combinations = dict(game.dice.scoring.worth)
        self.below: int = math.lcm(*(p.denominator for p in game.dice.chances))
        self.faces: list[int] = [int(p * self.below) for p in game.dice.chances]

    # --- throws -------------------------------------------------------------------------------

    def denominator(self, dice: int) -> int:
        """The common denominator of the chances of all throws of so many dice."""
        return int(self.below**dice)

    def throws(self, dice: int) -> Mapping[Counts, int]:
        """Everything that can be thrown, with its chance times the denominator, die by die."""
        found = {(0,) * len(self.faces): 1}
        for _ in range(dice):
            more: dict[Counts, int] = {}
            for counts, ways in found.items():
                for face, weight in enumerate(self.faces):
                    if weight:
                        after = (*counts[:face], counts[face] + 1, *counts[face + 1 :])
                        more[after] = more.get(after, 0) + ways * weight
            found = more
        return found

    def asides(self, thrown: Counts) -> Mapping[Counts, int]:
        """Everything that may be set aside from a throw, with its points.

        These are the unions of disjoint combinations; the points are those of the best way to
        make the union. Combinations are added in order of size, so that what a union scores is
        known before anything is added to it.
        """
        fitting = [
            (combination, points)
            for combination, points in self._combinations.items()
            if all(a <= b for a, b in zip(combination, thrown))
        ]
        by_size: list[dict[Counts, int]] = [{} for _ in range(sum(thrown) + 1)]
        by_size[0][(0,) * len(thrown)] = 0
        for size, unions in enumerate(by_size):
            for union, worth in unions.items():
                for combination, points in fitting:
                    more = tuple(a + b for a, b in zip(union, combination))
                    if all(a <= b for a, b in zip(more, thrown)):
                        larger = by_size[size + sum(combination)]
                        larger[more] = max(larger.get(more, 0), worth + points)
        found = {union: worth for unions in by_size[1:] for union, worth in unions.items()}
        if not found and self._nothing and sum(thrown) == self.dice:
            return {thrown: self._nothing}
        return found

    def options(self, thrown: Counts) -> Options:
        """What setting dice aside leads to: units, and dice in hand."""
        found = {
            (points // self._unit, sum(thrown) - sum(aside) or self.dice)
            for aside, points in self.asides(thrown).items()
        }
        return tuple(sorted(found))

    @cached_property
    def choices(self) -> Sequence[Mapping[Options, int]]:
        """The sets of options of n dice at [n], with their chances times the denominator.

        The empty set is a bust.
        """
        found: list[dict[Options, int]] = [{}]
        for dice in range(1, self.dice + 1):
            sets: dict[Options, int] = {}
            for thrown, ways in self.throws(dice).items():
                options = self.options(thrown)
                sets[options] = sets.get(options, 0) + ways
            found.append(sets)
        return found

    @cached_property
    def serious(self) -> Sequence[Mapping[Options, int]]:
        """``choices`` without options that another one is never worse than.

        Where the first to reach the goal wins, these are those with fewer units for as many dice:
        whoever has more can play as if he had fewer. He may bank whatever he could have banked
        then, and reaches the goal no later. With a last turn this is false, and all are kept: it
        may be better not to have reached the goal.
        """
        if self.last_turn:
            return self.choices
        found = []
        for sets in self.choices:
            kept: dict[Options, int] = {}
            for options, ways in sets.items():
                most: dict[int, int] = {}
                for units, left in options:
                    most[left] = max(units, most.get(left, 0))
                best = tuple(sorted((units, left) for left, units in most.items()))
                kept[best] = kept.get(best, 0) + ways
            found.append(kept)
        return found

    @cached_property
    def most(self) -> int:
        """The most units that a throw can score."""
        return max(units for sets in self.choices for options in sets for units, _ in options)

    @cached_property
    def reached(self) -> Sequence[Sequence[int]]:
        """With which numbers of dice a turn can have t units, at [t], as far as ``furthest``."""
        steps: list[set[tuple[int, int]]] = [
            {option for options in sets for option in options} for sets in self.choices
        ]
        found: list[set[int]] = [set() for _ in range(self.furthest + self.most + 1)]
        found[0].add(self.dice)
        for t in range(self.furthest):
            for dice in found[t]:
                for units, left in steps[dice]:
                    found[t + units].add(left)
        return [sorted(dice) for dice in found[: self.furthest + 1]]

    @property
    def furthest(self) -> int:
        """The most units of a turn in which there is still something to decide."""
        return self.goal + self.most if self.last_turn else self.goal - 1

    # --- banking ------------------------------------------------------------------------------

    def first(self, own: int) -> int:
        """The first score that may be banked in a turn that begins with ``own``.

        So may all larger ones; what reaches the goal always may.
        """
        least = max(self._minimum, 1, 0 if own else self._opening)
        return min(own + least, max(own + 1, self.goal))

    def may_choose(self, own: int, s: int, dice: int) -> bool:
        """Whether one may bank s with so many dice in hand, and throw them as well."""
        hot = self.must_roll and dice == self.dice
        return s >= self.first(own) and not hot and (s < self.goal or self.last_turn)

    # --- turns --------------------------------------------------------------------------------

    def pairs(self) -> Iterator[tuple[int, int]]:
        """Pairs of scores, i <= j, whose turn starts depend on each other and on earlier ones.

        A bank raises the sum of both scores and a bust leaves it alone: larger sums come first.
        """
        own, opp = min(self.own, self.opp), max(self.own, self.opp)
        for total in range(2 * self.goal - 2, own + opp - 1, -1):
            for i in range(max(own, total - self.goal + 1), total // 2 + 1):
                j = total - i
                if j >= opp:
                    yield i, j

    @cached_property
    def pair_count(self) -> int:
        """How many pairs there are."""
        return sum(1 for _ in self.pairs())
