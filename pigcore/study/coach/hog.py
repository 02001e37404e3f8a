"""What a policy of Hog gives away, choice by choice, and matches with some of it mended.

Where the best choice is b dice and the policy makes the choice c with chance p(c), it gives away

    d p(c) (what b is worth − what c is worth)

if it comes to that state d times a game. The kind of mistake is named by b and c.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from ...games.hog import Hog
from ...kernels import Floats
from ...play.models.hog import given_away, match, reply_to
from ...play.policies.hog import plan_of
from ...play.policies.named import Condition, Optimal
from ...play.policies.texts import parse
from ...solvers.hog import HogPolicy, solve
from .situations import ZONES, Key, Side

KINDS = ("misses the free zero", "needless zero", "exchange", "too few dice", "too many dice")
FREE, WASTED, EXCHANGE, FEW, MANY = KINDS

_SAID = {
    WASTED: "rolls 0 dice where some win more",
    EXCHANGE: "exchanges the dice at the wrong time",
    FEW: "rolls too few dice",
    MANY: "rolls too many dice",
}


class HogSide(Side):
    """A policy of Hog against an opponent; arrays are at [choice, memory, own, opp]."""

    def __init__(self, game: Hog, policy: Any, opponent: Any) -> None:
        own, opp = np.indices((game.goal,) * 2)
        super().__init__(game, (own, opp))
        found = match(game, [policy, opponent])
        self.wins: float = found.average
        plan, self._theirs = found.course.plans
        best = isinstance(opponent, Optimal)
        self._worths: Floats = solve(game).worths if best else reply_to(self._theirs)[1]
        self._chances: Floats = plan.chances
        self._visits: Floats = found.course.of_the_first
        self._best = self._worths.argmax(axis=0)
        costs = self._visits * given_away(plan, self._worths)
        choices = np.array(game.choices)
        best, chosen = choices[self._best], choices[:, None, None, None]
        where = [
            (best == 0) & (chosen > 0), (chosen == 0) & (best > 0), (best < 0) != (chosen < 0),
            (chosen > 0) & (chosen < best), (best > 0) & (best < chosen),
        ]  # fmt: skip
        self._kinds = dict(zip(KINDS, where))
        for name, kind in self._kinds.items():
            self.note(name, -1, self.zones, np.where(kind, costs, 0.0))
        self.parts: dict[Key, float] = {key: cost for key, cost in self.parts.items() if cost}

    def mistake(self, key: Key, choice: int, *place: int) -> tuple[tuple[Any, ...], Any, Any]:
        """(state, chosen, best) at a place of the costs."""
        choices = self.game.choices
        return self.game.state_at(place), choices[choice], choices[int(self._best[place])]

    def words(self, keys: frozenset[Key], state: tuple[Any, ...], chosen: Any) -> str:
        """What is done wrong in a situation; the free zero, of 0 dice, is named where missing it
        costs most.
        """
        key = next(iter(keys))
        if key.kind != FREE:
            return f"{_SAID[key.kind]} {ZONES[key.zone]}"
        free = self.game.choices.index(0)
        zone = self.zones == [*ZONES].index(key.zone)
        taken = (self._visits * self._chances[free])[(self._best == free) & zone]
        often = "too seldom" if taken.any() else "never"
        return f"{often} uses the free zero near {state[0]}, {ZONES[key.zone]}"

    # --- matches -------------------------------------------------------------------------------

    def win(self, policy: Any) -> float:
        """What another policy wins in its place."""
        return match(self.game, [policy, self._theirs]).average

    def mended(self, keys: frozenset[Key]) -> float:
        """What the policy wins if it plays a situation best."""
        where = np.zeros(self._chances.shape, dtype=bool)
        for key in keys:
            where |= self._kinds[key.kind] & (self.zones == [*ZONES].index(key.zone))
        moved = np.where(where, self._chances, 0.0)
        chances = self._chances - moved
        total = moved.sum(axis=0)
        for place in range(len(chances)):
            chances[place] += np.where(self._best == place, total, 0.0)
        return self.win(HogPolicy.mixed(self.game, chances))

    @lru_cache(maxsize=64)  # noqa: B019  a side is short-lived
    def _other(self, text: str) -> Floats:
        return plan_of(self.game, parse(self.game, text, files=False)).chances

    def instead(self, other: str) -> Floats:
        """What playing as ``other`` is worth more at each turn start, to the first order."""
        more = ((self._other(other) - self._chances) * self._worths).sum(axis=0)
        found: Floats = (more * self._visits).sum(axis=0)
        return found

    def win_unless(self, condition: Condition, other: str) -> float:
        """What the policy wins that plays as ``other`` where the condition holds."""
        where = np.asarray(condition(*self.scores))
        chances = np.where(where, self._other(other), self._chances)
        return self.win(HogPolicy.mixed(self.game, chances))

    # --- what may be changed -------------------------------------------------------------------

    def others(self, policy: Any) -> list[str]:
        """Policies that an exception may turn to: other numbers of dice."""
        return [f"always:{choice}" for choice in self.game.choices if choice >= 0]

    def one_more(self, policy: Any) -> list[str]:
        """Policies with one constant more: the fewest points for which 0 dice are rolled."""
        name, _, dice = policy.spec.partition(":")
        if name != "always" or 0 not in self.game.choices:
            return []
        return [f"free:{dice}:{points}" for points in range(1, self.game.goal // 4)]


side_of = HogSide
