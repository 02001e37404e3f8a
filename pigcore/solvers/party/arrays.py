"""The rules of a party as the arrays that the kernel reads, and tuples of scores by number."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ...games.race import Race
from ...kernels import party as kernel
from ..race.arrays import Floats, Indices, RaceArrays

__all__ = ["Floats", "PartyArrays"]


@dataclass(frozen=True)
class PartyArrays:
    """A party as typed arrays; ``pigcore/kernels/party.pyx`` says what each means."""

    game: Race

    @cached_property
    def turn(self) -> RaceArrays:
        """A turn, with every option."""
        return RaceArrays.of(self.game, every=True)

    @cached_property
    def places(self) -> Indices:
        """The points and the mode of all that a turn may come to below the goal, (places, 2).

        Points rise; of the same points, modes come after those that options of no gain lead to.
        """
        turn = self.turn
        if turn.single:
            return np.stack([np.arange(turn.goal), np.zeros(turn.goal, dtype=np.intp)], axis=1)
        points, mode = turn.cells[turn.cells[:, 0] < turn.goal].T
        rank = np.empty(len(turn.order), dtype=np.intp)
        rank[turn.order] = np.arange(len(turn.order))
        found: Indices = np.stack([points, mode], axis=1)[np.lexsort((rank[mode], points))]
        return found

    @property
    def size(self) -> int:
        """How many tuples of scores there are."""
        return int(self.game.units**self.game.players)

    @cached_property
    def party(self) -> kernel.Party:
        """The kernel's object of this game."""
        turn, places = self.turn, np.ascontiguousarray(self.places.T)
        return kernel.Party(
            self.game.players, turn.exact, turn.start, turn.least, turn.landing, turn.may,
            turn.thrown, turn.sets, turn.chances, turn.first, turn.gains, turn.after, turn.order,
            turn.fates,
            np.searchsorted(places[0], np.arange(turn.goal + 1)), places[0], places[1],
            turn.single,
        )  # fmt: skip

    def in_points(self, scores: tuple[int, ...]) -> tuple[int, ...]:
        """Scores in units as points."""
        return tuple(self.game.unit * score for score in scores)

    def part(self, place: int) -> tuple[Any, ...]:
        """The points of a place and, if there are several modes, its mode, as in a state."""
        points, mode = self.places[place].tolist()
        parts = (self.game.unit * points,)
        return parts if self.game.turn.roll is not None else (*parts, self.game.modes[mode])

    def number(self, scores: tuple[int, ...]) -> int:
        """The number of a tuple of scores, which is its place in the flat arrays."""
        found = 0
        for score in scores:
            found = found * self.game.units + score
        return found

    def scores(self, number: int) -> tuple[int, ...]:
        """The tuple of scores with a number."""
        found = []
        for _ in range(self.game.players):
            number, score = divmod(number, self.game.units)
            found.append(score)
        return tuple(found[::-1])

    def cycle(self, number: int) -> list[int]:
        """The numbers of the rotations of a tuple, in the order in which the players move."""
        others = self.size // self.game.units
        found = [number]
        for _ in range(self.game.players - 1):
            first, rest = divmod(found[-1], others)
            found.append(rest * self.game.units + first)
        return found
