"""The closest calls of a game, in an order that is proved, for ``pigverify --disputed``."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from pigcore.games.spelling import counted
from pigcore.version import VERSION

from .algebra.decimals import decimal_between
from .algebra.intervals import Interval
from .printing import Shown, lay_out
from .verdict import Call, Report

__all__ = ["MOST_DISPUTED", "Disputed"]

MOST_DISPUTED = 10_000
"""The most calls that are shown."""

_FEWEST_DIGITS, _MOST_DIGITS = 4, 100


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
        """Ranks from 1; calls with equal margins share a rank."""
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
        rows.append(("ties", ties if report.ties else "none"))
        rows.append(("proof", str(report.proof)))
        calls = counted(len(self.calls), "closest call")
        return lay_out(f"{report.game.name}: {calls} of {report.states:,}", rows)


def _digits_apart(one: Interval, other: Interval) -> int:
    """How many digits two margins are to be printed with so that they differ."""
    for digits in range(_FEWEST_DIGITS, _MOST_DIGITS):
        if decimal_between(one, digits) != decimal_between(other, digits):
            return digits
    return _MOST_DIGITS
