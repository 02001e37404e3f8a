"""Two strategies as they are asked, and what is proved about a match of them: `Match`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pigcore.games.asking import Asking, differs
from pigcore.games.errors import RuleError
from pigcore.games.game import Game
from pigcore.games.spelling import shown

from .algebra.decimals import as_data, print_between
from .algebra.intervals import Interval

__all__ = ["Match", "strategy_of"]

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
        """The chance if a fair coin decides who moves first."""
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


def _refuse(state: tuple[int, ...], first: Any, again: Any) -> RuleError:
    said = differs(shown(first), shown(again), f" ({shown(state)[1:-1]})")
    return RuleError(f"the strategy {said}: use no chance, and remember nothing")


def strategy_of(given: Any) -> Any:
    """A strategy as a callable; arrays of numpy become lists, whose numbers are Python's."""
    if callable(given):
        return Asking(given, _refuse).one
    table = given.tolist() if hasattr(given, "tolist") else given

    def answer(*state: int) -> Any:
        found = table
        try:
            for number in state:
                found = found[number]
        except (IndexError, TypeError, KeyError):
            raise RuleError(
                f"the strategy is {shown(given)}, which has no answer at {shown(state)}: give a "
                "callable, or a table with an axis for each part of a state"
            ) from None
        return found

    return answer
