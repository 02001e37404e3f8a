"""What can fall in a turn, with the faces that are shown: dice, pigs, a coin, or points alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from ...games.pig import PassThePigs
from ...games.roll import PIG_POSITIONS, Roll
from ...games.rolled import Rolled
from ...games.turn import Ending, Option, Outcome, Turn
from ...games.turn import Throw as TurnThrow

__all__ = ["throws_of"]

RAREST = Fraction(1, 400)
"""Throws are shown by their faces if they have this chance at least."""

Fall = tuple[list[Any], Any, Fraction]
"""The faces, what they gain or the options that they leave, "bust" or "wipe", and the chance."""


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
    drawn, throws = _drawn(turn.source, throw)
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


def _drawn(source: Any, throw: TurnThrow) -> tuple[str, list[Fall]]:
    """What is drawn, and the throws: as faces where those tell what they come to, or points."""
    ends = {name: p for name, p in (("bust", throw.bust), ("wipe", throw.wipe)) if p}
    plain = [outcome for outcome in throw.outcomes if len(outcome.options) == 1]
    gains = {outcome.options[0].gain: outcome.chance for outcome in plain}
    if len(plain) == len(throw.outcomes) and plain:
        most, half = max(gains), Fraction(1, 2)
        candidates = [("dice", faces) for faces in _said(source)]
        candidates += [("coin", [(["heads"], most, half), (["tails"], "bust", half)])]
        candidates += [("dice", [*_dice(1, most, "bust")])] if 1 < most < 100 else []
        if 4 <= most < 40:
            candidates += [("dice", [*_dice(2, most // 2, last)]) for last in ("bust", "wipe")]
        for roll in (PassThePigs().roll, PassThePigs.kern().roll):
            if dict(roll.gains) == gains and (roll.bust, roll.wipe) == (throw.bust, throw.wipe):
                candidates.append(("pigs", _pigs(roll)))
        for drawn, faces in candidates:
            found = _matched(faces, plain, ends)
            if found:
                return drawn, found
    found = [([], outcome.options, outcome.chance) for outcome in throw.outcomes]
    return "points", [*found, *(([], name, p) for name, p in ends.items())]


def _matched(
    faces: list[Fall], outcomes: list[Outcome], ends: dict[str, Fraction]
) -> list[Fall] | None:
    """Faces with the options that they leave, if all have the chances that they should.

    Of two outcomes that gain the same, the rarer one may be that of doubles.
    """
    by_gain: dict[int, list[Outcome]] = {}
    for outcome in sorted(outcomes, key=lambda one: one.chance):
        by_gain.setdefault(outcome.options[0].gain, []).append(outcome)
    found, chances = [], dict.fromkeys([*ends, *(one.options for one in outcomes)], Fraction(0))
    for shown, what, p in faces:
        double = len(shown) > 1 and len(set(shown)) == 1
        if isinstance(what, int):
            what = by_gain[what][0 if double else -1].options if what in by_gain else None
        if what not in chances:
            return None
        chances[what] += p
        found.append((shown, what, p))
    expected = ends | {outcome.options: outcome.chance for outcome in outcomes}
    return found if chances == expected else None


def _said(source: Any) -> Iterator[list[Fall]]:
    """What the dice show that the rules name, if they do; in the order of throws of a turn."""
    if not isinstance(source, Rolled) or source.roll is not None:
        return
    for sides in dict.fromkeys(source.all_sides):
        chance = Fraction(1, sides**source.dice)
        if chance >= RAREST:
            throws = product(range(1, sides + 1), repeat=source.dice)
            comes = ((faces, source.shown(faces)) for faces in throws)
            yield [
                ([*faces], what.value if isinstance(what, Ending) else what, chance)
                for faces, what in comes
            ]


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
