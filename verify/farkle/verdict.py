"""What is proved about Race: `FarkleVerdict` of one state or throw, `FarkleReport` of all."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from pigcore.games.race import Race

from ..verdict import Report, Verdict

__all__ = ["FarkleReport", "FarkleVerdict"]


@dataclass(frozen=True, repr=False)
class FarkleVerdict(Verdict[Race, str]):
    """What is proved about one state of Farkle, or about a throw that lies on the table."""


@dataclass(frozen=True, repr=False)
class FarkleReport(Report[Race]):
    """What is proved about a game of Farkle, and about a table of its turn starts.

    ``states`` are those in which one may bank and may throw.
    """

    asides: int = 0
    """Choices of what to set aside that are proved, ties included.

    There is one in every state for every set of options (points, dice left) that a throw can
    give. Where the first to reach the goal wins, options with fewer points for as many dice are
    left out: they are never better.
    """
    aside_ties: int = 0
    """Those of which several options are best."""

    extras: ClassVar[tuple[str, ...]] = ("asides", "aside_ties")

    def _more(self) -> list[tuple[str, str]]:
        ties = "1 of them a tie" if self.aside_ties == 1 else f"{self.aside_ties:,} of them ties"
        return [("set aside", f"{self.asides:,} choices proved, {ties}")]
