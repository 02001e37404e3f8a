"""Races under way, whoever runs them: a throw, or holding, at a time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from ...games.checks import between
from ...games.errors import RuleError
from ...games.game import frozen
from ...games.roll import MAX_GAIN
from ...games.spelling import listed, shown
from .board import Bits, Move, place_of
from .transcripts import Turn
from .urns import Urn

__all__ = ["BUST", "HOLD", "ROLL", "WIPE", "RollingBoard", "RollingRules"]

BUST, WIPE = 0, -1
HOLD, ROLL = 0, 1
_LOST = {BUST: "bust", WIPE: "wipe"}
_ENDS = ("hold", "win", "bust", "wipe")


@dataclass(frozen=True, eq=False)
class RollingRules:
    """A race to be played with random bits."""

    goal: int
    exact: bool
    throw: Urn
    """What a throw gains, or BUST or WIPE."""
    landing: NDArray[np.intp]
    """The score after a bust; who wins by the consolation may come out past the goal."""
    dead: NDArray[np.uint8]


class RollingBoard:
    """A race under way, of two or more; :class:`~pigcore.play.boards.Board` says what it does."""

    rules: RollingRules
    seats: Sequence[Any]
    mover: int
    over: bool

    actions: ClassVar[tuple[str, ...]] = ("hold", "roll")
    players = 2
    keys = "r roll, h hold"

    def __init__(self, rules: RollingRules, seats: Sequence[Any]) -> None:
        self.rules, self.seats = rules, seats
        self.sizes: tuple[int, ...] = (rules.goal + 1,) * (self.players + 1)
        self.begin(0)

    def begin(self, mover: int, start: tuple[int, ...] = ()) -> None:
        """Begin a game."""
        self.mover: int = mover
        self.winner: int | None = None
        self.score: list[int] = [*start] or [0] * self.players
        self.over: bool = self._stuck()
        self.turns: list[Turn] = []
        self._throws: list[int] = []

    def _stuck(self) -> bool:
        """Whether nobody can win any more."""
        return all(bool(self.rules.dead[score]) for score in self.score)

    @property
    def total(self) -> int:
        """The turn total."""
        return sum(self._throws)

    def _from(self, player: int) -> tuple[int, ...]:
        """All points, those of ``player`` first, the others' in the order of their moves."""
        return (*self.score[player:], *self.score[:player])

    def seen_by(self, player: int) -> tuple[int, ...]:
        """Own points, the others', and the mover's turn total; each at most the goal."""
        return tuple(min(it, self.rules.goal) for it in (*self._from(player), self.total))

    def observed_by(self, player: int) -> tuple[int, ...]:
        """The same."""
        return self.seen_by(player)

    def chosen(self, word: str) -> int | None:
        """The place of what was typed."""
        return place_of(word, self.actions)

    def legal(self) -> tuple[bool, ...]:
        """At turn total 0 one must throw."""
        return (bool(self._throws), True)

    def answer(self, bits: Bits) -> int:
        """HOLD or ROLL, as the policy in the mover's seat has it."""
        seat = self.seats[self.mover]
        assert seat is not None, "who plays by hand is not asked"
        return ROLL if not self._throws or self.rolls(seat, bits) else HOLD

    def rolls(self, seat: Any, bits: Bits) -> bool:
        """Whether the policy in the mover's seat throws on."""
        raise NotImplementedError

    def act(self, action: int, bits: Bits) -> None:
        """Throw or hold; at turn total 0 throw in any case."""
        self.land(self.draw(action, bits))

    def draw(self, action: int, bits: Bits) -> Move:
        """Hold, or a throw; at turn total 0 a throw in any case."""
        if action == HOLD and self._throws:
            return Move(HOLD, None)
        return Move(ROLL, self.rules.throw.draw(bits()))

    def can_fall(self, action: int, outcome: int | None) -> bool:
        """Whether a throw can come out so; nothing falls when one holds."""
        return outcome is None if action == HOLD else outcome in self.rules.throw.outcomes

    def fell(self, move: Move) -> int | str | None:
        """What a throw gains, ``"bust"`` or ``"wipe"``."""
        return _LOST.get(move.outcome, move.outcome) if move.outcome is not None else None

    def land(self, move: Move) -> None:
        """Hold, or let a throw count."""
        own, goal = self.score[self.mover], self.rules.goal
        if move.outcome is None:
            self._end("hold", own + self.total)
            return
        if move.outcome in (BUST, WIPE):
            bust = move.outcome == BUST
            self._end(*(("bust", int(self.rules.landing[own])) if bust else ("wipe", 0)))
            return
        self._throws.append(move.outcome)
        reached = own + self.total
        if reached > goal and self.rules.exact:
            self._end("bust", int(self.rules.landing[own]), overshot=True)
        elif reached >= goal:
            self._end("win", reached)

    def moves(self, play: Mapping[str, Any]) -> list[Move]:
        """Throws that gain, and the end: a hold, or a throw that loses the turn."""
        throws, end = play.get("throws"), play.get("end")
        if play.keys() != {"throws", "end"} or not isinstance(throws, list):
            raise RuleError("a turn has throws and an end")
        if end not in (*_ENDS, None):
            raise RuleError(f"it ends with {shown(end)}, not with {listed(_ENDS, 'or')}")
        gained = [Move(ROLL, between(throw, "a throw", 1, MAX_GAIN)) for throw in throws]
        reached = self.score[self.mover] + sum(throws)
        if end == "bust" and self.rules.exact and reached > self.rules.goal:
            return gained
        last = {"hold": Move(HOLD, None), "bust": Move(ROLL, BUST), "wipe": Move(ROLL, WIPE)}
        return [*gained, *([last[end]] if end in last else [])]

    def pending(self) -> Turn | None:
        """The throws since the last turn ended."""
        if not self._throws:
            return None
        before = self._from(self.mover)
        play = frozen({"throws": [*self._throws], "end": None})
        told = f"throws {' '.join(map(str, self._throws))} and has not ended the turn"
        return Turn(self.mover, before, play, told, before)

    def _end(self, how: str, banked: int, overshot: bool = False) -> None:
        """End the turn with ``banked`` points."""
        mover, throws = self.mover, self._throws
        before = self._from(mover)
        play = frozen({"throws": throws, "end": how})
        told = _in_words(throws, how, overshot)
        self.turns.append(Turn(mover, before, play, told, (banked, *before[1:])))
        self._remember(how)
        self._throws = []
        self.score[mover] = banked
        if banked >= self.rules.goal:
            self.winner = mover
        self.over = self.winner is not None or self._stuck()
        self.mover = (mover + 1) % self.players

    def _remember(self, how: str) -> None:
        """Tell the policy in the mover's seat how his turn has ended."""


def _in_words(throws: list[int], how: str, overshot: bool) -> str:
    thrown = " ".join(map(str, throws))
    if how in ("hold", "win"):
        return f"throws {thrown} and {how}s with {sum(throws)}"
    lost = "busts past the goal" if overshot else f"{how}s"
    return f"throws {thrown} and {lost}" if throws else f"{lost} at once"
