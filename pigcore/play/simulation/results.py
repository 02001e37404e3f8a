"""What simulated games come to: shares with Wilson's intervals, means with their errors."""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any

from ...games.game import Game
from ...games.spelling import counted, number
from ..boards import Transcript

__all__ = ["Simulation", "wilson"]

Interval = tuple[float, float]


def wilson(wins: int, games: int, confidence: float) -> Interval:
    """The interval that covers a chance with ``confidence``, from so many wins in so many games.

    It holds the chances p for which wins/games is within z standard deviations of p, with z the
    normal quantile of (1 + confidence)/2: E. Wilson, "Probable inference, the law of succession,
    and statistical inference", Journal of the American Statistical Association 22, 1927.

    Examples
    --------
    >>> [round(p, 4) for p in wilson(50, 100, 0.95)]
    [0.4038, 0.5962]
    >>> wilson(0, 0, 0.95)
    (0.0, 1.0)
    """
    if not games:
        return 0.0, 1.0
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    share = wins / games
    spread = z * math.sqrt(share * (1 - share) / games + (z / (2 * games)) ** 2)
    low, high = (share + z * z / (2 * games) + sign * spread for sign in (-1, 1))
    scale = 1 + z * z / games
    # Where all games went one way an end is 0 or 1 exactly, but for rounding.
    return low / scale if wins else 0.0, high / scale if wins < games else 1.0


@dataclass(frozen=True)
class Seat:
    """The games in which one of the players moved first, summed up."""

    games: int
    wins: int
    losses: int
    turns: int
    squares: int
    points: int
    against: int

    @property
    def share(self) -> float:
        """Of the games that the first-named player won."""
        return self.wins / self.games if self.games else math.nan

    @property
    def ended(self) -> int:
        """The games that somebody won; the sums below are over these."""
        return self.wins + self.losses

    def mean(self, total: int) -> float:
        """``total`` for each game that somebody won."""
        return total / self.ended if self.ended else math.nan


@dataclass(frozen=True)
class Simulation:
    """Games that two policies have played with random dice.

    As in a match, ``first`` is what the first-named policy won moving first, ``second`` moving
    second, and ``average`` their mean.
    """

    game: Game
    seats: tuple[Seat, Seat]
    """The games in which the first-named policy moved first, and second."""
    seed: int
    confidence: float
    transcripts: tuple[Transcript, ...]
    """The first games, throw by throw, as many as were asked for."""

    @property
    def games(self) -> int:
        """How many games were played."""
        return sum(seat.games for seat in self.seats)

    @property
    def first(self) -> float:
        """The share of games that the first policy won of those in which it moved first."""
        return self.seats[0].share

    @property
    def second(self) -> float:
        """The share of games that the first policy won of those in which it moved second."""
        return self.seats[1].share

    @property
    def average(self) -> float:
        """The mean of both shares."""
        return (self.first + self.second) / 2

    @property
    def never(self) -> float:
        """The share of games that nobody won: nobody could any more, or they were stopped."""
        return sum(seat.games - seat.ended for seat in self.seats) / self.games

    @property
    def turns(self) -> float:
        """The mean number of turns of both in games that ended, the first policy moving first."""
        return self.seats[0].mean(self.seats[0].turns)

    @property
    def scores(self) -> tuple[float, float]:
        """Mean final scores of both in games that ended, the first policy moving first."""
        return self.seats[0].mean(self.seats[0].points), self.seats[0].mean(self.seats[0].against)

    @property
    def intervals(self) -> dict[str, Interval]:
        """What covers the true value with ``confidence``, each by itself, by name.

        Wilson's interval for the shares; for the average, of which both halves are known apart,
        that of all games together, which is wider; the normal one for the mean of the turns.
        """
        first, second = self.seats
        pooled = wilson(first.wins + second.wins, self.games, self.confidence)
        return {
            "first": wilson(first.wins, first.games, self.confidence),
            "second": wilson(second.wins, second.games, self.confidence),
            "average": pooled,
            "turns": self._around_turns(),
        }

    def _around_turns(self) -> Interval:
        seat = self.seats[0]
        n = seat.ended
        if n < 2:
            return 0.0, math.inf
        # In whole numbers up to the root, so nothing cancels.
        spread = (n * seat.squares - seat.turns**2) / (n**2 * (n - 1))
        off = NormalDist().inv_cdf((1 + self.confidence) / 2) * math.sqrt(spread)
        return self.turns - off, self.turns + off

    def as_dict(self) -> dict[str, Any]:
        """The numbers by name, None where no game tells any, and the transcripts as plain data."""
        numbers = {
            name: _plain(getattr(self, name))
            for name in ("first", "second", "average", "never", "turns")
        }
        return {
            "games": self.games,
            "seed": self.seed,
            "confidence": self.confidence,
            **numbers,
            "scores": [*map(_plain, self.scores)],
            "intervals": {name: [*map(_plain, ends)] for name, ends in self.intervals.items()},
            "transcripts": [transcript.as_dict() for transcript in self.transcripts],
        }

    def __str__(self) -> str:
        low, high = self.intervals["average"]
        return (
            f"the first won {number(self.average)} of {counted(self.games, 'game')} "
            f"({self.confidence:.6g} interval {low:.6f} to {high:.6f}): moving first "
            f"{number(self.first)}, moving second {number(self.second)}; {self.turns:.6g} turns"
        )

    __repr__ = __str__


def _plain(value: float) -> float | None:
    """``value`` as JSON has it."""
    return value if math.isfinite(value) else None
