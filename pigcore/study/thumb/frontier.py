"""Simplicity against loss: the best rule of each family, and which of them no simpler one beats."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ...frame import csv_of_rows, frame_of_rows
from ...games.game import Game
from ...notebook import InNotebooks
from .rule import RuleOfThumb

__all__ = ["Frontier"]


@dataclass(frozen=True)
class Frontier(InNotebooks):
    """The best rule found in each family, fewest constants first, then by loss."""

    game: Game
    rules: tuple[RuleOfThumb, ...]

    @property
    def frontier(self) -> tuple[RuleOfThumb, ...]:
        """The rules that lose less than every rule with as few constants or fewer."""
        kept: list[RuleOfThumb] = []
        for rule in self.rules:
            if all(rule.loss < other.loss for other in kept):
                kept.append(rule)
        return tuple(kept)

    @property
    def best(self) -> RuleOfThumb:
        """The rule that loses least of those that fit in one sentence, or of all if none does."""
        fitting = [rule for rule in self.rules if rule.sentence]
        return min(fitting or self.rules, key=lambda rule: rule.loss)

    def rows(self) -> list[dict[str, Any]]:
        """A row for each rule, as plain data; ``frontier``: whether no simpler rule beats it."""
        kept = self.frontier
        return [rule.as_dict() | {"frontier": rule in kept} for rule in self.rules]

    def as_dict(self) -> dict[str, Any]:
        """Plain data behind ``--json``."""
        return {
            "game": self.game.as_dict(),
            "rules": self.rows(),
            "best": self.best.as_dict(),
        }

    def _flat(self) -> list[dict[str, Any]]:
        """The rows with the constants in one column."""
        rows = self.rows()
        for row in rows:
            row["constants"] = " ".join(f"{name}={it}" for name, it in row["constants"].items())
        return rows

    def to_dataframe(self) -> Any:
        """A pandas DataFrame with a row for each rule.

        ``simplicity`` is int64, ``frontier`` bool; ``loss``, ``exploitability``, ``first`` and
        ``second`` are float64; ``family``, ``constants``, ``policy`` and ``sentence`` text.

        Raises
        ------
        ImportError
            If pandas is not installed.
        """
        return frame_of_rows(self._flat())

    def _facts_shown(self) -> list[dict[str, Any]]:
        kept = self.frontier  # what the best reply wins would first have to be computed
        return [
            {
                "simplicity": rule.simplicity,
                "family": rule.family,
                "loss": rule.loss,
                "frontier": rule in kept,
                "sentence": rule.words,
            }
            for rule in self.rules
        ]

    def to_csv(self) -> str:
        """The rows as CSV text; the constants are written in one column."""
        return csv_of_rows(self._flat())

    def __str__(self) -> str:
        return f"{self.game.name}: {self.best}"
