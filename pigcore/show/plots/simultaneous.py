"""Pictures of races whose turns are taken at the same time."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ...solvers.simultaneous import SimultaneousSolution, turn_of
from .. import race_modes as modes
from . import charts
from .canvas import Kind, colour_bar, colours, title, whole_numbers

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["KINDS"]

RAREST = 1e-9
"""Totals that a turn comes to less often are left white."""


def thresholds(solution: SimultaneousSolution, ax: Axes) -> Axes:
    """The smallest total that the strategy ever holds at, and where it mixes."""
    game, mixes = solution.game, {"chance decides at some totals": solution.mixing}
    least, totals = solution.thresholds(), np.flatnonzero(solution._totals)[1:]
    needed = (game.goal - np.arange(game.goal))[:, None]
    # A turn may pass the goal and not come to it.
    least = np.where(least == totals[np.searchsorted(totals, needed)], needed, least)
    label = "smallest turn total ever held at (points)"
    charts.thresholds(game, least, mixes, label, ax)
    title(ax, game, "when to hold")
    return ax


def win(solution: SimultaneousSolution, ax: Axes) -> Axes:
    """The chance to win when a round begins."""
    charts.win(solution.game, solution.starts, ax, "chance to win", "when a round begins")
    return ax


def section(solution: SimultaneousSolution, ax: Axes, *, opp: int | None = None) -> Axes:
    """The chance to hold by own score and turn total, at one score of the opponent."""
    game = solution.game
    score = modes.units_of(game, opp)
    totals = [_totals(solution, own, score) for own in range(game.goal)]
    chances = np.full((1 + max(map(max, totals)), game.goal), np.nan)
    for own, seen in enumerate(totals):
        chances[seen, own] = [solution.chance(own, score, total) for total in seen]
    image = ax.imshow(
        np.ma.masked_invalid(chances), origin="lower", cmap=colours(), vmin=0.0, vmax=1.0,
        interpolation="nearest", aspect="auto",
    )  # fmt: skip
    colour_bar(ax, image, "chance to hold")
    ax.set_xlabel("own score (points)")
    ax.set_ylabel("turn total (points)")
    whole_numbers(ax, "xy")
    title(ax, game, f"how often to hold when the opponent has {score}")
    return ax


def _totals(solution: SimultaneousSolution, own: int, opp: int) -> list[int]:
    """The totals that a turn comes to now and then, with 0."""
    reach, _ = turn_of(solution.game, solution.holds[own, opp], own)
    return [int(total) for total in np.flatnonzero(reach > RAREST)]


KINDS = {
    "thresholds": Kind(thresholds, (6.4, 6.0)),
    "win": Kind(win),
    "section": Kind(section, (6.4, 5.0)),
    "closeness": Kind(charts.close_calls("chance of winning"), (6.4, 4.4)),
}
"""What can be drawn of such a race; the first of them unless asked otherwise."""
