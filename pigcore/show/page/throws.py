"""What can fall in a turn, with the faces that are shown: dice, pigs, a coin, or points alone."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import product
from typing import Any

from ...games.pig import PassThePigs
from ...games.roll import PIG_POSITIONS, Roll
from ...games.turn import Option, Turn
from ...games.turn import Throw as TurnThrow

__all__ = ["throws_of"]

Fall = tuple[list[Any], int | str, Fraction]
"""The faces, what they gain or ``"bust"`` or ``"wipe"``, and the chance."""

Throw = tuple[list[Any], Any, Fraction]
"""The same with the options that they leave."""


def throws_of(turn: Turn) -> dict[str, Any]:
    """All that can fall in each mode, with its chance.

    Examples
    --------
    >>> from pigcore.games import Pig
    >>> found = throws_of(Pig().turn)["throws"][0]
    >>> found[0]
    {'drawn': 'dice', 'faces': [1], 'chance': 0.16666666666666666, 'kind': 'bust', 'gain': 0, \
'options': []}
    >>> found[5]["options"]
    [{'gain': 6, 'mode': 0, 'word': '+6'}]
    """
    return {"thrown": "points", "throws": [_throws(turn, mode.throw) for mode in turn.modes]}


def _throws(turn: Turn, throw: TurnThrow | None) -> list[dict[str, Any]]:
    if throw is None:
        return []
    found: list[dict[str, Any]] = []
    drawn, throws = _drawn(throw)
    for faces, what, chance in throws:
        ends = isinstance(what, str)
        options = [] if ends else _options(turn, what)
        gain = options[0]["gain"] if len(options) == 1 else 0
        kind = what if ends else "gain" if len(options) == 1 else "choice"
        found.append(
            {"drawn": drawn, "faces": faces, "chance": float(chance), "kind": kind, "gain": gain,
             "options": options}
        )  # fmt: skip
    return found


def _options(turn: Turn, options: tuple[Option, ...]) -> list[dict[str, Any]]:
    """The options, each with a word of its own: its label, what it gains, or what it leads to."""
    named = [option.label or f"+{option.gain}" for option in options]
    leads = [turn.phrases[option.mode] for option in options]
    words = [
        word if named.count(word) == 1 else f"{word} {lead}" for word, lead in zip(named, leads)
    ]
    return [
        {"gain": option.gain, "mode": option.mode, "word": word}
        for option, word in zip(options, words)
    ]


def _drawn(throw: TurnThrow) -> tuple[str, list[Throw]]:
    """What is drawn, and the throws: as faces where those tell what they come to, or points."""
    plain = [(outcome.options[0], outcome.chance) for outcome in throw.outcomes
             if len(outcome.options) == 1]  # fmt: skip
    gains = {option.gain: (option,) for option, _ in plain}
    if len(gains) == len(throw.outcomes) and 0 not in gains:
        roll = Roll({option.gain: p for option, p in plain}, throw.bust, throw.wipe)
        drawn, faces = _faces(roll)
        found = [(it, gains[what] if isinstance(what, int) else what, p) for it, what, p in faces]
        return drawn, found
    throws: list[Throw] = [([], outcome.options, outcome.chance) for outcome in throw.outcomes]
    ends = (("bust", throw.bust), ("wipe", throw.wipe))
    return "points", throws + [([], name, p) for name, p in ends if p]


def _faces(roll: Roll) -> tuple[str, list[Fall]]:
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
    throws: list[Fall] = [([], gain, chance) for gain, chance in roll.gains]
    throws += [([], "bust", roll.bust)] * (roll.bust > 0) + [([], "wipe", roll.wipe)] * (
        roll.wipe > 0
    )
    return "points", throws


def _dice(count: int, sides: int, all_ones: str) -> Iterable[Fall]:
    chance = Fraction(1, sides**count)
    for faces in product(range(1, sides + 1), repeat=count):
        what: int | str = sum(faces) if 1 not in faces else "bust"
        yield list(faces), all_ones if set(faces) == {1} else what, chance


def _pigs(roll: Roll) -> list[Fall]:
    """Two pigs: the game has the chance of each score, Kern's record how the pigs lie then."""
    record = PassThePigs.kern().record
    seen: dict[int | str, int] = {}
    for what, count in record:
        seen[what] = seen.get(what, 0) + count
    chances: dict[int | str, Fraction] = {**dict(roll.gains), "bust": roll.bust, "wipe": roll.wipe}
    pairs = product(range(len(PIG_POSITIONS)), repeat=2)
    throws: list[Fall] = [
        ([PIG_POSITIONS[a], PIG_POSITIONS[b]], what, chances[what] * Fraction(count, seen[what]))
        for (a, b), (what, count) in zip(pairs, record)
        if count
    ]
    if roll.wipe:
        throws.append((["touching", "touching"], "wipe", roll.wipe))
    return throws
