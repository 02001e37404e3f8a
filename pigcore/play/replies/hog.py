"""Best replies in Hog, and what policies give away."""

from __future__ import annotations

from functools import partial

import numpy as np
from numpy.typing import NDArray

from ...games.hog import Hog
from ...games.margins import TIED
from ...solvers.hog import HogPolicy, solve
from ...solvers.hog.arrays import HogArrays, by_memory, by_score
from ...solvers.hog.chain import HogChain
from ...solvers.solution import immutable
from ..matches.hog import losses, match, tables_of
from ..policies.answers import Policy
from ..policies.hog import chances_of, plan_of, spread
from ..results import least_of
from .results import Loss, Mistake, Response
from .results import costliest as by_cost

Floats = NDArray[np.float64]


def best_response(game: Hog, policy: Policy) -> Response:
    """The best reply to a policy, by a player who sees the whole state.

    Its ``policy`` takes the least of its best choices. One backward pass where every turn raises
    the total of the scores and the policy never mixes; otherwise policy iteration, in which it does
    not matter how slowly play makes progress.
    """
    chances = chances_of(game, policy)
    wins, worths = reply_to(game, policy)
    least = (worths >= worths.max(axis=0) - TIED).argmax(axis=0)
    best = chances_of(game, solve(game))
    return Response(
        game,
        HogPolicy(game, by_score(np.array(game.choices, dtype=np.int16)[least], game)),
        (float(wins[0, 0, 0, 0]), float(wins[1, 0, 0, 0])),
        partial(_mistakes, game, best, visits_of(game, best, chances), worths),
        known=least_of(match(game, solve(game), policy)),
    )


def reply_to(game: Hog, policy: Policy) -> tuple[Floats, Floats]:
    """The best reply's chances to win by who is to move, and what its choices are worth."""
    arrays, plan = HogArrays.of(game), plan_of(game, policy)
    tables = tables_of(game, [plan])
    if tables is None:
        return _iterated(game, spread(game, plan))
    value, ended, _, _ = arrays.induct(np.stack([arrays.maximizing(), tables[0]]))
    return np.stack([value[0], 1.0 - value[1]]), arrays.worths_of(ended[0])


def _iterated(game: Hog, theirs: Floats) -> tuple[Floats, Floats]:
    """(the reply's chances to win by who is to move, what its choices are worth)."""
    arrays = HogArrays.of(game)
    chosen = arrays.worths(by_memory(solve(game).starts)).argmax(axis=0)
    while True:
        chain = HogChain(game, (_always(game, chosen), theirs))
        wins = np.minimum(chain.expected(chain.wins[0]), 1.0).reshape(chain.shape)
        worths = arrays.worths_of(arrays.ended_at(*wins.reshape(2, -1)))
        # What is better by no more than rounding would be changed for ever.
        had = np.take_along_axis(worths, chosen[None], axis=0)[0]
        better = worths.max(axis=0) > had * (1.0 + TIED)
        if not better.any():
            return wins, worths
        chosen = np.where(better, worths.argmax(axis=0), chosen)


def _always(game: Hog, chosen: NDArray[np.intp]) -> Floats:
    """The chances of a player who always makes the choices at these places among all."""
    places = np.arange(len(game.choices))[:, None, None, None]
    return np.asarray(places == chosen, dtype=np.float64)


def visits_of(game: Hog, first: Floats, second: Floats) -> Floats:
    """Visits of the first player's states, a fair coin saying who moves first."""
    chain = HogChain(game, (first, second))
    visits: Floats = (chain.visits(0, 0, 0)[0] + chain.visits(1, 0, 0)[0]) / 2
    return visits


def loss(game: Hog, policy: Policy) -> Loss:
    """What a policy gives away against best play, in all and state by state."""
    chances, best = chances_of(game, policy), solve(game)
    lost = losses(game, chances)
    visits = visits_of(game, chances, chances_of(game, best))
    worths = HogArrays.of(game).worths(by_memory(best.starts))
    return Loss(
        game=game,
        average=0.5 - match(game, policy, best).average,
        summed=float((visits * lost).sum()),
        exploitability=best_response(game, policy).average - 0.5,
        found=partial(immutable, by_score(lost, game)),
        costly=partial(_mistakes, game, chances, visits, worths),
    )


def costliest(game: Hog, policy: Policy, count: int) -> list[Mistake]:
    """The mistakes of a policy that cost most in a game against best play."""
    chances = chances_of(game, policy)
    visits = visits_of(game, chances, chances_of(game, solve(game)))
    return _mistakes(
        game, chances, visits, HogArrays.of(game).worths(by_memory(solve(game).starts)), count
    )


def _mistakes(
    game: Hog, chances: Floats, visits: Floats, worths: Floats, count: int
) -> list[Mistake]:
    """The mistakes of who chooses with these chances, where choices are worth so much."""
    shares = np.maximum(worths.max(axis=0) - worths, 0.0) * chances
    lost = shares.sum(axis=0)
    found = []
    for place, *given in by_cost(lost, visits, count):
        chosen, best = (game.choices[one[:, *place].argmax()] for one in (shares, worths))
        found.append(Mistake(game.state_at(place), chosen, best, *given))
    return found
