"""What a match, a best reply and a player alone come to.

In every result ``first`` is what the first-named policy (or the reply) is worth when it moves
first, ``second`` when it moves second, and ``average`` when a fair coin says who does.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from ..games.spelling import number

__all__ = ["DuelMatch", "Match", "Response", "Solitaire"]


class _Result:
    """Plain data behind ``--json``: every field that is a number."""

    def as_dict(self) -> dict[str, Any]:
        """The numbers of the result by name."""
        found = {field.name: getattr(self, field.name) for field in fields(self)}  # type: ignore[arg-type]
        return {name: value for name, value in found.items() if isinstance(value, float)}


@dataclass(frozen=True)
class Match(_Result):
    """What two policies make of a game, exactly up to rounding."""

    first: float
    """P(the first policy wins) when it moves first."""
    second: float
    """P(the first policy wins) when it moves second."""
    average: float
    """P(the first policy wins) when a fair coin says who moves first."""
    turns: float
    """The expected number of turns of both together when the first moves first."""

    def __str__(self) -> str:
        return (
            f"the first wins with {number(self.average)}: moving first {number(self.first)}, "
            f"moving second {number(self.second)}; {number(self.turns)} turns expected"
        )


@dataclass(frozen=True)
class DuelMatch(_Result):
    """What two holds or mixtures make of a duel, exactly up to rounding."""

    win: float
    """P(the first scores more)."""
    draw: float
    """P(both score the same)."""
    lose: float
    """P(the second scores more)."""

    @property
    def payoff(self) -> float:
        """P(win) − P(lose)."""
        return self.win - self.lose

    def __str__(self) -> str:
        return (
            f"the first wins with {number(self.win)}, draws with {number(self.draw)} and loses "
            f"with {number(self.lose)}"
        )


@dataclass(frozen=True, eq=False)
class Response(_Result):
    """A best reply and what it wins; in a duel, which nobody moves first in, its payoff."""

    policy: Any
    """The reply: a callable of the state, as a solution's ``policy`` is."""
    first: float
    """What it is worth when it moves first."""
    second: float
    """What it is worth when it moves second."""
    average: float
    """What it is worth when a fair coin says who moves first."""

    def __str__(self) -> str:
        return (
            f"the reply is worth {number(self.average)}: moving first {number(self.first)}, "
            f"moving second {number(self.second)}"
        )


@dataclass(frozen=True, eq=False)
class Solitaire(_Result):
    """What a player alone comes to; ``alone.results`` has a class for each objective."""

    value: float
    """What the objective comes to from 0 points."""
    expected: NDArray[np.float64]
    """The same from each score, read-only; each objective says of what shape."""
    policy: Any
    """The best decisions, the least where several are best, or the policy that was given."""
    plan: str
    """The policy in words: what is done in the first turn."""

    objective: ClassVar[str]

    def __repr__(self) -> str:
        return str(self)

    def as_dict(self) -> dict[str, Any]:
        """The result as plain data, None for what is infinite; the policy in words."""
        facts: dict[str, Any] = {"objective": self.objective}
        if hasattr(self, "turns"):
            facts["turns"] = self.turns
        facts[self.objective] = self.value
        facts["expected"] = self.expected.tolist()
        return {name: _finite(fact) for name, fact in facts.items()} | {"plan": self.plan}


def _finite(fact: Any) -> Any:
    if isinstance(fact, list):
        return [_finite(each) for each in fact]
    return None if fact == float("inf") else fact
