"""A policy as a table of its answers: what a file keeps of one without a text form."""

from __future__ import annotations

from inspect import Parameter, Signature
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...games.errors import RuleError
from ...games.game import Game
from ...games.spelling import counted
from ...solvers.solution import immutable
from .named import Named

__all__ = ["Table"]


class Table(Named):
    """An answer for every state of a game.

    Attributes
    ----------
    game : Game
    actions : tuple
        What can be answered.
    entries : int16 array, or float64 array with one axis more, read-only
        At each state the place of its action in ``actions`` (-1 where there is nothing to
        answer); or the chance of each action (all 0 there).
    """

    game: Game
    actions: tuple[Any, ...]
    entries: NDArray[Any]

    def __init__(self, game: Game, actions: tuple[Any, ...], entries: NDArray[Any]) -> None:
        self._set(game=game, actions=actions, entries=immutable(entries))

    @property
    def mixed(self) -> bool:
        """Whether there are chances in it."""
        return self.entries.dtype.kind == "f"

    def for_game(self, game: Game) -> Table:
        """The table itself, if it is one of ``game``."""
        if game != self.game:
            raise RuleError(
                f"the table is a policy of {self.game!r}, but the game is {game!r}: tabulate the "
                "policy anew"
            )
        return self

    @property
    def __signature__(self) -> Signature:
        """As many parts of a state as the table has axes of them."""
        names = self.game.state_names[: self.entries.ndim - self.mixed]
        return Signature([Parameter(name, Parameter.POSITIONAL_ONLY) for name in names])

    def share(self, action: int) -> NDArray[np.float64]:
        """The chance of an action, given by its place; NaN where nothing is answered."""
        if self.mixed:
            return np.where(self.entries.sum(axis=-1) > 0, self.entries[..., action], np.nan)
        return np.where(self.entries >= 0, self.entries == action, np.nan)

    def __call__(self, *state: int) -> Any:
        """The action, or {action: chance}; None or {} where there is nothing to answer."""
        entry = self.entries[self.game.place_of(state)]
        if not self.mixed:
            return self.actions[entry] if entry >= 0 else None
        return {action: float(p) for action, p in zip(self.actions, entry) if p}

    def _key(self) -> tuple[Any, ...]:
        return self.game, self.entries.shape, self.entries.tobytes()

    def __str__(self) -> str:
        states = self.entries[..., 0] if self.mixed else self.entries
        answered = (self.entries.sum(axis=-1) > 0) if self.mixed else states >= 0
        return f"follow a table of {counted(int(np.sum(answered)), 'answer')}"

    def __repr__(self) -> str:
        return f"<table of answers for {self.game.name}, {self.entries.shape}>"
