"""Duels with random dice: both turns of many games at once, throw by throw."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any, ClassVar

import numpy as np
from numpy.random import SFC64
from numpy.typing import NDArray

from ...games.duel import Duel
from ..boards import Urn, urn
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
        self, bits: SFC64, own: int, opp: int, games: int, longest: int,
        counts: NDArray[np.int64], heard: Callable[[], object] | None,
    ) -> None:  # fmt: skip
        if heard is not None:
            heard()
        mine, yours = (self._scores(bits, games, holds) for holds in self.holds)
        counts += [np.count_nonzero(mine > yours), np.count_nonzero(mine == yours)]

    def _scores(self, bits: SFC64, games: int, holds: Urn) -> NDArray[np.int64]:
        """What one player's turn scores in each game."""
        limits = holds.draws(bits.random_raw(games))
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
    return DuelTables(_urn(throw), (_holds(game, first), _holds(game, second)))


def _holds(game: Duel, policy: Policy) -> Urn:
    check(game, policy)
    strategy = strategy_of(game, policy)
    return _urn(strategy if isinstance(strategy, Mapping) else {int(strategy): 1})


def _urn(chances: Mapping[int, Any]) -> Urn:
    """An urn of exact chances; those of floats are taken as they are."""
    exact = {outcome: Fraction(chance) for outcome, chance in chances.items()}
    below = lcm(*(chance.denominator for chance in exact.values()))
    return urn({int(outcome): int(chance * below) for outcome, chance in exact.items()})
