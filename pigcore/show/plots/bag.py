"""Pictures of bags."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ...solvers.bag import BagSolution
from . import charts
from .canvas import Kind

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["KINDS", "closeness"]


def closeness(solution: BagSolution, ax: Axes) -> Axes:
    """The share of decisions whose margin is below each margin."""
    n = len(solution.game)
    calls = solution.closest((n + 1) ** 3)
    margins = np.array([call.margin for call in calls])
    return charts.closeness(solution, margins, "points of the next die", ax)


KINDS = {"closeness": Kind(closeness, (6.4, 4.4))}
"""What can be drawn of a bag."""
