"""Two players of Hog with known choices: chances, visits and lengths of their games."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from scipy.sparse.csgraph import connected_components

from ...games.hog import Hog
from ...kernels import Floats
from ...memory import require
from ..elimination import Absorbing
from .arrays import WON, HogArrays

State = tuple[int, int, int, int]
"""(player, memory, own, opp): who moves, and what he sees."""


class HogChain:
    """The Markov chain of a match of Hog, as far as play comes.

    ``chances``, (choices, memories, goal, goal) of each player, are those of making each choice.
    Play begins at ``starts``, or everywhere if there are none. A node is a state that it comes to.
    Nodes that lead to each other in cycles are eliminated without a subtraction, so it does not
    matter how slowly play gets out.
    """

    states: NDArray[np.intp]
    """Where each node stands at [player, memory, own, opp], flat."""
    steps: Any
    """P(a turn leads from one node to another), a sparse matrix."""
    wins: Floats
    """P(the game ends with this turn and the player wins), (2, nodes)."""

    def __init__(
        self, game: Hog, chances: tuple[Floats, Floats], starts: Iterable[State] = ()
    ) -> None:
        self._arrays = HogArrays.of(game)
        self.shape: State = (2, self._arrays.memories, game.goal, game.goal)
        begun = [int(np.ravel_multi_index(start, self.shape)) for start in starts]
        here = np.unique(begun) if begun else np.arange(prod(self.shape))
        self._node = np.full(prod(self.shape), -1)
        parts, nodes, turns = [], 0, 0
        while len(here):
            self._node[here] = np.arange(nodes, nodes + len(here))
            nodes += len(here)
            parts.append((here, *self._turns(here, chances)))
            turns += len(parts[-1][1])
            require(100 * turns, f"what turns of {game.name} lead to", "choose a smaller goal")
            following = np.unique(parts[-1][2])
            here = following[(following >= 0) & (self._node[following] < 0)]
        self.states, begins, following, places, weights = map(np.concatenate, zip(*parts))
        begins, on = self._node[begins], following >= 0
        place = (begins[on], self._node[following[on]])
        self.steps = sparse.csr_array((weights[on], place), shape=(nodes, nodes))
        self._begins, self._places, self._weights = begins[~on], places[~on], weights[~on]
        self._winner = -1 - following[~on]
        self.wins = np.stack([self._at_end(self._winner == player) for player in range(2)])

    def _turns(self, states: NDArray[Any], chances: tuple[Floats, Floats]) -> tuple[Any, ...]:
        """(state, following, place, chance) of all that turns from some states can lead to.

        Where the game is over, what follows is -1 less the winner.
        """
        arrays = self._arrays
        player, q, own, opp = np.unravel_index(states, self.shape)
        first, second = (each[:, q, own, opp] for each in chances)
        weights = np.where(player == 0, first, second)
        choice, which = np.nonzero(weights)
        weights, dice = weights[choice, which], np.maximum(arrays.choices[choice], 0)
        place = q[which], arrays.kind[own, opp][which]
        begin, sure = arrays.begin[(*place, dice)], arrays.choices[choice] == 0
        count = np.where(sure, 1, arrays.begin[(*place, dice + 1)] - begin)
        # The outcomes of each choice, those of all choices one after the other.
        each = np.repeat(np.arange(len(count)), count)
        outcome = (begin + count - np.cumsum(count))[each] + np.arange(len(each))
        which, sure = which[each], sure[each]
        rolled = arrays.begun[own, opp][which] + arrays.moves[outcome]
        places = np.where(sure, arrays.certain[q, own, opp][which], rolled)
        weights = weights[each] * np.where(sure, 1.0, arrays.chances[outcome])
        target, mover = arrays.target.reshape(-1)[places], player[which]
        stays = arrays.same.reshape(-1)[places] == 1
        goes_on = np.where(stays, mover, 1 - mover) * prod(self.shape[1:]) + target
        over = -1 - np.where(target == WON, mover, 1 - mover)
        return states[which], np.where(target >= 0, goes_on, over), places, weights

    def _at_end(self, rewards: NDArray[Any]) -> Floats:
        """Expected rewards of the turns that end the game, by node."""
        found = np.bincount(self._begins, self._weights * rewards, len(self.states))
        return found.astype(np.float64)

    def _everywhere(self, found: Floats) -> Floats:
        """What nodes have, at [player, memory, own, opp], and 0 where play does not come."""
        every = np.zeros(self.shape)
        every.reshape(-1)[self.states] = found
        return every

    @cached_property
    def _scores(self) -> Floats:
        """E[final score of each player; the game ends with this turn], (2, nodes)."""
        size = prod(self._arrays.shape[1:])
        mine, theirs = self._arrays.final.reshape(size, 2)[self._places % size].T
        first = self.states[self._begins] < prod(self.shape[1:])
        both = np.where(first, (mine, theirs), (theirs, mine))
        return np.stack([self._at_end(one) for one in both])

    @cached_property
    def _cycles(self) -> Any:
        """(steps but those inside cycles, visits inside them); the latter None without any."""
        if not self._arrays.cyclic:
            return self.steps, None
        _, label = connected_components(self.steps, connection="strong")
        whole = self.steps.tocoo()
        inside = label[whole.row] == label[whole.col]
        if not inside.any():
            return self.steps, None
        leaving = sparse.csr_array(
            (whole.data[~inside], (whole.row[~inside], whole.col[~inside])), shape=whole.shape
        )
        ends = leaving.sum(axis=1) + self.wins.sum(axis=0)
        # Where a node stands among those of its cycle, and how many they are.
        members = np.argsort(label, kind="stable")
        sizes = np.bincount(label)
        begins = np.cumsum(sizes) - sizes
        place = np.empty(len(label), dtype=np.intp)
        place[members] = np.arange(len(label)) - begins[label[members]]
        row, column, chance = whole.row[inside], whole.col[inside], whole.data[inside]
        circling = np.zeros(len(sizes), dtype=bool)
        circling[label[row]] = True
        alone = np.flatnonzero(~circling[label])
        parts: list[tuple[NDArray[Any], ...]] = [(alone, alone, np.ones(len(alone)))]
        for size in np.unique(sizes[circling]):
            alike = np.flatnonzero(circling & (sizes == size))
            nodes = members[begins[alike][:, None] + np.arange(size)]
            within = np.zeros((len(alike), 1, size, size))
            here = sizes[label[row]] == size
            number = np.searchsorted(alike, label[row[here]])
            within[number, 0, place[row[here]], place[column[here]]] = chance[here]
            begun = np.broadcast_to(np.eye(size), (len(alike), size, size))
            visits = Absorbing(within, ends[nodes][:, None]).visits(begun)
            both = np.broadcast_arrays(nodes[:, :, None], nodes[:, None, :], visits)
            parts.append(tuple(part.ravel() for part in both))
        rows, columns, data = (np.concatenate(part) for part in zip(*parts))
        return leaving, sparse.csr_array((data, (rows, columns)), shape=whole.shape)

    def expected_wins(self) -> Floats:
        """P(the first player wins), at [player to move, memory, own, opp]."""
        leaving, cycles = self._cycles
        found: Floats = np.zeros(len(self.states))
        while True:
            before, found = found, self.wins[0] + leaving @ found
            if cycles is not None:
                found = cycles @ found
            if np.array_equal(found, before):
                return self._everywhere(np.minimum(found, 1.0))

    def visits(self, start: State) -> Floats:
        """How often each state is expected to occur, at [player, memory, own, opp]."""
        leaving, cycles = self._cycles
        now = self._begun(start)
        found = np.zeros(len(now))
        while now.any():
            if cycles is not None:
                now = now @ cycles
            found += now
            now = now @ leaving
        return self._everywhere(found)

    def scores(self, visits: Floats) -> tuple[float, float]:
        """The expected final scores of games in which the states occur so often."""
        first, second = (self._scores @ visits.reshape(-1)[self.states]).tolist()
        return first, second

    def ends(self, start: State) -> Iterator[tuple[float, float]]:
        """Turn by turn: the chance that the game ends with it, and that it still goes on."""
        now = self._begun(start)
        ending = self.wins.sum(axis=0)
        while True:
            ended, now = float(now @ ending), now @ self.steps
            yield ended, float(now.sum())

    def _begun(self, start: State) -> Floats:
        nodes = np.zeros(len(self.states))
        nodes[self._node[np.ravel_multi_index(start, self.shape)]] = 1.0
        return nodes
