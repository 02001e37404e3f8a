"""Pictures of races.

``maps``         by both scores: when to hold, the chance to win, where two policies differ; and how
                 close the decisions are
``solids``       in space: where to roll, and the states that an optimal player comes to
``sections``     a cut through those at one score of the opponent
``convergence``  how fast the methods of the solver converge
``rules``        rules of thumb: what they ask one to remember, and what they lose
"""

from __future__ import annotations

from typing import Any

from ....games.rules import serving
from ..canvas import Kind
from . import convergence, maps, rules, sections, solids

__all__ = ["ANY_PLAYERS", "ANY_TURN", "KINDS"]

ANY_TURN = ANY_PLAYERS = True


def _of_two(game: Any) -> bool:
    return bool(game.players == 2)


def _of_one_roll(game: Any) -> bool:
    return _of_two(game) and game.turn.roll is not None


def _compared(game: Any) -> bool:
    return _of_two(game) and serving("pigcore.play.differences", game) is not None


def _followed(game: Any) -> bool:
    return _of_two(game) and serving("pigcore.play.reach", game) is not None


KINDS = {
    "thresholds": Kind(maps.thresholds, (6.4, 6.4)),
    "boundary": Kind(solids.boundary, (6.4, 5.6), solid=True, serves=_of_two),
    "reachable": Kind(solids.reachable, (6.4, 5.6), solid=True, serves=_followed),
    "win": Kind(maps.win),
    "section": Kind(sections.section, (6.4, 5.0), serves=_of_two),
    "residuals": Kind(convergence.residuals, (6.4, 4.4), serves=_of_one_roll),
    "frontier": Kind(rules.frontier, (6.8, 4.8), serves=_of_one_roll),
    "closeness": Kind(maps.closeness, (6.4, 4.4), serves=_of_two),
    "difference": Kind(maps.difference, serves=_compared),
}
"""What can be drawn of a race; the first of them unless told otherwise."""
