"""Decisions of policies of Farkle that never mix: a rule for banking, and one for setting aside.

All that such a policy does is told by two arrays for each own score: where it banks, and a worth of
every state, by which it chooses among what a throw lets it set aside.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ....games.dice import BANK, BUSTS, THROW, Choice
from ....games.race import Race
from ....games.scoring import faces_of
from ....solvers.farkle import FarkleSolution
from ....solvers.farkle.last_turn import best_of_last_turn
from ....solvers.race.decided import OPEN, WIDTH, Decisions, best_play, codes, decided, tables_of
from ..named import Unless

__all__ = ["BestPlan", "BothPlans", "Plan", "RulePlan"]

Opponents = NDArray[np.int64]
"""The opponents' scores in units, a multiple of ``WIDTH`` of them."""

WINS = 1e15
"""A choice that reaches the goal is worth more than any that does not."""


class Plan(ABC):
    """What a policy does in every state of ``game``.

    Attributes
    ----------
    game : Race
    alike : bool
        Whether it does the same against every score of the opponent.
    """

    game: Race
    alike: bool

    @abstractmethod
    def turn(self, own: int, opp: Opponents) -> Decisions:
        """The decisions with ``own`` units banked against each of the opponents."""

    def answer(self, state: tuple[Any, ...]) -> Any:
        """``"bank"`` or ``"throw"``; of a throw, the choice; in a state that was checked."""
        own, opp, points, dice = state
        game, unit = self.game, self.game.unit
        if opp >= game.goal:
            return best_of_last_turn(game, state)
        bank, worth, _ = self.turn(own // unit, np.full(WIDTH, opp // unit))

        def place(points: int, dice: int) -> tuple[int, int, int]:
            return min(points // unit, len(bank) - 1), game.dice.hand(dice) - 1, 0

        if isinstance(dice, int):
            return BANK if bank[place(points, dice)] else THROW
        thrown = game.dice.check_throw(dice, len(dice))
        found = [
            (-worth[at := place(points + gain, left := len(dice) - sum(aside))], gain, left,
             faces_of(aside), at)
            for aside, gain in game.dice.scoring.choices(thrown).items()
        ]  # fmt: skip
        if not found:
            return BUSTS
        *_, aside, at = min(found)
        return Choice(aside, BANK if bank[at] else THROW)


class RulePlan(Plan):
    """Bank from so many points on, and set aside by a rule that has a name."""

    game: Race
    aside: str
    limits: Callable[[int, Opponents], NDArray[np.int64]]
    alike: bool

    def __init__(
        self,
        game: Race,
        aside: str,
        limits: Callable[[int, Opponents], NDArray[np.int64]],
        *,
        alike: bool,
    ) -> None:
        self.game, self.aside, self.limits, self.alike = game, aside, limits, alike

    def turn(self, own: int, opp: Opponents) -> Decisions:
        """The decisions with ``own`` units banked against each of the opponents."""
        game, unit = self.game, self.game.unit
        bank = codes(game, own, len(opp))
        units = np.arange(len(bank))[:, None, None]
        limits = self.limits(own * unit, opp * unit)
        banks = (units * unit >= limits) | (own + units >= game.units)
        np.copyto(bank, banks, where=bank == OPEN)
        found: Decisions = _ASIDES[self.aside](game, own, opp, bank)
        if not game.last_turn or self.aside != "optimal":
            found.worth[game.units - own :] = WINS + units[game.units - own :]
        return found


def _most_points(game: Race, own: int, opp: Opponents, bank: Any) -> Decisions:
    units, dice = np.ogrid[: len(bank), : game.dice.count]
    return Decisions(bank, _everywhere(units * game.dice.count + dice, bank))


def _most_dice(game: Race, own: int, opp: Opponents, bank: Any) -> Decisions:
    units, dice = np.ogrid[: len(bank), : game.dice.count]
    return Decisions(bank, _everywhere(units + dice * len(bank), bank))


def _best_turn(game: Race, own: int, opp: Opponents, bank: Any) -> Decisions:
    points = np.arange(len(bank), dtype=np.float64)[:, None]
    return decided(game, bank, np.repeat(points, len(opp), axis=1), np.zeros(len(opp)))


def _optimal(game: Race, own: int, opp: Opponents, bank: Any) -> Decisions:
    return decided(game, bank, *payoffs(best_play(game), own, opp, len(bank)))


_ASIDES: dict[str, Callable[[Race, int, Opponents, Any], Decisions]] = {
    "most_points": _most_points,
    "most_dice": _most_dice,
    "best_turn": _best_turn,
    "optimal": _optimal,
}


def _everywhere(worth: Any, bank: Any) -> Any:
    return np.repeat(worth[..., None].astype(np.float64), bank.shape[2], axis=2)


def payoffs(
    solution: FarkleSolution, own: int, opp: Opponents, rows: int
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """What banking (rows, width) and a bust pay who plays best from then on."""
    tables, starts = tables_of(solution.game), solution.starts
    held = np.ones((rows, len(opp)))
    held[: tables.goal - own] -= starts[opp, own:].T
    if len(tables.chase):
        held[tables.goal - own :] -= tables.chase[tables.needs()[:, opp]][:rows]
    return held, 1.0 - starts[opp, own]


class BestPlan(Plan):
    """Best play, by the solution of the same game."""

    solution: FarkleSolution
    game: Race

    alike = False

    def __init__(self, solution: FarkleSolution) -> None:
        self.solution, self.game = solution, solution.game

    def turn(self, own: int, opp: Opponents) -> Decisions:
        """The decisions with ``own`` units banked against each of the opponents."""
        bank = codes(self.game, own, len(opp))
        return decided(self.game, bank, *payoffs(self.solution, own, opp, len(bank)))


class BothPlans(Plan):
    """One plan, unless a condition on the two scores holds, and then the other."""

    game: Race
    other: Plan
    policy: Unless
    usual: Plan

    alike = False

    def __init__(self, policy: Unless, usual: Plan, other: Plan) -> None:
        self.policy, self.game, self.usual, self.other = policy, usual.game, usual, other

    def turn(self, own: int, opp: Opponents) -> Decisions:
        """The decisions with ``own`` units banked against each of the opponents."""
        unit = self.game.unit
        holds = self.policy.holds(own * unit, unit * opp)
        plans = [part.turn(own, opp) for part in (self.usual, self.other)]
        bank, worth = (np.where(holds, other, usual) for usual, other in list(zip(*plans))[:2])
        return Decisions(np.ascontiguousarray(bank), np.ascontiguousarray(worth))
