"""Hog under way: a turn at a time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ...games.checks import between
from ...games.errors import RuleError
from ...games.game import frozen
from ...games.hog import Hog
from ...games.hog_rules import MAX_POINTS, called
from ...games.spelling import counted, shown
from ...solvers.hog import HogPolicy
from ...solvers.hog.arrays import WON, HogArrays
from ..policies.hog import plan_of as seat_of
from .board import Bits, Board, Cast, Move, Turn, drawn
from .urns import Urn, urn

__all__ = ["HogBoard", "board_of", "rules_of", "seat_of", "urns_of"]


def rules_of(game: Hog) -> HogArrays:
    """The rules of a game, as arrays."""
    return HogArrays.of(game)


def urns_of(arrays: HogArrays) -> dict[tuple[int, int, int], Urn]:
    """How far a roll moves, by memory, kind of state and number of dice."""
    return {key: urn(rolls) for key, rolls in arrays.rolled.items()}


# --- the board ------------------------------------------------------------------------------------


class HogBoard(Board):
    """Hog under way; :class:`~pigcore.play.boards.Board` says what can be done with it."""

    game: Hog
    arrays: HogArrays
    seats: Sequence[HogPolicy | None]

    def __init__(self, arrays: HogArrays, seats: Sequence[HogPolicy | None]) -> None:
        self.game, self.arrays, self.seats = arrays.game, arrays, seats
        self._urns = urns_of(arrays)
        self.actions: tuple[int, ...] = self.game.choices
        self.keys: str = f"a number from {self.actions[0]} to {self.actions[-1]}"
        above = self.game.goal + 1
        self.sizes: tuple[int, ...] = (above, above, *self.game.memory.values())
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
        return *(min(number, self.game.goal) for number in numbers), *self._remembered

    def offered(self) -> str:
        """Which dice are rolled, where there are two kinds."""
        game, state = self.game, (*self._scores, *self._remembered)
        kinds = game.wild or game.exchange
        return f"{game.sides(*state)}-sided dice" if kinds else ""

    def legal(self) -> tuple[bool, ...]:
        """All choices are, everywhere."""
        return (True,) * len(self.actions)

    def answer(self, bits: Bits) -> int:
        plan = self.seats[self.mover]
        assert plan is not None, "who plays by hand is not asked"
        place = self.memory, *self._scores
        if plan.table is not None:
            return self.actions.index(int(plan.table[place]))
        chances = plan.chances[:, *place].tolist()
        if 1.0 in chances:
            return int(chances.index(1.0))
        return int(drawn(bits, [one for one in enumerate(chances) if one[1] > 0]))

    def draw(self, action: int, bits: Bits) -> Move:
        choice = self.actions[action]
        return Move(action, self._urn(choice).draw(bits()) if choice > 0 else None)

    def cast(self, action: int, bits: Bits) -> Cast:
        """The choice with the dice that are rolled, die by die, and the rules that strike."""
        game, dice = self.game, self.actions[action]
        (own, opp), memory = self._scores, self._remembered
        if dice > 0:
            dice, sides = min(dice, game.most(own, opp)), game.sides(own, opp, *memory)
            faces = tuple(_die(sides, bits) for _ in range(dice))
            ones = 0 if game.pig_out is None else faces.count(1)
            points = game.pig_out_points(dice, ones) if ones else sum(faces)
            move = Move(action, self.arrays.move[self.memory, dice, points])
        else:
            faces = ()
            move = self.draw(action, bits)
            points = 1 if dice else game.bacon_points(own, opp)
        return Cast(move, faces, tuple(game.strikes(own, opp, points, max(dice, 0), memory)))

    def fell(self, move: Move) -> dict[str, int] | None:
        if move.outcome is None:
            return None
        gain, gift = self.arrays.gained(move.outcome)
        return {"gain": gain, "gift": gift} if gift else {"gain": gain}

    def land(self, move: Move) -> None:
        arrays, goal, mover = self.arrays, self.game.goal, self.mover
        choice, (own, opp) = self.actions[move.action], self._scores
        place = self._place(move)
        gain, gift = arrays.gained(place - int(arrays.begun[own, opp]))
        state = int(arrays.target.reshape(-1)[place])
        if state < 0:
            self.winner = mover if state == WON else 1 - mover
            self.over = True
            mine, theirs = arrays.final.reshape(-1, 2)[place % (arrays.final.size // 2)].tolist()
        else:
            self.mover = mover if arrays.same.reshape(-1)[place] else 1 - mover
            self.memory, state = divmod(state, goal**2)
            mine, theirs = divmod(state, goal)[:: 1 if self.mover == mover else -1]
        play = frozen({"choice": choice, "gain": gain, "gift": gift})
        text = _in_words(self.game, choice, gain, gift)
        self.turns.append(Turn(mover, (own, opp), play, text, (mine, theirs)))
        self.score[mover], self.score[1 - mover] = mine, theirs

    def moves(self, play: Mapping[str, Any]) -> list[Move]:
        """The one move of a turn."""
        if play.keys() != {"choice", "gain", "gift"}:
            raise RuleError("a turn has a choice, a gain and a gift")
        if play["choice"] not in self.actions:
            raise RuleError(f"{shown(play['choice'])} is not a choice")
        action = self.actions.index(play["choice"])
        gain, gift = (between(play[name], name, 0, MAX_POINTS) for name in ("gain", "gift"))
        if self.actions[action] <= 0:
            return [Move(action, None)]
        ways = np.unique(self._urn(self.actions[action]).outcomes).tolist()
        found = [way for way in ways if self.arrays.gained(way) == (gain, gift)]
        if not found:
            gained = {"gain": gain, "gift": gift} if gift else {"gain": gain}
            raise RuleError(f"{shown(gained)} cannot happen there")
        if len(found) > 1:
            raise RuleError("several rolls gain that, and differ in what is remembered of them")
        return [Move(action, found[0])]

    @property
    def _scores(self) -> tuple[int, int]:
        return self.score[self.mover], self.score[1 - self.mover]

    @property
    def _remembered(self) -> tuple[int, ...]:
        return self.game.state_at((self.memory, 0, 0))[2:]

    def _urn(self, dice: int) -> Urn:
        return self._urns[self.memory, int(self.arrays.kind[self._scores]), dice]

    def _place(self, move: Move) -> int:
        """Where the turn ends."""
        arrays, here = self.arrays, self._scores
        if self.actions[move.action] == 0:
            return int(arrays.certain[self.memory, *here])
        moved = arrays.move[self.memory, -1, 1] if move.outcome is None else move.outcome
        return int(arrays.begun[here]) + moved


def board_of(game: Hog, seats: Sequence[HogPolicy | None] = (None, None)) -> HogBoard:
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
