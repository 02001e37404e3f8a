"""What a solution decides by itself, judged by what is proved.

A solution is a table. Whoever plays by it takes in every state the action that looks best when
the payoffs are computed from the table in double precision; that is the solution's own decision,
and it can be wrong where the table is right to the last digit. A margin so small that double
precision cannot be trusted with it is *disputed*: no more is claimed of such a decision than that
it is close.

Two ways of summing the same few numbers in double precision differ by far less than ``DISPUTED``,
so a decision that is not disputed does not depend on how the payoffs are computed. A disputed one
may: it is counted as the plain recursion of the family's ``own`` finds it.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, TypeVar

from .printing import Shown

__all__ = ["DISPUTED", "TIED", "Own", "OwnCount", "pick"]

DISPUTED = 1e-9
"""Margins below this are disputed, as they are by the solution itself."""

TIED = 1e-13
"""Of several worths no further apart than this the first is taken, as the solution does."""

A = TypeVar("A", str, int)


def pick(worths: Mapping[A, float], tied: float) -> tuple[A, float]:
    """The first action whose worth is the best but for ``tied``, and its margin over the others.

    Examples
    --------
    >>> pick({1: 0.25, 2: 0.5, 3: 0.5}, 1e-13), pick({7: 0.5}, 1e-13)
    ((2, 0.0), (7, inf))
    """
    most = max(worths.values())
    chosen = next(action for action, worth in worths.items() if worth >= most - tied)
    others = [worth for action, worth in worths.items() if action != chosen]
    return chosen, abs(worths[chosen] - max(others)) if others else math.inf


@dataclass(frozen=True, repr=False)
class Own(Shown):
    """A solution's own decisions, counted.

    Examples
    --------
    >>> Own(right=494_998, disputed_right=2)
    494,998 right, 2 disputed and right
    >>> Own(wrong=1, tie=3)
    0 right, 3 ties, 1 wrong
    """

    right: int = 0
    """Decisions for the only best action."""
    wrong: int = 0
    """Decisions for an action that is worse than another and does not look close."""
    tie: int = 0
    """Decisions between actions of which several are best, for one of these."""
    disputed_right: int = 0
    """Decisions for the only best action, by a margin too small to be trusted."""
    disputed_wrong: int = 0
    """Decisions for a worse action, by a margin too small to be trusted."""

    _words: ClassVar[dict[str, str]] = {
        "right": "right",
        "tie": "ties",
        "wrong": "wrong",
        "disputed_right": "disputed and right",
        "disputed_wrong": "disputed and wrong",
    }

    def as_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return {name: getattr(self, name) for name in self._words}

    def __str__(self) -> str:
        counts = [(name, getattr(self, name)) for name in self._words]
        return ", ".join(
            f"{number:,} {'tie' if (name, number) == ('tie', 1) else self._words[name]}"
            for name, number in counts
            if number or name == "right"
        )


class OwnCount(Counter[str]):
    """Counts decisions as they are found, by the names of :class:`Own`.

    Examples
    --------
    >>> count = OwnCount(tie=1)
    >>> count.add(True, 0.25), count.add(False, 1e-12)
    (None, None)
    >>> count.own()
    1 right, 1 tie, 1 disputed and wrong
    """

    def add(self, right: bool, margin: float) -> None:
        """Count a decision that was made by this margin."""
        self["disputed_" * (margin < DISPUTED) + ("right" if right else "wrong")] += 1

    def judge(self, chosen: str | int, best: Collection[str | int], margin: float) -> None:
        """Count the decision for ``chosen`` in a state whose best actions are proved."""
        if chosen in best and len(best) > 1:
            self["tie"] += 1
        else:
            self.add(chosen in best, margin)

    def own(self) -> Own:
        """The counts."""
        return Own(**self)
