"""How fast the methods of the solver converge, and how fast they must.

With the decisions fixed, the turns of two players at (i, j) and (j, i) lead to each other if they
bust, with chances q and q', and to larger totals otherwise. Swapping the two values into each
other once shrinks their errors by q q', so the slowest pair rules ``pairs``:

    error after n iterations ~ (max q q')^n,

while an iteration of ``sweep`` or ``rounds`` carries an error over one turn only: its factor is
the square root. Newton's method squares its errors instead.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ....solvers.race import METHODS, RaceSolution, solve
from ....solvers.race.decided import Best
from ....solvers.race.turns import Turns
from ..canvas import title, whole_numbers

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["residuals"]

_STYLES = {
    "newton": ("black", "D"), "pairs": ("#3b528b", "o"), "sweep": ("#21918c", "s"),
    "rounds": ("#90c420", "^"),
}  # fmt: skip
_SMALLEST = 1e-17


def residuals(solution: RaceSolution, ax: Axes) -> Axes:
    """The largest change of an iteration, for each method, and the factors that rule them."""
    game = solution.game
    longest = 1
    for method in METHODS:
        changes = np.array(solve(game, method).history)
        colour, marker = _STYLES[method]
        done = np.arange(1, len(changes) + 1)
        seen = changes > _SMALLEST
        longest = max(longest, len(changes))
        ax.semilogy(
            done[seen], changes[seen], color=colour, marker=marker, markersize=4,
            markevery=max(1, len(changes) // 12), linewidth=1.2, label=method,
        )  # fmt: skip
    factor = Turns.of(game, [Best(game, solution.starts).turn]).contraction
    if not game.roll.wipe and factor > 0.01:  # what wipes couple, no pair rules
        for rate, style, name in ((factor, ":", "q q′"), (factor**0.5, "--", "√(q q′)")):
            steps = np.arange(1, longest + 1)
            height = rate ** (steps - 1)
            seen = height > 1e-15
            ax.semilogy(
                steps[seen], height[seen], style, color="black", linewidth=0.9,
                label=f"falls by {name} = {rate:.4f} an iteration",
            )  # fmt: skip
    ax.set_ylim(_SMALLEST, 3.0)
    ax.set_xlim(0, None)
    ax.set_xlabel("iterations")
    ax.set_ylabel("largest change (chance of winning)")
    ax.legend(fontsize="small", frameon=False)
    ax.spines[["top", "right"]].set_visible(False)
    whole_numbers(ax, "x")
    title(ax, game, "how fast the methods converge")
    return ax
