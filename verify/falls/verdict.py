"""What is proved about a race in which busts in a row cost points."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from pigcore.games.race import Race

from ..algebra.decimals import print_between
from ..algebra.intervals import Interval
from ..verdict import Report

__all__ = ["FallsReport"]

_DIGITS = 12


@dataclass(frozen=True, repr=False)
class FallsReport(Report[Race]):
    """What is proved about a race in which busts in a row cost points, and a table of it."""

    asides: int = 0
    """Choices of what to set aside, or of an option, that are proved, ties included."""
    aside_ties: int = 0
    without_floor: Interval = (Fraction(0), Fraction(1))
    """What the game is worth to who moves first if scores fall without end."""

    extras: ClassVar[tuple[str, ...]] = ("asides", "aside_ties", "without_floor")

    def _more(self) -> list[tuple[str, str]]:
        rows = []
        if self.asides:
            rows.append(("options", f"{self.asides:,} proved, {self.aside_ties:,} of them ties"))
        low, high = self.without_floor
        between = f"{float(low):.{_DIGITS}f} to {float(high):.{_DIGITS}f}"
        if high - low < Fraction(1, 10**_DIGITS):
            between = print_between(self.without_floor, _DIGITS)
        return [*rows, ("no floor", f"{between} where scores fall without end")]
