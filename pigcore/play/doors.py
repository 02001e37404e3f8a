"""Which families have what: in each folder a family has a module of its name."""

from __future__ import annotations

from importlib import import_module, util
from typing import Any

from ..games.errors import RuleError
from ..games.rules import family_of
from ..games.spelling import listed

__all__ = ["module_of"]

_DOORS = {
    "match": "matches", "tournament": "matches", "best_response": "replies", "loss": "replies",
    "solitaire": "alone", "evaluate": "evaluations", "simulate": "simulation",
    "review": "boards",
    "reachable": "reach",
}  # fmt: skip
"""What can be asked about policies, and the folder of those who answer."""


def module_of(folder: str, game: Any, what: str) -> Any:
    """The module in ``folder`` for the family of ``game``.

    Raises
    ------
    RuleError
        If there is none: that there ``what``, and what there is instead.
    """
    family = family_of(game)
    if not _has(folder, family):
        there = [door for door, folder in _DOORS.items() if _has(folder, family)]
        remedy = f"ask for {listed(there, 'or')}" if there else "ask its solution for a state"
        raise RuleError(f"there {what} in {game.name} ({family}): {remedy}")
    return import_module(_path(folder, family))


def _has(folder: str, family: str) -> bool:
    return util.find_spec(_path(folder, family)) is not None


def _path(folder: str, family: str) -> str:
    return f"{__package__}.{folder}.{family}"
