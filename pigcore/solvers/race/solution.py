"""What a solved race knows: every state's value, decision and margin from its turn starts."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ...games.errors import StateError
from ...games.game import Frozen
from ...games.margins import ALIKE, TIED
from ...games.race import Race
from ...games.spelling import counted, number
from ...memory import require
from ..solution import Call, Solution, immutable, nearest_first
from ..warnings import DisputedWarning
from .arrays import RaceArrays
from .bound import close_bound_of
from .picture import picture

__all__ = ["RacePolicy", "RaceSolution", "better_to_roll"]


class RaceSolution(Solution[Race, str]):
    """A solved race.

    Only the turn starts are stored. The value, decision or margin of any other state follows from
    them by the recursion over one turn: O(goal x gains), some ten microseconds.

    Attributes
    ----------
    game : Race
    starts : float64 array (goal, goal), read-only
        ``starts[own, opp]``: the chance that the mover wins at the start of the turn.
    method : str
    tolerance : float
        How large the errors may be.
    history : tuple of float
        The largest change in each iteration. The last one of Newton's method is not an error: a
        step that changes no decision is exact.
    """

    starts: NDArray[np.float64]
    method: str
    tolerance: float
    history: tuple[float, ...]
    _bound: float | None

    def __init__(
        self,
        game: Race,
        starts: NDArray[np.float64],
        *,
        method: str,
        tolerance: float,
        history: Iterable[float],
        error_bound: float | None = None,
    ) -> None:
        self._set(
            game=game,
            starts=immutable(starts),
            method=method,
            tolerance=tolerance,
            history=tuple(history),
            _bound=error_bound,
        )

    @cached_property
    def error_bound(self) -> float:  # type: ignore[override]
        """At least the largest error of ``starts``, all rounding included; 1 means no bound.

        If the solve did not need it, it is computed on first use, for example by a decision; see
        :mod:`pigcore.solvers.race.bound`.
        """
        if self._bound is not None:
            return self._bound
        return close_bound_of(self.game, self._arrays, self.starts)

    @cached_property
    def _arrays(self) -> RaceArrays:
        return RaceArrays.of(self.game)

    def _turn(self, own: int, opp: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        return self._arrays.turn(self.starts, own, opp)

    # --- one state ---------------------------------------------------------------------------

    @property
    def value(self) -> float:
        """The chance that the player who moves first wins."""
        return float(self.starts[0, 0])

    def _payoffs(self, state: tuple[int, ...]) -> dict[str, float]:
        # At total 0 one must roll; where the total reaches the goal the game is won.
        own, opp, total = state
        if self.game.reached(own, total):
            return {"hold": 1.0}
        hold, roll = self._turn(own, opp)
        if total == 0:
            return {"roll": float(roll[0])}
        return {"roll": float(roll[total]), "hold": float(hold[total])}

    def _worth(self, state: tuple[int, ...]) -> float:
        return self.win(*state)

    if TYPE_CHECKING:
        # The class is known by the rules alone: where dice are set aside, or three or more play,
        # another one has these as well.
        cells: tuple[Any, ...]
        cell_counts: dict[str, int]
        worst_miss: tuple[float, tuple[int, int]]

        def turn(self, *scores: int) -> tuple[NDArray[np.float64], ...]: ...
        def turn_payoffs(
            self, own: int, opp: int, score: int = ...
        ) -> tuple[NDArray[np.float64], NDArray[np.float64]]: ...
        def best(self, *state: int | Sequence[int]) -> tuple[str, ...]: ...
        def payoffs(self, *state: int | Sequence[int]) -> dict[str, float]: ...
        def advise(self, *state: int | Sequence[int]) -> dict[str, Any]: ...

    def win(self, own: int, opp: int, total: int = 0, *more: int | Sequence[int]) -> float:
        """The chance that the mover wins.

        Parameters
        ----------
        own, opp : int
            Banked scores, 0 <= own, opp < goal.
        total : int
            Turn total, 0 or more. A total that reaches the goal (in an exact race: exactly) has
            won.

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
        own, opp, total = self.game.check_state(own, opp, total, *more)
        if total == 0:
            return float(self.starts[own, opp])
        return max(self.payoffs(own, opp, total).values())

    def decide(self, own: int, opp: int, total: int = 0) -> str:
        """``"roll"`` or ``"hold"``, in double precision.

        At total 0 the answer is roll; where the total reaches the goal it is hold, which wins.
        Exact ties are held, as they are by all that plays by a solution.

        Warns
        -----
        DisputedWarning
            If the margin is below 1e-9 or twice the error bound: ``pigverify.check`` settles such
            a state.

        Raises
        ------
        StateError
            If there is no such state.
        """
        payoffs = self.payoffs(own, opp, total)
        if len(payoffs) == 1:
            return next(iter(payoffs))
        margin = payoffs["roll"] - payoffs["hold"]
        if abs(margin) < self._disputed_below:
            warnings.warn(
                f"at own {own}, opponent {opp}, total {total} rolling and holding differ by "
                f"{margin:.1e}, too little for double precision to decide: "
                f"ask pigverify.check(game, {own}, {opp}, {total})",
                DisputedWarning,
                stacklevel=2,
            )
        return "roll" if better_to_roll(payoffs["hold"], payoffs["roll"]) else "hold"

    def margin(self, own: int, opp: int, total: int) -> float:
        """P(win | roll) - P(win | hold), positive where rolling is better.

        Raises
        ------
        StateError
            If there is no such state or no choice in it (total 0, or the goal is reached).
        """
        payoffs = self.payoffs(own, opp, total)
        if len(payoffs) == 1:
            only = next(iter(payoffs))
            why = "no points are at stake yet" if only == "roll" else "the game is won"
            raise StateError(
                f"total is {total}, where {why} and one can only {only}, so there is no margin: "
                "ask for another total"
            )
        return payoffs["roll"] - payoffs["hold"]

    # --- all states --------------------------------------------------------------------------

    def all_payoffs(self) -> Iterator[tuple[int, NDArray[np.float64], NDArray[np.float64]]]:
        """Yield (own, hold, roll) for each own, the payoffs float64 (goal - own, goal).

        At [total, opp]; the row of total 0 has what holding would be worth there.
        """
        goal = self.game.goal
        for own, hold, roll in self._rows():
            yield own, hold[:, :goal], roll[:, :goal]

    def _rows(self) -> Iterator[tuple[int, NDArray[np.float64], NDArray[np.float64]]]:
        # The same in whole registers: entries beyond the goal mean nothing, but an array without
        # gaps is one run to numpy, where rows with gaps are a run each.
        arrays = self._arrays
        held = arrays.held(self.starts)
        goal = arrays.goal
        for own in range(goal):
            yield own, held[own:goal], arrays.rolled(held, own, arrays.stride)[own:]

    def values(self) -> NDArray[np.float64]:
        """P(mover wins) of every state, float64 (goal, goal, goal) at [own, opp, total].

        NaN where there is no state (own + total >= goal). Takes 8 goal**3 bytes.

        Raises
        ------
        SizeError
            If that does not fit in memory; ``win`` answers for single states.
        """
        values = self._cube(np.float64, np.nan)
        for own, hold, roll in self.all_payoffs():
            total = hold.shape[0]
            values[own, :, :total] = np.maximum(hold, roll).T
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
        better = decisions.view(np.bool_)  # numpy transposes bytes of one type faster
        goal = self.game.goal
        for own, hold, roll in self._rows():
            better[own, :, : goal - own] = better_to_roll(hold, roll)[:, :goal].T
        decisions[:, :, 0] = 1
        return decisions

    def thresholds(self) -> NDArray[np.int64]:
        """The smallest turn total held at, int64 (goal, goal) at [own, opp].

        It is goal - own, the total that wins at once, if no smaller total is held at. Where the
        decisions are not monotone, it may be best to roll again at a larger total.

        Examples
        --------
        >>> import pigcore
        >>> pigcore.solve(pigcore.Pig()).thresholds()[[0, 41, 78], [0, 49, 99]]
        array([21, 22, 22])
        """
        goal = self.game.goal
        thresholds = np.empty((goal, goal), dtype=np.int64)
        for own, hold, roll in self.all_payoffs():
            holds = np.ones((goal - own + 1, goal), dtype=bool)
            holds[:-1] = ~better_to_roll(hold, roll)
            thresholds[own] = holds[1:].argmax(axis=0) + 1
        return thresholds

    def _closest(self, count: int | None, below: float, above: float) -> list[Call]:
        # All decisions are looked at: O(goal**3 x gains) time, O(goal**2) memory.
        nearest = np.empty((0, 4))  # rows: margin, own, opp, total
        waiting: list[NDArray[np.float64]] = []
        bound = below
        room = np.inf if count is None else max(2 * count, 100_000)
        for own, hold, roll in self.all_payoffs():
            margin = (roll - hold)[1:]
            size = np.abs(margin)
            total, opp = np.nonzero((size < bound) & (size > above))
            here = np.full(total.shape, own)
            waiting.append(np.stack([margin[total, opp], here, opp, total + 1], axis=1))
            if own == self.game.goal - 1 or sum(map(len, waiting)) > room:
                nearest = nearest_first(np.concatenate([nearest, *waiting]), count)
                waiting.clear()
                if count is not None and 0 < count == len(nearest):
                    bound = np.abs(nearest[-1, 0])
        return [
            Call(
                (int(own), int(opp), int(total)),
                *(("roll", "hold") if margin > 0 else ("hold", "roll")),
                abs(float(margin)),
            )
            for margin, own, opp, total in nearest
        ]

    @property
    def policy(self) -> RacePolicy:
        """The optimal policy: a callable of (own, opp, total) that answers "roll" or "hold"."""
        return RacePolicy(self)

    def _columns(self) -> dict[str, Any]:
        goal = self.game.goal
        require(64 * goal**3, f"a data frame of a race to {goal}", "ask for single states instead")
        columns: dict[str, list[Any]] = {
            name: []
            for name in ("own", "opp", "total", "value", "payoff_roll", "payoff_hold", "best")
        }
        for own, hold, roll in self.all_payoffs():
            shape = hold.shape
            hold = hold.copy()
            hold[0] = np.nan
            total, opp = np.mgrid[: shape[0], : shape[1]]
            value = np.fmax(hold, roll)
            value[0] = self.starts[own]
            best = np.where(better_to_roll(hold, roll), "roll", "hold")
            best[0] = "roll"
            rows: dict[str, NDArray[Any]] = {
                "own": np.full(shape, own),
                "opp": opp,
                "total": total,
                "value": value,
                "payoff_roll": roll,
                "payoff_hold": hold,
                "best": best,
            }
            for name, entries in rows.items():
                columns[name].append(entries.T.ravel())
        return {name: np.concatenate(entries) for name, entries in columns.items()}

    def _cube(self, dtype: Any, fill: float) -> NDArray[Any]:
        goal = self.game.goal
        require(
            np.dtype(dtype).itemsize * goal**3,
            f"the full table of a race to {goal}",
            "ask for single states instead",
        )
        return np.full((goal, goal, goal), fill, dtype=dtype)

    # --- the whole ---------------------------------------------------------------------------

    @cached_property
    def residual(self) -> float:
        """The largest ``|V - TV|`` over the turn starts: how far they are from their equations."""
        return self._arrays.residual(self.starts)[0]

    def arrays(self) -> dict[str, NDArray[Any]]:
        """What a file of this solution holds."""
        return {"starts": self.starts}

    def info(self) -> dict[str, Any]:
        """How the method performed."""
        return {
            "method": self.method,
            "tolerance": self.tolerance,
            "history": list(self.history),
            "converged": self.converged,
            "residual": self.residual,
            "error_bound": self.error_bound,
        }

    def _facts(self) -> dict[str, Any]:
        return {
            "method": self.method,
            "converged": self.converged,
            "tolerance": self.tolerance,
            "iterations": len(self.history),
            "residual": self.residual,
            "error_bound": self.error_bound,
        }

    def _picture(self) -> str:
        return picture(self._arrays, self.starts)

    def _line(self) -> str:
        # The bound of a large game takes long: a line says what is known of it.
        known = self._bound is not None or "error_bound" in self.__dict__
        state = ", stopped before its tolerance" if known and not self.converged else ""
        return (
            f"the first player wins with {number(self.value)}; {self.method}, "
            f"{counted(len(self.history), 'iteration')}{state}"
        )


def better_to_roll(hold: Any, roll: Any) -> Any:
    """Where to roll, by the payoffs: where it is better, and no tie but for roundings."""
    return roll > hold + np.minimum(TIED, ALIKE * hold)


class RacePolicy(Frozen):
    """The decisions of a solved race, one turn's recursion away each."""

    solution: RaceSolution

    def __init__(self, solution: RaceSolution) -> None:
        self._set(solution=solution)

    def __call__(self, own: int, opp: int, total: int = 0) -> str:
        """``"roll"`` or ``"hold"``, as ``decide`` says it, without its warning."""
        payoffs = self.solution.payoffs(own, opp, total)
        hold, roll = payoffs.get("hold", -1.0), payoffs.get("roll", -1.0)
        return "roll" if better_to_roll(hold, roll) else "hold"

    def __repr__(self) -> str:
        return f"<optimal policy of {self.solution.game.name}>"
