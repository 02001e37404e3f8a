"""What a solved race knows: every state's value, decision and margin from its turn starts."""

from __future__ import annotations

import warnings
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...games.checks import whole
from ...games.errors import RuleError, StateError
from ...games.race import Race
from .. import DisputedWarning
from ..memory import require
from ..solution import Solved
from .arrays import Tables

__all__ = ["DISPUTED", "Call", "Solution"]

DISPUTED = 1e-9
"""Margins below this are the verifier's to judge."""


class Call(NamedTuple):
    """One decision and how close it is."""

    own: int
    opp: int
    total: int
    decision: str
    margin: float

    @property
    def disputed(self) -> bool:
        """Whether the margin is too small for double precision to be trusted."""
        return abs(self.margin) < DISPUTED


class Solution(Solved):
    """A solved race.

    Only the turn starts are stored; the value, decision or margin of any other state is one
    turn's recursion away: O(goal x gains), some ten microseconds.

    Attributes
    ----------
    game : Race
    starts : float64 array (goal, goal)
        ``starts[own, opp]``: the chance that the mover wins at the start of the turn.
    method : str
    tolerance : float
        What the method was asked to reach.
    history : list of float
        The largest residual |V - TV| that the method saw, per iteration.
    converged : bool
        Whether the method reached the tolerance.
    """

    def __init__(
        self,
        game: Race,
        starts: NDArray[np.float64],
        *,
        method: str,
        tolerance: float,
        history: list[float],
        converged: bool,
    ) -> None:
        self.game = game
        self.starts = starts
        self.method = method
        self.tolerance = tolerance
        self.history = history
        self.converged = converged

    @cached_property
    def _tables(self) -> Tables:
        return Tables.of(self.game)

    def _turn(self, own: int, opp: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        return self._tables.turn(self.starts, own, opp)

    # --- one state ---------------------------------------------------------------------------

    def win(self, own: int, opp: int, total: int = 0) -> float:
        """The chance that the mover wins.

        Parameters
        ----------
        own, opp : int
            Banked scores, 0 <= own, opp < goal.
        total : int
            Turn total, 0 <= total < goal - own.

        Raises
        ------
        StateError
            If there is no such state.

        Examples
        --------
        >>> import pigcore
        >>> pigcore.solve(pigcore.Pig()).win(0, 0)
        0.5305927252737...
        """
        own, opp, total = self.game.check_state(own, opp, total)
        if total == 0:
            return float(self.starts[own, opp])
        hold, thrown = self._turn(own, opp)
        return float(max(hold[total], thrown[total]))

    def decide(self, own: int, opp: int, total: int) -> str:
        """``"roll"`` or ``"hold"``, as double precision sees it; at total 0 one must roll.

        Warns
        -----
        DisputedWarning
            If the margin is below 1e-9: ``pigverify.check`` settles such a state.

        Raises
        ------
        StateError
            If there is no such state.
        """
        if self.game.check_state(own, opp, total)[2] == 0:
            return "roll"
        margin = self.margin(own, opp, total)
        if abs(margin) < DISPUTED:
            warnings.warn(
                f"at own {own}, opponent {opp}, total {total} rolling and holding differ by "
                f"{margin:.1e}, less than double precision can be trusted with: "
                f"ask pigverify.check(game, {own}, {opp}, {total})",
                DisputedWarning,
                stacklevel=2,
            )
        return "roll" if margin > 0 else "hold"

    def margin(self, own: int, opp: int, total: int) -> float:
        """P(win | roll) - P(win | hold), positive where rolling is better.

        Raises
        ------
        StateError
            If there is no such state or no choice in it (total 0).
        """
        own, opp, total = self.game.check_state(own, opp, total)
        if total == 0:
            raise StateError(
                "total is 0, where one must roll and there is no margin: ask for a total from 1 on"
            )
        hold, thrown = self._turn(own, opp)
        return float(thrown[total] - hold[total])

    def advise(self, own: int, opp: int, total: int = 0) -> dict[str, Any]:
        """Decision, chances and margin of one state, as plain data."""
        own, opp, total = self.game.check_state(own, opp, total)
        hold, thrown = self._turn(own, opp)
        margin = float(thrown[total] - hold[total]) if total else None
        return {
            "game": self.game.name,
            "own": own,
            "opp": opp,
            "total": total,
            "decision": "roll" if margin is None or margin > 0 else "hold",
            "win": float(max(hold[total], thrown[total]) if total else self.starts[own, opp]),
            "roll": float(thrown[total]),
            "hold": float(hold[total]) if total else None,
            "margin": margin,
            "disputed": margin is not None and abs(margin) < DISPUTED,
        }

    # --- all states --------------------------------------------------------------------------

    def _all_payoffs(self) -> Any:
        """Yield (own, hold, thrown), the payoffs at [total, opp], for each own."""
        tables = self._tables
        held = tables.held(self.starts)
        goal = tables.goal
        for own in range(goal):
            yield own, held[own:goal, :goal], tables.throws(held, own, goal)[own:]

    def values(self) -> NDArray[np.float64]:
        """P(mover wins) of every state, float64 (goal, goal, goal) at [own, opp, total].

        NaN where there is no state (own + total >= goal). Takes 8 goal**3 bytes.

        Raises
        ------
        SizeError
            If that does not fit in memory; ``win`` answers for single states.
        """
        values = self._cube(np.float64, np.nan)
        for own, hold, thrown in self._all_payoffs():
            total = hold.shape[0]
            values[own, :, :total] = np.maximum(hold, thrown).T
            values[own, :, 0] = self.starts[own]
        return values

    def decisions(self) -> NDArray[np.int8]:
        """1 roll, 0 hold, -1 no state: int8 (goal, goal, goal) at [own, opp, total].

        Raises
        ------
        SizeError
            If its goal**3 bytes do not fit in memory; ``decide`` answers for single states.
        """
        decisions = self._cube(np.int8, -1)
        for own, hold, thrown in self._all_payoffs():
            total = hold.shape[0]
            decisions[own, :, :total] = (thrown > hold).T
            decisions[own, :, 0] = 1
        return decisions

    def thresholds(self) -> NDArray[np.int64]:
        """The smallest turn total held at, int64 (goal, goal) at [own, opp].

        goal - own, the total that wins at once, where no smaller one is held at. Where the
        decisions are not monotone one may have to roll again at a larger total.

        Examples
        --------
        >>> import pigcore
        >>> pigcore.solve(pigcore.Pig()).thresholds()[[0, 41, 78], [0, 49, 99]]
        array([21, 22, 22])
        """
        goal = self.game.goal
        thresholds = np.empty((goal, goal), dtype=np.int64)
        for own, hold, thrown in self._all_payoffs():
            holds = np.ones((goal - own + 1, goal), dtype=bool)
            holds[:-1] = hold >= thrown
            thresholds[own] = holds[1:].argmax(axis=0) + 1
        return thresholds

    def disputed(self, count: int = 10) -> list[Call]:
        """The ``count`` closest calls of the whole game, smallest margin first.

        A call whose ``disputed`` is true (margin below 1e-9) is one that double precision
        cannot be trusted with; ``pigverify.check`` settles it. All decisions of the game are
        looked at: O(goal**3 x gains) time, O(goal**2) memory.

        Examples
        --------
        >>> import pigcore
        >>> pigcore.solve(pigcore.Pig()).disputed(1)
        [Call(own=1, opp=49, total=28, decision='roll', margin=2.734...e-08)]
        """
        count = whole(count, "count")
        if count < 0:
            raise RuleError(f"count is {count}, but must not be negative: ask for some calls")
        closest = np.empty((0, 4))  # rows: margin, own, opp, total
        waiting: list[NDArray[np.float64]] = []
        bound, room = np.inf, max(2 * count, 100_000)
        for own, hold, thrown in self._all_payoffs():
            margin = (thrown - hold)[1:]
            total, opp = np.nonzero(np.abs(margin) < bound)
            there = np.full(total.shape, own)
            waiting.append(np.stack([margin[total, opp], there, opp, total + 1], axis=1))
            if own == self.game.goal - 1 or sum(map(len, waiting)) > room:
                closest = _closest(np.concatenate([closest, *waiting]), count)
                waiting.clear()
                if 0 < count == len(closest):
                    bound = np.abs(closest[-1, 0])
        return [
            Call(int(own), int(opp), int(total), "roll" if m > 0 else "hold", float(m))
            for m, own, opp, total in closest
        ]

    def _cube(self, dtype: Any, fill: float) -> NDArray[Any]:
        goal = self.game.goal
        require(
            np.dtype(dtype).itemsize * goal**3,
            f"the full table of a race to {goal}",
            "ask for single states instead",
        )
        return np.full((goal, goal, goal), fill, dtype=dtype)

    # --- the whole ---------------------------------------------------------------------------

    @property
    def residual(self) -> float:
        """The largest |V - TV| over the turn starts, measured now; one pass over all states."""
        return self._tables.residual(self.starts)[0]

    def arrays(self) -> dict[str, NDArray[Any]]:
        """What a file of this solution holds."""
        return {"starts": self.starts}

    def info(self) -> dict[str, Any]:
        """How the method fared."""
        return {
            "method": self.method,
            "tolerance": self.tolerance,
            "history": self.history,
            "converged": self.converged,
            "residual": self.residual,
        }

    def summary(self) -> dict[str, Any]:
        """The facts of the solution, as plain data."""
        closest = self.disputed(1)
        return {
            "game": str(self.game),
            "method": self.method,
            "converged": self.converged,
            "tolerance": self.tolerance,
            "iterations": len(self.history),
            "residual": self.residual,
            "first_player_wins": self.win(0, 0),
            "closest_call": closest[0]._asdict() if closest else None,
        }

    def __repr__(self) -> str:
        state = "" if self.converged else ", stopped before its tolerance"
        return (
            f"<Solution of {self.game.name} to {self.game.goal}: the first player wins with "
            f"{self.win(0, 0):.10f}; {self.method}, {len(self.history)} iterations{state}>"
        )


def _closest(calls: NDArray[np.float64], count: int) -> NDArray[np.float64]:
    """The ``count`` rows of smallest |margin|, in order; then by own, opp, total."""
    margin, own, opp, total = calls.T
    return calls[np.lexsort((total, opp, own, np.abs(margin)))[:count]]
