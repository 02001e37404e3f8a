"""Pictures of Farkle."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ...games.checks import between
from ...games.spelling import counted
from ...memory import require
from ...solvers.farkle import FarkleSolution
from ...solvers.solution import TIED
from . import charts
from .canvas import COLOURS, Kind, colour_bar, key_below, score_axes, title

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["KINDS", "closeness", "thresholds", "win"]

_HATCHED: dict[str, Any] = {"facecolor": "white", "edgecolor": "0.7", "hatch": "////"}


def thresholds(solution: FarkleSolution, ax: Axes, *, left: int | None = None) -> Axes:
    """The fewest points banked with ``left`` dice left, half of them unless told otherwise."""
    from matplotlib.patches import Patch

    game = solution.game
    dice = -(-game.dice.count // 2) if left is None else between(left, "left", 1, game.dice.count)
    points = solution.thresholds()[dice - 1]
    to_the_end = points == game.goal - game.unit * np.arange(game.units)[:, None]
    shown = np.ma.masked_where(to_the_end, points)
    ax.patch.set(**_HATCHED)
    image = ax.imshow(shown, origin="lower", cmap=COLOURS, interpolation="nearest")
    if shown.count():
        # A few very high ones would leave one colour for all the others.
        image.set_clim(shown.min(), max(np.percentile(shown.compressed(), 99), shown.min() + 1))
        colour_bar(ax, image, "fewest points to bank", extend="max")
    if to_the_end.any():
        key_below(ax, [Patch(**_HATCHED, label="throw until the goal is reached")])
    _in_points(solution, ax)
    title(ax, game, f"when to bank with {counted(dice, 'die', 'dice')} left")
    return ax


def win(solution: FarkleSolution, ax: Axes) -> Axes:
    """The chance to win at the start of a turn."""
    charts.win(solution.game, solution.starts, ax)
    _in_points(solution, ax)
    return ax


def closeness(solution: FarkleSolution, ax: Axes) -> Axes:
    """The share of decisions, to bank or to throw, whose margin is below each margin."""
    game = solution.game
    require(
        8 * game.units**3 * game.dice.count,
        f"the margins of {game.name} to {game.goal:,}",
        "choose a smaller goal",
    )
    sizes = [np.abs(margin[~np.isnan(margin)]) for _, margin in solution.margins()]
    margins = np.concatenate(sizes)
    apart = margins[margins > TIED]
    ties = margins.size - apart.size
    return charts.closeness(solution, apart, "chance of winning", ax, ties)


def _in_points(solution: FarkleSolution, ax: Axes) -> None:
    """Name the axes, and say points where cells are units."""
    unit = solution.game.unit
    score_axes(ax)
    for axis in (ax.xaxis, ax.yaxis):
        axis.set_major_formatter(lambda units, _: f"{units * unit:,.0f}")


KINDS = {
    "thresholds": Kind(thresholds),
    "win": Kind(win),
    "closeness": Kind(closeness, (6.4, 4.4)),
}
"""What can be drawn of a game of Farkle; the first of them unless told otherwise."""
