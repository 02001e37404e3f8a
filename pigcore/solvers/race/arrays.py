"""The rules of a race as the arrays that the kernels read, and one turn read off turn starts."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ...games.race import Race
from ...kernels import LANES
from ...kernels import race as kernel
from ...kernels.value_iteration import ValueIteration
from ..rows import aligned

__all__ = ["RaceArrays"]

Floats = NDArray[np.float64]
Indices = NDArray[np.intp]


@dataclass(frozen=True)
class RaceArrays:
    """A race as typed arrays; ``pigcore/kernels/race.pyx`` says what each means."""

    goal: int
    exact: bool
    gains: Indices
    chances: Floats
    bust: float
    wipe: float
    landing: Indices
    dead: NDArray[np.uint8]

    @classmethod
    def of(cls, game: Race) -> RaceArrays:
        exact = game.target == "exact"
        # A larger gain than this does what this one does: win, or overshoot.
        most = game.goal + 1 if exact else game.goal
        below = game.roll.denominator
        weights: dict[int, int] = {}
        for gain, chance in game.roll.gains:
            weight = chance.numerator * (below // chance.denominator)
            weights[min(gain, most)] = weights.get(min(gain, most), 0) + weight
        return cls(
            goal=game.goal,
            exact=exact,
            gains=np.array(list(weights), dtype=np.intp),
            chances=np.array([weight / below for weight in weights.values()], dtype=np.float64),
            bust=float(game.roll.bust),
            wipe=float(game.roll.wipe),
            landing=np.array([game.after_bust(own) for own in range(game.goal)], dtype=np.intp),
            dead=_dead(game),
        )

    @property
    def stride(self) -> int:
        """A row against all opponents, in whole vectors."""
        return -(-self.goal // LANES) * LANES

    @property
    def mild(self) -> bool:
        """Whether Newton's method leaves nothing but rounding errors, if somebody plays best.

        Errors grow by one over the chance that a turn ends otherwise than by a bust, in exact races
        near the goal by the square of that; and by one over the chance that nobody is wiped before
        the goal, which pairs of doubles make up for, to a goal of 200.
        """
        least = 1e-2 if self.exact else 1e-6
        return (
            min(self.chances, default=1.0) >= least
            and not 0 < self.bust < least
            and ((self.wipe <= 0.05 and self.goal <= 200) or self.wipe == 0)
        )

    @cached_property
    def race(self) -> kernel.Race:
        """The kernel's object of this game."""
        return kernel.Race(*self._rules())

    @cached_property
    def value_iteration(self) -> ValueIteration:
        """The literature's methods for this game."""
        return ValueIteration(*self._rules())

    def _rules(self) -> tuple[Indices, Floats, float, float, bool, Indices, NDArray[np.uint8]]:
        return (
            self.gains, self.chances, self.bust, self.wipe, self.exact, self.landing, self.dead,
        )  # fmt: skip

    def held(self, starts: Floats) -> Floats:
        """The payoff of banking s against opp at [s, opp]; reaching the goal pays 1."""
        held = self.nothing_held()
        # A strip at a time: Ctrl-C is heard between two of them.
        for first in range(0, self.goal, 64):
            strip = slice(first, min(first + 64, self.goal))
            np.subtract(1.0, starts[:, strip].T, out=held[strip, : self.goal])
        return held

    def nothing_held(self) -> Floats:
        """The same before any turn start is known, for a kernel to fill."""
        held = aligned(self.goal + 1, self.stride)
        held[self.goal] = 1.0
        return held

    def rolled(self, held: Floats, own: int, count: int) -> Floats:
        """The payoff of rolling at each s >= own against each opp below ``count``, at [s, opp]."""
        rolled = np.empty((self.goal, -(-count // LANES) * LANES))
        self.race.rolls(held, own, rolled)
        return rolled[:, :count]

    def turn(self, starts: Floats, own: int, opp: int) -> tuple[Floats, Floats]:
        """Payoffs of holding and of rolling at turn totals 0, 1, …, goal - own - 1."""
        held = np.ones((self.goal + 1, LANES))
        held[: self.goal, 0] -= starts[opp]
        rolled = self.rolled(held, own, 1)
        return held[own : self.goal, 0], rolled[own:, 0]

    def residual(self, starts: Floats) -> tuple[float, tuple[int, int]]:
        """The largest |V - TV| over the turn starts, and the (own, opp) where it is.

        Two dead players' starts are 1/2 by convention and solve no equation.
        """
        held = self.held(starts)
        worst, where = 0.0, (0, 0)
        for own in range(self.goal):
            off = np.abs(self.rolled(held, own, self.goal)[own] - starts[own])
            if self.dead[own]:
                off[self.dead == 1] = np.abs(starts[own, self.dead == 1] - 0.5)
            opp = int(off.argmax())
            if off[opp] > worst:
                worst, where = float(off[opp]), (own, opp)
        return worst, where


def _dead(game: Race) -> NDArray[np.uint8]:
    """1 for the scores from which no sequence of throws and busts reaches the goal."""
    alive = np.ones(game.goal + 1, dtype=bool)
    # Past the goal there is nothing to die of, and a wipe leads back to 0, which Race has
    # checked to be alive.
    if game.target == "exact" and not game.roll.wipe:
        gains = [gain for gain, _ in game.roll.gains]
        for score in range(game.goal - 1, -1, -1):
            after = [score + gain for gain in gains if score + gain <= game.goal]
            if game.after_bust(score) > score:
                after.append(game.after_bust(score))
            alive[score] = any(alive[s] for s in after)
    return (~alive[: game.goal]).astype(np.uint8)
