"""Simultaneous turns under way: the first player's turn, then the other's, and then both count.

Nobody sees the other's turn before his own is over: what a player observes are the scores at the
beginning of the round and the total of his own turn.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ...games.errors import RuleError
from ...games.race import Race
from ...games.spelling import shown
from ...kernels import Floats
from ..policies.answers import Policy
from ..policies.simultaneous import holds_of
from .board import Bits, Board, Cast, Move, Turn, drawn, uniform
from .faces import throws_of
from .urns import Urn, urn_of

__all__ = ["SimultaneousBoard", "SimultaneousRules", "SimultaneousSeat", "board_of", "rules_of",
           "seat_of"]  # fmt: skip

ROLL, HOLD = range(2)
LOST = 0
"""What a bust gains."""


@dataclass(frozen=True, eq=False)
class SimultaneousRules:
    """A throw as an urn, and what dice show."""

    game: Race
    throw: Urn
    ways: dict[int, list[tuple[tuple[int, ...], float]]]
    """By what a throw gains, the faces that it may show, with their chances."""


def rules_of(game: Race) -> SimultaneousRules:
    """The rules as a board plays by them."""
    ways: dict[int, list[tuple[tuple[int, ...], float]]] = {}
    for fall in throws_of(game.turn)["throws"][0]:
        if fall["drawn"] == "dice":
            faces = tuple(fall["faces"])
            ways.setdefault(fall["gain"], []).append((faces, fall["chance"]))
    return SimultaneousRules(game, urn_of({LOST: game.roll.bust, **dict(game.roll.gains)}), ways)


@dataclass(frozen=True, eq=False)
class SimultaneousSeat:
    """The chance to hold at [own, opp, total]."""

    holds: Floats


def seat_of(game: Race, policy: Policy) -> SimultaneousSeat:
    """The decisions of ``policy`` in every state."""
    return SimultaneousSeat(holds_of(game, policy))


class SimultaneousBoard(Board):
    """A game under way; :class:`~pigcore.play.boards.Board` says what can be done with it."""

    rules: SimultaneousRules
    game: Race
    seats: Sequence[SimultaneousSeat | None]

    def __init__(
        self, rules: SimultaneousRules, seats: Sequence[SimultaneousSeat | None] = (None, None)
    ) -> None:
        self.rules, self.game, self.seats = rules, rules.game, seats or (None, None)
        self.actions: tuple[str, ...] = self.game.words
        self.keys: str = "r to roll, h to hold"
        most = self.game.most_points + 1
        self.sizes: tuple[int, ...] = (self.game.goal, self.game.goal, most)
        self.begin(0)

    def begin(self, mover: int, start: tuple[int, ...] = ()) -> None:
        """Begin a game; who moves first makes no difference, so the first player does."""
        self.mover: int = 0
        self.winner: int | None = None
        self.over: bool = False
        self.score: list[int] = [*(start or (0, 0))]
        self.turns: list[Turn] = []
        self._throws: list[int] = []
        self._first: Turn | None = None

    def seen_by(self, player: int) -> tuple[int, ...]:
        """Both scores when the round began, and the total of one's own turn."""
        goal = self.game.goal - 1
        own, opp = (min(self.score[one], goal) for one in (player, 1 - player))
        return own, opp, sum(self._throws) if player == self.mover and not self.over else 0

    def legal(self) -> tuple[bool, ...]:
        """The first throw is compulsory; from ``furthest`` on one holds."""
        own, total = self.score[self.mover], sum(self._throws)
        return own + total < self.game.furthest, total > 0

    def answer(self, bits: Bits) -> int:
        """What the policy in the mover's seat does."""
        seat = self.seats[self.mover]
        assert seat is not None, "who plays by hand is not asked"
        may_roll, may_hold = self.legal()
        if not (may_roll and may_hold):
            return ROLL if may_roll else HOLD
        chance = float(seat.holds[self.seen_by(self.mover)])
        return HOLD if chance == 1 or (chance > 0 and uniform(bits) < chance) else ROLL

    def draw(self, action: int, bits: Bits) -> Move:
        """The action, with what a throw gains."""
        legal = self.legal()
        action = action if legal[action] else legal.index(True)
        return Move(action, self.rules.throw.draw(bits()) if action == ROLL else None)

    def cast(self, action: int, bits: Bits) -> Cast:
        """The same with what the dice show."""
        move = self.draw(action, bits)
        several = [] if move.outcome is None else self.rules.ways.get(move.outcome, [])
        if not several:
            return Cast(move)
        faces = drawn(bits, several, sum(chance for _, chance in several))
        sides = max(max(one) for ways in self.rules.ways.values() for one, _ in ways)
        return Cast(move, faces, sides)

    def can_fall(self, action: int, outcome: int | None) -> bool:
        """Whether a throw may gain so much; nothing falls for who holds."""
        return outcome is None if action == HOLD else outcome in self.rules.throw.outcomes

    def fell(self, move: Move) -> int | str | None:
        """What a throw gains."""
        return "bust" if move.outcome == LOST else move.outcome

    def land(self, move: Move) -> None:
        """Throw, or hold; the round ends with the second player's turn."""
        if move.action == ROLL and move.outcome != LOST:
            assert move.outcome is not None
            self._throws.append(move.outcome)
            return
        self._end("hold" if move.action == HOLD else "bust")

    def _end(self, end: str) -> None:
        turn = self._turn(end)
        self._throws = []
        if self.mover == 0:
            self._first, self.mover = turn, 1
            self.turns.append(turn)
            return
        assert self._first is not None
        self.turns.append(turn)
        self.score, self.mover = [self._first.after[0], turn.after[0]], 0
        if max(self.score) >= self.game.goal:
            self.over = True
            mine, theirs = self.score
            self.winner = None if mine == theirs else int(mine < theirs)

    def _turn(self, end: str | None) -> Turn:
        """The turn of who moves; after it the other's score is as it was, or is revealed."""
        own, opp = self.score[self.mover], self.score[1 - self.mover]
        total = sum(self._throws) if end == "hold" else 0
        thrown = " ".join(map(str, self._throws))
        said = f"rolls {thrown}" if thrown else ""
        text = {
            "hold": f"{said} and holds with {total}",
            "bust": f"{said} and busts" if thrown else "busts at once",
            None: said,
        }[end]
        then = opp if self._first is None or self.mover == 0 else self._first.after[0]
        if end is None:
            then = opp
        play = {"throws": tuple(self._throws), "end": end}
        return Turn(self.mover, (own, opp), play, text, (own + total, then))

    def moves(self, play: Mapping[str, Any]) -> list[Move]:
        """Throws and the end."""
        if play.keys() != {"throws", "end"} or not isinstance(play["throws"], (list, tuple)):
            raise RuleError("a turn has throws and an end")
        known = {int(one) for one in self.rules.throw.outcomes.flat} - {LOST}
        for given in play["throws"]:
            if given not in known:
                raise RuleError(f"{shown(given)} cannot happen there")
        found = [Move(ROLL, int(given)) for given in play["throws"]]
        ends = {"hold": [Move(HOLD, None)], "bust": [Move(ROLL, LOST)], None: []}
        if play["end"] not in ends:
            raise RuleError(f"it ends with {shown(play['end'])}, not with 'hold' or 'bust'")
        return found + ends[play["end"]]

    def pending(self) -> Turn | None:
        """The throws since the last turn ended."""
        return self._turn(None) if self._throws else None


def board_of(
    game: Race, seats: Sequence[SimultaneousSeat | None] = (None, None)
) -> SimultaneousBoard:
    """A board for ``game``; a player without a policy in his seat plays by hand."""
    return SimultaneousBoard(rules_of(game), seats)
