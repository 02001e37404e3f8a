"""What a turn of Hog can gain, counted in whole numbers of rolls."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate
from math import comb

import numpy as np
from numpy.typing import NDArray

from ...games.hog import Hog

Outcomes = dict[tuple[int, int], int]
"""(gain, gift) and the number of rolls that gain it."""


def counts(game: Hog, sides: int) -> list[Outcomes]:
    """What 0, 1, … dice of so many sides gain the mover and the opponent, in how many rolls."""
    first = 1 if game.pig_out is None else 2
    sums = [1]
    several: list[Outcomes] = [{}]
    for dice in range(1, game.max_dice + 1):
        sums = _one_more(sums, first, sides)
        scored = [(points, number) for points, number in enumerate(sums) if number]
        if game.pig_out is not None:
            for ones in range(1, dice + 1):
                number = comb(dice, ones) * (sides - 1) ** (dice - ones)
                scored.append((game.pig_out_points(dice, ones), number))
        counted: Outcomes = {}
        for points, number in scored:
            outcome = game.gain(points, dice)
            counted[outcome] = counted.get(outcome, 0) + number
        several.append(counted)
    return several


def _one_more(sums: list[int], first: int, sides: int) -> list[int]:
    """The ways to each sum with one more die of the faces ``first … sides``; exact integers."""
    below = [0, *accumulate(sums)]
    last = len(sums)
    return [
        below[min(max(total - first + 1, 0), last)] - below[min(max(total - sides, 0), last)]
        for total in range(last + sides)
    ]


@dataclass(frozen=True)
class Turns:
    """What each choice can lead to, in whole numbers of rolls."""

    dice: tuple[int, int]
    """The sides of each kind of dice."""
    kind: NDArray[np.uint8]
    """Which kind is rolled at parity 0, at [own, opp]."""
    rolled: list[list[Outcomes] | None]
    """By kind and number of dice; None for a kind that is never rolled."""
    free: NDArray[np.intp]
    """(gain, gift) of 0 dice at [own, opp]."""
    exchange: tuple[int, int] | None
    """(gain, gift) of the choice -1."""

    def outcomes(self, choice: int, parity: int, own: int, opp: int) -> tuple[int, Outcomes]:
        """How many rolls a choice has, and what they gain."""
        if choice > 0:
            kind = int(self.kind[own, opp]) ^ parity
            rolled = self.rolled[kind]
            assert rolled is not None, "a kind that is rolled somewhere has its outcomes"
            return self.dice[kind] ** choice, rolled[choice]
        if choice == 0:
            gain, gift = self.free[own, opp].tolist()
            return 1, {(gain, gift): 1}
        assert self.exchange is not None, "only a game with exchange has the choice -1"
        return 1, {self.exchange: 1}
