"""What is proved about a bag: of one state a :class:`BagVerdict`, of all a :class:`BagReport`."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from .algebra.decimals import Interval, decimal, print_between, spell
from .report import Shown, enclosed, lay_out

__all__ = ["BagReport", "BagVerdict"]


@dataclass(frozen=True)
class BagVerdict(Shown):
    """What is proved about one state: all in exact fractions."""

    game: str
    state: dict[str, int]
    decision: str
    """The gesture that is best, or ``"tie"``."""
    best: tuple[str, ...]
    """All best gestures."""
    scores: dict[str, Fraction]
    """What each gesture is expected to score with the next die."""
    chance: Fraction
    """How likely these counts are."""
    digits: int = 30
    ok: bool = True

    def as_dict(self) -> dict[str, Any]:
        """Plain data for JSON; scores as decimals and as fractions."""
        return {
            "game": self.game,
            **self.state,
            "ok": self.ok,
            "decision": self.decision,
            "best": list(self.best),
            "scores": {
                gesture: {"value": decimal(score, self.digits), "exact": spell(score)}
                for gesture, score in self.scores.items()
            },
            "chance": decimal(self.chance, self.digits),
        }

    def __str__(self) -> str:
        where = ", ".join(
            f"{count} {name.removesuffix('s') if count == 1 else name}"
            for name, count in self.state.items()
        )
        best = f"tie of {' and '.join(self.best)}" if self.decision == "tie" else self.decision
        lines = [f"{self.game}, after {where}: {best} (exact)"]
        lines += [f"  {g:<9}{decimal(score, self.digits)}" for g, score in self.scores.items()]
        return lay_out(lines, 11)


@dataclass(frozen=True)
class BagReport(Shown):
    """What is proved about a bag, and about a table of its choices."""

    game: str
    score: Interval
    """The best expected total; both ends are equal where it is exact."""
    states: int
    """Counts that can be seen before a throw."""
    ties: int
    """States in which more than one gesture is best, as far as the proof can tell them apart."""
    proof: str
    tolerance: float | None = None
    error: float | None = None
    """The table's score is no further than this from the truth; None without a table."""
    loss: float | None = None
    """Who plays the table's choices is expected to score less than the best by at most this."""
    wrong: tuple[tuple[int, int, int], ...] = ()
    """Rocks, scissors and papers after which another choice is better by over the tolerance."""

    @property
    def refuted(self) -> bool:
        """Whether the table's score or its choices are further off than the tolerance."""
        if self.tolerance is None or self.error is None or self.loss is None:
            return False
        return bool(self.wrong) or not max(self.error, self.loss) <= self.tolerance

    @property
    def ok(self) -> bool:
        """Whether nothing is refuted."""
        return not self.refuted

    def as_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return {
            "game": self.game,
            "ok": self.ok,
            "score": enclosed(self.score, 30),
            "states": self.states,
            "ties": self.ties,
            "error": self.error,
            "loss": self.loss,
            "wrong": [list(state) for state in self.wrong],
            "tolerance": self.tolerance,
            "proof": self.proof,
        }

    def __str__(self) -> str:
        low, high = self.score
        lines = [f"{self.game}: {'refuted' if self.refuted else 'certified'}"]
        lines.append(f"  score      {print_between(self.score, 30)}")
        if low == high and len(str(low)) <= 60:
            lines.append(f"  exactly    {low}")
        lines.append(f"  states     {self.states:,}, of them tied: {self.ties:,}")
        if self.error is not None and self.loss is not None:
            lines.append(
                f"  table      score within {self.error:.3g} of the truth, choices lose at most "
                f"{self.loss:.3g} (tolerance {self.tolerance:.3g})"
            )
        if self.wrong:
            r, s, p = self.wrong[0]
            lines.append(
                f"  wrong      {len(self.wrong):,} choices, the first after {r} rocks, {s} "
                f"scissors and {p} papers"
            )
        lines.append(f"  proof      {self.proof}")
        return lay_out(lines, 13)
