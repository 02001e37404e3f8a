"""The map of a race in a notebook: where to hold, at scores that are thinned out in large games."""

from __future__ import annotations

import numpy as np

from ...games.race import Race
from ...notebook import BEYOND, score_map, thinned
from .arrays import Floats, Indices, RaceArrays

__all__ = ["LARGEST", "map_of_chances", "picture", "thresholds_at"]

LARGEST = 1000
"""The largest goal of which there is a picture: the work grows with goal x 50**2 x gains."""


def thresholds_at(arrays: RaceArrays, starts: Floats, scores: range) -> Indices:
    """The smallest total held at for each two of ``scores``, at [own, opp]."""
    count, goal = len(scores), arrays.goal
    held = np.ones((goal + 1, -(-count // 8) * 8))  # the kernel reads rows of eight
    held[:goal, :count] -= starts[scores].T
    found = np.empty((count, count), dtype=np.intp)
    for place, own in enumerate(scores):
        holds = np.ones((goal - own + 1, count), dtype=bool)
        holds[:-1] = held[own:goal, :count] >= arrays.rolled_at(held, own, count)[own:]
        found[place] = holds[1:].argmax(axis=0) + 1
    return found


def picture(arrays: RaceArrays, starts: Floats) -> str:
    """The map as SVG, darker where one holds later and black where one rolls for the goal."""
    goal = arrays.goal
    if goal > LARGEST:
        return ""
    scores = thinned(goal)
    limits = thresholds_at(arrays, starts, scores)
    wins = limits == goal - np.array(scores)[:, None]
    inner = limits[~wins] if not wins.all() else np.array([1])
    low, high = int(inner.min()), int(inner.max())
    shares = np.where(wins, BEYOND, 254 * (limits - low) // max(high - low, 1)).astype(np.uint8)
    return score_map(
        shares,
        goal,
        "Where to hold",
        f"The smallest turn total to hold at, from {low} (light) to {high} (dark); black: "
        "roll until the goal is reached.",
    )


def map_of_chances(game: Race, starts: Floats, where: str = "") -> str:
    """The chances to win at turn starts, ``where`` being words on which ones these are."""
    shown = thinned(len(starts))
    return score_map(
        np.rint(254 * starts[np.ix_(shown, shown)]).astype(np.uint8),
        game.goal - game.unit + 1,
        f"{game.name} to {game.goal:,}: the chance to win at the start of a turn{where}",
        "The darker, the more likely the mover wins.",
        "own score",
    )
