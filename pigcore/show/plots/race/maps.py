"""Maps of a race by both scores, and how close its decisions are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ....games.errors import RuleError
from ....games.rules import serving
from ....games.spelling import listed
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


def thresholds(solution: Any, ax: Axes, *, mode: str | None = None, opp: int | None = None) -> Axes:
    """The fewest points banked in a mode, and where one throws again with more, or mixes."""
    game, others = solution.game, _others(solution.game, opp, "thresholds")
    place, throw, bank = modes.mode_called(game, mode), modes.throw(game), modes.bank(game)
    least, mixed = modes.least(solution), modes.weights(solution)
    again, met = np.zeros((2, game.units, game.units), dtype=bool)
    come = modes.reached(solution) if game.units <= FOLLOWED else None
    for own, above in modes.again(solution, least):
        cut: Any = (slice(None), place, slice(None), *others)
        rows = above[cut]
        again[own] = rows.any(axis=0)
        if come is not None:
            rows = rows[: game.units]
            met[own] = (rows & come[own, :, : len(rows), place].T).any(axis=0)
    for here, own, following, *rest in mixed:
        met[own, following] |= here == place and tuple(rest) == others
    often = f"{bank}, but {throw} again with more"
    black = f"{often}, and optimal play comes to that"
    marked = {often: again & ~met, "chance decides at one total" if mixed else black: met}
    several = len(modes.words(game)) > 1
    label = "fewest points to bank" if several else "smallest turn total to hold at (points)"
    charts.thresholds(game, least[cut[1:2] + cut[:1] + cut[2:]], marked, label, ax)
    where = f" {modes.phrase(game, place)}" if several else ""
    return _among(game, others, f"when to {bank}{where}", ax)


def win(solution: Any, ax: Axes, *, opp: int | None = None) -> Axes:
    """The mover's chance at the start of a turn."""
    game, others = solution.game, _others(solution.game, opp, "win")
    starts = solution.starts[(slice(None), slice(None), *others, 0)] if others else solution.starts
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


def difference(solution: Any, ax: Axes, *, first: Any, second: Any = None) -> Axes:
    """Where two policies decide otherwise, and how often a game between them comes there."""
    policies = (solution, first) if second is None else (first, second)
    home: Any = serving("pigcore.play.differences", solution.game)
    often = home.differences(solution.game, *policies)
    return charts.differences(solution.game, often, charts.named(*policies), ax)
