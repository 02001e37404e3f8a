"""The page of simultaneous turns: the strategy at every pair of scores, to play against."""

from __future__ import annotations

import base64
from typing import Any

import numpy as np

from ...games.errors import RuleError
from ...games.race import Race
from ...games.roll import Roll
from ...solvers.simultaneous import SimultaneousSolution, turn_of
from .encoding import encoded

__all__ = ["SCRIPTS", "STYLES", "check", "data"]

SCRIPTS = ("language.js", "strings/de.js", "strings/en.js", "data.js", "dice.js", "main.js",
           "simultaneous.js")  # fmt: skip
"""What the page needs of the others: it has a view of its own."""

STYLES = ("style.css", "play.css")

MAX_GOAL = 120
"""The largest goal of a page: its strategies are then some 400 kB."""


def check(game: Race) -> None:
    """Refuse a game whose strategies would make too large a page."""
    if game.goal > MAX_GOAL:
        raise RuleError(
            f"goal is {game.goal}, but a page holds the strategies of {game.name} to {MAX_GOAL} at "
            "most: choose a smaller goal"
        )


def data(solution: SimultaneousSolution) -> dict[str, Any]:
    """The entries that ``simultaneous.js`` reads.

    Of each pair, at [own, opp], ``first`` is the smallest total that it ever holds at, ``counts``
    how many chances to hold follow in ``chances``, in units of 1/65535, for the totals from there
    on; at all further ones it holds for sure.
    """
    game = solution.game
    first, counts, chances = [], [], []
    most = max(game.most_of_a_throw, 2)
    for own in range(game.goal):
        for opp in range(game.goal):
            reach, _ = turn_of(game, solution.holds[own, opp], own)
            # Where a turn never comes nothing matters: rows are shortest if it holds there.
            row = np.ones(game.furthest)
            n = min(len(reach), game.furthest)
            comes = reach[:n] > 1e-12
            row[:n][comes] = solution.holds[own, opp, :n][comes]
            row[0] = 0.0
            if own + 1 < game.furthest:
                gaps = ~solution._totals[: game.furthest]
                row[gaps] = 0.0
            least = int(np.flatnonzero(row > 0)[0])
            sure = np.flatnonzero(row < 1)
            last = int(sure[-1]) if len(sure) else 0
            part = np.rint(65535 * row[least : last + 1]).astype(int).tolist()
            first.append(least)
            counts.append(len(part))
            chances += part
    return {
        "furthest": game.furthest,
        "gains": [[gain, float(chance)] for gain, chance in game.roll.gains],
        "bust": float(game.roll.bust),
        "sides": most if game.roll == Roll.die(most) else 0,  # 0: points are shown, and no dice
        "first": base64.b64encode(np.array(first, dtype="u1").tobytes()).decode(),
        "counts": base64.b64encode(np.array(counts, dtype="u1").tobytes()).decode(),
        "chances": encoded(chances, "<u2"),
    }
