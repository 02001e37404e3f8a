"""What a verifier says: of one state a :class:`Verdict`, of a whole game a :class:`Report`."""

from __future__ import annotations

import html
import textwrap
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any, NamedTuple

__all__ = [
    "MOST_DIGITS",
    "Call",
    "Interval",
    "Report",
    "Shown",
    "Verdict",
    "decimal",
    "lay_out",
    "spell",
]

MOST_DIGITS = 10_000
_WIDTH = 80

Interval = tuple[Fraction, Fraction]
"""A number, known to lie between two fractions (both included)."""


class Shown:
    """What reads as its text in a notebook, too."""

    def _repr_html_(self) -> str:
        return f"<pre>{html.escape(str(self))}</pre>"


def lay_out(lines: list[str], indent: int) -> str:
    """``lines`` wrapped at 80 columns; what a no-break space joins stays on one line."""
    wrapped = [textwrap.fill(line, _WIDTH, subsequent_indent=" " * indent) for line in lines]
    return "\n".join(wrapped).replace("\N{NO-BREAK SPACE}", " ")


class Call(NamedTuple):
    """A decision and how far it is from a tie."""

    own: int
    opp: int
    total: int
    decision: str
    margin: Interval
    """P(win | roll) - P(win | hold)."""


def decimal(value: Fraction, digits: int) -> str:
    """``value`` to ``digits`` significant digits.

    Examples
    --------
    >>> decimal(Fraction(2, 3), 10)
    '0.6666666667'
    """
    from mpmath import mp, nstr

    with mp.workdps(digits + 10):
        number = mp.mpf(value.numerator) / value.denominator
        return str(nstr(number, digits, min_fixed=-6, strip_zeros=False))


def spell(value: Fraction) -> str:
    """``value`` in full, as ``n/d``, however long (``str`` stops at 4300 digits)."""
    return f"{Decimal(value.numerator)}/{Decimal(value.denominator)}"


def _data(interval: Interval | None, digits: int) -> dict[str, str] | None:
    if interval is None:
        return None
    low, high = interval
    return {"value": decimal((low + high) / 2, digits), "low": spell(low), "high": spell(high)}


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
    """roll - hold."""
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
        """Plain data for JSON: decimals to ``digits`` digits, bounds as exact fractions."""
        return {
            "game": self.game,
            **self.state,
            "ok": self.ok,
            "decision": self.decision,
            "roll": _data(self.roll, self.digits),
            "hold": _data(self.hold, self.digits),
            "margin": _data(self.margin, self.digits),
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
                lines.append(f"  {name:<7}{_decimal_of(interval, self.digits)}")
        return lay_out(lines, 9)


def _decimal_of(interval: Interval, digits: int) -> str:
    low, high = interval
    return decimal((low + high) / 2, digits)


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
            "win": _data(self.win, 30),
            "closest": [
                call._asdict() | {"margin": _data(call.margin, 17)} for call in self.closest
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
        lines.append(f"  V(0,0)     {_decimal_of(self.win, 30)}")
        if self.closest:
            i, j, k, decision, margin = self.closest[0]
            lines.append(
                f"  closest    own {i}, opp {j}, total {k}: {decision}, "
                f"margin {_decimal_of(margin, 4)}"
            )
        lines.append(f"  proof      {self.proof}")
        return lay_out(lines, 13)
