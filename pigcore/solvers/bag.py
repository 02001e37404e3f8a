"""Solve a bag of dice: the best expected total and the best gesture for every count.

The generating function of the dice,

    F = Π_i (1 + x_i X + y_i Y + z_i Z),

counts draws without order: its coefficient at X^a Y^b Z^c, divided by C(n, k) with k = a + b + c,
is the chance f(a, b, c) that the first k of n dice drawn at random show these counts. Dividing on
the way keeps every number a probability. With die m

    f'(a, b, c) = (1 − k/m) f(a, b, c)
                  + (k/m) (x_m f(a−1, b, c) + y_m f(a, b−1, c) + z_m f(a, b, c−1)):

of k dice drawn from m, the new one is among them with chance k/m. What a guess needs is the chance
of the counts together with the next face. For that a die is marked as the next one, Σ_i x_i
Π_{l≠i} (1 + …), which is dF/dX, so the marked coefficients are multiples of F's own:

    P(counts (a, b, c), then x) = (a + 1) / (k + 1) f(a + 1, b, c),    likewise y and z.

The score is the sum over all counts of the best guess's Σ_face pay[guess, face] P(counts, face).

Accuracy
    Every number that is added is a probability times a payoff that is 0 or more (payoffs are
    shifted so that the smallest is 0), so no subtraction ever cancels: the computed score of n
    dice is the true one times a factor between (1 − u)^N and (1 + u)^N with u = 2⁻⁵³ and
    N = 8n + 20 roundings, the longest chain any term passes. For n = 200 that is a relative
    error below 2e-13. The measured one is near 1e-15, because roundings go both ways, and reaches
    6e-15 for 200 dice of one kind, whose chances all round the same way.
    Coefficients below 1e-308 may be lost to underflow: together less than 1e-290 of the score.

Source: TopCoder SRM 579 (2013), "RockPaperScissors"; the published solution excludes the next die
instead of marking it: O(n^5) time, O(n^4) memory.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..games.bag import GESTURES, Bag
from ..games.errors import RuleError, SizeError, StateError
from ..games.spelling import counted, number, shown
from ..kernels import bag as kernel
from ..memory import require
from .solution import DISPUTED, Call, Solution, SolvedPolicy, calls_of, payoff_rows

Floats = NDArray[np.float64]

MAX_DICE = 200
"""More dice than this take minutes, and gigabytes."""

UNIT = 2.0**-53
TOLERANCE = 1e-11
RAREST = 1e-280
"""Counts less likely than this are near the end of the range of doubles: nothing is claimed."""


def solve(game: Bag, *, progress: Callable[[int, int], object] | None = None) -> BagSolution:
    """Solve a bag of up to 200 dice, in O(n⁴) time and O(n³) memory.

    Examples
    --------
    >>> import pigcore
    >>> solution = pigcore.solve(pigcore.Bag([100, 0], [200, 100], [0, 200]))
    >>> solution.score
    3.722222222222222...
    """
    if not isinstance(game, Bag):
        raise RuleError(f"{shown(game)} is not a bag: make a pigcore.Bag(rock, paper, scissors)")
    n = len(game)
    if n > MAX_DICE:
        raise SizeError(f"the bag holds {n} dice, but at most {MAX_DICE} are solved: take fewer")
    require(100 * (n + 1) ** 3, f"the table of {n} dice", "take fewer dice")
    seen, old, k = np.zeros((n + 1,) * 3), np.zeros(n + 2), np.arange(n + 1)
    seen[0, 0, 0] = 1.0
    for m, die in enumerate(np.array(game.dice, dtype=np.float64).tolist(), 1):
        kernel.add_die(seen, (m - k) / m, k / m, old, m, *die)
        if progress is not None:
            progress(m, n)
    return BagSolution(game, seen)


class BagSolution(Solution[Bag, str]):
    """A solved bag; actions are gestures, worth what the next die alone is expected to pay.

    Attributes
    ----------
    game : Bag
    score : float
        The best expected total of all dice.
    tolerance : float
        1e-11 of the most that these dice can pay or cost.
    """

    score: float
    tolerance: float

    _seen: Floats
    lowest: float
    """The least that a throw can pay."""
    _pay: tuple[tuple[float, ...], ...]

    def __init__(self, game: Bag, seen: Floats) -> None:
        lowest, places = min(game.win, game.draw, game.lose), range(len(GESTURES))
        self._set(
            game=game,
            tolerance=TOLERANCE * len(game) * _largest(game) + 1e-299,
            _seen=np.frombuffer(seen.data.toreadonly()).reshape(seen.shape),  # large: not copied
            lowest=float(lowest),
            _pay=tuple(
                tuple(float(game.payoff(g, face) - lowest) for face in places) for g in places
            ),
        )
        paid = [self._paid(self._next(r)).max(axis=0).sum() for r in range(len(game))]
        self._set(score=math.fsum(paid) + len(game) * self.lowest)

    @property
    def value(self) -> float:
        """The best expected total of all dice, as ``score``."""
        return self.score

    @property
    def residual(self) -> float:
        """0: the score is found in one pass, and there is no equation to miss."""
        return 0.0

    # --- one state ---------------------------------------------------------------------------

    def chance(self, rocks: int, papers: int, scissors: int) -> float:
        """The chance that the first throws show these counts, in any order.

        Raises
        ------
        StateError
            If there is no such state.

        Examples
        --------
        >>> import pigcore
        >>> solution = pigcore.solve(pigcore.Bag([100, 0], [200, 100], [0, 200]))
        >>> round(solution.chance(0, 1, 0), 12)
        0.5
        """
        r, p, s = self.game.check_state(rocks, papers, scissors)
        return float(self._seen[r, p, s])

    def _payoffs(self, state: tuple[int, ...]) -> dict[str, float]:
        """What each gesture is expected to score with the next die, given what was seen.

        Raises
        ------
        StateError
            If the dice cannot show these counts, or do so with a chance below 1e-280.

        Examples
        --------
        >>> import pigcore
        >>> solution = pigcore.solve(pigcore.Bag([300, 0, 0], [0, 300, 0], [0, 0, 300]))
        >>> solution.payoffs(1, 0, 0)  # paper and scissors are left
        {'rock': 1.5, 'paper': 0.5, 'scissors': 2.0}
        >>> solution.best(1, 0, 0)
        ('scissors',)
        """
        r, p, s = state
        if not self.game.can_show(r, p, s):
            raise StateError(
                f"there is nothing to decide {self.game.spell(state)}, which these dice cannot "
                "show: ask about counts that they can"
            )
        gesture, scores = self._best(self._next(r)[:, p, s])
        if gesture < 0:
            raise StateError(
                f"the chance of being {self.game.spell(state)} is below {RAREST}, so double "
                f"precision has no choice there: ask pigverify.check(game, {r}, {p}, {s})"
            )
        return dict(zip(GESTURES, (scores + self.lowest).tolist()))

    def _tied(self, most: float) -> float:
        return (most - self.lowest) * self._relative + self._rounding

    @property
    def _disputed_below(self) -> float:
        return max(DISPUTED * max(map(max, self._pay)), 2 * self._rounding)

    @property
    def _rounding(self) -> float:
        # What is lost where the lowest payoff is added again to what the gestures are worth.
        return 4 * UNIT * _largest(self.game)

    @property
    def _relative(self) -> float:
        # Numerator and denominator of a score each pass some 8 n + 10 roundings.
        return (32 * len(self.game) + 64) * UNIT

    def _best(self, joint: Floats) -> tuple[NDArray[np.int8], Floats]:
        """Gestures (−1: too rare to say) and scores (3, …), from chances (3, …)."""
        happens = joint.sum(axis=0)
        common = happens >= RAREST
        scores = self._paid(joint / np.where(common, happens, 1.0))
        close = scores >= scores.max(axis=0) * (1 - self._relative)
        gestures = np.where(common, close.argmax(axis=0), -1)
        return gestures.astype(np.int8), scores

    def _paid(self, joint: Floats) -> Floats:
        """What each gesture is paid above ``lowest``, by the chances of the faces, (3, …)."""
        # A matrix product would add in another order on each kind of processor.
        paid = [sum(p * chances for p, chances in zip(row, joint)) for row in self._pay]
        return np.array(paid)

    def _advice(self, state: tuple[int, ...]) -> dict[str, Any]:
        return {"chance": self.chance(*state)}

    # --- all states --------------------------------------------------------------------------

    def draws(self) -> Floats:
        """The chances of every state together with the next face: float64 (3, n, n, n).

        At [face, r, p, s] the chance that the first throws show r rocks, p papers and s scissors,
        and the next one rock, paper or scissors; 0 where no die is left.

        Examples
        --------
        >>> import pigcore
        >>> solution = pigcore.solve(pigcore.Bag([100, 0], [200, 100], [0, 200]))
        >>> solution.draws()[:, 0, 0].sum(axis=0).round(12)  # after no throw, and after scissors
        array([1.        , 0.33333333])
        """
        n = len(self.game)
        joint = np.zeros((3, n, n, n))
        for r in range(n):
            joint[:, r, : n - r, : n - r] = self._next(r)
        return joint

    def scores(self) -> Floats:
        """What each gesture is paid above ``lowest`` in each state, times the chance of the state:
        float64 (3, n, n, n).
        """
        return self._paid(self.draws())

    def _next(self, r: int) -> Floats:
        """The chances of r rocks, p papers, s scissors and the next face, at [face, p, s]."""
        m = len(self.game) - r
        seen, more = self._seen[r, : m + 1, : m + 1], np.arange(1, m + 1)
        rock = (r + 1) * self._seen[r + 1, :m, :m]
        joint = np.stack([rock, more[:, None] * seen[1:, :-1], more * seen[:-1, 1:]])
        return np.asarray(joint / (r + np.add.outer(more, more - 1)))

    @property
    def _states(self) -> NDArray[np.bool_]:
        """Which counts of rocks, papers and scissors are states: a die is left."""
        n = len(self.game)
        return np.asarray(sum(np.indices((n, n, n), sparse=True)) < n)

    def choices(self) -> NDArray[np.int8]:
        """The best gesture of every state: int8 (n (n + 1) (n + 2) / 6,).

        By rocks, then papers, then scissors seen; 0 rock, 1 paper, 2 scissors, −1 where the counts
        have a chance below 1e-280 (or none).

        Examples
        --------
        >>> import pigcore
        >>> pigcore.solve(pigcore.Bag([100, 0], [200, 100], [0, 200])).choices()
        array([2, 2, 2, 0], dtype=int8)
        """
        return self._best(self.draws())[0][self._states]

    def _closest(self, count: int | None, below: float, above: float) -> list[Call]:
        best, scores = self._best(self.draws())
        most = scores.max(axis=0)
        apart = most - scores
        apart[(apart <= (above if above < 0 else self._relative * most)) | (best < 0)] = np.inf
        return calls_of(apart, np.maximum(best, 0).astype(np.intp), GESTURES, count, below)

    @property
    def policy(self) -> BagPolicy:
        """The optimal policy: a callable of the counts that answers with a gesture."""
        return BagPolicy(self)

    def _columns(self) -> dict[str, Any]:
        states, (best, scores) = self._states, self._best(self.draws())
        return {
            **dict(zip(self.game.state_names, np.argwhere(states).T)),
            "chance": self._seen[:-1, :-1, :-1][states],
            "best": np.array([*GESTURES, ""])[best[states]],
            **{f"payoff_{g}": worth[states] + self.lowest for g, worth in zip(GESTURES, scores)},
        }

    # --- the whole ---------------------------------------------------------------------------

    def arrays(self) -> dict[str, NDArray[Any]]:
        """What a file of this solution holds: the score, and the choice of every state.

        In the types that ``pigverify`` reads without numpy: float64 (1,) and int64 (states,).
        """
        return {"score": np.array([self.score]), "choices": self.choices().astype(np.int64)}

    def _facts(self) -> dict[str, Any]:
        return {
            "best": list(self.best(0, 0, 0)),
            "dice": len(self.game),
            **self.info(),
            "first_payoffs": payoff_rows(self.payoffs(0, 0, 0)),
        }

    def _line(self) -> str:
        return f"{counted(len(self.game), 'die', 'dice')}, score {number(self.score)}"


def _largest(game: Bag) -> float:
    """The largest size of a payoff."""
    return float(max(map(abs, (game.win, game.draw, game.lose))))


class BagPolicy(SolvedPolicy):
    """The best gestures of a solved bag."""

    solution: BagSolution

    def __call__(self, rocks: int, papers: int, scissors: int) -> str:
        """The gesture to pick; of equally good ones the first of rock, paper, scissors."""
        return self.solution.best(rocks, papers, scissors)[0]
