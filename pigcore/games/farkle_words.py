"""Farkle in words: its rules in a line, and what a player does with a throw."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .spelling import counted, listed

if TYPE_CHECKING:
    from .farkle import Farkle

__all__ = ["BANK", "BUST", "THROW", "Choice", "done", "gist", "leaves", "rule_sheet"]

BANK, THROW, BUST = "bank", "throw", "bust"
"""The actions with dice in hand; and the only one of a throw in which nothing scores."""


class Choice(str):
    """What to set aside of a throw, and what to do then: a text that knows its parts.

    Parameters
    ----------
    aside : tuple of int
        The faces of the dice set aside, rising.
    then : {"bank", "throw"}

    Examples
    --------
    >>> choice = Choice((1, 1), "throw")
    >>> choice, choice.aside, choice.then
    ('1 1, then throw', (1, 1), 'throw')
    """

    __slots__ = ("aside", "then")

    aside: tuple[int, ...]
    then: str

    def __new__(cls, aside: tuple[int, ...], then: str) -> Choice:
        """The choice as text, with its parts."""
        self = super().__new__(cls, f"{' '.join(map(str, aside))}, then {then}")
        self.aside, self.then = aside, then
        return self

    def __getnewargs__(self) -> tuple[tuple[int, ...], str]:  # type: ignore[override]
        return self.aside, self.then


def done(action: str) -> tuple[str, str]:
    """What is done, and with which dice set aside before.

    Examples
    --------
    >>> done("bank"), done(Choice((1, 1), "throw"))
    (('bank', ''), ('throw', 'after setting aside 1 1'))
    """
    if isinstance(action, Choice):
        return action.then, f"after setting aside {' '.join(map(str, action.aside))}"
    return action, ""


def leaves(action: str) -> str | tuple[str, int]:
    """What choices have in common of which only the best matters: banking, or dice to throw.

    Examples
    --------
    >>> leaves(Choice((1, 1), "throw")), leaves(Choice((5,), "bank"))
    (('throw', 2), 'bank')
    """
    if isinstance(action, Choice):
        return (THROW, len(action.aside)) if action.then == THROW else BANK
    return action


def gist(game: Farkle) -> str:
    """What tells a game from its relatives, in a few words."""
    names = [name for name, _ in game.scoring.entries]
    singles = [name for name in names if name.isdigit()]
    more = counted(len(names) - len(singles), "combination")
    said = f"to {game.goal:,}: {listed([*singles, more])} score"
    return f"{said}, at least {game.minimum_bank}" if game.minimum_bank else said


def rule_sheet(game: Farkle) -> str:
    """The rules in a line."""
    dice = f" with {counted(game.dice, 'die', 'dice')}"
    said = [f"{game.name}: be the first to bank {game.goal:,} points or more{dice}"]
    if game.last_turn:
        said[0] = (
            f"{game.name}: bank {game.goal:,} points or more{dice}; the other then has one last "
            "turn, and wins by passing that score"
        )
    if len(set(game.chances)) > 1:
        said.append(f"a die shows 1, 2, … with chances {', '.join(map(str, game.chances))}")
    elif game.sides != 6:
        said[0] = said[0].replace(dice, f"{dice} of {game.sides} sides")
    said.append(str(game.scoring))
    if game.opening:
        said.append(f"the first points banked must be {game.opening:,} or more")
    if game.minimum_bank:
        said.append(f"fewer than {game.minimum_bank:,} points are not banked")
    if game.must_roll_hot_dice:
        said.append("who has set all dice aside must throw them again, unless banking wins at once")
    if game.penalty:
        said.append(f"a third bust in a row costs {game.penalty:,} points")
    return "; ".join(said) + "."
