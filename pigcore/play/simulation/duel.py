"""Duels with random dice: both turns of many games at once, throw by throw."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.random import SFC64
from numpy.typing import NDArray

from ...games.duel import Duel
from ..boards import Urn
from ..boards.urns import urn_of
from ..policies.answers import Policy
from ..policies.duel import check, strategy_of
from .results import DuelSimulation

__all__ = ["DuelTables", "tables"]

LOST = 0


@dataclass(frozen=True, eq=False)
class DuelTables:
    """A duel between two players; plain arrays, to be sent anywhere."""

    throw: Urn
    """What a throw gains; 0 loses the turn."""
    holds: tuple[Urn, Urn]
    """The totals that the players hold at."""

    shape: ClassVar[tuple[int, ...]] = (2,)
    result: ClassVar[Callable[..., DuelSimulation]] = DuelSimulation.of

    def play(self) -> Callable[..., None]:
        """What plays some games and adds wins and draws of the first player to the counts."""
        return self._games

    def _games(
        self, bits: SFC64, start: tuple[int, ...], games: int, longest: int,
        counts: NDArray[np.int64], polled: Callable[[], object] | None,
    ) -> None:  # fmt: skip
        if polled is not None:
            polled()
        mine, yours = (self._turns(bits, games, player) for player in (0, 1))
        counts += [np.count_nonzero(mine > yours), np.count_nonzero(mine == yours)]

    def _turns(self, bits: SFC64, games: int, player: int) -> NDArray[np.int64]:
        """What one player's turn scores in each game."""
        limits = self.holds[player].draws(bits.random_raw(games))
        totals = np.zeros(games, dtype=np.int64)
        playing = np.arange(games)
        while playing.size:
            thrown = self.throw.draws(bits.random_raw(playing.size))
            totals[playing] = np.where(thrown == LOST, 0, totals[playing] + thrown)
            playing = playing[(thrown != LOST) & (totals[playing] < limits[playing])]
        return totals


def tables(game: Duel, first: Policy, second: Policy) -> DuelTables:
    """A duel between ``first`` and ``second``.

    Raises
    ------
    StateError
        If a hold is none of the game.
    RuleError
        If a policy is no hold and no mixture.
    """
    roll = game.roll
    throw = {LOST: roll.bust + roll.wipe, **dict(roll.gains)}
    return DuelTables(urn_of(throw), (_holds(game, first), _holds(game, second)))


def _holds(game: Duel, policy: Policy) -> Urn:
    check(game, policy)
    strategy = strategy_of(game, policy)
    return urn_of(strategy if isinstance(strategy, Mapping) else {int(strategy): 1})
