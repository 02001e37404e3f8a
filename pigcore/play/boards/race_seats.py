"""How policies decide in races under way: by the decisions of a turn, or asked throw by throw."""

from __future__ import annotations

from functools import cached_property, partial
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from ...games.errors import RuleError
from ...games.race import Race
from ...games.spelling import shown
from ...kernels.turns import BANKS, THROWS
from ...solvers import Solution, solve
from ...solvers.farkle.decided import WIDTH
from ...solvers.race import RacePolicy
from ...solvers.race.arrays import RaceArrays
from ..policies.answers import Policy, as_played, asking
from ..policies.farkle.plans import Plan
from ..policies.texts import for_game, module_of
from .board import Bits, uniform

__all__ = ["Decisions", "Seat", "Turns", "seat_of"]

KEPT = 500_000
"""Answers of a policy that are kept: some 200 MB."""

TURNS = 16
"""Turns whose decisions are kept."""

Fronts = NDArray[np.intp]


class Decisions(NamedTuple):
    """What a player with some points banked does against each of some opponents."""

    bank: NDArray[Any]
    """(rows, modes, width), at [units of the turn, mode, opponent]: 1 where he banks, 0 where he
    throws; or, of float64, the chance that he banks."""
    worth: NDArray[np.float64] | None
    """The same shape: of several options he takes the one whose state has the greatest number, the
    first of equals; None where no throw leaves a choice."""


class Turns(Protocol):
    """What a policy does in every state of a race, a turn at a time.

    Attributes
    ----------
    alike : bool
        Whether it does the same against all.
    after : intp array (memories, 2)
        What it remembers after a turn that was lost, or banked.
    """

    alike: bool
    after: NDArray[np.intp]

    def turn(self, own: int, fronts: Fronts, memory: int) -> Decisions:
        """The decisions with own units against others, each the number of their scores."""


class Seat:
    """A policy, asked as games go on.

    Its turns say at once what is done in a whole turn; of a policy that has none, because it
    answers alike throws differently or mixes what it sets aside, each throw is asked and kept.
    """

    game: Race
    policy: Policy

    def __init__(self, game: Race, policy: Policy) -> None:
        self.game, self.policy = game, policy
        self.turns: Turns | None = _turns_of(game, policy)
        self._known: dict[Any, Decisions] = {}
        if self.turns is None:
            self._forget()

    def __reduce__(self) -> tuple[Any, ...]:
        return Seat, (self.game, self.policy)

    def turn(self, own: int, front: int, memory: int) -> Decisions:
        """The decisions of one turn, (rows, modes) each."""
        assert self.turns is not None, "who is asked throw by throw has no decisions"
        key = own, 0 if self.turns.alike else front, memory
        if key not in self._known:
            if len(self._known) >= TURNS:
                self._known.clear()
            bank, worth = self.turns.turn(own, np.array([front]), memory)
            self._known[key] = Decisions(bank[..., 0], None if worth is None else worth[..., 0])
        return self._known[key]

    def next(self, memory: int, banked: bool) -> int:
        """What is remembered after a turn."""
        return 0 if self.turns is None else int(self.turns.after[memory, int(banked)])

    def _forget(self) -> None:
        self._said: dict[Any, Any] = {}
        self._ask = asking(self.game, partial(module_of(self.game).answer, self.game, self.policy))

    def choose(self, bits: Bits, state: tuple[Any, ...]) -> str:
        """What is done with a throw on the table."""
        found = self._said.get(state)
        if found is None:
            if len(self._said) >= KEPT:
                self._forget()
            found = self._said[state] = self._ask.one(*state)
        if not isinstance(found, dict):
            return found  # type: ignore[no-any-return]
        left = uniform(bits)
        *some, last = ((choice, chance) for choice, chance in found.items() if chance > 0)
        for choice, chance in some:
            left -= chance
            if left < 0:
                return choice  # type: ignore[no-any-return]
        return last[0]  # type: ignore[no-any-return]


def seat_of(game: Race, policy: Policy) -> Seat:
    """A seat for ``policy``.

    Raises
    ------
    RuleError
        If it is no policy of the game, or gives an invalid answer.
    SizeError
        If its decisions would not fit in memory, or a function is asked in too many states.
    """
    return Seat(game, policy if game.column == "turn" else for_game(game, policy))


# --- the turns of a policy ------------------------------------------------------------------------


def _turns_of(game: Race, policy: Policy) -> Turns | None:
    if game.players > 2:
        return _Several(game, module_of(game).plan_of(game, policy))
    if game.column == "race":
        return _Rolls(game, policy)
    if game.column == "farkle":
        plan = module_of(game).plan_of(game, policy)
        return _Asides(plan) if isinstance(plan, Plan) else None
    return _Best(game, policy)


class _Several:
    """Three players or more, each of whom throws with some chance."""

    alike = False
    after = np.zeros((1, 2), dtype=np.intp)

    def __init__(self, game: Race, rolls: Any) -> None:
        self.game, self._rolls = game, rolls

    def turn(self, own: int, fronts: Fronts, memory: int) -> Decisions:
        """The decisions of the turns."""
        others = np.unravel_index(fronts, (self.game.goal,) * (self.game.players - 1))
        scores = np.stack([np.full(len(fronts), own), *others], axis=1)
        return Decisions(_banks(self._rolls(scores)[:, own:].T), None)


class _Rolls:
    """One roll again and again, between two."""

    alike = False

    def __init__(self, game: Race, policy: Policy) -> None:
        policy = as_played(game, policy)
        memories = getattr(policy, "memories", 1)
        self.after = np.zeros((memories, 2), dtype=np.intp)
        if memories > 1:  # whoever remembers nothing need not be asked
            self.after[:] = [
                [policy.after(m, banked) for banked in (False, True)] for m in range(memories)
            ]
        plan_of = module_of(game).plan_of
        self._plans = [plan_of(game, policy, memory) for memory in range(memories)]
        self._arrays = RaceArrays.of(game)

    @cached_property
    def _held(self) -> NDArray[np.float64]:
        starts: Any = self._plans[0]
        return self._arrays.held(starts)

    def turn(self, own: int, fronts: Fronts, memory: int) -> Decisions:
        """The decisions of the turns."""
        plan, goal = self._plans[memory], self._arrays.goal
        if plan.ndim == 3:
            return Decisions(_banks(plan[own, own:, fronts].T), None)
        rolls = self._arrays.rolled_at(self._held, own, goal)[own:] > self._held[own:goal, :goal]
        return Decisions(_banks(rolls[:, fronts]), None)


class _Asides:
    """Dice set aside, between two."""

    after = np.zeros((1, 2), dtype=np.intp)

    def __init__(self, plan: Plan) -> None:
        self._plan, self.alike = plan, plan.alike

    def turn(self, own: int, fronts: Fronts, memory: int) -> Decisions:
        """The decisions of the turns."""
        count = len(fronts)
        padded = np.resize(fronts, -(-count // WIDTH) * WIDTH)
        bank, worth = self._plan.turn(own, padded)
        return Decisions(bank[..., :count], worth[..., :count])


class _Best:
    """Any other turn between two, played best."""

    alike = False
    after = np.zeros((1, 2), dtype=np.intp)

    def __init__(self, game: Race, policy: Policy) -> None:
        if policy == "optimal":
            policy = solve(game)
        solution: Any = getattr(policy, "solution", policy)
        known = isinstance(policy, (Solution, RacePolicy)) and solution.game == game
        if not known:
            raise RuleError(
                f"the policy is {shown(policy)}, but {game.name} is played by its solution: give "
                "that"
            )
        self._solution, self._arrays = solution, solution._arrays
        self._held = self._arrays.held(solution.starts)

    def turn(self, own: int, fronts: Fronts, memory: int) -> Decisions:
        """The decisions of the turns."""
        tables, held = self._arrays, self._held
        rows, modes = tables.height + tables.exact - own, len(tables.may)  # one past the goal
        s = own + np.arange(rows)[:, None]
        done, bust = s >= tables.goal, held[tables.landing[own], fronts]
        throws = np.full((rows, modes, len(fronts)), -1.0)
        thrown = tables.thrown_at(held, own)[own:, :, fronts]
        may = (tables.may & THROWS > 0) & (~done | bool(tables.further))
        throws[: len(thrown)] = np.where(may[: len(thrown), :, None], thrown, -1.0)
        enough = done | (s - own >= tables.least[own])
        banked = held[np.minimum(s[:, 0], len(held) - 1)][:, fronts]
        banked = np.where(tables.exact & (s > tables.goal), bust, banked)
        may = enough & ((tables.may & BANKS > 0) | (throws[..., 0] < 0))
        banks = np.where(may[..., None], banked[:, None], -1.0)
        worth = np.maximum(banks, throws)
        return Decisions((banks >= throws).astype(np.uint8), np.where(worth < 0, bust, worth))


def _banks(rolls: NDArray[Any]) -> NDArray[Any]:
    """The decisions of one mode, from whether or how likely one throws on."""
    sure = rolls.dtype in (bool, np.uint8) or ((rolls == 0) | (rolls == 1)).all()
    found: NDArray[Any] = (rolls == 0).astype(np.uint8) if sure else 1.0 - rolls
    return found[:, None]
