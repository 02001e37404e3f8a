"""One turn of a player alone: what it is worth, and where it ends.

With b points banked at the start of the turn and s on the way (banked and on the table), a turn
pays for where it ends: h(s) for banking s, x(b) for a bust, w for a wipe. Then

    U(b, s) = max( h(s), p_bust x(b) + p_wipe w + sum_g p_g U(b, s + g) ),

and the turn is U(b, b), where one must throw. Scores are followed below a height, which is the goal
or a score from which holding is known to be best; a throw that leads there or further pays over(s).
All start scores b go side by side, s downward: O(height**2 x gains) time, O(height**2) memory.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ....games.race import Race
from ....memory import require
from ....solvers.race.arrays import Floats, Indices, RaceArrays
from ....solvers.solution import TIED

__all__ = ["Ends", "Turn"]


@dataclass(frozen=True)
class Ends:
    """How the turns from all start scores end, as chances."""

    banked: Floats
    """At [own, s]: he banks and has s points then."""
    won: Floats
    lost: Floats
    wiped: Floats


@dataclass(frozen=True)
class Turn:
    """What a throw does at each score.

    Parameters
    ----------
    gains, chances : arrays
        Rising gains and their chances.
    won, lost : arrays (height,)
        The chances that a throw at score s leads to the height or further, and that it loses the
        turn total.
    wipe : float
    """

    gains: Indices
    chances: Floats
    won: Floats
    lost: Floats
    wipe: float

    @classmethod
    def to_goal(cls, game: Race) -> Turn:
        """The turn of a race: its height is the goal, and in an exact race more is lost."""
        tables = RaceArrays.of(game)
        _fits(game.goal, "choose a smaller goal")
        reached = np.arange(game.goal)[:, None] + tables.gains
        past = reached > game.goal if tables.exact else np.zeros_like(reached, dtype=bool)
        won = (reached >= game.goal) & ~past
        lost = tables.bust + past @ tables.chances
        return cls(tables.gains, tables.chances, won @ tables.chances, lost, tables.wipe)

    @classmethod
    def unbounded(cls, game: Race, height: int) -> Turn:
        """The turn of a race whose goal plays no part, followed below ``height``."""
        _fits(height, "ask for fewer turns, or choose a roll that busts or wipes more often")
        gains = np.array([gain for gain, _ in game.roll.gains], dtype=np.intp)
        chances = np.array([float(chance) for _, chance in game.roll.gains])
        won = (np.arange(height)[:, None] + gains >= height) @ chances
        lost = np.full(height, float(game.roll.bust))
        return cls(gains, chances, won, lost, float(game.roll.wipe))

    @property
    def height(self) -> int:
        """The score at which the turn is over."""
        return len(self.won)

    def play(
        self,
        held: Floats,
        over: Floats,
        bust: Floats,
        wiped: float,
        *,
        rolls: Floats | None = None,
        decline: bool = False,
    ) -> tuple[Floats, NDArray[np.bool_]]:
        """What the turn is worth from each start score, and where one rolls.

        Parameters
        ----------
        held, over : arrays (height,)
            The payoffs of banking s, and of the throws at s that lead to the height or further.
        bust : array (starts,)
            The payoff of a bust after each start score.
        wiped : float
        rolls : array (starts, height), optional
            The chance that the player rolls at [own, total]; as is best if left out.
        decline : bool
            Whether one may hold at turn total 0.

        Returns
        -------
        worth : array (starts,)
        best : bool array (starts, height)
            Where rolling is better at [own, total]. A tie holds: payoffs that differ by 1e-13 of
            their size are equal as far as doubles can tell.
        """
        starts = len(bust)
        worth = np.empty((self.height, starts))
        best = np.zeros((starts, self.height), dtype=bool)
        for score in range(self.height - 1, -1, -1):
            own = np.arange(min(score + 1, starts))
            few = np.searchsorted(self.gains, self.height - score)
            after = worth[score + self.gains[:few], : len(own)]
            throw = over[score] + self.chances[:few] @ after
            # What never happens costs nothing, not even where it would cost infinitely much.
            throw += self.lost[score] * bust[own] if self.lost[score] else 0.0
            throw += self.wipe * wiped if self.wipe else 0.0
            hold = held[score]
            better = throw > hold + (TIED * abs(hold) if np.isfinite(hold) else 0.0)
            if rolls is None:
                value = np.maximum(throw, hold)
            else:
                value = hold + rolls[own, score - own] * (throw - hold)
            if score < starts and not decline:
                better[score], value[score] = True, throw[score]
            worth[score, : len(own)] = value
            best[own, score - own] = better
        return worth[np.arange(starts), np.arange(starts)], best

    def ends(self, rolls: Floats | NDArray[np.bool_]) -> Ends:
        """How turns end in which one rolls with the chances ``rolls`` at [own, total]."""
        starts = len(rolls)
        reach = np.zeros((self.height, starts))
        reach[np.arange(starts), np.arange(starts)] = 1.0
        banked = np.zeros((starts, self.height))
        won, lost, wiped = np.zeros((3, starts))
        for score in range(self.height):
            own = np.arange(min(score + 1, starts))
            roll = rolls[own, score - own].astype(float)
            if score < starts:
                roll[score] = 1.0
            thrown = reach[score, : len(own)] * roll
            banked[own, score] = reach[score, : len(own)] * (1.0 - roll)
            few = np.searchsorted(self.gains, self.height - score)
            reach[score + self.gains[:few], : len(own)] += np.outer(self.chances[:few], thrown)
            won[own] += self.won[score] * thrown
            lost[own] += self.lost[score] * thrown
            wiped[own] += self.wipe * thrown
        return Ends(banked, won, lost, wiped)


def _fits(height: int, remedy: str) -> None:
    require(32 * height**2, f"a table of {height:,} scores by {height:,} turn totals", remedy)
