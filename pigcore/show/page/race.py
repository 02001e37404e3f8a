"""What the page is told of a race: the arrays that its solver has, and what can fall."""

from __future__ import annotations

from typing import Any

from ...games.race import Race
from ...solvers.race import RaceSolution
from ...solvers.race.arrays import RaceArrays
from .document import check_goal as check
from .encoding import encoded
from .race_throws import throws_of

__all__ = ["check", "data", "told_of"]


def data(solution: RaceSolution) -> dict[str, Any]:
    """The entries that ``race.js`` reads; its arrays are those of ``kernels/race.pyx``."""
    return {**told_of(solution.game), "starts": encoded(solution.starts, "<f8")}


def told_of(game: Race) -> dict[str, Any]:
    """The rules of a race, and what can fall."""
    arrays = RaceArrays.of(game)
    return {
        "exact": arrays.exact,
        "gains": arrays.gains.tolist(),
        "chances": arrays.chances.tolist(),
        "bust": arrays.bust,
        "wipe": arrays.wipe,
        "landing": arrays.landing.tolist(),
        "dead": arrays.dead.tolist(),
        **throws_of(game),
    }
