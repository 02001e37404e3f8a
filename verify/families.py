"""Where a family of games is proved: in the module of its name."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from pigcore.games import RuleError
from pigcore.games.rules import FAMILIES

__all__ = ["family_of"]


def family_of(game: Any) -> Any:
    """The module that proves ``game``.

    Raises
    ------
    RuleError
        If it is no game.
    """
    if isinstance(game, type) or getattr(game, "family", None) not in FAMILIES:
        raise RuleError(f"the game is {game!r:.80}, but must be one such as pigcore.Pig()")
    return import_module(f".{game.family}", __package__)
