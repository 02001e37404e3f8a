"""Figures about Race: the most points of a turn, games of two, and how often a throw scores.

**The most points of a turn.** E(s, d) is what s units of a turn are worth with d dice in hand, if
points alone count: the larger of s and a throw. Let g_d be the points that a throw adds, on average
and at most, and p_d its chance of a bust. Where g_d <= p_d s, a throw followed by banking is no
better than banking, and so it stays, as points only grow: then no longer plan is better either
(the monotone case of optimal stopping: Y. S. Chow, H. Robbins, "A martingale system theorem and
applications", 1961). So one banks from the largest g_d / p_d on, and below it E is computed
backward in integers, rounded down and rounded up. Where all dice together never bust, who has them
in hand throws; what that adds, G = sum of p max over options of (points + G if all dice are in hand
again), is a fraction, and g_d includes it.

**Games of two** are enclosed as :mod:`pigverify.race.enclosure` says, without what settles ties;
those in which busts in a row cost points as :mod:`pigverify.falls.passes` says, from a guess.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import product
from operator import le
from typing import Any

from pigcore.games.race import Race, from_rules
from pigcore.games.rules import game as named

from ..algebra.intervals import Interval
from ..falls.passes import Passes
from ..race.carried import Nothing
from ..race.compiled import FIRST_BITS, enclose_first, is_small
from ..race.enclosure import Enclosure
from ..race.rules import Rules
from ..race.turns import Turn, Turns
from .questions import Answer, exact

__all__ = [
    "again_busting_throws", "again_scoring_throws", "banks_from", "busting_throws",
    "first_player_where_busts_cost", "points_of_a_turn", "scoring_throws",
    "start_of_a_turn", "states_before_a_throw",
]  # fmt: skip

_BITS = 100
_ONE = 1 << _BITS
_NEAR = Fraction(1, 10**12)
"""How near a chance to win is enclosed where busts cost points."""


class PointsOfATurn:
    """Turns in which points alone count, between two numbers.

    Parameters
    ----------
    game : Race
        Fewer dice than all of them must be able to bust.
    """

    unit: int
    rules: Rules
    turns: Turns

    def __init__(self, game: Race) -> None:
        self.unit, self.rules = game.unit, Rules(game)
        self.turns = Turns(self.rules)
        self.first: int = max(game.minimum_bank // game.unit, 1)
        self.busts: list[Fraction] = [
            Fraction(bust, below) for bust, below in zip(self.rules.busts, self.rules.denominators)
        ]

    def _added(self, mode: int, again: Fraction) -> tuple[Fraction, Fraction]:
        """What a throw adds and the chance that all dice are in hand then, if that adds more."""
        points = hot = Fraction(0)

        def worth(option: tuple[int, int]) -> Fraction:
            return option[0] + again * (option[1] == self.rules.start)

        for options, ways in (self.rules.serious[mode] or {}).items():
            units, left = max(options, key=worth)
            chance = Fraction(ways, self.rules.denominators[mode])
            points, hot = points + chance * units, hot + chance * (left == self.rules.start)
        return points, hot

    @cached_property
    def again(self) -> Fraction:
        """G, where all dice never bust; otherwise 0."""
        more = Fraction(0)
        while not self.busts[self.rules.start]:
            points, hot = self._added(self.rules.start, more)
            found = points / (1 - hot)
            if found == more:
                break
            more = found
        return more

    @cached_property
    def top(self) -> int:
        """The units from which on one banks, whatever dice are left."""
        sure = [self.first]
        for mode, bust in enumerate(self.busts):
            if mode < self.rules.start or not self.again:
                points, hot = self._added(mode, self.again)
                sure.append(math.ceil((points + hot * self.again) / bust))
        return max(sure)

    def turn(self, bust: Fraction, *, up: bool) -> Turn:
        """A turn whose bust pays so many units, at most 0: all numbers times 2 to the 100."""
        beyond = [0] * self.rules.modes
        beyond[self.rules.start] = _whole(self.again, up=up)
        below = self.turns.denominators
        return self.turns.evaluate(
            0,
            self.top,
            [s * _ONE for s in range(self.top + self.rules.most + 1)],
            _whole(bust, up=up),
            lambda total, n: -(-total // below[n]) if up else total // below[n],
            beyond=lambda s, mode: s * _ONE + beyond[mode],
            first=self.first,
        )

    def worth(self, bust: Fraction, *, up: bool) -> Fraction:
        """f(x), rounded up or down."""
        return Fraction(self.turn(bust, up=up).throws[0][self.rules.start], _ONE)


def _whole(number: Fraction, *, up: bool) -> int:
    return math.ceil(number * _ONE) if up else math.floor(number * _ONE)


@lru_cache(maxsize=8)
def _points(game: str) -> PointsOfATurn:
    return PointsOfATurn(named(game, Race))


def points_of_a_turn(game: str) -> Answer:
    """The most points of a turn, on average."""
    found = _points(game)
    none = Fraction(0)
    ends = found.worth(none, up=False), found.worth(none, up=True)
    return Answer((_in_points(found, ends),))


def _in_points(found: PointsOfATurn, ends: Interval) -> Interval:
    return ends[0] * found.unit, ends[1] * found.unit


def banks_from(game: str) -> Answer:
    """The fewest points that are then banked with 1, 2, … dice left, but for all of them."""
    found = _points(game)
    low, high = (found.turn(Fraction(0), up=up) for up in (False, True))
    limits = []
    for mode in range(found.rules.start):
        for s in range(found.first, found.top + 1):
            if s == found.top or (
                mode in found.rules.reached[s] and high.throws[s][mode] <= s * _ONE
            ):
                limits.append(s * found.unit)
                break
            if mode in found.rules.reached[s] and low.throws[s][mode] < s * _ONE:
                raise ValueError(f"{s} units with {mode + 1} dice are too close to call")
    return exact(*limits)


# --- games of two -------------------------------------------------------------------------------


@lru_cache(maxsize=4)
def _enclosed(game: Race) -> Enclosure:
    """Every turn start between two numbers."""
    rules = Rules(game)
    found = Enclosure(rules, FIRST_BITS if is_small(rules) else _BITS, residues=Nothing())
    enclose_first(found)
    return found


def _with(game: Race, rules: Mapping[str, Any]) -> Race:
    return from_rules(game.rules() | dict(rules))


def start_of_a_turn(game: str, state: list[int], rules: Mapping[str, Any] | None = None) -> Answer:
    """P(mover wins) at the start of a turn with these points; ``rules`` are those that differ."""
    wanted = _with(named(game, Race), rules or {})
    own, opp = (score // wanted.unit for score in state)
    return Answer((_enclosed(wanted).value(own, opp),))


def first_player_where_busts_cost(game: str, rules: Mapping[str, Any] | None = None) -> Answer:
    """P(first player wins) where busts in a row cost points, and scores stop at the floor."""
    passes = Passes(_with(named(game, Race), rules or {}), FIRST_BITS)
    passes.begin()
    passes.narrow(enough=int(_NEAR * passes.one), first=True)
    low, high = passes.first()
    return Answer(((Fraction(low, passes.one), Fraction(high, passes.one)),))


def states_before_a_throw(game: str, rules: Mapping[str, Any] | None = None) -> Answer:
    """How many pairs of scores, counts of busts, points that do not win yet, and dice there are."""
    wanted = _with(named(game, Race), rules or {})
    low, goal, unit = wanted.floor or 0, wanted.goal, wanted.unit
    scores, every = range(low, goal, unit), range(0, goal - low + wanted.minimum_bank, unit)
    points = sum(not wanted.reached(own, points) for own in scores for points in every)
    return exact(len(scores) * wanted.busts_in_a_row**2 * points * wanted.dice.count)


# --- single throws ------------------------------------------------------------------------------


def busting_throws(game: str, dice: list[int]) -> Answer:
    """How many of all throws of so many fair dice bust, for each number of dice."""
    rules = Rules(named(game, Race))
    return exact(*(rules.busts[n - 1] for n in dice))


def scoring_throws(game: str, dice: list[int]) -> Answer:
    """How many score."""
    rules = Rules(named(game, Race))
    return exact(*(rules.denominators[n - 1] - rules.busts[n - 1] for n in dice))


def again_busting_throws(game: str, dice: list[int]) -> Answer:
    """The same, throw by throw: does any combination lie on the table?"""
    return _one_by_one(_throw_by_throw(game, n)[False] for n in dice)


def again_scoring_throws(game: str, dice: list[int]) -> Answer:
    """The same, throw by throw."""
    return _one_by_one(_throw_by_throw(game, n)[True] for n in dice)


def _one_by_one(counts: Iterable[int]) -> Answer:
    """Numbers of throws that were looked at one by one."""
    return Answer(exact(*counts).numbers, arithmetic="whole numbers, throw by throw")


def _throw_by_throw(game: str, dice: int) -> Counter[bool]:
    """How many throws bust and how many score."""
    scoring = named(game, Race).dice.scoring
    faces = range(1, scoring.sides + 1)
    found: Counter[bool] = Counter()
    for thrown in product(faces, repeat=dice):
        shown = [thrown.count(face) for face in faces]
        fits = any(all(map(le, one, shown)) for one in scoring.worth)
        found[fits or bool(scoring.nothing and dice == scoring.dice)] += 1
    return found
