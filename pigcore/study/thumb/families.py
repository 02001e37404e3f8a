"""Families of rules: what constants each has, which values they take, what they mean.

The simplicity of a rule is the number of its constants, which is what a person has to remember.
Of Hog there are

``always``  n dice.
``free``    n dice, but 0 where that gains at least k points on the opponent.
``lead``    n dice, but 0 once one leads by d: a hold by the difference of the scores.
``zones``   n dice, m when behind by d, and k when ahead by e.
``free-zones``  as ``free``, but m dice when behind by d.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, partial
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...games.errors import RuleError
from ...games.hog import Hog
from ...games.race import Race
from ...games.spelling import shown
from ...play import alone
from ...play.policies import always_roll, free_roll, hold_at, hold_or_race, keep_pace, linear
from ...play.policies.holds import Holding
from ...play.policies.named import Unless
from ...solvers.race.arrays import RaceArrays

Point = tuple[int, ...]
"""A rule of a family: for each constant, which of its values."""

Found = tuple[Point, float, float]
"""A rule with its win chances against best play, moving first and second."""

_SLOPES = (*range(1, 13), 15, 20, 25, 30, 40, 50, 100)
_PARTS = 20
"""Differences of the scores of Hog that are tried are multiples of so small a part of the goal."""

_MOST_AXIS = 10_000
_MOST_MODES = 12
"""Nobody remembers more thresholds."""


@dataclass(frozen=True)
class Family:
    """Rules that differ in their constants only.

    Parameters
    ----------
    name : str
    constants : sequence of str
        What each constant is called.
    values : sequence of sequences
        The values that each constant may take, neighbours being next to each other.
    rule : callable
        What the constants mean: ``rule(*constants)`` is a policy, which holds from some total on,
        such as ``hold_at(20)``, where a turn is a single roll. A function of a module, if other
        processes are to call it.
    begin : sequence, optional
        The constants from which better ones are searched step by step. Left out, few rules are
        searched completely, and many from random points.

    Raises
    ------
    RuleError
        If there is no value for each constant.

    Examples
    --------
    >>> import pigcore
    >>> family = Family("hold at", ["total"], [range(10, 31)], pigcore.hold_at)
    >>> family.size, family.simplicity, str(family.at((10,)))
    (21, 1, 'hold at 20')
    """

    name: str
    constants: Sequence[str]
    values: Sequence[Sequence[Any]]
    rule: Callable[..., Any]
    begin: Sequence[Any] = ()

    def __post_init__(self) -> None:
        if not callable(self.rule):
            raise RuleError(
                f"the rule of {self.name!r} is {shown(self.rule)}, but must be a function"
            )
        values = tuple(map(tuple, self.values))
        if not values or len(values) != len(self.constants) or not all(values):
            raise RuleError(
                f"the family {self.name!r} has {len(self.constants)} constants and values for "
                f"{sum(map(bool, values))}: give some for each"
            )
        if max(map(len, values)) > _MOST_AXIS:
            raise RuleError(
                f"a constant of {self.name!r} has {max(map(len, values))} values: give at most "
                f"{_MOST_AXIS}"
            )
        object.__setattr__(self, "values", values)
        object.__setattr__(self, "constants", tuple(self.constants))

    @property
    def simplicity(self) -> int:
        """The number of constants."""
        return len(self.constants)

    @property
    def size(self) -> int:
        """How many rules there are."""
        return prod(map(len, self.values))

    def chosen(self, point: Point) -> tuple[Any, ...]:
        """The constants of a rule."""
        return tuple(values[n] for values, n in zip(self.values, point))

    def at(self, point: Point) -> Any:
        """The policy."""
        return self.rule(*self.chosen(point))


def limits_of(game: Race, policy: Any) -> NDArray[np.int64]:
    """The smallest total that ``policy`` holds at, int (goal, goal) at [own, opp]."""
    own, opp = _scores(game.goal)
    if isinstance(policy, Unless):
        usual, other = (limits_of(game, part) for part in policy.parts)
        return np.where(policy.condition(own, opp), other, usual)
    if not isinstance(policy, Holding):
        raise RuleError(
            f"the rule is {shown(policy)}, but must hold from some total on, as hold_at does"
        )
    limits: NDArray[np.int64] = policy.for_game(game).limits(own, opp)[0]
    return limits


@lru_cache(maxsize=4)
def _scores(goal: int) -> NDArray[np.int64]:
    return np.indices((goal, goal))


def families(game: Race | Hog) -> dict[str, Family]:
    """The families that are compared if no others are named."""
    single = isinstance(game, Race) and RaceArrays.of(game).single
    found: Any = _dice if isinstance(game, Hog) else _holding if single else _banking
    return {family.name: family for family in found(game)}


# --- races of one roll ----------------------------------------------------------------------------


def _holding(game: Race) -> Iterator[Family]:
    totals = scores = range(1, game.goal + 1)
    parts = sorted({Fraction(sign, below) for sign in (-1, 0, 1) for below in _SLOPES})
    yield Family("hold", ("total",), (totals,), hold_at)
    yield Family("race", ("total", "end"), (totals, scores), hold_or_race)
    yield Family("pace", ("base", "slope"), (totals, _SLOPES), _pace)
    yield Family("late", ("total", "end", "then"), (totals, scores, totals), _late)
    yield Family("keep-pace", ("base", "slope", "end"), (totals, _SLOPES, scores), keep_pace)
    yield Family("linear", ("a", "b", "c"), (totals, parts, parts), linear)
    ends = (totals, parts, parts, scores)
    yield Family("linear-race", ("a", "b", "c", "end"), ends, _linear_race)


def _pace(base: int, slope: int) -> Any:
    return linear(base, Fraction(-1, slope), Fraction(1, slope))


def _late(total: int, end: int, then: int) -> Any:
    return hold_at(total).unless(f"own>={end}", hold_at(then))


def _linear_race(a: int, b: Fraction, c: Fraction, end: int) -> Any:
    return linear(a, b, c).unless(f"either>={end}", hold_at("goal"))


# --- races of any turn ----------------------------------------------------------------------------


def _banking(game: Race) -> Iterator[Family]:
    """Families for turns of more than a single roll: thresholds, and what to take of a throw.

    Where an opening forbids banking with nothing banked, such a rule throws on, as all policies do.
    """
    dice = game.set_aside
    points = range(game.unit, game.goal + 1, game.unit)
    if dice:
        # A player alone has no first score: there the opening does not count.
        again = Race(game.turn, game.goal, minimum_bank=game.minimum_bank)
        most = alone(again if game.opening else game).thresholds("points").ravel()
        begin = [
            min(each, game.goal) if each > 0 else game.goal
            for each in most[: max(game.dice.count - 1, 1)].tolist()
        ]
        usual = begin[min(2, len(begin) - 1)]
        words = [f"with {n} left" for n in range(1, len(begin) + 1)]
    else:
        usual = points[len(points) // 4]
        begin = [usual] * len(game.turn.modes)
        words = list(game.turn.phrases)
    bank = game.words[1]
    late = game.goal - 2 * usual if game.goal > 2 * usual else game.unit
    for choose in ("most_points", "best_turn") if game.turn.chooses or dice else ("",):
        name = f"{{}}/{choose.replace('_', '-')}" if choose else "{}"
        one, racing = (partial(rule, choose or "most_points") for rule in (_by_hand, _till_late))
        yield Family(name.format("bank"), (f"{bank} at",), (points,), one, begin=(usual,))
        yield Family(
            name.format("race"), (f"{bank} at", "race from"), (points, points), racing,
            begin=(usual, late),
        )  # fmt: skip
        if len(begin) <= _MOST_MODES:
            yield Family(
                name.format("dice" if dice else "modes"), [f"{bank} {word}" for word in words],
                [points] * len(begin), one, begin=begin,
            )  # fmt: skip


def _by_hand(choose: str, *points: int) -> Any:
    return hold_at(points, choose=choose)


def _till_late(choose: str, usual: int, late: int) -> Any:
    at = partial(hold_at, choose=choose)
    return at(usual).unless(f"opp >= {late}", at("goal"))


# --- Hog ------------------------------------------------------------------------------------------


def _dice(game: Hog) -> Iterator[Family]:
    """Those with a free zero where the game has it."""
    dice = [choice for choice in game.choices if choice > 0]
    step = max(1, game.goal // _PARTS)
    apart = range(step, max(game.goal, step + 1), step)
    yield Family("always", ("dice",), (dice,), always_roll)
    if 0 in game.choices:
        points, leads = range(1, max(game.goal // 4, 2)), range(1, max(game.goal, 2))
        yield Family("free", ("dice", "points"), (dice, points), free_roll)
        yield Family("lead", ("dice", "lead"), (dice, leads), _lead)
        names = "dice", "points", "behind by", "dice then"
        yield Family("free-zones", names, (dice, points, apart, dice), _free_zones)
    there = game.choices if game.choices[0] >= 0 else dice
    five = "dice", "behind by", "dice then", "ahead by", "dice there"
    yield Family("zones", five, (dice, apart, dice, apart, there), _zones)


def _lead(dice: int, lead: int) -> Any:
    return always_roll(dice).unless(f"lead>={lead}", always_roll(0))


def _free_zones(dice: int, points: int, behind: int, then: int) -> Any:
    return free_roll(dice, points).unless(f"lead<=-{behind}", always_roll(then))


def _zones(dice: int, behind: int, then: int, ahead: int, there: int) -> Any:
    usual = always_roll(dice).unless(f"lead<=-{behind}", always_roll(then))
    return usual.unless(f"lead>={ahead}", always_roll(there))
