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
    """What is proved about one state of a party, in the first equilibrium of every cell."""

    unique: bool | None = None
    """Whether no cell that play can come to from here has another equilibrium; None: not proved."""

    extras: ClassVar[tuple[str, ...]] = ("unique",)

    def _more(self) -> list[tuple[str, str]]:
        if not self.ok or self.proof.method == "rules":
            return []
        if self.unique:
            return [("unique", "no cell from here on has another equilibrium")]
        return [("unique", "not proved; in cells with several equilibria the first is taken")]


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
    elsewhere: tuple[tuple[int, ...], ...] = ()
    """The first of the cells in which the table takes another equilibrium than the one meant."""
    unclear: str = ""
    """Of the first cell of which it is not proved which equilibrium is meant: why."""
    most_gain: float = 1e-12
    """The largest gain that refutes nothing."""

    extras: ClassVar[tuple[str, ...]] = (
        "gain", "chances", "cells", "unique", "mixing", "others", "elsewhere",
        "unclear",
    )  # fmt: skip

    @property
    def refuted(self) -> bool:
        """Whether the table is too far off, decides wrongly, leaves too much to gain, or takes
        another equilibrium than the one meant.
        """
        too_much = self.gain is not None and self.gain > self.most_gain
        return super().refuted or too_much or bool(self.elsewhere)

    def _why(self) -> str:
        return f": {self.unclear}" if self.unclear else super()._why()

    def _more(self) -> list[tuple[str, str]]:
        if self.gain is None:
            return []
        chances = ", ".join(print_between(ends, 12) for ends in self.chances)
        rows = [
            ("chances", chances),
            ("gain", f"no player wins {at_most(self.gain)} more by any other strategy"),
            ("cells", f"{self.unique:,} of {self.cells:,} have no other equilibrium, proved"),
        ]
        if self.elsewhere:
            where = self.game.spell((*self.elsewhere[0], 0))
            rows.append(("choice", f"another equilibrium than the first is taken at {where}"))
        if self.mixing:
            rows.append(("mixing", f"from {counted(self.mixing, 'turn start')}"))
        return rows


def fractions(low: tuple[int, ...], high: tuple[int, ...], one: int) -> tuple[Interval, ...]:
    """Bounds in whole numbers as fractions."""
    return tuple((Fraction(a, one), Fraction(b, one)) for a, b in zip(low, high))
