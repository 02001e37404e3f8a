"""What the solutions of every family have in common: they are saved, and shown, as data."""

from __future__ import annotations

import html
import os
from abc import ABC, abstractmethod
from typing import Any

from numpy.typing import NDArray

from . import files
from .spelling import spell

__all__ = ["Solved"]


class Solved(ABC):
    """A solved game; each family adds ``advise(*state)`` with the numbers of its own states.

    Attributes
    ----------
    game
        The game that was solved.
    """

    game: Any

    @abstractmethod
    def arrays(self) -> dict[str, NDArray[Any]]:
        """The arrays that a file of this solution holds."""

    @abstractmethod
    def info(self) -> dict[str, Any]:
        """How it was solved, as plain data that the file holds beside the arrays."""

    @abstractmethod
    def summary(self) -> dict[str, Any]:
        """The facts of the solution, as plain data."""

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write a small ``.npz`` (rules as text, arrays, version) to exactly ``path``.

        ``pigcore.load`` reads it back and ``pigverify`` certifies it.

        Raises
        ------
        FileError
            If the file cannot be written; an old one is then left as it was.
        RuleError
            If the game cannot be written down (a rule of one's own that has no name).
        """
        files.write(path, self.game, self.arrays(), self.info())

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><th>{html.escape(name.replace('_', ' '))}</th>"
            f"<td style='white-space:pre-line'>{html.escape(spell(value))}</td></tr>"
            for name, value in self.summary().items()
            if name != "game"
        )
        title = html.escape(str(self.game))
        return f"<table style='text-align:left'><caption>{title}</caption>{rows}</table>"
