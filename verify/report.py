"""What a verifier says: of one state a :class:`Verdict`, of a whole game a :class:`Report`."""

from __future__ import annotations

import html
import textwrap
from dataclasses import dataclass
from typing import Any, NamedTuple

from .algebra.decimals import Interval, decimal_between, print_between, spell

__all__ = ["Call", "Report", "Shown", "Verdict", "enclosed", "lay_out", "plain"]

_WIDTH = 80
_GLUE = "\N{NO-BREAK SPACE}"


class Shown:
    """What reads as its text in a notebook, too."""

    def _repr_html_(self) -> str:
        return f"<pre>{html.escape(str(self))}</pre>"


def plain(text: str) -> str:
    r"""``text`` on one line, with everything spelled out that a terminal might obey.

    Examples
    --------
    >>> print(plain("Pig\nPig: certified"))
    Pig\nPig: certified
    """
    return "".join(
        c if c.isprintable() or c == _GLUE else c.encode("unicode_escape").decode() for c in text
    )


def lay_out(lines: list[str], indent: int) -> str:
    """Plain ``lines`` wrapped at 80 columns; what a no-break space joins stays on one line."""
    gap = " " * indent
    wrapped = [textwrap.fill(plain(line), _WIDTH, subsequent_indent=gap) for line in lines]
    return "\n".join(wrapped).replace(_GLUE, " ")


class Call(NamedTuple):
    """A decision and how far it is from a tie."""

    own: int
    opp: int
    total: int
    decision: str
    margin: Interval
    """P(win | roll) - P(win | hold)."""


def enclosed(ends: Interval, digits: int) -> dict[str, str | None]:
    """A number as plain data: its proved digits (None if there is none), and its exact bounds."""
    low, high = ends
    return {"value": decimal_between(ends, digits), "low": spell(low), "high": spell(high)}


@dataclass(frozen=True)
class Verdict(Shown):
    """What is proved about one state."""

    game: str
    state: dict[str, int]
    decision: str
    """``"roll"``, ``"hold"`` or ``"tie"``; ``"undecided"`` where no proof was found."""
    roll: Interval
    """P(mover wins) who throws now."""
    hold: Interval | None
    """P(mover wins) who holds; None at the start of a turn, when one must throw."""
    margin: Interval | None
    """roll - hold; exactly 0 in a tie."""
    never_ends: bool
    """Whether nobody can win any more; every value is 1/2 then, by convention."""
    proof: str
    """How it was settled."""
    digits: int = 30

    @property
    def ok(self) -> bool:
        """Whether the decision is proved."""
        return self.decision != "undecided"

    def as_dict(self) -> dict[str, Any]:
        """Plain data for JSON: the digits proved, at most ``digits``, and exact bounds."""
        return {
            "game": self.game,
            **self.state,
            "ok": self.ok,
            "decision": self.decision,
            "roll": enclosed(self.roll, self.digits),
            "hold": self.hold and enclosed(self.hold, self.digits),
            "margin": self.margin and enclosed(self.margin, self.digits),
            "never_ends": self.never_ends,
            "proof": self.proof,
        }

    def __str__(self) -> str:
        where = ", ".join(f"{name} {value}" for name, value in self.state.items())
        lines = [f"{self.game}, {where}: {self.decision} ({self.proof})"]
        if self.never_ends:
            lines.append("Nobody can win any more; 1/2 is a convention.")
        for name, interval in (("roll", self.roll), ("hold", self.hold), ("margin", self.margin)):
            if interval is not None:
                lines.append(f"  {name:<7}{print_between(interval, self.digits)}")
        return lay_out(lines, 9)


@dataclass(frozen=True)
class Report(Shown):
    """What is proved about all states of a game, and about a table of its values."""

    game: str
    states: int
    """Decisions proved, ties included."""
    ties: int
    """States in which throwing and holding are worth exactly the same."""
    undecided: int
    """Decisions for which no proof was found."""
    never: int
    """States (and starts of turns) from which nobody can win any more; worth 1/2 by convention."""
    closest: list[Call]
    """The closest calls that are not ties, closest first."""
    win: Interval
    """V(0,0): P(the first player wins)."""
    proof: str
    """How the ties were settled, with how many bits the rest."""
    tolerance: float | None = None
    error: float | None = None
    """No value of the table is further than this from the truth; None without a table."""
    worst: tuple[int, int] | None = None
    """Where the table is furthest from the truth."""

    @property
    def ok(self) -> bool:
        """Whether every decision is proved and the table within the tolerance."""
        return not self.undecided and not self.refuted

    @property
    def refuted(self) -> bool:
        """Whether the table is further from the truth than the tolerance."""
        return self.error is not None and self.tolerance is not None and self.error > self.tolerance

    def as_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return {
            "game": self.game,
            "ok": self.ok,
            "states": self.states,
            "ties": self.ties,
            "undecided": self.undecided,
            "never": self.never,
            "win": enclosed(self.win, 30),
            "closest": [
                call._asdict() | {"margin": enclosed(call.margin, 17)} for call in self.closest
            ],
            "error": self.error,
            "worst": self.worst,
            "tolerance": self.tolerance,
            "proof": self.proof,
        }

    def __str__(self) -> str:
        said = "refuted" if self.refuted else "certified" if self.ok else "undecided"
        lines = [f"{self.game}: {said}"]
        if self.error is not None and self.worst is not None:
            i, j = self.worst
            lines.append(
                f"  table      off by at most {self.error:.3g}, at own {i}, opp {j} "
                f"(tolerance {self.tolerance:.3g})"
            )
        lines.append(f"  decisions  {self.states:,} proved, {self.ties:,} of them exact ties")
        if self.undecided:
            lines.append(f"  undecided  {self.undecided:,}")
        if self.never:
            states = f"{self.never:,} state{'s' if self.never > 1 else ''}"
            lines.append(f"  never end  {states}, worth 1/2 by convention")
        lines.append(f"  V(0,0)     {print_between(self.win, 30)}")
        if self.closest:
            i, j, k, decision, margin = self.closest[0]
            lines.append(
                f"  closest    own {i}, opp {j}, total {k}: {decision}, "
                f"margin {print_between(margin, 4)}"
            )
        lines.append(f"  proof      {self.proof}")
        return lay_out(lines, 13)
