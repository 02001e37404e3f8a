"""Matches of Farkle: two policies against each other, exactly."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...games.race import Race
from ...solvers.farkle import refuse_penalty
from ...solvers.farkle.chain import Chain, FarkleTurns
from ...solvers.farkle.decided import WIDTH, best_play, ends_of
from ...solvers.solution import immutable
from ..policies.answers import Policy
from ..policies.named import Optimal
from ..policies.race import plan_of
from ..policies.race.dice import Followed
from ..results import Match
from .lengths import Lengths
from .starts import scores_of

__all__ = ["FarkleCourse", "best_turns", "lost_by", "match", "turns_of"]


def match(game: Race, first: Policy, second: Policy, *, start: Sequence[int] = (0, 0)) -> Match:
    """Play ``first`` against ``second``, from both seats.

    With a last turn both play that turn best: its mover has nothing but the score to pass. Past
    the goal every policy banks, unasked, at scores from which on best play always banks.

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
        If a policy gives an invalid answer, or a penalty makes scores fall.
    StateError
        If the game is over at ``start``.
    SizeError
        If the goal is too large for the memory, or a function would be asked too often.

    Notes
    -----
    O(u**2) turns for a goal of u units and 8 u**3 bytes for a policy that looks at the opponent's
    score; O(u) turns and O(u**2) memory for a rule that does not. Then a triangular system for
    each own score, O(u**3).

    Examples
    --------
    >>> import pigcore
    >>> farkle = pigcore.Farkle.minimal(goal=2000)
    >>> found = match(farkle, pigcore.solve(farkle), pigcore.bank_at(300))
    >>> round(found.first, 9), round(found.second, 9), round(found.turns, 6)
    (0.727186257, 0.575034896, 8.243462)
    """
    own, opp = scores_of(game, start)
    mover = turns_of(game, first)
    other = mover if second is first else turns_of(game, second)
    course = FarkleCourse(game, (mover, other), (own // game.unit, opp // game.unit))
    place = course.start
    mine, theirs = course.wins
    first_wins, second_wins = float(mine[place]), float(theirs[place])
    never = 0.0
    if course.chain.endless:
        never = float(course.never[0][place] + course.never[1][place]) / 2
    return Match(
        first=first_wins,
        second=second_wins,
        never=never,
        course=course,
    )


def turns_of(game: Race, policy: Policy) -> FarkleTurns:
    """How the turns of ``policy`` end; a match takes that in its place, at no cost.

    Raises
    ------
    RuleError, SizeError
        As :func:`match`.
    """
    if isinstance(policy, FarkleTurns):
        return policy
    refuse_penalty(game)
    plan = plan_of(game, policy)
    if isinstance(policy, Optimal):
        return best_turns(game)
    count = WIDTH if plan.alike else -(-game.units // WIDTH) * WIDTH
    opp = np.zeros(count, dtype=np.int64)
    if not plan.alike:
        opp[: game.units] = np.arange(game.units)

    def ends(own: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        if isinstance(plan, Followed):
            return plan.turn_ends(own, opp[:1] if plan.alike else opp[: game.units])
        decisions: Any = plan.turn(own, opp)
        return ends_of(game, decisions)[:2]

    return FarkleTurns.of(game, ends, plan.alike)


@lru_cache(maxsize=1)
def best_turns(game: Race) -> FarkleTurns:
    """How the turns of best play end."""
    return turns_of(game, best_play(game))


def lost_by(turns: FarkleTurns, starts: NDArray[np.float64]) -> NDArray[np.float64]:
    """What a turn gives away at [own, opp] where best play, worth ``starts``, follows it."""
    banked = 1.0 - starts.T
    found: NDArray[np.float64] = np.maximum(starts - turns.worth(banked, banked), 0.0)
    return found


class FarkleCourse:
    """How the games of a match go; see :class:`~pigcore.play.results.Course`."""

    chain: Chain
    game: Race
    start: tuple[int, int]

    def __init__(
        self, game: Race, players: tuple[FarkleTurns, FarkleTurns], start: tuple[int, int]
    ) -> None:
        self.game, self.chain, self.start = game, Chain(*players), start

    @cached_property
    def wins(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """The first policy's chance to win, where it and where the other is to move."""
        return self.chain.wins()

    @cached_property
    def never(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """The chance that nobody ever wins, where the first and where the second is to move."""
        mine, theirs = self.wins
        if not self.chain.endless:
            return np.zeros_like(mine), np.zeros_like(theirs)
        others, before = self.chain.swapped().wins()
        return tuple(  # type: ignore[return-value]
            np.where(rest > 1e-12, rest, 0.0)
            for rest in (1.0 - mine - before.T, 1.0 - theirs - others.T)
        )

    @cached_property
    def _visits(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        return self.chain.visits(*self.start)

    @property
    def _ended(self) -> float:
        return 1.0 - float(self.never[0][self.start])

    def turns_if_ended(self) -> float:
        """The expected number of turns in games that end."""
        found = sum(
            _expected(visits, 1.0 - never) for visits, never in zip(self._visits, self.never)
        )
        last = self._ended if self.game.last_turn else 0.0
        return (found + last) / self._ended

    def visits(self) -> NDArray[np.float64]:
        """Expected turn starts at [player, own, opp] in units."""
        mine, theirs = self._visits
        return immutable(np.stack([mine, theirs.T]))

    def lengths(self) -> Lengths:
        """The number of turns, turn by turn."""
        return Lengths.of(self.chain.ends(*self.start))

    def scores(self) -> tuple[float, float]:
        """Expected final scores in games that end; with a last turn, those before it."""
        mine, theirs = self._visits
        first, second, unit = self.chain.first, self.chain.second, self.game.unit
        units = np.arange(self.game.units)
        won = first.won + first.passed, (second.won + second.passed).T
        ours = _expected(mine, first.final) + _expected(theirs, won[1] * units[:, None])
        others = _expected(theirs, second.final.T) + _expected(mine, won[0] * units)
        return unit * ours / self._ended, unit * others / self._ended

    def losses(self) -> tuple[float, float]:
        """What each gives away against perfect play."""
        starts = best_play(self.game).starts
        mine, theirs = self._visits
        return (
            _expected(mine, lost_by(self.chain.first, starts)),
            _expected(theirs, lost_by(self.chain.second, starts).T),
        )


def _expected(visits: NDArray[np.float64], rewards: NDArray[np.float64]) -> float:
    return float((np.where(np.isinf(visits), 0.0, visits) * rewards).sum())
