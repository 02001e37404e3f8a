"""Families of rules: what constants each has, which values they take, what they mean.

The simplicity of a rule is the number of its constants, which is what a person has to remember.
What the constants mean is said by the text of a policy with a place for each of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...games.errors import RuleError
from ...games.hog import Hog
from ...games.race import Race
from ...games.spelling import shown
from ...games.starts import Mover
from ...play import alone
from ...play.policies.holds import Holding
from ...play.policies.named import Unless
from ...play.policies.texts import for_game
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
    rule : str or callable
        What the constants mean: the text of a policy with a place for each, ``"hold:{}"``; or
        ``rule(*constants)`` is a policy. Where a turn is a single roll it holds from some total on.
        A function of a module, if other processes are to call it.
    begin : sequence, optional
        The constants from which better ones are searched step by step. Left out, few rules are
        searched completely, and many from random points.

    Raises
    ------
    RuleError
        If there is no value for each constant.

    Examples
    --------
    >>> family = Family("hold at", ["total"], [range(10, 31)], "hold:{}")
    >>> family.size, family.simplicity, family.at((10,))
    (21, 1, 'hold:20')
    """

    name: str
    constants: Sequence[str]
    values: Sequence[Sequence[Any]]
    rule: str | Callable[..., Any]
    begin: Sequence[Any] = ()

    def __post_init__(self) -> None:
        if not (callable(self.rule) or isinstance(self.rule, str)):
            raise RuleError(
                f"the rule of {self.name!r} is {shown(self.rule)}, but must be a function or a text"
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
        """The policy, or its text."""
        rule = self.rule.format if isinstance(self.rule, str) else self.rule
        return rule(*self.chosen(point))


def limits_of(game: Race, policy: Any) -> NDArray[np.int64]:
    """The smallest total that ``policy`` holds at, int (goal, goal) at [own, opp]."""
    own, opp = _scores(game.goal)
    policy = for_game(game, policy)
    if isinstance(policy, Unless):
        usual, other = (limits_of(game, part) for part in policy.parts)
        return np.where(policy.condition(own, opp), other, usual)
    if not isinstance(policy, Holding):
        raise RuleError(
            f"the rule is {shown(policy)}, but must hold from some total on, as hold_at does"
        )
    limits: NDArray[np.int64] = policy.limits(own, opp)[0]
    return limits


@lru_cache(maxsize=4)
def _scores(goal: int) -> NDArray[np.int64]:
    return np.indices((goal, goal))


def families(game: Any) -> dict[str, Family]:
    """The families of rules there are for a game by name, those of fewest constants first."""
    if not isinstance(game, (Race, Hog)) or game.players > 2 or bool(getattr(game, "penalty", 0)):
        return {}
    single = isinstance(game, Race) and RaceArrays.of(Mover(game)).single
    found: Any = _dice if isinstance(game, Hog) else _holding if single else _banking
    return {family.name: family for family in found(game)}


def _holding(game: Race) -> Iterator[Family]:
    """Of races of one roll."""
    totals = scores = range(1, game.goal + 1)
    parts = sorted({Fraction(sign, below) for sign in (-1, 0, 1) for below in _SLOPES})
    linear, abc = "linear:{}:{}:{}", (totals, parts, parts)
    late = "hold:{} unless own>={} then hold:{}"
    yield Family("hold", ("total",), (totals,), "hold:{}")
    yield Family("race", ("total", "end"), (totals, scores), "race:{}:{}")
    yield Family("pace", ("base", "slope"), (totals, _SLOPES), "linear:{0}:-1/{1}:1/{1}")
    yield Family("late", ("total", "end", "then"), (totals, scores, totals), late)
    ends = totals, _SLOPES, scores
    yield Family("keep-pace", ("base", "slope", "end"), ends, "keep-pace:{}:{}:{}")
    yield Family("linear", ("a", "b", "c"), abc, linear)
    racing = f"{linear} unless either>={{}} then hold:goal"
    yield Family("linear-race", ("a", "b", "c", "end"), (*abc, scores), racing)


def _banking(game: Race) -> Iterator[Family]:
    """Of turns of more than a single roll: thresholds, and what to take of a throw.

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
    for by in ("/most-points", "/best-turn") if game.chooses else ("",):
        yield Family(f"bank{by}", (f"{bank} at",), (points,), f"hold:{{}}{by}", (usual,))
        racing = f"hold:{{}}{by} unless opp>={{}} then hold:goal{by}"
        both = f"{bank} at", "race from"
        yield Family(f"race{by}", both, (points, points), racing, (usual, late))
        if len(begin) <= _MOST_MODES:
            name, each = f"{'dice' if dice else 'modes'}{by}", ",".join(["{}"] * len(begin))
            constants, values = [f"{bank} {word}" for word in words], [points] * len(begin)
            yield Family(name, constants, values, f"hold:{each}{by}", begin)


def _dice(game: Hog) -> Iterator[Family]:
    """Of Hog, with a free zero where the game has it."""
    dice = [choice for choice in game.choices if choice > 0]
    step = max(1, game.goal // _PARTS)
    apart = range(step, max(game.goal, step + 1), step)
    always, behind = "always:{}", "unless lead<=-{} then always:{}"
    yield Family("always", ("dice",), (dice,), always)
    if 0 in game.choices:
        points, leads = range(1, max(game.goal // 4, 2)), range(1, max(game.goal, 2))
        yield Family("free", ("dice", "points"), (dice, points), "free:{}:{}")
        ahead = f"{always} unless lead>={{}} then always:0"
        yield Family("lead", ("dice", "lead"), (dice, leads), ahead)
        names = "dice", "points", "behind by", "dice then"
        yield Family("free-zones", names, (dice, points, apart, dice), f"free:{{}}:{{}} {behind}")
    there = game.choices if game.choices[0] >= 0 else dice
    five = "dice", "behind by", "dice then", "ahead by", "dice there"
    zones = f"{always} {behind} unless lead>={{}} then always:{{}}"
    yield Family("zones", five, (dice, apart, dice, apart, there), zones)
