"""What a checker returned of one state after the other, added up: nothing is decided here."""

from __future__ import annotations

from bisect import insort
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from .algebra.intervals import margin_of, quotient_up, runner_up
from .verdict import CLOSEST, Call, Proof, State

__all__ = ["Tally"]


class Tally:
    """The states of a game so far: how many are proved, which are ties, which calls are closest.

    ``calls`` of these are kept.
    """

    def __init__(self, calls: int | None) -> None:
        self.states: int = 0
        self.undecided: int = 0
        self.tied: dict[State, tuple[Any, ...]] = {}
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
        if proved and len(best) > 1:
            self.tied[state] = best
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
            "ties": len(self.tied),
            "undecided": self.undecided,
            "closest": tuple(self.closest),
            "proof": proof,
            "error": self.error,
            "worst": self.worst,
        }
