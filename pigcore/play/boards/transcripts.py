"""Whole games, throw by throw, in words and as plain data.

A transcript of a simulation is played in Python from the random bits of the compiled loop, so that
the first transcripts are the first games that are counted.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

__all__ = ["PLAYERS", "Transcript", "Turn"]

PLAYERS = ("first", "second")
"""The two players, as they were named."""


class Turn(NamedTuple):
    """One turn of a game."""

    player: int
    """0 the first-named player, 1 the second-named one."""
    own: int
    opp: int
    """The mover's and the other's score at the beginning."""
    play: dict[str, Any]
    """What was decided and what fell: its entries are the family's."""
    told: str
    """The same in words."""
    after: tuple[int, int]
    """The mover's and the other's score at the end."""

    def __str__(self) -> str:
        return self.in_words(PLAYERS)

    def in_words(self, names: tuple[str, str]) -> str:
        """The turn with the players' names."""
        own, opp = self.after
        return f"{names[self.player]}, {self.own} to {self.opp}: {self.told}; {own} to {opp}"

    def as_dict(self) -> dict[str, Any]:
        """The turn as plain data."""
        before = {"player": PLAYERS[self.player], "own": self.own, "opp": self.opp}
        return before | self.play | {"after": list(self.after)}


@dataclass(frozen=True)
class Transcript:
    """One game, turn by turn."""

    turns: tuple[Turn, ...]
    winner: int | None
    """0 the first-named player, 1 the second-named one, None if the game was stopped."""

    def __str__(self) -> str:
        won = "the game was stopped" if self.winner is None else f"{PLAYERS[self.winner]} wins"
        return "\n".join([*map(str, self.turns), won])

    def as_dict(self) -> dict[str, Any]:
        """The game as plain data."""
        winner = None if self.winner is None else PLAYERS[self.winner]
        return {"winner": winner, "turns": [turn.as_dict() for turn in self.turns]}
