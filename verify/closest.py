"""The closest calls of many, whatever the order in which they come."""

from __future__ import annotations

from fractions import Fraction
from heapq import heappush, heappushpop
from itertools import pairwise

from .algebra.intervals import Interval

__all__ = ["Closest"]

State = tuple[int, ...]


class Closest:
    """Keeps the ``most`` smallest margins; of equal ones, those of the smallest states.

    Examples
    --------
    >>> found = Closest(2)
    >>> for margin, state in [(3, (0, 1)), (7, (2, 2)), (2, (4, 0)), (3, (0, 0))]:
    ...     found.add(state, True, margin, margin + 1)
    >>> [(state, str(low)) for state, _, (low, _) in found.ordered(4)]
    [((4, 0), '1/2'), ((0, 0), '3/4')]
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self.limit: float = float("inf")
        """No larger margin is kept."""
        self._heap: list[tuple[int, State, bool, int]] = []

    def add(self, state: State, first: bool, close: int, far: int) -> None:
        """Keep a margin between ``close`` and ``far``, in favour of the first of two actions."""
        entry = (-close, tuple([-part for part in state]), first, far)
        if len(self._heap) < self.most:
            heappush(self._heap, entry)
        else:
            heappushpop(self._heap, entry)
        if len(self._heap) == self.most:
            self.limit = -self._heap[0][0]

    def take(self, other: Closest, shift: int = 0) -> None:
        """Take those of another one, whose numbers have so many bits less."""
        for close, state, first, far in other._heap:
            self.add(tuple([-part for part in state]), first, -close << shift, far << shift)

    @property
    def apart(self) -> bool:
        """Whether each of them is proved to be closer than the next."""
        margins = sorted((-close, far) for close, *_, far in self._heap)
        return all(far < close for (_, far), (close, _) in pairwise(margins))

    def ordered(self, one: int) -> list[tuple[State, bool, Interval]]:
        """State, whether the first action is better, and margin over ``one``; closest first."""
        return [
            (tuple([-part for part in state]), first, (Fraction(-close, one), Fraction(far, one)))
            for close, state, first, far in sorted(self._heap, reverse=True)
        ]
