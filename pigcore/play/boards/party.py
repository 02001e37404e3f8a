"""Parties under way: a race whose players take turns in a circle."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ...games.race import Race
from ...solvers.party.turns import Rolls
from ..policies.answers import Policy
from ..policies.race import plan_of
from .board import Bits, module_of, uniform
from .rolling import RollingBoard, RollingRules

__all__ = ["PartyBoard", "board_of", "rules_of", "seat_of"]


def rules_of(game: Race) -> RollingRules:
    """The rules of the race."""
    race: Any = game.for_two
    rules: RollingRules = module_of(race).rules_of(race)
    return rules


def seat_of(game: Race, policy: Policy) -> Rolls:
    """How likely ``policy`` throws, asked where it comes up.

    Raises
    ------
    RuleError, SizeError
        As :func:`pigcore.play.policies.race.plan_of`.
    """
    return plan_of(game, policy)


class PartyBoard(RollingBoard):
    """A party under way; :class:`~pigcore.play.boards.Board` says what can be done with it."""

    def __init__(self, rules: RollingRules, seats: Sequence[Rolls | None]) -> None:
        self.players: int = len(seats)
        super().__init__(rules, seats)

    def rolls(self, seat: Rolls, bits: Bits) -> bool:
        """Whether the policy in the mover's seat throws on."""
        scores = self._from(self.mover)
        chance = float(seat(np.array([scores]))[0][scores[0] + self.total])
        return bool(chance) if chance in (0.0, 1.0) else uniform(bits) < chance


def board_of(game: Race, seats: Sequence[Rolls | None] = (None, None)) -> PartyBoard:
    """A board for ``game``; a player without a policy in his seat plays by hand."""
    return PartyBoard(rules_of(game), [*seats, *[None] * (game.players - len(seats))])
