"""Hog as arrays: what a turn can gain, in whole numbers of rolls, and where it leads.

The rule functions are called once for every pair of scores, and never again.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from math import comb, prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...games import hog_rules
from ...games.errors import RuleError
from ...games.hog import Hog
from ...games.hog_rules import ask
from ...kernels import hog
from ...memory import require

Outcomes = dict[tuple[int, int], int]
"""(gain, gift) and the number of rolls that gain it."""


def counts(game: Hog, sides: int) -> list[Outcomes]:
    """What 0, 1, … dice of so many sides gain the mover and the opponent, in how many rolls."""
    first = 1 if game.pig_out is None else 2
    sums = [1]
    several: list[Outcomes] = [{}]
    for dice in range(1, game.max_dice + 1):
        sums = _one_more(sums, first, sides)
        scored = [(points, number) for points, number in enumerate(sums) if number]
        if game.pig_out is not None:
            for ones in range(1, dice + 1):
                number = comb(dice, ones) * (sides - 1) ** (dice - ones)
                scored.append((game.pig_out_points(dice, ones), number))
        counted: Outcomes = {}
        for points, number in scored:
            outcome = game.gain(points, dice)
            counted[outcome] = counted.get(outcome, 0) + number
        several.append(counted)
    return several


def _one_more(sums: list[int], first: int, sides: int) -> list[int]:
    """The ways to each sum with one more die of the faces ``first … sides``; exact integers."""
    below = [0, *accumulate(sums)]
    last = len(sums)
    return [
        below[min(max(total - first + 1, 0), last)] - below[min(max(total - sides, 0), last)]
        for total in range(last + sides)
    ]


@dataclass(frozen=True)
class Turns:
    """What each choice can lead to, in whole numbers of rolls."""

    dice: tuple[int, int]
    """The sides of each kind of dice."""
    kind: NDArray[np.uint8]
    """Which kind is rolled at parity 0, at [own, opp]."""
    rolled: list[list[Outcomes] | None]
    """By kind and number of dice; None for a kind that is never rolled."""
    free: NDArray[np.intp]
    """(gain, gift) of 0 dice at [own, opp]."""
    exchange: tuple[int, int] | None
    """(gain, gift) of the choice -1."""

    def outcomes(self, choice: int, parity: int, own: int, opp: int) -> tuple[int, Outcomes]:
        """How many rolls a choice has, and what they gain."""
        if choice > 0:
            kind = int(self.kind[own, opp]) ^ parity
            rolled = self.rolled[kind]
            assert rolled is not None, "a kind that is rolled somewhere has its outcomes"
            return self.dice[kind] ** choice, rolled[choice]
        if choice == 0:
            gain, gift = self.free[own, opp].tolist()
            return 1, {(gain, gift): 1}
        assert self.exchange is not None, "only a game with exchange has the choice -1"
        return 1, {self.exchange: 1}


# --- what follows a turn --------------------------------------------------------------------------


def by_parity(array: NDArray[Any]) -> NDArray[Any]:
    """From [own, opp] or [own, opp, parity] to [parity, own, opp], as the kernel has it."""
    return array[None] if array.ndim == 2 else np.ascontiguousarray(np.moveaxis(array, 2, 0))


def by_score(array: NDArray[Any]) -> NDArray[Any]:
    """The inverse of :func:`by_parity`: a view of one parity, and a copy of two."""
    return array[0] if len(array) == 1 else np.stack(list(array), axis=2)


def aligned(*shape: int) -> NDArray[np.float64]:
    """Zeros whose first byte lies where the widest row of a kernel does: at a multiple of 64."""
    count = prod(shape)
    memory = np.zeros(count + 7)
    skip = -memory.__array_interface__["data"][0] % 64 // memory.itemsize
    return memory[skip : skip + count].reshape(shape)


WON, LOST, UNREACHED = -1, -2, -3


@dataclass
class HogArrays:
    """The arrays of ``kernels/hog.pyx`` for one game; their meaning and shapes stand there."""

    goal: int
    parities: int
    induction: hog.Induction
    choices: NDArray[np.intp]
    settle: NDArray[np.intp]
    won: NDArray[np.intp]
    """Flat positions in ``ended`` where the mover has won."""
    shape: tuple[int, int]
    """(R, S): the shape of ``ended`` for one player and parity."""
    turns: Turns
    target: NDArray[np.intp]
    """The flat state that follows a turn ended at [x, y], or WON, LOST or UNREACHED."""
    same: NDArray[np.uint8]
    """Whether the same player moves then."""
    blocks: NDArray[np.intp]

    @staticmethod
    def of(game: Hog) -> HogArrays:
        """The tables of ``game``.

        Those of the last few games of ready-made rules are kept; a rule of one's own is asked
        anew each time, as it may answer differently by now.
        """
        rules = (game.pig_out, game.bacon, game.wild, *game.points, game.gift)
        rules += (*game.after, *game.again)
        ready_made = all(
            getattr(rule, "__module__", "") == hog_rules.__name__ for rule in rules if rule
        )
        return _kept(game) if ready_made else _tables(game)

    def ended(self, players: int, counting: bool = False) -> NDArray[np.float64]:
        """What ended games are worth, and 0 elsewhere: the kernel's ``ended`` at the outset."""
        ended = aligned(players, self.parities, *self.shape)
        if not counting:
            for one in ended.reshape(players * self.parities, -1):
                one[self.won] = 1.0
        return ended

    def induct(
        self,
        policy: NDArray[np.int16],
        *,
        counting: bool = False,
        tolerance: float = 1e-14,
        most: int = 100_000,
        guess: float = 0.0,
    ) -> tuple[NDArray[np.float64], NDArray[np.float64], int, float]:
        """Values, what ended turns are worth, iterations, and the last change.

        ``guess`` is what turns are taken to be worth at first that go on.
        """
        players = len(policy)
        value = np.zeros((players, self.parities, self.goal, self.goal))
        ended = self.ended(players, counting)
        if guess:
            ended.reshape(players, self.parities, -1)[:, :, self.settle[:, 0]] = guess
        done = self.induction.induct(value, ended, policy, counting, tolerance, most)
        return value, ended, *done

    @property
    def cyclic(self) -> bool:
        """Whether some totals can be stayed in."""
        return bool(self.blocks[:-1, 1].any())

    def maximizing(self) -> NDArray[np.int16]:
        """The policy of a player who chooses the best everywhere, for the kernel."""
        shape = (self.parities, self.goal, self.goal)
        return np.full(shape, hog.MAXIMIZE, dtype=np.int16)

    def worths(self, starts: NDArray[np.float64]) -> NDArray[np.float64]:
        """What each choice is worth, (choices, parities, goal, goal), where starts are V."""
        ended = self.ended(1)[0]
        flat, states = ended.reshape(self.parities, -1), starts.reshape(self.parities, -1)
        place, state, same = self.settle.T
        flat[:, place] = np.where(same, states[:, state], 1.0 - states[:, state])
        return self.worths_of(ended)

    def worths_of(self, ended: NDArray[np.float64]) -> NDArray[np.float64]:
        """The same for a player to whom ended turns are worth ``ended``."""
        shape = (len(self.choices), self.parities, self.goal, self.goal)
        require(8 * prod(shape), "the payoffs of all choices", "choose a smaller goal")
        out = np.empty(shape)
        self.induction.worths(ended, self.choices, out)
        return out


@lru_cache(maxsize=16)
def _kept(game: Hog) -> HogArrays:
    return _tables(game)


def _tables(game: Hog) -> HogArrays:
    goal = game.goal
    kind = np.zeros((goal, goal), dtype=np.uint8)
    if game.wild is not None:
        wild = [ask("wild", game.wild, own, opp) for own in range(goal) for opp in range(goal)]
        kind[:] = np.reshape(wild, kind.shape)
    used = {0, 1} if game.exchange else {int(k) for k in np.unique(kind)}
    rolled = [counts(game, sides) if k in used else None for k, sides in enumerate(game.dice)]
    outcomes = {o for several in rolled if several for one in several for o in one}
    exchange = game.gain(1, 0) if game.exchange else None
    if exchange is not None:
        outcomes.add(exchange)
    free = _free(game)
    turns = Turns(game.dice, kind, rolled, free, exchange)
    most_gain, most_gift = np.max([*outcomes, *np.reshape(free, (-1, 2))], axis=0).tolist()
    width, height = goal + most_gain, goal + most_gift
    require(40 * width * height, f"the tables of {game.name}", "choose a smaller goal")

    reached = np.zeros((width, height), dtype=bool)
    for gain, gift in outcomes:
        reached[gain : gain + goal, gift : gift + goal] = True
    own, opp = np.indices((goal, goal))
    if game.bacon is not None:
        reached[own + free[..., 0], opp + free[..., 1]] = True
    target, same = _landings(game, reached)
    stride = (height + 15) // 8 * 8
    begin, runs, numbers = _runs(game, rolled)
    if game.bacon is not None:
        certain = (own + opp + free.sum(axis=2)) * stride + opp + free[..., 1]
    else:
        certain = np.full((goal, goal), -1)
    steps = _steps(outcomes, target, goal)
    if game.bacon is not None:
        steps = np.minimum(steps, _totals(target, goal)[own + free[..., 0], opp + free[..., 1]])
    bounds = _blocks(steps)
    if bounds[:-1, 1].any():
        _refuse_endless(game, turns, target)
    x, y = np.nonzero(target >= 0)
    totals = _totals(target, goal)[x, y]
    # Sorted by the total that they lead to, from the largest down, as the blocks are.
    order = np.argsort(-totals, kind="stable")
    place = ((x + y) * stride + y)[order]
    columns = [place, target[x, y][order], same[x, y][order]]
    settle = np.ascontiguousarray(np.stack(columns, axis=1), dtype=np.intp)
    bounds[:, 2] = np.searchsorted(-totals[order], -bounds[:, 0])
    wx, wy = np.nonzero(target == WON)
    return HogArrays(
        goal=goal,
        parities=game.parities,
        induction=hog.Induction(
            kind, begin, runs, numbers, np.ascontiguousarray(certain, dtype=np.intp), settle,
            bounds, stride, *(exchange or (-1, -1)),
        ),
        choices=np.array(game.choices, dtype=np.intp),
        settle=settle,
        won=(wx + wy) * stride + wy,
        shape=(width + height, stride),
        turns=turns,
        target=target,
        same=same,
        blocks=bounds,
    )  # fmt: skip


def _free(game: Hog) -> NDArray[np.intp]:
    """(gain, gift) of rolling 0 dice at [own, opp]; zeros in a game without that choice."""
    free = np.zeros((game.goal, game.goal, 2), dtype=np.intp)
    if game.bacon is not None:
        for own in range(game.goal):
            free[own] = [game.gain(game.bacon_points(own, opp), 0) for opp in range(game.goal)]
    return free


def _landings(game: Hog, reached: NDArray[np.bool_]) -> tuple[NDArray[np.intp], NDArray[np.uint8]]:
    """The flat state that follows a turn ended at [x, y] (or WON, LOST), and if the mover stays."""
    target = np.full(reached.shape, UNREACHED, dtype=np.intp)
    same = np.zeros(reached.shape, dtype=np.uint8)
    found = []
    stays = []
    places = np.nonzero(reached)
    for x, y in zip(*(axis.tolist() for axis in places)):
        own, opp = game.finish(x, y)
        winner = game.winner(own, opp)
        again = winner is None and bool(game.again) and game.moves_again(own, opp)
        if winner is not None:
            found.append(WON if winner else LOST)
        else:
            found.append(own * game.goal + opp if again else opp * game.goal + own)
        stays.append(again)
    target[places] = found
    same[places] = stays
    return target, same


def _totals(target: NDArray[np.intp], goal: int) -> NDArray[np.intp]:
    """The total of the scores that each turn's end leads to; beyond all totals if to the end."""
    return np.where(target < 0, 2 * goal, target // goal + target % goal)


def _steps(
    outcomes: Iterable[tuple[int, int]], target: NDArray[np.intp], goal: int
) -> NDArray[np.intp]:
    """The smallest total that a roll can lead to from each state."""
    totals = _totals(target, goal)
    least = np.full((goal, goal), 2 * goal, dtype=np.intp)
    for gain, gift in outcomes:
        np.minimum(least, totals[gain : gain + goal, gift : gift + goal], out=least)
    return least


def _blocks(steps: NDArray[np.intp]) -> NDArray[np.intp]:
    """Consecutive totals that lead to one another together: the kernel's ``blocks``."""
    goal = len(steps)
    own, opp = np.indices(steps.shape)
    least = np.full(2 * goal - 1, 2 * goal, dtype=np.intp)
    np.minimum.at(least, (own + opp).ravel(), steps.ravel())
    blocks: list[list[int]] = []
    top = total = 2 * goal - 2
    low = top
    cyclic = 0
    while total >= 0:
        if least[total] <= total:
            cyclic, low = 1, min(low, int(least[total]))
        if total <= low:
            blocks.append([top, cyclic, 0])
            top = low = total - 1
            cyclic = 0
        total -= 1
    return np.array([*blocks, [-1, 0, 0]], dtype=np.intp)


def _runs(
    game: Hog, rolled: list[list[Outcomes] | None]
) -> tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.float64]]:
    """Outcomes as runs of consecutive gains: the kernel's ``begin``, ``runs`` and ``chances``."""
    begin = np.zeros((2, game.max_dice + 2), dtype=np.intp)
    runs: list[tuple[int, int, int, int]] = []
    numbers: list[float] = []
    for k, several in enumerate(rolled):
        for dice, outcomes in enumerate(several or []):
            begin[k, dice] = len(runs)
            ordered = sorted((gift, gain, n) for (gain, gift), n in outcomes.items())
            for gift, gain, number in ordered:
                last = runs[-1] if len(runs) > begin[k, dice] else (-1, 0, 0, 0)
                if last[0] == gift and last[1] + last[2] == gain:
                    runs[-1] = (gift, last[1], last[2] + 1, last[3])
                else:
                    runs.append((gift, gain, 1, len(numbers)))
                # Rounded once, as integers are divided: the kernel's bounds rely on it.
                numbers.append(number / game.dice[k] ** dice)
        begin[k, game.max_dice + 1] = len(runs)
    return begin, np.array(runs, dtype=np.intp), np.array(numbers)


def _refuse_endless(game: Hog, turns: Turns, target: NDArray[np.intp]) -> None:
    """RuleError if there are states among which the players can stay for ever.

    The largest set of them is what is left when states without a choice that is certain to stay
    among the states left are taken away until none is.
    """
    goal = game.goal
    left = np.ones((game.parities, goal, goal), dtype=bool)
    own, opp = np.indices((goal, goal))

    def landing(parity: int) -> Any:
        return left[parity].ravel()[np.maximum(target, 0)] & (target >= 0)

    def stays(choice: int, parity: int) -> Any:
        if choice == -1:
            gain, gift = turns.exchange or (0, 0)
            return landing(1 - parity)[gain : gain + goal, gift : gift + goal]
        inside = landing(parity)
        if choice == 0:
            return inside[own + turns.free[..., 0], opp + turns.free[..., 1]]
        certain = np.ones((goal, goal), dtype=bool)
        for k, several in enumerate(turns.rolled):
            elsewhere = turns.kind ^ parity != k
            for gain, gift in several[choice] if several else ():
                certain &= inside[gain : gain + goal, gift : gift + goal] | elsewhere
        return certain

    while left.any():
        staying = np.array(
            [
                np.logical_or.reduce([stays(choice, parity) for choice in game.choices])
                for parity in range(game.parities)
            ]
        )
        if (left <= staying).all():
            _, own, opp = np.argwhere(left)[0].tolist()
            raise RuleError(
                f"from {own} against {opp} the players can go on for ever without anybody reaching "
                f"{goal:,}: let every choice have a chance of progress"
            )
        left &= staying
