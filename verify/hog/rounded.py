"""Hog in whole numbers of 126 bits: what every choice is worth, between two of them.

The recursion of :mod:`exact`, rounded down from lower bounds and rounded up from upper bounds, both
in one whole number. Nearly every choice is settled so, also ties of choices that win for sure: both
bounds are then the same number.
"""

from __future__ import annotations

from array import array
from heapq import nsmallest

from ..options import Progress
from .exact import Turns
from .judgement import Judgement
from .rules import Rules, State

__all__ = ["BITS", "ONE", "Rounded", "enclosed"]

BITS = 126
ONE = 1 << BITS
_NEAR = 62
"""Bits of a margin that are left out where it is only compared."""
_FARTHEST = (1 << 64) - 1


def enclosed(rules: Rules, progress: Progress | None = None) -> Rounded:
    """All states enclosed."""
    found = Rounded(Turns(rules))
    for done, total in enumerate(rules.layers, 1):
        found.settle(total)
        if progress is not None:
            progress(done, len(rules.layers))
    return found


class Rounded:
    """What every choice is worth in every state."""

    rules: Rules
    turns: Turns
    near: array[int]

    def __init__(self, turns: Turns) -> None:
        self.rules, self.turns = turns.rules, turns
        game = self.rules.game
        self.near = array("Q", bytes(8 * game.goal**2 * game.parities))
        """For each state by how much one choice is the best at least, roughly; 0 where several
        may be.
        """

        most = max([1, *(sides**game.max_dice for sides in self.rules.rolls)])
        self._shift: int = BITS + most.bit_length() + 1
        """A sum of lower bounds takes fewer bits; upper ones stand above them."""
        self._ended = turns.ended(self._packed(ONE, ONE), self._packed(0, ONE))

    def _packed(self, low: int, high: int) -> int:
        return low | high << self._shift

    def place(self, state: State) -> int:
        """The place of a state in ``near``."""
        own, opp, parity = state
        return (own * self.rules.goal + opp) * self.rules.game.parities + parity

    def worths(self, state: State) -> dict[int, tuple[int, int]]:
        """What each choice is worth in a state: at least and at most."""
        found, field = {}, (1 << self._shift) - 1
        for choice in self.rules.game.choices:
            total, rolls = self.turns.total(choice, state, self._ended)
            found[choice] = (total & field) // rolls, -(-(total >> self._shift) // rolls)
        return found

    def settle(self, total: int) -> None:
        """Enclose the states of a total, after those of all larger ones."""
        values = {}
        for state in self.rules.layer(total):
            judgement = self.judgement(state)
            values[state] = judgement.value
            if len(judgement.best) == 1:
                other = judgement.runner_up()
                margin = judgement.value[0] if other is None else other[1][0]
                self.near[self.place(state)] = min(margin >> _NEAR, _FARTHEST)
        for x, y, landing in self.turns.arrivals[total]:
            for parity in range(self.rules.game.parities):
                low, high = values[*landing.state, parity]
                if not landing.same:
                    low, high = ONE - high, ONE - low
                self._ended[parity][y][x] = self._packed(low, high)

    def judgement(self, state: State) -> Judgement:
        """What is proved about a state."""
        return Judgement(self.worths(state), ONE)

    def notable(self, calls: int) -> list[State]:
        """States in which several choices may be the best, and those of the closest ``calls``."""
        near = {state: self.near[self.place(state)] for state in self.rules.states()}
        closest = nsmallest(calls, filter(None, near.values()))
        most = closest[-1] if closest else 0
        return [state for state, margin in near.items() if margin <= most]
