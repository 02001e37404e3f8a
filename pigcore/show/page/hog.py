"""What the page is given of a game of Hog: values, what dice can gain, and where turns lead."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...games.errors import RuleError
from ...games.hog import Hog
from ...games.hog_rules import KINDS, Rule, find_rule, says, title
from ...solvers.hog import HogSolution
from ...solvers.hog.arrays import LOST, WON, HogArrays, by_parity
from .document import check_goal as check
from .encoding import encoded

__all__ = ["check", "data", "engines", "kernel"]


def engines(game: Hog) -> tuple[str, ...]:
    """The scripts that know the game."""
    return ("hogrules.js", "hog.js")


def kernel(_: Hog) -> tuple[str, ...]:
    """No scripts that solve: the values come with the page."""
    return ()


def data(solution: HogSolution) -> dict[str, Any]:
    """The entries that ``hog.js`` reads."""
    return tables(solution.game) | {"starts": encoded(by_parity(solution.starts), "<f8")}


def tables(game: Hog) -> dict[str, Any]:
    """The rules of a game of Hog; its arrays are those of :class:`HogArrays`.

    ``tables.js`` makes the same of the same rules.
    """
    arrays = HogArrays.of(game)
    turns = arrays.turns
    return {
        "thrown": "dice",
        "parities": game.parities,
        "choices": list(game.choices),
        "dice": list(turns.dice),
        "kind": encoded(turns.kind, "u1"),
        "free": encoded(turns.free, "<i2"),
        "exchange": turns.exchange,
        "target": encoded(arrays.target, "<i4"),
        "same": encoded(arrays.same, "u1"),
        "width": arrays.target.shape[1],
        "named": {kind: [_called(kind, rule) for rule in _rules(game, kind)] for kind in KINDS},
        "final": _final(game, arrays),
        "rolled": [_rolled(sides, several) for sides, several in zip(turns.dice, turns.rolled)],
        "pigOut": game.pig_out is not None,
        "ones": _ones(game),
        "sums": _sums(game),
    }


def _rules(game: Hog, kind: str) -> tuple[Rule, ...]:
    found = getattr(game, kind)
    return found if isinstance(found, tuple) else (found,) if found else ()


def _called(kind: str, rule: Rule) -> str:
    """The name of a rule of the course, or what a rule of one's own says of itself."""
    try:
        return title(rule) if find_rule(kind, title(rule)) is rule else says(rule, kind)
    except RuleError:
        return says(rule, kind)


def _rolled(sides: int, several: Any) -> list[dict[str, str]] | None:
    """Gains, gifts and chances by number of dice, in the order in which the kernel adds them."""
    if several is None:
        return None
    found = []
    for dice, outcomes in enumerate(several):
        ordered = sorted((gift, gain, number) for (gain, gift), number in outcomes.items())
        found.append(
            {
                "gain": encoded([gain for _, gain, _ in ordered], "<i4"),
                "gift": encoded([gift for gift, _, _ in ordered], "<i4"),
                "chance": encoded([number / sides**dice for *_, number in ordered], "<f8"),
            }
        )
    return found


def _final(game: Hog, arrays: HogArrays) -> dict[int, tuple[int, int]]:
    """Both scores at the end of the game, by place in ``target``, where a rule changes them."""
    ends = {
        (own, opp): game.finish(own, opp)
        for own, opp in np.argwhere((arrays.target == WON) | (arrays.target == LOST)).tolist()
    }
    width = arrays.target.shape[1]
    return {own * width + opp: final for (own, opp), final in ends.items() if final != (own, opp)}


def _ones(game: Hog) -> list[list[list[int]]]:
    """Gain and gift of a roll with ones, at [dice][ones - 1]; nothing where a 1 is as any face."""
    if game.pig_out is None:
        return []
    return [
        [list(game.gain(game.pig_out_points(dice, ones), dice)) for ones in range(1, dice + 1)]
        for dice in range(game.max_dice + 1)
    ]


def _sums(game: Hog) -> list[list[list[int]]]:
    """Gain and gift of a roll that scores its sum, at [dice][sum]."""
    most = max(game.dice)
    return [
        [list(game.gain(points, dice)) for points in range(dice * most + 1)]
        for dice in range(game.max_dice + 1)
    ]
