"""What a solved bag knows: the score, and the best gesture after any counts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..games.bag import GESTURES, Bag
from ..games.errors import StateError
from .solution import Solved

__all__ = ["Choice", "Floats", "Solution"]

Floats = NDArray[np.float64]

UNIT = 2.0**-53
RAREST = 1e-280
"""Counts less likely than this are near the end of the range of doubles: nothing is claimed."""


class Choice(NamedTuple):
    """The best gesture, and what each gesture is expected to score with the next die."""

    gesture: str
    rock: float
    paper: float
    scissors: float


class Solution(Solved):
    """A solved bag.

    Attributes
    ----------
    game : Bag
    score : float
        The best expected total of all dice.
    error : float
        A proven bound of |score − true score|; see :mod:`pigcore.solvers.bag`.
    """

    def __init__(
        self, game: Bag, seen: Floats, start: NDArray[np.intp], pay: Floats, shifted: float
    ) -> None:
        n = len(game)
        lowest = float(min(game.win, game.draw, game.lose))
        self.game = game
        self.score = shifted + n * lowest
        self.error = ((8 * n + 21) * shifted + 3 * abs(n * lowest)) * UNIT + 1e-290
        self._seen = seen
        self._start = start
        self._pay = pay
        self._lowest = lowest

    # --- one state ---------------------------------------------------------------------------

    def chance(self, r: int, s: int, p: int) -> float:
        """The chance that the first r + s + p throws show r rocks, s scissors and p papers.

        Raises
        ------
        StateError
            If there is no such state.

        Examples
        --------
        >>> import pigcore
        >>> solution = pigcore.solve(pigcore.Bag([100, 0], [200, 100], [0, 200]))
        >>> round(solution.chance(0, 0, 1), 12)
        0.5
        """
        r, s, p = self.game.check_state(r, s, p)
        return float(self._seen[self._start[r, s] + p])

    def choice(self, r: int, s: int, p: int) -> Choice:
        """The best gesture after r rocks, s scissors and p papers; O(1).

        Gestures whose scores agree to the accuracy of the computation are taken in the order
        rock, paper, scissors.

        Returns
        -------
        Choice
            ``gesture``, and the expected scores ``rock``, ``paper`` and ``scissors`` of the next
            throw alone.

        Raises
        ------
        StateError
            If there is no such state, or it is less likely than 1e-280.

        Examples
        --------
        >>> import pigcore
        >>> solution = pigcore.solve(pigcore.Bag([300, 0, 0], [0, 300, 0], [0, 0, 300]))
        >>> solution.choice(1, 0, 0)  # scissors and paper are left
        Choice(gesture='scissors', rock=1.5, paper=0.5, scissors=2.0)
        """
        r, s, p = self.game.check_state(r, s, p)
        # The chances of these counts and then a rock, scissors or paper.
        joint = np.array(
            [
                [(r + 1) * self._seen[self._start[r + 1, s] + p]],
                [(s + 1) * self._seen[self._start[r, s + 1] + p]],
                [(p + 1) * self._seen[self._start[r, s] + p + 1]],
            ]
        ) / (r + s + p + 1)
        gesture, scores = self._best(joint)
        if gesture[0] < 0:
            raise StateError(
                f"{r} rocks, {s} scissors and {p} papers have a chance below {RAREST}, so double "
                f"precision has no choice there: ask pigverify.check(game, {r}, {s}, {p})"
            )
        rock, paper, scissors = (float(x) for x in scores[:, 0] + self._lowest)
        return Choice(GESTURES[gesture[0]], rock, paper, scissors)

    def _best(self, joint: Floats) -> tuple[NDArray[np.int8], Floats]:
        """Gestures (−1: too rare to say) and scores (3, states), from chances (3, states)."""
        happens = joint.sum(axis=0)
        common = happens >= RAREST
        scores = self._pay @ (joint / np.where(common, happens, 1.0))
        # Numerator and denominator each pass some 8 n + 10 roundings.
        close = scores >= scores.max(axis=0) * (1 - (32 * len(self.game) + 64) * UNIT)
        gestures = np.where(common, close.argmax(axis=0), -1)
        return gestures.astype(np.int8), scores

    def advise(self, r: int, s: int, p: int) -> dict[str, Any]:
        """Gesture, scores and chance of one state, as plain data."""
        choice = self.choice(r, s, p)
        return {
            "game": self.game.name,
            "rocks": int(r),
            "scissors": int(s),
            "papers": int(p),
            "gesture": choice.gesture,
            "scores": {gesture: getattr(choice, gesture) for gesture in GESTURES},
            "chance": self.chance(r, s, p),
        }

    # --- all states --------------------------------------------------------------------------

    def _rows(self) -> Iterator[tuple[int, int, NDArray[np.int8], Floats]]:
        """Yield (r, s, gestures, scores) of each row of states, p = 0 … n − 1 − r − s."""
        n = len(self.game)
        for r in range(n):
            for s in range(n - r):
                left = n - r - s
                p = np.arange(left)
                joint = np.array(
                    [
                        (r + 1) * self._row(r + 1, s, 0, left),
                        (s + 1) * self._row(r, s + 1, 0, left),
                        (p + 1) * self._row(r, s, 1, left),
                    ]
                ) / (r + s + p + 1)
                yield r, s, *self._best(joint)

    def _row(self, r: int, s: int, first: int, count: int) -> Floats:
        begin = self._start[r, s] + first
        return self._seen[begin : begin + count]

    def choices(self) -> NDArray[np.int8]:
        """The best gesture of every state: int8 (n (n + 1) (n + 2) / 6,), by r, then s, then p.

        0 rock, 1 paper, 2 scissors, −1 where the counts have a chance below 1e-280 (or none).

        Examples
        --------
        >>> import pigcore
        >>> pigcore.solve(pigcore.Bag([100, 0], [200, 100], [0, 200])).choices()
        array([2, 2, 2, 0], dtype=int8)
        """
        return np.concatenate([gestures for _, _, gestures, _ in self._rows()])

    def first_bad_choice(self, choices: NDArray[np.int64]) -> tuple[int, int, int] | None:
        """The first state whose entry in ``choices`` is not a best gesture, if there is one."""
        begin = 0
        slack = 1 - (64 * len(self.game) + 128) * UNIT
        for r, s, best, scores in self._rows():
            given = choices[begin : begin + best.size]
            begin += best.size
            legal = np.where(best < 0, given == -1, (given >= 0) & (given < len(GESTURES)))
            got = np.take_along_axis(scores, np.clip(given, 0, 2)[None], axis=0)[0]
            good = legal & ((best < 0) | (got >= scores.max(axis=0) * slack))
            if not good.all():
                return r, s, int(good.argmin())
        return None

    # --- the whole ---------------------------------------------------------------------------

    def arrays(self) -> dict[str, NDArray[Any]]:
        """What a file of this solution holds: the score, and the choice of every state.

        In the types that ``pigverify`` reads without numpy: float64 (1,) and int64 (states,).
        """
        return {"score": np.array([self.score]), "choices": self.choices().astype(np.int64)}

    def info(self) -> dict[str, Any]:
        """The proved bound of the error of the score."""
        return {"error": self.error}

    def summary(self) -> dict[str, Any]:
        """The facts of the solution, as plain data."""
        first = self.choice(0, 0, 0)
        return {
            "game": str(self.game),
            "dice": len(self.game),
            "score": self.score,
            "error": self.error,
            "first_gesture": first.gesture,
            "first_scores": {gesture: getattr(first, gesture) for gesture in GESTURES},
        }

    def __repr__(self) -> str:
        return f"<Solution of {self.game.name}, {len(self.game)} dice: score {self.score:.12g}>"
