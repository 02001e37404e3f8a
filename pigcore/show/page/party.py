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
from .. import race_modes as modes
from .document import check as check_any
from .document import told_of
from .encoding import in_runs

__all__ = ["ANY_TURN", "check", "data"]

ANY_TURN = True

MAX_STARTS = 1_000_000
"""More turn starts than this a browser does not work out in seconds: three players to 100."""


def check(game: Race) -> None:
    """Refuse a party with too many turn starts, or whose throws leave choices."""
    check_any(game.for_two)
    if modes.throw(game) != "roll":
        raise RuleError(
            f"throws of {game.name} leave choices, which a page shows to two players only: choose "
            "another game, or two players"
        )
    players, starts = game.players, game.units**game.players
    if starts > MAX_STARTS:
        most = int(MAX_STARTS ** (1 / players) + 1e-9) * game.unit
        raise RuleError(
            f"{counted(players, 'player')} to {game.goal} have {starts:,} turn starts, but a page "
            f"works out at most {MAX_STARTS:,}: choose a goal of {most} or less, or fewer players"
        )


def data(solution: PartySolution) -> dict[str, Any]:
    """The entries that ``party.js`` reads.

    A place of a turn, t units in mode m, has the number t * modes + m. A plan is the places at
    which a turn goes over from rolling to holding or back; ``which`` is the plan of each tuple of
    scores, by their number.
    """
    game, count = solution.game, len(modes.words(solution.game))
    plans, numbers = _plans(solution)
    mixed = [
        [_number(game, scores), points // game.unit * count + mode, weight]
        for (mode, *scores), (points, weight) in modes.weights(solution).items()
    ]
    return {
        **told_of(game.for_two),
        "names": list(game.state_names),
        "players": game.players,
        "layers": modes.decided(game),
        "plans": plans,
        "which": in_runs(numbers),
        "mixed": sorted(mixed),
        "several": [
            [score // game.unit for score in cell.scores]
            for cell in solution.cells
            if cell.kind == "several"
        ],
    }


def _number(game: Race, scores: list[int]) -> int:
    number = 0
    for score in scores:
        number = number * game.units + score
    return number


def _plans(solution: PartySolution) -> tuple[list[list[int]], NDArray[np.int64]]:
    """The different plans, and which of them each tuple of scores has, by its number."""
    known: dict[tuple[int, ...], int] = {}
    found = []
    for _, bank, throw in solution.all_payoffs():
        rolls = np.fmax(throw, -1.0) > np.fmax(bank, -1.0) + TIED
        rolls = rolls.reshape(rolls.shape[0] * rolls.shape[1], -1)
        packed, which = np.unique(np.packbits(rolls.T, axis=1), axis=0, return_inverse=True)
        here = []
        for bits in packed:
            plan = np.unpackbits(bits, count=len(rolls)).astype(np.int8)
            turns = np.flatnonzero(np.diff(plan, prepend=1))
            here.append(known.setdefault(tuple(turns.tolist()), len(known)))
        found.append(np.array(here)[which.ravel()])
    return [list(plan) for plan in known], np.concatenate(found)
