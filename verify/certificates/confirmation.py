"""What came out of checking a certificate: :class:`Confirmation`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from pigcore.games.game import Game, plain
from pigcore.version import VERSION

from ..algebra.decimals import as_data, print_between
from ..algebra.intervals import Interval
from ..printing import Shown, lay_out

__all__ = ["Confirmation"]

_DIGITS = 30


@dataclass(frozen=True, repr=False)
class Confirmation(Shown):
    """What a certificate proves, or why it proves nothing."""

    file: str
    family: str
    reason: str = ""
    """Why it is refuted; empty if it is not."""
    statement: str = ""
    """What is proved, for the game of the tables."""
    rules: Mapping[str, Any] | None = None
    """The tables: the rules in integers."""
    game: Game | None = None
    """Whose tables they are: the game asked about or one with a name; None if none is known."""
    value: Interval = (Fraction(0), Fraction(1))
    """What the game is worth to who moves first."""
    states: int = 0
    """States whose decision is proved, ties included."""
    ties: int = 0
    proof: str = ""
    """How it is proved."""

    @property
    def ok(self) -> bool:
        """Whether everything that the file claims is proved."""
        return not self.reason

    @property
    def outcome(self) -> str:
        """``"certified"`` or ``"refuted"``."""
        return "certified" if self.ok else "refuted"

    def as_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return {
            "certificate": self.file,
            "family": self.family,
            "outcome": self.outcome,
            "ok": self.ok,
            "reason": self.reason or None,
            "statement": self.statement or None,
            "rules": plain(self.rules),
            "game": self.game and self.game.as_dict(),
            "value": as_data(self.value, _DIGITS) if self.ok else None,
            "states": self.states,
            "ties": self.ties,
            "proof": self.proof or None,
            "version": VERSION,
        }

    def __str__(self) -> str:
        if not self.ok:
            return lay_out(f"{self.file}: refuted", [("reason", self.reason)])
        rules = (
            f"the tables are those of {self.game}"
            if self.game
            else "the tables are not those of a named game: to compare them with rules of your "
            "own, name these as well, as in `pigverify FILE rules.toml`"
        )
        ties = "1 of them a tie" if self.ties == 1 else f"{self.ties:,} of them ties"
        rows = [
            ("value", print_between(self.value, _DIGITS)),
            ("states", f"{self.states:,} proved, {ties}"),
            ("rules", rules),
            ("proved", self.statement),
            ("proof", self.proof),
        ]
        return lay_out(f"{self.file}: certified", rows)
