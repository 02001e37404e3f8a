"""Pictures of races, but for solids.

The cut follows T. Neller and C. Presser, "Optimal Play of the Dice Game Pig", The UMAP Journal
25(1), 2004, figure 4, where the opponent has 30 points of 100.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ...games.errors import RuleError
from ...games.margins import TIED
from ...games.spelling import listed
from ...memory import require
from ...palette import colour
from .. import race_modes as modes
from . import charts, race_solids
from .canvas import Kind, title, whole_numbers

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["KINDS", "serves"]


def serves(game: Any) -> bool:
    """Whether its turn starts are those of two scores or more, and of nothing else."""
    return not game.falls


def thresholds(
    solution: Any,
    ax: Axes,
    *,
    mode: str | None = None,
    opp: int | None = None,
) -> Axes:
    """The fewest points banked in a mode, and where one throws again with more, or mixes."""
    game, others = solution.game, _others(solution.game, opp, "thresholds")
    place, (throw, bank) = modes.mode_called(game, mode), game.words
    least, mixed = modes.least(solution), modes.weights(solution)
    again, mixes = np.zeros((2, game.units, game.units), dtype=bool)
    for own, above in modes.again(solution, least):
        cut: Any = (slice(None), place, slice(None), *others)
        again[own] = above[cut].any(axis=0)
    for here, own, following, *rest in mixed:
        mixes[own, following] |= here == place and tuple(rest) == others
    marked = {
        f"{bank}, but {throw} again with more": again & ~mixes,
        "chance decides at one total": mixes,
    }
    several = len(game.modes) > 1
    label = "fewest points to bank" if several else "smallest turn total to hold at (points)"
    charts.thresholds(game, least[cut[1:2] + cut[:1] + cut[2:]], marked, label, ax)
    where = f" {game.phrases[place]}" if several else ""
    return _among(game, others, f"when to {bank}{where}", ax)


def win(solution: Any, ax: Axes, *, opp: int | None = None) -> Axes:
    """The mover's chance at the start of a turn."""
    game, others = solution.game, _others(solution.game, opp, "win")
    starts = solution.starts
    if others:
        starts = solution.seen_starts[(slice(None), slice(None), *others, 0)]
    charts.win(game, starts, ax)
    return _among(game, others, "the chance to win at the start of a turn", ax)


def _others(game: Any, opp: int | None, kind: str) -> tuple[int, ...]:
    """The scores of all but the mover and the next player: 30% of the goal if nothing is said."""
    if game.players == 2:
        if opp is not None:
            raise RuleError(f"the plot {kind} takes no opp: leave it out")
        return ()
    players: int = game.players
    return (modes.units_of(game, opp),) * (players - 2)


def _among(game: Any, others: tuple[int, ...], what: str, ax: Axes) -> Axes:
    """Say what is drawn, and of more than two players the scores of those on no axis."""
    if others:
        ax.set_xlabel("the next player's score (points)")
        names = game.state_names[2 : game.players]
        has = "has" if len(names) == 1 else "have"
        what = f"{what}\nif the {listed(names)} {has} {game.unit * others[0]}"
    title(ax, game, what)
    return ax


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


# --- cuts ---------------------------------------------------------------------------------------

NONE, HOLD, ROLL = 0, 1, 2

_PAPER = 0.0, 0.5, 0.0
"""How much of the paper each of these has; no two are equally bright."""


def _colours() -> list[tuple[float, float, float]]:
    """A colour for each of these, as pages have them."""
    from matplotlib.colors import to_rgb

    found = []
    for name, paper in zip(("zero", "hold", "roll"), _PAPER):
        red, green, blue = (paper + (1 - paper) * part for part in to_rgb(colour(name)))
        found.append((red, green, blue))
    return found


def section(
    solution: Any,
    ax: Axes,
    *,
    opp: int | None = None,
    mode: str | None = None,
) -> Axes:
    """Throw or bank by own score and points of the turn, at one score of the opponent."""
    from matplotlib.colors import ListedColormap
    from matplotlib.patches import Patch

    game = solution.game
    unit, (throw, bank) = game.unit, game.words
    place = modes.mode_called(game, mode)
    score = modes.units_of(game, opp)
    decided = modes.decisions(solution, place)[:, score].T  # at [points, own]
    kinds = np.select([decided == 1, decided == 0], [ROLL, HOLD], NONE)
    painted = _colours()
    ax.imshow(
        kinds, origin="lower", cmap=ListedColormap(painted), vmin=0, vmax=2,
        interpolation="nearest", aspect="auto",
    )  # fmt: skip
    names = {ROLL: throw, HOLD: bank}
    ax.legend(
        handles=[
            Patch(facecolor=painted[kind], edgecolor="0.4", label=name)
            for kind, name in names.items()
            if (kinds == kind).any()
        ],
        loc="upper right", fontsize="small", frameon=False,
    )  # fmt: skip
    several = len(game.modes) > 1
    ax.set_xlabel("own score (points)")
    ax.set_ylabel("points of the turn" if several else "turn total (points)")
    whole_numbers(ax, "xy", unit)
    where = f" {game.phrases[place]}\n" if several else " "
    title(ax, game, f"{throw} or {bank}{where}when the opponent has {unit * score:,}")
    return ax


# --- what there is -------------------------------------------------------------------------------


def _of_two(game: Any) -> bool:
    return bool(game.players == 2)


KINDS = {
    "thresholds": Kind(thresholds, (6.4, 6.4)),
    "boundary": Kind(race_solids.boundary, (6.4, 5.6), solid=True, serves=_of_two),
    "win": Kind(win),
    "section": Kind(section, (6.4, 5.0), serves=_of_two),
    "closeness": Kind(closeness, (6.4, 4.4), serves=_of_two),
}
"""What can be drawn of a race; the first of them unless asked otherwise."""
