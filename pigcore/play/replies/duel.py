"""The best reply among the holds of a duel, and what holds and mixtures give away."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

import numpy as np
from numpy.typing import NDArray

from ...games.duel import Duel
from ...solvers.duel import DuelPolicy, solve
from ...solvers.solution import immutable
from ..matches.duel import match
from ..policies.answers import Policy
from ..policies.duel import strategy_of
from .results import Loss, Mistake, Response


def best_response(game: Duel, policy: Policy) -> Response:
    """The hold of the game that does best against a hold or a mixture; of several the smallest."""
    hold, gain = solve(game).best_hold(strategy_of(game, policy))
    reply = DuelPolicy(game, {hold: 1.0})
    known = max(match(game, solve(game), policy).payoff, 0.0)
    found = partial(_deviations, game, policy, hold)
    return Response(game, reply, (gain, gain), found, known=known)


def _deviations(game: Duel, policy: Policy, hold: int, count: int) -> list[Mistake]:
    """The one that there is: a duel is a single turn."""
    gain = match(game, hold, policy).payoff - match(game, solve(game), policy).payoff
    return [Mistake((), "the optimal mixture", hold, gain, 1.0)][:count] if gain > 0 else []


def loss(game: Duel, policy: Policy) -> Loss:
    """What a hold or a mixture gives away, in units of the payoff P(win) - P(lose)."""
    return Loss(
        game=game,
        average=-match(game, policy, solve(game)).payoff,
        summed=sum(weight * worse for weight, worse, _ in _holds(game, policy)),
        exploitability=best_response(game, policy).average,
        found=partial(_states, game, policy),
        costly=partial(_mistakes, game, policy),
    )


def _states(game: Duel, policy: Policy) -> NDArray[np.float64]:
    return immutable(np.array([weight * worse for weight, worse, _ in _holds(game, policy)]))


def _mistakes(game: Duel, policy: Policy, count: int) -> list[Mistake]:
    solution = solve(game)
    best = solution.best_hold(solution.mix)[0]
    found = [
        Mistake((), hold, best, worse, weight)
        for weight, worse, hold in _holds(game, policy)
        if weight * worse > 0
    ]
    return sorted(found, key=lambda mistake: -mistake.cost)[:count]


def _holds(game: Duel, policy: Policy) -> list[tuple[float, float, int]]:
    """(weight, what it loses against the optimal mixture, hold), for each hold of the game."""
    solution, strategy = solve(game), strategy_of(game, policy)
    mixture = strategy if isinstance(strategy, Mapping) else {strategy: 1.0}
    weights = [float(mixture.get(hold, 0.0)) for hold in game.holds]
    return [
        (weight, max(-match(game, hold, solution).payoff, 0.0) if weight else 0.0, hold)
        for weight, hold in zip(weights, game.holds)
    ]
