"""Hog without an opponent.

Only the goal, the usual dice and the largest number of them are taken from the game: every other
rule of Hog looks at an opponent. A turn of n dice scores k with chance P_n(k), or ``pig_out`` where
any of them shows a 1, with chance P_n(1); one is to choose n >= 1.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ...games.checks import whole
from ...games.errors import RuleError
from ...games.hog import Hog
from ...games.spelling import counted
from ...solvers.hog.arrays import ways
from ...solvers.solution import TIED, immutable
from ..policies.answers import Policy
from ..policies.hog import table_of
from ..results import Solitaire
from .objectives import checked
from .results import Chance, Points, PointsPerTurn, Turns, runs

__all__ = ["solitaire"]

Floats = NDArray[np.float64]
Dice = NDArray[np.int16]


def solitaire(
    game: Hog,
    objective: str = "turns",
    turns: int | None = None,
    policy: Policy | None = None,
    *,
    pig_out: int = 0,
) -> Solitaire:
    """Hog without an opponent: see :func:`pigcore.solitaire`.

    Parameters
    ----------
    game : Hog
    objective, turns, policy
        As in :func:`pigcore.solitaire`; the policy is asked with (own, 0) and must choose 1 die or
        more. The result's ``policy`` is the number of dice at each score, (goal,), or
        (turns + 1, goal) with the turns left first where they matter, for ``"chance"``; the fewest
        where several are best.
    pig_out : int
        What a turn with any 1 scores: 0 as in the literature, or 1 as in most terms.

    Examples
    --------
    >>> import pigcore
    >>> alone = solitaire(pigcore.Hog.fa13())
    >>> round(alone.turns, 6), int(alone.policy[0])
    (13.038906, 5)
    >>> solitaire(pigcore.Hog.fa13(), "points_per_turn").plan
    'roll 5 dice'
    """
    left = checked(objective, turns)
    consolation = whole(pig_out, "pig_out")
    if not 0 <= consolation <= game.goal:
        raise RuleError(
            f"pig_out is {consolation}, but must be between 0 and the goal, {game.goal}"
        )
    turn = _Turn.of(game, consolation)
    given = None if policy is None else _dice(game, policy)
    if objective == "turns":
        expected, dice = _turns(turn, game.goal, given)
        return Turns(*_found(expected, dice))
    if objective == "chance":
        expected, dice = _chance(turn, game.goal, left, given)
        return Chance(*_found(expected, dice), left)
    # Without a goal every turn is like every other.
    means = turn.payoffs(turn.scores, float(consolation))
    if objective == "points_per_turn":
        dice = np.array([_fewest(means)], dtype=np.int16) if given is None else given[:1]
        return PointsPerTurn(*_found(means[dice - 1], dice))
    if given is not None:
        after = _points(turn, game, left, given)
        return Points(float(after[-1]), immutable(after), immutable(given), _plan(given), left)
    expected = np.arange(game.goal) + means.max() * np.arange(left + 1.0)[:, None]
    return Points(*_found(expected, np.full(game.goal, _fewest(means), dtype=np.int16)), left)


@dataclass(frozen=True)
class _Turn:
    """What 1, 2, … dice score: k at [dice - 1, k], and any 1."""

    chances: Floats
    ones: Floats
    consolation: int

    @classmethod
    def of(cls, game: Hog, consolation: int) -> _Turn:
        most, sides = game.max_dice, game.dice[0]
        count = np.arange(1, most + 1)
        chances = ways(most, sides, first=2)[1:] / float(sides) ** count[:, None]
        ones = 1.0 - np.power(1.0 - 1.0 / sides, count, dtype=np.float64)
        return cls(chances, ones, consolation)

    @property
    def scores(self) -> Floats:
        """All scores that a turn without a 1 may have, and more."""
        return np.arange(float(self.chances.shape[1]))

    def payoffs(self, after: Floats, after_one: float) -> Floats:
        """What each number of dice is worth if a score of k pays ``after[k]``."""
        paid: Floats = self.ones * after_one + self.chances @ after
        return paid


def _turns(turn: _Turn, goal: int, given: Dice | None) -> tuple[Floats, Dice]:
    """E(s) = 1 + P_n(1) E(s + pig_out) + sum_k P_n(k) E(s + k), the least over n."""
    expected = np.zeros(goal + max(len(turn.scores), turn.consolation + 1))
    dice = np.empty(goal, dtype=np.int16)
    for own in range(goal - 1, -1, -1):
        after = expected[own : own + len(turn.scores)]
        costs = 1.0 + turn.payoffs(after, expected[own + turn.consolation])
        if not turn.consolation:  # E(s) stands on both sides of its equation
            costs /= 1.0 - turn.ones
        dice[own] = given[own] if given is not None else _fewest(-costs)
        expected[own] = costs[dice[own] - 1] if given is not None else costs.min()
    return expected[:goal], dice


def _chance(turn: _Turn, goal: int, turns: int, given: Dice | None) -> tuple[Floats, Dice]:
    """C_t(s) = P_n(1) C_{t-1}(s + pig_out) + sum_k P_n(k) C_{t-1}(s + k), the most over n."""
    chances = np.zeros((turns + 1, goal + max(len(turn.scores), turn.consolation + 1)))
    chances[:, goal:] = 1.0
    dice = np.zeros((turns + 1, goal), dtype=np.int16)
    for left in range(1, turns + 1):
        before = chances[left - 1]
        for own in range(goal):
            after = before[own : own + len(turn.scores)]
            paid = turn.payoffs(after, float(before[own + turn.consolation]))
            dice[left, own] = given[own] if given is not None else _fewest(paid)
            chances[left, own] = paid[dice[left, own] - 1] if given is not None else paid.max()
    return chances[:, :goal], dice if given is None else given


def _points(turn: _Turn, game: Hog, turns: int, given: Dice) -> Floats:
    """The points expected after 0, 1, … turns from 0 points of who rolls ``given``."""
    spread = max(len(turn.scores), turn.consolation + 1)
    banked, expected = np.zeros(game.goal + spread), [0.0]
    banked[0] = 1.0
    for done in range(turns):
        if banked[game.goal :].any():
            raise RuleError(
                f"after {counted(done, 'turn')} the score may be {game.goal} or more, where a "
                f"policy of {game.name} to {game.goal} is not asked: ask for fewer turns or choose "
                "a larger goal"
            )
        before, banked = banked, np.zeros_like(banked)
        for own in np.flatnonzero(before):
            banked[own : own + len(turn.scores)] += before[own] * turn.chances[given[own] - 1]
            banked[own + turn.consolation] += before[own] * turn.ones[given[own] - 1]
        expected.append(float(banked @ np.arange(len(banked))))
    return np.array(expected)


def _dice(game: Hog, policy: Policy) -> Dice:
    """The numbers of dice at each score against an opponent without a point."""
    dice = table_of(game, policy)[0, :, 0]
    if (dice < 1).any():
        own = int((dice < 1).argmax())
        raise RuleError(
            f"the policy answers {dice[own]} at {game.spell((own, 0))}, but alone one rolls 1 die "
            "or more: give a policy that does"
        )
    return dice.astype(np.int16)


def _fewest(payoffs: Floats) -> int:
    """The fewest dice that are best as far as doubles can tell."""
    return int((payoffs >= payoffs.max() - TIED * abs(payoffs.max())).argmax()) + 1


def _found(expected: Floats, dice: Dice) -> tuple[float, Floats, Dice, str]:
    value = float(expected.reshape(-1, expected.shape[-1])[-1, 0])
    return value, immutable(expected), immutable(dice), _plan(dice)


def _plan(dice: Dice) -> str:
    """What is rolled in the first turn of all."""
    first = dice.reshape(-1, dice.shape[-1])[-1].tolist()
    return runs(first, lambda n: f"roll {counted(n, 'die', 'dice')}", "own")
