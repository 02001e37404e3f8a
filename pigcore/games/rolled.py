"""Turns of dice that are added up: which faces bust, and what doubles do.

A table ``[roll]`` of rules says this. It has chances, or dice.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from inspect import signature
from typing import Any

from .chances import unknown_keys
from .checks import between, flag, items, one_of
from .errors import RuleError
from .game import FrozenDict
from .roll import Ending, Roll, check_dice, faces_of_a_die, points_gained, thrown
from .spelling import shown
from .turn import Turn, gain

_MOST_CHANGES = 1000
"""How often the dice of a turn may change."""

_MOST_TIMES = 1000


def rolled(
    dice: int = 1,
    sides: int = 6,
    later_sides: Iterable[int] = (),
    bust: Iterable[int] = (1,),
    wipe: Iterable[int] = (),
    all_bust: int | str = "bust",
    doubles: int = 1,
    doubles_again: bool = False,
) -> Turn:
    """The turn in which fair dice are thrown and added up; its source are the rules that say this.

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
    >>> rolled(dice=2, all_bust="wipe") == Turn.of_roll(Roll.dice(2, wipe_all=True))
    True
    >>> print(rolled(sides=4, later_sides=[6], bust=[1, 2]))
    with a die of 4 sides: a throw gains 3 or 4 with chance 1/4 each (then with a die of 6 sides), \
or busts with chance 1/2
    with a die of 6 sides: a throw gains 3, 4, 5 or 6 with chance 1/6 each, or busts with chance 1/3
    """
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
    given: dict[str, Any] = {
        "dice": dice, "sides": sides, "later_sides": tuple(each for _, each in changes),
        "bust": busts, "wipe": wipes, "all_bust": all_bust,
        "doubles": between(doubles, "doubles", 1, _MOST_TIMES),
        "doubles_again": flag(doubles_again, "doubles_again"),
    }  # fmt: skip
    usual = {name: value for name, value in given.items() if value == _USUAL[name]}
    for name in ("all_bust", "doubles", "doubles_again") if dice == 1 else ():
        if name not in usual:
            raise RuleError(f"{name} is for two dice or more: throw more, or leave it out")
    every, what = (sides, *given["later_sides"]), "a die" if dice == 1 else f"{dice} dice"
    modes: dict[int | str, tuple[int, bool, str]] = {}

    def mode(at: int, doubled: bool) -> int | str:
        """A mode is how many throws there were, and whether a double obliges."""
        said, words = list[str](), list[str]()
        if changes:
            said.append(f"{every[at] if len({*every}) == len(every) else at + 1}")
            words.append(f"with {what} of {every[at]} sides")
        if doubles_again:
            said.append("doubled" if doubled else "free")
            words.append("after a double" if doubled else "after no double")
        word = ",".join(said) or "roll"
        name = int(word) if word.isdigit() else word
        modes[name] = at, doubled, ", ".join(words) or "always"
        return name

    def throw(name: int | str) -> list[tuple[Any, int]]:
        at, then = modes[name][0], min(modes[name][0] + 1, len(changes))
        falls = thrown(dice, every[at], busts, wipes, all_bust, doubles, doubles_again)
        return [
            (points if isinstance(points, Ending) else gain(points, mode(then, double)), n)
            for points, n, double in falls
        ]

    said = {
        name: value
        for name, value in given.items()
        if name in ("dice", "sides", "bust") or name not in usual
    }
    return Turn(
        throw, mode(0, False), may_bank=lambda name: not (doubles_again and modes[name][1]),
        phrase=lambda name: modes[name][2], source=FrozenDict(roll=FrozenDict(said)),
    )  # fmt: skip


_USUAL: dict[str, Any] = {name: one.default for name, one in signature(rolled).parameters.items()}
"""What a table need not say of dice."""

OF_DICE = tuple(name for name in _USUAL if name not in ("dice", "sides", "bust", "wipe"))
"""Entries that belong into a table ``[roll]`` and nowhere else."""


def from_rules(table: object, whose: str) -> Turn:
    """The turn that a table ``[roll]`` of rules describes."""
    given = table if isinstance(table, dict) else {}
    if "gains" in given:
        unknown_keys(given, ("gains", "bust", "wipe", "total"), "the table [roll]")
        gains = given["gains"]
        if isinstance(gains, dict):
            gains = {_points(points): p for points, p in gains.items()}
        return Turn.of_roll(Roll(**given | {"gains": gains}))
    if isinstance(given.get("pigs"), dict):
        unknown_keys(given, ("pigs",), "a table [roll] of pigs")
        return Turn.of_roll(Roll.pigs(given["pigs"]))
    dice = {"dice", "sides", *OF_DICE} & {*given}
    # Before they are missed: they may be there and misspelt.
    known, what = ((), " of dice") if dice else (("gains", "total"), "")
    unknown_keys(given, (*known, *_USUAL), f"the table [roll]{what}")
    if not dice:
        raise RuleError(
            f"{whose} needs a table [roll.gains] of points and chances: add it, or name dice in "
            "[roll], such as dice = 1"
        )
    return rolled(**given)


def _points(written: object) -> int:
    # One spelling for each number, so that no entry can hide another.
    if not isinstance(written, str) or not re.fullmatch("[1-9][0-9]{0,18}", written):
        raise RuleError(
            f"a gain is {shown(written)}, but must be a whole number of at least 1, such as 7"
        )
    return int(written)
