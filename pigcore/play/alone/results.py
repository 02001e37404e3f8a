"""What a player alone may aim at, and what it comes to."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

from ...games.checks import between
from ...games.errors import RuleError
from ...games.spelling import counted, nearest, number, shown
from ..results import Solitaire

__all__ = ["Chance", "Points", "PointsPerTurn", "Turns", "checked", "runs"]

OBJECTIVES = {"turns": False, "points": True, "chance": True, "points_per_turn": False}
"""Whether the objective is for a number of turns."""

MOST_TURNS = 1000


def checked(objective: object, turns: object) -> int:
    """The number of turns asked for, 0 where the objective wants none."""
    if not isinstance(objective, str) or objective not in OBJECTIVES:
        raise RuleError(f"objective is {shown(objective)}: {nearest(objective, OBJECTIVES)}")
    if OBJECTIVES[objective]:
        if turns is None:
            raise RuleError(
                f"objective {objective!r} is for a number of turns: give turns, such as turns=5"
            )
        return between(turns, "turns", 1, MOST_TURNS)
    if turns is not None:
        wanting = " or ".join(repr(name) for name, wants in OBJECTIVES.items() if wants)
        raise RuleError(
            f"turns is {shown(turns)}, but objective {objective!r} is not for a number of turns: "
            f"leave it out, or ask for {wanting}"
        )
    return 0


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
    """What is done at each score, in words; neighbours that do the same are named together."""
    parts, first = [], 0
    for last, one in enumerate(does):
        if last + 1 < len(does) and does[last + 1] == one:
            continue
        at = f" with {score} {first}" + (f" to {last}" if last > first else "")
        if last + 1 == len(does):
            at = f" from {score} {first} on" if first else ""
        parts.append(say(one) + at)
        first = last + 1
    return ", ".join(parts)
