"""What the page is told of a race: the arrays that its solver has, and what can fall."""

from __future__ import annotations

from typing import Any

from ...solvers.race import RaceSolution
from ...solvers.race.arrays import RaceArrays
from .document import encoded
from .race_throws import throws_of

__all__ = ["RIVALS", "data"]

RIVALS = True
"""Whether a table of what a policy does in every state fits into a page."""


def data(solution: RaceSolution) -> dict[str, Any]:
    """The entries that ``race.js`` reads; its arrays are those of ``kernels/race.pyx``."""
    arrays = RaceArrays.of(solution.game)
    return {
        "exact": arrays.exact,
        "gains": arrays.gains.tolist(),
        "chances": arrays.chances.tolist(),
        "bust": arrays.bust,
        "wipe": arrays.wipe,
        "landing": arrays.landing.tolist(),
        "dead": arrays.dead.tolist(),
        "starts": encoded(solution.starts, "<f8"),
        **throws_of(solution.game),
    }
