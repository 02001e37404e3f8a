"""A policy that a user wrote: a function in a file, ``FILE.py:function``."""

from __future__ import annotations

from typing import Any

from ...games.functions import USUAL, InFile
from ...games.game import Game
from .named import Named

__all__ = ["OwnFunction", "own_function"]


class OwnFunction(Named):
    """A function of a user's file."""

    file: InFile

    def __init__(self, file: InFile) -> None:
        # The signature says how much of a state the function asks for.
        self._set(
            file=file,
            __name__=file.name,
            __signature__=getattr(file, "__signature__", None),
        )

    def for_game(self, game: Game) -> OwnFunction:
        """The same, which then says where it fails in the words of ``game``."""
        said = game.asked_at
        return self if self.file.said == said else OwnFunction(self.file.saying(said))

    def __call__(self, *state: int) -> Any:
        """What the function answers; whatever it raises becomes a sentence."""
        return self.file(*state)

    @property
    def again(self) -> InFile:
        """The same when the file is run anew."""
        return self.file.again

    @property
    def spec(self) -> str:
        """As in ``mine.py:strategy``."""
        return f"{self.file.path}:{self.file.name}"

    def __str__(self) -> str:
        return f"do what {self.file.name} in {self.file.path} says"

    def __repr__(self) -> str:
        return f"<{self.file.name} in {self.file.path}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return own_function, (self.file.path, self.file.name)


def own_function(path: str, name: str = USUAL) -> OwnFunction:
    """The function ``name`` of the file ``path``, which is run."""
    return OwnFunction(InFile(path, name))
