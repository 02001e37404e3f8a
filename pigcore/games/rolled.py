"""Turns of dice that are added up: which faces bust, and what doubles do.

A table ``[roll]`` of rules says this. It has chances, or dice.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Any

from .chances import unknown_keys
from .checks import between, flag, items, one_of
from .errors import RuleError
from .game import Keyed
from .roll import Ending, Roll, check_dice, faces_of_a_die, points_gained, thrown
from .turn import Turn, gain

_MOST_CHANGES = 1000
"""How often the dice of a turn may change."""

_MOST_TIMES = 1000

_USUAL: dict[str, Any] = {
    "later_sides": (), "bust": (1,), "wipe": (), "all_bust": "bust", "doubles": 1,
    "doubles_again": False,
}  # fmt: skip
"""What a table need not say of dice."""

OF_DICE = tuple(name for name in _USUAL if name not in ("bust", "wipe"))
"""Entries that belong into a table ``[roll]`` and nowhere else."""


class Rolled(Keyed):
    """What is thrown in a turn: fair dice that are added up.

    Parameters
    ----------
    dice, sides : int
        How many dice are thrown at once, 1 … 1000, and their sides.
    later_sides : sequence of int
        The sides of the dice of the second throw of a turn, of the third, and so on; the last of
        them are thrown from then on.
    bust : sequence of int
        A throw busts if a die shows one of these faces.
    wipe : sequence of int
        It wipes if a die shows one of these, whatever the others show.
    all_bust : {"bust", "wipe"} or int
        What a throw comes to in which every die shows a face of ``bust``: so many points, if it is
        a number. For two dice or more, as is what follows.
    doubles : int
        If all dice show the same face, their sum counts so many times.
    doubles_again : bool
        Whether one must throw again after such a throw.

    Raises
    ------
    RuleError
        If a parameter is out of range, or they do not go together.

    Examples
    --------
    >>> Rolled(dice=2, all_bust="wipe").turn == Turn.of_roll(Roll.dice(2, wipe_all=True))
    True
    >>> print(Rolled(sides=4, later_sides=[6], bust=[1, 2]).turn)
    with a die of 4 sides: a throw gains 3 or 4 with chance 1/4 each (then with a die of 6 sides), \
or busts with chance 1/2
    with a die of 6 sides: a throw gains 3, 4, 5 or 6 with chance 1/6 each, or busts with chance 1/3
    """

    dice: int
    sides: int
    later_sides: tuple[int, ...]
    bust: tuple[int, ...]
    wipe: tuple[int, ...]
    all_bust: int | str
    doubles: int
    doubles_again: bool

    def __init__(
        self,
        dice: int = 1,
        sides: int = 6,
        later_sides: Iterable[int] = (),
        bust: Iterable[int] = (1,),
        wipe: Iterable[int] = (),
        all_bust: int | str = "bust",
        doubles: int = 1,
        doubles_again: bool = False,
    ) -> None:
        later = items(later_sides, "later_sides", "numbers of sides such as [6, 8]", _MOST_CHANGES)
        (dice, sides), *changes = (check_dice(dice, each) for each in (sides, *later))
        most = max(sides, *(each for _, each in changes), 0)
        busts, wipes = (faces_of_a_die(bust, "bust", most), faces_of_a_die(wipe, "wipe", most))
        for face in {*busts} & {*wipes}:
            raise RuleError(f"a face of {face} both busts and wipes: leave one out")
        if isinstance(all_bust, str):
            one_of(all_bust, "all_bust", ("bust", "wipe"), " (or give points)")
        else:
            all_bust = points_gained(all_bust, "all_bust", 1)
        self._set(
            dice=dice, sides=sides, later_sides=tuple(each for _, each in changes), bust=busts,
            wipe=wipes, all_bust=all_bust, doubles=between(doubles, "doubles", 1, _MOST_TIMES),
            doubles_again=flag(doubles_again, "doubles_again"),
        )  # fmt: skip
        for name in ("all_bust", "doubles", "doubles_again"):
            if dice == 1 and getattr(self, name) != _USUAL[name]:
                raise RuleError(f"{name} is for two dice or more: throw more, or leave it out")

    @classmethod
    def from_rules(cls, table: object, whose: str) -> Rolled | Roll:
        """What a table of rules describes."""
        if not isinstance(table, dict):
            return Roll.from_rules(table, whose)
        if isinstance(table.get("pigs"), dict):
            unknown_keys(table, ("pigs",), "a table [roll] of pigs")
            return Roll.pigs(table["pigs"])
        dice = ("dice", "sides", *_USUAL)
        if "gains" not in table and {"dice", "sides", *OF_DICE} & {*table}:
            unknown_keys(table, dice, "the table [roll] of dice")
            return cls(**table)
        if "gains" not in table:  # before it is missed: it may be there and misspelt
            unknown_keys(table, ("gains", "total", *dice), "the table [roll]")
        return Roll.from_rules(table, whose)

    def rules(self) -> dict[str, Any]:
        """The entries of a race that say this, the inverse of :meth:`from_rules`."""
        table = {name: getattr(self, name) for name in ("dice", "sides", *_USUAL)}
        return {
            "roll": {
                name: list(value) if isinstance(value, tuple) else value
                for name, value in table.items()
                if name == "bust" or name not in _USUAL or value != _USUAL[name]
            }
        }

    def __repr__(self) -> str:
        given = self.rules()["roll"]
        return f"Rolled({', '.join(f'{name}={value!r}' for name, value in given.items())})"

    @property
    def turn(self) -> Turn:
        """The turn: a mode for the dice, and whether a double came."""
        return _turn(self)


@lru_cache(maxsize=64)
def _turn(rolled: Rolled) -> Turn:
    """The turn; a mode is how many throws there were, and whether a double obliges."""
    sides, again = (rolled.sides, *rolled.later_sides), rolled.doubles_again
    dice = "a die" if rolled.dice == 1 else f"{rolled.dice} dice"
    parts: dict[int | str, tuple[int, bool]] = {}
    phrases: dict[int | str, str] = {}

    def mode(at: int, doubled: bool) -> int | str:
        said, words = list[str](), list[str]()
        if len(sides) > 1:
            said.append(f"{sides[at] if len({*sides}) == len(sides) else at + 1}")
            words.append(f"with {dice} of {sides[at]} sides")
        if again:
            said.append("doubled" if doubled else "free")
            words.append("after a double" if doubled else "after no double")
        word = ",".join(said) or "roll"
        name = int(word) if word.isdigit() else word
        parts[name], phrases[name] = (at, doubled), ", ".join(words) or "always"
        return name

    @cache  # a turn asks twice
    def throw(name: int | str) -> list[tuple[Any, int]]:
        at = parts[name][0]
        falls = thrown(
            rolled.dice, sides[at], rolled.bust, rolled.wipe, rolled.all_bust, rolled.doubles, again
        )
        then = min(at + 1, len(sides) - 1)
        return [
            (what if isinstance(what, Ending) else gain(what, mode(then, double)), n)
            for what, n, double in falls
        ]

    return Turn(
        throw, mode(0, False), may_bank=lambda name: not (again and parts[name][1]),
        phrase=phrases.__getitem__, source=rolled,
    )  # fmt: skip
