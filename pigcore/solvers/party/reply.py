"""The best reply of one player to others who are known, from the goal down.

Player 0 replies, and what is told of every turn is his chance to win. In a layer his bust is worth
x = alpha + beta W to him, where W is what his own turn is worth and beta the chance that all others
bust; for decisions once taken W = A + q x. So W is the largest of several fixed points, which
policy iteration finds: decide by x, solve, and decide by the x that follows, until nothing changes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...games.race import Race
from ..solution import TIED, immutable
from .arrays import Floats
from .chain import Node, all_ends, circle, node_of, quotient
from .turns import Best, Layer, Layers, Rolls, best_turns

__all__ = ["Reply", "best_reply"]

ROUNDS = 50
"""Of policy iteration in a layer; three or four are enough unless decisions are tied."""


class Reply(NamedTuple):
    """A best reply; arrays are read-only."""

    rolls: NDArray[np.bool_]
    """(goal^n, goal): whether he rolls on, by tuple and by the score that he could bank."""
    wins: Floats
    """(n, goal^n): his chance to win at [mover, number of the tuple]."""


def best_reply(game: Race, others: Sequence[Rolls], margin: float = TIED) -> Reply:
    """What player 0 does best while the ``others``, in the order after him, are as they are.

    Where rolling is not better by more than ``margin`` he holds. O(n goal^(n + 1) gains) time for
    each round, some three of them; goal^(n + 1) bytes.
    """
    n, goal = game.players, game.goal
    layers = Layers(game, 8 * n + goal)
    wins = np.zeros((n, layers.size))
    rolls = np.zeros((layers.size, goal), dtype=bool)
    for layer in reversed(layers):
        banked = [it.reshape(-1, goal)[layer.fronts] for it in wins]
        nodes = [
            node_of(layer, ends, banked[(m + 1) % n][:, :, None], np.zeros(1))
            for m, ends in enumerate(all_ends(game, layer, others), 1)
        ]
        best = _own(game, layer, banked[1 % n], nodes, margin)
        stays = layer.stays
        mine = Node(
            (best.fixed + np.where(stays, 0.0, best.bust * _landed(layer, banked[1 % n])))[:, None],
            np.where(stays, best.bust, 0.0),
            np.where(stays, best.leave, 1.0),
        )
        rolls[layer.numbers] = best.rolls
        for m in range(n):
            worth, leave = circle([mine, *nodes], layer.after, m)
            wins[m, layer.numbers] = quotient(worth, leave)[:, 0]
    return Reply(immutable(rolls), immutable(wins))


def _landed(layer: Layer, banked: Floats) -> Floats:
    """What a bust is worth to him that banks something; 1 where it reaches the goal."""
    goal = banked.shape[1]
    rows = np.arange(len(banked))
    return np.where(layer.landing < goal, banked[rows, np.minimum(layer.landing, goal - 1)], 1.0)


def _own(game: Race, layer: Layer, banked: Floats, nodes: Sequence[Node], margin: float) -> Best:
    """His best turns in a layer, ``nodes`` being the others' turns."""
    alpha, out = np.zeros(len(banked)), np.zeros(len(banked))
    beta, place = np.ones(len(banked)), layer.after
    for node in nodes:
        alpha += beta * node.worth[place, 0]
        out += beta * node.leave[place]
        beta = beta * node.bust[place]
        place = layer.after[place]
    x = np.where(layer.stays, alpha + 0.5 * beta, _landed(layer, banked))
    best = best_turns(game, layer.own, banked, x, margin)
    for _ in range(ROUNDS):
        leave = best.leave + best.bust * out
        worth = best.fixed + best.bust * alpha
        worth = np.divide(worth, leave, out=np.zeros_like(worth), where=leave > 0)
        x = np.where(layer.stays, alpha + beta * worth, x)
        last, best = best, best_turns(game, layer.own, banked, x, margin)
        if (last.rolls == best.rolls).all():
            break
    return best
