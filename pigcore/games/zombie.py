"""Zombie Dice: brains, feet and shotguns, drawn from a cup."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import product
from math import comb, prod
from operator import add, sub
from typing import Any

from .pig import ReadyMade
from .race import TURNS
from .roll import BUST
from .scoring import throws
from .spelling import listed
from .turn import Turn, gain

Dice = tuple[int, int, int]
"""How many dice of each colour."""

_CUP: Dice = (6, 4, 3)
_SIDES = ((3, 2, 1), (2, 2, 2), (1, 2, 3))
"""Of a green, a yellow and a red die: the sides with a brain, with feet and with a shotgun."""

_THROWN, _SHOTS = 3, 3
"""The dice of a throw, and the shotguns that end a turn."""


class _ZombieDice(ReadyMade):
    """Three dice a throw, a point for each brain, three shotguns bust.

    Thirteen dice, green, yellow and red. Feet are thrown again, with as many dice drawn from the
    cup as three lack; before a throw that the cup has too few dice for, the brains go back into it.
    Shotguns stay on the table. The first to bank 13 brains wins. Its turn has some ten thousand
    modes, which are found when it is first asked for and kept: in 532.100.010 5 green, 3 yellow and
    2 red dice are in the cup, feet on a green one and a shotgun on a yellow one.
    :data:`ZombieDiceBox` ends as the rules in the box have it: once somebody has 13 brains the
    round is finished, the most brains win, and who has as many plays one more round, and so on.

    Source: S. Jackson, *Zombie Dice*, Steve Jackson Games, 2010.

    Examples
    --------
    >>> race = ZombieDice()
    >>> sum(bits.bit_count() for bits in race.come_to(12))  # points and modes, merged
    14008
    """

    takes_long = True
    usage: str = "OWN OPP [POINTS] [MODE]"
    summary: str = "to 13: 13 dice of three colours, three shotguns bust"


@lru_cache(maxsize=1)
def _turn() -> Turn:
    nothing = (0, 0, 0)
    start = (_CUP, nothing, nothing)
    return Turn(_throw, start, word=_word, phrase=_phrase, source="zombie-dice")


def _throw(mode: tuple[Dice, Dice, Dice]) -> list[tuple[Any, int]]:
    """What a throw comes to with so many dice in the cup, feet in hand, and shotguns."""
    _, feet, shots = mode
    cup, lacking = _filled(*mode), _THROWN - sum(feet)
    found: list[tuple[Any, int]] = []
    for drawn in product(*(range(min(count, lacking) + 1) for count in cup)):
        if sum(drawn) != min(lacking, sum(cup)):
            continue
        ways, left = prod(map(comb, cup, drawn)), tuple(map(sub, cup, drawn))
        for (brains, ran, shot), weight in _shown(tuple(map(add, feet, drawn))).items():
            after = tuple(map(add, shots, shot))
            fallen = BUST if sum(after) >= _SHOTS else gain(brains, (left, ran, after))
            found.append((fallen, ways * weight))
    return found


def _filled(cup: Dice, feet: Dice, shots: Dice) -> tuple[int, ...]:
    """The cup that is drawn from."""
    if sum(cup) >= _THROWN - sum(feet):
        return cup
    return tuple(all_ - f - s for all_, f, s in zip(_CUP, feet, shots))


@cache
def _shown(dice: tuple[int, ...]) -> dict[Any, int]:
    """What dice show: brains, and feet and shotguns by colour; and in how many ways."""
    found: dict[Any, int] = {}
    for each in product(*map(throws, dice, _SIDES)):
        (brains, *others), ways = zip(*(counts for counts, _ in each)), prod(n for _, n in each)
        found[sum(brains), *others] = ways
    return found


def _word(mode: tuple[Dice, Dice, Dice]) -> str:
    return ".".join("".join(map(str, dice)) for dice in mode)


def _phrase(mode: tuple[Dice, Dice, Dice]) -> str:
    _, feet, shots = mode
    where = [f"with {_coloured(_filled(*mode))} in the cup"]
    where += [f"feet on {_coloured(feet)}"] * any(feet)
    where += [f"shotguns on {_coloured(shots)}"] * any(shots)
    return ", ".join(where)


def _coloured(dice: Sequence[int]) -> str:
    counts = zip(dice, ("green", "yellow", "red"))
    return listed([f"{count} {colour}" for count, colour in counts if count] or ["no dice"])


TURNS["zombie-dice"] = _turn
ZombieDice: _ZombieDice = _ZombieDice("Zombie Dice", _turn, 13, str(_ZombieDice.__doc__))
ZombieDiceBox: _ZombieDice = _ZombieDice(
    "Zombie Dice (box)", _turn, 13, "Zombie Dice that ends as the rules in the box have it.",
    end="equal_turns", tie="play_on",
)  # fmt: skip
ZombieDiceBox.summary = "the same to 13, and the round is finished"
ZombieDiceBox.usage += " [SEAT]"
GAMES: dict[str, Any] = {"zombie-dice": ZombieDice, "zombie-dice:box": ZombieDiceBox}
"""These games by the name that the command line and a TOML file use."""
