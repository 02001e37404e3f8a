"""Which families have what: in each folder a family has a module of its name."""

from __future__ import annotations

from typing import Any

from ..games.errors import RuleError
from ..games.rules import family_of, serving
from ..games.spelling import listed

_ANSWERS = {
    "match": "matches", "tournament": "matches", "best_response": "replies", "loss": "replies",
    "simulate": "boards", "review": "boards",
}  # fmt: skip
"""What can be asked about policies, and the folder of those who answer."""


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
            question
            for question, folder in _ANSWERS.items()
            if serving(f"{__package__}.{folder}", game)
        ]
        remedy = f"ask for {listed(there, 'or')}" if there else "ask its solution for a state"
        raise RuleError(f"there {what} in {game.name} ({family_of(game)}): {remedy}")
    return found
