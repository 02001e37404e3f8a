"""Races with random throws."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...games.race import Race
from ...kernels import simulate as kernel
from ...memory import require
from ...solvers.race.arrays import RaceArrays
from ..policies.answers import Policy, as_played
from ..policies.race import plan_of
from .transcripts import Transcript, Turn
from .urns import Urn, urn

__all__ = ["RaceTables", "Seat", "tables"]

BUST, WIPE = 0, -1
HOLD, ROLL, MIXED = 0, 1, 2


@dataclass(frozen=True, eq=False)
class Seat:
    """How a player decides, as the kernel reads it: at [memory, own, opp, own + total]."""

    table: NDArray[np.uint8]
    chances: NDArray[np.float64]
    after: NDArray[np.intp]

    @classmethod
    def of(cls, game: Race, arrays: RaceArrays, policy: Policy) -> Seat:
        """The decisions of ``policy`` in every state, and in each of its memories if it has any."""
        policy = as_played(game, policy)
        memories = getattr(policy, "memories", 1)
        require(
            2 * memories * game.goal**3,
            f"the decisions of {'both players' if memories == 1 else 'a policy with memory'}",
            "choose a smaller goal",
        )
        if memories == 1:  # whoever remembers nothing need not be asked
            plans, after = [plan_of(game, policy)], [(0, 0)]
        else:
            plans = [plan_of(game, policy, memory) for memory in range(memories)]
            after = [(policy.after(m, False), policy.after(m, True)) for m in range(memories)]
        table = np.stack([_decisions(arrays, plan) for plan in plans])
        mixed = any(plan.dtype == np.float64 and plan.ndim == 3 for plan in plans)
        chances = np.zeros((0, 0, 0, 0))
        if mixed:
            chances = np.ascontiguousarray(
                np.stack([plan.swapaxes(1, 2) for plan in plans]), dtype=np.float64
            )
        return cls(table, chances, np.array(after, dtype=np.intp))

    def player(self) -> kernel.Player:
        """The kernel's object."""
        return kernel.Player(self.table, self.chances, self.after)


def _decisions(arrays: RaceArrays, plan: NDArray[Any]) -> NDArray[np.uint8]:
    """HOLD, ROLL or MIXED at [own, opp, own + total]."""
    goal = arrays.goal
    if plan.ndim == 3:
        found = np.where((plan > 0) & (plan < 1), MIXED, plan).astype(np.uint8)
        return np.ascontiguousarray(found.swapaxes(1, 2))
    decisions = np.zeros((goal, goal, goal), dtype=np.uint8)
    held = arrays.held(plan)
    for own in range(goal):
        rolls = arrays.throws(held, own, goal)[own:] > held[own:goal, :goal]
        decisions[own, :, own:] = rolls.T
    return decisions


@dataclass(frozen=True, eq=False)
class RaceTables:
    """A race between two players, as the kernel reads it; plain arrays, to be sent anywhere."""

    goal: int
    exact: bool
    throw: Urn
    landing: NDArray[np.intp]
    dead: NDArray[np.uint8]
    seats: tuple[Seat, Seat]

    def player(self) -> Callable[..., None]:
        """``play`` of a kernel's object of this game."""
        return kernel.Throws(
            self.throw.shares, self.throw.outcomes, self.throw.power, self.exact, self.landing,
            self.dead, self.seats[0].player(), self.seats[1].player(),
        ).play  # fmt: skip

    def transcript(
        self, bits: Callable[[], int], mover: int, start: tuple[int, int], longest: int
    ) -> Transcript:
        """The game that ``bits``, a source of 64 random bits, makes; ``mover`` begins."""
        score = [*start]
        memory = [0, 0]
        turns: list[Turn] = []
        while len(turns) < longest and not all(self.dead[score]):
            own, opp = score[mover], score[1 - mover]
            throws, how = self._turn(bits, mover, own, opp, memory[mover])
            total = sum(throws)
            banked = {
                "hold": own + total, "win": own + total, "bust": int(self.landing[own]), "wipe": 0,
            }[how]  # fmt: skip
            play = {"throws": throws, "end": how}
            told = _in_words(throws, how, self.exact and own + total > self.goal)
            turns.append(Turn(mover, own, opp, play, told, (banked, opp)))
            if banked >= self.goal:
                return Transcript(tuple(turns), mover)
            seat = self.seats[mover]
            memory[mover] = int(seat.after[memory[mover], int(how == "hold")])
            score[mover] = banked
            mover = 1 - mover
        return Transcript(tuple(turns), None)

    def _turn(
        self, bits: Callable[[], int], mover: int, own: int, opp: int, memory: int
    ) -> tuple[list[int], str]:
        """What each throw gained, and how the turn ended: hold, win, bust or wipe."""
        seat = self.seats[mover]
        throws: list[int] = []
        reached = own
        while True:
            outcome = self.throw.draw(bits())
            if outcome in (BUST, WIPE):
                return throws, "wipe" if outcome == WIPE else "bust"
            throws.append(outcome)
            reached += outcome
            if reached >= self.goal:
                return throws, "bust" if self.exact and reached > self.goal else "win"
            place = (memory, own, opp, reached)
            decision = seat.table[place]
            if decision == HOLD:
                return throws, "hold"
            if decision == MIXED and (bits() >> 11) * 2.0**-53 >= seat.chances[place]:
                return throws, "hold"


def _in_words(throws: list[int], how: str, overshot: bool) -> str:
    thrown = " ".join(map(str, throws))
    if how in ("hold", "win"):
        return f"throws {thrown} and {how}s with {sum(throws)}"
    lost = "busts past the goal" if overshot else f"{how}s"
    return f"throws {thrown} and {lost}" if throws else f"{lost} at once"


def _landing(game: Race) -> NDArray[np.intp]:
    """The score after a bust; who wins by the consolation may come out past the goal."""
    scores = range(game.goal)
    if game.target == "exact":
        return np.array([game.after_bust(own) for own in scores], dtype=np.intp)
    return np.array([own + game.consolation for own in scores], dtype=np.intp)


def tables(game: Race, first: Policy, second: Policy) -> RaceTables:
    """A race between ``first`` and ``second``.

    Raises
    ------
    RuleError
        If a policy answers what it must not.
    SizeError
        If the decisions would not fit in memory, or a callable is asked in too many states.
    """
    arrays = RaceArrays.of(game)
    below = game.roll.denominator
    weights = {BUST: game.roll.bust, WIPE: game.roll.wipe} | dict(game.roll.gains)
    return RaceTables(
        goal=game.goal,
        exact=arrays.exact,
        throw=urn({outcome: int(chance * below) for outcome, chance in weights.items()}),
        landing=_landing(game),
        dead=arrays.dead,
        seats=(Seat.of(game, arrays, first), Seat.of(game, arrays, second)),
    )
