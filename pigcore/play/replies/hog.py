"""Best replies in Hog."""

from __future__ import annotations

import numpy as np

from ...games.hog import Hog
from ...solvers.hog import HogPolicy
from ...solvers.hog.arrays import HogArrays, by_score
from ...solvers.solution import TIED
from ..policies.answers import Policy
from ..policies.hog import table_of
from ..results import Response

__all__ = ["best_response"]


def best_response(game: Hog, policy: Policy) -> Response:
    """The best reply to a policy, by a player who sees the whole state.

    Its ``policy`` takes the least of its best choices.

    Raises
    ------
    RuleError
        If the policy answers what it must not.

    Examples
    --------
    >>> import pigcore
    >>> round(best_response(pigcore.Hog.fa13(), pigcore.always_roll(4)).average, 6)
    0.85876
    """
    arrays = HogArrays.of(game)
    value, ended, _, _ = arrays.induct(np.stack([arrays.maximizing(), table_of(game, policy)]))
    worths = arrays.worths_of(ended[0])
    least = (worths >= worths.max(axis=0) - TIED).argmax(axis=0)
    first, second = float(value[0, 0, 0, 0]), 1.0 - float(value[1, 0, 0, 0])
    return Response(
        policy=HogPolicy(game, by_score(np.array(game.choices, dtype=np.int16)[least])),
        first=first,
        second=second,
        average=(first + second) / 2,
    )
