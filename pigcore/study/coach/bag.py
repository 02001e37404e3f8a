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
from functools import partial
from typing import Any

import numpy as np

from ...games.bag import GESTURES, Bag
from ...games.spelling import number
from ...play.policies.answers import Policy
from ...play.policies.bag import plan_of
from ...play.results import Judged, Mistake, costliest
from ...result import Fact
from ...solvers.bag import RAREST, Floats, solve

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
    costly: Callable[[int], list[Mistake]]

    def mistakes(self, count: int = 10) -> list[Mistake]:
        """The mistakes that cost most in a game, the costliest first.

        The ``visits`` of a state are the chance that it comes up.
        """
        return self.costly(count)

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
    plan, scores = plan_of(solution, policy), solution.scores()
    got, chances = (np.moveaxis(plan, -1, 0) * scores).sum(axis=0), solution.draws().sum(axis=0)
    lost = scores.max(axis=0) - got
    return Paid(
        game=game,
        value=_summed(got) + len(game) * solution.lowest,
        best=solution.score,
        loss=_summed(lost),
        error=solution.tolerance,
        costly=partial(_costliest, plan, scores, lost, chances),
    )


def _summed(parts: Floats) -> float:
    return math.fsum(parts.reshape(len(parts), -1).sum(axis=1))


def _costliest(
    plan: Floats, scores: Floats, lost: Floats, chances: Floats, count: int
) -> list[Mistake]:
    """So many mistakes: a loss of some roundings is none, as the gestures are worth the same."""
    least = ROUNDINGS * len(lost) * scores.max(axis=0)
    real = (lost > least) & (chances >= RAREST)
    found = []
    for place, cost, _ in costliest(np.where(real, lost, 0.0), np.ones(lost.shape), count):
        there: Any = (slice(None), *place)
        here, chance = scores[there], float(chances[place])
        worst = np.where(plan[place] > 0, here, np.inf).argmin()
        gestures = GESTURES[int(worst)], GESTURES[int(here.argmax())]
        found.append(Mistake(place, *gestures, cost / chance, chance))
    return found
