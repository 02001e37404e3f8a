"""What every family's board can do."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import ModuleType
from typing import Any, NamedTuple, Protocol

from ...games.errors import RuleError
from ...games.game import Game
from ...games.rules import serving
from .transcripts import Turn

__all__ = ["Bits", "Board", "Move", "module_of", "place_of", "uniform"]

Bits = Callable[[], int]
"""A source of 64 random bits, such as ``random_raw`` of a numpy bit generator."""


class Move(NamedTuple):
    """What a player did and what fell then: all that is needed to play a game once more."""

    action: int
    """A place in the board's ``actions``."""
    outcome: int | None
    """What fell, as the family numbers it; None where nothing is thrown."""


def place_of(word: str, actions: Sequence[Any]) -> int | None:
    """The place of the action that is typed in full or, where it is a word, by its first letter.

    Examples
    --------
    >>> place_of("h", ("hold", "roll")), place_of("4", (0, 2, 4)), place_of("4", ("hold", "roll"))
    (0, 2, None)
    """
    for place, action in enumerate(map(str, actions)):
        if word == action or (action.isalpha() and word == action[0]):
            return place
    return None


def uniform(bits: Bits) -> float:
    """A multiple of 2^-53 in [0, 1)."""
    return (bits() >> 11) * 2.0**-53


class Board(Protocol):
    """A game under way, between two players or more.

    Attributes
    ----------
    actions : tuple
        What can be chosen, as policies answer it; an action is a place in it.
    sizes : tuple of int
        What each number that a player observes is less than.
    keys : str
        What a person types to choose, in words.
    mover : int
        Whose decision is next, 0, 1, …
    score : list of int
        The points of player 0, of player 1, …
    winner : int or None
    over : bool
        Whether somebody has won or nobody can any more.
    turns : list of Turn
        The turns that have ended.
    """

    actions: tuple[Any, ...]
    sizes: tuple[int, ...]
    keys: str
    mover: int
    score: list[int]
    winner: int | None
    over: bool
    turns: list[Turn]

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

    def action(self, place: int) -> Any:
        """An action as payoffs and words have it."""
        return self.actions[place]

    def payoffs(self, solution: Any) -> dict[Any, float]:
        """What each action is worth to the mover by a solution."""
        return solution.payoffs(*self.seen_by(self.mover))  # type: ignore[no-any-return]

    def shares(self, solution: Any, action: Any = None) -> tuple[float, ...]:
        """Every player's chance if all play by a solution from here on, the mover's first.

        Of an action, once it is chosen.
        """
        return solution._shares(self.seen_by(self.mover), action)  # type: ignore[no-any-return]

    def chosen(self, word: str) -> int | None:
        """The place of the action that a person typed; None where it is none."""
        return place_of(word, self.actions)

    def legal(self) -> tuple[bool, ...]:
        """Which actions the mover has."""

    def answer(self, bits: Bits) -> int:
        """The action that the policy in the mover's seat takes."""

    def act(self, action: int, bits: Bits) -> None:
        """Take an action; in place of one that there is not, the first one that there is."""
        self.land(self.draw(action, bits))

    def draw(self, action: int, bits: Bits) -> Move:
        """What falls for an action; in place of one that there is not, the first that there is."""

    def land(self, move: Move) -> None:
        """Make a move that can be made."""

    def can_fall(self, action: int, outcome: int | None) -> bool:
        """Whether ``outcome`` may come of an action that the mover has."""

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


def module_of(game: Game) -> ModuleType:
    """The module of this package for the family of ``game``.

    Raises
    ------
    RuleError
        If the family has no boards.
    """
    found = serving(__package__, game)
    if found is None:
        raise RuleError(f"there is no board for {game.name}: give another game")
    return found
