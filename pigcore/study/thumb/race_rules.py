"""A rule of thumb: its constants, and what it loses: to best play, and to its best reply."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from ...games.hog import Hog
from ...games.race import Race
from ...games.spelling import number
from ...play import best_response, match
from ...play.policies import hold_at
from ...play.policies.named import Named, text_of
from ...play.results import Match
from ...play.served import module_of
from ...result import Fact, Result
from ...solvers import solve
from ...solvers.race.arrays import RaceArrays
from ...solvers.race.decided import Best
from ...solvers.race.limits import LimitMatches
from .race_families import Family, Point, limits_of

__all__ = ["Rule", "judged", "wins"]


@dataclass(frozen=True, repr=False)
class Rule(Result):
    """A rule of thumb and what it is worth, exactly up to rounding."""

    game: Race | Hog
    family: str
    names: tuple[str, ...]
    """What the constants are called."""
    constants: tuple[Any, ...]
    policy: Any
    """A policy, or where a turn is a single roll, the totals to hold at."""
    first: float
    """P(the rule wins) against best play when it moves first; a game without end is worth ½."""
    second: float
    """P(the rule wins) against best play when it moves second."""
    sentence: bool = True
    """Whether it fits in one sentence."""

    @property
    def simplicity(self) -> int:
        """The number of constants to remember."""
        return len(self.constants)

    @property
    def loss(self) -> float:
        """One half less its average win chance against best play."""
        return 0.5 - (self.first + self.second) / 2

    @cached_property
    def exploitability(self) -> float:
        """The average win chance of the best reply less one half; O(goal**3) when first asked."""
        rule = self.policy
        if not callable(rule) and isinstance(self.game, Race):
            rule = hold_at(limits_of(self.game, rule))
        return best_response(self.game, rule).average - 0.5

    @property
    def words(self) -> str:
        """The rule as a person would remember it."""
        if isinstance(self.policy, Named):
            return str(self.policy.for_game(self.game))
        given = ", ".join(
            f"{name} {constant}" for name, constant in zip(self.names, self.constants)
        )
        return f"{self.family} with {given}"

    @property
    def spec(self) -> str | None:
        """The text form that commands take; None if there is none."""
        return text_of(self.policy)

    def facts(self) -> Iterable[Fact]:
        """Its constants, what it loses, and how it is played."""
        constants = dict(zip(self.names, self.constants))
        each = "loss", "exploitability", "first", "second"
        known = {name: getattr(self, name) for name in each}
        found = {
            "simplicity": self.simplicity, "family": self.family, "constants": constants, **known,
            "policy": self.spec, "sentence": self.words,
        }  # fmt: skip
        return [Fact(*one) for one in found.items()]

    def __str__(self) -> str:
        return f"{self.words}: loses {number(self.loss)} against best play"


def judged(game: Race | Hog, family: Family, point: Point) -> Rule:
    """A rule of a family, given by the places of its constants' values, with what it wins.

    Raises RuleError where the rule cannot be played, or does not hold from some total on where a
    turn is a single roll; SizeError where tables of 8 goal**3 bytes do not fit in memory.
    """
    policy = family.at(point)
    first, second = wins(game, policy)
    return Rule(
        game, family.name, tuple(family.constants), family.chosen(point), policy, first, second,
        family.sentence,
    )  # fmt: skip


def wins(game: Race | Hog, policy: Any) -> tuple[float, float]:
    """P(``policy`` wins) against best play, moving first and second: see :func:`judged`."""
    return _best_play(game)(policy)


@lru_cache(maxsize=4)
def _best_play(game: Race | Hog) -> Callable[[Any], tuple[float, float]]:
    """The opponent of all rules, tabulated once in each process."""
    solution: Any = solve(game)
    if isinstance(game, Hog):
        return lambda policy: seats(match(game, policy, solution))
    if RaceArrays.of(game).single:  # a thousand rules of one limit each take as long as a match
        known = LimitMatches(game, Best(game, solution.starts).turn, solution.starts)
        return lambda policy: known.wins(limits_of(game, policy))
    module = module_of("matches", game, "are no matches, nor rules of thumb,")
    best = module.prepared(game, solution)

    return lambda policy: seats(module.match(game, policy, best))


def seats(found: Match) -> tuple[float, float]:
    """What the first policy of a match wins, moving first and second; without end a half."""
    return found.first + found.never / 2, found.second + found.never / 2
