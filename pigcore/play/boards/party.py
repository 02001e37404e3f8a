"""Parties under way: a race whose players take turns in a circle."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ...games.party import Party
from ...solvers.party.turns import Rolls
from ..policies.answers import Policy
from ..policies.party import plan_of
from .board import Bits, uniform
from .race import HOLD, ROLL, RaceBoard, RaceRules
from .race import rules_of as rules_of_race

__all__ = ["PartyBoard", "board_of", "rules_of", "seat_of"]


def rules_of(game: Party) -> RaceRules:
    """The rules of the race."""
    race: Any = game.race
    return rules_of_race(race)


def seat_of(game: Party, policy: Policy) -> Rolls:
    """How likely ``policy`` throws, asked where it comes up.

    Raises
    ------
    RuleError, SizeError
        As :func:`pigcore.play.policies.party.plan_of`.
    """
    return plan_of(game, policy)


class PartyBoard(RaceBoard):
    """A party under way; :class:`~pigcore.play.boards.Board` says what can be done with it."""

    seats: Sequence[Any]

    def __init__(self, rules: RaceRules, seats: Sequence[Rolls | None]) -> None:
        self.players = len(seats)
        super().__init__(rules, seats)  # type: ignore[arg-type]

    def answer(self, bits: Bits) -> int:
        """HOLD or ROLL, as the policy in the mover's seat has it."""
        plan = self.seats[self.mover]
        assert plan is not None, "who plays by hand is not asked"
        if not self._throws:
            return ROLL
        scores = self._from(self.mover)
        chance = float(plan(np.array([scores]))[0][scores[0] + self.total])
        if chance in (0.0, 1.0):
            return ROLL if chance else HOLD
        return ROLL if uniform(bits) < chance else HOLD

    def _remember(self, how: str) -> None:
        """Nobody does."""


def board_of(game: Party, seats: Sequence[Rolls | None] = (None, None)) -> PartyBoard:
    """A board for ``game``; a player without a policy in his seat plays by hand."""
    return PartyBoard(rules_of(game), [*seats, *[None] * (game.players - len(seats))])
