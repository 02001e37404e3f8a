"""Pictures of races in which busts in a row cost points: those of a race with so many of each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...games.checks import between
from ...games.spelling import counted
from ...solvers.falls import FallsSolution
from .. import race_modes as modes
from . import race
from .canvas import Kind, title, whole_numbers

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["KINDS"]


def thresholds(
    solution: FallsSolution,
    ax: Axes,
    *,
    mode: str | None = None,
    busts: int = 0,
    opp_busts: int = 0,
) -> Axes:
    """The fewest points banked in a mode."""
    view = _view(solution, busts, opp_busts)
    race.thresholds(view, ax, mode=mode)
    what = f"when to {view.game.words[1]}{_in_hand(view.game, mode)}"
    return _told(solution, ax, "xy", what, busts, opp_busts)


def win(solution: FallsSolution, ax: Axes, *, busts: int = 0, opp_busts: int = 0) -> Axes:
    """The mover's chance at the start of a turn."""
    race.win(_view(solution, busts, opp_busts), ax)
    what = "the chance to win at the start of a turn"
    return _told(solution, ax, "xy", what, busts, opp_busts)


def section(
    solution: FallsSolution,
    ax: Axes,
    *,
    opp: int | None = None,
    mode: str | None = None,
    busts: int = 0,
    opp_busts: int = 0,
) -> Axes:
    """Throw or bank by own score and points of the turn, at one score of the opponent."""
    game, view = solution.game, _view(solution, busts, opp_busts)
    if opp is not None:
        between(opp, "opp", game.floor or 0, game.goal - 1)
    score = game.unit * int(0.3 * game.units) if opp is None else opp
    race.section(view, ax, opp=score - (game.floor or 0), mode=mode)
    throw, bank = game.words
    what = f"{throw} or {bank}{_in_hand(view.game, mode)} when the opponent has {score:,}"
    return _told(solution, ax, "x", what, busts, opp_busts)


def _view(solution: FallsSolution, busts: int, opp_busts: int) -> Any:
    most = solution.game.busts_in_a_row - 1
    return solution.view(between(busts, "busts", 0, most), between(opp_busts, "opp_busts", 0, most))


def _in_hand(game: Any, mode: str | None) -> str:
    several = len(game.modes) > 1
    return f" {game.phrases[modes.mode_called(game, mode)]}" if several else ""


def _told(
    solution: FallsSolution, ax: Axes, axes: str, what: str, busts: int, opp_busts: int
) -> Axes:
    """Scores from the floor on, and after how many busts in a row all this is."""
    game = solution.game
    whole_numbers(ax, axes, game.unit, game.floor or 0)
    row = f"after {counted(busts, 'bust')} in a row, and {opp_busts} of the opponent"
    title(ax, game, f"{what}\n{row}")
    return ax


KINDS = {
    "thresholds": Kind(thresholds, (6.4, 6.4)),
    "win": Kind(win),
    "section": Kind(section, (6.4, 5.0)),
}
"""What can be drawn of such a race; the first of them unless asked otherwise."""
