"""Hog: two policies against each other, the best reply, and what is given away, exactly."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...games.hog import Hog
from ...games.margins import TIED
from ...kernels import Floats
from ...solvers.hog import HogPolicy, solve
from ...solvers.hog.arrays import HogArrays, by_memory, by_score
from ...solvers.hog.chain import HogChain
from ...solvers.solution import immutable
from ..policies.answers import Policy
from ..policies.hog import Plan, chances_of, plan_of, spread
from ..results import Lengths, Loss, Match, Mistake, Response, least_of
from ..results import costliest as by_cost


class Prepared(NamedTuple):
    """A policy of which all answers are known; a match takes it in the policy's place."""

    plan: Plan


def prepared(game: Hog, policy: Policy) -> Prepared:
    """A policy, asked once."""
    return policy if isinstance(policy, Prepared) else Prepared(plan_of(game, policy))


def match(game: Hog, policies: Sequence[Policy], start: Sequence[int] = (0, 0)) -> Match:
    """One policy against another, from both seats.

    One backward pass of the kernel for the win chances, some one and a half solves, if nobody
    mixes and every turn raises the total of the scores; otherwise, as for all else, as many
    products of a sparse matrix as a game has totals.
    """
    first, second = (prepared(game, policy).plan for policy in policies)
    (own, opp), course = start, HogCourse(game, (first, second), start)
    wins = course.wins
    return Match.of_two(float(wins[0, 0, own, opp]), float(wins[1, 0, opp, own]), course)


class HogCourse:
    """How the games of a match of Hog go, as :class:`~pigcore.play.results.Match` has it."""

    game: Hog

    def __init__(self, game: Hog, plans: tuple[Plan, Plan], start: Any = (0, 0)) -> None:
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
        """The Markov chain of the match, whoever begins."""
        own, opp = self._start
        return HogChain(self.game, self.chances, [(0, 0, own, opp), (1, 0, opp, own)])

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
        return self.chain.visits((0, 0, *self._start))

    def turns_if_ended(self) -> float:
        if self._tables is None:
            return float(self.by_memory.sum())
        turns = HogArrays.of(self.game).induct(self._tables, counting=True)[0]
        return float(turns[(0, 0, *self._start)])

    def visits(self) -> Floats:
        """Expected turn starts at [player, own, opp], whatever is remembered."""
        return immutable(self.by_memory.sum(axis=1))

    def lengths(self) -> Lengths:
        return Lengths.of(self.chain.ends((0, 0, *self._start)))

    def scores(self) -> tuple[float, float]:
        return self.chain.scores(self.by_memory)

    def losses(self) -> tuple[float, float]:
        """What each gives away against perfect play."""
        worths = best_worths(self.game)
        first, second = (
            float((visits * given_away(chances, worths)).sum())
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


# --- replies --------------------------------------------------------------------------------------


def best_response(game: Hog, others: Sequence[Policy]) -> Response:
    """The best reply to a policy, by a player who sees the whole state.

    Its ``policy`` takes the least of its best choices. One backward pass where every turn raises
    the total of the scores and the policy never mixes; otherwise policy iteration, in which it does
    not matter how slowly play makes progress.
    """
    plan, best = prepared(game, others[0]).plan, prepared(game, solve(game))
    wins, worths = reply_to(game, plan)
    least = (worths >= worths.max(axis=0) - TIED).argmax(axis=0)
    return Response(
        game,
        HogPolicy(game, by_score(np.array(game.choices, dtype=np.int16)[least], game)),
        (float(wins[0, 0, 0, 0]), float(wins[1, 0, 0, 0])),
        partial(_costliest, game, spread(game, best.plan), spread(game, plan), worths),
        known=least_of(match(game, [best, Prepared(plan)])),
    )


def reply_to(game: Hog, plan: Plan) -> tuple[Floats, Floats]:
    """The best reply's chances to win by who is to move, and what its choices are worth."""
    arrays, tables = HogArrays.of(game), tables_of(game, [plan])
    if tables is None:
        return _iterated(game, spread(game, plan))
    value, ended, _, _ = arrays.induct(np.stack([arrays.maximizing(), tables[0]]))
    return np.stack([value[0], 1.0 - value[1]]), arrays.worths_of(ended[0])


def _iterated(game: Hog, theirs: Floats) -> tuple[Floats, Floats]:
    """The same by policy iteration, from best play on."""
    arrays = HogArrays.of(game)
    chosen = best_worths(game).argmax(axis=0)
    numbers = np.arange(len(game.choices))[:, None, None, None]
    while True:
        mine = np.asarray(numbers == chosen, dtype=np.float64)
        wins = HogChain(game, (mine, theirs)).expected_wins()
        worths = arrays.worths(*wins)
        # What is better by no more than rounding would be changed for ever.
        had = np.take_along_axis(worths, chosen[None], axis=0)[0]
        better = worths.max(axis=0) > had * (1.0 + TIED)
        if not better.any():
            return wins, worths
        chosen = np.where(better, worths.argmax(axis=0), chosen)


# --- what is given away ---------------------------------------------------------------------------


def best_worths(game: Hog) -> Floats:
    """What each choice is worth if both play best from there on."""
    starts = by_memory(solve(game).starts)
    return HogArrays.of(game).worths(starts, 1.0 - starts)


def given_away(chances: Floats, worths: Floats) -> Floats:
    """What a player who chooses with these chances gives away by each choice."""
    found: Floats = chances * np.maximum(worths.max(axis=0) - worths, 0.0)
    return found


def visits_of(game: Hog, first: Floats, second: Floats) -> Floats:
    """Visits of the first player's states, a fair coin saying who moves first."""
    starts = [(0, 0, 0, 0), (1, 0, 0, 0)]
    chain = HogChain(game, (first, second), starts)
    visits: Floats = sum(chain.visits(start)[0] for start in starts) / 2
    return visits


def loss(game: Hog, policy: Policy) -> Loss:
    """What a policy gives away against best play, in all and state by state."""
    mine, best = prepared(game, policy), prepared(game, solve(game))
    chances, others, worths = spread(game, mine.plan), spread(game, best.plan), best_worths(game)
    lost = given_away(chances, worths).sum(axis=0)
    return Loss(
        game=game,
        average=0.5 - match(game, [mine, best]).average,
        summed=float((visits_of(game, chances, others) * lost).sum()),
        exploitability=best_response(game, [mine]).average - 0.5,
        costly=partial(_costliest, game, chances, others, worths),
    )


def costliest(game: Hog, policy: Policy, count: int) -> list[Mistake]:
    """The mistakes of a policy that cost most in a game against best play."""
    mine, best = chances_of(game, policy), chances_of(game, solve(game))
    return _costliest(game, mine, best, best_worths(game), count)


def _costliest(
    game: Hog, chances: Floats, others: Floats, worths: Floats, count: int
) -> list[Mistake]:
    """The same of who chooses with these chances, where choices are worth so much."""
    shares = given_away(chances, worths)
    found = []
    for place, *given in by_cost(shares.sum(axis=0), visits_of(game, chances, others), count):
        q, own, opp = place
        chosen, best = (game.choices[each[:, q, own, opp].argmax()] for each in (shares, worths))
        found.append(Mistake(game.state_at(place), chosen, best, *given))
    return found
