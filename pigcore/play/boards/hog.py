"""Hog under way: a turn at a time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...games.checks import between
from ...games.errors import RuleError
from ...games.game import frozen
from ...games.hog import Hog
from ...games.hog_rules import called
from ...games.spelling import counted, shown
from ...memory import require
from ...solvers.hog.arrays import LOST, WON, HogArrays
from ..policies.answers import Policy
from ..policies.hog import chances_of
from .board import Bits, Board, Cast, Move, Turn, drawn
from .urns import Urn, urn

MIXED = -1


@dataclass(frozen=True, eq=False)
class HogRules:
    """Hog to be played with random bits.

    A turn is a number: how far it moves in the flat table of (own, opp), gain * height + gift.
    """

    game: Hog
    goal: int
    choices: tuple[int, ...]
    urns: dict[tuple[int, int], Urn]
    """How far a roll moves, by kind and number of dice."""
    kind: NDArray[np.uint8]
    free: NDArray[np.intp]
    """How far no dice move, -1 where that is no choice."""
    exchange: int
    """How far the choice -1 moves, -1 where there is none."""
    target: NDArray[np.intp]
    """The next mover's flat state after a turn that ends at [own, opp]; WON or LOST."""
    same: NDArray[np.uint8]
    """1 where he is the same player."""
    final: NDArray[np.int32]
    """Both scores after a turn that ends the game at [own, opp]."""


def rules_of(game: Hog) -> HogRules:
    """The rules of ``game``."""
    arrays = HogArrays.of(game)
    turns, (_, height) = arrays.turns, arrays.target.shape
    require(8 * arrays.target.size, f"the final scores of {game.name}", "choose a smaller goal")
    final = np.zeros((*arrays.target.shape, 2), dtype=np.int32)
    for own, opp in np.argwhere((arrays.target == WON) | (arrays.target == LOST)).tolist():
        final[own, opp] = np.minimum(game.finish(own, opp), 2**31 - 1)
    free = turns.free[..., 0] * height + turns.free[..., 1]
    exchange = turns.exchange
    return HogRules(
        game=game,
        goal=game.goal,
        choices=game.choices,
        urns={
            (kind, dice): urn({gain * height + gift: n for (gain, gift), n in outcomes.items()})
            for kind, several in enumerate(turns.rolled)
            for dice, outcomes in enumerate(several or [])
            if dice
        },
        kind=turns.kind,
        free=free if 0 in game.choices else np.full_like(free, -1),
        exchange=-1 if exchange is None else exchange[0] * height + exchange[1],
        target=arrays.target,
        same=arrays.same,
        final=final,
    )


# --- how a player decides -------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class HogSeat:
    """A policy as ``kernels/simulate.pyx`` reads it."""

    table: NDArray[np.int16]
    """The place of the choice at [parity, own, opp], or MIXED."""
    chances: NDArray[np.float64]
    """The chance of each choice at [parity, own, opp, choice], if anything is mixed."""


def seat_of(game: Hog, policy: Policy) -> HogSeat:
    """The choices of ``policy`` in every state.

    Raises
    ------
    RuleError
        If it gives an invalid answer.
    """
    chances = np.moveaxis(chances_of(game, policy), 0, 3)
    certain = (chances == 1.0).any(axis=3)
    table = np.where(certain, chances.argmax(axis=3), MIXED).astype(np.int16)
    if certain.all():
        chances = np.zeros((0, 0, 0, 0))
    return HogSeat(table, np.ascontiguousarray(chances))


# --- the board ------------------------------------------------------------------------------------


class HogBoard(Board):
    """Hog under way; :class:`~pigcore.play.boards.Board` says what can be done with it."""

    rules: HogRules
    seats: Sequence[HogSeat | None]

    def __init__(self, rules: HogRules, seats: Sequence[HogSeat | None]) -> None:
        self.rules, self.seats = rules, seats
        self.actions: tuple[int, ...] = rules.choices
        self.keys: str = f"a number from {rules.choices[0]} to {rules.choices[-1]}"
        self._parities = 2 if rules.exchange >= 0 else 1
        self.sizes: tuple[int, ...] = (rules.goal + 1, rules.goal + 1, 2)[: 1 + self._parities]
        self.begin(0)

    def begin(self, mover: int, start: tuple[int, ...] = ()) -> None:
        """Begin a game."""
        self.mover: int = mover
        self.winner: int | None = None
        self.over: bool = False
        self.score: list[int] = [*(start or (0, 0))]
        self.parity: int = 0
        self.turns: list[Turn] = []

    def seen_by(self, player: int) -> tuple[int, ...]:
        """Own points and the other's, each at most the goal, and the parity if there is one."""
        numbers = (self.score[player], self.score[1 - player])
        scores = tuple(min(number, self.rules.goal) for number in numbers)
        return (*scores, self.parity)[: len(self.sizes)]

    def offered(self) -> str:
        """Which dice are rolled, where there are two kinds."""
        kinds = bool(self.rules.kind.any()) or self._parities > 1
        return f"{self.rules.game.dice[self._kind]}-sided dice" if kinds else ""

    def legal(self) -> tuple[bool, ...]:
        """All choices are, everywhere."""
        return (True,) * len(self.actions)

    def answer(self, bits: Bits) -> int:
        """The place in ``actions`` of what the policy in the mover's seat chooses."""
        seat = self.seats[self.mover]
        assert seat is not None, "who plays by hand is not asked"
        place = self.parity, self.score[self.mover], self.score[1 - self.mover]
        if (choice := int(seat.table[place])) != MIXED:
            return choice
        chances = enumerate(seat.chances[place].tolist())
        return int(drawn(bits, [one for one in chances if one[1] > 0]))

    def draw(self, action: int, bits: Bits) -> Move:
        """The choice, with how far its roll moves."""
        choice = self.actions[action]
        return Move(action, self._urn(choice).draw(bits()) if choice > 0 else None)

    def cast(self, action: int, bits: Bits) -> Cast:
        """The choice with the dice that are rolled, die by die, and the rules that strike."""
        game, dice = self.rules.game, self.actions[action]
        own, opp = self.score[self.mover], self.score[1 - self.mover]
        if dice > 0:
            faces = tuple(_die(game.dice[self._kind], bits) for _ in range(dice))
            ones = 0 if game.pig_out is None else faces.count(1)
            points = game.pig_out_points(dice, ones) if ones else sum(faces)
            gain, gift = game.gain(points, dice)
            move = Move(action, gain * self._height + gift)
        else:
            faces = ()
            move = self.draw(action, bits)
            points = 1 if dice else game.bacon_points(own, opp)
        return Cast(move, faces, tuple(game.strikes(own, opp, points, max(dice, 0))))

    def fell(self, move: Move) -> dict[str, int] | None:
        """What a roll gains, and what it gives the other if anything."""
        if move.outcome is None:
            return None
        gain, gift = divmod(move.outcome, self._height)
        return {"gain": gain, "gift": gift} if gift else {"gain": gain}

    def land(self, move: Move) -> None:
        """Take the turn whose roll came out so."""
        rules, mover, choice = self.rules, self.mover, self.actions[move.action]
        own, opp = self.score[mover], self.score[1 - mover]
        gain, gift = divmod(self._way(move), self._height)
        self.parity ^= choice == -1
        place = (own + gain, opp + gift)
        state = int(rules.target[place])
        if state < 0:
            self.winner = mover if state == WON else 1 - mover
            self.over = True
            mine, theirs = rules.final[place].tolist()
        else:
            self.mover = mover if rules.same[place] else 1 - mover
            mine, theirs = divmod(state, rules.goal)[:: 1 if self.mover == mover else -1]
        play = frozen({"choice": choice, "gain": gain, "gift": gift})
        text = _in_words(rules.game, choice, gain, gift)
        self.turns.append(Turn(mover, (own, opp), play, text, (mine, theirs)))
        self.score[mover], self.score[1 - mover] = mine, theirs

    def moves(self, play: Mapping[str, Any]) -> list[Move]:
        """The one move of a turn."""
        if play.keys() != {"choice", "gain", "gift"}:
            raise RuleError("a turn has a choice, a gain and a gift")
        if play["choice"] not in self.actions:
            raise RuleError(f"{shown(play['choice'])} is not a choice")
        action = self.actions.index(play["choice"])
        most = len(self.rules.target), self._height
        gain, gift = (
            between(play[name], name, 0, size - 1) for name, size in zip(("gain", "gift"), most)
        )
        move = Move(action, gain * self._height + gift if self.actions[action] > 0 else None)
        if move.outcome is not None and move.outcome not in self._urn(play["choice"]).outcomes:
            raise RuleError(f"{shown(self.fell(move))} cannot happen there")
        return [move]

    @property
    def _height(self) -> int:
        return int(self.rules.target.shape[1])

    @property
    def _kind(self) -> int:
        """Which of the two kinds of dice is rolled."""
        own, opp = self.score[self.mover], self.score[1 - self.mover]
        return int(self.rules.kind[own, opp]) ^ self.parity

    def _urn(self, dice: int) -> Urn:
        return self.rules.urns[self._kind, dice]

    def _way(self, move: Move) -> int:
        """How far a move leads in the flat table of both scores."""
        if move.outcome is not None:
            return move.outcome
        own, opp = self.score[self.mover], self.score[1 - self.mover]
        return self.rules.exchange if self.actions[move.action] else int(self.rules.free[own, opp])


def board_of(game: Hog, seats: Sequence[HogSeat | None] = (None, None)) -> HogBoard:
    """A board for ``game``; a player without a policy in his seat plays by hand."""
    return HogBoard(rules_of(game), seats)


def _die(sides: int, bits: Bits) -> int:
    """A face; bits are drawn again where the remainder would make some faces likelier."""
    while True:
        drawn = bits()
        if drawn < (1 << 64) - (1 << 64) % sides:
            return 1 + drawn % sides


def _in_words(game: Hog, choice: int, gain: int, gift: int) -> str:
    does = "exchanges the dice" if choice == -1 else f"rolls {counted(choice, 'die', 'dice')}"
    given = f"; {called(game.gift)} gives the other {gift}" if game.gift and gift else ""
    return f"{does} and gains {gain}{given}"
