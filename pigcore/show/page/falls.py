"""Races in which busts in a row cost points have no page."""

from __future__ import annotations

from typing import NoReturn

from ...games.errors import RuleError
from ...games.race import Race

__all__ = ["check"]


def check(game: Race) -> NoReturn:
    """Refused: its engine has no solver for scores that fall.

    Raises
    ------
    RuleError
        Always.
    """
    raise RuleError(
        f"there is no page of {game.name}, as a page cannot solve a game in which busts in a row "
        "cost points: give it to pigcore play"
    )
