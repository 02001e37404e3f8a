"""What every family's board can do, and turns in words and as plain data.

A transcript of a simulation is played in Python from the random bits of the compiled loop, so that
the first transcripts are the first games that are counted. docs/reference/transcripts.md says what
stands in one as JSON.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from ...games.checks import whole
from ...games.errors import RuleError
from ...games.game import plain
from ...games.spelling import NUMBERS, ORDINALS, listed, shown
from ...solvers.solution import Outlook

Bits = Callable[[], int]
"""A source of 64 random bits, such as ``random_raw`` of a numpy bit generator."""


class Move(NamedTuple):
    """What a player did and what fell then: all that is needed to play a game once more."""

    action: int
    """A place in the board's ``actions``."""
    outcome: int | None
    """What fell, as the family numbers it; None where nothing is thrown."""


class Cast(NamedTuple):
    """A move with what a person sees of it."""

    move: Move
    faces: tuple[int, ...] = ()
    """What dice show; none where no dice are thrown, or only what they come to is known."""
    strikes: tuple[str, ...] = ()
    """What rules with names of their own do at the end of the turn."""


def uniform(bits: Bits) -> float:
    """A multiple of 2^-53 in [0, 1)."""
    return (bits() >> 11) * 2.0**-53


def drawn(bits: Bits, things: Iterable[tuple[Any, float]], whole: float = 1.0) -> Any:
    """One of some things, each with its share of the ``whole``."""
    left, found = uniform(bits) * whole, None
    for found, share in things:  # noqa: B007  the last one, if roundings leave a rest
        left -= share
        if left < 0:
            break
    return found


PLAYERS = ORDINALS[1:7]
"""The players, as they were named; most games have two."""

_SCORES = ("own", "opp")
"""The names of two scores."""


class Turn(NamedTuple):
    """One turn of a game."""

    player: int
    """0 the first-named player, 1 the second-named one, …"""
    before: tuple[int, ...]
    """All scores at the beginning, the mover's first, the others' in the order of their moves."""
    play: dict[str, Any]
    """What was decided and what fell: its entries are the family's."""
    text: str
    """The same in words."""
    after: tuple[int, ...]
    """The same at the end."""

    @property
    def own(self) -> int:
        """The mover's score at the beginning."""
        return self.before[0]

    @property
    def opp(self) -> int:
        """The score of who moves next."""
        return self.before[1]

    def __str__(self) -> str:
        return self.in_words(PLAYERS)

    def in_words(self, names: Sequence[str]) -> str:
        """The turn with the players' names."""
        before, after = (f"{own} to {listed(others)}" for own, *others in (self.before, self.after))
        return f"{names[self.player]}, {before}: {self.text}; {after}"

    def as_dict(self) -> dict[str, Any]:
        """The turn as plain data."""
        two = len(self.before) == len(_SCORES)
        scores = dict(zip(_SCORES, self.before)) if two else {"scores": list(self.before)}
        known: dict[str, Any] = {"player": PLAYERS[self.player]} | scores | plain(self.play)
        return known | {"after": list(self.after)}

    @classmethod
    def from_dict(cls, data: Any, players: int) -> Turn:
        """The turn that plain data tell, whatever was done in it; in words it says nothing.

        Raises
        ------
        RuleError
            If an entry that every turn has is missing or wrong; says so in a clause.
        """
        if not isinstance(data, dict):
            raise RuleError(f"it is {shown(data)}, not an object")
        two, names = players == len(_SCORES), PLAYERS[:players]
        common = ("player", *(_SCORES if two else ["scores"]), "after")
        for name in common:
            if name not in data:
                raise RuleError(f"it has no entry {name!r}")
        if data["player"] not in names:
            there = listed(map(repr, names), "or")
            raise RuleError(f"player is {shown(data['player'])}, not {there}")
        scores = [data[name] for name in _SCORES] if two else data["scores"]
        for name, each in (("scores", scores), ("after", data["after"])):
            if not isinstance(each, (list, tuple)) or len(each) != players:
                raise RuleError(f"{name} is {shown(each)}, not {NUMBERS[players]} scores")
        before, after = (
            tuple(whole(one, "a score") for one in each) for each in (scores, data["after"])
        )
        play = {name: entry for name, entry in data.items() if name not in common}
        return cls(names.index(data["player"]), before, play, "", after)


class Board(Protocol):
    """A game under way, between two players or more: player 0, player 1, …."""

    actions: tuple[Any, ...]
    """What can be chosen, as policies answer it; an action is a place in it."""
    sizes: tuple[int, ...]
    """What each number that a player observes is less than."""
    keys: str
    """What a person types to choose, in words."""
    mover: int
    """Whose decision is next."""
    score: list[int]
    winner: int | None
    over: bool
    """Whether somebody has won or nobody can any more."""
    tied: tuple[float, ...] = ()
    """Each player's share, if the game has ended with equal scores that nobody wins by."""
    turns: list[Turn]
    """The turns that have ended."""

    def begin(self, mover: int, start: tuple[int, ...] = ()) -> None:
        """Begin a game; ``start`` has the points of player 0, of player 1, …, 0 if left out."""

    def seen_by(self, player: int) -> tuple[Any, ...]:
        """The state as solutions and policies take it, with the points of ``player`` first."""

    def observed_by(self, player: int) -> tuple[int, ...]:
        """The same as whole numbers, as many as there are ``sizes``."""
        return self.seen_by(player)

    def offered(self) -> str:
        """What lies on the table to choose from, in words, where the state does not say it."""
        return ""

    def in_hand(self) -> str:
        """What the mover has in hand, in words, where the state names a mode alone."""
        return ""

    def in_a_row(self) -> str:
        """The busts in a row, as the mover is informed of them, where they count."""
        return ""

    def action(self, place: int) -> Any:
        """An action as payoffs and words have it."""
        return self.actions[place]

    def payoffs(self, solution: Any) -> dict[Any, float]:
        """What each action is worth to the mover by a solution."""
        return solution.payoffs(*self.seen_by(self.mover))  # type: ignore[no-any-return]

    def outlook(self, solution: Any) -> dict[Any, Outlook]:
        """How the turn goes on after each action, if the mover plays by a solution then."""
        return solution.outlook(*self.seen_by(self.mover))  # type: ignore[no-any-return]

    def shares(self, solution: Any, action: Any = None) -> tuple[float, ...]:
        """Every player's chance if all play by a solution from here on, the mover's first.

        Of an action, once it is chosen.
        """
        return solution._shares(self.seen_by(self.mover), action)  # type: ignore[no-any-return]

    def chosen(self, word: str) -> int | None:
        """The place of the action that a person typed in full, or a word of it by its first letter.

        None where it is none.
        """
        for place, action in enumerate(map(str, self.actions)):
            if word == action or (action.isalpha() and word == action[0]):
                return place
        return None

    def legal(self) -> tuple[bool, ...]:
        """Which actions the mover has."""

    def answer(self, bits: Bits) -> int:
        """The action that the policy in the mover's seat takes."""

    def act(self, action: int, bits: Bits) -> None:
        """Take an action; in place of one that there is not, the first one that there is."""
        self.land(self.draw(action, bits))

    def draw(self, action: int, bits: Bits) -> Move:
        """What falls for an action; in place of one that there is not, the first that there is."""

    def cast(self, action: int, bits: Bits) -> Cast:
        """What falls for an action that the mover has, with the faces of the dice."""
        return Cast(self.draw(action, bits))

    def land(self, move: Move) -> None:
        """Make a move that can be made."""

    def fell(self, move: Move) -> Any:
        """What fell, as plain data for people; None where nothing was thrown."""

    def moves(self, play: Mapping[str, Any]) -> list[Move]:
        """The moves of a turn from here, whose ``Turn.play`` is given, whatever it holds.

        Raises
        ------
        RuleError
            If it is no turn; says why in a clause.
        """

    def pending(self) -> Turn | None:
        """The turn that has begun and not ended, if there is one."""
        return None
