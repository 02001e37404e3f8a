"""Several players whose turns are known: who wins how often, and how often each turn comes.

Player m has the seat after player m - 1. A node (m, s) is a turn that player m begins at the tuple
s, his own score first. A bust passes it on to (m + 1, s rotated), so that n nodes need each other;
all else leads to larger totals. Let A_m be what a node is worth but for its bust, and q_m the
chance of that. Round the circle

    W_0 = A_0 + q_0 W_1,  W_1 = A_1 + q_1 W_2,  …,  W_(n-1) = A_(n-1) + q_(n-1) W_0

gives W_0 (1 - q_0 q_1 …) = A_0 + q_0 A_1 + q_0 q_1 A_2 + …; and 1 - q_0 q_1 … is the same sum with
1 - q in the place of A, all terms positive, so that nothing cancels. Where it is 0, nobody ever
wins. Visits solve the same equations read backwards, from the smallest total up.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

import numpy as np

from ...games.race import Race
from ..solution import immutable
from .arrays import Floats
from .turns import Ends, Layer, Layers, Places, Rolls, ends_of

__all__ = ["Chain", "Node", "all_ends", "circle", "node_of", "quotient"]


class Node(NamedTuple):
    """The turns of a mover at the k tuples of a layer."""

    worth: Floats
    """(k, …): what they are worth but for busts that stay in the layer."""
    bust: Floats
    """(k,): the chance of such a bust."""
    leave: Floats
    """(k,): the chance of anything else, as a sum of positive terms."""


def all_ends(game: Race, layer: Layer, players: Sequence[Rolls]) -> list[Ends]:
    """How the turns of each player end; of those who are one and the same, found once."""
    found: dict[int, Ends] = {}
    for rolls in players:
        if id(rolls) not in found:
            found[id(rolls)] = ends_of(game, layer.own, rolls(layer.scores))
    return [found[id(rolls)] for rolls in players]


def node_of(layer: Layer, ends: Ends, banked: Floats, won: Floats) -> Node:
    """The turns that end so, where banking is worth ``banked`` (k, goal, c) and winning ``won``."""
    goal, inside = banked.shape[1], np.flatnonzero(~layer.stays)
    worth = (ends.banked[:, None, :] @ banked)[:, 0] + ends.won[:, None] * won
    lost = ends.bust[inside, None]
    landing = layer.landing[inside]
    by_bust = banked[inside, np.minimum(landing, goal - 1)]
    worth[inside] += lost * np.where((landing < goal)[:, None], by_bust, won)
    stays = np.where(layer.stays, ends.bust, 0.0)
    leave = ends.banked.sum(axis=1) + ends.won + np.where(layer.stays, 0.0, ends.bust)
    return Node(worth, stays, leave)


def circle(nodes: Sequence[Node], after: Places, first: int) -> tuple[Floats, Floats]:
    """Both sums round the circle from the mover ``first`` on, (k, …) and (k,)."""
    worth, leave = np.zeros_like(nodes[0].worth), np.zeros(len(after))
    through, place = np.ones(len(after)), np.arange(len(after))
    for step in range(len(nodes)):
        node = nodes[(first + step) % len(nodes)]
        worth += through[:, None] * node.worth[place]
        leave += through * node.leave[place]
        through = through * node.bust[place]
        place = after[place]
    return worth, leave


def quotient(worth: Floats, leave: Floats) -> Floats:
    """What nodes are worth by their sums; nothing where nobody ever wins."""
    found: Floats = np.divide(worth, leave[:, None], out=worth, where=leave[:, None] > 0)
    return found


class Chain:
    """The turns of several players as a Markov chain.

    O(n goal^(n + 1) (gains + n)) time, 8 n^2 goal^n bytes.
    """

    game: Race

    def __init__(self, game: Race, players: Sequence[Rolls]) -> None:
        self.game, self._players = game, tuple(players)
        self._layers = Layers(game, 8 * game.players**2)

    @cached_property
    def wins(self) -> Floats:
        """Chances of winning, (n, goal^n, n): at [mover, number of the tuple, player]."""
        n, goal = self.game.players, self.game.goal
        wins = np.zeros((n, self._layers.size, n))
        for layer in reversed(self._layers):
            nodes = []
            for m, ends in enumerate(all_ends(self.game, layer, self._players)):
                banked = wins[(m + 1) % n].reshape(-1, goal, n)[layer.fronts]
                nodes.append(node_of(layer, ends, banked, np.eye(n)[m]))
            for m in range(n):
                wins[m, layer.numbers] = quotient(*circle(nodes, layer.after, m))
        return immutable(wins)

    def visits(self, begun: Floats) -> Floats:
        """Expected turns begun at [mover, number of the tuple], (n, goal^n).

        ``begun`` says how likely a game begins there. Infinite where the players stay for ever.
        """
        n, goal = self.game.players, self.game.goal
        visits = begun.copy()
        for layer in self._layers:  # what flows into it is complete
            ends = all_ends(self.game, layer, self._players)
            nothing = np.zeros((len(layer.own), goal, 0))
            nodes = [node_of(layer, it, nothing, np.zeros(0)) for it in ends]
            before = np.argsort(layer.after)
            into = visits[:, layer.numbers]
            for m in range(n):
                found, through = np.zeros(len(before)), np.ones(len(before))
                place = np.arange(len(before))
                for step in range(n):
                    found += through * into[m - step, place]
                    place = before[place]
                    through = through * nodes[m - step - 1].bust[place]
                _, leave = circle(nodes, layer.after, m)
                with np.errstate(divide="ignore"):
                    found = np.divide(found, leave, out=np.zeros_like(found), where=found > 0)
                visits[m, layer.numbers] = found
                found = np.where(np.isinf(found), 0.0, found)  # nothing leaves where they stay
                flow = visits[(m + 1) % n].reshape(-1, goal)
                flow[layer.fronts] += found[:, None] * ends[m].banked
                lands = np.flatnonzero(~layer.stays & (layer.landing < goal))
                lost = found[lands] * ends[m].bust[lands]
                flow[layer.fronts[lands], layer.landing[lands]] += lost
        return immutable(visits)
