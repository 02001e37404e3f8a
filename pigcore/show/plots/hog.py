"""Pictures of Hog."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ...games.checks import between
from ...solvers.hog import HogSolution
from ...solvers.hog.arrays import by_parity
from . import charts
from .canvas import Kind, colour_bar, colours, key_below, mark, score_axes, title

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["KINDS", "dice", "win"]


def dice(solution: HogSolution, ax: Axes, *, parity: int = 0) -> Axes:
    """The least of the best numbers of dice, and where there are several."""
    from matplotlib.colors import BoundaryNorm

    game = solution.game
    best = _at(solution.least_best(), parity)
    present = np.unique(best)
    edges = np.append(present - 0.5, present[-1] + 0.5)
    image = ax.imshow(
        best, origin="lower", interpolation="nearest", cmap=colours(),
        norm=BoundaryNorm(edges, colours().N),
    )  # fmt: skip
    bar = colour_bar(ax, image, "dice to roll", spacing="uniform")
    bar.minorticks_off()
    bar.set_ticks((edges[:-1] + edges[1:]) / 2, labels=[_choice(int(one)) for one in present])
    tied = np.zeros(best.shape, dtype=bool)
    for own, opp, *rest in solution.ties():
        if sum(rest) == parity:
            tied[own, opp] = True
    key_below(ax, mark(ax, tied, 0.4, "several numbers are best, the least is shown"))
    score_axes(ax)
    title(ax, game, f"how many dice to roll{_dice_in_play(solution, parity)}")
    return ax


def win(solution: HogSolution, ax: Axes, *, parity: int = 0) -> Axes:
    """The chance to win at the start of a turn."""
    return charts.win(solution.game, _at(solution.starts, parity), ax)


def _at(array: NDArray[Any], parity: int) -> NDArray[Any]:
    table = by_parity(array)
    chosen: NDArray[Any] = table[between(parity, "parity", 0, len(table) - 1)]
    return chosen


def _choice(choice: int) -> str:
    return "exchange" if choice < 0 else str(choice)


def _dice_in_play(solution: HogSolution, parity: int) -> str:
    if not solution.game.exchange:
        return ""
    return f"\nafter an {'odd' if parity else 'even'} number of exchanges"


KINDS = {
    "dice": Kind(dice, (6.4, 6.0)),
    "win": Kind(win),
    "closeness": Kind(charts.close_calls("chance of winning"), (6.4, 4.4)),
}
"""What can be drawn of a game of Hog; the first of them unless asked otherwise."""
