"""Who proves a game: the module of its family, or the room in it that only some families have."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module, util
from typing import Any, Protocol, TypeVar

from pigcore.games.game import Game
from pigcore.games.rules import family_of

from .options import claim

__all__ = ["Solved", "home_of", "room_of", "taken_apart"]

G_co = TypeVar("G_co", bound=Game, covariant=True)


class Solved(Protocol[G_co]):
    """What is asked of a solution: its game, and its arrays by name."""

    @property
    def game(self) -> G_co:
        """The game that was solved."""

    def arrays(self) -> Mapping[str, Any]:
        """What ``game.arrays`` declares: arrays of numpy, or nested lists."""


def taken_apart(what: Any) -> tuple[Game, Mapping[str, Any] | None, float | None]:
    """The game of a solution, its arrays and the error that it claims; a game has neither."""
    solved = not isinstance(what, (type, Game)) and hasattr(what, "game")
    if solved and callable(getattr(what, "arrays", None)):
        return what.game, what.arrays(), claim(getattr(what, "error_bound", None))
    return what, None, None


def home_of(game: Any) -> Any:
    """The module that proves ``game``, refused in a sentence if it is none."""
    return room_of(game, "")


def room_of(game: Game, room: str) -> Any:
    """A module that not every family has, or does not have for so many players, or None."""
    name = f".{family_of(game)}.{room}".rstrip(".")
    found = import_module(name, __package__) if util.find_spec(name, __package__) else None
    alone = game.shared and not getattr(found, "ANY_PLAYERS", False)
    return None if alone else found
