"""What can fall in a race, with the faces that are shown: dice, pigs, a coin, or points alone."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import product
from typing import Any

from ...games.pig import PassThePigs
from ...games.race import Race
from ...games.roll import PIG_POSITIONS, Roll

__all__ = ["throws_of"]

Throw = tuple[list[Any], int | str, Fraction]
"""The faces, what they gain or ``"bust"`` or ``"wipe"``, and the chance."""


def throws_of(game: Race) -> dict[str, Any]:
    """What is thrown, and all that can fall with its chance.

    Examples
    --------
    >>> from pigcore.games import Pig
    >>> found = throws_of(Pig())
    >>> found["thrown"], found["throws"][0]
    ('dice', {'faces': [1], 'gain': 0, 'kind': 'bust', 'chance': 0.16666666666666666})
    """
    thrown, throws = _faces(game)
    return {
        "thrown": thrown,
        "throws": [
            {
                "faces": faces,
                "gain": what if isinstance(what, int) else 0,
                "kind": "gain" if isinstance(what, int) else what,
                "chance": float(chance),
            }
            for faces, what, chance in throws
        ],
    }


def _faces(game: Race) -> tuple[str, list[Throw]]:
    roll = game.roll
    gains = len(roll.gains)
    if gains and roll == Roll.coin(roll.gains[0][0]):
        half = Fraction(1, 2)
        return "coin", [(["heads"], roll.gains[0][0], half), (["tails"], "bust", half)]
    if 1 <= gains < 100 and roll == Roll.die(gains + 1):
        return "dice", list(_dice(1, gains + 1, "bust"))
    for last in ("bust", "wipe"):  # what all ones do
        sides = (gains + 3) // 2
        if 2 <= sides < 20 and roll == Roll.dice(2, sides, wipe_all=last == "wipe"):
            return "dice", list(_dice(2, sides, last))
    if roll in (PassThePigs().roll, PassThePigs.kern().roll):
        return "pigs", _pigs(roll)
    throws: list[Throw] = [([], gain, chance) for gain, chance in roll.gains]
    throws += [([], "bust", roll.bust)] * (roll.bust > 0) + [([], "wipe", roll.wipe)] * (
        roll.wipe > 0
    )
    return "points", throws


def _dice(count: int, sides: int, all_ones: str) -> Iterable[Throw]:
    chance = Fraction(1, sides**count)
    for faces in product(range(1, sides + 1), repeat=count):
        what: int | str = sum(faces) if 1 not in faces else "bust"
        yield list(faces), all_ones if set(faces) == {1} else what, chance


def _pigs(roll: Roll) -> list[Throw]:
    """Two pigs: the game has the chance of each score, Kern's record how the pigs lie then."""
    record = PassThePigs.kern().record
    seen: dict[int | str, int] = {}
    for what, count in record:
        seen[what] = seen.get(what, 0) + count
    chances: dict[int | str, Fraction] = {**dict(roll.gains), "bust": roll.bust, "wipe": roll.wipe}
    pairs = product(range(len(PIG_POSITIONS)), repeat=2)
    throws: list[Throw] = [
        ([PIG_POSITIONS[a], PIG_POSITIONS[b]], what, chances[what] * Fraction(count, seen[what]))
        for (a, b), (what, count) in zip(pairs, record)
        if count
    ]
    if roll.wipe:
        throws.append((["touching", "touching"], "wipe", roll.wipe))
    return throws
