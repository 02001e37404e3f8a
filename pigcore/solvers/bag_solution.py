"""What a solved bag knows: the score, and the best gesture after any counts."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..games.bag import GESTURES, Bag
from ..games.errors import StateError
from ..games.spelling import counted, number
from .solution import DISPUTED, Call, Solution, SolvedPolicy, immutable, payoff_rows

Floats = NDArray[np.float64]

UNIT = 2.0**-53
TOLERANCE = 1e-11
RAREST = 1e-280
"""Counts less likely than this are near the end of the range of doubles: nothing is claimed."""


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

    def __init__(
        self, game: Bag, seen: Floats, start: NDArray[np.intp], pay: Floats, shifted: float
    ) -> None:
        n = len(game)
        payoffs = game.win, game.draw, game.lose
        lowest = float(min(payoffs))
        stake = float(max(payoffs) - min(payoffs))
        # What is lost where the lowest payoff is added again to what the gestures are worth.
        rounding = 4 * UNIT * float(max(map(abs, payoffs)))
        self._set(
            game=game,
            score=shifted + n * lowest,
            tolerance=TOLERANCE * n * float(max(map(abs, payoffs))) + 1e-299,
            _seen=np.frombuffer(seen.data.toreadonly()),  # large: not copied
            _start=immutable(start),
            _pay=immutable(pay),
            _lowest=lowest,
            _stake=stake,
            _rounding=rounding,
        )

    _seen: Floats
    _start: NDArray[np.intp]
    _pay: Floats
    _lowest: float
    _stake: float
    _rounding: float

    @property
    def value(self) -> float:
        """The best expected total of all dice, as ``score``."""
        return self.score

    @cached_property
    def residual(self) -> float:
        """How far ``score`` is from what the best gestures of all states are paid."""
        paid = [(self._pay @ joint).max(axis=0).sum() for _, _, joint in self.draws()]
        return abs(math.fsum(paid) + len(self.game) * self._lowest - self.score)

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
        return float(self._seen[self._start[r, p] + s])

    def _payoffs(self, state: tuple[int, ...]) -> dict[str, float]:
        """What each gesture is expected to score with the next die, given what was seen; O(1).

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
        # The chances of these counts and then a rock, a paper or scissors.
        joint = np.array(
            [
                [(r + 1) * self._seen[self._start[r + 1, p] + s]],
                [(p + 1) * self._seen[self._start[r, p + 1] + s]],
                [(s + 1) * self._seen[self._start[r, p] + s + 1]],
            ]
        ) / (r + p + s + 1)
        gesture, scores = self._best(joint)
        if gesture[0] < 0:
            raise StateError(
                f"the chance of being {self.game.spell(state)} is below {RAREST}, so double "
                f"precision has no choice there: ask pigverify.check(game, {r}, {p}, {s})"
            )
        return dict(zip(GESTURES, (scores[:, 0] + self._lowest).tolist()))

    def _tied(self, most: float) -> float:
        return (most - self._lowest) * self._relative + self._rounding

    @property
    def _disputed_below(self) -> float:
        return max(DISPUTED * self._stake, 2 * self._rounding)

    @property
    def _relative(self) -> float:
        # Numerator and denominator of a score each pass some 8 n + 10 roundings.
        return (32 * len(self.game) + 64) * UNIT

    def _best(self, joint: Floats) -> tuple[NDArray[np.int8], Floats]:
        """Gestures (−1: too rare to say) and scores (3, states), from chances (3, states)."""
        happens = joint.sum(axis=0)
        common = happens >= RAREST
        # A matrix product would add in another order on each kind of processor.
        scores = (self._pay[:, :, None] * (joint / np.where(common, happens, 1.0))).sum(axis=1)
        close = scores >= scores.max(axis=0) * (1 - self._relative)
        gestures = np.where(common, close.argmax(axis=0), -1)
        return gestures.astype(np.int8), scores

    def _advice(self, state: tuple[int, ...]) -> dict[str, Any]:
        return {"chance": self.chance(*state)}

    # --- all states --------------------------------------------------------------------------

    def draws(self) -> Iterator[tuple[int, int, Floats]]:
        """The chances of each state together with the next face, a row of states at a time.

        Yields
        ------
        rocks, papers : int
        joint : float64 array (3, states)
            The chance that the first throws show these counts and the next one rock, paper or
            scissors, for scissors rising from 0.

        Examples
        --------
        >>> import pigcore
        >>> solution = pigcore.solve(pigcore.Bag([100, 0], [200, 100], [0, 200]))
        >>> next(solution.draws())[2].sum(axis=0).round(12)  # after no throw, and after scissors
        array([1.        , 0.33333333])
        """
        n = len(self.game)
        for r in range(n):
            for p in range(n - r):
                left = n - r - p
                s = np.arange(left)
                joint = np.array(
                    [
                        (r + 1) * self._row(r + 1, p, 0, left),
                        (p + 1) * self._row(r, p + 1, 0, left),
                        (s + 1) * self._row(r, p, 1, left),
                    ]
                ) / (r + p + s + 1)
                yield r, p, joint

    def _rows(self) -> Iterator[tuple[int, int, NDArray[np.int8], Floats]]:
        """Yield (rocks, papers, gestures, scores) of each row of states, scissors rising from 0."""
        for r, p, joint in self.draws():
            yield r, p, *self._best(joint)

    def _row(self, r: int, p: int, first: int, count: int) -> Floats:
        begin = self._start[r, p] + first
        return self._seen[begin : begin + count]

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
        return np.concatenate([gestures for _, _, gestures, _ in self._rows()])

    def first_bad_choice(self, choices: NDArray[np.int64]) -> tuple[int, int, int] | None:
        """The first state whose entry in ``choices`` is not a best gesture, if there is one.

        Parameters
        ----------
        choices : int array
            An entry for each state, as :meth:`choices` has them.

        Raises
        ------
        StateError
            If they are not whole numbers, or not one for each state.
        """
        choices, n = np.asarray(choices), len(self.game)
        states = n * (n + 1) * (n + 2) // 6
        if choices.shape != (states,) or choices.dtype.kind not in "iu":
            raise StateError(
                f"choices must be {states:,} whole numbers, one for each state, as "
                "choices() has them"
            )
        begin = 0
        slack = 1 - 2 * self._relative
        for r, p, best, scores in self._rows():
            given = choices[begin : begin + best.size]
            begin += best.size
            legal = np.where(best < 0, given == -1, (given >= 0) & (given < len(GESTURES)))
            got = np.take_along_axis(scores, np.clip(given, 0, 2)[None], axis=0)[0]
            good = legal & ((best < 0) | (got >= scores.max(axis=0) * slack))
            if not good.all():
                return r, p, int(good.argmin())
        return None

    def _closest(self, count: int | None, below: float, above: float) -> list[Call]:
        calls: list[Call] = []
        for r, p, best, scores in self._rows():
            # The gesture chosen against the nearest of the others, of those beyond `above`.
            chosen = np.maximum(best, 0)
            apart = scores.max(axis=0) - scores
            np.put_along_axis(apart, chosen[None], np.inf, axis=0)
            least = above if above < 0 else self._relative * scores.max(axis=0)
            apart = np.where(apart > least, apart, np.inf)
            margin = np.where(best >= 0, apart.min(axis=0), np.inf)
            other = apart.argmin(axis=0)
            for s in np.flatnonzero(margin < below).tolist():
                names = GESTURES[chosen[s]], GESTURES[other[s]]
                calls.append(Call((r, p, s), *names, float(margin[s])))
            if count is not None and len(calls) > 2 * count + 10_000:
                calls = _nearest(calls, count)
        return _nearest(calls, count)

    @property
    def policy(self) -> BagPolicy:
        """The optimal policy: a callable of the counts that answers with a gesture."""
        return BagPolicy(self)

    def _columns(self) -> dict[str, Any]:
        n = len(self.game)
        states = np.array(
            [(r, p, s) for r in range(n) for p in range(n - r) for s in range(n - r - p)]
        )
        names = np.array([*GESTURES, ""])
        scores = np.concatenate([scores for *_, scores in self._rows()], axis=1) + self._lowest
        seen = np.concatenate(
            [self._row(r, p, 0, n - r - p) for r in range(n) for p in range(n - r)]
        )
        return {
            **dict(zip(self.game.state_names, states.T)),
            "chance": seen,
            "best": names[self.choices()],
            **{f"payoff_{gesture}": worth for gesture, worth in zip(GESTURES, scores)},
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


class BagPolicy(SolvedPolicy):
    """The best gestures of a solved bag."""

    solution: BagSolution

    def __call__(self, rocks: int, papers: int, scissors: int) -> str:
        """The gesture to pick; of equally good ones the first of rock, paper, scissors."""
        return self.solution.best(rocks, papers, scissors)[0]


def worths(game: Bag) -> tuple[Floats, float]:
    """What a gesture is paid above the least payoff, at [gesture, face]; and that payoff."""
    lowest = min(game.win, game.draw, game.lose)
    places = range(len(GESTURES))
    pay = [[float(game.payoff(g, face) - lowest) for face in places] for g in places]
    return np.array(pay), float(lowest)


def _nearest(calls: list[Call], count: int | None) -> list[Call]:
    """The ``count`` calls of smallest margin, in order; then by state."""
    return sorted(calls, key=lambda call: (call.margin, call.state))[:count]
