"""Races under way: a throw, or holding, at a time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...games.race import Race
from ...memory import require
from ...solvers.race.arrays import RaceArrays
from ..policies.answers import Policy, as_played
from ..policies.race import rolls_of as plan_of
from .board import Bits, uniform
from .rolling import BUST, ROLL, WIPE, RollingBoard, RollingRules
from .urns import urn

__all__ = ["RaceBoard", "RaceSeat", "board_of", "rules_of", "seat_of"]

MIXED = 2
"""In a table of decisions: neither HOLD nor ROLL for sure."""


def rules_of(game: Race) -> RollingRules:
    """The rules of ``game``."""
    arrays = RaceArrays.of(game)
    below = game.roll.denominator
    weights = {BUST: game.roll.bust, WIPE: game.roll.wipe} | dict(game.roll.gains)
    landing = range(game.consolation, game.goal + game.consolation)
    return RollingRules(
        goal=game.goal,
        exact=arrays.exact,
        throw=urn({outcome: int(chance * below) for outcome, chance in weights.items()}),
        landing=arrays.landing if arrays.exact else np.array(landing, dtype=np.intp),
        dead=arrays.dead,
    )


# --- how a player decides -------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class RaceSeat:
    """A policy as ``kernels/simulate.pyx`` reads it, at [memory, own, opp, own + total]."""

    table: NDArray[np.uint8]
    """HOLD, ROLL or MIXED."""
    chances: NDArray[np.float64]
    """The chance to roll, if anything is mixed."""
    after: NDArray[np.intp]
    """The memory after a turn that was lost, or ended with holding, at [memory]."""

    def rolls(self, bits: Bits, place: tuple[int, int, int, int]) -> bool:
        """Whether the player throws on at [memory, own, opp, own + total]."""
        decision = self.table[place]
        if decision == MIXED:
            return uniform(bits) < float(self.chances[place])
        return bool(decision == ROLL)


def seat_of(game: Race, policy: Policy) -> RaceSeat:
    """The decisions of ``policy`` in every state, and in each of its memories if it has any.

    Raises
    ------
    RuleError
        If it gives an invalid answer.
    SizeError
        If the decisions would not fit in memory, or a callable is asked in too many states.
    """
    policy = as_played(game, policy)
    memories = getattr(policy, "memories", 1)
    require(
        2 * memories * game.goal**3,
        f"a table of the decisions of {game.name} to {game.goal}",
        "choose a smaller goal",
    )
    if memories == 1:  # whoever remembers nothing need not be asked
        plans, after = [plan_of(game, policy)], [(0, 0)]
    else:
        plans = [plan_of(game, policy, memory) for memory in range(memories)]
        after = [(policy.after(m, False), policy.after(m, True)) for m in range(memories)]
    arrays = RaceArrays.of(game)
    table = np.stack([_decisions(arrays, plan) for plan in plans])
    chances = np.zeros((0, 0, 0, 0))
    if (table == MIXED).any():
        chances = np.ascontiguousarray(
            np.stack([plan.swapaxes(1, 2) for plan in plans]), dtype=np.float64
        )
    return RaceSeat(table, chances, np.array(after, dtype=np.intp))


def _decisions(arrays: RaceArrays, plan: NDArray[Any]) -> NDArray[np.uint8]:
    """HOLD, ROLL or MIXED at [own, opp, own + total]."""
    goal = arrays.goal
    if plan.ndim == 3:
        found = np.where((plan > 0) & (plan < 1), MIXED, plan).astype(np.uint8)
        return np.ascontiguousarray(found.swapaxes(1, 2))
    decisions = np.zeros((goal, goal, goal), dtype=np.uint8)
    held = arrays.held(plan)
    for own in range(goal):
        rolls = arrays.rolled_at(held, own, goal)[own:] > held[own:goal, :goal]
        decisions[own, :, own:] = rolls.T
    return decisions


# --- the board ------------------------------------------------------------------------------------


class RaceBoard(RollingBoard):
    """A race of two under way, with policies that may remember how their turns ended."""

    def begin(self, mover: int, start: tuple[int, ...] = ()) -> None:
        """Begin a game."""
        super().begin(mover, start)
        self._memory = [0, 0]

    def rolls(self, seat: RaceSeat, bits: Bits) -> bool:
        """Whether the policy in the mover's seat throws on."""
        own, opp = self._from(self.mover)
        return seat.rolls(bits, (self._memory[self.mover], own, opp, own + self.total))

    def _remember(self, how: str) -> None:
        mover, seat = self.mover, self.seats[self.mover]
        if seat is not None:
            self._memory[mover] = int(seat.after[self._memory[mover], int(how == "hold")])


def board_of(game: Race, seats: Sequence[RaceSeat | None] = (None, None)) -> RaceBoard:
    """A board for ``game``; a player without a policy in his seat plays by hand."""
    return RaceBoard(rules_of(game), seats)
