"""Hog without an opponent.

A rule counts if it is given the roll or its points only; those that are given both scores, or
that give points to an opponent, are left out. One chooses n >= 1 of the usual dice, and the turn
scores k with chance P_n(k).
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from ...games.checks import between
from ...games.errors import RuleError
from ...games.hog import Hog
from ...games.hog_rules import title
from ...games.spelling import counted
from ...solvers.hog.turns import counts
from ...solvers.solution import TIED, immutable
from ..policies.answers import Policy
from ..policies.hog import table_of
from ..results import Solitaire
from .results import Chance, Points, PointsPerTurn, Turns, checked, runs

__all__ = ["solitaire"]

Floats = NDArray[np.float64]
Dice = NDArray[np.int16]


def solitaire(
    game: Hog,
    objective: str = "turns",
    turns: int | None = None,
    policy: Policy | None = None,
    *,
    pig_out: int | None = None,
) -> Solitaire:
    """Hog without an opponent: see :func:`pigcore.solitaire`.

    The policy is asked with (own, 0) and must choose 1 die or more. The result's ``policy`` is the
    number of dice at each score, (goal,), or (turns + 1, goal) with the turns left first where they
    matter, for ``"chance"``; the fewest where several are best. The game's rules ``pig_out`` and
    ``points`` count; ``left_out`` names those that need an opponent.
    """
    left = checked(objective, turns)
    if pig_out is not None:
        points = between(pig_out, "pig_out", 0, game.goal)
        game = replace(game, pig_out=lambda dice, ones: points)
    given = None if policy is None else _dice(game, policy)
    return replace(_asked(game, objective, left, given), left_out=_left_out(game))


def _asked(game: Hog, objective: str, left: int, given: Dice | None) -> Solitaire:
    chances = _chances(game)
    if objective == "turns":
        expected, dice = _turns(chances, game.goal, given)
        return Turns(*_found(expected, dice))
    if objective == "chance":
        expected, dice = _chance(chances, game.goal, left, given)
        return Chance(*_found(expected, dice), left)
    # Without a goal every turn is like every other.
    means = chances @ np.arange(float(chances.shape[1]))
    if objective == "points_per_turn":
        dice = np.array([_fewest(means)], dtype=np.int16) if given is None else given[:1]
        return PointsPerTurn(*_found(means[dice - 1], dice))
    if given is not None:
        after = _points(chances, game, left, given)
        return Points(float(after[-1]), immutable(after), immutable(given), _plan(given), left)
    expected = np.arange(game.goal) + means.max() * np.arange(left + 1.0)[:, None]
    return Points(*_found(expected, np.full(game.goal, _fewest(means), dtype=np.int16)), left)


def _left_out(game: Hog) -> tuple[str, ...]:
    """The rules that need an opponent, by their names."""
    rules = (game.bacon, game.wild, game.gift, *game.after, *game.again)
    names = [title(function).replace("_", " ") for function in rules if function]
    return (*names, *["exchange"] * game.exchange)


def _chances(game: Hog) -> Floats:
    """P_n(k) at [n - 1, k]."""
    rolled = counts(replace(game, gift=None), game.dice[0])[1:]
    chances = np.zeros((len(rolled), 1 + max(points for found in rolled for points, _ in found)))
    for row, (dice, found) in zip(chances, enumerate(rolled, 1)):
        for (points, _), number in found.items():
            row[points] = number / game.dice[0] ** dice
    return chances


def _turns(chances: Floats, goal: int, given: Dice | None) -> tuple[Floats, Dice]:
    """E(s) = 1 + sum_k P_n(k) E(s + k), the least over n, solved for E(s) where k may be 0."""
    expected = np.zeros(goal + chances.shape[1])
    dice = np.empty(goal, dtype=np.int16)
    scores = chances.copy()
    scores[:, 0] = 0.0
    leaves = scores.sum(axis=1)  # not 1 - P_n(0), which cancels
    for own in range(goal - 1, -1, -1):
        after = expected[own : own + chances.shape[1]]
        never = np.isinf(after)
        with np.errstate(divide="ignore"):  # who never scores never arrives
            costs = (1.0 + scores @ np.where(never, 0.0, after)) / leaves
        costs[scores @ never > 0.0] = np.inf
        dice[own] = given[own] if given is not None else _fewest(-costs)
        expected[own] = costs[dice[own] - 1]
    return expected[:goal], dice


def _chance(chances: Floats, goal: int, turns: int, given: Dice | None) -> tuple[Floats, Dice]:
    """C_t(s) = sum_k P_n(k) C_{t-1}(s + k), the most over n."""
    reached = np.zeros((turns + 1, goal + chances.shape[1]))
    reached[:, goal:] = 1.0
    dice = np.zeros((turns + 1, goal), dtype=np.int16)
    for left in range(1, turns + 1):
        for own in range(goal):
            paid = np.minimum(chances @ reached[left - 1, own : own + chances.shape[1]], 1.0)
            dice[left, own] = given[own] if given is not None else _fewest(paid)
            reached[left, own] = paid[dice[left, own] - 1] if given is not None else paid.max()
    return reached[:, :goal], dice if given is None else given


def _points(chances: Floats, game: Hog, turns: int, given: Dice) -> Floats:
    """The points expected after 0, 1, … turns from 0 points of who rolls ``given``."""
    spread = chances.shape[1]
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
            banked[own : own + spread] += before[own] * chances[given[own] - 1]
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
