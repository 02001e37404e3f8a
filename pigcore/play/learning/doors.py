"""On which boards the learners of a family play."""

from __future__ import annotations

from importlib import import_module, util
from types import ModuleType

from ...games.game import Game
from ...games.rules import family_of
from ..boards import module_of

__all__ = ["boards_of"]


def boards_of(game: Game) -> ModuleType:
    """The module that has boards for the family of ``game``: one of this package, or of ``boards``.

    Raises
    ------
    RuleError
        If there is none.
    """
    module = f"{__package__}.{family_of(game)}"
    return import_module(module) if util.find_spec(module) else module_of(game)
