"""What a solved game of Hog knows: every state's value and all its best choices."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...games.game import Frozen
from ...games.hog import Hog
from ...games.margins import TIED
from ...games.spelling import listed, number
from ...kernels import Floats
from ..solution import Call, Solution, calls_of, immutable
from .arrays import HogArrays, by_memory, by_score

_SMALL = 100
"""The largest goal of which a line and a picture look at the choices of all states."""


class HogSolution(Solution[Hog, int]):
    """A solved game of Hog; actions are numbers of dice, and -1 the exchange.

    Attributes
    ----------
    game : Hog
    starts : float64 array (goal, goal, …), read-only
        ``starts[own, opp]``, with exchange ``starts[own, opp, parity]``: the chance that the mover
        wins. ``game.memory`` has what follows the scores.
    tolerance : float
        1e-12, the target for the residual.
    iterations : int
        Those of the block that needed most; 1 if every turn raises the total of the scores.
    """

    starts: NDArray[np.float64]
    tolerance: float
    iterations: int

    def __init__(
        self,
        game: Hog,
        starts: NDArray[np.float64],
        *,
        iterations: int,
        arrays: HogArrays,
    ) -> None:
        self._set(
            game=game,
            starts=immutable(starts),
            tolerance=1e-12,
            iterations=iterations,
        )
        self.__dict__["_arrays"] = arrays  # before its cached property, which makes them anew

    @cached_property
    def _arrays(self) -> HogArrays:
        # What the game was when it was solved; only a copy in another process asks its rules again.
        return HogArrays.of(self.game)

    @cached_property
    def worths(self) -> Floats:
        """P(win) by every choice with best play afterwards, at [choice, memory, own, opp], the
        choices in the order of ``game.choices``; read-only.
        """
        starts = by_memory(self.starts)
        return immutable(self._arrays.worths(starts, 1.0 - starts))

    @cached_property
    def _most(self) -> NDArray[np.float64]:
        most: NDArray[np.float64] = self.worths.max(axis=0)
        return most

    # --- one state ---------------------------------------------------------------------------

    @property
    def value(self) -> float:
        """The chance that the player who moves first wins."""
        return self.win(0, 0)

    def win(self, own: int, opp: int, *memory: int) -> float:
        """The chance that the mover wins.

        Parameters
        ----------
        own, opp : int
            Scores, 0 <= own, opp < goal.
        *memory : int
            What the game remembers (``game.memory``), 0 where it is left out. With exchange that is
            whether the number of exchanges so far is odd.

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
        return float(self.starts[self.game.check_state(own, opp, *memory)])

    def _worth(self, state: tuple[int, ...]) -> float:
        return self.win(*state)

    def _payoffs(self, state: tuple[int, ...]) -> dict[int, float]:
        worths = self.worths[:, *self.game.place_of(state)]
        return dict(zip(self.game.choices, worths.tolist()))

    def _advice(self, state: tuple[int, ...]) -> dict[str, Any]:
        return {"sides": self.game.sides(*state)}

    # --- all states --------------------------------------------------------------------------

    @cached_property
    def policy(self) -> HogPolicy:
        """An optimal policy: a callable of the state that returns the smallest best choice."""
        return HogPolicy.best(self.game, self.worths)

    def least_best(self) -> NDArray[np.int16]:
        """The smallest of the best choices in every state: int16, shaped as ``starts``."""
        return self.policy.answers

    def ties(self) -> list[tuple[int, ...]]:
        """The states with more than one best choice.

        Examples
        --------
        >>> import pigcore
        >>> len(pigcore.solve(pigcore.Hog.fa13()).ties())
        329
        """
        tied = (self.worths >= self._most - TIED).sum(axis=0) > 1
        return [tuple(state) for state in np.argwhere(by_score(tied, self.game)).tolist()]

    def _closest(self, count: int | None, below: float, above: float) -> list[Call]:
        # The least best choice against the nearest of the others: of those within `above` of the
        # best none, so that a tie is passed over to the nearest worse choice.
        apart, game = self._most - self.worths, self.game
        first = (apart <= TIED).argmax(axis=0)
        apart[apart <= above] = np.inf
        return calls_of(apart, first, game.choices, count, below, game.state_at)

    def _columns(self) -> dict[str, Any]:
        states = np.indices(self.starts.shape)
        columns = dict(zip(self.game.state_names, (part.ravel() for part in states)))
        worths = {
            f"payoff_{choice}": by_score(worth, self.game).ravel()
            for choice, worth in zip(self.game.choices, self.worths)
        }
        best = self.least_best().ravel()
        return {**columns, "value": self.starts.ravel(), "best": best, **worths}

    @cached_property
    def residual(self) -> float:
        """The largest ``|V - max_c …|`` over all states: how far they are from their equations."""
        return float(np.abs(self._most - by_memory(self.starts)).max())

    # --- the whole ---------------------------------------------------------------------------

    def arrays(self) -> dict[str, NDArray[Any]]:
        """What a file of this solution holds: ``starts``, where dice are exchanged by parity."""
        names = [array.name for array in self.game.arrays]
        return dict(zip(names, by_memory(self.starts) if len(names) > 1 else [self.starts]))

    def info(self) -> dict[str, Any]:
        """How the iteration performed."""
        return {"iterations": self.iterations, **super().info()}

    def _facts(self) -> dict[str, Any]:
        return {
            "best": list(self.best(0, 0)),
            "states": self.starts.size,
            "states_with_tied_choices": len(self.ties()),
            **self.info(),
        }

    def _line(self) -> str:
        # What looks at all states of a large game is left out of a line.
        said = f"the first player wins with {number(self.value)}"
        if self.game.goal <= _SMALL:
            said += f", rolling {listed(self.best(0, 0), 'or')} at first"
        return said


class HogPolicy(Frozen):
    """What is chosen in every state.

    Attributes
    ----------
    game : Hog
    table : int16 array (memories, goal, goal) or None, read-only
        The choice at [memory, own, opp]; None if the policy ever mixes.
    """

    game: Hog
    table: NDArray[np.int16] | None

    def __init__(
        self, game: Hog, table: NDArray[np.int16] | None, chances: Floats | None = None
    ) -> None:
        self._set(game=game, table=None if table is None else immutable(table))
        if chances is not None:
            self._set(chances=chances)

    @classmethod
    def best(cls, game: Hog, worths: Floats) -> HogPolicy:
        """The smallest of the best choices, by what each is worth at [choice, memory, own, opp]."""
        least = (worths >= worths.max(axis=0) - TIED).argmax(axis=0)
        return cls(game, np.array(game.choices, dtype=np.int16)[least])

    @classmethod
    def mixed(cls, game: Hog, chances: Floats) -> HogPolicy:
        """From the chance of each choice, at [choice, memory, own, opp]."""
        sure = np.isin(chances, (0.0, 1.0)).all()
        table = np.array(game.choices, dtype=np.int16)[chances.argmax(axis=0)] if sure else None
        return cls(game, table, chances)

    @cached_property
    def chances(self) -> Floats:
        """The chance of each choice, at [choice, memory, own, opp]."""
        choices = np.reshape(self.game.choices, (-1, 1, 1, 1))
        return np.asarray(self.table == choices, dtype=np.float64)

    @property
    def answers(self) -> NDArray[np.int16]:
        """The choices of one that never mixes: int16 (goal, goal, …), as ``starts`` is shaped."""
        assert self.table is not None, "who mixes answers with chances"
        return by_score(self.table, self.game)

    def __call__(self, *state: int) -> int | dict[int, float]:
        """The number of dice to roll, -1 for the exchange; or the chances of several."""
        place = self.game.place_of(self.game.check_state(*state))
        if self.table is not None:
            return int(self.table[place])
        return dict(zip(self.game.choices, self.chances[:, *place].tolist()))

    def __repr__(self) -> str:
        size = self.game.memories * self.game.goal**2
        return f"<policy for {self.game.name}: a choice in each of {size} states>"

    def __getstate__(self) -> dict[str, Any]:
        return {k: v for k, v in vars(self).items() if k != "chances" or self.table is None}
