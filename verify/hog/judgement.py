"""What is proved about one state of Hog, as whole numbers; the same for both kinds of proof."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from ..algebra.intervals import Interval, best_of, largest, margin_of, runner_up

__all__ = ["Judgement"]

Ends = tuple[int, int]


@dataclass(frozen=True)
class Judgement:
    """The worth of each choice in one state: low <= worth * unit <= high, in whole numbers."""

    worths: dict[int, Ends]
    unit: int
    tied: bool = False
    """Whether the choices whose worths overlap are proved to be worth the same all the same."""

    @classmethod
    def exact(cls, worths: dict[int, int], unit: int) -> Judgement:
        """From worths that are known exactly."""
        return cls({choice: (worth, worth) for choice, worth in worths.items()}, unit)

    def with_exact(self, worths: dict[int, int], unit: int) -> Judgement:
        """The same with some worths known exactly, in units of their own; nothing is rounded."""
        all_of = {choice: (low * unit, high * unit) for choice, (low, high) in self.worths.items()}
        exact = {choice: (worth * self.unit,) * 2 for choice, worth in worths.items()}
        return Judgement(all_of | exact, self.unit * unit)

    @property
    def value(self) -> Ends:
        """The value of the state: the largest worth."""
        return largest(self.worths)

    @property
    def best(self) -> tuple[int, ...]:
        """Every choice that is not proved to be worse than another."""
        return best_of(self.worths)

    @property
    def settled(self) -> bool:
        """Whether ``best`` is proved: one choice, or several of exactly the same worth."""
        best = {end for choice in self.best for end in self.worths[choice]}
        return self.tied or len(self.best) == 1 or len(best) == 1

    def runner_up(self) -> tuple[int, Ends] | None:
        """The nearest worse choice, and how far it is below the best at least and at most."""
        best = self.best
        other, margin = runner_up(self.worths, best), margin_of(self.worths, best)
        return None if other is None or margin is None else (other, margin)

    def fractions(self, ends: Ends) -> Interval:
        """Whole numbers of units as fractions."""
        low, high = ends
        exact = Fraction(low, self.unit)
        return exact, exact if low == high else Fraction(high, self.unit)
