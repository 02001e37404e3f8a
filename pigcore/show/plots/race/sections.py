"""A cut through the states of a race at one score of the opponent.

After T. Neller and C. Presser, "Optimal Play of the Dice Game Pig", The UMAP Journal 25(1), 2004,
figure 4, where the opponent has 30 points of 100.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ....games.checks import between
from ....play.reach.race import reachable
from ....solvers.race import RaceSolution
from ....solvers.race.solution import better_to_roll
from ..canvas import title, whole_numbers

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["section"]

USUAL = 0.3
"""The opponent's score of the literature, as a share of the goal."""

NONE, HOLD, ROLL = 0, 1, 2
PALE = 2
"""Added to a decision in a state that play does not come to."""

_COLOURS = ("white", "#35b779", "#3b528b", "#e8f6ee", "#bcc6df")
"""One for each of these sums, no two of which are equally bright."""


def section(solution: RaceSolution, ax: Axes, *, opp: int | None = None) -> Axes:
    """Roll or hold by own score and turn total, at one score of the opponent."""
    from matplotlib.colors import ListedColormap
    from matplotlib.patches import Patch

    goal = solution.game.goal
    opp = int(USUAL * goal) if opp is None else between(opp, "opp", 0, goal - 1)
    kinds = np.zeros((goal, goal), dtype=np.int64)  # at [total, own]
    for own, hold, roll in solution.all_payoffs():
        hold, roll = hold[:, 0], roll[:, 0]
        kinds[: goal - own, own] = np.where(better_to_roll(hold, roll)[:, opp], ROLL, HOLD)
    kinds[0] = ROLL
    in_play = reachable(solution)[:, opp].T
    kinds[(kinds != NONE) & ~in_play] += PALE
    ax.imshow(
        kinds, origin="lower", cmap=ListedColormap(_COLOURS), vmin=0, vmax=4,
        interpolation="nearest", aspect="auto",
    )  # fmt: skip
    names = {
        ROLL: "roll", HOLD: "hold", ROLL + PALE: "roll, but optimal play never comes here",
        HOLD + PALE: "hold, but optimal play never comes here",
    }  # fmt: skip
    ax.legend(
        handles=[
            Patch(facecolor=_COLOURS[kind], edgecolor="0.4", label=name)
            for kind, name in names.items()
            if (kinds == kind).any()
        ],
        loc="upper right", fontsize="small", frameon=False,
    )  # fmt: skip
    ax.set_xlabel("own score (points)")
    ax.set_ylabel("turn total (points)")
    whole_numbers(ax, "xy")
    title(ax, solution.game, f"roll or hold when the opponent has {opp}")
    return ax
