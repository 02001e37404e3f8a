"""What a solved race in which busts in a row cost points says in sentences; it has no booklet."""

from __future__ import annotations

from typing import Any, NoReturn

from ...games.errors import RuleError
from .race import sentences

__all__ = ["booklet", "sentences"]


def booklet(solution: Any, step: int | None) -> NoReturn:
    """Refused: a table for each pair of counts of busts would fill a book."""
    raise RuleError(
        f"there is no table of {solution.game.name}, in which every number depends on the busts in "
        "a row of both players: ask advise for a state"
    )
