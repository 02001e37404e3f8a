"""How turns end when it is known how they are played, for many tuples of scores at once.

The tuples of one total of the scores form a layer. Banking leads from a layer to later ones, a bust
to the rotation of the tuple in the same layer, or to a later one where it banks a consolation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...games.errors import SizeError
from ...games.race import Race
from ...games.spelling import counted
from ...memory import require
from ..solution import TIED
from .arrays import Floats
from .solution import PartySolution

__all__ = [
    "Best",
    "Ends",
    "Layer",
    "Layers",
    "Places",
    "Rolls",
    "best_turns",
    "check_states",
    "ends_of",
    "faced",
    "own_turns",
]

MOST_STATES = 200_000_000
"""States, goal^(n + 1) of them, that turns are followed through: a minute or two."""

Places = NDArray[np.intp]

Rolls = Callable[[Places], Floats]
"""How a player decides: from scores (k, n), his own first, to his chance of rolling on at each
score that he could bank, (k, goal). What stands at his own score or below is not looked at."""


class Layer(NamedTuple):
    """The k tuples of one total of the scores."""

    numbers: Places
    """(k,): their places in arrays of all tuples."""
    scores: Places
    """(k, n), the mover's first."""
    after: Places
    """(k,): which of the layer's tuples the next mover sees if the mover banks nothing."""
    fronts: Places
    """(k,): the number of the others' scores; no two tuples of a layer share it."""
    landing: Places
    """(k,): the mover's score after a bust."""

    @property
    def own(self) -> Places:
        """(k,): the mover's scores."""
        return self.scores[:, 0]

    @property
    def stays(self) -> NDArray[np.bool_]:
        """(k,): whether a bust banks nothing, so that it leads to ``after``."""
        found: NDArray[np.bool_] = self.landing == self.own
        return found


def check_states(game: Race) -> None:
    """Refuse to follow policies through too many states.

    Raises
    ------
    SizeError
        If they are more than 200 million.
    """
    n, goal = game.players, game.goal
    states = game.units ** (n + 1) * len(game.turn.modes)
    if states > MOST_STATES:
        raise SizeError(
            f"{counted(n, 'player')} to {goal} have {states:,} states, but policies are "
            f"followed through at most {MOST_STATES:,}: choose a smaller goal or fewer players"
        )


class Layers:
    """All tuples of the scores of a party by their total.

    Raises
    ------
    SizeError
        If the states are more than 200 million, or ``bytes_each`` for each of the tuples, and what
        one layer needs, do not fit in memory.
    """

    game: Race

    def __init__(self, game: Race, bytes_each: int) -> None:
        self.game, goal, n = game, game.goal, game.players
        check_states(game)
        self.size: int = goal**n
        layer = self.size // max(goal, 2) * 2
        require(
            self.size * (16 * (n + 2) + bytes_each) + 8 * layer * goal * (n + 3),
            f"following {counted(n, 'player')} to {goal}",
            "choose a smaller goal or fewer players",
        )
        scores = np.indices((goal,) * n, dtype=np.intp).reshape(n, -1).T
        totals = scores.sum(axis=1)
        self._order = np.argsort(totals, kind="stable")
        self._scores = np.ascontiguousarray(scores)
        self._bounds = np.searchsorted(totals[self._order], np.arange(n * (goal - 1) + 2))
        self._place = np.empty(self.size, dtype=np.intp)
        self._place[self._order] = np.arange(self.size)
        self._landing = np.array([game.after_bust(own) for own in range(goal)], dtype=np.intp)

    def __len__(self) -> int:
        return len(self._bounds) - 1

    def __iter__(self) -> Iterator[Layer]:
        return map(self.__getitem__, range(len(self)))

    def __reversed__(self) -> Iterator[Layer]:
        return map(self.__getitem__, reversed(range(len(self))))

    def __getitem__(self, total: int) -> Layer:
        first, last = self._bounds[total], self._bounds[total + 1]
        numbers = self._order[first:last]
        scores = self._scores[numbers]
        others = self.size // self.game.goal
        fronts = numbers % others
        after = self._place[fronts * self.game.goal + scores[:, 0]] - first
        return Layer(numbers, scores, after, fronts, self._landing[scores[:, 0]])


class Ends(NamedTuple):
    """How the turns of a mover go at k tuples."""

    reached: Floats
    """(k, goal): the chance of coming to a score before it is banked, 1 at his own."""
    banked: Floats
    """(k, goal): the chance that the turn ends by banking a score; sums to 1 with the next two."""
    won: Floats
    """(k,)"""
    bust: Floats
    """(k,)"""


def ends_of(game: Race, own: Places, rolls: Floats) -> Ends:
    """How turns from the scores ``own`` end, by the chances ``rolls`` of :data:`Rolls`.

    The chance of coming to a score is passed on from the lowest one up: O(k goal gains).
    """
    goal, race = game.goal, game.for_two
    chance = rolls.T.copy()
    chance[own, np.arange(len(own))] = 1.0  # at turn total 0 one must roll
    reached = np.zeros((goal, len(own)))
    reached[own, np.arange(len(own))] = 1.0
    won, bust = np.zeros(len(own)), np.zeros(len(own))
    gains = [(gain, float(p)) for gain, p in race.roll.gains]
    fails = float(race.roll.bust)
    for s in range(int(own.min()), goal):
        thrown = reached[s] * chance[s]
        bust += fails * thrown
        for gain, p in gains:
            if s + gain < goal:
                reached[s + gain] += p * thrown
            elif s + gain > goal and race.target == "exact":
                bust += p * thrown
            else:
                won += p * thrown
    return Ends(reached.T, np.ascontiguousarray((reached * (1.0 - chance)).T), won, bust)


class Best(NamedTuple):
    """A mover's best turns at k tuples, where what his banks and his busts are worth is known."""

    rolls: NDArray[np.bool_]
    """(k, goal): whether he rolls on, at each score that he could bank."""
    payoffs: Floats
    """(k, goal): what rolling is worth there."""
    fixed: Floats
    """(k,): what the turn is worth but for its busts; his turn is worth fixed + bust * x."""
    bust: Floats
    """(k,): the chance that it ends in a bust."""
    leave: Floats
    """(k,): the chance that it does not, as a sum of positive terms."""


def best_turns(game: Race, own: Places, held: Floats, x: Floats, margin: float = TIED) -> Best:
    """The best turns where banking is worth ``held`` (k, goal), and a bust ``x`` (k,).

    Rolling must be better by more than ``margin``, by default as in the solver. From the goal
    down: O(k goal gains).
    """
    goal, race, k = game.goal, game.for_two, len(own)
    rolls = np.zeros((goal, k), dtype=bool)
    payoffs = np.zeros((goal, k))
    # Of each score: what is worth something but for busts, the chance of a bust, of none.
    parts = np.zeros((goal, 3, k))
    gains = [(gain, float(p)) for gain, p in race.roll.gains]
    below = np.ascontiguousarray(held.T)
    for s in range(goal - 1, int(own.min()) - 1, -1):
        row = np.zeros((3, k))
        row[1] = float(race.roll.bust)
        for gain, p in gains:
            if s + gain < goal:
                row += p * parts[s + gain]
            elif s + gain > goal and race.target == "exact":
                row[1] += p
            else:
                row[0] += p
                row[2] += p
        payoffs[s] = row[0] + row[1] * x
        rolls[s] = (payoffs[s] > below[s] + margin) | (own == s)
        banks = np.stack([below[s], np.zeros(k), np.ones(k)])
        parts[s] = np.where(rolls[s], row, banks)
    fixed, bust, leave = parts[own, :, np.arange(k)].T
    return Best(rolls.T, payoffs.T, fixed, bust, leave)


def faced(game: Race, worth: Floats, scores: Places) -> tuple[Floats, Floats]:
    """What movers at ``scores`` (k, n) win by banking each score, (k, goal), and by a bust, (k,).

    ``worth`` (goal^n,) is the mover's chance when the next player's turn begins, by tuple.
    """
    goal, own = game.goal, scores[:, 0]
    fronts = np.zeros(len(scores), dtype=np.intp)
    for column in scores.T[1:]:
        fronts = fronts * goal + column
    held = worth.reshape(-1, goal)[fronts]
    landing = np.array([game.after_bust(score) for score in range(goal)])[own]
    inside = held[np.arange(len(own)), np.minimum(landing, goal - 1)]
    return held, np.where(landing < goal, inside, 1.0)


def own_turns(solution: PartySolution, scores: Places) -> tuple[Floats, Best, Floats]:
    """The movers' turns in a solution at ``scores`` (k, n).

    What holding is worth, (k, goal); the best turns; and how likely the solution's mover rolls, (k,
    goal): as in the best turns, or mixed.
    """
    game, own = solution.game, scores[:, 0]
    # In the rows of whoever moves next, this mover is the last.
    held, x = faced(game, solution.starts[..., -1], scores)
    best = best_turns(game, own, held, x)
    chance = best.rolls.astype(np.float64)
    if solution._mixing:
        numbers = np.ravel_multi_index(tuple(scores.T), (game.goal,) * game.players)
        for place in np.flatnonzero(np.isin(numbers, list(solution._mixing))):
            total, weight = solution._mixing[int(numbers[place])]
            chance[place, own[place] + total] = weight
    return held, best, chance
