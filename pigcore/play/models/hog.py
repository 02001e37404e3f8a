"""Hog: two policies against each other, the best reply, and what is given away, exactly."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...games.hog import Hog
from ...games.margins import TIED
from ...kernels import Floats
from ...solvers.hog import HogPolicy, solve
from ...solvers.hog.arrays import HogArrays
from ...solvers.hog.chain import HogChain, State
from ...solvers.solution import immutable
from ..policies.answers import Policy
from ..policies.hog import plan_of as prepared
from ..results import Lengths, Loss, Match, Mistake, Response, costliest, least_of

__all__ = ["HogCourse", "best_response", "given_away", "loss", "match", "prepared", "reply_to"]


def match(game: Hog, policies: Sequence[Policy], start: Sequence[int] = (0, 0)) -> Match:
    """One policy against another, from both seats.

    One backward pass of the kernel for the win chances, some one and a half solves, if nobody
    mixes and every turn raises the total of the scores; otherwise, as for all else, as many
    products of a sparse matrix as a game has totals.
    """
    mine, his = (prepared(game, policy) for policy in policies)
    course = HogCourse(mine, his, start)
    first, second = (float(course.wins[begun]) for begun in course.starts)
    return Match.of_two(first, second, course)


class HogCourse:
    """How the games of a match of Hog go, as :class:`~pigcore.play.results.Match` has it."""

    starts: tuple[State, State]
    """Where games begin if the first policy moves first, and if the second does."""

    def __init__(self, first: HogPolicy, second: HogPolicy, start: Sequence[int] = (0, 0)) -> None:
        own, opp = start
        self.game: Hog = first.game
        self.plans: tuple[HogPolicy, HogPolicy] = first, second
        self.starts = (0, 0, own, opp), (1, 0, opp, own)

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name != "chain"}

    @cached_property
    def _tables(self) -> NDArray[np.int16] | None:
        return tables_of(*self.plans)

    @cached_property
    def chain(self) -> HogChain:
        """The Markov chain of the match, whoever begins."""
        first, second = self.plans
        return HogChain(self.game, (first.chances, second.chances), self.starts)

    @cached_property
    def wins(self) -> Floats:
        """P(the first policy wins) at [player to move, memory, own, opp]."""
        if self._tables is None:
            return self.chain.expected_wins()
        wins = HogArrays.of(self.game).induct(self._tables)[0]
        return np.stack([wins[0], 1.0 - wins[1]])

    @cached_property
    def by_memory(self) -> Floats:
        """Visits at [player, memory, own, opp]."""
        return self.chain.visits(self.starts[0])

    @cached_property
    def of_the_first(self) -> Floats:
        """Visits of the first player's states, a fair coin saying who moves first."""
        both: Floats = (self.by_memory[0] + self.chain.visits(self.starts[1])[0]) / 2
        return both

    def turns_if_ended(self) -> float:
        if self._tables is None:
            return float(self.by_memory.sum())
        turns = HogArrays.of(self.game).induct(self._tables, counting=True)[0]
        return float(turns[self.starts[0]])

    def visits(self) -> Floats:
        """Expected turn starts at [player, own, opp], whatever is remembered."""
        return immutable(self.by_memory.sum(axis=1))

    def lengths(self) -> Lengths:
        return Lengths.of(self.chain.ends(self.starts[0]))

    def scores(self) -> tuple[float, float]:
        return self.chain.scores(self.by_memory)

    def losses(self) -> tuple[float, float]:
        """What each gives away against perfect play."""
        worths = solve(self.game).worths
        first, second = (
            float((visits * given_away(plan, worths)).sum())
            for visits, plan in zip(self.by_memory, self.plans)
        )
        return first, second


def tables_of(*plans: HogPolicy) -> NDArray[np.int16] | None:
    """The players' choices, [player, memory, own, opp], for the kernel's backward pass.

    None if one of them mixes, or if play may stay at a total of the scores: the kernel would
    iterate there, and stop too early where progress is slow.
    """
    tables = [plan.table for plan in plans if plan.table is not None]
    if len(tables) < len(plans) or HogArrays.of(plans[0].game).cyclic:
        return None
    return np.stack(tables)


# --- replies --------------------------------------------------------------------------------------


def best_response(game: Hog, others: Sequence[Policy]) -> Response:
    """The best reply to a policy, by a player who sees the whole state.

    Its ``policy`` takes the least of its best choices. One backward pass where every turn raises
    the total of the scores and the policy never mixes; otherwise policy iteration, in which it does
    not matter how slowly play makes progress.
    """
    found = match(game, [solve(game), *others])
    wins, worths = reply_to(found.course.plans[1])
    return Response(
        game,
        HogPolicy.best(game, worths),
        (float(wins[0, 0, 0, 0]), float(wins[1, 0, 0, 0])),
        partial(_costliest, found.course, worths),
        known=least_of(found),
    )


def reply_to(plan: HogPolicy) -> tuple[Floats, Floats]:
    """The best reply's chances to win by who is to move, and what its choices are worth."""
    arrays, tables = HogArrays.of(plan.game), tables_of(plan)
    if tables is None:
        return _iterated(plan)
    value, ended, _, _ = arrays.induct(np.stack([arrays.maximizing(), tables[0]]))
    return np.stack([value[0], 1.0 - value[1]]), arrays.worths_of(ended[0])


def _iterated(plan: HogPolicy) -> tuple[Floats, Floats]:
    """The same by policy iteration, from best play on."""
    game, arrays = plan.game, HogArrays.of(plan.game)
    chosen = solve(game).worths.argmax(axis=0)
    numbers = np.arange(len(game.choices))[:, None, None, None]
    while True:
        mine = np.asarray(numbers == chosen, dtype=np.float64)
        wins = HogChain(game, (mine, plan.chances)).expected_wins()
        worths = arrays.worths(*wins)
        # What is better by no more than rounding would be changed for ever.
        had = np.take_along_axis(worths, chosen[None], axis=0)[0]
        better = worths.max(axis=0) > had * (1.0 + TIED)
        if not better.any():
            return wins, worths
        chosen = np.where(better, worths.argmax(axis=0), chosen)


# --- what is given away ---------------------------------------------------------------------------


def given_away(plan: HogPolicy, worths: Floats) -> Floats:
    """What a player gives away by each choice, where choices are worth so much."""
    found: Floats = plan.chances * np.maximum(worths.max(axis=0) - worths, 0.0)
    return found


def loss(game: Hog, policy: Policy) -> Loss:
    """What a policy gives away against best play, in all and state by state."""
    best = solve(game)
    found, worths = match(game, [policy, best]), best.worths
    course, mine = found.course, found.course.plans[0]
    return Loss(
        game=game,
        average=0.5 - found.average,
        summed=float((course.of_the_first * given_away(mine, worths).sum(axis=0)).sum()),
        exploitability=best_response(game, [mine]).average - 0.5,
        costly=partial(_costliest, course, worths),
    )


def _costliest(course: HogCourse, worths: Floats, count: int) -> list[Mistake]:
    """The mistakes of the first player that cost most, where choices are worth so much."""
    game, shares = course.game, given_away(course.plans[0], worths)
    found = []
    for place, *given in costliest(shares.sum(axis=0), course.of_the_first, count):
        there: Any = (slice(None), *place)
        chosen, best = (game.choices[int(each[there].argmax())] for each in (shares, worths))
        found.append(Mistake(game.state_at(place), chosen, best, *given))
    return found
