"""What the certificate of a bag holds: docs/reference/certificate.md. :mod:`.check_bag` checks it.

The dice alone decide, and nothing is rounded: for every state there is a letter, and one fraction
for the value.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import groupby
from math import lcm
from typing import Any

from pigcore.games.bag import GESTURES, Bag

from ..bag.polynomials import Marked
from ..bag.prove import report_of
from ..bag.verdict import BagReport
from ..options import Progress
from . import check_bag
from .files import header_of

__all__ = ["RULES", "certificate", "tables"]

RULES = ("denominators", *GESTURES, "unit", "win", "draw", "lose")
"""The entries of the header that say which bag it is."""


def tables(game: Bag) -> dict[str, Any]:
    """The dice and payoffs as integers: the entries ``RULES`` of the header."""
    below = [lcm(*(chance.denominator for chance in die)) for die in game.dice]
    columns = zip(*game.dice, strict=True)
    payoffs = {name: getattr(game, name) for name in ("win", "draw", "lose")}
    unit = lcm(*(payoff.denominator for payoff in payoffs.values()))
    return {
        "denominators": below,
        **{g: [int(p * d) for p, d in zip(c, below)] for g, c in zip(GESTURES, columns)},
        "unit": unit,
        **{name: int(payoff * unit) for name, payoff in payoffs.items()},
    }


def certificate(
    game: Bag, progress: Progress | None = None
) -> tuple[BagReport, dict[str, Any], Iterator[str]]:
    """Prove every choice of the bag: the report, and header and records of the certificate.

    Raises
    ------
    SizeError
        If the dice are too many, or their chances too long.
    """
    n = len(game)
    states = n * (n + 1) * (n + 2) // 6
    entries = {**tables(game), "states": states, "above": 0, "below": 1}
    remedy = "take fewer dice or chances of fewer digits"
    header_of(check_bag, game, entries, remedy)  # the sizes before the work
    sums = Marked(game, (n, n, n), progress=progress)
    report = report_of(game, sums, sums)
    entries["above"], entries["below"] = report.value[0].as_integer_ratio()
    header, _ = header_of(check_bag, game, entries, remedy)
    return report, header, _records(game, sums)


def _records(game: Bag, sums: Marked) -> Iterator[str]:
    for (r, p), states in groupby(sums.states(), key=lambda state: state[:2]):
        letters = [_letter(game, joint) for _, _, _, *joint in states]
        runs = [f"{letter}{len(list(run))}" for letter, run in groupby(letters)]
        yield f"{r} {p} {''.join(runs)}"


def _letter(game: Bag, joint: list[int]) -> str:
    if not any(joint):
        return "n"
    worths: list[Fraction] = [
        sum((game.payoff(gesture, face) * joint[face] for face in range(3)), Fraction(0))
        for gesture in range(3)
    ]
    a, b, c = [int(worth == max(worths)) for worth in worths]
    return check_bag.LETTERS[a, b, c]
