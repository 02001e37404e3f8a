"""How the turns of one player end whose decisions are known."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...games.race import Race
from ...kernels.chain import Player
from ...kernels.outcomes import Outcomes
from ...memory import require
from .arrays import Floats, Indices, RaceArrays

__all__ = ["Rolls", "Turns", "rolls_of"]

Rolls = Floats | NDArray[np.uint8]
"""A player's decisions: uint8 or float64 (goal, goal, goal), the chance that he rolls at [own,
own + total, opp], or float64 (goal, goal), the turn starts by which he plays best. What the first
kind holds at total 0, where one must roll, and where there is no state is not looked at."""

REMEDY = "choose a smaller goal"


@dataclass(frozen=True, eq=False)
class Turns:
    """How the turns of one player end; ``pigcore/kernels/outcomes.pyx`` says what each array is.

    Each has an axis more, the first: a table of turns for each thing that the player can remember
    or, if he sees what the other one remembers as well, for each pair of both.
    """

    game: Race
    decisions: tuple[Rolls, ...]
    ends: Floats
    wiped: Floats
    bonus: Floats
    leave: Floats
    final: Floats
    after: Indices
    """What is remembered after a turn that did not score, and after one that did: (memories, 2)."""

    @classmethod
    def of(
        cls, game: Race, decisions: Sequence[Rolls], after: Sequence[tuple[int, int]] = ((0, 0),)
    ) -> Turns:
        """The turns that follow from ``decisions``, one for each table.

        Raises
        ------
        SizeError
            If they would not fit in memory.

        Notes
        -----
        O(goal**3 x gains) time, 4 goal**3 bytes for each table.

        Examples
        --------
        Who holds at 1 in Piglet flips once:

        >>> import numpy as np
        >>> from pigcore.games import Piglet
        >>> Turns.of(Piglet(2), [np.zeros((2, 2, 2), dtype=np.uint8)]).won[0]
        array([[0. , 0. ],
               [0.5, 0.5]])
        """
        goal, tables = game.goal, len(decisions)
        size = goal * goal * (goal + 3) // 2
        require(8 * tables * size, f"how each turn of a race to {goal} ends", REMEDY)
        ends = np.zeros((tables, size))
        wiped, bonus, leave, final = np.zeros((4, tables, goal, goal))
        rules = _outcomes(game)
        for plan, *rows in zip(decisions, ends, wiped, bonus, leave, final):
            if plan.ndim == 3:
                rules.fill(0, np.ascontiguousarray(plan), *rows)
            else:
                for own, rolls in enumerate(rolls_of(game, plan)):
                    rules.fill(own, rolls[None], *rows)
        arrays = (ends, wiped, bonus, leave, final, np.array(after, dtype=np.intp))
        for array in arrays:
            array.setflags(write=False)
        return cls(game, tuple(decisions), *arrays)

    @property
    def memories(self) -> int:
        """How many things the player can remember."""
        return len(self.after)

    @cached_property
    def won(self) -> Floats:
        """P(the turn wins), (tables, goal, goal) at [table, own, opp]."""
        return np.stack([self._ends(own)[..., -1] for own in range(self.game.goal)], axis=1)

    @property
    def contraction(self) -> float:
        """The largest chance that the turns of both players bust at a pair of scores, 0 … 1.

        Pairs of which one or both players can never reach the goal apart. Two values of a pair
        that are swapped into each other come nearer to their limits by this factor.
        """
        dead = RaceArrays.of(self.game).dead.astype(bool)
        stay = np.where(dead[:, None] | dead, 0.0, 1.0 - self.leave)
        return float((stay * stay.swapaxes(1, 2)).max())

    def worth(self, starts: Floats) -> Floats:
        """What each turn is worth where the turn starts that it leads to are worth ``starts``.

        float64 (tables, goal, goal); the other player's turn starts are ``starts`` as well.
        """
        paid = 1.0 - starts
        worth = self.wiped * paid[:, 0]
        for own, back in enumerate(self._landing):
            ends = self._ends(own)
            worth[:, own] += (ends[..., :-1] * paid[:, own:]).sum(axis=2) + ends[..., -1]
            if own < back < self.game.goal:
                worth[:, own] += self.bonus[:, own] * paid[:, back]
        return worth

    def loss(self, starts: Floats) -> Floats:
        """What each turn gives away where best play is worth ``starts``: the sum of its mistakes.

        float64 (tables, goal, goal). A decision that is best adds nothing, not even a rounding.
        """
        found = np.zeros_like(self.leave)
        for table in range(len(found)):
            for own, (_, _, lost, reached) in enumerate(self.mistakes(starts, table)):
                found[table, own] = (lost * reached).sum(axis=0)
        return found

    def mistakes(
        self, starts: Floats, table: int
    ) -> Iterator[tuple[Floats, Floats, Floats, Floats]]:
        """(hold, roll, loss, chance of coming there) from 0, 1, … points, at [total, opp].

        Payoffs are those where best play is worth ``starts``.
        """
        tables = RaceArrays.of(self.game)
        held, goal = tables.held(starts), self.game.goal
        for own, rolls in enumerate(self.rolls(table)):
            hold, roll = held[own:goal, :goal], tables.rolled_at(held, own, goal)[own:]
            chance = rolls[own:].astype(np.float64)
            lost = np.maximum(hold, roll) - (chance * roll + (1.0 - chance) * hold)
            lost[0] = 0.0  # one must roll
            yield hold, roll, np.maximum(lost, 0.0), self.reached(own, rolls)[own:]

    def rolls(self, table: int = 0) -> Iterator[NDArray[Any]]:
        """The chances to roll, (goal, goal) at [s, opp], with 0, 1, … points banked."""
        plan = self.decisions[table]
        return iter(plan) if plan.ndim == 3 else rolls_of(self.game, plan)

    def reached(self, own: int, rolls: NDArray[Any]) -> Floats:
        """The chance that a turn comes to s, (goal, goal) at [s, opp], given ``rolls`` there."""
        reached = np.zeros((self.game.goal,) * 2)
        _outcomes(self.game).reached(own, np.ascontiguousarray(rolls)[None], reached)
        return reached

    def by_memory(self, array: Floats) -> Floats:
        """A number for each turn start as (memories, 1 or the other's memories, goal, goal)."""
        return array.reshape(self.memories, -1, *array.shape[1:])

    def player(self) -> Player:
        """The kernel's object of this player."""
        return Player(self.ends, self.wiped, self.bonus, self.leave, self.after, self._landing)

    @cached_property
    def _landing(self) -> Indices:
        return RaceArrays.of(self.game).landing

    def _ends(self, own: int) -> Floats:
        """Of the turns from ``own``, at [memory, opp, s - own], the last s being the goal."""
        goal = self.game.goal
        length = goal + 1 - own
        start = goal * (own * (goal + 1) - own * (own - 1) // 2)
        return self.ends[:, start : start + goal * length].reshape(-1, goal, length)


def rolls_of(game: Race, starts: Any, margin: Any = 0.0) -> Iterator[NDArray[np.uint8]]:
    """Where rolling is better by more than ``margin``, as ``Turns.rolls`` has decisions.

    Turn starts are worth ``starts``; ``margin`` is a number, or one for each [s, opp].
    """
    tables = RaceArrays.of(game)
    held, margins = tables.held(starts), np.broadcast_to(margin, (game.goal,) * 2)
    for own in range(game.goal):
        rolls = np.zeros((game.goal,) * 2, dtype=np.uint8)
        gained = tables.rolled_at(held, own, game.goal)[own:] - held[own : game.goal, : game.goal]
        rolls[own:] = gained > margins[own:]
        yield rolls


@lru_cache(maxsize=64)
def _outcomes(game: Race) -> Outcomes:
    tables = RaceArrays.of(game)
    # What a winner has in the end takes the gains as they are, not cut to the goal.
    gains = [(gain, float(chance)) for gain, chance in game.roll.gains]
    exact = tables.exact
    points = [
        sum(
            (score + gain) * chance
            for gain, chance in gains
            if score + gain == game.goal or (score + gain > game.goal and not exact)
        )
        for score in range(game.goal)
    ]
    consoled: Floats = np.arange(game.goal) + np.float64(game.consolation)
    return Outcomes(
        tables.gains, tables.chances, tables.bust, tables.wipe, exact, tables.landing,
        tables.dead, np.array(points, dtype=np.float64), consoled,
    )  # fmt: skip
