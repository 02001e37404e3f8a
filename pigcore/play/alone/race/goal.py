"""Alone to the goal: the fewest turns to it, and the highest chance of reaching it in time.

With E(b) the expected number of turns from b points, which a bust leaves at c(b) >= b,

    E(b) = 1 + turn(b),  the turn paying E(s) for banking s, E(c(b)) for a bust, E(0) for a wipe,

and least over the decisions. Banked scores never fall but by a wipe, so given the decisions one
pass downward solves for all scores: a(b), the expected turns until the goal or a wipe, and w(b),
the chance that it is a wipe; then E(b) = a(b) + w(b) E(0) with E(0) = a(0) / P(goal before wipe).
All these are sums of positive terms, so nothing cancels. Policy iteration does the rest; it begins
with decisions under which the goal is sure to be reached, and never leaves such decisions again.

The chance C_t(b) of reaching the goal within t turns is backward induction over t:

    C_t(b) = turn(b),  the turn paying C_{t-1}(s), C_{t-1}(c(b)), C_{t-1}(0), and 1 for the goal.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ....games.race import Race
from ....memory import require
from ....solvers.race.arrays import Floats, RaceArrays
from .turn import Turn

__all__ = ["best_chance", "chance_of", "fewest_turns", "turns_of"]

Bools = NDArray[np.bool_]

_MOST_IMPROVEMENTS = 100


def fewest_turns(game: Race) -> tuple[Floats, Bools]:
    """The fewest expected turns from each score, and where one rolls for them, at [own, total].

    Infinite where the goal cannot be made sure, or beyond 1e308. O(goal**2 x gains) a step, of
    which there are some five to ten.
    """
    turn, landing = Turn.to_goal(game), RaceArrays.of(game).landing
    none = np.zeros(game.goal)
    # Whoever holds as soon as it does no harm gets on with every turn, or has a chance to.
    scores = np.arange(game.goal)
    onto = np.minimum(scores[:, None] + scores, game.goal - 1)
    rolls = ~_sure(game, turn, landing)[onto]
    with np.errstate(over="ignore", invalid="ignore"):  # where turns are too many for doubles
        for _ in range(_MOST_IMPROVEMENTS):
            expected = _evaluate(turn, landing, rolls)
            after_bust = -np.append(expected, 0.0)[landing]
            _, better = turn.play(-expected, none, after_bust, -expected[0])
            if (better == rolls)[:, 1:].all():
                break
            rolls = better
    return expected, rolls


def turns_of(game: Race, rolls: Floats) -> Floats:
    """The expected turns from each score of who rolls with the chances ``rolls``."""
    with np.errstate(over="ignore"):
        return _evaluate(Turn.to_goal(game), RaceArrays.of(game).landing, rolls)


def _sure(game: Race, turn: Turn, landing: NDArray[np.intp]) -> Bools:
    """The scores from which one can make sure to reach the goal sooner or later.

    They are the largest set of live scores that some turn from each is sure not to leave: a turn
    whose ends pay 0 inside the set and minus infinity outside is then worth 0.
    """
    sure: Bools = RaceArrays.of(game).dead == 0
    while True:
        held = np.where(sure, 0.0, -np.inf)
        worth, _ = turn.play(held, np.zeros(game.goal), np.append(held, 0.0)[landing], 0.0)
        if (sure <= (worth == 0)).all():
            return sure
        sure &= worth == 0


def _evaluate(turn: Turn, landing: NDArray[np.intp], rolls: Floats | Bools) -> Floats:
    """The expected turns of given decisions; infinite where there need be no end."""
    goal = turn.height
    ends = turn.ends(rolls)
    onto = np.concatenate([ends.banked, ends.won[:, None]], axis=1)
    np.add.at(onto, (np.arange(goal), landing), ends.lost)
    until, wiped = np.zeros(goal + 1), np.zeros(goal + 1)
    reached = np.append(np.zeros(goal), 1.0)  # P(goal before a wipe)
    for own in range(goal - 1, -1, -1):
        further = own + 1 + np.flatnonzero(onto[own, own + 1 :])
        chances = onto[own, further]
        leaves = chances.sum() + ends.wiped[own]
        if not leaves:
            until[own] = np.inf
            continue
        until[own] = (1.0 + chances @ until[further]) / leaves
        wiped[own] = (ends.wiped[own] + chances @ wiped[further]) / leaves
        reached[own] = chances @ reached[further] / leaves
    from_0 = until[0] / reached[0] if reached[0] else np.inf
    back = np.zeros(goal)
    np.multiply(wiped[:goal], from_0, out=back, where=wiped[:goal] > 0)
    return until[:goal] + back


def best_chance(game: Race, turns: int, decline: bool) -> tuple[Floats, Bools]:
    """The highest chances of reaching the goal at [turns, own], and where one rolls for them.

    O(turns x goal**2 x gains) time and turns x goal**2 bytes.
    """
    require(
        turns * game.goal**2,
        f"the decisions of {turns:,} turns to {game.goal}",
        "ask for fewer turns or choose a smaller goal",
    )
    return _in_time(game, turns, decline, None)


def chance_of(game: Race, turns: int, decline: bool, rolls: Floats) -> Floats:
    """The chances at [turns, own] of who rolls with the chances ``rolls``.

    ``rolls`` is (goal, goal) at [own, total], or (turns + 1, goal, goal) with the turns left first.
    """
    return _in_time(game, turns, decline, np.broadcast_to(rolls, (turns + 1, *rolls.shape[-2:])))[0]


def _in_time(game: Race, turns: int, decline: bool, rolls: Floats | None) -> tuple[Floats, Bools]:
    turn, landing = Turn.to_goal(game), RaceArrays.of(game).landing
    chances = np.zeros((turns + 1, game.goal))
    best = np.zeros((turns + 1 if rolls is None else 1, game.goal, game.goal), dtype=bool)
    for left in range(1, turns + 1):
        before = chances[left - 1]
        chances[left], rolling = turn.play(
            before,
            turn.won,
            np.append(before, 1.0)[landing],
            before[0],
            rolls=None if rolls is None else rolls[left],
            decline=decline,
        )
        if rolls is None:
            best[left] = rolling
    return chances, best
