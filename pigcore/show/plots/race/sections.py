"""A cut through the states of a race at one score of the opponent.

After T. Neller and C. Presser, "Optimal Play of the Dice Game Pig", The UMAP Journal 25(1), 2004,
figure 4, where the opponent has 30 points of 100.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ... import race_modes as modes
from ..canvas import title, whole_numbers

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["section"]

NONE, HOLD, ROLL = 0, 1, 2
PALE = 2
"""Added to a decision in a state that play does not come to."""

_COLOURS = ("white", "#35b779", "#3b528b", "#e8f6ee", "#bcc6df")
"""One for each of these sums, no two of which are equally bright."""


def section(solution: Any, ax: Axes, *, opp: int | None = None, mode: str | None = None) -> Axes:
    """Throw or bank by own score and points of the turn, at one score of the opponent."""
    from matplotlib.colors import ListedColormap
    from matplotlib.patches import Patch

    game = solution.game
    unit, throw, bank = game.unit, modes.throw(game), modes.bank(game)
    place = modes.mode_called(game, mode)
    score = modes.units_of(game, opp)
    decided = modes.decisions(solution, place)[:, score].T  # at [points, own]
    kinds = np.select([decided == 1, decided == 0], [ROLL, HOLD], NONE)
    come = modes.reached(solution)
    if come is not None:
        kinds[(kinds != NONE) & ~come[:, score, :, place].T] += PALE
    ax.imshow(
        kinds, origin="lower", cmap=ListedColormap(_COLOURS), vmin=0, vmax=4,
        interpolation="nearest", aspect="auto",
    )  # fmt: skip
    names = {
        ROLL: throw, HOLD: bank, ROLL + PALE: f"{throw}, but optimal play never comes here",
        HOLD + PALE: f"{bank}, but optimal play never comes here",
    }  # fmt: skip
    ax.legend(
        handles=[
            Patch(facecolor=_COLOURS[kind], edgecolor="0.4", label=name)
            for kind, name in names.items()
            if (kinds == kind).any()
        ],
        loc="upper right", fontsize="small", frameon=False,
    )  # fmt: skip
    several = len(modes.words(game)) > 1
    ax.set_xlabel("own score (points)")
    ax.set_ylabel("points of the turn" if several else "turn total (points)")
    whole_numbers(ax, "xy", unit)
    where = f" {modes.phrase(game, place)}\n" if several else " "
    title(ax, game, f"{throw} or {bank}{where}when the opponent has {unit * score:,}")
    return ax
