"""Games of Hog as equations: what a choice is worth by the states that it leads to.

A choice of n dice with s sides leads to each state in a whole number of its s to the power n rolls.
Choices whose worths doubles cannot tell apart are settled with the equations.
"""

from __future__ import annotations

import math

import numpy as np

from ...games.hog import Hog
from ...solvers.hog import solve
from ...solvers.hog.arrays import WON, HogArrays, by_parity
from .decisions import Rules
from .equations import Row, State

__all__ = ["HogRules", "rules"]


def rules(game: Hog, place: State) -> tuple[HogRules, State]:
    """The game as equations, and the state asked about, with its parity."""
    own, opp, *parity = place
    return HogRules(game), (own, opp, sum(parity))


class HogRules(Rules):
    """A game of Hog as equations, with the choices that doubles make where they can be trusted.

    Parameters
    ----------
    game : Hog
    """

    def __init__(self, game: Hog) -> None:
        self.goal: int = game.goal
        solution = solve(game)
        self._arrays = HogArrays.of(game)
        worths = self._arrays.worths(by_parity(solution.starts))
        self._likely = worths.argmax(axis=0)
        self._open = worths >= worths.max(axis=0) - solution._disputed_below

    def rank(self, state: State) -> int:
        """Late totals first."""
        return -state[0] - state[1]

    def rows(self, state: State) -> tuple[Row, ...]:
        """What a state is worth by each choice that may be best."""
        own, opp, parity = state
        likely = int(self._likely[parity, own, opp])
        others = np.flatnonzero(self._open[:, parity, own, opp]).tolist()
        choices = [likely, *(n for n in others if n != likely)]
        rows = [self._row(int(self._arrays.choices[n]), state) for n in choices]
        return tuple(dict.fromkeys(rows))  # choices that lead to the same are one

    def _row(self, choice: int, state: State) -> Row:
        own, opp, parity = state
        rolls, outcomes = self._arrays.turns.outcomes(choice, parity, own, opp)
        after = parity ^ (choice == -1)
        constant = 0
        terms: dict[State, int] = {}
        for (gain, gift), number in outcomes.items():
            x, y = own + gain, opp + gift
            target = int(self._arrays.target[x, y])
            if target >= 0:
                following = (*divmod(target, self.goal), after)
                same = bool(self._arrays.same[x, y])
                constant += 0 if same else number
                terms[following] = terms.get(following, 0) + (number if same else -number)
            elif target == WON:
                constant += number
        left = {at: weight for at, weight in terms.items() if weight}
        divisor = math.gcd(rolls, constant, *left.values())
        return Row(
            constant // divisor,
            tuple((at, weight // divisor) for at, weight in sorted(left.items())),
            rolls // divisor,
        )
