"""The best reply among the holds of a duel."""

from __future__ import annotations

from ...games.duel import Duel
from ...solvers.duel import DuelPolicy, DuelSolution, solve
from ..policies.duel import Strategy, strategy_of
from ..results import Response

__all__ = ["best_response"]


def best_response(game: Duel, policy: Strategy | DuelSolution) -> Response:
    """The hold of the game that does best against a hold or a mixture; of several the smallest.

    Raises
    ------
    StateError
        If a hold is none of the game.
    RuleError
        If the weights are no mixture.

    Examples
    --------
    >>> import pigcore
    >>> best_response(pigcore.Duel(), {2: "1/2"})
    Traceback (most recent call last):
        ...
    pigcore.games.errors.RuleError: the weight of hold at 2 is '1/2', but must be between 0 and 1
    """
    hold, gain = solve(game).best_hold(strategy_of(game, policy))
    return Response(DuelPolicy(game, {hold: 1.0}), first=gain, second=gain, average=gain)
