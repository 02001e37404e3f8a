"""Families of rules for Hog: how many dice, when none, by the difference of the scores.

``always``  n dice.
``free``    n dice, but 0 where that gains at least k points on the opponent.
``lead``    n dice, but 0 once one leads by d: a hold by the difference of the scores.
``zones``   n dice, m when behind by d, and k when ahead by e.
``free-zones``  as ``free``, but m dice when behind by d.
"""

from __future__ import annotations

from typing import Any

from ...games.hog import Hog
from ...play.policies import always_roll, free_roll
from .race_families import Family

__all__ = ["families"]

_PARTS = 20
"""Differences of the scores that are tried are multiples of so small a part of the goal."""


def families(game: Hog) -> dict[str, Family]:
    """The families there are in a game: those with a free zero where it has one."""
    dice = [choice for choice in game.choices if choice > 0]
    step = max(1, game.goal // _PARTS)
    apart = range(step, max(game.goal, step + 1), step)
    found = [Family("always", ("dice",), (dice,), always_roll)]
    if 0 in game.choices:
        points = range(1, max(game.goal // 4, 2))
        found += [
            Family("free", ("dice", "points"), (dice, points), free_roll),
            Family("lead", ("dice", "lead"), (dice, range(1, max(game.goal, 2))), _lead),
            Family(
                "free-zones", ("dice", "points", "behind by", "dice then"),
                (dice, points, apart, dice), _free_zones,
            ),
        ]  # fmt: skip
    found.append(
        Family(
            "zones", ("dice", "behind by", "dice then", "ahead by", "dice there"),
            (dice, apart, dice, apart, game.choices if game.choices[0] >= 0 else dice), _zones,
        )
    )  # fmt: skip
    return {family.name: family for family in found}


def _lead(dice: int, lead: int) -> Any:
    return always_roll(dice).unless(f"lead>={lead}", always_roll(0))


def _free_zones(dice: int, points: int, behind: int, then: int) -> Any:
    return free_roll(dice, points).unless(f"lead<=-{behind}", always_roll(then))


def _zones(dice: int, behind: int, then: int, ahead: int, there: int) -> Any:
    usual = always_roll(dice).unless(f"lead<=-{behind}", always_roll(then))
    return usual.unless(f"lead>={ahead}", always_roll(there))
