"""Pictures of parties: cuts by own score and the next player's, all others having one score."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ...games.checks import between
from ...games.spelling import listed
from ...solvers.party import PartySolution
from ...solvers.solution import TIED
from . import charts
from .canvas import COLOURS, Kind, colour_bar, key_below, mark, score_axes, title

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["KINDS", "thresholds", "win"]

_HATCHED: dict[str, Any] = {"facecolor": "white", "edgecolor": "0.7", "hatch": "////"}


def thresholds(solution: PartySolution, ax: Axes, *, opp: int | None = None) -> Axes:
    """The smallest turn total held at, where all but the mover and the next have ``opp`` points."""
    from matplotlib.patches import Patch

    goal = solution.game.goal
    others = _others(solution, opp)
    cut: Any = (slice(None), slice(None), *others)
    totals = np.empty((goal, goal), dtype=np.int64)
    again = np.zeros((goal, goal), dtype=bool)
    for own, hold, roll in solution.all_payoffs():
        hold, roll = hold[:, 0], roll[:, 0]
        rolls = np.concatenate([(roll > hold + TIED)[cut], np.zeros((1, goal), bool)])
        rolls[0] = True
        totals[own] = (~rolls).argmax(axis=0)
        again[own] = (rolls & (np.arange(goal - own + 1)[:, None] > totals[own])).any(axis=0)
    mixed = np.zeros((goal, goal), dtype=bool)
    for cell in solution.cells:
        for scores, _, _ in cell.weights:
            mixed[scores[:2]] |= scores[2:] == others
    to_the_end = totals == goal - np.arange(goal)[:, None]
    shown = np.ma.masked_where(to_the_end, totals)
    ax.patch.set(**_HATCHED)
    image = ax.imshow(shown, origin="lower", cmap=COLOURS, interpolation="nearest")
    key: list[Any] = []
    if shown.count():
        colour_bar(ax, image, "smallest turn total to hold at (points)")
        key += mark(ax, again & ~mixed, "white", 0.4, "hold, but roll again with more")
        key += mark(ax, mixed, "black", 0.7, "chance decides at one total")
    if to_the_end.any():
        key.append(Patch(**_HATCHED, label="roll until the goal is reached"))
    key_below(ax, key)
    _axes(solution, ax, "when to hold", others)
    return ax


def win(solution: PartySolution, ax: Axes, *, opp: int | None = None) -> Axes:
    """The mover's chance, where all but him and the next player have ``opp`` points."""
    others = _others(solution, opp)
    cut: Any = (slice(None), slice(None), *others, 0)
    charts.win(solution.game, solution.starts[cut], ax)
    _axes(solution, ax, "the chance to win at the start of a turn", others)
    return ax


def _others(solution: PartySolution, opp: int | None) -> tuple[int, ...]:
    """The scores of all but the mover and the next player: 30% of the goal if nothing is said."""
    goal = solution.game.goal
    score = int(0.3 * goal) if opp is None else between(opp, "opp", 0, goal - 1)
    return (score,) * (solution.game.players - 2)


def _axes(solution: PartySolution, ax: Axes, what: str, others: tuple[int, ...]) -> None:
    score_axes(ax)
    ax.set_xlabel("the next player's score (points)")
    names = solution.game.state_names[2:-1]
    has = "has" if len(names) == 1 else "have"
    title(ax, solution.game, f"{what}\nif the {listed(names)} {has} {others[0]}" if names else what)


KINDS = {"thresholds": Kind(thresholds, (6.4, 6.4)), "win": Kind(win)}
"""What can be drawn of a party; the first of them unless told otherwise."""
