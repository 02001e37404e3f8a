"""Simultaneous turns with random dice: all games of a block at once, throw by throw."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.random import SFC64
from numpy.typing import NDArray

from ...games.race import Race
from ..boards.simultaneous import (
    LOST,
    SimultaneousBoard,
    SimultaneousRules,
    SimultaneousSeat,
    rules_of,
    seat_of,
)
from ..policies.answers import Policy
from .results import DuelSimulation

__all__ = ["SimultaneousTables", "tables"]


@dataclass(frozen=True, eq=False)
class SimultaneousTables:
    """A race of simultaneous turns and who plays it; to be sent anywhere."""

    rules: SimultaneousRules
    seats: tuple[SimultaneousSeat, SimultaneousSeat]

    shape: ClassVar[tuple[int, ...]] = (2,)
    result: ClassVar[Callable[..., DuelSimulation]] = DuelSimulation.of

    def play(self) -> Callable[..., None]:
        """What plays some games and adds wins and draws of the first player to the counts."""
        return self._games

    def board(self) -> SimultaneousBoard:
        """A board with the policies in their seats; its games are others than those counted."""
        return SimultaneousBoard(self.rules, self.seats)

    def _games(
        self, bits: SFC64, start: tuple[int, ...], games: int, longest: int,
        counts: NDArray[np.int64], polled: Callable[[], object] | None = None,
    ) -> None:  # fmt: skip
        goal = self.rules.game.goal
        scores = np.tile(np.array(start, dtype=np.int64), (games, 1))
        for _ in range((longest + 1) // 2):
            if polled is not None:
                polled()
            gains = [self._turns(bits, scores, player) for player in (0, 1)]
            scores += np.stack(gains, axis=1)
            over = scores.max(axis=1) >= goal
            mine, theirs = scores[over].T
            counts += [np.count_nonzero(mine > theirs), np.count_nonzero(mine == theirs)]
            scores = scores[~over]
            if not len(scores):
                break

    def _turns(self, bits: SFC64, scores: NDArray[np.int64], player: int) -> NDArray[np.int64]:
        """What one player's turn scores in each game."""
        holds, furthest = self.seats[player].holds, self.rules.game.furthest
        own, opp = scores[:, player], scores[:, 1 - player]
        totals = np.zeros(len(scores), dtype=np.int64)
        playing = np.arange(len(scores))
        while playing.size:
            thrown = self.rules.throw.draws(bits.random_raw(playing.size))
            totals[playing] = np.where(thrown == LOST, 0, totals[playing] + thrown)
            playing = playing[thrown != LOST]
            playing = playing[(own + totals)[playing] < furthest]
            chance = holds[own[playing], opp[playing], totals[playing]]
            drawn = (bits.random_raw(playing.size) >> np.uint64(11)) * 2.0**-53
            playing = playing[drawn >= chance]
        return totals


def tables(game: Race, first: Policy, second: Policy) -> SimultaneousTables:
    """A race of simultaneous turns between ``first`` and ``second``."""
    return SimultaneousTables(rules_of(game), (seat_of(game, first), seat_of(game, second)))
