"""What a rule of a race loses: against best play, and to the best reply to it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from ...games.errors import RuleError
from ...games.race import Race
from ...play.policies import hold_at
from ...play.policies.named import Named
from ...play.replies.race import best_response
from ...solvers.race import solve
from ...solvers.race.decided import Best
from ...solvers.race.limits import LimitMatches
from .race_families import Family, Point, limits_of
from .rule import RuleOfThumb

__all__ = ["Rule", "judged", "wins"]


@dataclass(frozen=True)
class Rule(RuleOfThumb):
    """A rule of a race: a policy with a name, or any function that says what totals to hold at."""

    game: Race

    @cached_property
    def exploitability(self) -> float:
        """The average win chance of the best reply less one half; O(goal**3) when first asked."""
        rule = self.policy
        if not isinstance(rule, Named):
            rule = hold_at(limits_of(self.game, rule))
        return best_response(self.game, rule).average - 0.5

    @property
    def words(self) -> str:
        """The rule as a person would remember it."""
        if isinstance(self.policy, Named):
            return super().words
        given = ", ".join(f"{name} {it}" for name, it in zip(self.names, self.constants))
        return f"{self.family} with {given}"

    @property
    def spec(self) -> str | None:
        """The text form that commands take; None if there is none."""
        try:
            return super().spec
        except (AttributeError, RuleError):
            return None


def judged(game: Race, family: Family, point: Point) -> Rule:
    """A rule of a family with what it wins.

    Parameters
    ----------
    game : Race
    family : Family
    point : tuple of int
        For each constant, which of its values.

    Raises
    ------
    RuleError
        If the rule does not hold from some total on.
    SizeError
        If tables of 8 goal**3 bytes do not fit in memory.

    Examples
    --------
    >>> import pigcore
    >>> family = Family("hold at", ["total"], [range(10, 31)], pigcore.hold_at)
    >>> print(judged(pigcore.Pig(), family, (10,)))
    hold at 20: loses 0.039920247412 against best play
    """
    policy = family.at(point)
    first, second = wins(game, policy)
    return Rule(
        game, family.name, tuple(family.constants), family.chosen(point), policy, first, second,
        family.sentence,
    )  # fmt: skip


def wins(game: Race, policy: Any) -> tuple[float, float]:
    """P(``policy`` wins) against best play, moving first and second: see :func:`judged`."""
    return _best_play(game).wins(limits_of(game, policy))


@lru_cache(maxsize=4)
def _best_play(game: Race) -> LimitMatches:
    """The opponent of all rules, tabulated once in each process."""
    starts = solve(game).starts
    return LimitMatches(game, Best(game, starts).turn, starts)
