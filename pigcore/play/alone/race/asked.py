"""A policy that a user gives, as it is asked alone.

It is asked as in a match, with (own, opp, total) and opp 0 throughout, and answers in the same
ways. If it has a parameter named ``turns``, it is told the turns left, the present one included,
where their number is limited.
"""

from __future__ import annotations

import inspect
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

import numpy as np

from ....games.asking import Asking
from ....games.errors import RuleError
from ....games.game import Frozen
from ....games.race import Race
from ....solvers.race import RacePolicy
from ....solvers.race.arrays import Floats, RaceArrays
from ...policies.answers import Policy, as_played, check_size, parts_asked_for
from ...policies.holds import HoldTable
from ...policies.named import Unless
from ...policies.race import rolls_of as plan_of
from ...policies.race.asked import asking_to_roll
from ...policies.tables import Table

__all__ = ["Asked"]


@dataclass(frozen=True)
class Asked:
    """The chance that a policy rolls, with so many points, turn total and turns left.

    Parameters
    ----------
    game : Race
    policy : callable
    parts : int
        How many of own, opp and total it is given.
    told : bool
        Whether it is told the turns left.
    bounded : bool
        Whether it is a table, which ends at the goal.
    words : str
        What it does, as far as it says so.
    """

    game: Race
    policy: Any
    parts: int
    told: bool
    bounded: bool
    words: str

    @classmethod
    def of(cls, game: Race, policy: Policy, turns: int) -> Asked:
        """``policy`` as it is asked in ``game``, for so many turns (0: without a limit).

        Raises
        ------
        RuleError
            If it is not a policy, or one that remembers.
        """
        played = as_played(game, policy)
        if getattr(played, "memories", 1) > 1:
            raise RuleError(
                f"the policy '{played}' remembers its turns, but alone only policies without "
                "memory are asked: give one of own score, turn total and turns left"
            )
        if isinstance(played, Unless):
            return cls(game, played, 3, False, any(map(_bounded, played.parts)), str(played))
        bounded, words = _bounded(played), _words(played)
        if not callable(played):
            played = partial(_looked_up, plan_of(game, played))
        told = bool(turns) and "turns" in _parameters(played)
        parts = parts_asked_for(game, partial(played, turns=1) if told else played)
        return cls(game, played, parts, told, bounded, words)

    def __call__(self, own: int, total: int, left: int) -> float:
        """The chance that the policy rolls.

        Raises
        ------
        RuleError
            If it gives an invalid answer, or is a table that does not go so far.
        """
        if self.bounded and own + total >= self.game.goal:
            raise RuleError(
                f"the policy is a table of scores below the goal, {self.game.goal}, but {own} "
                f"banked and {total} on the table may come up: give a function or choose a larger "
                "goal"
            )
        found: float = self._ask.one(own, 0, total, left)
        return found

    @cached_property
    def _ask(self) -> Asking:
        """The policy as it is asked with the parts of a state and the turns left."""

        def answer(*state: int) -> Any:
            told = {"turns": state[3]} if self.told else {}
            return self.policy(*state[: self.parts], **told)

        return asking_to_roll(self.game, answer)

    def table(self, turns: int, decline: bool) -> Floats:
        """All answers below the goal, at [own, total] or, if it is told, [turns left, own, total].

        Raises
        ------
        SizeError
            If these are more than 5 million.
        """
        goal = self.game.goal
        layers = range(turns + 1) if self.told else range(1)
        if isinstance(self.policy, RacePolicy) and self.policy.solution.game == self.game:
            return _by_starts(self.game, self.policy.solution.starts, decline)
        check_size(self.game, len(layers) * goal * (goal + 1) // 2)
        answers = np.zeros((len(layers), goal, goal))
        answers[:, :, 0] = 1.0
        for left in layers[self.told :]:
            for own in range(goal):
                for total in range(0 if decline else 1, goal - own):
                    answers[left, own, total] = self(own, total, left)
        return answers if self.told else answers[0]


def _by_starts(game: Race, starts: Floats, decline: bool) -> Floats:
    """Best play of the race for two against an opponent without a point."""
    tables = RaceArrays.of(game)
    rolls = np.zeros((game.goal, game.goal))
    for own in range(game.goal):
        hold, throw = tables.turn(starts, own, 0)
        rolls[own, : len(hold)] = throw > hold
    rolls[:, 0] = 1.0
    return rolls


def _bounded(policy: Any) -> bool:
    """Whether a policy is a table of the scores of a game, in one form or another."""
    policy = getattr(policy, "policy", policy)
    return not callable(policy) or isinstance(policy, (HoldTable, RacePolicy, Table))


def _words(policy: Any) -> str:
    """What a policy does: named ones say it, others have at best a name."""
    if isinstance(policy, Frozen):
        return str(policy)
    return f"as {getattr(policy, '__name__', 'the policy')} says"


def _looked_up(plan: Any, own: int, opp: int, total: int) -> float:
    return float(plan[own, own + total, opp])


def _parameters(policy: Any) -> tuple[str, ...]:
    try:
        return tuple(inspect.signature(policy).parameters)
    except (TypeError, ValueError):  # a builtin without a signature
        return ()
