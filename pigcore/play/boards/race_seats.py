"""How policies decide in races under way: by the decisions of a turn, or asked throw by throw."""

from __future__ import annotations

from functools import partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...games.race import Race
from ...solvers.race.decided import WIDTH
from ..policies.answers import Policy, asking
from ..policies.race.dice import Followed
from ..policies.race.plans import Plan
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


class Turns:
    """What a policy does in every state of a race, a turn at a time.

    Attributes
    ----------
    alike : bool
        Whether it does the same against all.
    after : intp array (memories, 2)
        What it remembers after a turn that was lost, or banked.
    mixes : bool
        Whether it mixes options of a throw, which decisions do not tell.
    """

    def __init__(self, game: Race, plan: Plan) -> None:
        self.game, self.plan, self.alike = game, plan, plan.alike
        self.after: NDArray[np.intp] = np.array(
            [[plan.after(m, banked) for banked in (False, True)] for m in range(plan.memories)],
            dtype=np.intp,
        )
        begun = np.zeros(WIDTH, dtype=np.int64)
        self.mixes: bool = game.players == 2 and plan.turn(0, begun).shares is not None

    def turn(self, own: int, fronts: Fronts, memory: int) -> Decisions:
        """The decisions with own units against others, each the number of their scores."""
        if self.game.players > 2:
            others = np.unravel_index(fronts, (self.game.units,) * (self.game.players - 1))
            scores = np.stack([np.full(len(fronts), own), *others], axis=1)
            return Decisions(_banks(self.plan(scores)[:, own:].T), None)
        count = len(fronts)
        padded = np.resize(fronts, -(-count // WIDTH) * WIDTH)
        bank, worth, _ = self.plan.turn(own, padded, memory)
        return Decisions(bank[..., :count], None if worth is None else worth[..., :count])


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

    def option(self, bits: Bits, state: tuple[Any, ...], options: Any, memory: int) -> int:
        """The place of the option that is taken by who mixes them."""
        assert self.turns is not None
        found = self.turns.plan.answer(state, options, memory)
        return int(_drawn(bits, found) if isinstance(found, dict) else found)

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
        return str(_drawn(bits, found) if isinstance(found, dict) else found)


def seat_of(game: Race, policy: Policy) -> Seat:
    """A seat for ``policy``.

    Raises
    ------
    RuleError
        If it is no policy of the game, or gives an invalid answer.
    SizeError
        If its decisions would not fit in memory, or a function is asked in too many states.
    """
    return Seat(game, policy if isinstance(policy, Plan) else for_game(game, policy))


def _turns_of(game: Race, policy: Policy) -> Turns | None:
    plan = module_of(game).plan_of(game, policy)
    return None if isinstance(plan, Followed) else Turns(game, plan)


def _drawn(bits: Bits, chances: dict[Any, float]) -> Any:
    """One of several actions."""
    left = uniform(bits)
    *some, last = ((action, chance) for action, chance in chances.items() if chance > 0)
    for action, chance in some:
        left -= chance
        if left < 0:
            return action
    return last[0]


def _banks(rolls: NDArray[Any]) -> NDArray[Any]:
    """The decisions of one mode, from whether or how likely one throws on."""
    sure = rolls.dtype in (bool, np.uint8) or ((rolls == 0) | (rolls == 1)).all()
    found: NDArray[Any] = (rolls == 0).astype(np.uint8) if sure else 1.0 - rolls
    return found[:, None]
