"""What is proved about a party: `PartyVerdict` of one state, `PartyReport` of all."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from pigcore.games.race import Race
from pigcore.games.spelling import at_most, counted

from ..algebra.decimals import print_between
from ..algebra.intervals import Interval
from ..verdict import Report, Verdict

__all__ = ["PartyReport", "PartyVerdict"]


@dataclass(frozen=True, repr=False)
class PartyVerdict(Verdict[Race, str]):
    """What is proved about one state of a party, in an equilibrium found by best replies."""

    unique: bool | None = None
    """Whether no cell that play can come to from here has another equilibrium; None: not proved."""

    extras: ClassVar[tuple[str, ...]] = ("unique",)

    def _more(self) -> list[tuple[str, str]]:
        if self.unique is None:
            return []
        words = "no cell from here on has another equilibrium"
        return [("unique", words if self.unique else f"not proved that {words}")]


@dataclass(frozen=True, repr=False)
class PartyReport(Report[Race]):
    """What is proved about a party, and about a table of its turn starts.

    ``ties`` are states in which neither action is proved to be better: exact ties, and those in
    which the mover mixes. What they could cost is part of the gain.
    """

    gain: float | None = None
    """No player wins more by any other strategy than by this, at any scores; None if unknown."""
    chances: tuple[Interval, ...] = ()
    """What each player wins, the first mover first."""
    cells: int = 0
    """Tuples of scores, whoever moves."""
    unique: int = 0
    """Cells that are proved to have no other equilibrium, given those above them."""
    mixing: int = 0
    """Turn starts from which the mover mixes."""
    others: tuple[tuple[int, ...], ...] = ()
    """The first of the cells of which it is not proved that they have no other equilibrium."""
    most_gain: float = 1e-12
    """The largest gain that refutes nothing."""

    extras: ClassVar[tuple[str, ...]] = (
        "gain", "chances", "cells", "unique", "mixing", "others",
    )  # fmt: skip

    @property
    def refuted(self) -> bool:
        """Whether the table is too far off, decides wrongly, or leaves too much to gain."""
        return super().refuted or (self.gain is not None and self.gain > self.most_gain)

    def _more(self) -> list[tuple[str, str]]:
        if self.gain is None:
            return []
        chances = ", ".join(print_between(ends, 12) for ends in self.chances)
        rows = [
            ("chances", chances),
            ("gain", f"no player wins {at_most(self.gain)} more by any other strategy"),
            ("cells", f"{self.unique:,} of {self.cells:,} have no other equilibrium, proved"),
        ]
        if self.mixing:
            rows.append(("mixing", f"from {counted(self.mixing, 'turn start')}"))
        return rows


def fractions(low: tuple[int, ...], high: tuple[int, ...], one: int) -> tuple[Interval, ...]:
    """Bounds in whole numbers as fractions."""
    return tuple((Fraction(a, one), Fraction(b, one)) for a, b in zip(low, high))
