"""The expected total of a policy for a bag of dice.

With P(c, x) the chance that the first throws show the counts c and the next one the face x, and
w(g | c) the chance that the policy picks the gesture g after c,

    value = sum_c sum_g w(g | c) sum_x pay(g, x) P(c, x),

and the best total has the largest of the three inner sums in place of their mean. No term is
negative once the lowest payoff is taken off, and a term passes no more roundings than one of the
solver's, so the bound of the solver's error holds.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np

from ...games.bag import GESTURES, Bag
from ...games.spelling import number
from ...play.policies.answers import Policy
from ...play.policies.bag import plan_of
from ...play.results import Judged, Mistake
from ...result import Fact
from ...solvers.bag import RAREST, Floats, solve, worths

ROUNDINGS = 128 * 2.0**-53
"""Times the number of dice: how far two gestures of the same worth may come out apart."""


@dataclass(frozen=True, eq=False, repr=False)
class Paid(Judged):
    """What a policy for a bag is expected to be paid in a whole game, up to rounding."""

    game: Bag
    value: float
    """The expected total."""
    best: float
    """That of the best policy."""
    loss: float
    """How much less the policy is paid: the sum of ``cost`` over all mistakes."""
    error: float
    """A proven bound of the errors of ``value`` and of ``best``."""
    found: Callable[[int], list[Mistake]]

    def mistakes(self, count: int = 10) -> list[Mistake]:
        """The mistakes that cost most in a game, the costliest first.

        The ``visits`` of a state are the chance that it comes up.
        """
        return self.found(count)

    def facts(self) -> Iterable[Fact]:
        """What it is paid, and how much less than the best."""
        return [Fact(name, getattr(self, name)) for name in ("value", "best", "loss", "error")]

    def __str__(self) -> str:
        return (
            f"the policy is paid {number(self.value)}, which is {number(self.loss)} less than the "
            f"best, {number(self.best)}"
        )


def paid(game: Bag, policy: Policy) -> Paid:
    """What a policy is paid for all dice of a bag, exactly.

    O(n**4) time for the chances of the counts and O(n**3) for the policy, n being the dice.
    """
    solution = solve(game)
    plan, joint, (pay, lowest) = plan_of(solution, policy), solution.draws(), worths(game)
    # Above the lowest payoff, and times the chance of the counts.
    scores = np.stack([sum(p * each for p, each in zip(row, joint)) for row in pay.tolist()])
    got = (np.moveaxis(plan, -1, 0) * scores).sum(axis=0)
    best, chances = scores.max(axis=0), joint.sum(axis=0)
    lost = best - got
    # A loss of some roundings is none: the gestures are worth the same.
    real = (lost > ROUNDINGS * len(game) * best) & (chances >= RAREST)

    def mistakes(count: int) -> list[Mistake]:
        found = []
        order = np.argsort(np.where(real, -lost, 0.0), axis=None, kind="stable")
        for flat in order[: min(count, int(real.sum()))].tolist():
            place = tuple(map(int, np.unravel_index(flat, lost.shape)))
            entry, chance = plan[place], float(chances[place])
            here = np.array([each[place] for each in scores])
            worst = np.where(entry > 0, here, np.inf).argmin()
            gestures = GESTURES[int(worst)], GESTURES[int(here.argmax())]
            found.append(Mistake(place, *gestures, float(lost[place]) / chance, chance))
        return found

    def summed(parts: Floats) -> float:
        return math.fsum(parts.reshape(len(game), -1).sum(axis=1))

    return Paid(
        game=game,
        value=summed(got) + len(game) * lowest,
        best=solution.score,
        loss=summed(lost),
        error=solution.tolerance,
        found=mistakes,
    )
