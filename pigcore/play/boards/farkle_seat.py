"""How a policy of Farkle decides in games under way."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from ...games.dice import BANK, THROW, Choice
from ...games.race import Race
from ...games.scoring import faces_of
from ...solvers.farkle.last_turn import best_of_last_turn
from ...solvers.race.decided import WIDTH
from ..policies.answers import Policy, asking
from ..policies.race import answer, plan_of
from ..policies.race.dice import Followed
from ..policies.texts import for_game
from .board import Bits, uniform

__all__ = ["FarkleSeat", "seat_of"]

State = tuple[int, int, int, tuple[int, ...]]
"""Own points, the other's, those of the turn, and the faces of the throw."""

KEPT = 500_000
"""Answers of a policy that are kept: some 200 MB."""


class FarkleSeat:
    """A policy, asked as games go on; what it says is kept.

    A plan says at once what is done in a whole turn; of any other policy each throw is asked.
    """

    game: Race
    policy: Policy

    def __init__(self, game: Race, policy: Policy) -> None:
        self.game, self.policy = game, for_game(game, policy)
        plan = plan_of(game, policy)
        self.plan: Any = None if isinstance(plan, Followed) else plan
        self._forget()

    def __reduce__(self) -> tuple[Any, ...]:
        return FarkleSeat, (self.game, self.policy)

    def _forget(self) -> None:
        self._turn: tuple[Any, Any] = (None, None)
        self._said: dict[State, Any] = {}
        self._ask = asking(self.game, partial(answer, self.game, self.policy))

    def choose(self, bits: Bits, state: State) -> Choice:
        """The choice in a throw in which something scores."""
        found = self._said.get(state)
        if found is None:
            if len(self._said) >= KEPT:
                self._forget()
            found = self._said[state] = self._asked(state)
        if not isinstance(found, dict):
            return found  # type: ignore[no-any-return]
        left = uniform(bits)
        *some, last = found.items()
        for choice, chance in some:
            left -= chance
            if left < 0:
                return choice  # type: ignore[no-any-return]
        return last[0]  # type: ignore[no-any-return]

    def _asked(self, state: State) -> Any:
        """The choice, or the chances of several."""
        if state[1] >= self.game.goal:
            return best_of_last_turn(self.game, state)
        if self.plan is not None:
            return self._planned(*state)
        found = self._ask.one(*state)
        if isinstance(found, dict):
            return {choice: chance for choice, chance in found.items() if chance > 0}
        return found

    def _planned(self, own: int, opp: int, points: int, faces: tuple[int, ...]) -> Choice:
        game, unit = self.game, self.game.unit
        if self._turn[0] != (own, opp):
            assert self.plan is not None
            decisions = self.plan.turn(own // unit, np.full(WIDTH, opp // unit))
            self._turn = ((own, opp), decisions)
        bank, worth, _ = self._turn[1]
        found = []
        for aside, gain in game.dice.scoring.choices(
            game.dice.check_throw(faces, len(faces))
        ).items():
            left = len(faces) - sum(aside)
            place = min((points + gain) // unit, len(bank) - 1), game.dice.hand(left) - 1, 0
            found.append((-worth[place], gain, left, faces_of(aside), place))
        *_, chosen, place = min(found)
        return Choice(chosen, BANK if bank[place] else THROW)


def seat_of(game: Race, policy: Policy) -> FarkleSeat:
    """A seat for ``policy``.

    Raises
    ------
    RuleError
        If it is no policy of the game.
    """
    return FarkleSeat(game, policy)
