"""What is proved about a race: :class:`RaceVerdict` of one state, :class:`RaceReport` of all."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from pigcore.games.dice import Dice
from pigcore.games.race import Race
from pigcore.games.spelling import counted

from ..algebra.intervals import Interval
from ..verdict import Report, Verdict

__all__ = ["RaceReport", "RaceVerdict"]


@dataclass(frozen=True, repr=False)
class RaceVerdict(Verdict[Race, str]):
    """What is proved about one state of a race, or about dice that lie on the table."""

    never_ends: bool = False
    """Whether nobody can win any more; every value is 1/2 then, by convention."""

    extras: ClassVar[tuple[str, ...]] = ("never_ends",)

    @property
    def roll(self) -> Interval | None:
        """P(mover wins) who throws now; None where the game is won."""
        return self.payoffs.get("roll")

    @property
    def hold(self) -> Interval | None:
        """P(mover wins) who holds; None at the start of a turn, when one must throw."""
        return self.payoffs.get("hold")

    def _more(self) -> list[tuple[str, str]]:
        if not self.never_ends:
            return []
        return [("note", "nobody can win any more; 1/2 is a convention")]


@dataclass(frozen=True, repr=False)
class RaceReport(Report[Race]):
    """What is proved about a race, and about a table of its turn starts.

    ``states`` are those in which one may bank and may throw.
    """

    never: int = 0
    """States (and starts of turns) from which nobody can win any more; worth 1/2 by convention."""
    asides: int = 0
    """Choices of what to set aside, or of an option, that are proved, ties included.

    There is one in every state for every set of options (points, mode) that a throw can give. Where
    the first to have the goal or more wins, options with fewer points for the same mode are left
    out: they are never better.
    """
    aside_ties: int = 0
    """Those of which several options are best."""

    extras: ClassVar[tuple[str, ...]] = ("never", "asides", "aside_ties")

    def _more(self) -> list[tuple[str, str]]:
        said = []
        if self.never:
            said.append(("never end", f"{counted(self.never, 'state')}, worth 1/2 by convention"))
        dice = isinstance(self.game.turn.source, Dice)
        if dice or self.game.turn.chooses:
            ties = (
                "1 of them a tie" if self.aside_ties == 1 else f"{self.aside_ties:,} of them ties"
            )
            what = "set aside" if dice else "options"
            said.append((what, f"{self.asides:,} choices proved, {ties}"))
        return said
