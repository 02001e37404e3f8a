"""What is proved about a duel: of one hold a :class:`DuelVerdict`, of all a :class:`DuelReport`."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from ..algebra.decimals import decimal, spell
from ..report import Shown, lay_out

__all__ = ["DuelReport", "DuelVerdict", "Reply"]


class Reply(NamedTuple):
    """The best of all stopping rules against an opponent."""

    gain: Fraction
    """P(win) − P(lose)."""
    throws_at: tuple[int, ...]
    """The turn totals it gets to and throws at."""
    holds_at: tuple[int, ...]
    """The turn totals it gets to and holds at."""

    @property
    def is_threshold(self) -> bool:
        """Whether it is "hold at h" for some h."""
        return not self.holds_at or max(self.throws_at) < min(self.holds_at)


def _data(value: Fraction, digits: int) -> dict[str, str]:
    return {"value": decimal(value, digits), "exact": spell(value)}


def _rule(reply: Reply, digits: int) -> dict[str, Any]:
    return {
        "gain": _data(reply.gain, digits),
        "throws_at": list(reply.throws_at),
        "is_threshold": reply.is_threshold,
    }


def _totals(totals: tuple[int, ...]) -> str:
    return ", ".join(map(str, totals))


@dataclass(frozen=True)
class DuelVerdict(Shown):
    """What is proved about the replies to one hold: all in exact fractions."""

    game: str
    state: dict[str, int]
    replies: tuple[int, ...]
    """The holds of the game that do best; more than one is a tie."""
    gain: Fraction
    """P(win) − P(lose) of the best reply."""
    scores: dict[int, Fraction]
    """The chance of each score of the hold replied to."""
    any_rule: Reply
    """The best reply of all stopping rules."""
    digits: int = 30
    ok: bool = True

    @property
    def decision(self) -> str:
        """The best hold, or all of them."""
        return f"hold at {' or '.join(map(str, self.replies))}"

    def as_dict(self) -> dict[str, Any]:
        """Plain data for JSON; payoffs as decimals and as fractions."""
        return {
            "game": self.game,
            **self.state,
            "ok": self.ok,
            "decision": self.decision,
            "replies": list(self.replies),
            "gain": _data(self.gain, self.digits),
            "any_rule": _rule(self.any_rule, self.digits),
            "scores": {str(x): _data(p, self.digits) for x, p in sorted(self.scores.items())},
        }

    def __str__(self) -> str:
        rule = self.any_rule
        lines = [
            f"{self.game}, against hold {self.state['hold']}: {self.decision} (exact)",
            f"  gain     {decimal(self.gain, self.digits)}",
            f"  any rule {decimal(rule.gain, self.digits)}, throws at {_totals(rule.throws_at)}",
        ]
        return lay_out(lines, 11)


@dataclass(frozen=True)
class DuelReport(Shown):
    """What is proved about a duel, and about a table of its payoffs."""

    game: str
    holds: int
    distinct: int
    """Holds that are different turns; the mixtures are over these."""
    mixture: dict[int, Fraction]
    """An optimal mixture; no hold gains against it."""
    other: dict[int, Fraction] | None
    """Another optimal mixture, or None, which is proved to mean that there is no other."""
    tight: int
    """Holds that lose nothing against the mixture."""
    safest: tuple[int, int, Fraction]
    """The hold against which the best hold gains least: (hold, reply, gain)."""
    any_rule: Reply
    """The best reply to the mixture over all stopping rules, and what it gains."""
    tolerance: float | None = None
    error: float | None = None
    """No payoff of the table is further than this from the truth; None without a table."""
    exploit: float | None = None
    """The best hold gains this much against the table's mixture."""

    @property
    def value(self) -> Fraction:
        """P(win) − P(lose) of an optimal player against another."""
        return Fraction(0)

    @property
    def unique(self) -> bool:
        """Whether the mixture is the only optimal one."""
        return self.other is None

    @property
    def refuted(self) -> bool:
        """Whether a payoff or the mixture of the table is further off than the tolerance."""
        if self.tolerance is None or self.error is None or self.exploit is None:
            return False
        return not max(self.error, self.exploit) <= self.tolerance

    @property
    def ok(self) -> bool:
        """Whether nothing is refuted."""
        return not self.refuted

    def as_dict(self) -> dict[str, Any]:
        """Plain data for JSON; weights as decimals and as fractions."""
        hold, reply, gain = self.safest
        return {
            "game": self.game,
            "ok": self.ok,
            "value": spell(self.value),
            "holds": self.holds,
            "distinct": self.distinct,
            "mixture": {str(h): _data(w, 30) for h, w in self.mixture.items()},
            "unique": self.unique,
            "other": self.other and {str(h): _data(w, 30) for h, w in self.other.items()},
            "safest": {"hold": hold, "reply": reply, "gain": _data(gain, 30)},
            "any_rule": _rule(self.any_rule, 30),
            "error": self.error,
            "exploit": self.exploit,
            "tolerance": self.tolerance,
        }

    def __str__(self) -> str:
        hold, reply, gain = self.safest
        rule = self.any_rule
        pairs = [f"{h}:\N{NO-BREAK SPACE}{decimal(w, 12)}" for h, w in self.mixture.items()]
        most = decimal(gain, 12)
        more = decimal(rule.gain, 12)
        lines = [
            f"{self.game}: {'refuted' if self.refuted else 'certified'}",
            f"  value      0; all {self.distinct} inequalities hold, {self.tight} as equations",
            f"  mixture    {', '.join(pairs)}",
            f"  unique     {'yes, proved' if self.unique else 'no, another one is found'}",
            f"  safest     hold at {hold}: the best hold against it, {reply}, gains {most}",
            f"  any rule   gains {more} against it, throws at {_totals(rule.throws_at)}",
        ]
        if self.error is not None and self.exploit is not None:
            lines.append(
                f"  table      payoffs within {self.error:.3g} of the truth, mixture gives away "
                f"{self.exploit:.3g} (tolerance {self.tolerance:.3g})"
            )
        return lay_out(lines, 13)
