"""Matches of a duel: two holds or mixtures against each other, exactly."""

from __future__ import annotations

from collections.abc import Sequence

from ...games.duel import Duel
from ...solvers.duel import solve
from ..policies.answers import Policy
from ..policies.duel import strategy_of
from ..results import DuelMatch
from .starts import refuse_scores

__all__ = ["match"]


def match(game: Duel, first: Policy, second: Policy, *, start: Sequence[int] = (0, 0)) -> DuelMatch:
    """Play one hold or mixture against another.

    Parameters
    ----------
    game : Duel
    first, second : policy
        A hold of the game, a mixture {hold: weight}, a solution or a named policy.
    start : (0, 0)
        A duel has no other.

    Raises
    ------
    StateError
        If a hold is none of the game.
    RuleError
        If the weights are no mixture, or for another start.

    Examples
    --------
    >>> import pigcore
    >>> found = match(pigcore.Duel(), 20, 20)
    >>> found.win == found.lose, round(found.draw, 9)
    (True, 0.418992155)
    """
    refuse_scores(game, start)
    solution = solve(game)
    mine, yours = (solution.scores(strategy_of(game, policy)) for policy in (first, second))
    draw = sum(p * yours.get(x, 0.0) for x, p in mine.items())
    return DuelMatch(win=_beats(mine, yours), draw=draw, lose=_beats(yours, mine))


def _beats(mine: dict[int, float], yours: dict[int, float]) -> float:
    """P(my score is higher)."""
    return sum(p * sum(q for y, q in yours.items() if y < x) for x, p in mine.items())
