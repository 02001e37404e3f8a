"""How policies decide in races under way: by the decisions of a turn, or asked throw by throw."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...games.race import Race
from ...solvers.race.decided import WIDTH, Decisions
from ..policies.answers import Policy
from ..policies.race import plan_of
from ..policies.race.dice import Followed
from ..policies.race.plans import Plan
from .board import Bits, uniform

__all__ = ["Seat", "decisions_of", "seat_of"]

ANSWERS, TURNS = 500_000, 16
"""Answers of a policy that are kept, some 200 MB, and turns whose decisions are."""


def decisions_of(plan: Plan, own: int, fronts: NDArray[np.intp], memory: int = 0) -> Decisions:
    """What a player with own units does against others, each the number of their scores."""
    game, count = plan.game, len(fronts)
    others: Any = np.resize(fronts, -(-count // WIDTH) * WIDTH)
    if game.players > 2:
        others = np.stack(np.unravel_index(others, (game.units,) * (game.players - 1)), axis=1)
    return _some(plan.turn(own, others, memory), slice(count))


def _some(found: Decisions, columns: Any) -> Decisions:
    """The decisions against some of the opponents."""
    bank, *more = (None if part is None else part[..., columns] for part in found)
    assert bank is not None
    return Decisions(bank, *more)


class Seat:
    """A policy, asked as games go on.

    Its plan says at once what is done in a whole turn. One that answers alike throws of dice
    differently, or mixes options, is asked throw by throw; what it says is kept.
    """

    policy: Policy

    game: Race
    plan: Plan

    def __init__(self, game: Race, policy: Policy, plan: Plan | None = None) -> None:
        self.game, self.policy = game, policy
        self.plan = plan_of(game, policy) if plan is None else plan
        self.by_faces: bool = isinstance(self.plan, Followed)
        """Whether it is asked what to set aside of each throw of dice."""
        self._turns: dict[Any, Decisions] = {}
        self._said: dict[Any, Any] = {}

    def __reduce__(self) -> tuple[Any, ...]:
        return Seat, (self.game, self.policy)

    @property
    def mixes(self) -> bool:
        """Whether something is not told by where it banks and what its options are worth."""
        return self.by_faces or self.turn(0, 0, 0).shares is not None

    def turn(self, own: int, front: int, memory: int) -> Decisions:
        """The decisions of one turn, (rows, modes) each."""
        key = own, 0 if self.plan.alike else front, memory
        if key not in self._turns:
            if len(self._turns) >= TURNS:
                self._turns.clear()
            self._turns[key] = _some(decisions_of(self.plan, own, np.array([front]), memory), 0)
        return self._turns[key]

    def said(
        self, bits: Bits, state: tuple[Any, ...], options: Sequence[Any] | None, memory: int
    ) -> Any:
        """The choice in a throw of dice, or the place of one of some options."""
        key = state, options, memory
        found = self._said.get(key)
        if found is None:
            if len(self._said) >= ANSWERS:
                self._said.clear()
            found = self._said[key] = self.plan.answer(state, options, memory)
        if not isinstance(found, dict):
            return found
        left = uniform(bits)
        *some, last = found.items()
        for choice, chance in some:
            left -= chance
            if left < 0:
                return choice
        return last[0]


def seat_of(game: Race, policy: Policy) -> Seat:
    """A seat for ``policy``.

    Raises
    ------
    RuleError
        If it is no policy of the game, or gives an invalid answer.
    SizeError
        If its decisions would not fit in memory, or a function is asked in too many states.
    """
    return Seat(game, policy)
