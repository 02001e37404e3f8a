"""Maps of a race by both scores."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ....play.differences.race import differences
from ....play.reach.race import reachable
from ....solvers.race import RaceSolution
from ....solvers.solution import TIED
from .. import charts
from ..canvas import COLOURS, colour_bar, key_below, mark, score_axes, title

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["difference", "thresholds", "win"]

FOLLOWED = 400
"""To this goal the states that play comes to are told apart."""

_HATCHED: dict[str, Any] = {"facecolor": "white", "edgecolor": "0.7", "hatch": "////"}


def thresholds(solution: RaceSolution, ax: Axes) -> Axes:
    """The smallest turn total held at, and where one rolls again at a larger one."""
    from matplotlib.patches import Patch

    goal = solution.game.goal
    totals = solution.thresholds()
    to_the_end = totals == goal - np.arange(goal)[:, None]
    shown = np.ma.masked_where(to_the_end, totals)
    ax.patch.set(**_HATCHED)
    image = ax.imshow(shown, origin="lower", cmap=COLOURS, interpolation="nearest")
    key: list[Any] = []
    if shown.count():
        colour_bar(ax, image, "smallest turn total to hold at (points)")
        again, in_play = _rolled_again(solution, totals)
        often = "hold, but roll again with more"
        key += mark(ax, again & ~in_play, "white", 0.4, often)
        key += mark(ax, in_play, "black", 0.7, f"{often}, and optimal play comes to that")
    if to_the_end.any():
        key.append(Patch(**_HATCHED, label="roll until the goal is reached"))
    key_below(ax, key)
    score_axes(ax)
    title(ax, solution.game, "when to hold")
    return ax


def _rolled_again(
    solution: RaceSolution, totals: NDArray[np.int64]
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Where some total above the threshold is rolled at, and where such a total is met in play."""
    goal = solution.game.goal
    again = np.zeros((2, goal, goal), dtype=bool)
    come = reachable(solution) if goal <= FOLLOWED else None
    for own, hold, roll in solution.all_payoffs():
        hold, roll = hold[:, 0], roll[:, 0]
        above = (roll - hold > TIED) & (np.arange(goal - own)[:, None] > totals[own])
        again[0, own] = above.any(axis=0)
        if come is not None:
            again[1, own] = (above & come[own, :, : goal - own].T).any(axis=0)
    return again[0], again[1]


def win(solution: RaceSolution, ax: Axes) -> Axes:
    """The chance to win at the start of a turn."""
    return charts.win(solution.game, solution.starts, ax)


def difference(solution: RaceSolution, ax: Axes, *, first: Any, second: Any = None) -> Axes:
    """Where two policies decide otherwise, and how often a game between them comes there."""
    policies = (solution, first) if second is None else (first, second)
    often = differences(solution.game, *policies)
    return charts.differences(solution.game, often, charts.named(*policies), ax)
