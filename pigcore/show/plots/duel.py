"""Pictures of duels."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ...palette import SIGNED
from ...solvers.duel import DuelSolution
from . import charts
from .canvas import Kind, colour_bar, colours, key_below, name_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["KINDS", "replies"]


def replies(solution: DuelSolution, ax: Axes) -> Axes:
    """The payoff of each hold against each, the best replies, and above them the mixture."""
    holds = np.array(solution.game.holds)
    matrix = solution.matrix
    places = np.arange(len(holds))
    most = float(np.abs(matrix).max()) or 1.0
    image = ax.imshow(
        matrix, origin="lower", cmap=colours(SIGNED), vmin=-most, vmax=most, interpolation="nearest"
    )
    (best,) = ax.plot(
        places, matrix.argmax(axis=0), linestyle="none", marker="o", markersize=5,
        markerfacecolor="white", markeredgecolor="black", label="best reply to each hold",
    )  # fmt: skip
    bar = colour_bar(ax, image, "payoff: P(win) − P(lose)")
    bar.ax.axhline(0.0, color="black", linewidth=0.8)
    step = max(1, len(holds) // 8)
    ticks = [place for place in places if holds[place] % step == 0] or list(places[::step])
    names = [str(holds[place]) for place in ticks]
    ax.set_xticks(ticks, labels=names)
    ax.set_yticks(ticks, labels=names)
    ax.set_xlabel("the opponent's hold (points)")
    ax.set_ylabel("own hold (points)")
    key_below(ax, [best])
    above = ax.inset_axes((0.0, 1.03, 1.0, 0.2))
    above.bar(places, [solution.mix.get(int(hold), 0.0) for hold in holds], color="black")
    above.set(xlim=ax.get_xlim(), xticks=ticks, xticklabels=[], ylabel="weight")
    above.spines[["top", "right"]].set_visible(False)
    ax.set_title(
        f"{name_of(solution.game)}: the optimal mixture (above), and the payoff of holds",
        fontsize="medium", y=1.26,
    )  # fmt: skip
    return ax


KINDS = {
    "replies": Kind(replies, (6.4, 7.2)),
    "closeness": Kind(charts.close_calls("P(win) − P(lose)"), (6.4, 4.4)),
}
"""What can be drawn of a duel; the first of them unless asked otherwise."""
