"""What can happen in a turn of Farkle: throws, sets of choices, points and dice; exactly."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from math import factorial, prod

from .chances import Chance, chance
from .checks import between, items
from .errors import RuleError
from .farkle_scoring import Counts, Scoring, throws
from .game import FrozenDict
from .spelling import shown

__all__ = ["chances_of_faces", "hands", "options", "places", "reached", "thrown"]

MAX_SIDES = 20


def chances_of_faces(sides: int | Iterable[Chance]) -> tuple[Fraction, ...]:
    """The chances of the faces of a die, from 1 up: alike, or as they are given."""
    if hasattr(sides, "__index__") or isinstance(sides, bool):
        n = between(sides, "the number of sides", 2, MAX_SIDES)
        return (Fraction(1, n),) * n
    given = items(sides, "sides", "a number of sides, or the chances of the faces", MAX_SIDES + 1)
    exact = tuple(chance(p, f"face {face}") for face, p in enumerate(given, 1))
    if not 2 <= len(exact) <= MAX_SIDES:
        raise RuleError(f"{len(exact)} faces have chances, but a die has 2 to {MAX_SIDES} sides")
    if sum(exact) != 1:
        raise RuleError(f"the chances of the faces sum to {shown(sum(exact))}, but must sum to 1")
    return exact


@lru_cache(maxsize=256)
def thrown(chances: tuple[Fraction, ...], dice: int) -> dict[Counts, Fraction]:
    found = {}
    for counts in throws(dice, len(chances)):
        ways = factorial(dice) // prod(factorial(n) for n in counts)
        p = ways * prod((c**n for c, n in zip(chances, counts)), start=Fraction(1))
        if p:
            found[counts] = p
    return FrozenDict(found)


@lru_cache(maxsize=64)
def places(chances: tuple[Fraction, ...], most: int) -> dict[Counts, int]:
    """Every throw of a turn and its place among them, those of one die first."""
    throws = (counts for dice in range(1, most + 1) for counts in thrown(chances, dice))
    return FrozenDict({counts: place for place, counts in enumerate(throws)})


@lru_cache(maxsize=256)
def options(
    scoring: Scoring, chances: tuple[Fraction, ...], dice: int
) -> dict[frozenset[tuple[int, int]], Fraction]:
    found: dict[frozenset[tuple[int, int]], Fraction] = {}
    for counts, p in thrown(chances, dice).items():
        choices = scoring.choices(counts).items()
        key = frozenset((points, dice - sum(aside)) for aside, points in choices)
        found[key] = found.get(key, Fraction(0)) + p
    return FrozenDict(found)


def hands(scoring: Scoring, chances: tuple[Fraction, ...]) -> set[int]:
    """The numbers of dice that a turn can come to throw."""
    found: set[int] = set()
    new = {scoring.dice}
    while new:
        found |= new
        sets = (choices for dice in new for choices in options(scoring, chances, dice))
        new = {left or scoring.dice for choices in sets for _, left in choices} - found
    return found


@lru_cache(maxsize=64)
def reached(scoring: Scoring, chances: tuple[Fraction, ...], most: int) -> tuple[int, ...]:
    """Bit n at [points / unit]: whether a turn can have these points with n dice in hand."""
    unit, all_dice = scoring.unit, scoring.dice
    steps = {
        n: {
            (points // unit, left or all_dice)
            for choices in options(scoring, chances, n)
            for points, left in choices
        }
        for n in range(1, all_dice + 1)
    }
    found = [0] * (most // unit + 1)
    found[0] = 1 << all_dice
    for t in range(len(found)):
        for n, ends in steps.items():
            if found[t] >> n & 1:
                for more, left in ends:
                    if t + more < len(found):
                        found[t + more] |= 1 << left
    return tuple(found)
