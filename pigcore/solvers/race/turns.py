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

__all__ = ["Rolls", "Turns"]

Rolls = Floats | NDArray[np.uint8]
"""A player's decisions: uint8 or float64 (goal, goal, goal), the chance that he rolls at [own,
own + total, opp], or float64 (goal, goal), the turn starts by which he plays best. What the first
kind holds at total 0, where one must roll, and where there is no state is not looked at."""

REMEDY = "choose a smaller goal"


@dataclass(frozen=True, eq=False)
class Turns:
    """How the turns of one player end; ``pigcore/kernels/outcomes.pyx`` says what each array is.

    Each has an axis more, the first, for what the player remembers.
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
        """The turns that follow from ``decisions``, one for each state of the player's memory.

        Raises
        ------
        SizeError
            If they would not fit in memory.

        Notes
        -----
        O(goal**3 x gains) time, 4 goal**3 bytes for each state of memory.

        Examples
        --------
        Who holds at 1 in Piglet flips once:

        >>> import numpy as np
        >>> from pigcore.games import Piglet
        >>> Turns.of(Piglet(2), [np.zeros((2, 2, 2), dtype=np.uint8)]).won[0]
        array([[0. , 0. ],
               [0.5, 0.5]])
        """
        goal, memories = game.goal, len(decisions)
        size = goal * goal * (goal + 3) // 2
        require(8 * memories * size, f"how each turn of a race to {goal} ends", REMEDY)
        ends = np.zeros((memories, size))
        wiped, bonus, leave, final = np.zeros((4, memories, goal, goal))
        rules = _outcomes(game)
        for m, plan in enumerate(decisions):
            for first, rolls in _rows(game, plan):
                rules.fill(first, rolls, ends[m], wiped[m], bonus[m], leave[m], final[m])
        arrays = (ends, wiped, bonus, leave, final, np.array(after, dtype=np.intp))
        for array in arrays:
            array.setflags(write=False)
        return cls(game, tuple(decisions), *arrays)

    @property
    def memories(self) -> int:
        """How many things the player can remember."""
        return len(self.ends)

    @cached_property
    def won(self) -> Floats:
        """P(the turn wins), (memories, goal, goal) at [memory, own, opp]."""
        return np.stack([self._ends(own)[..., -1] for own in range(self.game.goal)], axis=1)

    def worth(self, starts: Floats) -> Floats:
        """What each turn is worth where the turn starts that it leads to are worth ``starts``.

        float64 (memories, goal, goal); the other player's turn starts are ``starts`` as well.
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

        float64 (memories, goal, goal).
        """
        return np.maximum(starts - self.worth(starts), 0.0)

    def reached(self, own: int, memory: int = 0) -> Floats:
        """The chance that a turn from ``own`` comes to s, float64 (goal, goal) at [s, opp]."""
        reached = np.zeros((self.game.goal,) * 2)
        _outcomes(self.game).reached(own, rolls_at(self.game, self.decisions[memory], own), reached)
        return reached

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


def rolls_at(game: Race, plan: Rolls, own: int) -> Any:
    """The chances to roll with ``own`` points banked, (1, goal, goal) at [0, s, opp]."""
    return next(rows for first, rows in _rows(game, plan, own) if first == own)


def _rows(game: Race, plan: Rolls, least: int = 0) -> Iterator[tuple[int, Any]]:
    """(own, chances to roll at [0 …, s, opp] from there on), for all own from ``least`` up."""
    if plan.ndim == 3:
        yield least, np.ascontiguousarray(plan[least:] if least == 0 else plan[least : least + 1])
        return
    tables = RaceArrays.of(game)
    held = tables.held(plan.astype(np.float64, copy=False))
    for own in range(least, game.goal):
        rolls = np.zeros((1, game.goal, game.goal), dtype=np.uint8)
        rolls[0, own:] = (
            tables.rolled(held, own, game.goal)[own:] > held[own : game.goal, : game.goal]
        )
        yield own, rolls


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
