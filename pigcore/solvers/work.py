"""How much of the work is done: what is reported grows as the time does that it takes."""

from __future__ import annotations

import math

import numpy as np

__all__ = ["share_of_passes", "turns_by_total"]


def turns_by_total(players: int, units: int) -> list[int]:
    """What solving the turns of each total of the scores takes, in scores that turns go through.

    Their numbers are the coefficients of (1 + x + ... + x**(units - 1))**players, and the mover is
    on the average units - total / players from the goal.
    """
    count = np.ones(1)
    for _ in range(players):
        count = np.convolve(count, np.ones(units))
    left = units - np.arange(len(count)) / players
    return [int(one) + 1 for one in count * left]


def share_of_passes(change: float, least: float) -> int:
    """How much is done, in hundredths, once a pass changes so much of what may change by least."""
    return int(100 * min(math.log(max(change, least)) / math.log(least), 1.0))
