"""A policy that a user gives: how its turns end.

It is asked as in a match, with opp 0 throughout, and answers in the same ways. If a function has a
parameter named ``turns``, it is told the turns left, the present one included, where their number
is limited. Where a turn is a single roll it is asked state by state, also beyond the goal where
that plays no part.
"""

from __future__ import annotations

import heapq
import inspect
from abc import ABC, abstractmethod
from collections import defaultdict
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import Any

import numpy as np

from ....games.asking import Asking
from ....games.dice import Dice
from ....games.errors import RuleError, SizeError
from ....games.game import Frozen
from ....games.race import Race
from ....games.spelling import counted
from ....solvers.farkle.decided import WIDTH, ends_of
from ....solvers.race import RacePolicy
from ....solvers.race.arrays import Floats, RaceArrays
from ...policies.answers import MOST_STATES, Policy, as_played, check_size, parts_asked_for
from ...policies.farkle import plan_of as plan_of_dice
from ...policies.farkle.plans import Plan
from ...policies.holds import HoldTable
from ...policies.named import Unless
from ...policies.race import plan_of
from ...policies.rolling import asking_to_roll
from ...policies.tables import Table
from .cells import Ends
from .goal import ToGoal
from .policy import SolitairePolicy

__all__ = ["Given", "given"]

NEGLIGIBLE = 1e-100
"""What is rarer than this changes no digit of the result: who never holds comes to an end."""


def given(game: Race, policy: Policy, turns: int) -> Given:
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
    if game.turn.roll is not None:
        return Asked.of(game, played, turns)
    return Planned(game, played, turns)


class Given(ABC):
    """A policy as it is played in a game."""

    game: Race
    policy: Any
    words: str

    @abstractmethod
    def ends(self, goal: ToGoal, turns: int, decline: bool) -> list[Ends]:
        """How turns to the goal end: with 1, 2, … turns left, or once for all."""

    @abstractmethod
    def without_goal(self, turns: int, decline: bool) -> Floats:
        """The points expected after 0, 1, … turns from 0 points."""

    @abstractmethod
    def one_turn(self) -> tuple[float, float]:
        """The points that a turn banks with no score, and its chance of a bust."""

    def per_turn(self) -> float:
        """The points of a turn in the long run."""
        points, bust = self.one_turn()
        # Every third bust in a row: states have the chances 1, q and q^2, over their sum.
        return points - self.game.penalty * bust**3 / (1 + bust + bust**2)

    def all_alike(self, turns: int) -> Floats:
        """The points expected after 0, 1, … turns that are each played as with no score."""
        points, bust = self.one_turn()
        worth = np.zeros((turns + 1, 3))
        for left in range(1, turns + 1):
            before = worth[left - 1]
            after = np.append(before[1:], before[0] - self.game.penalty)
            worth[left] = (1.0 - bust) * before[0] + points + bust * after
        return worth[:, 0].copy()


# --- turns of several modes -----------------------------------------------------------------------


@dataclass(frozen=True)
class Planned(Given):
    """A policy of turns that are more than one roll.

    Without a goal the turns of dice are all played as with no score, and others up to the goal.
    """

    game: Race
    policy: Any
    turns: int
    words: str = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "words", _words(self.policy))

    def ends(self, goal: ToGoal, turns: int, decline: bool) -> list[Ends]:
        """As :class:`Given` says."""
        policy = self.policy
        if isinstance(policy, SolitairePolicy) and policy.game == self.game and policy.bounded:
            best = [layer.best() for layer in policy._layers if layer]
            found = [goal.ends(each.throws, each.cells) for each in best]
            return found if policy.timed else found * max(turns, 1)
        onto, wiped = np.zeros((goal.goal, goal.goal + 1)), np.zeros(goal.goal)
        bust = np.zeros(goal.goal)
        for own in range(goal.goal):
            banked, bust[own], wiped[own] = self._turn(own)
            np.add.at(onto[own], np.minimum(own + np.arange(len(banked)), goal.goal), banked)
        np.add.at(onto, (np.arange(goal.goal), goal.landing), bust)
        return [Ends(onto, bust, wiped)] * max(turns, 1)

    @cached_property
    def _plan(self) -> Any:
        return plan_of_dice(self.game, self.policy)

    def _turn(self, own: int) -> tuple[Floats, float, float]:
        """The chances to bank 0, 1, … units with ``own``, to bust and to wipe."""
        plan, none = self._plan, np.zeros(WIDTH, dtype=np.int64)
        if isinstance(plan, Plan):
            found = ends_of(self.game, plan.turn(own, none))
            return found.ends[:, 0], float(found.lost[0]), 0.0
        banked, lost = plan.turn_ends(own, none[:1])
        return banked[:, 0], float(lost[0]), 0.0

    def one_turn(self) -> tuple[float, float]:
        """As :class:`Given` says."""
        banked, bust, _ = self._turn(0)
        points = self.game.unit * float(banked @ np.arange(len(banked)))
        return points + bust * self.game.consolation, bust

    def without_goal(self, turns: int, decline: bool) -> Floats:
        """As :class:`Given` says."""
        game = self.game
        if game.penalty or isinstance(game.turn.source, Dice):
            return self.all_alike(turns)
        goal = ToGoal(game)
        banked, expected = np.zeros(goal.goal + 1), [0.0]
        banked[0] = 1.0
        for done, (onto, _, wiped) in enumerate(self.ends(goal, turns, decline)[::-1], 1):
            lost = float(banked[:-1] @ wiped)
            banked = banked[:-1] @ onto
            banked[0] += lost
            if banked[-1]:
                raise RuleError(
                    f"after {counted(done, 'turn')} the score may be {game.goal} or more, where a "
                    f"policy of {game.name} to {game.goal} is not asked: ask for fewer turns or "
                    "choose a larger goal"
                )
            expected.append(game.unit * float(banked @ np.arange(len(banked))))
        return np.array(expected)


# --- single rolls ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Asked(Given):
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
    def of(cls, game: Race, played: Policy, turns: int) -> Asked:
        """A policy as it is played in ``game``, for so many turns (0: without a limit)."""
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

    def ends(self, goal: ToGoal, turns: int, decline: bool) -> list[Ends]:
        """How turns to the goal end: with 1, 2, … turns left, or one for all."""
        table = self.table(turns, decline)
        forced = goal.cells.points[:, None] < goal.least
        forced[0] = not decline
        layers = table[1:] if table.ndim == 3 else [table]
        ends = [goal.ends(np.where(forced, 1.0, rolls.T), None) for rolls in layers]
        return ends if len(ends) > 1 else ends * max(turns, 1)

    def without_goal(self, turns: int, decline: bool) -> Floats:
        """As :class:`Given` says.

        All that can happen is followed forward, so the policy is asked only what may come up.

        Raises
        ------
        SizeError
            If more than 5 million states may come up.
        """
        if self.game.penalty:
            return self.all_alike(turns)
        known: dict[tuple[int, int], dict[int, float]] = {}
        banked, expected, states = {0: 1.0}, [0.0], [0]
        for left in range(turns, 0, -1):
            after: dict[int, float] = defaultdict(float)
            for own, chance in banked.items():
                which = own, left if self.told else 0
                if which not in known:
                    known[which] = self._turn(own, left, turns, decline, states)[0]
                for score, part in known[which].items():
                    after[score] += chance * part
            banked = after
            expected.append(sum(score * chance for score, chance in sorted(banked.items())))
        return np.array(expected)

    def one_turn(self) -> tuple[float, float]:
        """As :class:`Given` says."""
        banked, bust = self._turn(0, 1, 1, False, [0])
        return sum(score * chance for score, chance in sorted(banked.items())), bust

    def _turn(
        self, own: int, left: int, turns: int, decline: bool, states: list[int]
    ) -> tuple[dict[int, float], float]:
        """The chances of the banked scores that the turn may end with, and of a bust."""
        game, roll = self.game, self.game.roll
        gains = [(gain, float(chance)) for gain, chance in roll.gains]
        ends: dict[int, float] = defaultdict(float)
        reach: dict[int, float] = {0: 1.0}
        totals, lost = [0], 0.0
        while totals:
            total = heapq.heappop(totals)
            chance = reach.pop(total)
            states[0] += 1
            if states[0] > MOST_STATES:
                raise SizeError(
                    f"more than {MOST_STATES:,} states may come up in {counted(turns, 'turn')} of "
                    f"{game.name} under this policy: ask for fewer turns or let it hold earlier"
                )
            asked = total >= game.minimum_bank if total else decline
            throws = self(own, total, left) if asked else 1.0
            if throws < 1:
                ends[own + total] += chance * (1 - throws)
            chance *= throws
            if chance < NEGLIGIBLE:
                continue
            lost += float(roll.bust) * chance
            ends[0] += float(roll.wipe) * chance
            for gain, part in gains:
                if total + gain not in reach:
                    heapq.heappush(totals, total + gain)
                    reach[total + gain] = 0.0
                reach[total + gain] += part * chance
        ends[own + game.consolation] += lost
        return ends, lost

    def table(self, turns: int, decline: bool) -> Floats:
        """All answers below the goal, at [own, total] or, if it is told, [turns left, own, total].

        Raises
        ------
        SizeError
            If these are more than 5 million.
        """
        goal = self.game.goal
        layers = range(turns + 1) if self.told else range(1)
        best = isinstance(self.policy, RacePolicy) and self.policy.solution.game == self.game
        if best and self.game.column == "race":
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
