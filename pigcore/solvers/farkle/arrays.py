"""The rules of Farkle as the arrays that the kernel reads, and one turn read off turn starts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from ...games.errors import RuleError
from ...games.race import MOST_BEYOND, Race
from ...kernels import LANES
from ...kernels import turns as kernel
from ..rows import aligned

__all__ = ["FarkleArrays", "arrays_to_ask"]

Floats = NDArray[np.float64]
Indices = NDArray[np.intp]
Progress = Callable[[int, int], object] | None

NEGLIGIBLE = 1e-19
"""A turn that comes so far with a smaller chance than this need not be followed."""

FURTHER = 256
"""So many units beyond the goal are tried as aims of a turn."""


@dataclass(frozen=True)
class FarkleArrays:
    """Farkle as typed arrays, scores in units.

    ``pigcore/kernels/turns.pyx`` says what they mean; its modes are the dice in hand, less one.
    ``thrown`` has the dice of each set, ``left`` those that each choice leaves, 0 for all again.
    """

    goal: int
    dice: int
    rolled: int
    must_roll: bool
    least: Indices
    chances: Floats
    thrown: Indices
    first: Indices
    gains: Indices
    left: Indices
    chase: Floats
    """The best chance of so many units in one turn; empty without a last turn."""

    @classmethod
    def of(cls, game: Race, *, whole: bool = False, every: bool = False) -> FarkleArrays:
        """The arrays of a game; ``whole`` follows a last turn through every state there is.

        Turn starts need no more than the scores at which somebody throws. ``every`` keeps the
        choices, too, that best play never takes.
        """
        unit = game.unit
        rows = [
            (n, float(chance), choices_worth_keeping(options, unit, game.last_turn or every))
            for n in range(1, game.dice.count + 1)
            for options, chance in game.dice.options(n).items()
            if options
        ]
        rows.sort(key=lambda row: row[0])
        sizes = [len(choices) for _, _, choices in rows]
        least = np.full(game.units, max(game.minimum_bank // unit, 1), dtype=np.intp)
        least[0] = max(least[0], game.opening // unit)
        tables = cls(
            goal=game.units,
            dice=game.dice.count,
            rolled=game.units,
            must_roll=game.dice.must_roll,
            least=least,
            chances=np.array([chance for _, chance, _ in rows]),
            thrown=np.array([n for n, _, _ in rows], dtype=np.intp),
            first=np.array([0, *np.cumsum(sizes)], dtype=np.intp),
            gains=np.array([gain for *_, c in rows for gain, _ in c], dtype=np.intp),
            left=np.array([left for *_, c in rows for _, left in c], dtype=np.intp),
            chase=np.zeros(0),
        )
        if not game.last_turn:
            return tables
        most = int(tables.gains.max())
        beyond = tables.beyond(min(float(game.dice.bust(n)) for n in range(1, game.dice.count + 1)))
        if whole:
            beyond = max(beyond, tables.goal + most)
        rolled = tables.goal + beyond
        return replace(tables, rolled=rolled, chase=tables.chances_of(rolled + most))

    def chances_of(self, most: int) -> Floats:
        """The best chance of at least 0, 1, …, `most` units in a turn that begins."""
        return chances_of_a_turn(self, most)[:, self.dice].copy()

    def beyond(self, bust: float) -> int:
        """How many units beyond the goal a turn is followed if there is a last turn.

        One banks from there on, or comes there with a negligible chance. ``bust`` is the least
        chance that a throw busts.
        """
        length = 2 * (self.goal + FURTHER)
        while length <= MOST_BEYOND:
            chase = self.chances_of(length)
            found = [int(np.argmax(chase < NEGLIGIBLE)) or length]
            if not self.must_roll:  # who must throw at any score comes to any score
                found.append(bank_from(chase, self.goal, bust))
            if self.goal + min(found) < length:
                return min(found)
            length *= 2
        raise RuleError(
            "with a last turn, turns that hardly ever bust may be too long to follow: "
            "leave a combination or the last turn out"
        )

    @property
    def stride(self) -> int:
        """A row against all opponents, in whole vectors."""
        return -(-self.goal // LANES) * LANES

    @property
    def height(self) -> int:
        """The rows that payoffs of banking need."""
        return self.rolled + int(self.gains.max())

    @cached_property
    def turns(self) -> kernel.Turns:
        """The kernel's object of this game."""
        may = np.full(self.dice, kernel.BANKS | kernel.THROWS, dtype=np.uint8)
        if self.must_roll:  # all dice are in hand again
            may[-1] = kernel.THROWS
        modes = np.arange(self.dice)
        return kernel.Turns(
            self.rolled, self.height, False, self.dice - 1, self.least, np.arange(self.goal), may,
            self.ends, np.searchsorted(self.thrown, np.arange(1, self.dice + 2)), self.chances,
            self.first, self.gains, (self.left - 1) % self.dice, modes,
        )  # fmt: skip

    @cached_property
    def ends(self) -> Floats:
        """The chances of each number of dice to bust and to wipe; the kernel needs neither."""
        return np.zeros((self.dice, 2))

    def solve(
        self, starts: Floats, history: Floats, tolerance: float, progress: Progress = None
    ) -> tuple[int, int]:
        """Find the turn starts of best play: the iterations used, the pairs left."""
        live = np.zeros(self.goal, dtype=np.uint8)
        return self.turns.newton(
            starts, self.nothing_held(), np.zeros(self.stride), live, history, tolerance,
            progress=progress,
        )  # fmt: skip

    def thrown_at(self, held: Floats, own: int) -> Floats:
        """What throwing pays with own banked, (rolled, dice, width) at [score, dice - 1, opp].

        0 where no turn comes. ``held`` is what banking pays, (height, width).
        """
        width = held.shape[1]
        room = np.empty((self.turns.count, width))
        self.turns.rolls(held, own, room)
        points, mode = self.cells.T
        count = int(np.searchsorted(points, self.rolled - own))
        thrown = np.zeros((self.rolled, self.dice, width))
        thrown[own + points[:count], mode[:count]] = room[:count]
        return thrown

    @cached_property
    def cells(self) -> Indices:
        """The points and the mode of all that a turn may come to, (cells, 2); points rise."""
        cells = np.empty((self.turns.count, 2), dtype=np.intp)
        self.turns.cells(cells)
        return cells

    def excess(self, held: Floats, x: Floats, total: int, chances: Floats) -> tuple[Floats, Floats]:
        """How much more the turns of a total are worth than their busts, and how they end."""
        excess, leave = np.zeros(len(x)), np.zeros(len(x))
        column = np.zeros(self.stride)
        self.turns.turns(held, column, x, total, chances, self.ends, excess, leave)
        return excess, leave

    def nothing_held(self) -> Floats:
        """What banking pays before any turn start is known: only from the goal on."""
        held = aligned(self.height, self.stride)
        held[self.goal :] = 1.0
        if len(self.chase):
            held[self.goal :, : self.goal] -= self.chase[self.needs()]
        return held

    def held_against(self, starts: Floats, opp: int) -> Floats:
        """The same against one opponent, (height,)."""
        held = np.ones(self.height)
        held[: self.goal] -= starts[opp]
        if len(self.chase):
            held[self.goal :] -= self.chase[self.needs()[:, opp]]
        return held

    def needs(self) -> Indices:
        """The units that a last turn needs, (height - goal, goal): who has opp must pass s."""
        s, opp = np.ogrid[self.goal : self.height, : self.goal]
        needs: Indices = np.minimum(s - opp + 1, len(self.chase) - 1)
        return needs

    def held(self, starts: Floats) -> Floats:
        """The payoff of banking s against opp at [s, opp]."""
        held = self.nothing_held()
        np.subtract(1.0, starts.T, out=held[: self.goal, : self.goal])
        return held


@lru_cache(maxsize=8)
def arrays_to_ask(game: Race, doublings: int = 0) -> FarkleArrays:
    """The arrays that follow a last turn as far as games come, or twice as far, and so on."""
    tables = FarkleArrays.of(game, whole=True)
    if not doublings:
        return tables
    rolled = tables.rolled << doublings
    return replace(tables, rolled=rolled, chase=tables.chances_of(rolled + int(tables.gains.max())))


def choices_worth_keeping(
    options: frozenset[tuple[int, int]], unit: int, every: bool
) -> list[tuple[int, int]]:
    """(units, dice left) of a set of choices, without those that another one is never worse than.

    Where the first to bank the goal wins, more points for the same dice left are never worse.
    """
    if every:
        kept = sorted(options)
    else:
        most: dict[int, int] = {}
        for points, left in options:
            most[left] = max(points, most.get(left, 0))
        kept = sorted((points, left) for left, points in most.items())
    return [(points // unit, left) for points, left in kept]


def bank_from(chase: Floats, goal: int, bust: float) -> int:
    """How many units beyond the goal one banks, at every larger score and with any dice.

    Who needs d to reach the goal passes a score of b beyond it with chance ``chase[d + b + 1]``.
    Banking loses no more than that; throwing loses ``bust`` V, at least, where V is that player's
    chance of winning at his turn's start. He may go for A beyond the goal, and then wins unless
    that is passed in turn by somebody who has one unit less than the goal, or nothing more:

        V >= max over A of chase[d + A] (1 - chase[A + 2]).

    So banking is best where chase[d + b + 1] <= bust V, and chase falls with b.
    """
    further = np.arange(FURTHER)
    need = np.arange(1, goal + 1)
    least = (chase[need[:, None] + further] * (1.0 - chase[further + 2])).max(axis=1)
    # A thousandth more than roundings could make of it.
    return int(max(np.searchsorted(-chase, -0.999 * bust * least) - need - 1, default=0))


def chances_of_a_turn(tables: FarkleArrays, most: int) -> Floats:
    """The best chance of at least 0, 1, …, `most` units more with n dice in hand, at [., n]."""
    shift = int(tables.gains.max())
    best = np.ones((shift + most + 1, tables.dice + 1))
    # best[need + shift, n]: whoever needs 0 or less has it.
    for need in range(1, most + 1):
        row = best[need + shift - tables.gains, np.where(tables.left, tables.left, tables.dice)]
        by_set = np.maximum.reduceat(row, tables.first[:-1]) * tables.chances
        for n in range(1, tables.dice + 1):
            best[need + shift, n] = by_set[tables.thrown == n].sum()
    return best[shift:]
