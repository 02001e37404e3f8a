"""Exact matches of rules that hold from a limit on, many of them against the same opponent."""

from __future__ import annotations

from threading import Lock

import numpy as np
from numpy.typing import NDArray

from ...games.errors import RuleError
from ...games.race import Race
from ...kernels import Floats
from .anderson import Anderson
from .decided import Rolling, TurnOf
from .ranks import ranks_of
from .turns import Turns

Limits = NDArray[np.int64]
"""The smallest turn total held at, (goal, goal) at [own, opp]; below 1 is as 1, and the goal as
well as more means to hold only there."""

_TOLERANCE = 1e-14
_PASSES = 300


class LimitMatches:
    """Matches against one opponent whose turns are tabulated once, as are those of every limit.

    The tables take 8 goal**3 bytes, a match O(goal**2 x gains) time: half of what a solve takes.
    The search for what wipes are paid begins at ``guess``, turn starts.
    """

    def __init__(self, game: Race, opponent: TurnOf, guess: Floats | None = None) -> None:
        goal, self._ranks, self._lock = game.goal, ranks_of(game), Lock()
        # A kind of turn for each limit 1 ... goal: the axis of the opponent's score is free for it.
        totals = np.arange(goal)[None, :, None] - np.arange(goal)[:, None, None]
        below = (totals < np.arange(1, goal + 1)).astype(np.uint8)
        mine, his = (Turns.of(game, plan) for plan in (Rolling(below).turn, opponent))
        self._kinds = np.zeros((goal, goal), dtype=np.intp)
        plans = (mine.ends, mine.squares, self._kinds), (his.ends, his.squares)
        self._sweep, self._own = self._ranks.linear(plans), self._ranks.kinds_of(game.seat)
        self._led_back = np.full(self._ranks.size, 0.5)
        if guess is not None and game.target == "at_least":
            for (kind,), worth in zip(self._own, (guess, 1.0 - guess)):
                self._ranks.plane(self._led_back, kind)[...] = worth

    def wins(self, limits: Limits) -> tuple[float, float]:
        """The chance that the rule wins, moving first and moving second."""
        a, b = self.tables(limits)
        return float(a[0, 0]), float(b[0, 0])

    def tables(self, limits: Limits) -> tuple[Floats, Floats]:
        """The chance that the rule wins from every turn start: its own, the other's."""
        goal, behind = len(self._kinds), self._ranks.behind
        if limits.shape != (goal, goal) or limits.dtype.kind not in "iu":
            raise RuleError(
                f"the totals to hold at are {limits.dtype} {limits.shape}, but must be whole "
                f"numbers {(goal, goal)} at [own, opp]"
            )
        back, worth = self._led_back.copy(), np.zeros(self._ranks.size)
        with self._lock:
            self._kinds[...] = np.clip(limits, 1, goal) - 1
            self._sweep.expect(worth, back, (1.0, 0.0), 0.5)
            mix = Anderson(back[behind], 24, restarts=False) if len(behind) else None
            for _ in range(_PASSES if mix else 0):
                if np.abs(worth[behind] - back[behind]).max() <= _TOLERANCE:
                    break
                assert mix is not None
                back[behind] = mix(worth[behind])
                self._sweep.expect(worth, back, (1.0, 0.0), 0.5)
        a, b = (self._ranks.nodes(worth, kinds) for kinds in self._own)
        return a, b
