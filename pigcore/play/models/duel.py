"""Duels: two holds or mixtures against each other, the best hold, and what is given away."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from ...games.duel import Duel
from ...solvers.duel import DuelPolicy, Scores, TurnScores, mixed, mixture_of, solve
from ..policies.answers import Policy
from ..policies.duel import strategy_of as prepared
from ..results import DuelMatch, Loss, Mistake, Response

__all__ = ["best_response", "loss", "match", "prepared"]


def match(game: Duel, policies: Sequence[Policy], start: Sequence[int] = (0, 0)) -> DuelMatch:
    """One hold or mixture against another; a duel has no other start."""
    turns = TurnScores(game)
    mine, yours = (
        mixed(turns.chances, mixture_of(game, prepared(game, policy))) for policy in policies
    )
    draw = sum(p * yours.get(x, 0.0) for x, p in mine.items())
    return DuelMatch(win=_beats(mine, yours), draw=draw, lose=_beats(yours, mine))


def _beats(mine: Scores, yours: Scores) -> float:
    """P(my score is higher)."""
    return float(sum(p * sum(q for y, q in yours.items() if y < x) for x, p in mine.items()))


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
    solution, weights = solve(game), mixture_of(game, prepared(game, policy))
    best, slack = solution.best_hold(solution.mix)[0], solution.exact.slack
    lost = {hold: float(slack[alike[0]]) for alike in solution.alike for hold in alike}
    found = [
        Mistake((), hold, best, lost[hold], weight)
        for hold, weight in sorted(weights.items())
        if weight * lost[hold] > 0
    ]
    found.sort(key=lambda mistake: -mistake.cost)
    return Loss(
        game=game,
        average=-match(game, [policy, solution]).payoff,
        summed=sum(mistake.cost for mistake in found),
        exploitability=best_response(game, [policy]).average,
        costly=partial(_first, found),
    )


def _first(found: list[Mistake], count: int) -> list[Mistake]:
    """So many of them: a duel is a single turn."""
    return found[:count]
