"""The rules of a race of any turn as the arrays that the kernel reads, last turns included."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from ...games.dice import Dice
from ...games.errors import RuleError
from ...games.race import MOST_BEYOND, Race
from ...kernels.turns import BANKS, THROWS
from ..race.turn_arrays import Floats, Indices, TurnArrays

__all__ = ["NEGLIGIBLE", "FarkleArrays", "Floats", "arrays_to_ask", "chances_of_a_turn"]

NEGLIGIBLE = 1e-19
"""A turn that comes so far with a smaller chance than this need not be followed."""

FURTHER = 256
"""So many units beyond the goal are tried as aims of a turn."""


@dataclass(frozen=True, eq=False)
class FarkleArrays(TurnArrays):
    """The arrays of a game, with what a last turn needs."""

    @classmethod
    def of(  # type: ignore[override]
        cls, game: Race, *, whole: bool = False, every: bool = False
    ) -> FarkleArrays:
        """The arrays of a game; ``whole`` follows a last turn through every state there is.

        Turn starts need no more than the scores at which somebody throws. ``every`` keeps the
        choices, too, that best play never takes.
        """
        tables = super().of(
            game.turn,
            game.goal,
            game.target,
            consolation=game.consolation,
            opening=game.opening,
            minimum_bank=game.minimum_bank,
            every=every,
            last_turn=game.last_turn,
            unit=game.unit,
        )
        if not game.last_turn:
            return tables
        further = tables._beyond()
        if whole:
            further = max(further, tables.goal + int(tables.gains.max()))
        return tables.followed(further)

    def followed(self, further: int) -> FarkleArrays:
        """The same, of turns that are followed so many units beyond the goal."""
        most = self.goal + further + int(self.gains.max())
        return replace(self, further=further, chase=self._chances_of(most))

    def _chances_of(self, most: int) -> Floats:
        """The best chance of at least 0, 1, …, `most` units in a turn that begins."""
        return chances_of_a_turn(self, most)[:, self.start].copy()

    def _beyond(self) -> int:
        """How many units beyond the goal a turn is followed if there is a last turn.

        One banks from there on, or comes there with a negligible chance.
        """
        bust = float(self.thrown[self.may & THROWS > 0, 0].min())
        length = 2 * (self.goal + FURTHER)
        while length <= MOST_BEYOND:
            chase = self._chances_of(length)
            found = [int(np.argmax(chase < NEGLIGIBLE)) or length]
            if (self.may & BANKS).all():  # who must throw at any score comes to any score
                found.append(bank_from(chase, self.goal, bust))
            if self.goal + min(found) < length:
                return min(found)
            length *= 2
        raise RuleError(
            "with a last turn, turns that hardly ever bust may be too long to follow: "
            "leave a combination or the last turn out"
        )

    # --- where dice are set aside: n dice in hand are mode n - 1 ----------------------------------

    @property
    def dice(self) -> int:
        """How many dice there are."""
        return len(self.may)

    @property
    def dealt(self) -> Indices:
        """The dice that each set is thrown with."""
        return self.owner + 1

    @property
    def left(self) -> Indices:
        """The dice that each choice leaves, 0 for all again."""
        return (self.after + 1) % self.dice


@lru_cache(maxsize=8)
def arrays_to_ask(game: Race, doublings: int = 0) -> FarkleArrays:
    """The arrays that follow a last turn as far as games come, or twice as far, and so on."""
    tables = FarkleArrays.of(game, whole=True, every=not isinstance(game.turn.source, Dice))
    if not doublings:
        return tables
    return tables.followed((tables.rolled << doublings) - tables.goal)


def choices_worth_keeping(
    options: frozenset[tuple[int, int]], unit: int, every: bool
) -> list[tuple[int, int]]:
    """(units, dice left) of a set of choices, without those that another one is never worse than.

    Where the first to bank the goal wins, more points for the same dice left are never worse.
    """
    if every:
        kept = sorted(options)
    else:
        most: dict[int, int] = {}
        for points, left in options:
            most[left] = max(points, most.get(left, 0))
        kept = sorted((points, left) for left, points in most.items())
    return [(points // unit, left) for points, left in kept]


def bank_from(chase: Floats, goal: int, bust: float) -> int:
    """How many units beyond the goal one banks, at every larger score and with any dice.

    Who needs d to reach the goal passes a score of b beyond it with chance ``chase[d + b + 1]``.
    Banking loses no more than that; throwing loses ``bust`` V, at least, where V is that player's
    chance of winning at his turn's start. He may go for A beyond the goal, and then wins unless
    that is passed in turn by somebody who has one unit less than the goal, or nothing more:

        V >= max over A of chase[d + A] (1 - chase[A + 2]).

    So banking is best where chase[d + b + 1] <= bust V, and chase falls with b.
    """
    further = np.arange(FURTHER)
    need = np.arange(1, goal + 1)
    least = (chase[need[:, None] + further] * (1.0 - chase[further + 2])).max(axis=1)
    # A thousandth more than roundings could make of it.
    return int(max(np.searchsorted(-chase, -0.999 * bust * least) - need - 1, default=0))


def chances_of_a_turn(tables: TurnArrays, most: int) -> Floats:
    """The best chance of at least 0, 1, …, `most` units more in mode m, at [., m]."""
    shift, modes = int(tables.gains.max()), len(tables.may)
    best = np.zeros((shift + most + 1, modes))
    best[: shift + 1] = 1.0  # whoever needs 0 or less has it
    # Modes that options of no gain lead to are found before those that lead there.
    steps = modes if (tables.gains == 0).any() else 1
    for need in range(1, most + 1):
        for _ in range(steps):
            row = best[need + shift - tables.gains, tables.after]
            by_set = np.maximum.reduceat(row, tables.first[:-1]) * tables.chances
            found = np.bincount(tables.owner, by_set, modes)
            if (found == best[need + shift]).all():
                break
            best[need + shift] = found
    return best[shift:]
