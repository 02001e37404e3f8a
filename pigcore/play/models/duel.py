"""Duels: two holds or mixtures against each other, the best hold, and what is given away."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

import numpy as np

from ...games.duel import Duel
from ...solvers.duel import DuelPolicy, solve
from ..policies.answers import Policy
from ..policies.duel import strategy_of as prepared
from ..results import DuelMatch, Loss, Mistake, Response

__all__ = ["best_response", "loss", "match", "prepared"]


def match(game: Duel, policies: Sequence[Policy], start: Sequence[int] = (0, 0)) -> DuelMatch:
    """One hold or mixture against another; a duel has no other start."""
    solution = solve(game)
    mine, yours = (solution.scores(prepared(game, policy)) for policy in policies)
    draw = sum(p * yours.get(x, 0.0) for x, p in mine.items())
    return DuelMatch(win=_beats(mine, yours), draw=draw, lose=_beats(yours, mine))


def _beats(mine: dict[int, float], yours: dict[int, float]) -> float:
    """P(my score is higher)."""
    return sum(p * sum(q for y, q in yours.items() if y < x) for x, p in mine.items())


def best_response(game: Duel, others: Sequence[Policy]) -> Response:
    """The hold of the game that does best against a hold or a mixture; of several the smallest."""
    (policy,), best = others, solve(game)
    hold, gain = best.best_hold(prepared(game, policy))
    known = match(game, [best, policy]).payoff
    found = [Mistake((), "the optimal mixture", hold, gain - known, 1.0)] if gain > known else []
    reply = DuelPolicy(game, {hold: 1.0})
    return Response(game, reply, (gain, gain), partial(_first, found), known=max(known, 0.0))


def loss(game: Duel, policy: Policy) -> Loss:
    """What a hold or a mixture gives away, in units of the payoff P(win) - P(lose)."""
    solution, strategy = solve(game), prepared(game, policy)
    mixture = strategy if isinstance(strategy, Mapping) else {strategy: 1.0}
    weights = [float(mixture.get(hold, 0.0)) for hold in game.holds]
    worse = [
        max(-match(game, [hold, solution]).payoff, 0.0) if weight else 0.0
        for hold, weight in zip(game.holds, weights)
    ]
    best, lost = solution.best_hold(solution.mix)[0], np.multiply(weights, worse)
    found = [
        Mistake((), game.holds[n], best, worse[n], weights[n])
        for n in np.argsort(-lost, kind="stable")
        if lost[n] > 0
    ]
    return Loss(
        game=game,
        average=-match(game, [policy, solution]).payoff,
        summed=float(lost.sum()),
        exploitability=best_response(game, [policy]).average,
        costly=partial(_first, found),
    )


def _first(found: list[Mistake], count: int) -> list[Mistake]:
    """So many of them: a duel is a single turn."""
    return found[:count]
