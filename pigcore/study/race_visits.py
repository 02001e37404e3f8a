"""How often play under given decisions comes to each state of a race.

With the decisions of both players fixed, the turn starts solve a linear system V = c + A V. What a
change of the rules at some states does to V(0, 0) is the sum of those changes times the weights
of the states, which solve the transposed system; apart from signs they are expected visits. One
pass gives them for all states, so that the cost does not grow with the number of changes.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ..games.race import Race
from ..solvers.race.arrays import DEAD, Floats, arrays_to_ask
from ..solvers.race.chain import Chain
from ..solvers.race.decided import Rolling, Rolls
from ..solvers.race.turns import Turns

__all__ = ["Visits"]


class Visits:
    """Expected visits of a game from (0, 0) between two players of the same decisions.

    Parameters
    ----------
    game : Race
    rolls : array (goal, goal, goal)
        At [own, own + total, opp]: the chance that the mover rolls; 1 at total 0.

    Attributes
    ----------
    starts : float64 array (2, goal, goal)
        At [player, own, opp]: the expected number of turns that the player who moves first (0) or
        second (1) begins there. 0 where both scores are dead: nothing changes their value, 1/2.

    Notes
    -----
    O(goal**3 x gains) time, 4 goal**3 bytes; O(goal**4) time where throws wipe.
    """

    def __init__(self, game: Race, rolls: Rolls) -> None:
        self._turns = Turns.of(game, [Rolling(rolls).turn])
        dead = arrays_to_ask(game).dead == DEAD
        found = np.stack([part[0, 0] for part in Chain(self._turns, self._turns).visits(0, 0, 0)])
        self.starts: Floats = np.where(np.outer(dead, dead), 0.0, found)

    def throws(self) -> Iterator[tuple[int, Floats]]:
        """Yield (own, chances) for each own: float64 (goal - own, goal) at [total, opp].

        The chance that a turn from there comes to throw at this total.
        """
        for own in range(self._turns.game.goal):
            bank, reached = self._turns.walk(own)
            yield own, (reached * (1.0 - bank))[:, 0]

    def reached(self) -> Iterator[tuple[int, Floats]]:
        """Yield (own, visits) for each own: float64 (goal - own, goal) at [total, opp].

        How often the game comes to each state, whoever moves there.
        """
        for own in range(self._turns.game.goal):
            yield own, self._turns.walk(own)[1][:, 0] * self.starts[:, own].sum(axis=0)
