"""Hog with random dice."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ...games.hog import Hog
from ...games.spelling import counted
from ...kernels import simulate as kernel
from ...memory import require
from ...solvers.hog.arrays import LOST, WON, HogArrays
from ..policies.answers import Policy
from ..policies.hog import chances_of
from .transcripts import Transcript, Turn
from .urns import Urn, urn

__all__ = ["HogTables", "tables"]


MIXED = -2


@dataclass(frozen=True, eq=False)
class Seat:
    """How a player decides, as the kernel reads it."""

    table: NDArray[np.int16]
    """The choice at [parity, own, opp], or MIXED."""
    chances: NDArray[np.float64]
    """The chance of each choice at [parity, own, opp, choice], if any are mixed."""
    choices: NDArray[np.intp]

    @classmethod
    def of(cls, game: Hog, policy: Policy) -> Seat:
        """The choices of ``policy`` in every state."""
        choices = np.array(game.choices, dtype=np.intp)
        chances = np.moveaxis(chances_of(game, policy), 0, 3)
        certain = (chances == 1.0).any(axis=3)
        table = np.where(certain, choices[chances.argmax(axis=3)], MIXED).astype(np.int16)
        if certain.all():
            chances = np.zeros((0, 0, 0, 0))
        return cls(table, np.ascontiguousarray(chances), choices)

    def player(self) -> kernel.Chooser:
        """The kernel's object."""
        return kernel.Chooser(self.table, self.chances, self.choices)

    def choose(self, bits: Callable[[], int], state: tuple[int, int, int]) -> int:
        """The choice at (parity, own, opp)."""
        choice = int(self.table[state])
        if choice != MIXED:
            return choice
        left = (bits() >> 11) * 2.0**-53
        for choice, chance in zip(self.choices.tolist(), self.chances[state].tolist()):
            if chance > 0:
                last = choice
                left -= chance
                if left < 0:
                    break
        return int(last)


@dataclass(frozen=True, eq=False)
class HogTables:
    """Hog between two players, as the kernel reads it; plain arrays, to be sent anywhere.

    A turn is a number: how far it moves in the flat table of (own, opp), gain * height + gift.
    """

    goal: int
    urns: dict[tuple[int, int], Urn]
    """By kind and number of dice."""
    kind: NDArray[np.uint8]
    free: NDArray[np.intp]
    """How far no dice move, -1 where that is no choice."""
    exchange: int
    """How far the choice -1 moves, -1 where there is none."""
    target: NDArray[np.intp]
    same: NDArray[np.uint8]
    final: NDArray[np.int32]
    seats: tuple[Seat, Seat]

    def player(self) -> Callable[..., None]:
        """``play`` of a kernel's object of this game."""
        first = np.cumsum([0, *(len(urn.shares) for urn in self.urns.values())])
        places = [
            (*key, start, urn.power) for (key, urn), start in zip(self.urns.items(), first.tolist())
        ]
        return kernel.Rolls(
            np.concatenate([urn.shares for urn in self.urns.values()]),
            np.concatenate([urn.outcomes for urn in self.urns.values()]),
            np.array(places, dtype=np.intp), self.kind, self.free, self.exchange, self.target,
            self.same, self.final, self.seats[0].player(), self.seats[1].player(),
        ).play  # fmt: skip

    def transcript(
        self, bits: Callable[[], int], mover: int, start: tuple[int, int], longest: int
    ) -> Transcript:
        """The game that ``bits``, a source of 64 random bits, makes; ``mover`` begins."""
        height = self.target.shape[1]
        own, opp = start if mover == 0 else start[::-1]
        parity = 0
        turns: list[Turn] = []
        while len(turns) < longest:
            choice = self.seats[mover].choose(bits, (parity, own, opp))
            if choice > 0:
                move = self.urns[int(self.kind[own, opp]) ^ parity, choice].draw(bits())
            else:
                move = int(self.free[own, opp]) if choice == 0 else self.exchange
                parity ^= choice == -1
            gain, gift = divmod(move, height)
            place = (own + gain, opp + gift)
            next_one = int(self.target[place])
            stays = bool(self.same[place])
            if next_one < 0:
                after = tuple(self.final[place].tolist())
            else:
                after = divmod(next_one, self.goal)
                after = after if stays else after[::-1]
            play = {"choice": choice, "gain": gain, "gift": gift}
            told = _in_words(choice, gain, gift)
            turns.append(Turn(mover, own, opp, play, told, after))
            if next_one < 0:
                return Transcript(tuple(turns), mover if next_one == WON else 1 - mover)
            mover = mover if stays else 1 - mover
            own, opp = divmod(next_one, self.goal)
        return Transcript(tuple(turns), None)


def _in_words(choice: int, gain: int, gift: int) -> str:
    does = "exchanges the dice" if choice == -1 else f"rolls {counted(choice, 'die', 'dice')}"
    given = f", which gives the other {gift}" if gift else ""
    return f"{does} and gains {gain}{given}"


def tables(game: Hog, first: Policy, second: Policy) -> HogTables:
    """Hog between ``first`` and ``second``.

    Raises
    ------
    RuleError
        If a policy answers what it must not.
    """
    arrays = HogArrays.of(game)
    turns, (_, height) = arrays.turns, arrays.target.shape
    urns = {
        (kind, dice): urn({gain * height + gift: n for (gain, gift), n in outcomes.items()})
        for kind, several in enumerate(turns.rolled)
        for dice, outcomes in enumerate(several or [])
        if dice
    }
    free = turns.free[..., 0] * height + turns.free[..., 1]
    exchange = -1 if turns.exchange is None else turns.exchange[0] * height + turns.exchange[1]
    require(8 * arrays.target.size, f"the final scores of {game.name}", "choose a smaller goal")
    final = np.zeros((*arrays.target.shape, 2), dtype=np.int32)
    for own, opp in np.argwhere((arrays.target == WON) | (arrays.target == LOST)).tolist():
        final[own, opp] = np.minimum(game.finish(own, opp), 2**31 - 1)
    return HogTables(
        goal=game.goal,
        urns=urns,
        kind=turns.kind,
        free=free if 0 in game.choices else np.full_like(free, -1),
        exchange=exchange,
        target=arrays.target,
        same=arrays.same,
        final=final,
        seats=(Seat.of(game, first), Seat.of(game, second)),
    )
