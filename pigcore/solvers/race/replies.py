"""The best reply to a player whose turns are known, even if he mixes his actions or remembers."""

from __future__ import annotations

import numpy as np

from ..solution import TIED
from .arrays import Floats, RaceArrays
from .chain import Chain, Nodes
from .turns import Turns, rolls_of

__all__ = ["best_reply"]

MOST = 100
"""Replies that are tried; some five are needed."""


def best_reply(theirs: Turns, guess: Floats) -> tuple[Turns, Nodes, float]:
    """The reply that wins most, by a player who sees what the other one remembers.

    Parameters
    ----------
    theirs : Turns
        Of a player without a view of his opponent's memory.
    guess : float64 array (goal, goal)
        Turn starts by which the first reply that is tried plays best.

    Returns
    -------
    mine : Turns
        Its decisions are, for each thing that the other player may remember, the turn starts by
        which it plays best: those of the other player against the reply.
    wins : Nodes
        The reply's chance to win from each turn start; it is player 0.
    doubt : float
        By how much that changes, where a game begins, if every decision that doubles cannot tell
        is to roll, every one to hold, or some at random: ties change nothing, however long the
        game goes on. 0 in mild games.

    Notes
    -----
    Policy iteration: evaluate the reply, let it play best where banking pays what that says, and
    repeat until nothing changes. Source: R. Howard, "Dynamic Programming and Markov Processes",
    1960.
    """
    memories = theirs.memories
    starts = [guess] * memories
    before, mine = -1.0, None
    for _ in range(MOST):
        trial = Turns.of(theirs.game, starts)
        found = Chain(trial, theirs).wins(0)
        # Once no turn start is worth more, only rounding is left to change.
        worth = float(found[0].sum() + found[1].sum())
        if worth <= before:
            break
        before, mine, wins = worth, trial, found
        starts = [1.0 - found[1][m, 0] for m in range(memories)]
    assert mine is not None, "every reply is worth something"
    doubt = 0.0
    some = np.where(np.random.default_rng(1).random((theirs.game.goal,) * 2) < 0.5, -TIED, TIED)
    for margin in () if RaceArrays.of(theirs.game).mild else (-TIED, TIED, some, -some):
        rolls = [np.stack(list(rolls_of(theirs.game, part, margin))) for part in mine.decisions]
        other = Chain(Turns.of(theirs.game, rolls), theirs).wins(0)
        doubt = max(doubt, *(abs(a - b)[0, 0, 0, 0] for a, b in zip(other, wins)))
    return mine, wins, doubt
