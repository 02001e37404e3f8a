"""Matches of Hog: two policies against each other, exactly."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...games.hog import Hog
from ...solvers.hog import solve
from ...solvers.hog.arrays import HogArrays, by_memory
from ...solvers.hog.chain import HogChain
from ...solvers.solution import immutable
from ..policies.answers import Policy
from ..policies.hog import Plan, plan_of, spread
from ..results import Match
from .lengths import Lengths
from .starts import start_of

Floats = NDArray[np.float64]


def match(game: Hog, first: Policy, second: Policy, *, start: Sequence[int] = (0, 0)) -> Match:
    """Play ``first`` against ``second``, from both seats.

    One backward pass of the kernel for the win chances, some one and a half solves, if nobody
    mixes and every turn raises the total of the scores; otherwise, as for all else, as many
    products of a sparse matrix as a game has totals.
    """
    own, opp = start_of(game, start)
    plans = prepared(game, first).plan, prepared(game, second).plan
    course = HogCourse(game, plans, (own, opp))
    wins = course.wins
    moving_first, moving_second = float(wins[0, 0, own, opp]), float(wins[1, 0, opp, own])
    return Match.of_two(moving_first, moving_second, course)


@dataclass(frozen=True, eq=False)
class Prepared:
    """A policy of which all answers are known; a match takes it in the policy's place."""

    plan: Plan


def prepared(game: Hog, policy: Policy) -> Prepared:
    """A policy, asked once."""
    return policy if isinstance(policy, Prepared) else Prepared(plan_of(game, policy))


class HogCourse:
    """How the games of a match of Hog go; see :class:`~pigcore.play.results.Played`."""

    game: Hog

    def __init__(self, game: Hog, plans: tuple[Plan, Plan], start: tuple[int, int]) -> None:
        self.game, self._plans, self._start = game, plans, start

    def __getstate__(self) -> dict[str, Any]:
        return {k: value for k, value in vars(self).items() if k not in ("chain", "chances")}

    @cached_property
    def _tables(self) -> NDArray[np.int16] | None:
        return tables_of(self.game, self._plans)

    @cached_property
    def chances(self) -> tuple[Floats, Floats]:
        """The chance that each player makes each choice."""
        first, second = (spread(self.game, plan) for plan in self._plans)
        return first, second

    @cached_property
    def chain(self) -> HogChain:
        """The Markov chain of the match."""
        return HogChain(self.game, self.chances)

    @cached_property
    def wins(self) -> Floats:
        """P(the first policy wins) at [player to move, memory, own, opp]."""
        if self._tables is None:
            return np.minimum(self.chain.expected(self.chain.wins[0]), 1.0).reshape(
                self.chain.shape
            )
        wins = HogArrays.of(self.game).induct(self._tables)[0]
        return np.stack([wins[0], 1.0 - wins[1]])

    @cached_property
    def by_memory(self) -> Floats:
        """Visits at [player, memory, own, opp]."""
        return self.chain.visits(0, *self._start)

    def turns_if_ended(self) -> float:
        """The expected number of turns."""
        if self._tables is None:
            return float(self.by_memory.sum())
        turns = HogArrays.of(self.game).induct(self._tables, counting=True)[0]
        return float(turns[(0, 0, *self._start)])

    def visits(self) -> Floats:
        """Expected turn starts at [player, own, opp], whatever is remembered."""
        return immutable(self.by_memory.sum(axis=1))

    def lengths(self) -> Lengths:
        """The number of turns, turn by turn."""
        return Lengths.of(self.chain.ends(0, *self._start))

    def scores(self) -> tuple[float, float]:
        """Expected final scores."""
        first, second = (self.chain.scores @ self.by_memory.ravel()).tolist()
        return first, second

    def losses(self) -> tuple[float, float]:
        """What each gives away against perfect play."""
        first, second = (
            float((visits * losses(self.game, chances)).sum())
            for visits, chances in zip(self.by_memory, self.chances)
        )
        return first, second


def tables_of(game: Hog, plans: Sequence[Plan]) -> NDArray[np.int16] | None:
    """The players' choices, [player, memory, own, opp], for the kernel's backward pass.

    None if one of them mixes, or if play may stay at a total of the scores: the kernel would
    iterate there, and stop too early where progress is slow.
    """
    mixed = any(plan.dtype != np.int16 for plan in plans)
    if mixed or HogArrays.of(game).cyclic:
        return None
    return np.stack([plan.astype(np.int16, copy=False) for plan in plans])


def losses(game: Hog, chances: Floats) -> Floats:
    """What a policy gives away in each state against best play, at [memory, own, opp]."""
    arrays = HogArrays.of(game)
    worths = arrays.worths(by_memory(solve(game).starts))
    found: Floats = np.maximum(worths.max(axis=0) - (chances * worths).sum(axis=0), 0.0)
    return found
