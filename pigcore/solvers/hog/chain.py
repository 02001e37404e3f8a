"""Two players of Hog with known choices: chances, visits and lengths of their games."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from scipy.sparse.csgraph import connected_components

from ...games.hog import Hog
from ...kernels import Floats
from ...memory import require
from ..elimination import Absorbing
from .arrays import LOST, WON, HogArrays


class HogChain:
    """The Markov chain of a match of Hog.

    ``chances``, (choices, memories, goal, goal) of each player, are those of making each choice. A
    node is a state with its mover, flat at [player, memory, own, opp]. Nodes that lead to each
    other in cycles are eliminated without a subtraction, so it does not matter how slowly play
    gets out.
    """

    arrays: HogArrays
    chances: tuple[Floats, Floats]
    game: Hog

    def __init__(self, game: Hog, chances: tuple[Floats, Floats]) -> None:
        self.game, self.arrays, self.chances = game, HogArrays.of(game), chances
        self.shape: tuple[int, int, int, int] = (2, self.arrays.memories, game.goal, game.goal)
        longest = max(
            len(roll) for kinds in self.arrays.turns.rolled for one in kinds for roll in one
        )
        steps = longest * sum(int((one > 0).sum()) for one in chances)
        require(100 * steps, f"what turns of {game.name} lead to", "choose a smaller goal")
        parts = [part for player in range(2) for part in self._parts(player)]
        columns = (np.concatenate(column) for column in zip(*parts))
        self._begins, self._x, self._y, ending, self._weights = columns
        target = self.arrays.target[ending, self._x, self._y]
        mover = self._begins // self._states
        again = self.arrays.same[ending, self._x, self._y].astype(bool)
        goes_on = target >= 0
        following = np.where(again, mover, 1 - mover) * self._states + target
        size = 2 * self._states
        place = (self._begins[goes_on], following[goes_on])
        self.steps: Any = sparse.csr_array((self._weights[goes_on], place), shape=(size, size))
        self._over = np.flatnonzero(~goes_on)
        winner = np.where(target == WON, mover, np.where(target == LOST, 1 - mover, -1))
        self.wins: Floats = np.stack([self._at_end(winner[self._over] == n) for n in range(2)])
        """P(the game ends with this turn and the player wins), (2, nodes)."""

    @property
    def _states(self) -> int:
        return self.arrays.memories * self.game.goal**2

    def _parts(self, player: int) -> Iterator[tuple[Any, ...]]:
        """(nodes, x, y, ending, chance) of everything that turns can lead to."""
        turns, goal = self.arrays.turns, self.game.goal
        for index, q in product(range(len(self.arrays.choices)), range(self.arrays.memories)):
            choice = int(self.arrays.choices[index])
            weights = self.chances[player][index, q]
            for kind in range(len(turns.kinds)):
                chosen = (weights > 0) & (turns.kind == kind)
                own, opp = np.nonzero(chosen)
                if not len(own):
                    continue
                nodes = player * self._states + (q * goal + own) * goal + opp
                if choice == 0:
                    gain, gift, ending = turns.free[q, own, opp].T
                    yield nodes, own + gain, opp + gift, ending, weights[chosen]
                    continue
                outcomes = turns.rolled[q][kind][choice] if choice > 0 else {turns.exchange[q]: 1}
                rolls = sum(outcomes.values())
                for (gain, gift, end), number in outcomes.items():
                    chance = weights[chosen] * (number / rolls)
                    yield nodes, own + gain, opp + gift, np.full(len(own), end), chance

    def _at_end(self, rewards: NDArray[Any]) -> Floats:
        """Expected rewards of the turns that end the game, by node."""
        weights = self._weights[self._over] * rewards
        found = np.bincount(self._begins[self._over], weights, 2 * self._states)
        return found.astype(np.float64)

    @cached_property
    def scores(self) -> Floats:
        """E[final score of each player; the game ends with this turn], (2, nodes)."""
        x, y = self._x[self._over], self._y[self._over]
        finals = {place: self.game.finish(*place) for place in set(zip(x.tolist(), y.tolist()))}
        mine, theirs = np.array([finals[place] for place in zip(x.tolist(), y.tolist())]).T
        first = self._begins[self._over] < self._states
        return np.stack(
            [
                self._at_end(np.where(first, mine, theirs)),
                self._at_end(np.where(first, theirs, mine)),
            ]
        )

    @cached_property
    def _cycles(self) -> Any:
        """(steps but those inside cycles, visits inside them); the latter None without any."""
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

    def expected(self, rewards: Floats) -> Floats:
        """What is had in all from each node, given what is had at each; (nodes,)."""
        leaving, cycles = self._cycles
        found: Floats = np.zeros(len(rewards))
        while True:
            before, found = found, rewards + leaving @ found
            if cycles is not None:
                found = cycles @ found
            if np.array_equal(found, before):
                return found

    def visits(self, player: int, own: int, opp: int) -> Floats:
        """How often each node is expected to occur, [player, memory, own, opp]."""
        leaving, cycles = self._cycles
        now = self._begun(player, own, opp)
        found = np.zeros(len(now))
        while now.any():
            if cycles is not None:
                now = now @ cycles
            found += now
            now = now @ leaving
        return found.reshape(self.shape)

    def ends(self, player: int, own: int, opp: int) -> Iterator[tuple[float, float]]:
        """Turn by turn: the chance that the game ends with it, and that it still goes on."""
        now = self._begun(player, own, opp)
        ending = self.wins.sum(axis=0)
        while True:
            ended, now = float(now @ ending), now @ self.steps
            yield ended, float(now.sum())

    def _begun(self, player: int, own: int, opp: int) -> Floats:
        nodes = np.zeros(self.shape)
        nodes[player, 0, own, opp] = 1.0
        return nodes.ravel()
