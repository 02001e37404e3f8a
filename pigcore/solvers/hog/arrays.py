"""Hog as arrays: what a turn can gain, in whole numbers of rolls, and where it leads.

The rule functions are called once for every pair of scores, and never again.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, chain, product
from math import comb, prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...games import hog_rules
from ...games.errors import RuleError
from ...games.functions import answer
from ...games.hog import Hog
from ...games.hog_rules import KINDS, ask, more_of
from ...kernels import hog
from ...memory import require

Outcomes = dict[tuple[int, int, int], int]
"""(gain, gift, ending), and the number of rolls that come to it."""


def counts(game: Hog, sides: int) -> list[dict[int, int]]:
    """What 0, 1, … dice of so many sides score, before other rules, in how many rolls."""
    first = 1 if game.pig_out is None else 2
    sums = [1]
    several: list[dict[int, int]] = [{}]
    for dice in range(1, game.max_dice + 1):
        sums = _one_more(sums, first, sides)
        scored = {points: number for points, number in enumerate(sums) if number}
        if game.pig_out is not None:
            for ones in range(1, dice + 1):
                points = game.pig_out_points(dice, ones)
                number = comb(dice, ones) * (sides - 1) ** (dice - ones)
                scored[points] = scored.get(points, 0) + number
        several.append(scored)
    return several


def _one_more(sums: list[int], first: int, sides: int) -> list[int]:
    """The ways to each sum with one more die of the faces ``first … sides``; exact integers."""
    below = [0, *accumulate(sums)]
    last = len(sums)
    return [
        below[min(max(total - first + 1, 0), last)] - below[min(max(total - sides, 0), last)]
        for total in range(last + sides)
    ]


class Endings:
    """How turns may end, apart from the scores: what is remembered then, and who moves.

    An ending is a number. ``after`` has of each the place of the memory if the same player moves
    again, and if not; ``again`` whether he does, at both scores after the rules of the end.
    """

    def __init__(self, game: Hog) -> None:
        self.game: Hog = game
        sizes = map(range, game.memory.values())
        self.memories: list[tuple[int, ...]] = list(product(*sizes))
        self.place: dict[tuple[int, ...], int] = {
            memory: place for place, memory in enumerate(self.memories)
        }
        self.after: list[tuple[int, int]] = []
        self.again: list[NDArray[np.bool_]] = []
        self._numbers: dict[Any, int] = {}
        self._asked: dict[Any, tuple[NDArray[np.bool_], bytes]] = {}

    def of(self, memory: tuple[int, ...], choice: int, points: int) -> int:
        """How a turn ends that begins with this memory, and in which a choice scores so much."""
        game, known = self.game, self.game.known(max(choice, 0), memory)
        names = [more_of("again", rule) for rule in game.again]
        key = tuple(tuple(known[name] for name in some) for some in names)
        if key not in self._asked:
            rules = [*zip(game.again, ((*KINDS["again"], *some) for some in names), key)]
            scores = range(game.goal)
            said = [
                any(answer(rule, parts, own, opp, *more) for rule, parts, more in rules)
                for own in scores
                for opp in scores
            ]
            again = np.reshape(said, (game.goal, game.goal))
            self._asked[key] = again, again.tobytes()
        again, digest = self._asked[key]
        both = (again.any(), ~again.all())
        after = tuple(
            self.place[game.remember(memory, choice, points, stays)] if ever else -1
            for stays, ever in zip((True, False), both)
        )
        if (after, digest) not in self._numbers:
            self._numbers[after, digest] = len(self.after)
            self.after.append(after)  # type: ignore[arg-type]
            self.again.append(again)
        return self._numbers[after, digest]


@dataclass(frozen=True)
class Turns:
    """What each choice can lead to, in whole numbers of rolls."""

    kinds: list[tuple[bool, int]]
    """Of each kind of state which dice are rolled before any exchange, and how many at most."""
    kind: NDArray[np.uint8]
    """The kind of state at [own, opp]."""
    rolled: list[list[list[Outcomes]]]
    """By memory, kind and number of dice that is chosen."""
    sides: list[list[int]]
    """Of the dice, by memory and kind."""
    free: NDArray[np.intp]
    """(gain, gift, ending) of 0 dice at [memory, own, opp]."""
    exchange: list[tuple[int, int, int]]
    """The same of the choice -1, by memory; empty where there is none."""

    @staticmethod
    def of(game: Hog, endings: Endings) -> Turns:
        """What the choices of ``game`` can lead to."""
        goal, scores = game.goal, range(game.goal)
        kinds: dict[tuple[bool, int], int] = {}
        kind = np.zeros((goal, goal), dtype=np.uint8)
        if game.wild or game.limit:
            for own, opp in product(scores, scores):
                wild = bool(game.wild and ask("wild", game.wild, own, opp))
                kind[own, opp] = kinds.setdefault((wild, game.most(own, opp)), len(kinds))
        else:
            kinds[False, game.max_dice] = 0
        scored: dict[int, list[dict[int, int]]] = {}
        rolled, every, exchange = [], [], []
        free = np.zeros((len(endings.memories), goal, goal, 3), dtype=np.intp)
        bacon = [[game.bacon_points(own, opp) for opp in scores] for own in scores if game.bacon]

        def ends(choice: int, points: int, memory: tuple[int, ...]) -> tuple[int, int, int]:
            gained = game.gain(points, max(choice, 0), memory)
            return *gained, endings.of(memory, choice, points)

        for q, memory in enumerate(endings.memories):
            sides = [game.dice[wild ^ (game.exchange and memory[0])] for wild, _ in kinds]
            every.append(sides)
            known: dict[int, list[Outcomes]] = {}
            for one in {*sides}:
                if one not in scored:
                    scored[one] = counts(game, one)
                known[one] = [{} for _ in scored[one]]
                for dice, found in enumerate(known[one]):
                    for points, number in scored[one][dice].items():
                        end = ends(dice, points, memory)
                        found[end] = found.get(end, 0) + number
            rolled.append(
                [
                    [known[one][min(dice, most)] for dice in range(game.max_dice + 1)]
                    for one, (_, most) in zip(sides, kinds)
                ]
            )
            if game.exchange:
                exchange.append(ends(-1, 1, memory))
            if game.bacon:
                of = {points: ends(0, points, memory) for points in {*chain(*bacon)}}
                free[q] = [[of[points] for points in row] for row in bacon]
        return Turns([*kinds], kind, rolled, every, free, exchange)

    def outcomes(self) -> set[tuple[int, int, int]]:
        """All that any choice but 0 dice comes to anywhere."""
        several = (one for kinds in self.rolled for rolls in kinds for one in rolls)
        return {end for one in several for end in one} | {*self.exchange}


# --- what follows a turn --------------------------------------------------------------------------


def by_memory(array: NDArray[Any]) -> NDArray[Any]:
    """From [own, opp, *memory] to [memory, own, opp], as the kernel has it."""
    flat = array.reshape(*array.shape[:2], -1)
    moved: NDArray[Any] = np.ascontiguousarray(np.moveaxis(flat, 2, 0))
    return moved


def by_score(array: NDArray[Any], game: Hog) -> NDArray[Any]:
    """The inverse of :func:`by_memory`: a view where nothing is remembered, or else a copy."""
    shape = *array.shape[1:], *game.memory.values()
    found: NDArray[Any] = array[0] if len(array) == 1 else np.stack(list(array), axis=2)
    return found.reshape(shape)


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
    memories: int
    induction: hog.Induction
    choices: NDArray[np.intp]
    settle: NDArray[np.intp]
    won: NDArray[np.intp]
    """Flat positions in ``ended`` where the mover has won, for one ending."""
    shape: tuple[int, int, int]
    """(endings, R, S): the shape of ``ended`` for one player."""
    turns: Turns
    endings: Endings
    target: NDArray[np.intp]
    """The flat state that follows a turn ended at [ending, x, y], or WON, LOST or UNREACHED."""
    same: NDArray[np.uint8]
    """Whether the same player moves then."""
    blocks: NDArray[np.intp]

    @staticmethod
    def of(game: Hog) -> HogArrays:
        """The tables of ``game``.

        Those of the last few games of ready-made rules are kept; a rule of one's own is asked
        anew each time, as it may answer differently by now.
        """
        rules = (game.limit, game.pig_out, game.bacon, game.wild, *game.points, game.gift)
        rules += (*game.after, *game.again)
        ready_made = all(
            getattr(rule, "__module__", "") == hog_rules.__name__ for rule in rules if rule
        )
        return _kept(game) if ready_made else _tables(game)

    def ended(self, players: int, counting: bool = False) -> NDArray[np.float64]:
        """What ended games are worth, and 0 elsewhere: the kernel's ``ended`` at the outset."""
        ended = aligned(players, *self.shape)
        if not counting:
            for one in ended.reshape(players * self.shape[0], -1):
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
        value = np.zeros((players, self.memories, self.goal, self.goal))
        ended = self.ended(players, counting)
        if guess:
            ended.reshape(players, -1)[:, self.settle[:, 0]] = guess
        done = self.induction.induct(value, ended, policy, counting, tolerance, most)
        return value, ended, *done

    @property
    def cyclic(self) -> bool:
        """Whether some totals can be stayed in."""
        return bool(self.blocks[:-1, 1].any())

    def maximizing(self) -> NDArray[np.int16]:
        """The policy of a player who chooses the best everywhere, for the kernel."""
        shape = (self.memories, self.goal, self.goal)
        return np.full(shape, hog.MAXIMIZE, dtype=np.int16)

    def worths(self, starts: NDArray[np.float64]) -> NDArray[np.float64]:
        """What each choice is worth, (choices, memories, goal, goal), where starts are V."""
        states = starts.ravel()
        return self.worths_of(self.ended_at(states, 1.0 - states))

    def ended_at(self, mine: NDArray[np.float64], others: NDArray[np.float64]) -> Any:
        """What ended turns are worth to a player by what states are worth in which he moves, and
        in which the other one does, both flat.
        """
        ended = self.ended(1)[0]
        place, state, same = self.settle.T
        ended.ravel()[place] = np.where(same, mine[state], others[state])
        return ended

    def worths_of(self, ended: NDArray[np.float64]) -> NDArray[np.float64]:
        """The worths of choices to a player to whom ended turns are worth ``ended``."""
        shape = (len(self.choices), self.memories, self.goal, self.goal)
        require(8 * prod(shape), "the payoffs of all choices", "choose a smaller goal")
        out = np.empty(shape)
        self.induction.worths(ended, self.choices, out)
        return out


@lru_cache(maxsize=16)
def _kept(game: Hog) -> HogArrays:
    return _tables(game)


def _tables(game: Hog) -> HogArrays:
    goal, endings = game.goal, Endings(game)
    memories = len(endings.memories)
    require(
        goal**2 * memories * (100 if memories > 2 else 10), f"the tables of {game.name}",
        "choose a smaller goal",
    )  # fmt: skip
    turns = Turns.of(game, endings)
    outcomes, free = turns.outcomes(), turns.free
    most_gain, most_gift, _ = np.max([*outcomes, free.max(axis=(0, 1, 2))], axis=0).tolist()
    width, height = goal + most_gain, goal + most_gift
    require(
        40 * width * height * len(endings.after), f"the tables of {game.name}",
        "choose a smaller goal",
    )  # fmt: skip

    reached = np.zeros((len(endings.after), width, height), dtype=bool)
    for gain, gift, end in outcomes:
        reached[end, gain : gain + goal, gift : gift + goal] = True
    own, opp = np.indices((goal, goal))
    if game.bacon is not None:
        reached[free[..., 2], own + free[..., 0], opp + free[..., 1]] = True
    target, same = _landings(game, endings, reached)
    stride = (height + 15) // 8 * 8
    shape = len(endings.after), width + height, stride

    def flat(gain: Any, gift: Any, end: Any) -> Any:
        """How far that is in ``ended``."""
        return (end * shape[1] + gain + gift) * stride + gift

    begin, runs, numbers = _runs(turns, game.max_dice, flat)
    if game.bacon is not None:
        certain = flat(own + free[..., 0], opp + free[..., 1], free[..., 2])
    else:
        certain = np.full((memories, goal, goal), -1)
    totals = _totals(target, goal)
    steps = _steps(outcomes, totals, goal)
    if game.bacon is not None:
        ends = totals[free[..., 2], own + free[..., 0], opp + free[..., 1]]
        steps = np.minimum(steps, ends.min(axis=0))
    bounds = _blocks(steps)
    if bounds[:-1, 1].any():
        _refuse_endless(game, turns, target)
    places = np.nonzero(target >= 0)
    totals, (ending, x, y) = totals[places], places
    # Sorted by the total that they lead to, from the largest down, as the blocks are.
    order = np.argsort(-totals, kind="stable")
    columns = [flat(x, y, ending)[order], target[places][order], same[places][order]]
    settle = np.ascontiguousarray(np.stack(columns, axis=1), dtype=np.intp)
    bounds[:, 2] = np.searchsorted(-totals[order], -bounds[:, 0])
    wx, wy = np.nonzero((target == WON).any(axis=0))
    return HogArrays(
        goal=goal,
        memories=memories,
        induction=hog.Induction(
            turns.kind, begin, runs, numbers, np.ascontiguousarray(certain, dtype=np.intp), settle,
            bounds, stride,
            np.array([flat(*one) for one in turns.exchange] or [-1] * memories, dtype=np.intp),
        ),
        choices=np.array(game.choices, dtype=np.intp),
        settle=settle,
        won=flat(wx, wy, 0),
        shape=shape,
        turns=turns,
        endings=endings,
        target=target,
        same=same,
        blocks=bounds,
    )  # fmt: skip


def _landings(
    game: Hog, endings: Endings, reached: NDArray[np.bool_]
) -> tuple[NDArray[np.intp], NDArray[np.uint8]]:
    """The flat state that follows a turn ended at [ending, x, y] (or WON, LOST), and if the mover
    stays.
    """
    goal, (_, width, height) = game.goal, reached.shape
    scores = np.zeros((2, width, height), dtype=np.intp)
    over = np.full((width, height), UNREACHED, dtype=np.intp)
    for x, y in np.argwhere(reached.any(axis=0)).tolist():
        own, opp = game.finish(x, y)
        winner = game.winner(own, opp)
        if winner is not None:
            over[x, y] = WON if winner else LOST
        else:
            scores[:, x, y], over[x, y] = (own, opp), 0
    mine, theirs = scores
    target = np.empty(reached.shape, dtype=np.intp)
    same = np.zeros(reached.shape, dtype=np.uint8)
    for end, (again, other) in enumerate(endings.after):
        stays = endings.again[end][mine, theirs] & (over == 0)
        stay = (again * goal + mine) * goal + theirs
        then = np.where(stays, stay, (other * goal + theirs) * goal + mine)
        target[end] = np.where(over == 0, then, over)
        same[end] = stays
    target[~reached] = UNREACHED
    same[~reached] = 0
    return target, same


def _totals(target: NDArray[np.intp], goal: int) -> NDArray[np.intp]:
    """The total of the scores that each turn's end leads to; beyond all totals if to the end."""
    return np.where(target < 0, 2 * goal, target // goal % goal + target % goal)


def _steps(
    outcomes: set[tuple[int, int, int]], totals: NDArray[np.intp], goal: int
) -> NDArray[np.intp]:
    """The smallest total that a roll can lead to from each state."""
    least = np.full((goal, goal), 2 * goal, dtype=np.intp)
    for gain, gift, end in outcomes:
        np.minimum(least, totals[end, gain : gain + goal, gift : gift + goal], out=least)
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
    turns: Turns, dice: int, flat: Callable[..., int]
) -> tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.float64]]:
    """Outcomes as runs of consecutive gains: the kernel's ``begin``, ``runs`` and ``chances``."""
    begin = np.zeros((len(turns.rolled), len(turns.kinds), dice + 2), dtype=np.intp)
    runs: list[tuple[int, int, int]] = []
    numbers: list[float] = []
    for q, kinds in enumerate(turns.rolled):
        for k, several in enumerate(kinds):
            for n, outcomes in enumerate(several):
                begin[q, k, n] = len(runs)
                last, whole = None, sum(outcomes.values())
                for gain, gift, end in sorted(outcomes, key=lambda one: (one[2], one[1], one[0])):
                    if last == (gain - 1, gift, end):
                        runs[-1] = (runs[-1][0], runs[-1][1] + 1, runs[-1][2])
                    else:
                        runs.append((flat(gain, gift, end), 1, len(numbers)))
                    last = gain, gift, end
                    # Rounded once, as integers are divided: the kernel's bounds rely on it.
                    numbers.append(outcomes[last] / whole)
            begin[q, k, len(several) :] = len(runs)
    return begin, np.array(runs, dtype=np.intp).reshape(-1, 3), np.array(numbers)


def _refuse_endless(game: Hog, turns: Turns, target: NDArray[np.intp]) -> None:
    """RuleError if there are states among which the players can stay for ever.

    The largest set of them is what is left when states without a choice that is certain to stay
    among the states left are taken away until none is.
    """
    goal, memories = game.goal, len(turns.rolled)
    left = np.ones((memories, goal, goal), dtype=bool)
    own, opp = np.indices((goal, goal))

    def stays(choice: int, q: int, inside: NDArray[np.bool_]) -> Any:
        if choice == -1:
            gain, gift, end = turns.exchange[q]
            return inside[end, gain : gain + goal, gift : gift + goal]
        if choice == 0:
            gain, gift, end = np.moveaxis(turns.free[q], 2, 0)
            return inside[end, own + gain, opp + gift]
        certain = np.ones((goal, goal), dtype=bool)
        for k, several in enumerate(turns.rolled[q]):
            elsewhere = turns.kind != k
            for gain, gift, end in several[choice]:
                certain &= inside[end, gain : gain + goal, gift : gift + goal] | elsewhere
        return certain

    while left.any():
        inside = left.ravel()[np.maximum(target, 0)] & (target >= 0)
        staying = np.array(
            [
                np.logical_or.reduce([stays(choice, q, inside) for choice in game.choices])
                for q in range(memories)
            ]
        )
        if (left <= staying).all():
            _, own, opp = np.argwhere(left)[0].tolist()
            raise RuleError(
                f"from {own} against {opp} the players can go on for ever without anybody reaching "
                f"{goal:,}: let every choice have a chance of progress"
            )
        left &= staying
