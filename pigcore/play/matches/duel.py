"""Matches of a duel: two holds or mixtures against each other, exactly."""

from __future__ import annotations

from ...games.duel import Duel
from ...solvers.duel import DuelSolution, solve
from ..policies.duel import Strategy, strategy_of
from ..results import DuelMatch

__all__ = ["match"]


def match(game: Duel, first: Strategy | DuelSolution, second: Strategy | DuelSolution) -> DuelMatch:
    """Play one hold or mixture against another.

    Parameters
    ----------
    game : Duel
    first, second : int, mapping, DuelPolicy or DuelSolution
        A hold of the game, or a mixture {hold: weight}.

    Raises
    ------
    StateError
        If a hold is none of the game.
    RuleError
        If the weights are no mixture.

    Examples
    --------
    >>> import pigcore
    >>> found = match(pigcore.Duel(), 20, 20)
    >>> found.win == found.lose, round(found.draw, 9)
    (True, 0.418992155)
    """
    solution = solve(game)
    mine, yours = (solution.scores(strategy_of(game, policy)) for policy in (first, second))
    draw = sum(p * yours.get(x, 0.0) for x, p in mine.items())
    return DuelMatch(win=_beats(mine, yours), draw=draw, lose=_beats(yours, mine))


def _beats(mine: dict[int, float], yours: dict[int, float]) -> float:
    """P(my score is higher)."""
    return sum(p * sum(q for y, q in yours.items() if y < x) for x, p in mine.items())
