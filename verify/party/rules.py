"""The rules of a party as the proof reads them: chances as whole numbers, tuples by number."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from pigcore.games.errors import SizeError
from pigcore.games.race import Race

__all__ = ["MOST_STARTS", "Rules"]

MOST_STARTS = 2_000_000
"""Turn starts that are proved: their bounds take some 500 bytes each."""


class Rules:
    """A party in whole numbers.

    A throw gains g with chance a / ``below`` for (g, a) in ``gains`` and busts with ``bust`` /
    ``below``. A bust of a mover with s points banks ``landing[s]``.
    """

    def __init__(self, game: Race) -> None:
        race = game.for_two
        self.game: Race = game
        self.goal: int = race.goal
        self.players: int = game.players
        self.size: int = self.goal**self.players
        if self.size > MOST_STARTS:
            raise SizeError(
                f"{game.name} to {self.goal} has {self.size:,} turn starts, but at most "
                f"{MOST_STARTS:,} are proved: choose a smaller goal"
            )
        self.below: int = race.roll.denominator
        most = self.goal + 1
        weights: dict[int, int] = {}
        for gain, chance in race.roll.gains:
            weights[min(gain, most)] = weights.get(min(gain, most), 0) + int(chance * self.below)
        self.gains: list[tuple[int, int]] = sorted(weights.items())
        self.most: int = max(weights, default=1)
        self.bust: int = int(race.roll.bust * self.below)
        self.exact: bool = race.target == "exact"
        self.landing: list[int] = [race.after_bust(own) for own in range(self.goal)]
        self.dead: tuple[bool, ...] = game.dead
        self.indifferent: list[bool] = [it and not race.consolation for it in game.dead]

    def number(self, scores: tuple[int, ...]) -> int:
        """The place of a tuple of scores in a flat table."""
        found = 0
        for score in scores:
            found = found * self.goal + score
        return found

    def circle(self, scores: tuple[int, ...]) -> list[tuple[int, ...]]:
        """The rotations of a tuple, in the order in which the players move."""
        return [scores[m:] + scores[:m] for m in range(self.players)]

    def cells(self, least: tuple[int, ...] | None = None) -> Iterator[tuple[int, ...]]:
        """A tuple for each cell, those of larger totals first.

        With ``least`` only the cells that play can come to from these scores; the tuple then has
        the players in that order.
        """
        lows = least or (0,) * self.players
        by_total: dict[int, list[tuple[int, ...]]] = {}
        for scores in product(*(range(low, self.goal) for low in lows)):
            if least or scores == min(self.circle(scores)):
                by_total.setdefault(sum(scores), []).append(scores)
        for total in sorted(by_total, reverse=True):
            yield from by_total.pop(total)
