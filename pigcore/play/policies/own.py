"""A policy that a user wrote: a function in a file, ``FILE.py:function``."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

from ...games.functions import USUAL, function_in, in_a_sentence
from ...games.game import Game
from .named import Named

__all__ = ["OwnFunction", "own_function"]


class OwnFunction(Named):
    """A function of a user's file."""

    path: str
    name: str
    game: Game | None

    def __init__(
        self, path: str, name: str, function: Callable[..., Any], game: Game | None = None
    ) -> None:
        # The signature says how much of a state the function asks for.
        self._set(
            path=path,
            name=name,
            function=function,
            game=game,
            __name__=name,
            remembers=getattr(function, "remembers", None),
            __signature__=_signature(function),
        )

    def for_game(self, game: Game) -> OwnFunction:
        """The same, which then says where it fails in the words of ``game``."""
        return OwnFunction(self.path, self.name, self.__dict__["function"], game)

    def __call__(self, *state: int, **memory: int) -> Any:
        """What the function answers; whatever it raises becomes a sentence."""
        where = self.game.spell(state) if self.game else str(state)
        where += "".join(f", {kind} {count}" for kind, count in memory.items())
        with in_a_sentence(self.path, f"{self.name} at {where}"):
            return self.__dict__["function"](*state, **memory)

    @property
    def spec(self) -> str:
        """As in ``mine.py:strategy``."""
        return f"{self.path}:{self.name}"

    def __str__(self) -> str:
        return f"do what {self.name} in {self.path} says"

    def __repr__(self) -> str:
        return f"<{self.name} in {self.path}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return own_function, (self.path, self.name)


def own_function(path: str, name: str = USUAL) -> OwnFunction:
    """The function ``name`` of the file ``path``, which is run."""
    return OwnFunction(path, name, function_in(path, name))


def _signature(function: Callable[..., Any]) -> inspect.Signature | None:
    try:
        return inspect.signature(function)
    except (TypeError, ValueError):  # a builtin without one
        return None
