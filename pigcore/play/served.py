"""Which families have what: in each folder a family has a module of its name."""

from __future__ import annotations

from typing import Any

from ..games.errors import RuleError
from ..games.rules import family_of, serving
from ..games.spelling import listed

_ANSWERS = {
    "models": ("match", "tournament", "best_response", "loss"), "boards": ("simulate", "review"),
}  # fmt: skip
"""The folders, and what can be asked where a family has a module there."""


def module_of(folder: str, game: Any, what: str) -> Any:
    """The module in ``folder`` for the family of ``game``.

    Raises
    ------
    RuleError
        If there is none: that there ``what``, and what there is instead.
    """
    found = serving(f"{__package__}.{folder}", game)
    if found is None:
        there = [
            one for name, asked in _ANSWERS.items() if serving(f"{__package__}.{name}", game)
            for one in asked
        ]  # fmt: skip
        remedy = f"ask for {listed(there, 'or')}" if there else "ask its solution for a state"
        raise RuleError(f"there {what} in {game.name} ({family_of(game)}): {remedy}")
    return found
