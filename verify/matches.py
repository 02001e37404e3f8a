"""What is proved about a match of two strategies: `Match`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pigcore.games.game import Game
from pigcore.version import VERSION

from .algebra.decimals import as_data, print_between
from .algebra.intervals import Interval

__all__ = ["Match"]


@dataclass(frozen=True, repr=False)
class Match:
    """The chance that the first of two strategies wins, between two fractions."""

    game: Game
    first: Interval
    """When it moves first."""
    second: Interval
    """When it moves second."""
    policies: tuple[str, ...] = ("", "")
    """Their names, where they have any."""
    start: tuple[int, ...] = (0, 0)
    """The scores to begin with, that of the first strategy before the other's."""
    digits: int = 30
    """How many digits are printed, if so many are proved."""

    @property
    def average(self) -> Interval:
        """The chance if a fair coin decides who moves first."""
        (a, b), (c, d) = self.first, self.second
        return (a + c) / 2, (b + d) / 2

    def as_dict(self) -> dict[str, Any]:
        """Plain data: proved digits and exact bounds, as text."""
        numbers = {"first": self.first, "second": self.second, "average": self.average}
        return {
            "game": self.game.as_dict(),
            "policies": [name or None for name in self.policies],
            "start": list(self.start),
            **{name: as_data(ends, self.digits) for name, ends in numbers.items()},
            "version": VERSION,
        }

    def __repr__(self) -> str:
        lines = [
            f"{name:8}{print_between(ends, self.digits)}"
            for name, ends in (
                ("first", self.first),
                ("second", self.second),
                ("average", self.average),
            )
        ]
        names = [name or "a strategy" for name in self.policies]
        who = (
            " wins against ".join(names)
            if any(self.policies)
            else "the first of two strategies wins"
        )
        return "\n  ".join([f"{self.game.name}, {who}:", *lines])
