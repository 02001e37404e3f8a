"""The choices that follow from a table of Hog, as whoever plays by it computes them.

A choice is worth the average, over its rolls, of what the table says of the states they lead to.
The solution's own choice is the first whose worth is the largest but for rounding (``TIED``).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from ..own import TIED, OwnCount, pick
from .exact import Turns
from .judgement import Judgement
from .rules import Rules, State

__all__ = ["OwnChoices"]

Rows = Sequence[Sequence[float]]


class OwnChoices:
    """Counts the choices of the table ``values``, at [parity][own][opp], state after state."""

    count: OwnCount
    rules: Rules

    def __init__(self, rules: Rules, values: Sequence[Rows]) -> None:
        self.rules, self.count = rules, OwnCount()
        self._turns = Turns(rules)
        for sides, several in self._turns.runs.items():
            for dice, runs in several.items():
                runs[:] = [(*at, [n / sides**dice for n in numbers]) for *at, numbers in runs]
        self._ended = self._turns.ended(1)
        for x, y, landing in chain.from_iterable(self._turns.arrivals.values()):
            own, opp = landing.state
            for table, rows in zip(self._ended, values):
                table[y][x] = rows[own][opp] if landing.same else 1.0 - rows[own][opp]

    def worths(self, state: State) -> dict[int, float]:
        """What each choice is worth."""
        turns, ended, choices = self._turns, self._ended, self.rules.game.choices
        return {choice: turns.total(choice, state, ended)[0] for choice in choices}

    def add(self, state: State, judgement: Judgement) -> None:
        """Compare the table's choice in one state with those that are proved to be best."""
        if judgement.settled:
            chosen, margin = pick(self.worths(state), TIED)
            self.count.judge(chosen, judgement.best, margin)
