"""The modules of a family by name, of which not every family has all."""

from __future__ import annotations

from importlib import import_module, util
from typing import Any

from pigcore.games.errors import RuleError
from pigcore.games.game import Game
from pigcore.games.rules import family_of

__all__ = ["NO_MATCHES", "module_of", "only_some"]

NO_MATCHES = "no matches are proved in {}: give a race for two or a game of Hog"


def module_of(game: Game, name: str = "") -> Any:
    """The module of the family of ``game``, or one of its modules by name.

    None where the family has no such module, or not for so many players.
    """
    path = f".{family_of(game)}.{name}".rstrip(".")
    try:
        found = import_module(path, __package__) if util.find_spec(path, __package__) else None
    except ModuleNotFoundError:  # a family of one module has no others
        found = None
    serves = getattr(found, "serves", None)
    return None if serves is not None and not serves(game) else found


def only_some(game: Game, name: str, refusal: str) -> Any:
    """A module that not every family has, refused in a sentence where there is none."""
    found = module_of(game, name)
    if found is None:
        raise RuleError(refusal.format(game.name))
    return found
