"""Exact matches of rules that hold from a limit on, many of them against the same opponent."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ...games.errors import RuleError
from ...games.race import Race
from ...kernels import limits as kernel
from .anderson import Anderson
from .arrays import Floats, RaceArrays
from .decided import Rolling, TurnOf
from .turns import Turns

__all__ = ["LimitMatches", "Limits"]

Limits = NDArray[np.int64]
"""The smallest turn total held at, (goal, goal) at [own, opp]; below 1 is as 1, and the goal as
well as more means to hold only there."""

_TOLERANCE = 1e-14
_PASSES = 300


class LimitMatches:
    """Matches against one opponent whose turns are tabulated once, as are those of every limit.

    The tables take 8 goal**3 bytes, a match O(goal**2 x gains) time: a tenth of what the race
    kernel takes. The search for the column that wipes are paid by begins at ``guess``, turn starts.
    """

    def __init__(self, game: Race, opponent: TurnOf, guess: Floats | None = None) -> None:
        goal = game.goal
        self._goal, self._wipes = goal, bool(game.roll.wipe)
        # A kind of turn for each limit 1 ... goal: the axis of the opponent's score is free for it.
        totals = np.arange(goal)[None, :, None] - np.arange(goal)[:, None, None]
        below = (totals < np.arange(1, goal + 1)).astype(np.uint8)
        landing = RaceArrays.of(game).landing
        self._mine = _kernel(Turns.of(game, Rolling(below).turn), landing)
        self._his = _kernel(Turns.of(game, opponent), landing)
        self._his_kinds = np.tile(np.arange(goal, dtype=np.intc), (goal, 1))
        self._columns = np.full((2, goal), 0.5)
        if guess is not None and game.target == "at_least":
            self._columns[:] = guess[:, 0], 1.0 - guess[:, 0]

    def wins(self, limits: Limits) -> tuple[float, float]:
        """The chance that the rule wins, moving first and moving second."""
        a, b = self.tables(limits)
        return float(a[0, 0]), float(b[0, 0])

    def tables(self, limits: Limits) -> tuple[Floats, Floats]:
        """The chance that the rule wins from every turn start: its own, the other's."""
        goal = self._goal
        if limits.shape != (goal, goal) or limits.dtype.kind not in "iu":
            raise RuleError(
                f"the totals to hold at are {limits.dtype} {limits.shape}, but must be whole "
                f"numbers {(goal, goal)} at [own, opp]"
            )
        kinds = (np.clip(limits, 1, goal) - 1).astype(np.intc)
        a, b = np.empty((2, goal, goal))

        def sweep(columns: Floats) -> Floats:
            u, v = columns
            kernel.wins(self._mine, kinds, self._his, self._his_kinds, u, v, 0.5, a, b)
            return np.stack([a[:, 0], b[:, 0]])

        columns = self._columns
        found = sweep(columns)
        if self._wipes:
            mix = Anderson(columns.ravel(), 24, restarts=False)
            for _ in range(_PASSES):
                if np.abs(found - columns).max() <= _TOLERANCE:
                    break
                columns = mix(found.ravel()).reshape(columns.shape)
                found = sweep(columns)
        return a, b


def _kernel(turns: Turns, landing: NDArray[np.intp]) -> kernel.Turns:
    return kernel.Turns(turns.ends, turns.squares, landing)
