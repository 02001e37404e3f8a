"""What is proved about a match of two strategies: `Match`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pigcore.games.game import Game

from .algebra.decimals import as_data, print_between
from .algebra.intervals import Interval

__all__ = ["Match"]

_DIGITS = 30


@dataclass(frozen=True, repr=False)
class Match:
    """The chance that the first of two strategies wins, between two fractions."""

    game: Game
    first: Interval
    """When it moves first."""
    second: Interval
    """When it moves second."""

    @property
    def average(self) -> Interval:
        """When a fair coin says who moves first."""
        (a, b), (c, d) = self.first, self.second
        return (a + c) / 2, (b + d) / 2

    def as_dict(self) -> dict[str, Any]:
        """Plain data: proved digits and exact bounds, as text."""
        numbers = {"first": self.first, "second": self.second, "average": self.average}
        return {
            "game": self.game.as_dict(),
            **{name: as_data(ends, _DIGITS) for name, ends in numbers.items()},
        }

    def __repr__(self) -> str:
        lines = [
            f"{name:8}{print_between(ends, _DIGITS)}"
            for name, ends in (
                ("first", self.first),
                ("second", self.second),
                ("average", self.average),
            )
        ]
        return "\n  ".join([f"{self.game.name}, the first of two strategies wins:", *lines])
