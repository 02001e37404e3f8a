"""Where a player alone rolls: a table that answers as a policy of races does."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ....games.checks import whole
from ....games.errors import StateError
from ....games.game import Frozen
from ....games.spelling import shown
from ....solvers.solution import immutable
from ..results import runs

__all__ = ["SolitairePolicy"]


class SolitairePolicy(Frozen):
    """The decisions of a player alone: a policy like any other, in matches as well.

    Attributes
    ----------
    rolls : bool array (scores, totals) or (turns + 1, scores, totals), read-only
        Whether one rolls at [own, total], or at [turns left, own, total] where the turns left
        matter, the present one included. The last score stands for all larger ones, the last
        number of turns likewise; a total beyond the last is held.
    """

    rolls: NDArray[np.bool_]

    def __init__(self, rolls: NDArray[np.bool_]) -> None:
        self._set(rolls=immutable(rolls))

    def __call__(self, own: int, opp: int = 0, total: int = 0, turns: int | None = None) -> str:
        """``"roll"`` or ``"hold"``, whatever the opponent has.

        Raises
        ------
        StateError
            If a number is negative, or the turns left matter and are not given.
        """
        place = [whole(own, "own", StateError), whole(total, "total", StateError)]
        if self.rolls.ndim == 3:
            if turns is None:
                raise StateError(
                    "these decisions depend on the turns left, which were not given: give turns"
                )
            place.insert(0, whole(turns, "turns", StateError))
        if min(place) < 0:
            raise StateError(f"{shown(min(place))} is negative, but scores and turns never are")
        *rows, column = place
        if column >= self.rolls.shape[-1]:
            return "hold"
        rows = [min(row, most - 1) for row, most in zip(rows, self.rolls.shape)]
        return "roll" if self.rolls[*rows, column] else "hold"

    def thresholds(self) -> NDArray[Any]:
        """The smallest total held at with each score, (scores,) or (turns + 1, scores).

        One may roll again at larger ones, as near the goal, which one throw more may reach.

        Examples
        --------
        >>> import pigcore
        >>> pigcore.solitaire(pigcore.Pig()).policy.thresholds()[[0, 50, 90]]
        array([19, 24, 10])
        """
        ever = ~self.rolls.all(axis=-1)
        found: NDArray[Any] = np.where(ever, self.rolls.argmin(axis=-1), self.rolls.shape[-1])
        return found

    def __str__(self) -> str:
        rolls = self.rolls if self.rolls.ndim == 2 else self.rolls[-1]
        limits = SolitairePolicy(rolls).thresholds().tolist()
        text = runs(limits, lambda total: f"hold at {total}" if total else "do not throw", "own")
        later = rolls & (np.arange(rolls.shape[1]) > np.array(limits)[:, None])
        return text + ("; at some larger totals one rolls again" if later.any() else "")

    def __repr__(self) -> str:
        return f"<policy of a player alone, {' x '.join(map(str, self.rolls.shape))}>"
