"""The rules of a party as the arrays that the kernel reads, and tuples of scores by number."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ...games.race import Race
from ...kernels import party as kernel

__all__ = ["Floats", "PartyArrays"]

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class PartyArrays:
    """A party as typed arrays; ``pigcore/kernels/party.pyx`` says what each means."""

    game: Race

    @property
    def size(self) -> int:
        """How many tuples of scores there are."""
        return int(self.game.goal**self.game.players)

    @cached_property
    def party(self) -> kernel.Party:
        """The kernel's object of this game."""
        race = self.game.for_two
        # A larger gain than this does what this one does: win, or overshoot.
        most = race.goal + (race.target == "exact")
        weights: dict[int, float] = {}
        for gain, chance in race.roll.gains:
            weights[min(gain, most)] = weights.get(min(gain, most), 0.0) + float(chance)
        return kernel.Party(
            self.game.players,
            np.array(list(weights), dtype=np.intp),
            np.array(list(weights.values()), dtype=np.float64),
            float(race.roll.bust),
            race.target == "exact",
            np.array([race.after_bust(own) for own in range(race.goal)], dtype=np.intp),
            np.array(self.game.dead, dtype=np.uint8),
        )

    def number(self, scores: tuple[int, ...]) -> int:
        """The number of a tuple of scores, which is its place in the flat arrays."""
        found = 0
        for score in scores:
            found = found * self.game.goal + score
        return found

    def scores(self, number: int) -> tuple[int, ...]:
        """The tuple of scores with a number."""
        found = []
        for _ in range(self.game.players):
            number, score = divmod(number, self.game.goal)
            found.append(score)
        return tuple(found[::-1])

    def circle(self, number: int) -> list[int]:
        """The numbers of the rotations of a tuple, in the order in which the players move."""
        others = self.size // self.game.goal
        found = [number]
        for _ in range(self.game.players - 1):
            first, rest = divmod(found[-1], others)
            found.append(rest * self.game.goal + first)
        return found
