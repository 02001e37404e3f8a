"""The rules of a game of Hog as whole numbers, as the header of its certificate has them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import comb
from typing import Any

from pigcore.games.errors import RuleError, SizeError
from pigcore.games.hog import Hog
from pigcore.games.spelling import listed
from pigcore.memory import require

from ..certificates import check_hog
from ..certificates.files import header_of

__all__ = ["BITS", "RULES", "header", "rolls_of", "tables", "ways"]

BITS = 128
RULES = ("goal", "rolls", "kinds", "bacon", "bacon_gifts", "exchange", "ends")
"""The entries of the header that say which game it is."""

_STATE = 700
"""Bytes for a state, its box, and what follows an end of a turn there."""
_REMEDY = "choose a smaller goal"


@lru_cache(maxsize=4096)
def _sums(dice: int, sides: int, first: int) -> tuple[int, ...]:
    """How many rolls of ``dice`` dice with the faces ``first … sides`` have each sum."""
    if dice == 0:
        return (1,)
    fewer = _sums(dice - 1, sides, first)
    sums = [0] * (dice * sides + 1)
    for total, number in enumerate(fewer):
        for face in range(first, sides + 1):
            sums[total + face] += number
    return tuple(sums)


def ways(points: int, dice: int, sides: int = 6) -> int:
    """The ways to score ``points`` with ``dice`` dice of which none shows a 1.

    Examples
    --------
    >>> [ways(4, 1, 6), ways(12, 2, 6), ways(11, 2, 6), ways(7, 3, 6), ways(8, 3, 4)]
    [1, 1, 2, 3, 6]
    """
    sums = _sums(dice, sides, 2)
    return sums[points] if 0 <= points < len(sums) else 0


def rolls_of(game: Hog, dice: int, sides: int) -> dict[tuple[int, int], int]:
    """How many of the sides**dice rolls gain what: (mover's gain, opponent's gift) to number."""
    rolls: dict[tuple[int, int], int] = {}

    def count(points: int, number: int) -> None:
        gained = game.gain(points, dice)
        rolls[gained] = rolls.get(gained, 0) + number

    for points, number in enumerate(_sums(dice, sides, 1 if game.pig_out is None else 2)):
        if number:
            count(points, number)
    if game.pig_out is not None:
        for ones in range(1, dice + 1):
            others = (sides - 1) ** (dice - ones)
            count(game.pig_out_points(dice, ones), comb(dice, ones) * others)
    assert sum(rolls.values()) == sides**dice
    return rolls


def tables(game: Hog) -> dict[str, Any]:
    """The rules as whole numbers: the entries ``RULES`` of the header."""
    if looked := {*game.state_names[2:]} - {"parity"}:
        raise RuleError(
            f"rules of {game.name} look back at {listed(sorted(looked), 'or')}, which no proof of "
            "Hog does: prove a game whose rules look at the scores"
        )
    scores, parities = range(game.goal), range(1 + game.exchange)
    sides = [
        [[(game.sides(own, opp, parity), game.most(own, opp)) for opp in scores] for own in scores]
        for parity in parities
    ]
    kinds = sorted({kind for rows in sides for row in rows for kind in row})
    if len(kinds) > 10:
        raise SizeError(
            f"{game.name} limits dice in {len(kinds)} ways, but a proof has 10 at most: choose a "
            "simpler rule"
        )
    rolls = {
        (dice, most): [
            sorted(rolls_of(game, min(n, most), dice).items()) for n in game.choices if n > 0
        ]
        for dice, most in kinds
    }
    bacon = [
        [game.gain(game.bacon_points(own, opp), 0) for opp in scores] for own in scores
    ] if game.bacon else []  # fmt: skip
    exchange = list(game.gain(1, 0)) if game.exchange else []
    places: set[tuple[int, int]] = set()
    for opp in scores:
        for kind, several in rolls.items():
            owns = [own for own in scores for rows in sides if rows[own][opp] == kind]
            for gain, gift in {gained for roll in several for gained, _ in roll}:
                places.update([(own + gain, opp + gift) for own in owns])
        for own in scores:
            alone = ([bacon[own][opp]] if bacon else []) + ([exchange] if exchange else [])
            places.update([(own + gain, opp + gift) for gain, gift in alone])
    return {
        "goal": game.goal,
        "rolls": [
            [[[*gained, n] for gained, n in roll] for roll in several] for several in rolls.values()
        ],
        "kinds": [
            "".join(str(kinds.index(dice)) for dice in row) for rows in sides for row in rows
        ],
        "bacon": [[gain for gain, _ in row] for row in bacon],
        "bacon_gifts": [[gift for _, gift in row] for row in bacon if game.gift],
        "exchange": exchange,
        "ends": list(_ends(game, places)),
    }


def _ends(game: Hog, places: set[tuple[int, int]]) -> Iterator[list[int]]:
    """The places where the end of a turn does more than to let the other one move."""
    for x, y in sorted(places):
        own, opp = game.finish(x, y)
        again = game.winner(own, opp) is None and game.moves_again(own, opp)
        if (own, opp, again) != (x, y, False):
            yield [x, y, own, opp, int(again)]


def header(game: Hog) -> dict[str, Any]:
    """The header of a certificate of the game, whose sizes the checker takes.

    Raises
    ------
    RuleError
        If the rules return what they must not.
    SizeError
        If the proof would take too long or not fit in memory.
    """
    states = game.goal**2 * (1 + game.exchange)
    require(_STATE * states, f"a proof of {game.name} to {game.goal}", _REMEDY)
    if game.goal > check_hog.MOST_GOAL:  # before every pair of scores goes through the rules
        raise SizeError(
            f"the goal of {game.name} is {game.goal}, but {check_hog.MOST_GOAL} is the largest "
            f"that is proved: {_REMEDY}"
        )
    entries = {**tables(game), "bits": BITS, "states": states, "ties": True}
    return header_of(check_hog, game, entries, _REMEDY, "is too large for a proof")[0]
