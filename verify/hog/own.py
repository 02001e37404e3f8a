"""The choices that follow from a table of Hog, as whoever plays by it computes them.

A choice is worth the average, over its rolls, of what the table says of the states they lead to.
The solution's own choice is the first whose worth is the largest but for rounding (``TIED``).
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import mul

from ..own import TIED, OwnCount, pick
from .exact import runs_of
from .judgement import Judgement
from .rules import Rules, State

__all__ = ["OwnChoices"]

Rows = Sequence[Sequence[float]]


class OwnChoices:
    """Counts the choices of the table ``values``, at [parity][own][opp], state after state."""

    count: OwnCount
    rules: Rules

    def __init__(self, rules: Rules, values: Sequence[Rows], claimed: float | None) -> None:
        self.rules, self.count = rules, OwnCount(claimed)
        self._runs = {
            sides: {
                dice: [
                    (gift, first, [number / sides**dice for number in numbers])
                    for gift, first, numbers in runs_of(rolls)
                ]
                for dice, rolls in several.items()
            }
            for sides, several in rules.rolls.items()
        }
        width = 1 + max(x for x, _ in rules.landings)
        height = 1 + max(y for _, y in rules.landings)
        # What it is worth to end a turn at x points against y: [parity][y][x].
        self._ended = [[[0.0] * width for _ in range(height)] for _ in values]
        for (x, y), landing in rules.landings.items():
            for table, rows in zip(self._ended, values):
                if landing.winner is not None:
                    table[y][x] = float(landing.winner)
                else:
                    own, opp = landing.state
                    table[y][x] = rows[own][opp] if landing.same else 1.0 - rows[own][opp]

    def worths(self, state: State) -> dict[int, float]:
        """What each choice is worth."""
        return {choice: self._worth(choice, state) for choice in self.rules.game.choices}

    def _worth(self, choice: int, state: State) -> float:
        own, opp, parity = state
        if choice > 0:
            table, total = self._ended[parity], 0.0
            for gift, first, weights in self._runs[self.rules.sides[state]][choice]:
                row = table[opp + gift]
                total += sum(map(mul, weights, row[own + first : own + first + len(weights)]))
            return total
        free = self.rules.free[own, opp] if choice == 0 else self.rules.exchange
        assert free is not None
        gain, gift = free
        return self._ended[parity if choice == 0 else 1 - parity][opp + gift][own + gain]

    def add(self, state: State, judgement: Judgement) -> None:
        """Compare the table's choice in one state with those that are proved to be best."""
        if judgement.settled:
            chosen, margin = pick(self.worths(state), TIED)
            self.count.judge(chosen, judgement.best, margin)
