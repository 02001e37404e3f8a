"""What is proved about a race: `FarkleVerdict` of one state or throw, `FarkleReport` of all."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from pigcore.games.dice import Dice
from pigcore.games.race import Race

from ..verdict import Report, Verdict

__all__ = ["FarkleReport", "FarkleVerdict"]


@dataclass(frozen=True, repr=False)
class FarkleVerdict(Verdict[Race, str]):
    """What is proved about one state of a race, or about dice that lie on the table."""


@dataclass(frozen=True, repr=False)
class FarkleReport(Report[Race]):
    """What is proved about a race, and about a table of its turn starts.

    ``states`` are those in which one may bank and may throw.
    """

    asides: int = 0
    """Choices of what to set aside, or of an option, that are proved, ties included.

    There is one in every state for every set of options (points, mode) that a throw can give. Where
    the first to have the goal or more wins, options with fewer points for the same mode are left
    out: they are never better.
    """
    aside_ties: int = 0
    """Those of which several options are best."""

    extras: ClassVar[tuple[str, ...]] = ("asides", "aside_ties")

    def _more(self) -> list[tuple[str, str]]:
        if not self.game.turn.chooses and not isinstance(self.game.turn.source, Dice):
            return []
        ties = "1 of them a tie" if self.aside_ties == 1 else f"{self.aside_ties:,} of them ties"
        what = "set aside" if isinstance(self.game.turn.source, Dice) else "options"
        return [(what, f"{self.asides:,} choices proved, {ties}")]
