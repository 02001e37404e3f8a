"""What a checker returned of one state after the other, added up: nothing is decided here.

A solution is a table, too. Whoever plays by it takes in every state the action that looks best when
the payoffs are computed from the table in double precision; that is the solution's own decision,
and it can be wrong where the table is right to the last digit. A margin so small that double
precision cannot be trusted with it is *disputed*: no more is claimed of such a decision than that
it is close. Two ways of summing the same few numbers in double precision differ by far less than
``DISPUTED``, so a decision that is not disputed does not depend on how the payoffs are computed. A
disputed one may: it is counted as the plain recursion of the family finds it.
"""

from __future__ import annotations

import math
from bisect import insort
from collections import Counter
from collections.abc import Collection, Mapping
from fractions import Fraction
from typing import Any, TypeVar

from .algebra.intervals import margin_of, quotient_up, runner_up
from .verdict import CLOSEST, Call, Own, Proof, State

__all__ = ["DISPUTED", "TIED", "OwnCount", "Tally", "pick"]

DISPUTED = 1e-9
"""Margins below this are disputed, as they are by the solution itself."""

TIED = 1e-13
"""Of several worths no further apart than this the first is taken, as the solution does."""

A = TypeVar("A", str, int)


class Tally:
    """The states of a game so far: how many are proved, which are ties, which calls are closest.

    ``calls`` of these are kept.
    """

    def __init__(self, calls: int | None) -> None:
        self.states: int = 0
        self.undecided: int = 0
        self.ties: int = 0
        self.closest: list[Call] = []
        self.error: float | None = None
        self.worst: State | None = None
        self._calls = calls or CLOSEST
        self._widest = float("inf")

    def add(
        self,
        state: State,
        best: tuple[Any, ...],
        worths: Mapping[Any, tuple[int, int]],
        unit: int,
        *,
        proved: bool = True,
    ) -> None:
        """Add a state in which ``best`` are all the best actions, if that is ``proved``.

        An action is worth between two whole numbers of 1 / unit.
        """
        self.states += proved
        self.undecided += not proved
        self.ties += proved and len(best) > 1
        other, margin = runner_up(worths, best), margin_of(worths, best)
        # The quotient of two whole numbers is rounded correctly, however large they are.
        if other is not None and margin is not None and margin[0] / unit < self._widest:
            ends = Fraction(margin[0], unit), Fraction(margin[1], unit)
            insort(self.closest, Call(state, best[0], other, ends), key=lambda one: one.margin[0])
            del self.closest[self._calls :]
            if len(self.closest) == self._calls:
                self._widest = float(self.closest[-1].margin[0])

    def compare(self, state: State, entry: float, ends: tuple[int, int], unit: int) -> None:
        """Judge a table's entry for a value that lies between two numbers of units."""
        above, below = entry.as_integer_ratio()
        apart = max(abs(above * unit - end * below) for end in ends)
        error = quotient_up(apart, unit * below)
        if self.error is None or error > self.error:
            self.error, self.worst = error, state

    def counted(self, proof: Proof) -> dict[str, Any]:
        """The entries of a report."""
        return {
            "states": self.states,
            "ties": self.ties,
            "undecided": self.undecided,
            "closest": tuple(self.closest),
            "proof": proof,
            "error": self.error,
            "worst": self.worst,
        }


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
