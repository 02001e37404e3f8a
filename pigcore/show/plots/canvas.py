"""What all pictures have in common: axes, titles, colours, files.

Colours are those of the palette: more is darker, so that a picture keeps its order in grey print
and for people who do not see red and green; what has a sign is white at zero, and what is no number
is distinguished by hatching and by markers.
Matplotlib is loaded when something is drawn, because the commands are quick to start without it.
"""

from __future__ import annotations

import os
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ...games.checks import between as between_whole
from ...games.checks import needs
from ...games.errors import RuleError
from ...games.game import Game
from ...games.spelling import listed, shown
from ...palette import SCALE, between
from ...version import VERSION
from ...writing import write_atomically

if TYPE_CHECKING:
    from matplotlib.axes import Axes

FORMATS = (".png", ".svg", ".pdf")

_MAP = 47
"""About how many points of print a map is wide for each inch of its figure."""


# --- axes and files ---------------------------------------------------------------------------


def needs_matplotlib() -> None:
    """Refuse to draw without it."""
    needs("matplotlib", "plots need matplotlib", "plot")


def colours(names: tuple[str, ...] = SCALE) -> Any:
    """The colours of a scale, as matplotlib has them."""
    from matplotlib.colors import LinearSegmentedColormap

    parts = [[part / 255 for part in between(n / 255, names)] for n in range(256)]
    return LinearSegmentedColormap.from_list("pigcore", parts)


def new_axes(size: tuple[float, float], *, solid: bool = False, on_screen: bool = True) -> Axes:
    """Axes in a figure of their own, which pyplot shows if it is to be ``on_screen``."""
    from matplotlib import pyplot
    from matplotlib.figure import Figure

    make: Any = pyplot.figure if on_screen else Figure
    ax: Axes = make(figsize=size, layout="constrained").add_subplot(
        projection="3d" if solid else None
    )
    return ax


def check_file(path: str | os.PathLike[str], dpi: int) -> None:
    """Refuse a file that no picture can be written to."""
    if Path(path).suffix.lower() not in FORMATS:
        raise RuleError(
            f"{shown(os.fspath(path))} is not a name for a picture: end it in "
            f"{listed(FORMATS, 'or')}"
        )
    between_whole(dpi, "dpi", 20, 1200)


def save(ax: Axes, path: str | os.PathLike[str], dpi: int = 150) -> None:
    """Write the figure of ``ax`` to ``path``, completely or not at all, with the same bytes every
    time.

    Raises
    ------
    RuleError
        If the suffix is not .png, .svg or .pdf, or ``dpi`` is out of range.
    FileError
        If the file cannot be written.
    """
    check_file(path, dpi)
    from matplotlib import rc_context

    form = Path(path).suffix.lower()[1:]
    figure: Any = ax.figure
    about = {"png": ("Comment", f"pigcore {VERSION}"), "svg": ("Date", None)}
    metadata = dict([about.get(form, ("CreationDate", None))])
    # Type 42 fonts stay text that can be searched and edited; journals refuse matplotlib's type 3.
    # Letters of an SVG are outlines: they look the same where the font is missing.
    fonts: dict[Any, Any] = {
        "pdf.fonttype": 42, "ps.fonttype": 42, "svg.fonttype": "path", "svg.hashsalt": "pigcore",
    }  # fmt: skip
    with rc_context(fonts):
        write_atomically(
            path, lambda file: figure.savefig(file, format=form, dpi=dpi, metadata=metadata)
        )


# --- words ------------------------------------------------------------------------------------


def name_of(game: Game) -> str:
    """The game and its goal."""
    goal = getattr(game, "goal", None)
    exactly = "exactly " if getattr(game, "target", None) == "exact" else ""
    return game.name if goal is None else f"{game.name} to {exactly}{goal}"


def title(ax: Axes, game: Game, what: str) -> None:
    """Say which game it is, and what of it, in lines that are no wider than the figure."""
    from matplotlib import rcParams

    figure: Any = ax.figure
    width = int(72 * figure.get_figwidth() / (0.65 * rcParams["font.size"]))
    lines = f"{name_of(game)}: {what}".split("\n")
    ax.set_title("\n".join(fill(line, width) for line in lines), fontsize="medium")


def score_axes(ax: Axes, unit: int = 1) -> None:
    """Name the axes of a map by both scores, which are so many points a cell."""
    ax.set_xlabel("opponent's score (points)")
    ax.set_ylabel("own score (points)")
    whole_numbers(ax, "xy", unit)


def whole_numbers(ax: Axes, axes: str, unit: int = 1, low: int = 0) -> None:
    """Let the ticks of these axes, such as "xy", be whole numbers, of so many points each from
    ``low`` on.
    """
    from matplotlib.ticker import MaxNLocator

    for name in axes:
        axis = getattr(ax, f"{name}axis")
        axis.set_major_locator(MaxNLocator(6, steps=[1, 2, 5, 10], integer=True, min_n_ticks=1))
        if unit > 1 or low:
            axis.set_major_formatter(lambda units, _: f"{low + units * unit:,.0f}")


# --- maps -------------------------------------------------------------------------------------


def colour_bar(ax: Axes, image: Any, label: str, **options: Any) -> Any:
    """The scale of ``image`` beside ``ax``, with whole numbers if it is of such."""
    bar = ax.figure.colorbar(image, ax=ax, shrink=0.9, **options)
    bar.set_label(label)
    if image.get_array().dtype.kind in "iu":
        whole_numbers(bar.ax, "y")
    return bar


def contours(ax: Axes, heights: NDArray[np.float64], levels: list[float]) -> None:
    """Lines of equal height with their numbers on them, black where it is light."""
    low, high = np.nanmin(heights), np.nanmax(heights)
    within = [level for level in levels if low < level < high]
    if within and min(heights.shape) > 1:
        colours = ["black" if 2 * level < low + high else "white" for level in within]
        lines = ax.contour(heights, levels=within, colors=colours, linewidths=0.8)
        ax.clabel(lines, fmt="%.2g", fontsize="x-small")


def mark(ax: Axes, where: NDArray[np.bool_], share: float, label: str) -> list[Any]:
    """A black dot on each cell of a map at [y, x] in which ``where`` is true.

    ``share`` is about the diameter of the dot by the side of a cell. Returned is what a key shows
    of it, if there is any.
    """
    from matplotlib.lines import Line2D

    y, x = np.nonzero(where)
    if not len(y):
        return []
    figure: Any = ax.figure
    size = min(share * _MAP * figure.get_figwidth() / max(where.shape), 6.0)
    style: dict[str, Any] = {
        "linestyle": "none", "marker": "o", "color": "black", "markeredgewidth": 0.0,
    }  # fmt: skip
    ax.plot(x, y, markersize=size, label=label, **style)
    return [Line2D([], [], markersize=max(2.0, 7 * share), label=label, **style)]


def key_below(ax: Axes, handles: list[Any]) -> None:
    """Say below the axes what the signs mean."""
    from matplotlib.transforms import ScaledTranslation

    if handles:
        # A distance by the size of the axes would have the layout cut the title off.
        below = ScaledTranslation(0.0, -0.45, ax.figure.dpi_scale_trans)
        ax.legend(
            handles=handles, loc="upper center", bbox_to_anchor=(0.5, 0.0),
            bbox_transform=ax.transAxes + below, fontsize="small", frameon=False,
        )  # fmt: skip
