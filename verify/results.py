"""What comes out of questions that are not about decisions alone, each as text and as data.

``Disputed``    the closest calls of a game, in an order that is proved
``Match``       what a strategy wins against another
``ExactValue``  what a state is worth as a fraction
``SecondOpinion``  a state recomputed by another route
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise
from typing import Any, ClassVar

from pigcore.games.game import Game
from pigcore.games.spelling import counted
from pigcore.version import VERSION

from .algebra.decimals import as_data, decimal, decimal_between, in_full, print_between
from .algebra.intervals import Interval
from .printing import Shown, lay_out
from .verdict import Call, Proof, Report, Verdict

__all__ = ["MOST_DISPUTED", "Disputed", "ExactValue", "Match", "SecondOpinion"]

MOST_DISPUTED = 10_000
"""The most calls that are shown."""

_FEWEST_DIGITS, _MOST_DIGITS = 4, 100
_PRINTED = 30
"""Digits of a number above or below the line that is printed whole."""


@dataclass(frozen=True, repr=False)
class Disputed(Shown):
    """The closest calls of a game that are not ties, closest first."""

    report: Report[Any]
    """What is proved of the whole game."""
    calls: tuple[Call, ...]

    @property
    def ok(self) -> bool:
        """Whether every decision of the game is proved, so that no closer call is missing."""
        return self.report.ok

    @property
    def ranks(self) -> tuple[int, ...]:
        """Ranks from 1; calls whose margins are not told apart share a rank."""
        ranks: list[int] = []
        for place, call in enumerate(self.calls, 1):
            apart = not ranks or self.calls[place - 2].margin[1] < call.margin[0]
            ranks.append(place if apart else ranks[-1])
        return tuple(ranks)

    @property
    def digits(self) -> tuple[int, ...]:
        """How many digits of each margin distinguish it from its neighbours; at least 4."""
        ranked = list(zip(self.ranks, self.calls))
        found = [_FEWEST_DIGITS] * len(ranked)
        for n, ((rank, call), (other, after)) in enumerate(pairwise(ranked)):
            if rank != other:
                needed = _digits_apart(call.margin, after.margin)
                found[n : n + 2] = (max(found[n], needed), needed)
        return tuple(found)

    def as_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        report = self.report
        return {
            "game": report.game.as_dict(),
            "ok": self.ok,
            "states": report.states,
            "ties": report.ties,
            "calls": [
                {"rank": rank, **call.as_dict(report.game, digits)}
                for rank, digits, call in zip(self.ranks, self.digits, self.calls)
            ],
            "proof": report.proof.as_dict(),
            "version": VERSION,
        }

    def __str__(self) -> str:
        report = self.report
        rows = [
            (str(rank), report.call_in_words(call, digits))
            for rank, digits, call in zip(self.ranks, self.digits, self.calls)
        ]
        have = "has" if report.ties == 1 else "have"
        ties = f"{counted(report.ties, 'state')} {have} several best actions"
        rows += [("ties", ties if report.ties else "none"), ("proof", str(report.proof))]
        if not self.ok:
            rows.append((report.outcome, "a call that is not proved may be closer"))
        calls = counted(len(self.calls), "closest call")
        return lay_out(f"{report.game.name}: {calls} of {report.states:,}", rows)


def _digits_apart(one: Interval, other: Interval) -> int:
    """How many digits two margins are to be printed with so that they differ."""
    for digits in range(_FEWEST_DIGITS, _MOST_DIGITS):
        if decimal_between(one, digits) != decimal_between(other, digits):
            return digits
    return _MOST_DIGITS


@dataclass(frozen=True, repr=False)
class Match(Shown):
    """The chance that the first of two strategies wins, between two fractions."""

    game: Game
    first: Interval
    """When it moves first."""
    second: Interval
    """When it moves second."""
    policies: tuple[str, ...] = ("", "")
    """Their names, where they have any."""
    start: tuple[int, ...] = (0, 0)
    """The scores to begin with, that of the first strategy before the other's."""
    digits: int = 30
    """How many digits are printed, if so many are proved."""

    @property
    def average(self) -> Interval:
        """The chance if a fair coin decides who moves first."""
        (a, b), (c, d) = self.first, self.second
        return (a + c) / 2, (b + d) / 2

    @property
    def _numbers(self) -> dict[str, Interval]:
        return {name: getattr(self, name) for name in ("first", "second", "average")}

    def as_dict(self) -> dict[str, Any]:
        """Plain data: proved digits and exact bounds, as text."""
        return {
            "game": self.game.as_dict(),
            "policies": [name or None for name in self.policies],
            "start": list(self.start),
            **{name: as_data(ends, self.digits) for name, ends in self._numbers.items()},
            "version": VERSION,
        }

    def __str__(self) -> str:
        lines = [
            f"{name:8}{print_between(ends, self.digits)}" for name, ends in self._numbers.items()
        ]
        who = "the first of two strategies wins"
        if any(self.policies):
            who = " wins against ".join(name or "a strategy" for name in self.policies)
        return "\n  ".join([f"{self.game.name}, {who}:", *lines])


@dataclass(frozen=True, repr=False)
class SecondOpinion(Verdict[Game, Any]):
    """One state recomputed with mpmath, compared with the first proof."""

    first: Verdict[Any, Any]
    """What :func:`pigverify.check` proves."""

    extras: ClassVar[tuple[str, ...]] = ("agrees", "first")

    @property
    def agrees(self) -> bool:
        """Whether no payoff and no best action contradicts the first proof."""
        mine, theirs = self.payoffs, self.first.payoffs
        return (
            set(mine) == set(theirs)
            and set(self.first.best) <= set(self.best)
            and all(low <= theirs[a][1] and theirs[a][0] <= high for a, (low, high) in mine.items())
        )

    @property
    def ok(self) -> bool:
        """Whether both proofs agree. Intervals cannot prove a tie, but they never contradict
        one.
        """
        alone = len(self.best) == 1 or self.best == self.first.best
        return self.proof.method != "none" and self.first.ok and self.agrees and alone

    def _more(self) -> list[tuple[str, str]]:
        if not self.agrees:
            return [("first", f"contradicts this: {self.first.decision} ({self.first.proof})")]
        said = f"agrees: {self.first.decision} ({self.first.proof})"
        if self.ok and len(self.best) > 1:
            ends_ = [self.payoffs[action] for action in self.best]
            apart = max(high for _, high in ends_) - min(low for low, _ in ends_)
            said += f"; here the payoffs differ by at most {print_between((apart, apart), 2)}"
        return [("first", said)]


@dataclass(frozen=True, repr=False)
class ExactValue(Shown):
    """What a state of a game is worth, as a fraction."""

    game: Game
    state: tuple[Any, ...]
    """Empty where it is the value of the whole game."""
    value: Fraction
    proof: Proof
    """How the decisions are proved."""
    digits: int = 30
    """Significant digits of the decimal number that is printed."""

    @property
    def ok(self) -> bool:
        """It is proved, or there is none."""
        return True

    def as_dict(self) -> dict[str, Any]:
        """Plain data for JSON; numerator and denominator are strings."""
        above, below = self._written
        return {
            "game": self.game.as_dict(),
            "state": self.game.named(self.state),
            "ok": self.ok,
            "value": decimal(self.value, self.digits),
            "numerator": above,
            "denominator": below,
            "proof": self.proof.as_dict(),
            "version": VERSION,
        }

    @property
    def _written(self) -> tuple[str, str]:
        """Both parts; str() itself stops at 4300 digits."""
        above, below = self.value.as_integer_ratio()
        return f"{Decimal(above):f}", f"{Decimal(below):f}"

    def __str__(self) -> str:
        above, below = self._written
        fraction = in_full(self.value)
        if max(len(above), len(below)) > _PRINTED:
            fraction = "/".join(f"{one[:8]}…{one[-8:]}" for one in (above, below))
            fraction += f", {len(above):,} digits over {len(below):,}"
        where = f", {self.game.spell(self.state)}" if self.state else ""
        rows = [("worth", decimal(self.value, self.digits)), ("exactly", fraction)]
        return lay_out(f"{self.game.name}{where}: {self.proof}", rows)
