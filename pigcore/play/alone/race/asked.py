"""A policy that a user gives, as it is asked alone.

It is asked as in a match, with (own, opp, total) and opp 0 throughout, and answers in the same
ways. If it has a parameter named ``turns``, it is told the turns left, the present one included,
where their number is limited.
"""

from __future__ import annotations

import inspect
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from ....games.errors import RuleError, SizeError
from ....games.race import Race
from ....solvers.race import RacePolicy
from ....solvers.race.arrays import Floats, RaceArrays
from ...policies.answers import Policy, as_played, parts_asked_for
from ...policies.race import MOST_STATES, plan_of
from ...policies.race import _checked as chance_of_rolling

__all__ = ["Asked"]


@dataclass(frozen=True)
class Asked:
    """The chance that a policy rolls, with so many points, turn total and turns left."""

    game: Race
    policy: Any
    parts: int
    told: bool

    @classmethod
    def of(cls, game: Race, policy: Policy, turns: int) -> Asked:
        """``policy`` as it is asked in ``game``, for so many turns (0: without a limit).

        Raises
        ------
        RuleError
            If it is no policy, or one that remembers.
        """
        played = as_played(game, policy)
        if getattr(played, "memories", 1) > 1:
            raise RuleError(
                f"the policy '{played}' remembers its turns, but alone only policies without "
                "memory are asked: give one of own score, turn total and turns left"
            )
        if not callable(played):
            table = plan_of(game, played)
            played = partial(_looked_up, table, game.goal)
        told = bool(turns) and "turns" in _parameters(played)
        parts = parts_asked_for(game, partial(played, turns=1) if told else played)
        return cls(game, played, parts, told)

    def __call__(self, own: int, total: int, left: int) -> float:
        """The chance that the policy rolls."""
        told = {"turns": left} if self.told else {}
        state = (own, 0, total)
        answer = self.policy(*state[: self.parts], **told)
        return chance_of_rolling(answer, self.game, state)

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
        if len(layers) * goal * (goal + 1) // 2 > MOST_STATES:
            raise SizeError(
                f"the policy would be asked about more than {MOST_STATES:,} states of "
                f"{self.game.name} to {goal}: choose a smaller goal or fewer turns"
            )
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


def _looked_up(plan: Any, goal: int, own: int, opp: int, total: int) -> float:
    return float(plan[own, own + total, opp]) if own + total < goal else 0.0


def _parameters(policy: Any) -> tuple[str, ...]:
    try:
        return tuple(inspect.signature(policy).parameters)
    except (TypeError, ValueError):  # a builtin without a signature
        return ()
