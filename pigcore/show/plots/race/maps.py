"""Maps of a race by both scores, and how close its decisions are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ....games.rules import serving
from ....memory import require
from ....solvers.solution import TIED
from ... import race_modes as modes
from .. import charts
from ..canvas import title

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["closeness", "difference", "thresholds", "win"]

FOLLOWED = 400
"""To this goal, in units, the states that play comes to are told apart."""


def thresholds(solution: Any, ax: Axes, *, mode: str | None = None) -> Axes:
    """The fewest points banked in a mode, and where one throws again with more."""
    game = solution.game
    place, throw, bank = modes.mode_called(game, mode), modes.throw(game), modes.bank(game)
    least = modes.least(solution)
    again, met = np.zeros((2, game.units, game.units), dtype=bool)
    come = modes.reached(solution) if game.units <= FOLLOWED else None
    for own, above in modes.again(solution, least):
        again[own] = above[:, place].any(axis=0)
        if come is not None:
            rows = above[: game.units, place]
            met[own] = (rows & come[own, :, : len(rows), place].T).any(axis=0)
    often = f"{bank}, but {throw} again with more"
    marked = {often: again & ~met, f"{often}, and optimal play comes to that": met}
    several = len(modes.words(game)) > 1
    label = "fewest points to bank" if several else "smallest turn total to hold at (points)"
    charts.thresholds(game, least[place], marked, label, ax)
    title(ax, game, f"when to {bank}" + (f" {modes.phrase(game, place)}" if several else ""))
    return ax


def win(solution: Any, ax: Axes) -> Axes:
    """The chance to win at the start of a turn."""
    return charts.win(solution.game, solution.starts, ax)


def closeness(solution: Any, ax: Axes) -> Axes:
    """The share of decisions whose margin is below each margin."""
    game = solution.game
    require(
        16 * game.units**3 * len(modes.decided(game)),
        f"the margins of {game.name} to {game.goal:,}",
        "choose a smaller goal",
    )
    sizes = [np.abs(margin[~np.isnan(margin)]) for _, margin in solution.margins()]
    margins = np.concatenate(sizes)
    apart = margins[margins > TIED]
    return charts.closeness(solution, apart, "chance of winning", ax, margins.size - apart.size)


def difference(solution: Any, ax: Axes, *, first: Any, second: Any = None) -> Axes:
    """Where two policies decide otherwise, and how often a game between them comes there."""
    policies = (solution, first) if second is None else (first, second)
    home: Any = serving("pigcore.play.differences", solution.game)
    often = home.differences(solution.game, *policies)
    return charts.differences(solution.game, often, charts.named(*policies), ax)
