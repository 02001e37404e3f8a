"""What the page is told of a party: its decisions, of which the page computes what they are worth.

The values would be eight bytes for each player and turn start, a hundred times as many as the
decisions take. With the decisions known a turn is played in one pass, so a cell, the turn starts of
one tuple of scores whoever moves, is solved in closed form, and the page needs no search.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...games.errors import RuleError
from ...games.race import Race
from ...games.spelling import counted
from ...solvers.party import PartySolution
from ...solvers.solution import TIED
from .document import check_goal, told_of
from .encoding import in_runs

__all__ = ["check", "data"]

MAX_STARTS = 1_000_000
"""More turn starts than this a browser does not work out in seconds: three players to 100."""


def check(game: Race) -> None:
    """Refuse a party with too many turn starts."""
    check_goal(game)
    players, starts = game.players, game.goal**game.players
    if starts > MAX_STARTS:
        most = int(MAX_STARTS ** (1 / players) + 1e-9)
        raise RuleError(
            f"{counted(players, 'player')} to {game.goal} have {starts:,} turn starts, but a page "
            f"works out at most {MAX_STARTS:,}: choose a goal of {most} or less, or fewer players"
        )


def data(solution: PartySolution) -> dict[str, Any]:
    """The entries that ``party.js`` reads.

    A plan is the turn totals at which a turn goes over from rolling to holding or back; ``which``
    is the plan of each tuple of scores, by their number.
    """
    race: Any = solution.game.for_two
    plans, numbers = _plans(solution)
    mixed, weights = (solution.arrays()[name].ravel() for name in ("mixed", "weights"))
    return {
        **told_of(race),
        "names": list(solution.game.state_names),
        "players": solution.game.players,
        "plans": plans,
        "which": in_runs(numbers),
        "mixed": [
            [place, int(mixed[place]), float(weights[place])]
            for place in np.flatnonzero(mixed).tolist()
        ],
        "several": [list(cell.scores) for cell in solution.cells if cell.kind == "several"],
    }


def _plans(solution: PartySolution) -> tuple[list[list[int]], NDArray[np.int64]]:
    """The different plans, and which of them each tuple of scores has, by its number."""
    known: dict[tuple[int, ...], int] = {}
    found = []
    for _, hold, roll in solution.all_payoffs():
        hold, roll = hold[:, 0], roll[:, 0]
        rolls = (roll > hold + TIED).reshape(len(roll), -1)
        rolls[0] = True
        packed, which = np.unique(np.packbits(rolls.T, axis=1), axis=0, return_inverse=True)
        here = []
        for bits in packed:
            turns = np.flatnonzero(np.diff(np.unpackbits(bits, count=len(roll)).astype(np.int8)))
            here.append(known.setdefault(tuple((turns + 1).tolist()), len(known)))
        found.append(np.array(here)[which.ravel()])
    return [list(plan) for plan in known], np.concatenate(found)
