"""Hog without rounding: whole numbers, every tie.

Every turn of every term raises the total of the two scores, so a game is a number of layers, one
for each total, and at most L turns are left in the lowest layer, L being the number of layers. A
turn with n dice of s sides divides by s**n. With S the least common multiple of all such
divisors, every value of the game is therefore a whole multiple of S**-L: the recursion is done in
integers, in units of S**-L, without a single rounding. The best choices are those whose integers
are equal to the largest, and ties are proved by equality.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import lcm
from operator import mul
from typing import Any

from .rules import Landing, Rules, State

__all__ = ["Ended", "Exact", "Turns"]

Ended = list[list[list[Any]]]
"""What it is worth to end a turn at x points against y, in units: [parity][y][x]."""

Layer = dict[State, dict[int, int]]
"""What the choices of states are worth."""


class Turns:
    """What turns come to: sums of whole numbers over their rolls."""

    width: int
    height: int

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        # The weights of a roll as runs over gains, for each gift: (gift, first gain, weights).
        self.runs: dict[int, dict[int, list[Any]]] = {
            sides: {dice: _runs_of(rolls) for dice, rolls in several.items()}
            for sides, several in rules.rolls.items()
        }
        self.arrivals: dict[int, list[tuple[int, int, Landing]]] = {t: [] for t in rules.layers}
        for (x, y), landing in rules.landings.items():
            if landing.winner is None:
                self.arrivals[landing.own + landing.opp].append((x, y, landing))
        gains = [rules.exchange or (0, 0)]
        gains += [
            gained
            for several in rules.rolls.values()
            for value in several.values()
            for gained in value
        ]
        most, most_given = map(max, zip(*gains))
        self.width = max(rules.goal + most, 1 + max(x for x, _ in rules.landings))
        """Of tables of scores that a turn may end at: x, and in the same way y."""
        self.height = max(rules.goal + most_given, 1 + max(y for _, y in rules.landings))

    def ended(self, unit: int, unknown: int = 0) -> Ended:
        """What it is worth to end a turn where that ends the game, and ``unknown`` elsewhere."""
        tables = [
            [[unknown] * self.width for _ in range(self.height)]
            for _ in range(self.rules.game.parities)
        ]
        for (x, y), landing in self.rules.landings.items():
            if landing.winner is not None:
                for table in tables:
                    table[y][x] = unit * landing.winner
        return tables

    def total(self, choice: int, state: State, ended: Ended) -> tuple[Any, int]:
        """The sum of what all rolls of a choice are worth, and how many there are."""
        own, opp, parity = state
        if choice <= 0:
            one = self.rules.exchange if choice else self.rules.free[own, opp]
            assert one is not None
            gain, gift = one
            return ended[1 - parity if choice else parity][opp + gift][own + gain], 1
        sides = self.rules.sides[state]
        total = 0
        for gift, first, weights in self.runs[sides][choice]:
            row = ended[parity][opp + gift]
            total += sum(map(mul, weights, row[own + first : own + first + len(weights)]))
        rolls: int = sides**choice
        return total, rolls


class Exact(Turns):
    """Values of an acyclic game as whole numbers of units, from a total of the scores on."""

    layers: list[int]

    def __init__(self, rules: Rules, lowest: int = 0) -> None:
        super().__init__(rules)
        step = lcm(*(sides**rules.game.max_dice for sides in rules.rolls))
        self.layers = [total for total in rules.layers if total >= lowest]
        self.unit: int = step ** len(self.layers)
        """One, in units."""
        self.known: Ended = self.ended(self.unit)

    def worth(self, choice: int, state: State, ended: Ended) -> int:
        """What one choice is worth to a player to whom ended turns are worth ``ended``."""
        total: int
        total, rolls = self.total(choice, state, ended)
        worth, rest = divmod(total, rolls)
        if rest:
            raise ArithmeticError("a value is no multiple of the unit: the proof fails")
        return worth

    def settled(
        self,
        asked: Mapping[State, Sequence[int]],
        best: Callable[[State], Sequence[int]],
    ) -> Iterator[tuple[int, Layer]]:
        """The worths of choices that are ``asked`` for, a layer at a time.

        So are those of the choices, ``best`` or as good as these, in all states that they lead to.
        """
        needed: dict[int, dict[State, Sequence[int]]] = {total: {} for total in self.layers}
        for state, choices in asked.items():
            needed[state[0] + state[1]][state] = choices
        for total in reversed(self.layers):
            for state, choices in needed[total].items():
                for landing, parity in self._after(state, choices):
                    after = (*landing.state, parity)
                    others = needed[landing.own + landing.opp]
                    if after not in others:
                        others[after] = best(after)
        for total, states in needed.items():
            layer = {
                state: {choice: self.worth(choice, state, self.known) for choice in choices}
                for state, choices in states.items()
            }
            yield total, layer
            for x, y, landing in self.arrivals[total]:
                for parity, table in enumerate(self.known):
                    if (*landing.state, parity) in layer:
                        value = max(layer[*landing.state, parity].values())
                        table[y][x] = value if landing.same else self.unit - value

    def _after(self, state: State, choices: Sequence[int]) -> Iterator[tuple[Landing, int]]:
        """Where the game goes on after some choices, and the parity there."""
        for choice in choices:
            _, parity, places = self.rules.outcomes(state, choice)
            for _, x, y in places:
                landing = self.rules.landings[x, y]
                if landing.winner is None:
                    yield landing, parity


def _runs_of(rolls: dict[tuple[int, int], int]) -> list[tuple[int, int, list[int]]]:
    """The numbers of rolls, by (gain, gift), as runs over gains: (gift, first gain, numbers)."""
    runs = []
    for gift in sorted({gift for _, gift in rolls}):
        gains = sorted(gain for gain, other in rolls if other == gift)
        weights = [rolls.get((gain, gift), 0) for gain in range(gains[0], gains[-1] + 1)]
        runs.append((gift, gains[0], weights))
    return runs
