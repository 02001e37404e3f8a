"""Hog without rounding: whole numbers, every state, every tie.

Every turn of every term raises the total of the two scores, so a game is a number of layers, one
for each total, and at most L turns are left in the lowest layer, L being the number of layers. A
turn with n dice of s sides divides by s**n. With S the least common multiple of all such
divisors, every value of the game is therefore a whole multiple of S**-L: the recursion is done in
integers, in units of S**-L, without a single rounding. The best choices are those whose integers
are equal to the largest, and ties are proved by equality.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import lcm
from operator import mul

from .rules import Landing, Rules, State

__all__ = ["Ended", "Exact", "runs_of"]

Ended = list[list[list[int]]]
"""What it is worth to end a turn at x points against y, in units: [parity][y][x]."""


class Exact:
    """Every value of an acyclic game as a whole number of units."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        game = rules.game
        step = lcm(*(sides**game.max_dice for sides in rules.rolls))
        self.unit: int = step ** len(rules.layers)
        """One, in units."""
        # The weights of a roll as runs over gains, for each gift: (gift, first gain, weights).
        self.runs: dict[int, dict[int, list[tuple[int, int, list[int]]]]] = {
            sides: {dice: runs_of(rolls) for dice, rolls in several.items()}
            for sides, several in rules.rolls.items()
        }
        width = 1 + max(x for x, _ in rules.landings)
        height = 1 + max(y for _, y in rules.landings)
        self.ended: Ended = [[[0] * width for _ in range(height)] for _ in range(game.parities)]
        self.arrivals: dict[int, list[tuple[int, int, Landing]]] = {t: [] for t in rules.layers}
        for (x, y), landing in rules.landings.items():
            if landing.winner is None:
                self.arrivals[landing.own + landing.opp].append((x, y, landing))
            elif landing.winner:
                for table in self.ended:
                    table[y][x] = self.unit

    def worths(self, own: int, opp: int, parity: int) -> dict[int, int]:
        """What each choice is worth in a state whose successors are all settled."""
        choices = self.rules.game.choices
        return {choice: self.worth(choice, (own, opp, parity), self.ended) for choice in choices}

    def worth(self, choice: int, state: State, ended: Ended) -> int:
        """What one choice is worth to a player to whom ended turns are worth ``ended``."""
        own, opp, parity = state
        if choice == -1:
            assert self.rules.exchange is not None
            gain, gift = self.rules.exchange
            return ended[1 - parity][opp + gift][own + gain]
        if choice == 0:
            gain, gift = self.rules.free[own, opp]
            return ended[parity][opp + gift][own + gain]
        sides = self.rules.game.sides(own, opp, parity)
        total = 0
        for gift, first, weights in self.runs[sides][choice]:
            row = ended[parity][opp + gift]
            total += sum(map(mul, weights, row[own + first : own + first + len(weights)]))
        rolls: int = sides**choice
        worth, rest = divmod(total, rolls)
        if rest:
            raise ArithmeticError("a value is no multiple of the unit: the proof fails")
        return worth

    def layers(self) -> Iterator[tuple[int, dict[State, dict[int, int]]]]:
        """Every state's worths, a layer at a time; a layer is settled when the next is asked."""
        for total in self.rules.layers:
            layer = {state: self.worths(*state) for state in self.rules.layer(total)}
            yield total, layer
            for x, y, landing in self.arrivals[total]:
                for parity, table in enumerate(self.ended):
                    value = max(layer[*landing.state, parity].values())
                    table[y][x] = value if landing.same else self.unit - value


def runs_of(rolls: dict[tuple[int, int], int]) -> list[tuple[int, int, list[int]]]:
    """The numbers of rolls, by (gain, gift), as runs over gains: (gift, first gain, numbers)."""
    runs = []
    for gift in sorted({gift for _, gift in rolls}):
        gains = sorted(gain for gain, other in rolls if other == gift)
        weights = [rolls.get((gain, gift), 0) for gain in range(gains[0], gains[-1] + 1)]
        runs.append((gift, gains[0], weights))
    return runs
