"""The states of a race that an optimal player can have before him, whatever the opponent does.

Chances play no part here, only what is possible. The optimal player ("I") rolls and holds as the
solution does; the opponent may roll or hold anywhere. Write M for the scores (own, opp) at which
a turn of mine can begin, and N for those at which one of his can. Either may begin the game:

    (0, 0) in M and in N
    (i, j) in M  and my turn there can end with i' banked      =>  (i', j) in N
    (i, j) in N  and some turn of his can end with j' banked   =>  (i, j') in M

How a turn of mine ends depends on both scores; how his may end depends on his own score alone: he
banks any sum of gains, busts or is wiped. A state (i, j, k) can be reached if (i, j) is in M and
my turn there can come to the total k.

Source of the question: T. Neller and C. Presser, "Optimal Play of the Dice Game Pig", The UMAP
Journal 25(1), 2004, figure 5.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ...games.race import Race
from ...memory import require
from ...solvers.race import RaceSolution, solve
from ...solvers.race.solution import better_to_roll
from ...solvers.solution import immutable

__all__ = ["reachable", "serves"]

Flags = NDArray[np.bool_]


def serves(game: Race) -> bool:
    """Whether a turn has one mode, in which nothing but the total changes."""
    return game.players == 2 and game.single and not game.falls


def reachable(game: Race | RaceSolution) -> Flags:
    """Whether an optimal mover can come to each state, at [own, opp, total].

    O(goal**3 x gains) time: a pass over my scores from 0 to the goal finds everything, and where
    throws wipe a few more do.
    """
    solved, game = (game, game.game) if isinstance(game, RaceSolution) else (None, game)
    goal = game.goal
    require(3 * goal**3, f"the reachable states of a race to {goal}", "choose a smaller goal")
    come, banked, busts = _turns(solved or solve(game))
    replies = _replies(game)
    landing = [game.after_bust(own) for own in range(goal)]
    mine, his = np.zeros((2, goal, goal), dtype=bool)
    mine[0, 0] = his[0, 0] = True
    before = -1
    while before != (before := int(mine.sum()) + int(his.sum())):
        for own in range(goal):
            _rest_here(mine[own], his[own], replies, busts[own] & (landing[own] == own))
            his[own:] |= (banked[own, :, : goal - own] & mine[own][:, None]).T
            if own < landing[own] < goal:
                his[landing[own]] |= mine[own] & busts[own]
            if game.roll.wipe:
                his[0] |= mine[own]
    return immutable(come & mine[:, :, None])


def _rest_here(mine: Flags, his: Flags, replies: Flags, stays: Flags) -> None:
    """Let the opponent play while my score stands still, until nothing new turns up."""
    before = -1
    while before != (before := int(mine.sum())):
        his |= mine & stays
        mine |= replies[his].any(axis=0)


def _turns(solution: RaceSolution) -> tuple[Flags, Flags, Flags]:
    """My turns from everywhere: the totals they come to, those they bank, and whether they bust.

    The first two at [own, opp, total], the third at [own, opp].
    """
    game = solution.game
    goal, exact = game.goal, game.target == "exact"
    come, banked = np.zeros((2, goal, goal, goal), dtype=bool)
    busts = np.full((goal, goal), game.roll.bust > 0)
    for own, hold, roll in solution.all_payoffs():
        hold, roll = hold[:, 0], roll[:, 0]
        left = goal - own
        rolls = better_to_roll(hold, roll).T
        rolls[:, 0] = True
        here = come[own, :, :left]
        here[:, 0] = True
        for total in range(left):
            thrown = here[:, total] & rolls[:, total]
            for gain, _ in game.roll.gains:
                if total + gain < left:
                    here[:, total + gain] |= thrown
                elif exact and total + gain > left:
                    busts[own] |= thrown
        banked[own, :, :left] = here & ~rolls
    return come, banked, busts


def _replies(game: Race) -> Flags:
    """With what the opponent's turn can end, at [his score before it, his score after it]."""
    goal = game.goal
    gains = [gain for gain, _ in game.roll.gains]
    sums = np.zeros(goal + 1, dtype=bool)
    sums[0] = True
    for total in range(goal):
        if sums[total]:
            sums[[total + gain for gain in gains if total + gain <= goal]] = True
    replies = np.zeros((goal, goal), dtype=bool)
    for score in range(goal):
        left = goal - score
        replies[score, score + 1 :] = sums[1:left]
        thrown = np.flatnonzero(sums[:left])
        past = game.target == "exact" and thrown[-1] + max(gains, default=0) > left
        if (game.roll.bust or past) and game.after_bust(score) < goal:
            replies[score, game.after_bust(score)] = True
        if game.roll.wipe:
            replies[score, 0] = True
    return replies
