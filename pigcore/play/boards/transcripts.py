"""Whole games, throw by throw, in words and as plain data.

A transcript of a simulation is played in Python from the random bits of the compiled loop, so that
the first transcripts are the first games that are counted.

As JSON a game is ``{"winner": "first", "turns": [...]}``; the winner is ``"first"``, ``"second"``
or null. A turn has ``player``, ``own`` and ``opp`` (the mover's and the other's score at its
beginning), ``after`` (both at its end, the mover's first), and what was done: in a race ``throws``
(what each throw gained; a throw past an exact goal is among them) and ``end``, which is ``"hold"``,
``"win"``, ``"bust"`` or ``"wipe"``, or null in the last turn of a game that was stopped; in Hog
``choice`` (the number of dice, or -1), ``gain`` and ``gift``; in Farkle ``throws`` (the faces of
each), ``aside`` (those that were set aside of each) and ``end``, which is ``"bank"`` or ``"bust"``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from ...games.checks import whole
from ...games.errors import RuleError
from ...games.spelling import shown

if TYPE_CHECKING:
    from ...games.game import Game

__all__ = ["PLAYERS", "Transcript", "Turn"]

PLAYERS = ("first", "second")
"""The two players, as they were named."""

_COMMON = ("player", "own", "opp", "after")
"""What every turn has; the rest is the family's."""


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

    @classmethod
    def from_dict(cls, data: Any) -> Turn:
        """The turn that plain data tell, whatever was done in it; in words it says nothing.

        Raises
        ------
        RuleError
            If an entry that every turn has is missing or wrong; says so in a clause.
        """
        if not isinstance(data, dict):
            raise RuleError(f"it is {shown(data)}, not an object")
        for name in _COMMON:
            if name not in data:
                raise RuleError(f"it has no entry {name!r}")
        if data["player"] not in PLAYERS:
            raise RuleError(f"player is {shown(data['player'])}, not 'first' or 'second'")
        after = data["after"]
        if not isinstance(after, (list, tuple)) or len(after) != 2:
            raise RuleError(f"after is {shown(after)}, not two scores")
        own, opp, mine, theirs = (
            whole(score, "a score") for score in (data["own"], data["opp"], *after)
        )
        play = {name: entry for name, entry in data.items() if name not in _COMMON}
        return cls(PLAYERS.index(data["player"]), own, opp, play, "", (mine, theirs))


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

    @classmethod
    def from_dict(cls, data: Any, game: Game) -> Transcript:
        """The game that ``as_dict`` told, played once more by the rules.

        Parameters
        ----------
        data : dict
            With ``winner`` and ``turns``; what else it holds is left alone.
        game : Race, Hog, Farkle

        Raises
        ------
        RuleError
            If the family has no boards, or the data break the rules; names the first such turn.

        Examples
        --------
        >>> from pigcore.games import Pig
        >>> turn = {"player": "first", "own": 0, "opp": 0, "throws": [6, 5], "end": "hold"}
        >>> played = {"winner": None, "turns": [turn | {"after": [11, 0]}]}
        >>> print(Transcript.from_dict(played, Pig()))
        first, 0 to 0: throws 6 5 and holds with 11; 11 to 0
        the game was stopped
        >>> Transcript.from_dict({"winner": None, "turns": [turn | {"after": [12, 0]}]}, Pig())
        Traceback (most recent call last):
            ...
        pigcore.games.errors.RuleError: turn 1 breaks the rules of Pig: it ends at 11 to 0, not at \
        12 to 0; correct the transcript
        """
        from .replay import replayed, transcript_of  # they stand on the boards, which stand on this

        if not isinstance(data, dict) or not isinstance(data.get("turns"), list):
            raise RuleError(
                f"the game is {shown(data)}, but must be an object with 'winner' and 'turns': give "
                "what a transcript's as_dict() says"
            )
        return transcript_of(replayed(game, data["turns"], data.get("winner")).board)
