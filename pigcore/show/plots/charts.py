"""Pictures that more than one family has, of numbers that the family brings."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ...games.errors import RuleError
from ...games.game import Game
from ...palette import colour
from ...solvers.solution import Solution
from .canvas import colour_bar, colours, contours, key_below, mark, name_of, score_axes, title

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["close_calls", "closeness", "thresholds", "win"]

MOST_POINTS = 5_000
"""Margins that are drawn at most, evenly spread on the logarithmic scale of their ranks."""

_ALL = 10**9
"""More decisions than a game of which all are listed has."""

_HATCHED: dict[str, Any] = {
    "facecolor": colour("extreme"), "edgecolor": colour("soft"), "hatch": "////",
}  # fmt: skip
"""More than all numbers, as pages have it."""


def thresholds(
    game: Any, points: NDArray[np.int64], marked: dict[str, NDArray[np.bool_]], label: str, ax: Axes
) -> Axes:
    """The fewest ``points`` banked at [own, opp], hatched where those are the goal's.

    ``marked`` has what to say of the cells with a small dot, and of those with a large one.
    """
    from matplotlib.patches import Patch

    to_the_end = points == game.goal - game.unit * np.arange(len(points))[:, None]
    shown = np.ma.masked_where(to_the_end, points)
    ax.patch.set(**_HATCHED)
    image = ax.imshow(shown, origin="lower", cmap=colours(), interpolation="nearest")
    key: list[Any] = []
    if shown.count():
        # A few very high ones would leave one colour for all the others.
        low, high = float(shown.min()), float(np.percentile(shown.compressed(), 99))
        few = high < 0.6 * shown.max()
        if few:
            image.set_clim(low, max(high, low + 1))
        colour_bar(ax, image, label, **({"extend": "max"} if few else {}))
        for dots, (words, where) in zip((0.35, 0.7), marked.items()):
            key += mark(ax, where, dots, words)
    if to_the_end.any():
        key.append(Patch(**_HATCHED, label=f"{game.words[0]} until the goal is reached"))
    key_below(ax, key)
    score_axes(ax, game.unit)
    return ax


def win(
    game: Game,
    starts: NDArray[np.float64],
    ax: Axes,
    label: str = "chance that the mover wins",
    when: str = "at the start of a turn",
) -> Axes:
    """The chance to win, ``starts`` at [own, opp]."""
    image = ax.imshow(
        starts, origin="lower", cmap=colours(), vmin=0.0, vmax=1.0, interpolation="nearest"
    )
    contours(ax, starts, [n / 10 for n in range(1, 10)])
    colour_bar(ax, image, label)
    score_axes(ax, getattr(game, "unit", 1))
    title(ax, game, f"the chance to win {when}")
    return ax


def closeness(
    solution: Solution[Any, Any], margins: NDArray[np.float64], unit: str, ax: Axes, ties: int = 0
) -> Axes:
    """The share of decisions as close as each margin.

    ``margins`` are those that ``solution.closest`` tells, in any order; ``ties`` are beside them.
    """
    apart = np.sort(margins)
    if not apart.size:
        raise RuleError(
            f"no two actions of {name_of(solution.game)} differ in worth, so no call is close: "
            "choose a larger game"
        )
    count = apart.size
    ranks = np.arange(1, count + 1)
    if count > MOST_POINTS:  # more are not seen, but make files large
        ranks = np.unique(np.geomspace(1, count, MOST_POINTS).astype(np.int64))
    apart, shares = apart[ranks - 1], ranks / count
    ax.step(apart, shares, where="post", color="black", linewidth=1.4)
    ax.set_xscale("log")
    ax.set_yscale("log")
    ax.plot([apart[0]], [shares[0]], "o", color="black", markersize=4)
    state = solution.closest(1)[0].state
    ax.annotate(
        f"the closest: {solution.game.spell(state)}" if state else "the closest",
        (apart[0], shares[0]), (7, -1), textcoords="offset points", fontsize="small", va="top",
    )  # fmt: skip
    if ties:
        ax.text(
            0.99, 0.02, f"left out: {ties:,} ties, as far as doubles can tell", fontsize="small",
            transform=ax.transAxes, ha="right",
        )  # fmt: skip
    ax.set_xlabel(f"margin: best less second best ({unit})")
    ax.set_ylabel(f"share of {count:,} decisions as close as that")
    ax.spines[["top", "right"]].set_visible(False)
    title(ax, solution.game, "how close the calls are")
    return ax


def close_calls(unit: str) -> Callable[[Any, Axes], Axes]:
    """The same of all decisions that a solution lists, whose worth is so much of a ``unit``."""

    def draw(solution: Any, ax: Axes) -> Axes:
        margins = np.array([call.margin for call in solution.closest(_ALL)])
        return closeness(solution, margins, unit, ax)

    return draw
