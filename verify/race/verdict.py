"""What is proved about a race: :class:`RaceVerdict` of one state, :class:`RaceReport` of all.

With three players or more the second is a :class:`PartyReport`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from pigcore.games.race import Race
from pigcore.games.spelling import at_most, counted

from ..algebra.decimals import print_between
from ..algebra.intervals import Interval
from ..verdict import Report, Verdict

__all__ = ["PartyReport", "RaceReport", "RaceVerdict"]


@dataclass(frozen=True, repr=False)
class RaceVerdict(Verdict[Race, str]):
    """What is proved about one state of a race, or about dice that lie on the table."""

    never_ends: bool = False
    """Whether nobody can win any more; all are worth the same then, by convention."""

    extras: ClassVar[tuple[str, ...]] = ("never_ends",)

    def _more(self) -> list[tuple[str, str]]:
        if not self.never_ends:
            return []
        share = f"1/{self.game.players}"
        return [("note", f"nobody can win any more; {share} is a convention")]


@dataclass(frozen=True, repr=False)
class RaceReport(Report[Race]):
    """What is proved about a race, and about a table of its turn starts.

    ``states`` are those in which one may bank and may throw.
    """

    never: int = 0
    """States (and starts of turns) from which nobody can win any more; all are worth the same."""
    asides: int = 0
    """Choices of what to set aside, or of an option, that are proved, ties included.

    There is one in every state for every set of options (points, mode) that a throw can give. Where
    the first to have the goal or more wins, options with fewer points for the same mode are left
    out: they are never better.
    """
    aside_ties: int = 0
    """Those of which several options are best."""
    other_value: Interval | None = None
    """What the player in the second seat wins, where the players' turns differ or it counts who
    began."""

    extras: ClassVar[tuple[str, ...]] = ("never", "asides", "aside_ties", "other_value")

    def _more(self) -> list[tuple[str, str]]:
        said = []
        if self.other_value:
            when = "moving first" if self.game.end == "goal" else "when it is his move"
            said.append(("opponent", f"{print_between(self.other_value, 12)} {when}"))
        if self.never:
            worth = f"worth 1/{self.game.players} by convention"
            said.append(("never end", f"{counted(self.never, 'state')}, {worth}"))
        if self.game.chooses:
            ties = (
                "1 of them a tie" if self.aside_ties == 1 else f"{self.aside_ties:,} of them ties"
            )
            what = "set aside" if self.game.set_aside else "options"
            said.append((what, f"{self.asides:,} choices proved, {ties}"))
        return said


@dataclass(frozen=True, repr=False)
class PartyReport(RaceReport):
    """What is proved about a race of three players or more, and about a table of its turn starts.

    It speaks of one equilibrium: that of the table, if there is one. ``ties`` are states in which
    no action is better, and those in which the mover mixes.
    """

    gain: float | None = None
    """No player wins more by any other strategy than by this, at any scores; None if unknown."""
    chances: tuple[Interval, ...] = ()
    """What each player wins, the first mover first."""
    cells: int = 0
    """Tuples of scores, whoever moves."""
    mixing: int = 0
    """Turn starts from which the mover mixes."""
    most_gain: float = 1e-12
    """The largest gain that refutes nothing."""

    extras: ClassVar[tuple[str, ...]] = (*RaceReport.extras, "gain", "chances", "cells", "mixing")

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
        ]
        if self.mixing:
            rows.append(("mixing", f"from {counted(self.mixing, 'turn start')}"))
        return [*rows, *super()._more()]
