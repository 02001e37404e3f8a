"""How much of the work is done: what is reported grows as the time does that it takes."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

__all__ = ["Progress", "by_total", "share_of_passes", "turns_by_total"]

Progress = Callable[[int, int], object] | None


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


def by_total(progress: Progress, units: int) -> Progress:
    """What hears of the totals of two players' scores that are done, the largest first."""
    if progress is None:
        return None
    work = np.cumsum(turns_by_total(2, units)[::-1]).tolist()
    return lambda done, _: progress(work[done - 1], work[-1])


def share_of_passes(change: float, least: float) -> int:
    """How much is done, in hundredths, once a pass changes so much of what may change by least."""
    return int(100 * min(math.log(max(change, least)) / math.log(least), 1.0))
