"""Hog in whole numbers of 126 bits: what every choice is worth, between two of them.

The recursion of :mod:`exact`, rounded down from lower bounds and rounded up from upper bounds.
``kernels/hog`` comes to the same integers where it is compiled. Nearly every choice is settled so,
also ties of choices that win for sure: both bounds are then the same number.
"""

from __future__ import annotations

from array import array
from functools import cached_property
from heapq import nsmallest
from itertools import accumulate
from typing import Any

from ..kernels import compiled
from ..options import Progress
from .exact import Ended, Turns
from .judgement import Judgement
from .rules import Rules, State

__all__ = ["BITS", "ONE", "Rounded", "enclosed"]

BITS = 126
ONE = 1 << BITS
_WIDEST = 1 << 63
"""There are fewer rolls of a number of dice that the compiled module takes."""
_MOST_PLACES = 1 << 23
"""Scores that a turn ends at, for which it takes 32 bytes each, or 64 where dice are exchanged."""
_NEAR = 62
"""Bits of a margin that are left out where it is only compared."""
_FARTHEST = (1 << 64) - 1


def enclosed(rules: Rules, progress: Progress | None = None) -> Rounded:
    """All states enclosed, by the compiled module where there is one."""
    turns = Turns(rules)
    small = max(sides**rules.game.max_dice for sides in rules.rolls) < _WIDEST
    small = small and turns.width * turns.height <= _MOST_PLACES
    found = (_Compiled if small and compiled("hog") else Rounded)(turns)
    for done, total in enumerate(rules.layers, 1):
        found.settle(total)
        if progress is not None:
            progress(done, len(rules.layers))
    return found


class Rounded:
    """What every choice is worth in every state, in plain Python."""

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

    @cached_property
    def _low(self) -> Ended:
        return self.turns.ended(ONE)

    @cached_property
    def _high(self) -> Ended:
        return self.turns.ended(ONE, ONE)

    def place(self, state: State) -> int:
        """The place of a state in ``near``."""
        own, opp, parity = state
        return (own * self.rules.goal + opp) * self.rules.game.parities + parity

    def worths(self, state: State) -> dict[int, tuple[int, int]]:
        """What each choice is worth in a state: at least and at most."""
        found = {}
        for choice in self.rules.game.choices:
            low, rolls = self.turns.total(choice, state, self._low)
            high, _ = self.turns.total(choice, state, self._high)
            found[choice] = low // rolls, -(-high // rolls)
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
                self._low[parity][y][x], self._high[parity][y][x] = low, high

    def judgement(self, state: State) -> Judgement:
        """What is proved about a state."""
        return Judgement(self.worths(state), ONE)

    def notable(self, calls: int) -> list[State]:
        """States in which several choices may be the best, and those of the closest ``calls``."""
        near = {state: self.near[self.place(state)] for state in self.rules.states()}
        closest = nsmallest(calls, filter(None, near.values()))
        most = closest[-1] if closest else 0
        return [state for state, margin in near.items() if margin <= most]


class _Compiled(Rounded):
    """The same by the compiled module."""

    def __init__(self, turns: Turns) -> None:
        super().__init__(turns)
        rules, game, width = turns.rules, turns.rules.game, turns.width
        goal, dice = game.goal, game.max_dice
        winners = array("q", [-1]) * (width * turns.height)
        for (x, y), landing in rules.landings.items():
            if landing.winner is not None:
                winners[y * width + x] = landing.winner
        layers = [turns.arrivals.get(total, []) for total in range(2 * goal - 2, -1, -1)]
        kinds = list(rules.rolls)
        kind_at = array("q", bytes(8 * len(self.near)))
        for state, sides in rules.sides.items():
            kind_at[self.place(state)] = kinds.index(sides)
        free = array("q", bytes(8 * goal * goal if rules.free else 0))
        for (own, opp), (gain, gift) in rules.free.items():
            free[own * goal + opp] = (opp + gift) * width + own + gain
        rolls = [turns.runs[sides][n] for sides in kinds for n in range(1, dice + 1)]
        runs = [run for roll in rolls for run in roll]
        arrays: dict[str, array[Any]] = {
            "winners": winners,
            "layers": _ends(layers),
            "arrivals": array("q", [
                number
                for layer in layers
                for x, y, landing in layer
                for number in (y * width + x, landing.state[0], landing.same)
            ]),
            "kinds": kind_at,
            "rolls": _ends(rolls),
            "offsets": array("q", [gift * width + first for gift, first, _ in runs]),
            "runs": _ends([weights for *_, weights in runs]),
            "weights": array("Q", [number for *_, weights in runs for number in weights]),
            "divisors": array("Q", [sides**n for sides in kinds for n in range(1, dice + 1)]),
            "free": free,
            "near": self.near,
        }  # fmt: skip
        exchange = -1
        if rules.exchange:
            gain, gift = rules.exchange
            exchange = gift * width + gain
        self._hog = compiled("hog").Hog(
            goal, game.parities, dice, width, turns.height, exchange=exchange, arrays=arrays
        )

    def settle(self, total: int) -> None:
        self._hog.settle()

    def worths(self, state: State) -> dict[int, tuple[int, int]]:
        return dict(zip(self.rules.game.choices, self._hog.payoffs(*state)))


def _ends(pieces: list[Any]) -> array[int]:
    """Where pieces begin, and where the last one ends."""
    return array("q", accumulate(map(len, pieces), initial=0))
