"""Parties under way, for learners: a throw, or holding, at a time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, NamedTuple

import numpy as np

from ...games.party import Party
from ...solvers.party.turns import Rolls
from ..boards import Urn, urn
from ..boards.board import Bits, uniform
from ..policies.answers import Policy
from ..policies.party import plans_of

__all__ = ["PartyBoard", "PartyTurn", "board_of", "seat_of"]

BUST = 0
HOLD, ROLL = 0, 1


class PartyTurn(NamedTuple):
    """One turn of a game."""

    player: int
    scores: tuple[int, ...]
    """Of all players at the beginning, the mover's first."""
    told: str
    """What was thrown, in words."""
    banked: int
    """The mover's score at the end."""

    def in_words(self, names: Sequence[str]) -> str:
        """The turn with the players' names."""
        before = " to ".join(map(str, self.scores))
        return f"{names[self.player]}, {before}: {self.told}; {self.banked}"


class PartyBoard:
    """A party under way, as both environments play it; what a player sees begins with his score.

    Attributes
    ----------
    players : int
    mover : int
        Whose decision is next.
    score : list of int
        The points of the players in the order in which they move.
    winner : int or None
    over : bool
        Whether somebody has won or nobody can any more.
    turns : list of PartyTurn
        The turns that have ended.
    """

    actions: ClassVar[tuple[str, ...]] = ("hold", "roll")

    def __init__(self, game: Party, seats: Sequence[Rolls | None]) -> None:
        race = game.race
        below = race.roll.denominator
        weights = {BUST: race.roll.bust} | dict(race.roll.gains)
        self.players: int = game.players
        self.sizes: tuple[int, ...] = (game.goal + 1,) * (game.players + 1)
        self._goal, self._exact, self._dead = game.goal, race.target == "exact", game.dead
        self._landing = [race.after_bust(own) for own in range(game.goal)]
        self._throw: Urn = urn({it: int(chance * below) for it, chance in weights.items()})
        self._seats = seats
        self.begin(0)

    def begin(self, mover: int, start: Sequence[int] | None = None) -> None:
        """Begin a game."""
        self.mover: int = mover
        self.winner: int | None = None
        self.score: list[int] = [*start] if start else [0] * self.players
        self.turns: list[PartyTurn] = []
        self._throws: list[int] = []
        self.over: bool = self._stuck()

    def _stuck(self) -> bool:
        return all(self._dead[score] for score in self.score)

    @property
    def _total(self) -> int:
        return sum(self._throws)

    def seen_by(self, player: int) -> tuple[int, ...]:
        """Scores from a player's own on, in the order of play, and the mover's turn total.

        Each is at most the goal.
        """
        seen = [*self.score[player:], *self.score[:player], self._total]
        return tuple(min(it, self._goal) for it in seen)

    def observed_by(self, player: int) -> tuple[int, ...]:
        """The same."""
        return self.seen_by(player)

    def legal(self) -> tuple[bool, ...]:
        """At turn total 0 one must throw."""
        return (bool(self._throws), True)

    def answer(self, bits: Bits) -> int:
        """What the policy in the mover's seat does."""
        seat = self._seats[self.mover]
        assert seat is not None, "who plays by hand is not asked"
        if not self._throws:
            return ROLL
        *scores, total = self.seen_by(self.mover)
        chance = float(seat(np.array([scores]))[0, scores[0] + total])
        return ROLL if chance == 1 or (chance > 0 and uniform(bits) < chance) else HOLD

    def act(self, action: int, bits: Bits) -> None:
        """Throw or hold; at turn total 0 throw in any case."""
        own = self.score[self.mover]
        if action == HOLD and self._throws:
            self._end(f"holds with {self._total}", own + self._total)
            return
        gain = self._throw.draw(bits())
        if gain == BUST:
            self._end("busts", self._landing[own])
            return
        self._throws.append(gain)
        reached = own + self._total
        if reached > self._goal and self._exact:
            self._end("busts past the goal", self._landing[own])
        elif reached >= self._goal:
            self._end(f"wins with {self._total}", reached)

    def _end(self, how: str, banked: int) -> None:
        mover = self.mover
        thrown = f"throws {' '.join(map(str, self._throws))} and " if self._throws else ""
        before = (*self.score[mover:], *self.score[:mover])
        self.turns.append(PartyTurn(mover, before, thrown + how, banked))
        self.score[mover], self._throws = banked, []
        if banked >= self._goal:
            self.winner = mover
        self.over = self.winner is not None or self._stuck()
        self.mover = (mover + 1) % self.players


def seat_of(game: Party, policy: Policy) -> Rolls:
    """How a policy decides.

    Raises
    ------
    RuleError
        If it answers what it must not.
    SizeError
        If there are too many states.
    """
    (plan,) = plans_of(game, [policy])
    return plan


def board_of(game: Party, seats: Sequence[Rolls | None] = ()) -> PartyBoard:
    """A board for ``game``; a player without a policy in his seat plays by hand."""
    return PartyBoard(game, [*seats, *[None] * (game.players - len(seats))])
