"""Matches of Hog: two policies against each other, exactly."""

from __future__ import annotations

import numpy as np

from ...games.hog import Hog
from ...solvers.hog.arrays import HogArrays
from ..policies.answers import Policy
from ..policies.hog import table_of
from ..results import Match

__all__ = ["match"]


def match(game: Hog, first: Policy, second: Policy) -> Match:
    """Play ``first`` against ``second``, from both seats.

    Parameters
    ----------
    game : Hog
    first, second : callable, array or Solution

    Raises
    ------
    RuleError
        If a policy answers what it must not.

    Examples
    --------
    >>> import pigcore
    >>> five = pigcore.always_roll(5)
    >>> match(pigcore.Hog.fa13(), five, five).average
    0.5
    """
    arrays = HogArrays.of(game)
    policies = np.stack([table_of(game, first), table_of(game, second)])
    value = arrays.induct(policies)[0]
    turns = arrays.induct(policies, counting=True)[0]
    moving_first, moving_second = float(value[0, 0, 0, 0]), 1.0 - float(value[1, 0, 0, 0])
    return Match(
        first=moving_first,
        second=moving_second,
        average=(moving_first + moving_second) / 2,
        turns=float(turns[0, 0, 0, 0]),
    )
