"""Policies that hold from some turn total on, which may depend on both scores.

Each says its *limit*: the smallest turn total that it holds at, for single scores and for arrays
of them alike. At turn total 0 one must throw, so that a limit below 1 does what 1 does.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...games.checks import between, whole
from ...games.errors import RuleError
from ...games.game import Game
from ...games.spelling import shown
from .named import Named

__all__ = [
    "FOR_GOAL",
    "MOST",
    "HoldAt",
    "HoldOrRace",
    "Holding",
    "ScoringTurns",
    "Whole",
    "hold_at",
    "hold_or_race",
    "raced",
    "scoring_turns",
]  # fmt: skip

Whole = Any
"""A whole number, or an array of them."""

FOR_GOAL = 1 << 40
"""The limit of who holds only at the goal: larger than every goal."""

MOST = 1_000_000
"""The largest constant of a policy."""


class Holding(Named):
    """A policy that rolls below its limit and holds from there on."""

    memories = 1
    """How many different things the policy may remember between its turns."""

    def limits(self, own: Whole, opp: Whole, memory: int = 0) -> Whole:
        """The smallest turn total held at; whole numbers, or arrays of the same shape."""
        raise NotImplementedError

    def after(self, memory: int, scored: bool) -> int:
        """What is remembered after a turn that ended with holding (``scored``) or did not."""
        return memory

    def __call__(self, own: int, opp: int, total: int = 0, memory: int = 0) -> str:
        """``"roll"`` or ``"hold"``; at total 0 one must roll."""
        return "hold" if total >= max(1, int(self.limits(own, opp, memory))) else "roll"


class HoldAt(Holding):
    """Hold at the same turn total everywhere, or only at the goal."""

    total: int | str

    def __init__(self, total: int | str) -> None:
        if isinstance(total, str) and total != "goal":
            raise RuleError(
                f"the total to hold at is {shown(total)}, but must be a number or 'goal'"
            )
        if total != "goal":
            total = between(total, "the total to hold at", 1, MOST)
        self._set(total=total)

    def limits(self, own: Whole, opp: Whole, memory: int = 0) -> Whole:
        """``total`` everywhere."""
        return own * 0 + (FOR_GOAL if self.total == "goal" else self.total)

    @property
    def spec(self) -> str:
        """As in ``hold:20`` and ``hold:goal``."""
        return f"hold:{self.total}"

    def __str__(self) -> str:
        return "roll until the goal is reached" if self.total == "goal" else f"hold at {self.total}"

    def __repr__(self) -> str:
        return f"hold_at({self.total!r})"


class HoldTable(Holding):
    """Hold at totals that stand in a table of both scores."""

    totals: NDArray[np.int64]

    def __init__(self, totals: Any) -> None:
        table = np.asarray(totals)
        if table.ndim != 2 or table.shape[0] != table.shape[1] or table.dtype.kind not in "iu":
            raise RuleError(
                f"the totals to hold at are {table.dtype} {table.shape}, but must be a whole "
                "number or whole numbers (goal, goal) at [own, opp]"
            )
        table = table.astype(np.int64)
        table.setflags(write=False)
        self._set(totals=table)

    def for_game(self, game: Game) -> HoldTable:
        """The policy itself, if its table is as large as the game."""
        goal = getattr(game, "goal", None)
        if goal != len(self.totals):
            raise RuleError(
                f"the totals to hold at are {self.totals.shape}, but {game.name} needs one for "
                f"each pair of scores, {(goal, goal)}"
            )
        return self

    def limits(self, own: Whole, opp: Whole, memory: int = 0) -> Whole:
        """What the table says."""
        return self.totals[own, opp]

    def _key(self) -> tuple[Any, ...]:
        return self.totals.shape, self.totals.tobytes()

    def __str__(self) -> str:
        return "hold at the total that a table gives for the two scores"

    def __repr__(self) -> str:
        return f"<hold at a total for each of {self.totals.size} pairs of scores>"


class HoldOrRace(Holding):
    """Hold at a turn total, but roll for the goal once somebody is near it."""

    total: int
    end: int

    def __init__(self, total: int, end: int) -> None:
        self._set(
            total=between(total, "the total to hold at", 1, MOST),
            end=between(end, "the score to race from", 0, MOST),
        )

    def limits(self, own: Whole, opp: Whole, memory: int = 0) -> Whole:
        """``total`` while both scores are below ``end``."""
        return raced(own * 0 + self.total, own, opp, self.end)

    @property
    def spec(self) -> str:
        """As in ``race:25:75``."""
        return f"race:{self.total}:{self.end}"

    def __str__(self) -> str:
        return f"hold at {self.total}; once somebody has {self.end}, roll for the goal"

    def __repr__(self) -> str:
        return f"hold_or_race({self.total}, {self.end})"


class ScoringTurns(Holding):
    """Reach the goal in so many scoring turns: see :func:`scoring_turns`."""

    turns: int
    goal: int | None

    def __init__(self, turns: int, goal: int | None = None) -> None:
        self._set(
            turns=between(turns, "the number of scoring turns", 1, 1000),
            goal=None if goal is None else whole(goal, "goal"),
        )

    @property
    def memories(self) -> int:  # type: ignore[override]
        """One for each number of turns that have scored: 0 … turns - 1."""
        return self.turns

    def for_game(self, game: Game) -> ScoringTurns:
        """The policy that aims at the goal of ``game``."""
        return ScoringTurns(self.turns, getattr(game, "goal", None))

    def limits(self, own: Whole, opp: Whole, memory: int = 0) -> Whole:
        """What is missing, divided by the scoring turns that are left."""
        if self.goal is None:
            raise RuleError(f"{self!r} is asked without a goal: write policy.for_game(game)")
        return (self.goal - own) // (self.turns - between(memory, "memory", 0, self.turns - 1))

    def after(self, memory: int, scored: bool) -> int:
        """How many turns have scored now; who has one scoring turn left, keeps it."""
        return min(memory + bool(scored), self.turns - 1)

    @property
    def spec(self) -> str:
        """As in ``scoring-turns:4``."""
        return f"scoring-turns:{self.turns}"

    def __str__(self) -> str:
        return (
            f"hold at the points still missing, divided by the scoring turns left of {self.turns}, "
            "rounded down"
        )

    def __repr__(self) -> str:
        return f"scoring_turns({self.turns})"


def raced(limits: Whole, own: Whole, opp: Whole, end: int) -> Whole:
    """The limits while both scores are below ``end``; then the goal is all that counts."""
    near = (own >= end) | (opp >= end)
    return limits + near * (FOR_GOAL - limits)


# --- makers -------------------------------------------------------------------------------------


def hold_at(total: int | str | NDArray[np.int64]) -> Holding:
    """The policy that holds as soon as the turn total is ``total`` or more, or wins.

    Parameters
    ----------
    total : int, "goal" or int array (goal, goal)
        ``"goal"``: hold only at the goal. An array has a total for each [own, opp], such as
        ``solution.thresholds()``.

    Raises
    ------
    RuleError
        If it is none of these.

    Notes
    -----
    Hold at 20 is the literature's benchmark for Pig: at 20 points the next throw loses as much as
    it gains on average (T. Neller and C. Presser, The UMAP Journal 25(1), 2004).

    Examples
    --------
    >>> hold_at(20)(41, 49, 19), hold_at(20)(41, 49, 20), str(hold_at(20))
    ('roll', 'hold', 'hold at 20')
    """
    if isinstance(total, (int, str)) or np.ndim(total) == 0:
        return HoldAt(total)  # type: ignore[arg-type]
    return HoldTable(total)


def hold_or_race(total: int, end: int) -> HoldOrRace:
    """Hold at ``total``; once somebody has ``end`` points banked, roll for the goal.

    Raises
    ------
    RuleError
        If a number is invalid or out of range.

    Examples
    --------
    >>> hold_or_race(25, 75)(10, 75, 40), hold_or_race(25, 75)(10, 74, 40)
    ('roll', 'hold')
    """
    return HoldOrRace(total, end)


def scoring_turns(turns: int) -> ScoringTurns:
    """The policy that tries to reach the goal in ``turns`` scoring turns.

    After s scoring turns it holds at ⌊(goal - own) / (turns - s)⌋, an equal share of the missing
    points for each scoring turn that is left; in the last of them it rolls for the goal. A turn
    scores if it ends with holding. The policy remembers s, which is 0 at the start.

    Raises
    ------
    RuleError
        If ``turns`` is not a whole number from 1 to 1000.

    Notes
    -----
    Source of the idea: T. Neller and C. Presser, "Optimal Play of the Dice Game Pig", The UMAP
    Journal 25(1), 2004, and their "Practical Play" of 2010.

    Examples
    --------
    >>> import pigcore
    >>> policy = scoring_turns(4).for_game(pigcore.Pig())
    >>> policy(0, 0, 25), policy(25, 0, 25, memory=1), policy(25, 0, 24, memory=1)
    ('hold', 'hold', 'roll')
    """
    return ScoringTurns(turns)
