"""The values of a game of Hog with a bound on their errors, block after block of totals.

The kernel iterates a block and bounds what it found. A block that it cannot bound well, because
play may stay in it for long, is solved by policy iteration (:mod:`.blocks`). So is one in which it
need never end.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...games.errors import RuleError
from ...games.spelling import counted
from .arrays import HogArrays
from .blocks import solve_block

__all__ = ["error_bound", "optimum"]

STILL = 1e-14
"""The kernel iterates until nothing changes by more, or by less if the tolerance is smaller."""

_known: dict[Any, tuple[NDArray[np.float64], float, int]] = {}
"""The last game in which play need never end, by the contents of its tables."""

_FINEST = 1e-12
_ROUNDING = 2.0**-53
"""What rounds a value to a double, and a chance 1 - V, costs at most; with a margin of 2**-60."""


def optimum(
    arrays: HogArrays, tolerance: float, most: int
) -> tuple[NDArray[np.float64], float, int]:
    """P(mover wins) at [parity, own, opp], the largest error, and the iterations of one block.

    ``tolerance`` is the error aimed at; after ``most`` iterations a block is left to policy
    iteration. The error is 1 where a block could not be solved.
    """
    key = (tolerance, most, *arrays.contents) if arrays.forever else None
    if key in _known:
        return _known[key]
    game = _Values(arrays, np.zeros((1, arrays.parities, arrays.goal, arrays.goal)))
    iterations = game.complete(tolerance, most)
    found = game.value[0], float(game.error.max()), iterations
    if key is not None:  # which takes seconds, and a match asks several times
        found[0].setflags(write=False)
        _known.clear()
        _known[key] = found
    return found


def error_bound(arrays: HogArrays, value: NDArray[np.float64], tolerance: float) -> float:
    """At least max |value - truth|, whatever the values, at [parity, own, opp].

    Blocks are bounded by the kernel, or solved again if that gives too little.
    """
    game = _Values(arrays, np.array(value[None], order="C"))
    for block in range(len(arrays.blocks) - 1):
        game.settle(block)
    game.complete(tolerance, 0)
    return float(game.error.max())


class _Values:
    """The four arrays of the kernel's ``optimize``."""

    def __init__(self, arrays: HogArrays, value: NDArray[np.float64]) -> None:
        self.arrays, self.value = arrays, value
        self.ended = arrays.ended(1)
        self.error = np.zeros(value.shape[1:])
        self.doubt = np.zeros(self.ended.shape[1:])

    def complete(self, tolerance: float, most: int) -> int:
        """Find the values if ``most`` > 0, and in any case their errors; iterations needed."""
        last, forever = len(self.arrays.blocks) - 1, [*self.arrays.forever]
        # A few blocks may each add so much. No iteration gets far below the finest.
        growth = max(tolerance, _FINEST) / 4
        block = iterations = 0
        while True:
            stop = min([one for one in forever if one >= block], default=last)
            block, used = self._optimize(block, stop, min(tolerance, STILL), most, growth)
            iterations = max(iterations, used)
            if block == last:
                return iterations
            self._solve(block, given=most == 0)
            block += 1

    def _optimize(
        self, first: int, last: int, tolerance: float, most: int, growth: float
    ) -> tuple[int, int]:
        return self.arrays.induction.optimize(
            self.value, self.ended, self.arrays.maximizing()[None], self.error, self.doubt,
            first, last, tolerance, most, growth,
        )  # fmt: skip

    def _solve(self, block: int, given: bool) -> None:
        """Complete one block by policy iteration; its values stay if they are ``given``."""
        states = self.arrays.states(block)
        errors = self.error.reshape(-1)
        errors[states] = 0.0
        before = self.error.max()
        value = self.value[0].copy()
        if solve_block(self.arrays, value, block):
            errors[states] = before + _ROUNDING
            if given:
                apart = np.abs(value - self.value[0]).reshape(-1)[states]
                errors[states] += apart * (1 + 4 * _ROUNDING)
            else:
                self.value[0] = value
            self.settle(block)
        elif block in self.arrays.forever:
            game = self.arrays
            raise RuleError(
                f"play need never end among the {counted(len(states), 'state')} of Hog with "
                f"{int(game.blocks[block, 0])} points or less in all, too many to be solved: let "
                "every choice have a chance of progress"
            )
        elif self._optimize(block, block + 1, 0.0, 0, 1.0)[0] == block:
            errors[states] = 1.0  # nothing better is known of chances
        self._doubt(block)

    def settle(self, block: int) -> None:
        """What ended turns are worth that lead into a block."""
        place, state, same = self.arrays.settled(block).T
        values = self.value.reshape(self.arrays.parities, -1)[:, state]
        ended = self.ended.reshape(self.arrays.parities, -1)
        ended[:, place] = np.where(same, values, 1.0 - values)

    def _doubt(self, block: int) -> None:
        place, state, _ = self.arrays.settled(block).T
        errors = self.error.reshape(self.arrays.parities, -1)[:, state]
        self.doubt.reshape(self.arrays.parities, -1)[:, place] = errors + _ROUNDING
