"""Ham Hijinks with only the scores to go by."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..games.errors import RuleError
from ..games.hog import Hog
from ..play.matches.hog import match
from ..play.policies import Policy
from ..play.policies.hog import table_of
from ..play.replies.hog import best_response
from ..play.results import Match
from ..solvers.hog import HogPolicy, solve
from ..solvers.hog.arrays import by_score

__all__ = ["Blind", "answer_the_exchange", "blind"]


@dataclass(frozen=True)
class Blind:
    """How well a strategy that sees only the two scores does where dice are exchanged."""

    against_best_reply: Match
    """Against the best reply to it, by an opponent who sees everything: the worst there is."""
    against_optimum: Match
    """Against optimal play by an opponent who sees everything but not this strategy."""
    against_fa13: Match
    """Against the optimum of the game without exchange, which never exchanges."""


def blind(strategy: Policy, goal: int = 100) -> Blind:
    """What a strategy of the two scores wins in fa13 with Ham Hijinks.

    Parameters
    ----------
    strategy : callable (own, opp), array (goal, goal) or Solution of fa13
    goal : int

    Raises
    ------
    RuleError
        If the strategy looks at more than the scores or gives an invalid answer.
    """
    game = Hog.fa13_hijinks(goal)
    table = table_of(game, strategy)
    if (table[0] != table[1]).any():
        own, opp = np.argwhere(table[0] != table[1])[0].tolist()
        raise RuleError(
            f"the strategy answers differently at own {own}, opponent {opp} when the dice are "
            "exchanged, but must look at the two scores only"
        )
    seen = HogPolicy(game, by_score(table))
    return Blind(
        against_best_reply=match(game, seen, best_response(game, seen).policy),
        against_optimum=match(game, seen, solve(game)),
        against_fa13=match(game, seen, solve(Hog.fa13(goal))),
    )


def answer_the_exchange(goal: int = 100) -> NDArray[np.int16]:
    """The contest winner's own rule for Ham Hijinks, as an array (goal, goal).

    Play the optimum of fa13 as if nothing were ever exchanged, but answer -1 whenever the
    opponent has exactly 1 point, which is likely to be the 1 of an exchange. Where fa13 has
    several best choices this takes the fewest dice.
    """
    policy = solve(Hog.fa13(goal)).least_best().copy()
    policy[:, 1:2] = -1
    return policy
