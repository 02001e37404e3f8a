"""Players with known decisions: chances, visits and lengths of their games."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from ...kernels import chain as kernel
from ..elimination import Absorbing
from .arrays import Floats
from .turns import Turns

__all__ = ["Chain", "Nodes"]

Nodes = tuple[Floats, ...]
"""A number for each turn start: per player to move, float64 (goal, others) at [own, opp]; see
``pigcore/kernels/chain.pyx``."""


class Chain:
    """The Markov chain of a match; ``pigcore/kernels/chain.pyx`` has its equations.

    Parameters
    ----------
    *players : Turns
        Of the same game, in the order in which they move.
    """

    def __init__(self, *players: Turns) -> None:
        if len(players) == 2:
            first, second = players
            players = first.against(second), second.against(first)
        self.players: tuple[Turns, ...] = players
        self.goal: int = players[0].game.units

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name != "_kernel"}

    @cached_property
    def _kernel(self) -> kernel.Chain:
        return kernel.Chain(*(turns.player() for turns in self.players))

    def nodes(self) -> Nodes:
        """Zeros."""
        shape = self.goal, self.goal ** (len(self.players) - 1)
        return tuple(np.zeros(shape) for _ in self.players)

    def _columns(self) -> tuple[Floats, Nodes]:
        """Zeros for what wipes lead to: as one row, and as a view of it per player."""
        count = len(self.players)
        row = np.zeros(count * self.goal ** (count - 1))
        return row, tuple(np.split(row, count))

    def place(self, mover: int, scores: Sequence[int]) -> tuple[int, int]:
        """Where a turn start stands; ``scores`` are in the order of the players."""
        own, *others = *scores[mover:], *scores[:mover]
        return own, sum(score * self.goal**n for n, score in enumerate(others[::-1]))

    def wins(self, player: int) -> Nodes:
        """The chance that ``player`` wins."""
        return self._expect(tuple(float(n == player) for n in range(len(self.players))), 0.0)

    def never(self) -> Nodes:
        """The chance that nobody ever wins; exactly 0 where that cannot happen."""
        closed = [turns.leave.min() == 0.0 for turns in self.players]
        may_stay = all(closed) or (self._wipes is not None and self._wipes.closed)
        return self._expect((0.0,) * len(closed), 1.0) if may_stay else self.nodes()

    def _expect(self, wins: tuple[float, ...], never: float) -> Nodes:
        values = self.nodes()
        row, columns = self._columns()
        self._kernel.expect(values, columns, wins, never)
        if self._wipes is not None:
            row[:] = np.concatenate([value[..., 0].ravel() for value in values])
            row[:] = self._wipes.expected(row, never)
            self._kernel.expect(values, columns, wins, never)
        return values

    def visits(self, mover: int, *scores: int) -> Nodes:
        """How often each turn start is expected to occur in a game that begins with one of them.

        ``mover`` moves first; the players have these scores.
        """
        row, columns = self._columns()
        visits = self._begun(mover, scores)
        self._kernel.visit(visits, columns)
        if self._wipes is not None:
            row[:] = self._wipes.visits(row)
            visits = self._begun(mover, scores)
            for visit, column in zip(visits, columns):
                visit[..., 0] += column
            self._kernel.visit(visits, self._columns()[1])
        return visits

    def visits_of_all(self) -> Nodes:
        """The same from no points, all players being as likely to move first who may do so."""
        nothing, movers = [0] * len(self.players), range(len(self.players))
        found = [self.visits(n, *nothing) for n in movers if self.players[n].game.seat == 1]
        return tuple(sum(parts[1:], parts[0]) / len(found) for parts in zip(*found))

    def ends(self, mover: int, *scores: int) -> Iterator[tuple[float, float]]:
        """Turn by turn: the chance that the game ends with it, and that it still goes on.

        What goes on for ever counts as neither. Last turns are among them, and what follows a tie
        is not.
        """
        never = self.never()
        goes_on = [1.0 - chance for chance in never]
        now = self._begun(mover, scores)[mover]
        due = [0.0] * len(self.players)
        """The chances of ends that last turns put off: by no turn, by one, …."""
        while True:
            following = (mover + 1) % len(self.players)
            then, column = self.nodes()[following], self._columns()[1][following]
            due[self.players[mover].game.followers] += self._kernel.step(mover, now, then, column)
            if len(self.players) == 2:
                then[..., 0] += column
            now, mover = then, following
            rest = float((now * goes_on[mover]).sum())
            over, *due = *due, 0.0
            yield over, rest + sum(due)

    def _begun(self, mover: int, scores: Sequence[int]) -> Nodes:
        nodes = self.nodes()
        nodes[mover][self.place(mover, scores)] = 1.0
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
            ends[n] = sum(self._kernel.visit(visits, columns))
            steps[n] = reached
        return Absorbing(steps, ends)
