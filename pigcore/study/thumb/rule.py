"""A rule of thumb of any family: its constants, and what it is worth."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from ...games.game import Game
from ...games.spelling import number
from ...play import best_response

__all__ = ["RuleOfThumb"]


@dataclass(frozen=True)
class RuleOfThumb:
    """A rule of thumb and what it is worth, exactly up to rounding."""

    game: Game
    family: str
    names: tuple[str, ...]
    """What the constants are called."""
    constants: tuple[Any, ...]
    policy: Any
    first: float
    """P(the rule wins) against best play when it moves first; a game without end is worth ½."""
    second: float
    """P(the rule wins) against best play when it moves second."""
    sentence: bool = True
    """Whether it fits in one sentence."""

    @property
    def simplicity(self) -> int:
        """The number of constants to remember."""
        return len(self.constants)

    @property
    def loss(self) -> float:
        """One half less its average win chance against best play."""
        return 0.5 - (self.first + self.second) / 2

    @cached_property
    def exploitability(self) -> float:
        """The average win chance of the best reply less one half."""
        return best_response(self.game, self.policy).average - 0.5

    @property
    def words(self) -> str:
        """The rule as a person would remember it."""
        return str(self.policy)

    @property
    def spec(self) -> str | None:
        """The text form that commands take; None if there is none."""
        return str(self.policy.spec)

    def as_dict(self) -> dict[str, Any]:
        """Plain data: constants that are no whole numbers are text."""
        constants = {
            name: str(it) if isinstance(it, Fraction) else it
            for name, it in zip(self.names, self.constants)
        }
        return {
            "simplicity": self.simplicity,
            "family": self.family,
            "constants": constants,
            "loss": self.loss,
            "exploitability": self.exploitability,
            "first": self.first,
            "second": self.second,
            "policy": self.spec,
            "sentence": self.words,
        }

    def __str__(self) -> str:
        return f"{self.words}: loses {number(self.loss)} against best play"
