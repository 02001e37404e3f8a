"""Two players with known decisions: chances, visits and lengths of their games."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any

import numpy as np

from ...kernels import chain as kernel
from ..elimination import Absorbing
from .arrays import Floats
from .turns import Turns

__all__ = ["Chain", "Nodes"]

Nodes = tuple[Floats, Floats]
"""A number for each turn start: per player to move, float64 (his memories, the other's memories,
goal, goal) at [mine, his, own, opp]."""


class Chain:
    """The Markov chain of a match; ``pigcore/kernels/chain.pyx`` has its equations.

    Parameters
    ----------
    first, second : Turns
        Of the same game.
    """

    def __init__(self, first: Turns, second: Turns) -> None:
        self.players: tuple[Turns, Turns] = (first, second)
        self.goal: int = first.game.units

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name != "_kernel"}

    @cached_property
    def _kernel(self) -> kernel.Chain:
        return kernel.Chain(*(turns.player() for turns in self.players))

    def nodes(self) -> Nodes:
        """Zeros."""
        mine, his = (turns.memories for turns in self.players)
        square = (self.goal, self.goal)
        return np.zeros((mine, his, *square)), np.zeros((his, mine, *square))

    def _columns(self) -> tuple[Floats, Nodes]:
        """Zeros for what wipes lead to: as one row, and as a view of it per player."""
        mine, his = (turns.memories for turns in self.players)
        row = np.zeros(2 * mine * his * self.goal)
        first, second = row.reshape(2, -1)
        return row, (first.reshape(mine, his, -1), second.reshape(his, mine, -1))

    def wins(self, player: int) -> Nodes:
        """The chance that ``player`` wins."""
        return self._expect(float(player == 0), float(player == 1), 0.0)

    def never(self) -> Nodes:
        """The chance that nobody ever wins; exactly 0 where that cannot happen."""
        closed = [turns.leave.min() == 0.0 for turns in self.players]
        may_stay = all(closed) or (self._wipes is not None and self._wipes.closed)
        return self._expect(0.0, 0.0, 1.0) if may_stay else self.nodes()

    def _expect(self, first: float, second: float, never: float) -> Nodes:
        values = self.nodes()
        row, columns = self._columns()
        self._kernel.expect(*values, *columns, first, second, never)
        if self._wipes is not None:
            row[:] = np.concatenate([value[..., 0].ravel() for value in values])
            row[:] = self._wipes.expected(row, never)
            self._kernel.expect(*values, *columns, first, second, never)
        return values

    def visits(self, mover: int, own: int, opp: int) -> Nodes:
        """How often each turn start is expected to occur in a game that begins with one of them.

        ``mover`` moves first, with ``own`` points against ``opp``; nobody remembers anything.
        """
        row, columns = self._columns()
        visits = self._begun(mover, own, opp)
        self._kernel.visit(*visits, *columns)
        if self._wipes is not None:
            row[:] = self._wipes.visits(row)
            visits = self._begun(mover, own, opp)
            for visit, column in zip(visits, columns):
                visit[..., 0] += column
            self._kernel.visit(*visits, *self._columns()[1])
        return visits

    def ends(self, mover: int, own: int, opp: int) -> Iterator[tuple[float, float]]:
        """Turn by turn: the chance that the game ends with it, and that it still goes on.

        What goes on for ever counts as neither. A last turn
        is one of them.
        """
        never = self.never()
        goes_on = [1.0 - never[0], 1.0 - never[1]]
        now = self._begun(mover, own, opp)[mover]
        last_turn, due = self.players[0].game.last_turn, 0.0
        while True:
            columns = self._columns()[1]
            then = self.nodes()[1 - mover]
            won = self._kernel.step(mover, now, then, columns[1 - mover])
            then[..., 0] += columns[1 - mover]
            now, mover = then, 1 - mover
            rest = float((now * goes_on[mover]).sum())
            yield (due, rest + won) if last_turn else (won, rest)
            due = won

    def _begun(self, mover: int, own: int, opp: int) -> Nodes:
        nodes = self.nodes()
        nodes[mover][0, 0, own, opp] = 1.0
        return nodes

    @cached_property
    def _wipes(self) -> Absorbing | None:
        """From each turn start that a wipe can lead to, the next one; None where nothing wipes."""
        if not any(turns.wiped.any() for turns in self.players):
            return None
        row, _ = self._columns()
        steps = np.zeros((len(row), len(row)))
        ends = np.zeros(len(row))
        for n in range(len(row)):
            begun, starts = self._columns()
            begun[n] = 1.0
            visits = self.nodes()
            for visit, start in zip(visits, starts):
                visit[..., 0] = start
            reached, columns = self._columns()
            ends[n] = sum(self._kernel.visit(*visits, *columns))
            steps[n] = reached
        return Absorbing(steps, ends)
