"""What is proved about a duel: :class:`DuelVerdict` of one hold, :class:`DuelReport` of all."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar, NamedTuple

from pigcore.games.duel import Duel
from pigcore.games.spelling import at_most, listed

from ..algebra.decimals import print_between
from ..printing import joined
from ..verdict import FrozenTable, Report, Verdict, plain_data

__all__ = ["DuelReport", "DuelVerdict", "Reply", "Safest"]

_DIGITS = 12


@dataclass(frozen=True)
class Reply:
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

    def as_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return {
            "gain": plain_data(self.gain, 30),
            "throws_at": list(self.throws_at),
            "is_threshold": self.is_threshold,
        }

    def spelled(self, digits: int) -> str:
        """What it gains, and how."""
        return f"gains {_print(self.gain, digits)}, throws at {listed(self.throws_at)}"


class Safest(NamedTuple):
    """The hold against which the best hold gains least."""

    hold: int
    reply: int
    """The first of the best holds against it."""
    gain: Fraction
    """P(win) − P(lose) of the reply."""

    def as_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return {"hold": self.hold, "reply": self.reply, "gain": plain_data(self.gain, 30)}


def _print(value: Fraction, digits: int = _DIGITS) -> str:
    return print_between((value, value), digits)


class _Spelled:
    """A duel's actions in words."""

    @staticmethod
    def spelled(action: Any) -> str:
        """A hold."""
        return f"hold at {action}"


@dataclass(frozen=True, repr=False)
class DuelVerdict(_Spelled, Verdict[Duel, int]):
    """What is proved about the replies to one hold: all in exact fractions."""

    scores: Mapping[int, Fraction]
    """The chance of each score of the hold replied to."""
    any_rule: Reply
    """The best reply of all stopping rules."""

    extras: ClassVar[tuple[str, ...]] = ("any_rule", "scores")

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "scores", FrozenTable(sorted(self.scores.items())))

    def _more(self) -> list[tuple[str, str]]:
        return [("any rule", self.any_rule.spelled(self.digits))]


@dataclass(frozen=True, repr=False, kw_only=True)
class DuelReport(_Spelled, Report[Duel]):
    """What is proved about a duel, and about a table of its payoffs."""

    distinct: int
    """Holds that are different turns; the mixtures are over these."""
    mixture: Mapping[int, Fraction]
    """An optimal mixture; no hold gains against it."""
    other: Mapping[int, Fraction] | None
    """Another optimal mixture, or None, which is proved to mean that there is no other."""
    tight: int
    """Holds that lose nothing against the mixture."""
    replies: Mapping[int, tuple[int, ...]]
    """All best replies to each hold."""
    safest: Safest
    any_rule: Reply
    """The best reply to the mixture over all stopping rules, and what it gains."""
    exploit: float | None = None
    """The best hold gains this much against the table's mixture."""

    extras: ClassVar[tuple[str, ...]] = (
        "distinct",
        "mixture",
        "unique",
        "other",
        "tight",
        "safest",
        "any_rule",
        "exploit",
    )

    def __post_init__(self) -> None:
        for name in ("mixture", "other"):
            mixture = getattr(self, name)
            object.__setattr__(self, name, mixture and FrozenTable(mixture))
        object.__setattr__(self, "replies", FrozenTable(self.replies))

    @property
    def unique(self) -> bool:
        """Whether the mixture is the only optimal one."""
        return self.other is None

    @property
    def refuted(self) -> bool:
        """Whether a payoff or the mixture of the table is further off than the tolerance."""
        return super().refuted or self._exceeds(self.exploit)

    def _table(self) -> str:
        assert self.error is not None
        assert self.exploit is not None
        where = "" if self.worst is None else f", furthest {self.game.spell(self.worst)}"
        return (
            f"payoffs within {at_most(self.error)} of the truth{where}; the mixture gives away "
            f"{at_most(self.exploit)} (tolerance {self.tolerance:.12g})"
        )

    def _more(self) -> list[tuple[str, str]]:
        hold, reply, gain = self.safest
        mixture = [joined(f"{h}: {_print(w)}") for h, w in self.mixture.items()]
        return [
            ("mixture", ", ".join(mixture)),
            ("proved", f"all {self.distinct} inequalities hold, {self.tight} as equations"),
            ("unique", "yes, proved" if self.unique else "no, another one is found"),
            ("safest", f"hold at {hold}: the best hold against it, {reply}, gains {_print(gain)}"),
            ("any rule", f"{self.any_rule.spelled(_DIGITS)}, against the mixture"),
        ]
