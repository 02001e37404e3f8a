"""Where two policies of Hog decide otherwise, and how often play comes there."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ...games.hog import Hog
from ..matches.hog import HogCourse
from ..policies.answers import Policy
from ..policies.hog import plan_of, spread

__all__ = ["differences"]


def differences(game: Hog, first: Policy, second: Policy) -> NDArray[np.float64]:
    """How many turns of a game between two policies are decided otherwise by them, at [own, opp].

    Of both parities where dice are exchanged; a fair coin says who moves first. Policies that mix
    differ by half the sum of the differences of their chances.
    """
    plans = plan_of(game, first), plan_of(game, second)
    one, other = (spread(game, plan) for plan in plans)
    differing = np.abs(one - other).sum(axis=0) / 2
    seen = sum(HogCourse(game, pair, (0, 0)).by_parity.sum(axis=0) for pair in (plans, plans[::-1]))
    found: NDArray[np.float64] = (differing * seen / 2).sum(axis=0)
    return found
