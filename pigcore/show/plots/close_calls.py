"""The picture of an atlas: how close the closest call of each game is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...study.race_close_calls import Atlas
from .canvas import Kind, colours, new_axes, whole_numbers

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["draw_atlas"]


def draw_atlas(found: Atlas, ax: Axes | None = None, *, on_screen: bool = True) -> Axes:
    """Draw the margins of the closest calls by goal, a line for each die.

    Dots are the closest calls that a player who plays optimally can have before him.

    Parameters
    ----------
    found : Atlas
    ax : matplotlib Axes, optional
        Where to draw; left out, in a new figure.
    on_screen : bool
        Whether a new figure is one that ``pyplot.show()`` shows.

    Raises
    ------
    ImportError
        If matplotlib is not installed.
    """
    ax = ax or new_axes(Kind(draw_atlas, (8.0, 5.6)), on_screen=on_screen)
    dice = sorted({call.sides for call in found.calls})
    scale = colours(least=0.25)
    for number, sides in enumerate(dice):
        colour = scale(number / max(1, len(dice) - 1))
        closest, met = (found.of(kind, sides) for kind in ("closest", "met"))
        ax.step(
            [call.goal for call in closest], [float(call.margin) for call in closest],
            where="post", color=colour, linewidth=1.4, label=f"{sides} sides",
        )  # fmt: skip
        ax.plot(
            [call.goal for call in met], [float(call.margin) for call in met],
            "o", color=colour, markersize=2.2, markeredgewidth=0.0,
        )  # fmt: skip
    ax.set_yscale("log")
    ax.set_xlabel("goal (points)")
    ax.set_ylabel("margin: best less second best (chance to win)")
    ax.set_title(
        "Pig: the closest call of all states (lines) and of those met (dots)", fontsize="medium"
    )
    ax.spines[["top", "right"]].set_visible(False)
    ax.legend(fontsize="small", frameon=False, loc="lower left")
    whole_numbers(ax, "x")
    return ax
