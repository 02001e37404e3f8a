"""Matches of a race: two policies against each other, exactly."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import cast

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
from ..policies.holds import Holding, hold_at
from ..policies.race import limits_of
from ..policies.race import rolls_of as plan_of
from ..results import Match, checked
from .lengths import Lengths
from .starts import scores_of

__all__ = ["RaceCourse", "between", "match", "player_of", "turns_in", "turns_of"]

ROUNDING = 1e-12
"""A chance that nobody ever wins, if found as a difference of two values, is 0 below this."""

LARGE = 400
"""From this goal on, games that may never end take O(goal**2) memory where policies allow it."""

Decisions = NDArray[np.uint8] | NDArray[np.float64]

Player = Turns | Decisions | NDArray[np.int64]
"""A player of a match: how his turns end, his plan, or the turn totals that he holds from."""


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
        If a policy gives an invalid answer.
    StateError
        If the game is over at ``start``.
    SizeError
        If the goal is too large for a policy or for the memory.
    PigcoreError
        If double precision does not suffice for the game.

    Notes
    -----
    O(goal**3 x gains) time. Between named rules and Solutions, which take O(goal**2) memory, the
    win chances cost between half a solve and two. All else takes 5 to 10 solves and 4 goal**3 bytes
    for each policy, times the states of its memory: policies that mix or remember; chances below
    1e-6, or 1e-2 if the target is exact; to goals below 400, exact targets that may be out of reach
    for ever; and how the games go, when it is asked for. Throws that wipe take O(goal**4) time, for
    a system of 2 goal equations: seconds to a goal of 200, minutes to 500.

    Examples
    --------
    >>> import pigcore
    >>> pig = pigcore.Pig()
    >>> found = match(pig, pigcore.solve(pig), pigcore.hold_at(20))
    >>> round(found.first, 12), round(found.turns, 6), found.lengths.median
    (0.571498430277, 19.529587, 19)
    """
    own, opp = scores_of(game, start)
    mover, other = player_of(game, first), player_of(game, second)
    tables = RaceArrays.of(game)
    endless = bool(tables.dead.any())
    # What can hardly end is left to the chain, which eliminates without a subtraction.
    chained = tables.wipe > 0 or not tables.mild or (endless and game.goal < LARGE)
    if chained or isinstance(mover, Turns) or isinstance(other, Turns):
        return between(turns_in(game, mover), turns_in(game, other), (own, opp))
    wins, others = values(tables, mover, other, never=0.0)
    never = 0.0
    if endless:
        most, others_least = values(tables, mover, other, never=1.0)
        never = float(most[own, opp] - wins[own, opp] + others[opp, own] - others_least[opp, own])
    never = never / 2 if never > ROUNDING else 0.0
    course = RaceCourse(game, (mover, other), (own, opp))
    mine, theirs = float(wins[own, opp]), 1.0 - float(others[opp, own])
    return Match(first=mine, second=theirs, never=never, course=course)


def between(first: Turns, second: Turns, start: tuple[int, int] = (0, 0)) -> Match:
    """The match of two policies whose turns are known: as many matches, as few tables."""
    course = RaceCourse(first.game, (first, second), start)
    ends = (course.chain.wins(0), course.chain.wins(1), course.never)
    (mine, lost, one), (theirs, gone, other) = (
        [float(end[seat][(0, 0, *scores)]) for end in ends]
        for seat, scores in enumerate((start, start[::-1]))
    )
    for whole in (mine + lost + one, theirs + gone + other):
        checked("the sum of all chances", whole, 1.0)
    return Match(first=mine, second=theirs, never=(one + other) / 2, course=course)


def turns_of(game: Race, policy: Policy) -> Turns:
    """How the turns of ``policy`` end; a match takes that in its place, at no cost.

    Raises
    ------
    RuleError
        If the policy gives an invalid answer.
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

    game: Race

    def __init__(
        self, game: Race, players: tuple[Player, Player], start: tuple[int, int] = (0, 0)
    ) -> None:
        self.game, self._players, self._start = game, players, start

    @cached_property
    def chain(self) -> Chain:
        """The Markov chain of the match."""
        first, second = (turns_in(self.game, player) for player in self._players)
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
        place = (0, 0, *self._start)
        won = float(self.chain.wins(0)[0][place]) + float(self.never[0][place]) / 2
        due = float(starts[self._start]) - won
        checked("what one gives away less what the other does", first - second, due, due)
        return first, second


def expected(visits: NDArray[np.float64], rewards: NDArray[np.float64]) -> float:
    """The sum of what is had at every turn start; where players stay for ever there is nothing."""
    return float((np.where(np.isinf(visits), 0.0, visits) * rewards).sum())


def player_of(game: Race, policy: Policy) -> Player:
    """The decisions of a player who neither mixes nor remembers, and how others' turns end.

    Raises
    ------
    RuleError
        If the policy gives an invalid answer.
    SizeError
        If the goal is too large.
    """
    if isinstance(policy, Turns):
        return policy
    played = as_played(game, policy)
    if getattr(played, "memories", 1) > 1:
        return turns_of(game, played)
    if isinstance(played, Holding):
        return limits_of(game, played)
    plan = plan_of(game, played)
    mixes = plan.ndim == 3 and plan.dtype != np.uint8
    return Turns.of(game, [plan]) if mixes else plan


def turns_in(game: Race, player: Player) -> Turns:
    """How the turns of a player of :func:`player_of` end."""
    if isinstance(player, Turns):
        return player
    if player.dtype == np.int64:
        return turns_of(game, hold_at(player.astype(np.int64)))
    return Turns.of(game, [cast("Decisions", player)])
