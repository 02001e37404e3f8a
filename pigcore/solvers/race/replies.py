"""The best reply to players whose turns are known, even if they mix their actions."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..solution import TIED
from .arrays import Floats, arrays_to_ask
from .chain import Chain, Nodes
from .decided import Best, tables_of
from .turns import Turns

__all__ = ["best_reply"]

MOST = 100
"""Replies that are tried; some five are needed."""

STEPS = 60
"""Newton's method takes half a dozen steps for a pair, each at least as good as the one before."""


def best_reply(theirs: Sequence[Turns], guess: Floats) -> tuple[Floats, Nodes, float]:
    """The reply that wins most.

    ``theirs`` are the turns of the others, in the order in which they move; the first reply that is
    tried plays best by the next player's turn starts ``guess``, as :class:`Best` has them. Returns
    such turn starts by which the reply plays best; the reply's chance to win from each turn start,
    as player 0; and by how much that changes, where a game begins, if every decision that doubles
    cannot tell is to roll, every one to hold, or some at random.

    Between two where nothing wipes, pair by pair from the goal down; else policy iteration:
    evaluate the reply, let it play best where banking pays what that says, and repeat until nothing
    changes. Source: R. Howard, "Dynamic Programming and Markov Processes", 1960.
    """
    game = theirs[-1].game.swapped
    tables = arrays_to_ask(game)
    two = game.players == 2
    if two and tables.mild and not tables.wipes:
        return _by_pairs(theirs[0])

    def wins_by(starts: Floats, margin: Floats | float = 0.0) -> Nodes:
        return Chain(Turns.of(game, Best(game, starts, margin).turn), *theirs).wins(0)

    trial = guess
    before, best, wins = -1.0, trial, None
    for _ in range(MOST):
        found = wins_by(trial)
        # Once no turn start is worth more, only rounding is left to change.
        worth = sum(float(part.sum()) for part in found)
        if worth <= before:
            break
        before, best, wins = worth, trial, found
        trial = 1.0 - found[1] if two else found[1]
    assert wins is not None, "every reply is worth something"
    doubt = 0.0
    shape = game.units, game.units ** (game.players - 1)
    some = np.where(np.random.default_rng(1).random(shape) < 0.5, -TIED, TIED)
    for margin in () if tables.mild else (-TIED, TIED, some, -some):
        other = wins_by(best, margin)
        doubt = max(doubt, *(abs(a - b)[0, 0] for a, b in zip(other, wins)))
    return best, wins, doubt


def _by_pairs(theirs: Turns) -> tuple[Floats, Nodes, float]:
    """The best reply in a game without wipes.

    One's own turn is worth f(x), convex and piecewise linear, where to stay is worth
    x = k + stay a, and a = f(x) is the unknown. Newton's method from 0 rises to the smallest
    solution: whoever goes on for ever does not win.
    """
    tables = tables_of(theirs.game.swapped)
    goal, stride = tables.goal, tables.stride
    held = tables.by_total(tables.nothing_held())
    mine, others = np.zeros((goal, goal)), np.zeros((goal, goal))
    x, goes = np.zeros(stride), np.zeros(stride)
    passed, bonus, leave = theirs.passed, theirs.bonus, theirs.leave
    ends = [theirs.ends_from(opp) for opp in range(goal)]
    stay = np.stack([np.broadcast_to(row[:, 0], goal) for row in ends])
    for total in range(2 * goal - 2, -1, -1):
        opp = np.arange(max(0, total - goal + 1), min(total, goal - 1) + 1)
        own = total - opp
        known = passed[opp, own]
        for n, (i, j) in enumerate(zip(own, opp)):
            known[n] += ends[j][i if len(ends[j]) > 1 else 0, 1:] @ mine[i, j + 1 :]
            back = tables.landing[j]
            known[n] += bonus[j, i] * mine[i, back] if j < back < goal else 0.0
        away, value = leave[opp, own], np.zeros(len(opp))
        for _ in range(STEPS):
            x[opp] = known + stay[opp, own] * value
            excess = tables.excess(held, x, total, leave=goes)
            missed = (x + excess)[opp] - value
            stays = goes[opp] + away - goes[opp] * away
            step = np.divide(missed, stays, out=np.zeros(len(opp)), where=stays > 0)
            value += step
            if not (np.abs(step) > 4e-16).any():
                break
        mine[own, opp] = value
        others[own, opp] = held[total, opp] = known + stay[opp, own] * value
    return 1.0 - others.T, (mine, others.T), 0.0
