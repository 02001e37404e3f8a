"""Matches of a race: two policies against each other, exactly."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ...games.race import Race
from ...solvers.race import solve
from ...solvers.race.arrays import RaceArrays
from ...solvers.race.chain import Chain, Nodes
from ...solvers.race.matches import values
from ...solvers.race.turns import Turns
from ...solvers.solution import immutable
from ..policies.answers import Policy, as_played
from ..policies.race import Plan, plan_of
from ..results import Match
from .lengths import Lengths
from .starts import scores_of

__all__ = ["RaceCourse", "between", "compact", "match", "turns_of"]

ROUNDING = 1e-12
"""A chance that nobody ever wins, if found as a difference of two values, is 0 below this."""

LARGE = 400
"""From this goal on, win chances are found in O(goal**2) memory where policies allow it."""


def match(game: Race, first: Policy, second: Policy, *, start: Sequence[int] = (0, 0)) -> Match:
    """Play ``first`` against ``second``, from both seats.

    Parameters
    ----------
    game : Race
    first, second : policy
    start : (own, opp)
        The points that the first and the second policy begin with.

    Returns
    -------
    Match

    Raises
    ------
    RuleError
        If a policy answers what it must not.
    StateError
        If the game is over at ``start``.
    SizeError
        If the goal is too large for a policy or for the memory.

    Notes
    -----
    O(goal**3 x gains) time, some three times that of a solve, and 4 goal**3 bytes for each
    policy, times the states of its memory. Where throws can wipe, a system of 2 goal equations
    more. Two Solutions or tables to 400 points or more take O(goal**2) for the win chances.

    Examples
    --------
    >>> import pigcore
    >>> pig = pigcore.Pig()
    >>> found = match(pig, pigcore.solve(pig), pigcore.hold_at(20))
    >>> round(found.first, 12), round(found.turns, 6), found.lengths.median
    (0.571498430277, 19.529587, 19)
    """
    own, opp = scores_of(game, start)
    plans = [compact(game, policy) if game.goal >= LARGE else None for policy in (first, second)]
    if any(plan is None for plan in plans):
        return between(turns_of(game, first), turns_of(game, second), (own, opp))
    tables = RaceArrays.of(game)
    wins, others = values(tables, plans[0], plans[1], never=0.0)
    never = 0.0
    if tables.dead.any():
        most, others_least = values(tables, plans[0], plans[1], never=1.0)
        never = float(most[own, opp] - wins[own, opp] + others[opp, own] - others_least[opp, own])
    never = never / 2 if never > ROUNDING else 0.0
    course = RaceCourse(game, (first, second), (own, opp))
    return _told(float(wins[own, opp]), 1.0 - float(others[opp, own]), never, course)


def between(first: Turns, second: Turns, start: tuple[int, int] = (0, 0)) -> Match:
    """The match of two policies whose turns are known: as many matches, as few tables."""
    own, opp = start
    course = RaceCourse(first.game, (first, second), start)
    mine, theirs = course.chain.wins(0)
    never = course.never
    return _told(
        float(mine[0, 0, own, opp]), float(theirs[0, 0, opp, own]),
        float(never[0][0, 0, own, opp] + never[1][0, 0, opp, own]) / 2, course,
    )  # fmt: skip


def turns_of(game: Race, policy: Policy) -> Turns:
    """How the turns of ``policy`` end; a match takes that in its place, at no cost.

    Raises
    ------
    RuleError
        If the policy answers what it must not.
    SizeError
        If the goal is too large.
    """
    if isinstance(policy, Turns):
        return policy
    played = as_played(game, policy)
    memories = getattr(played, "memories", 1)
    if memories == 1:
        return Turns.of(game, [plan_of(game, played)])
    return Turns.of(
        game,
        [plan_of(game, played, memory=m) for m in range(memories)],
        [(played.after(m, False), played.after(m, True)) for m in range(memories)],
    )


class RaceCourse:
    """How the games of a match of a race go; see :class:`~pigcore.play.results.Course`."""

    def __init__(
        self, game: Race, policies: tuple[Policy, Policy], start: tuple[int, int] = (0, 0)
    ) -> None:
        self.game, self._policies, self._start = game, policies, start

    @cached_property
    def chain(self) -> Chain:
        """The Markov chain of the match."""
        first, second = (turns_of(self.game, policy) for policy in self._policies)
        return Chain(first, second)

    @cached_property
    def never(self) -> Nodes:
        """The chance of each turn start that nobody ever wins."""
        return self.chain.never()

    @cached_property
    def by_memory(self) -> Nodes:
        """Visits of each turn start, by what both remember."""
        return self.chain.visits(0, *self._start)

    @property
    def _ended(self) -> float:
        return 1.0 - float(self.never[0][(0, 0, *self._start)])

    def turns_if_ended(self) -> float:
        """The expected number of turns in games that end."""
        return sum(
            expected(visits, 1.0 - never) for visits, never in zip(self.by_memory, self.never)
        ) / (self._ended)

    def visits(self) -> NDArray[np.float64]:
        """Expected turn starts at [player, own, opp]."""
        return immutable(np.stack([visits.sum(axis=(0, 1)) for visits in self.by_memory]))

    def lengths(self) -> Lengths:
        """The number of turns, turn by turn."""
        return Lengths.of(self.chain.ends(0, *self._start))

    def scores(self) -> tuple[float, float]:
        """Expected final scores in games that end."""
        found = [0.0, 0.0]
        theirs = np.arange(self.game.goal)  # of the loser, at [own, opp] of the winner
        for player, (visits, turns) in enumerate(zip(self.by_memory, self.chain.players)):
            found[player] += expected(visits, turns.by_memory(turns.final))
            found[1 - player] += expected(visits, turns.by_memory(turns.won) * theirs)
        return found[0] / self._ended, found[1] / self._ended

    def losses(self) -> tuple[float, float]:
        """What each gives away against perfect play."""
        starts = solve(self.game).starts
        first, second = (
            expected(visits, turns.by_memory(turns.loss(starts)))
            for visits, turns in zip(self.by_memory, self.chain.players)
        )
        return first, second


def expected(visits: NDArray[np.float64], rewards: NDArray[np.float64]) -> float:
    """The sum of what is had at every turn start; where players stay for ever there is nothing."""
    return float((np.where(np.isinf(visits), 0.0, visits) * rewards).sum())


def _told(first: float, second: float, never: float, course: RaceCourse) -> Match:
    return Match(
        first=first, second=second, average=(first + second) / 2, never=never, course=course
    )


def compact(game: Race, policy: Policy) -> Plan | None:
    """The decisions of a player who neither mixes nor remembers, or None if he does."""
    if isinstance(policy, Turns):
        return None
    played = as_played(game, policy)
    if getattr(played, "memories", 1) > 1:
        return None
    plan = plan_of(game, played)
    return None if plan.ndim == 3 and plan.dtype != np.uint8 else plan
