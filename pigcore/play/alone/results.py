"""What a player alone comes to, for each of the questions that one can ask."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

from ...games.spelling import counted, number
from ..results import Solitaire

__all__ = ["Chance", "Points", "PointsPerTurn", "Turns", "runs"]


@dataclass(frozen=True, eq=False, repr=False)
class Turns(Solitaire):
    """The expected number of turns to the goal; ``expected`` is (goal,), from each score.

    Infinite where the goal may never be reached, or takes more turns than doubles can count.
    """

    objective: ClassVar[str] = "turns"

    @property
    def turns(self) -> float:
        """From 0 points."""
        return self.value

    def _says(self) -> str:
        if self.value == float("inf"):
            return "the goal may never be reached, or takes more than 1e308 turns"
        return f"{number(self.value)} turns expected"


@dataclass(frozen=True, eq=False, repr=False)
class Points(Solitaire):
    """The points expected after ``turns`` turns, where no goal limits them.

    ``expected`` is (turns + 1, scores) of best play: from each score with 0, 1, … turns left. Of a
    given policy it is (turns + 1,): after 0, 1, … turns from 0 points.
    """

    turns: int
    objective: ClassVar[str] = "points"

    @property
    def points(self) -> float:
        """From 0 points."""
        return self.value

    def _says(self) -> str:
        return f"{number(self.value)} points expected in {counted(self.turns, 'turn')}"


@dataclass(frozen=True, eq=False, repr=False)
class Chance(Solitaire):
    """The chance to reach the goal within ``turns`` turns.

    ``expected`` is (turns + 1, goal): the chance from each score with 0, 1, … turns left.
    """

    turns: int
    objective: ClassVar[str] = "chance"

    @property
    def chance(self) -> float:
        """From 0 points."""
        return self.value

    def _says(self) -> str:
        return f"the goal is reached within {counted(self.turns, 'turn')} with {number(self.value)}"


@dataclass(frozen=True, eq=False, repr=False)
class PointsPerTurn(Solitaire):
    """The long-run average of the points that a turn banks, where no goal limits them.

    ``expected`` is (1,): every turn is like every other.
    """

    objective: ClassVar[str] = "points_per_turn"

    @property
    def points_per_turn(self) -> float:
        """The average."""
        return self.value

    def _says(self) -> str:
        return f"{number(self.value)} points a turn expected"


def runs(does: list[Any], say: Callable[[Any], str], score: str) -> str:
    """What is done at each score, in words; neighbours that do the same are named together.

    Examples
    --------
    >>> runs([25, 25, 24, 24], "hold at {}".format, "own")
    'hold at 25 with own 0 to 1, hold at 24 from own 2 on'
    """
    parts, first = [], 0
    for last, it in enumerate(does):
        if last + 1 < len(does) and does[last + 1] == it:
            continue
        at = f" with {score} {first}" + (f" to {last}" if last > first else "")
        if last + 1 == len(does):
            at = f" from {score} {first} on" if first else ""
        parts.append(say(it) + at)
        first = last + 1
    return ", ".join(parts)
