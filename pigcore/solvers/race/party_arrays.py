"""The rules of a party as the arrays that the kernel reads, and tuples of scores by number."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ...games.race import Race
from ...kernels import Indices
from .arrays import RaceArrays
from .last_turns import LastTurns, last_turns_of


@dataclass(frozen=True)
class PartyArrays:
    """A party as typed arrays."""

    game: Race

    @cached_property
    def turn(self) -> RaceArrays:
        """A turn, with every option, of who is followed by the others if it counts who is."""
        return RaceArrays.of(self.first, every=True)

    @cached_property
    def first(self) -> Race:
        """The race as it is seen from the first seat."""
        return self.game.seen_from(1)

    @cached_property
    def last_turns(self) -> LastTurns | None:
        """What last turns come to, if there are any."""
        return None if self.game.end == "goal" else last_turns_of(self.first)

    @cached_property
    def places(self) -> Indices:
        """The points and the mode of all with which a turn may go on, (places, 2).

        Points rise; of the same points, modes come after those that options of no gain lead to.
        """
        turn = self.turn
        if turn.single:
            return np.stack([np.arange(turn.goal), np.zeros(turn.goal, dtype=np.intp)], axis=1)
        points, mode = turn.cells[turn.cells[:, 0] < turn.rolled].T
        rank = np.empty(len(turn.order), dtype=np.intp)
        rank[turn.order] = np.arange(len(turn.order))
        found: Indices = np.stack([points, mode], axis=1)[np.lexsort((rank[mode], points))]
        return found

    @property
    def size(self) -> int:
        """How many tuples of scores there are, of each seat if there are several."""
        return self.game.seats * self.tuples

    @property
    def tuples(self) -> int:
        """How many tuples of scores there are."""
        return int(self.game.units**self.game.players)

    def in_points(self, scores: tuple[int, ...]) -> tuple[int, ...]:
        """Scores in units as points."""
        return tuple(self.game.unit * score for score in scores)

    def part(self, place: int) -> tuple[Any, ...]:
        """The points of a place and, if there are several modes, its mode, as in a state."""
        points, mode = self.places[place].tolist()
        parts = (self.game.unit * points,)
        return parts if self.game.turn.roll is not None else (*parts, self.game.modes[mode])

    def number(self, scores: tuple[int, ...], seat: int = 1) -> int:
        """The number of a tuple of scores, which is its place in the flat arrays."""
        found = seat - 1
        for score in scores:
            found = found * self.game.units + score
        return found

    def scores(self, number: int) -> tuple[int, ...]:
        """The tuple of scores with a number, whatever the seat."""
        found = []
        for _ in range(self.game.players):
            number, score = divmod(number, self.game.units)
            found.append(score)
        return tuple(found[::-1])
