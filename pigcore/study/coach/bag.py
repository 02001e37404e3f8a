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
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from heapq import nlargest

import numpy as np

from ...games.bag import GESTURES, Bag
from ...games.spelling import number
from ...play.policies.answers import Policy
from ...play.policies.bag import Plan, plan_of
from ...play.replies.results import Judged, Mistake
from ...result import Fact
from ...solvers.bag import solve
from ...solvers.bag_solution import RAREST, BagSolution, Floats, worths

__all__ = ["Paid", "paid"]

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
    plan = plan_of(solution, policy)
    gained, lost = [], []
    for _, _, scores, got, _ in _rows(solution, plan):
        gained.append(float(got.sum()))
        lost.append(float((scores.max(axis=0) - got).sum()))
    _, lowest = worths(game)
    return Paid(
        game=game,
        value=math.fsum(gained) + len(game) * lowest,
        best=solution.score,
        loss=math.fsum(lost),
        error=solution.tolerance,
        found=partial(_mistakes, solution, plan),
    )


def _rows(solution: BagSolution, plan: Plan) -> Iterator[tuple[int, int, Floats, Floats, Floats]]:
    """Yield (rocks, papers, what each gesture is paid, what the policy is, chances of the counts).

    Of each row of states, scissors rising from 0; payments above the lowest payoff, and times the
    chance of the counts.
    """
    pay, _ = worths(solution.game)
    for rocks, papers, joint in solution.draws():
        scores = pay @ joint
        row = plan[rocks, papers, : joint.shape[1]]
        if row.ndim == 1:
            # What is not asked, below a chance of 1e-280, counts as rock.
            got = np.take_along_axis(scores, np.maximum(row, 0)[None].astype(np.intp), axis=0)[0]
        else:
            got = (row.T * scores).sum(axis=0)
        yield rocks, papers, scores, got, joint.sum(axis=0)


def _mistakes(solution: BagSolution, plan: Plan, count: int) -> list[Mistake]:
    found: list[Mistake] = []
    for rocks, papers, scores, got, chances in _rows(solution, plan):
        best = scores.max(axis=0)
        lost = best - got
        # A loss of some roundings is none: the gestures are worth the same.
        real = (lost > ROUNDINGS * len(solution.game) * best) & (chances >= RAREST)
        places = np.flatnonzero(real)
        for s in places[np.argsort(-lost[places], kind="stable")[:count]].tolist():
            entry, worths_here = plan[rocks, papers, s], scores[:, s]
            if entry.ndim:  # of those mixed, the worst
                entry = np.where(entry > 0, worths_here, np.inf).argmin()
            gestures = GESTURES[int(entry)], GESTURES[int(worths_here.argmax())]
            chance = float(chances[s])
            found.append(Mistake((rocks, papers, s), *gestures, float(lost[s]) / chance, chance))
        found = nlargest(count, found, key=lambda mistake: mistake.cost)
    return found
