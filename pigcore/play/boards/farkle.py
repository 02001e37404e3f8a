"""Farkle under way: a throw, or what is set aside of it and then, at a time.

Nothing is decided in a throw that busts, so it ends its turn. In a last turn one throws until the
score is passed, and so has to say only what is set aside; policies play it best.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import lcm
from typing import Any

from ...games.checks import items
from ...games.dice import BANK, THROW, Choice
from ...games.errors import RuleError
from ...games.game import frozen
from ...games.race import Race
from ...games.scoring import faces_of
from ...games.spelling import counted, shown
from ..policies.race import actions, legal
from ..policies.race.dice import throws_of
from .board import Bits, Move
from .farkle_seat import FarkleSeat, seat_of
from .transcripts import Turn
from .urns import Urn, urn

__all__ = ["FarkleBoard", "FarkleRules", "FarkleSeat", "board_of", "rules_of", "seat_of"]

FIRST = 0
"""The place of the throw that begins a turn among the actions; those of a throw follow."""


@dataclass(frozen=True, eq=False)
class FarkleRules:
    """Farkle to be played with random bits. A throw is its place in ``throws``."""

    game: Race
    actions: tuple[str, ...]
    throws: tuple[tuple[int, ...], ...]
    """The faces of every throw, those of one die first."""
    urns: dict[int, Urn]
    """Of the throws of so many dice."""
    offers: tuple[dict[int, tuple[int, int]], ...]
    """Of each throw: what the places of its choices gain, and the dice in hand then."""


@lru_cache(maxsize=8)
def rules_of(game: Race) -> FarkleRules:
    """The rules of ``game``.

    Raises
    ------
    RuleError
        If a third bust in a row costs points: states do not count busts.
    """
    if game.penalty:
        raise RuleError(
            f"penalty is {game.penalty}, but {game.name} is played move by move without one: set "
            "it to 0, or ask pigcore.solitaire about a player alone"
        )
    every: tuple[str, ...] = (THROW, *actions(game))
    places = {str(action): place for place, action in enumerate(every)}
    throws = [counts for _, counts, _ in throws_of(game)]
    known = {counts: number for number, counts in enumerate(throws)}
    urns = {}
    for dice in range(1, game.dice.count + 1):
        chances = game.dice.throws(dice)
        below = lcm(*(chance.denominator for chance in chances.values()))
        urns[dice] = urn({known[counts]: int(p * below) for counts, p in chances.items()})
    offers = tuple(
        {
            places[str(Choice(faces_of(aside), then))]: (
                gain,
                game.dice.hand(sum(counts) - sum(aside)),
            )
            for aside, gain in game.dice.scoring.choices(counts).items()
            for then in (THROW, BANK)
        }
        for counts in throws
    )
    return FarkleRules(game, every, tuple(map(faces_of, throws)), urns, offers)


# --- the board ------------------------------------------------------------------------------------


class FarkleBoard:
    """Farkle under way; :class:`~pigcore.play.boards.Board` says what can be done with it."""

    rules: FarkleRules
    seats: Sequence[FarkleSeat | None]

    keys = "the dice to set aside and t throw or b bank, as in 115t; t alone throws all dice"

    def __init__(self, rules: FarkleRules, seats: Sequence[FarkleSeat | None]) -> None:
        self.rules, self.seats = rules, seats
        self.actions: tuple[str, ...] = rules.actions
        game = rules.game
        most = (game.goal + game.most_of_a_throw) // game.unit
        # With a last turn scores have no end; what is larger is observed as the largest.
        banked, turn = (3 * most, 4 * most) if game.last_turn else (game.units, most)
        faces = (game.dice.count + 1,) * game.dice.sides
        self.sizes: tuple[int, int, int, int, *tuple[int, ...]] = (
            game.units + 1,
            banked + 1,
            turn + 1,
            game.dice.count + 1,
            *faces,
        )
        self.begin(0)

    def begin(self, mover: int, start: tuple[int, ...] = ()) -> None:
        """Begin a game."""
        self.mover: int = mover
        self.winner: int | None = None
        self.over: bool = False
        self.score: list[int] = [*(start or (0, 0))]
        self.turns: list[Turn] = []
        self._clear()

    def _clear(self) -> None:
        """Begin a turn."""
        self._throws: list[int] = []
        self._aside: list[tuple[int, ...]] = []
        self.points: int = 0

    def seen_by(self, player: int) -> tuple[Any, ...]:
        """Own points, the other's, the mover's of this turn, and the dice in hand or the throw."""
        game = self.rules.game
        dice: Any = self.rules.throws[self._throws[-1]] if self._throws else game.dice.count
        return self.score[player], self.score[1 - player], self.points, dice

    def observed_by(self, player: int) -> tuple[int, ...]:
        """The same as numbers: scores in units, the dice in hand, and how many show each face."""
        game = self.rules.game
        *scores, thrown = self.seen_by(player)
        numbers = (min(score // game.unit, size - 1) for score, size in zip(scores, self.sizes))
        if isinstance(thrown, int):
            return (*numbers, thrown, *(0,) * game.dice.sides)
        return (*numbers, len(thrown), *game.dice.check_throw(thrown, len(thrown)))

    def _may(self, place: int) -> bool:
        """Whether the choice at this place of the throw on the table is legal."""
        offered = self.rules.offers[self._throws[-1]].get(place)
        if offered is None:
            return False
        gain, hand = offered
        game, points = self.rules.game, self.points + gain
        own, opp = self.score[self.mover], self.score[1 - self.mover]
        if opp >= game.goal:
            then: tuple[str, ...] = (BANK if game.passed(own, opp, points) else THROW,)
        else:
            then = legal(game, own, points, hand)
        choice = self.actions[place]
        return isinstance(choice, Choice) and choice.then in then

    def legal(self) -> tuple[bool, ...]:
        """The first throw, or what the throw on the table lets one choose."""
        if not self._throws:
            return (True, *(False,) * (len(self.actions) - 1))
        found = [False] * len(self.actions)
        for place in self.rules.offers[self._throws[-1]]:
            found[place] = self._may(place)
        return tuple(found)

    def chosen(self, word: str) -> int | None:
        """The place of what was typed: ``115t``, or the action in full."""
        faces, then = word[:-1], {"t": THROW, "b": BANK}.get(word[-1:])
        if word in self.actions:
            return self.actions.index(word)
        if then is None:
            return None
        if not faces.strip():
            return FIRST if then == THROW and not self._throws else None
        known = faces.split() if self.rules.game.dice.sides > 9 else faces.replace(" ", "")
        if not all(face.isdecimal() for face in known):
            return None
        choice = str(Choice(tuple(sorted(map(int, known))), then))
        return self.actions.index(choice) if choice in self.actions else None

    def answer(self, bits: Bits) -> int:
        """The place of what the policy in the mover's seat chooses."""
        seat = self.seats[self.mover]
        assert seat is not None, "who plays by hand is not asked"
        if not self._throws:
            return FIRST
        return self.actions.index(seat.choose(bits, self.seen_by(self.mover)))

    def act(self, action: int, bits: Bits) -> None:
        """Set aside and throw or bank; where that is no choice, the first one that there is."""
        self.land(self.draw(action, bits))

    def draw(self, action: int, bits: Bits) -> Move:
        """The action with what falls; where that is no choice, of the first one that there is."""
        if not self._throws:
            return Move(FIRST, self.rules.urns[self.rules.game.dice.count].draw(bits()))
        if not self._may(action):
            action = next(filter(self._may, self.rules.offers[self._throws[-1]]))
        _, hand = self.rules.offers[self._throws[-1]][action]
        if self._throws_on(action):
            return Move(action, self.rules.urns[hand].draw(bits()))
        return Move(action, None)

    def _throws_on(self, action: int) -> bool:
        choice = self.actions[action]
        return action == FIRST or (isinstance(choice, Choice) and choice.then == THROW)

    def can_fall(self, action: int, outcome: int | None) -> bool:
        """Whether so many dice can fall so."""
        if not self._throws:
            return outcome in self.rules.urns[self.rules.game.dice.count].outcomes
        _, hand = self.rules.offers[self._throws[-1]][action]
        if self._throws_on(action):
            return outcome in self.rules.urns[hand].outcomes
        return outcome is None

    def fell(self, move: Move) -> str | None:
        """The faces of a throw, and whether it busts."""
        if move.outcome is None:
            return None
        faces = " ".join(map(str, self.rules.throws[move.outcome]))
        return faces if self.rules.offers[move.outcome] else f"{faces}, a bust"

    def land(self, move: Move) -> None:
        """Set the dice aside, and let the throw count or bank."""
        choice = self.actions[move.action]
        if isinstance(choice, Choice):
            gain, _ = self.rules.offers[self._throws[-1]][move.action]
            self.points += gain
            self._aside.append(choice.aside)
            if choice.then == BANK:
                self._end("bank", self.score[self.mover] + self.points)
                return
        assert move.outcome is not None
        self._throws.append(move.outcome)
        if not self.rules.offers[move.outcome]:
            self._end("bust", self.score[self.mover])

    def _end(self, how: str, own: int) -> None:
        """End the turn with own points banked."""
        game, mover, opp = self.rules.game, self.mover, self.score[1 - self.mover]
        told, play = self._in_words(how), self._play(how)
        self.turns.append(Turn(mover, (self.score[mover], opp), play, told, (own, opp)))
        self.score[mover] = own
        if opp >= game.goal:  # that was the last turn
            self.winner = mover if own > opp else 1 - mover
        elif own >= game.goal and not game.last_turn:
            self.winner = mover
        self.over = self.winner is not None
        self.mover = 1 - mover
        self._clear()

    def _play(self, how: str | None) -> Any:
        throws = [[*self.rules.throws[number]] for number in self._throws]
        aside = [[*faces] for faces in self._aside]
        return frozen({"throws": throws, "aside": aside, "end": how})

    def _in_words(self, how: str | None) -> str:
        said = []
        for place, number in enumerate(self._throws):
            said.append(f"throws {' '.join(map(str, self.rules.throws[number]))}")
            if place < len(self._aside):
                said.append(f"sets {' '.join(map(str, self._aside[place]))} aside")
        ends = {"bust": "and busts", "bank": f"and banks {self.points:,}"}
        return f"{', '.join(said)} {ends.get(how or '', 'and has not ended the turn')}"

    def moves(self, play: Mapping[str, Any]) -> list[Move]:
        """A move for each throw, and one for banking."""
        if play.keys() != {"throws", "aside", "end"}:
            raise RuleError("a turn has throws, what was set aside, and an end")
        end = play["end"]
        if end not in ("bank", "bust", None):
            raise RuleError(f"it ends with {shown(end)}, not with 'bank' or 'bust'")
        throws, asides = (
            [_faces(it) for it in items(play[name], name, "lists of faces", 10_000)]
            for name in ("throws", "aside")
        )
        if not throws or len(asides) != len(throws) - (end != "bank"):
            raise RuleError(
                f"{counted(len(throws), 'throw')} and {counted(len(asides), 'choice')} make no "
                f"turn that ends with {shown(end)}"
            )
        numbers = [self._number(faces) for faces in throws]
        places = [self._place(faces, THROW) for faces in asides]
        found = [Move(place, number) for place, number in zip([FIRST, *places], numbers)]
        if end == "bank":
            found.append(Move(self._place(asides[-1], BANK), None))
        return found

    def _number(self, faces: tuple[int, ...]) -> int:
        if faces not in self.rules.throws:
            raise RuleError(f"{' '.join(map(str, faces))} is not a throw")
        return self.rules.throws.index(faces)

    def _place(self, faces: tuple[int, ...], then: str) -> int:
        choice = str(Choice(faces, then))
        if choice not in self.actions:
            raise RuleError(f"{' '.join(map(str, faces))} cannot be set aside")
        return self.actions.index(choice)

    def pending(self) -> Turn | None:
        """The throws since the last turn ended."""
        if not self._throws:
            return None
        own, opp = self.score[self.mover], self.score[1 - self.mover]
        told = self._in_words(None)
        return Turn(self.mover, (own, opp), self._play(None), told, (own, opp))


def board_of(game: Race, seats: Sequence[FarkleSeat | None] = (None, None)) -> FarkleBoard:
    """A board for ``game``; a player without a policy in his seat plays by hand."""
    return FarkleBoard(rules_of(game), seats)


def _faces(given: Any) -> tuple[int, ...]:
    found = items(given, "a throw", "faces such as [1, 5, 5]", 100)
    if not all(isinstance(face, int) and not isinstance(face, bool) for face in found):
        raise RuleError(f"{shown(given)} are not faces")
    return tuple(sorted(found))
