"""How close the decisions of a race are."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ....memory import require
from ....solvers.race import RaceSolution
from ....solvers.solution import TIED
from .. import charts

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["closeness"]


def closeness(solution: RaceSolution, ax: Axes) -> Axes:
    """The share of decisions whose margin is below each margin."""
    goal = solution.game.goal
    require(16 * goal**3, f"the margins of a race to {goal}", "choose a smaller goal")
    found = [np.abs(roll - hold)[1:].ravel() for _, hold, roll in solution.all_payoffs()]
    margins = np.concatenate(found)
    apart = margins[margins > TIED]
    return charts.closeness(solution, apart, "chance of winning", ax, margins.size - apart.size)
