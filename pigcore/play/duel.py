"""Duels between holds or mixtures: exact matches, and the best reply among the game's holds."""

from __future__ import annotations

from ..games.duel import Duel
from ..solvers.duel import DuelPolicy, DuelSolution, solve
from ..solvers.duel.solution import Strategy
from .results import DuelMatch, Response

__all__ = ["best_response", "match"]


def _strategy(given: Strategy | DuelPolicy | DuelSolution) -> Strategy:
    return given.mix if isinstance(given, (DuelPolicy, DuelSolution)) else given


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
    mine, yours = solution.scores(_strategy(first)), solution.scores(_strategy(second))
    draw = sum(p * yours.get(x, 0.0) for x, p in mine.items())
    return DuelMatch(win=_beats(mine, yours), draw=draw, lose=_beats(yours, mine))


def _beats(mine: dict[int, float], yours: dict[int, float]) -> float:
    """P(my score is higher)."""
    return sum(p * sum(q for y, q in yours.items() if y < x) for x, p in mine.items())


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
    hold, gain = solve(game).best_hold(_strategy(policy))
    return Response(DuelPolicy(game, {hold: 1.0}), first=gain, second=gain, average=gain)
