"""A small table of totals to hold at: one for each pair of bands that the scores fall into."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from ...games.checks import between
from ...games.errors import RuleError
from ...games.spelling import listed, shown
from .holds import FOR_GOAL, MOST, Holding, Whole, number

__all__ = ["Bands", "bands"]

_MOST_CUTS = 100


class Bands(Holding):
    """Hold at a total that depends on the bands of both scores: see :func:`bands`."""

    cuts: tuple[int, ...]
    totals: tuple[tuple[int | str, ...], ...]

    def __init__(self, cuts: Any, totals: Any) -> None:
        try:
            cuts = tuple(between(cut, "a score that bands part at", 1, MOST) for cut in cuts)
            rows = tuple(tuple(row) for row in totals)
        except TypeError:
            raise RuleError(
                f"the bands are {shown(cuts)} and {shown(totals)}, but must be the scores that "
                "they part at and rows of totals"
            ) from None
        if len(cuts) > _MOST_CUTS or any(low >= high for low, high in pairwise(cuts)):
            raise RuleError(
                f"the bands part at {shown(cuts)}, but must part at {_MOST_CUTS} scores at most, "
                "in rising order"
            )
        wide = len(cuts) + 1
        if [len(row) for row in rows] != [wide] * wide:
            raise RuleError(
                f"the table of totals has rows of {shown([len(row) for row in rows])}, but "
                f"{wide} bands need {wide} rows of {wide}"
            )
        self._set(
            cuts=cuts,
            totals=tuple(
                tuple(
                    one if one == "goal" else between(one, "a total to hold at", 1, MOST)
                    for one in r
                )
                for r in rows
            ),
        )

    def limits(self, own: Whole, opp: Whole) -> Whole:
        """What stands in the table for the bands of the two scores."""
        table = np.array(
            [[FOR_GOAL if one == "goal" else one for one in row] for row in self.totals]
        )
        return table[tuple(np.searchsorted(self.cuts, score, side="right") for score in (own, opp))]

    @property
    def spec(self) -> str:
        """As in ``bands:50:21,25/20,goal``."""
        rows = "/".join(",".join(map(str, row)) for row in self.totals)
        return f"bands:{','.join(map(str, self.cuts))}:{rows}"

    def __str__(self) -> str:
        edges = ["0", *map(str, self.cuts)]
        names = [f"{low} to {int(high) - 1}" for low, high in pairwise(edges)]
        names.append(f"{edges[-1]} or more")
        rows = [
            f"with {mine} points hold at "
            + listed([f"{total} (against {theirs})" for theirs, total in zip(names, row)])
            for mine, row in zip(names, self.totals)
        ]
        return "; ".join(rows)

    def __repr__(self) -> str:
        return f"bands({list(self.cuts)}, {[list(row) for row in self.totals]})"


def bands(cuts: Sequence[int] | str | int, totals: Sequence[Sequence[int | str]] | str) -> Bands:
    """The policy that holds at a total which depends on the bands of the two scores.

    Parameters
    ----------
    cuts : sequence of int
        The scores at which a band begins, in rising order; the first band begins at 0. Both
        players' scores have the same bands. Or as text, ``"33,67"``.
    totals : rows of int or "goal"
        The total to hold at, at [own band][opponent's band]; ``"goal"``: hold only at the goal. Or
        as text, ``"21,25/20,goal"``.

    Raises
    ------
    RuleError
        If the bands do not rise, or the table does not fit them.

    Examples
    --------
    >>> rule = bands([70], [[21, 30], [22, "goal"]])
    >>> rule(10, 10, 21), rule(10, 80, 21), rule.spec
    ('hold', 'roll', 'bands:70:21,30/22,goal')
    """
    if isinstance(cuts, int):
        cuts = str(cuts)
    if isinstance(cuts, str):
        cuts = [number(part) for part in cuts.split(",")]  # type: ignore[misc]
    if isinstance(totals, int):
        totals = str(totals)
    if isinstance(totals, str):
        totals = [[number(part) for part in row.split(",")] for row in totals.split("/")]
    return Bands(cuts, totals)
