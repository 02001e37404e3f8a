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
from ...solvers.hog.arrays import LOST, WON, Endings, HogArrays
from ..policies.answers import Policy
from ..policies.hog import chances_of
from .board import Bits, Board, Cast, Move, Turn, drawn
from .urns import Urn, urn

MIXED = -1


@dataclass(frozen=True, eq=False)
class HogRules:
    """Hog to be played with random bits.

    A turn is a number: how far it moves in the flat table of (ending, own, opp), as
    :mod:`pigcore.solvers.hog.arrays` has it.
    """

    game: Hog
    goal: int
    choices: tuple[int, ...]
    urns: dict[tuple[int, int, int], Urn]
    """How far a roll moves, by memory, kind of state and number of dice."""
    kind: NDArray[np.uint8]
    free: NDArray[np.intp]
    """How far no dice move, at [memory, own, opp]."""
    exchange: list[int]
    """How far the choice -1 moves, by memory."""
    target: NDArray[np.intp]
    """The next mover's flat state after a turn that ends at [ending, own, opp]; WON or LOST."""
    same: NDArray[np.uint8]
    """1 where he is the same player."""
    final: NDArray[np.int32]
    """Both scores after a turn that ends the game at [own, opp]."""
    endings: Endings

    def flat(self, gain: Any, gift: Any, ending: Any) -> Any:
        """How far such a turn moves."""
        return _flat(self.target.shape, gain, gift, ending)


def _flat(shape: tuple[int, ...], gain: Any, gift: Any, ending: Any) -> Any:
    return (ending * shape[1] + gain) * shape[2] + gift


def rules_of(game: Hog) -> HogRules:
    """The rules of ``game``."""
    arrays = HogArrays.of(game)
    turns, shape = arrays.turns, arrays.target.shape
    require(8 * arrays.target.size, f"the final scores of {game.name}", "choose a smaller goal")
    final = np.zeros((*shape[1:], 2), dtype=np.int32)
    over = ((arrays.target == WON) | (arrays.target == LOST)).any(axis=0)
    for own, opp in np.argwhere(over).tolist():
        final[own, opp] = np.minimum(game.finish(own, opp), 2**31 - 1)

    return HogRules(
        game=game,
        goal=game.goal,
        choices=game.choices,
        endings=arrays.endings,
        urns={
            (q, kind, dice): urn({_flat(shape, *end): n for end, n in outcomes.items()})
            for q, kinds in enumerate(turns.rolled)
            for kind, several in enumerate(kinds)
            for dice, outcomes in enumerate(several)
            if dice
        },
        kind=turns.kind,
        free=_flat(shape, *np.moveaxis(turns.free, 3, 0)),
        exchange=[_flat(shape, *end) for end in turns.exchange],
        target=arrays.target,
        same=arrays.same,
        final=final,
    )


# --- how a player decides -------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class HogSeat:
    """A policy as ``kernels/simulate.pyx`` reads it."""

    table: NDArray[np.int16]
    """The place of the choice at [memory, own, opp], or MIXED."""
    chances: NDArray[np.float64]
    """The chance of each choice at [memory, own, opp, choice], if anything is mixed."""


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
        memory = rules.game.memory.values()
        self.sizes: tuple[int, ...] = (rules.goal + 1, rules.goal + 1, *memory)
        self.begin(0)

    def begin(self, mover: int, start: tuple[int, ...] = ()) -> None:
        """Begin a game."""
        self.mover: int = mover
        self.winner: int | None = None
        self.over: bool = False
        self.score: list[int] = [*(start or (0, 0))]
        self.memory: int = 0
        self.turns: list[Turn] = []

    def seen_by(self, player: int) -> tuple[int, ...]:
        """Own points and the other's, each at most the goal, and what is remembered."""
        numbers = (self.score[player], self.score[1 - player])
        scores = tuple(min(number, self.rules.goal) for number in numbers)
        return *scores, *self._remembered

    def offered(self) -> str:
        """Which dice are rolled, where there are two kinds."""
        game, state = self.rules.game, (*self._scores, *self._remembered)
        kinds = game.wild or game.exchange
        return f"{game.sides(*state)}-sided dice" if kinds else ""

    def legal(self) -> tuple[bool, ...]:
        """All choices are, everywhere."""
        return (True,) * len(self.actions)

    def answer(self, bits: Bits) -> int:
        seat = self.seats[self.mover]
        assert seat is not None, "who plays by hand is not asked"
        place = self.memory, *self._scores
        if (choice := int(seat.table[place])) != MIXED:
            return choice
        chances = enumerate(seat.chances[place].tolist())
        return int(drawn(bits, [one for one in chances if one[1] > 0]))

    def draw(self, action: int, bits: Bits) -> Move:
        choice = self.actions[action]
        return Move(action, self._urn(choice).draw(bits()) if choice > 0 else None)

    def cast(self, action: int, bits: Bits) -> Cast:
        """The choice with the dice that are rolled, die by die, and the rules that strike."""
        game, dice = self.rules.game, self.actions[action]
        (own, opp), memory = self._scores, self._remembered
        if dice > 0:
            dice, sides = min(dice, game.most(own, opp)), game.sides(own, opp, *memory)
            faces = tuple(_die(sides, bits) for _ in range(dice))
            ones = 0 if game.pig_out is None else faces.count(1)
            points = game.pig_out_points(dice, ones) if ones else sum(faces)
            scored = game.gain(points, dice, memory)
            ending = self.rules.endings.of(memory, dice, points)
            move = Move(action, self.rules.flat(*scored, ending))
        else:
            faces = ()
            move = self.draw(action, bits)
            points = 1 if dice else game.bacon_points(own, opp)
        return Cast(move, faces, tuple(game.strikes(own, opp, points, max(dice, 0), memory)))

    def fell(self, move: Move) -> dict[str, int] | None:
        if move.outcome is None:
            return None
        gain, gift = self._gained(move.outcome)
        return {"gain": gain, "gift": gift} if gift else {"gain": gain}

    def land(self, move: Move) -> None:
        rules, mover, choice = self.rules, self.mover, self.actions[move.action]
        (own, opp), way = self._scores, self._way(move)
        gain, gift = self._gained(way)
        ending, place = way // rules.target[0].size, (own + gain, opp + gift)
        state = int(rules.target[ending, *place])
        if state < 0:
            self.winner = mover if state == WON else 1 - mover
            self.over = True
            mine, theirs = rules.final[place].tolist()
        else:
            self.mover = mover if rules.same[ending, *place] else 1 - mover
            self.memory, state = divmod(state, rules.goal**2)
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
        gain, gift = (
            between(play[name], name, 0, size - 1)
            for name, size in zip(("gain", "gift"), self.rules.target.shape[1:])
        )
        if self.actions[action] <= 0:
            return [Move(action, None)]
        ways = np.unique(self._urn(self.actions[action]).outcomes).tolist()
        found = [way for way in ways if self._gained(way) == (gain, gift)]
        if not found:
            impossible = Move(action, self.rules.flat(gain, gift, 0))
            raise RuleError(f"{shown(self.fell(impossible))} cannot happen there")
        if len(found) > 1:
            raise RuleError("several rolls gain that, and differ in what is remembered of them")
        return [Move(action, found[0])]

    @property
    def _scores(self) -> tuple[int, int]:
        return self.score[self.mover], self.score[1 - self.mover]

    @property
    def _remembered(self) -> tuple[int, ...]:
        return self.rules.game.state_at((self.memory, 0, 0))[2:]

    def _gained(self, way: int) -> tuple[int, int]:
        """What the mover and the other gain by a turn that moves so far."""
        _, width, height = self.rules.target.shape
        gain, gift = divmod(way % (width * height), height)
        return gain, gift

    def _urn(self, dice: int) -> Urn:
        return self.rules.urns[self.memory, int(self.rules.kind[self._scores]), dice]

    def _way(self, move: Move) -> int:
        """How far a move leads in the flat table of both scores."""
        if move.outcome is not None:
            return move.outcome
        if self.actions[move.action]:
            return self.rules.exchange[self.memory]
        return int(self.rules.free[self.memory, *self._scores])


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
