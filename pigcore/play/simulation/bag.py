"""Bags with random dice: many bags emptied at once.

The dice leave the bag in the order of random numbers, and each shows a face; what the policy has
seen before a throw are then sums along the order. A throw that is paid win, draw or loss makes a
total of n loss + W (win - loss) + D (draw - loss) with W wins and D draws, so whole numbers are all
that is summed up, and the payoffs come in once, at the end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import inf
from typing import Any, ClassVar

import numpy as np
from numpy.random import SFC64
from numpy.typing import NDArray

from ...games.bag import GESTURES, Bag
from ...solvers.bag import solve
from ..policies.answers import Policy
from ..policies.bag import Plan, plan_of
from .results import TotalSimulation

__all__ = ["BagTables", "tables"]

DRAW, WIN = 0, 1  # the gesture less the face, modulo 3
THROWS = 1 << 18  # at a time; as part of what a seed means it never changes
ONE = 1 << 63


def _result(counts: NDArray[Any], games: int, game: Bag, **known: Any) -> TotalSimulation:
    wins, draws, squares, products, others = map(int, counts)
    win, draw = game.win - game.lose, game.draw - game.lose
    above = Fraction(win * wins + draw * draws) / games
    variance = inf
    if games > 1:
        square = win**2 * squares + 2 * win * draw * products + draw**2 * others
        variance = float((square / games - above**2) / (games - 1))
    mean = float(len(game) * game.lose + above)
    return TotalSimulation(game=game, games=games, mean=mean, variance=variance, **known)


@dataclass(frozen=True, eq=False)
class BagTables:
    """A bag and who draws from it; plain data, to be sent anywhere."""

    game: Bag
    plan: Plan
    limits: NDArray[np.uint64]
    """Of each die the chance of rock, and of rock or paper, in units of 2^-63."""

    shape: ClassVar[tuple[int, ...]] = (5,)
    result: ClassVar[Callable[..., TotalSimulation]] = staticmethod(_result)

    def play(self) -> Callable[..., None]:
        """What plays some games; the counts are sums of W, D, W², W D and D²."""
        return self._games

    def _games(
        self, bits: SFC64, start: tuple[int, ...], games: int, longest: int,
        counts: NDArray[np.int64], polled: Callable[[], object] | None,
    ) -> None:  # fmt: skip
        for part in self._parts(games):
            if polled is not None:
                polled()
            gestures, faces = self._emptied(bits, part)
            results = (gestures - faces) % len(GESTURES)
            wins, draws = ((results == paid).sum(axis=1) for paid in (WIN, DRAW))
            products = (wins * wins, wins * draws, draws * draws)
            counts += [int(part.sum()) for part in (wins, draws, *products)]

    def _parts(self, games: int) -> Iterator[int]:
        """How many games are played at a time."""
        most = max(1, THROWS // len(self.limits))
        for begin in range(0, games, most):
            yield min(most, games - begin)

    def _emptied(self, bits: SFC64, games: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The gesture and the face of each throw, as indices of GESTURES, at [game, throw]."""
        dice = len(self.limits)

        def random() -> NDArray[np.uint64]:
            numbers: NDArray[np.uint64] = bits.random_raw(games * dice)
            return numbers.reshape(games, dice)

        # Equal keys would favour an order; two of n are equal with a chance below n^2 2^-65.
        limits = self.limits[random().argsort(axis=1, kind="stable")]
        faces = ((random() >> np.uint64(1))[..., None] >= limits).sum(axis=2)
        shown = [faces == face for face in range(len(GESTURES))]
        seen = tuple(np.cumsum(one, axis=1) - one for one in shown)
        entries = self.plan[seen]
        if entries.ndim == 2:
            picked = np.maximum(entries, 0).astype(np.intp)
        else:
            uniform = (random() >> np.uint64(11)) * 2.0**-53
            picked = (uniform[..., None] >= entries.cumsum(axis=2)[..., :-1]).sum(axis=2)
        return picked, faces


def tables(game: Bag, first: Policy, second: None = None) -> BagTables:
    """A bag from which ``first`` draws; there is no second player.

    Raises
    ------
    RuleError
        If the policy gives an invalid answer.
    SizeError
        If the tables would not fit in memory.
    """
    limits = [[int(rock * ONE), int((rock + paper) * ONE)] for rock, paper, _ in game.dice]
    return BagTables(game, plan_of(solve(game), first), np.array(limits, dtype=np.uint64))
