"""What a solved game of Hog knows: every state's value and all its best choices."""

from __future__ import annotations

from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...games.hog import Hog
from ..solution import Solved
from .arrays import Tables

__all__ = ["TIED", "Call", "Solution"]

TIED = 1e-13
"""Choices closer than this to the best are reported as tied; the verifier proves it.

Rounding errors are below 1e-15, and the closest decision of any term that is no tie is 3e-12 wide.
"""


ARRAYS = ("starts", "exchanged")
"""The arrays of a file: values after an even and after an odd number of exchanges."""


class Call(NamedTuple):
    """A state, its best choice, the nearest worse one, and what lies between them."""

    state: tuple[int, ...]
    best: int
    other: int
    margin: float


class Solution(Solved):
    """A solved game of Hog.

    Attributes
    ----------
    game : Hog
    starts : float64 array (goal, goal), or (goal, goal, 2) with exchange
        ``starts[own, opp]`` or ``starts[own, opp, parity]``: the chance that the mover wins.
    tolerance : float
        What the iteration of a block that can be stayed in was asked to reach.
    iterations : int
        Of the block that needed most; 1 where every turn raises the total of the scores.
    converged : bool
        Whether the tolerance was reached.
    """

    def __init__(
        self,
        game: Hog,
        starts: NDArray[np.float64],
        *,
        tolerance: float,
        iterations: int,
        converged: bool,
    ) -> None:
        self.game = game
        self.starts = starts
        self.tolerance = tolerance
        self.iterations = iterations
        self.converged = converged

    @cached_property
    def _worths(self) -> NDArray[np.float64]:
        """P(win) of every choice, (choices, parities, goal, goal)."""
        return Tables.of(self.game).worths(inner(self.starts))

    @cached_property
    def _best(self) -> NDArray[np.float64]:
        best: NDArray[np.float64] = self._worths.max(axis=0)
        return best

    def _column(self, state: tuple[int, ...]) -> NDArray[np.float64]:
        own, opp, parity = self.game.check_state(*state)
        column: NDArray[np.float64] = self._worths[:, parity, own, opp]
        return column

    # --- one state ---------------------------------------------------------------------------

    def win(self, own: int, opp: int, parity: int = 0) -> float:
        """The chance that the mover wins.

        Parameters
        ----------
        own, opp : int
            Scores, 0 <= own, opp < goal.
        parity : int
            0 or 1, whether the number of exchanges so far is odd; only with exchange.

        Raises
        ------
        StateError
            If there is no such state.

        Examples
        --------
        >>> import pigcore
        >>> pigcore.solve(pigcore.Hog.fa13()).win(0, 0)
        0.500272882364...
        """
        own, opp, parity = self.game.check_state(own, opp, parity)
        return float(inner(self.starts)[parity, own, opp])

    def best(self, own: int, opp: int, parity: int = 0) -> tuple[int, ...]:
        """All best choices, rising: numbers of dice, or -1 for the exchange.

        Choices within 1e-13 of the best count as best; ``pigverify.check`` proves or refutes
        each such tie.

        Raises
        ------
        StateError
            If there is no such state.

        Examples
        --------
        >>> import pigcore
        >>> pigcore.solve(pigcore.Hog.fa13()).best(31, 80)
        (0,)
        """
        column = self._column((own, opp, parity))
        best = np.flatnonzero(column >= column.max() - TIED)
        return tuple(self.game.choices[n] for n in best)

    def payoffs(self, own: int, opp: int, parity: int = 0) -> dict[int, float]:
        """P(mover wins) of each choice, played well afterwards.

        Raises
        ------
        StateError
            If there is no such state.
        """
        return dict(zip(self.game.choices, self._column((own, opp, parity)).tolist()))

    def advise(self, *state: int) -> dict[str, Any]:
        """Best choices and what each choice is worth in one state, as plain data."""
        whole = self.game.check_state(*state)
        named = dict(zip(self.game.state_names, whole))
        return {
            "game": self.game.name,
            **named,
            "sides": self.game.sides(*whole),
            "best": list(self.best(*whole)),
            "win": self.win(*whole),
            "payoffs": {str(choice): p for choice, p in self.payoffs(*whole).items()},
        }

    # --- all states --------------------------------------------------------------------------

    @property
    def policy(self) -> NDArray[np.int16]:
        """An optimal strategy, the least of the best choices: int16, shaped as ``starts``."""
        least = (self._worths >= self._best - TIED).argmax(axis=0)
        return outer(np.array(self.game.choices, dtype=np.int16)[least])

    def ties(self) -> list[tuple[int, ...]]:
        """The states with more than one best choice.

        Examples
        --------
        >>> import pigcore
        >>> len(pigcore.solve(pigcore.Hog.fa13()).ties())
        329
        """
        tied = (self._worths >= self._best - TIED).sum(axis=0) > 1
        return [tuple(state) for state in np.argwhere(outer(tied)).tolist()]

    def closest(self, count: int = 10) -> list[Call]:
        """The closest decisions that are no ties, smallest margin first.

        Margins below 1e-9 are more than double precision can be trusted with in a long game;
        ``pigverify.check`` settles them.
        """
        apart = self._best - self._worths
        apart = np.where(apart > TIED, apart, np.inf)
        nearest = apart.min(axis=0)
        order = np.argsort(nearest, axis=None, kind="stable")[:count]
        calls = []
        for place in zip(*np.unravel_index(order, nearest.shape)):
            parity, own, opp = map(int, place)
            margin = float(nearest[parity, own, opp])
            if margin < np.inf:
                other = self.game.choices[int(apart[:, parity, own, opp].argmin())]
                state = (own, opp, parity)[: len(self.game.state_names)]
                calls.append(Call(state, self.best(own, opp, parity)[0], other, margin))
        return calls

    @property
    def residual(self) -> float:
        """The largest |V - max_c ...| over all states, measured now."""
        return float(np.abs(self._best - inner(self.starts)).max())

    # --- the whole ---------------------------------------------------------------------------

    def arrays(self) -> dict[str, NDArray[Any]]:
        """What a file of this solution holds: ``starts``, where dice are exchanged by parity."""
        return dict(zip(ARRAYS, inner(self.starts)))

    def info(self) -> dict[str, Any]:
        """How the iteration fared."""
        return {
            "tolerance": self.tolerance,
            "iterations": self.iterations,
            "converged": self.converged,
            "residual": self.residual,
        }

    def summary(self) -> dict[str, Any]:
        """The facts of the solution, as plain data."""
        closest = self.closest(1)
        return {
            "game": str(self.game),
            "states": self.starts.size,
            "first_player_wins": self.win(0, 0),
            "best": list(self.best(0, 0)),
            "states_with_tied_choices": len(self.ties()),
            "closest_call": self._spelled(closest[0]) if closest else None,
            "iterations": self.iterations,
            "residual": self.residual,
            "converged": self.converged,
        }

    def _spelled(self, call: Call) -> dict[str, Any]:
        state = dict(zip(self.game.state_names, call.state))
        return {**state, "best": call.best, "other": call.other, "margin": call.margin}

    def __repr__(self) -> str:
        state = "" if self.converged else "; stopped before its tolerance"
        dice = " or ".join(map(str, self.best(0, 0)))
        return (
            f"<Solution of {self.game.name} to {self.game.goal}: the first player wins with "
            f"{self.win(0, 0):.10f}, rolling {dice} at first{state}>"
        )


def inner(array: NDArray[Any]) -> NDArray[Any]:
    """From [own, opp] or [own, opp, parity] to [parity, own, opp], as the kernel has it."""
    return array[None] if array.ndim == 2 else np.ascontiguousarray(np.moveaxis(array, 2, 0))


def outer(array: NDArray[Any]) -> NDArray[Any]:
    """The inverse of :func:`inner`."""
    return array[0] if len(array) == 1 else np.ascontiguousarray(np.moveaxis(array, 0, 2))
