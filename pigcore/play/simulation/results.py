"""What simulated games come to: shares with Wilson's intervals, means with their errors."""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any, ClassVar

from numpy.typing import NDArray

from ...games.game import FrozenDict, Game
from ...games.spelling import counted, number
from ...notebook import InNotebooks
from ..boards import Transcript

__all__ = ["DuelSimulation", "Simulated", "Simulation", "TotalSimulation", "around", "wilson"]

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


def around(mean: float, variance: float, confidence: float) -> Interval:
    """The normal interval of a mean whose own variance is known."""
    off = NormalDist().inv_cdf((1 + confidence) / 2) * math.sqrt(variance)
    return mean - off, mean + off


@dataclass(frozen=True)
class Simulated(InNotebooks):
    """What all simulations have."""

    game: Game
    games: int
    """How many games were played."""
    seed: int
    confidence: float
    """Of each interval."""
    transcripts: tuple[Any, ...]
    """The first games, throw by throw, as many as were asked for."""

    WORDS: ClassVar[dict[str, str]]
    """What has an interval, in words."""

    @property
    def intervals(self) -> dict[str, Interval]:
        """What covers the true value with ``confidence``, each by itself, by name."""
        raise NotImplementedError

    def as_dict(self) -> dict[str, Any]:
        """The numbers by name, None where no game tells any, and the transcripts as plain data."""
        return {
            "games": self.games,
            "seed": self.seed,
            "confidence": self.confidence,
            **{name: _plain(getattr(self, name)) for name in self.WORDS},
            "intervals": {name: [*map(_plain, ends)] for name, ends in self.intervals.items()},
            "transcripts": [transcript.as_dict() for transcript in self.transcripts],
        }

    def _facts_shown(self) -> dict[str, Any]:
        facts: dict[str, Any] = {"games": self.games, "seed": self.seed}
        for name in self.WORDS:
            low, high = self.intervals[name]
            facts[name] = f"{number(getattr(self, name))} ({low:.6f} to {high:.6f})"
        return facts

    def _spell(self, name: str) -> str:
        low, high = self.intervals[name]
        return (
            f"{number(getattr(self, name))} of {counted(self.games, 'game')} "
            f"({self.confidence:.6g} interval {low:.6f} to {high:.6f})"
        )

    def __repr__(self) -> str:
        return str(self)


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


@dataclass(frozen=True, repr=False)
class Simulation(Simulated):
    """Games that two policies have played with random dice.

    As in a match, ``first`` is what the first-named policy won moving first, ``second`` moving
    second, and ``average`` their mean.
    """

    seats: tuple[Seat, Seat]
    """The games in which the first-named policy moved first, and second."""
    transcripts: tuple[Transcript, ...]

    WORDS: ClassVar[dict[str, str]] = FrozenDict(
        {
            "first": "wins moving first",
            "second": "wins moving second",
            "average": "wins on average",
            "turns": "turns of both",
        }
    )

    @classmethod
    def of(cls, counts: NDArray[Any], **known: Any) -> Simulation:
        """The result of the kernel's counts."""
        first, second = (Seat(*row) for row in counts.tolist())
        return cls(seats=(first, second), **known)

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
        return around(self.turns, spread, self.confidence)

    def as_dict(self) -> dict[str, Any]:
        """The numbers by name, None where no game tells any, and the transcripts as plain data."""
        more = {"never": self.never, "scores": [*map(_plain, self.scores)]}
        return super().as_dict() | more

    def __str__(self) -> str:
        return (
            f"the first won {self._spell('average')}: moving first {number(self.first)}, moving "
            f"second {number(self.second)}; {self.turns:.6g} turns"
        )


@dataclass(frozen=True, repr=False)
class DuelSimulation(Simulated):
    """Turns that two holds or mixtures have played against each other with random dice."""

    wins: int
    draws: int

    WORDS: ClassVar[dict[str, str]] = FrozenDict(
        {
            "win": "win",
            "draw": "draw",
            "lose": "lose",
            "payoff": "payoff",
        }
    )

    @classmethod
    def of(cls, counts: NDArray[Any], **known: Any) -> DuelSimulation:
        """The result of (wins, draws)."""
        wins, draws = counts.tolist()
        return cls(wins=wins, draws=draws, **known)

    @property
    def losses(self) -> int:
        """The games in which the second scored more."""
        return self.games - self.wins - self.draws

    @property
    def win(self) -> float:
        """The share of games in which the first scored more."""
        return self.wins / self.games

    @property
    def draw(self) -> float:
        """The share of games in which both scored the same."""
        return self.draws / self.games

    @property
    def lose(self) -> float:
        """The share of games in which the second scored more."""
        return self.losses / self.games

    @property
    def payoff(self) -> float:
        """The share of wins less that of losses."""
        return (self.wins - self.losses) / self.games

    @property
    def intervals(self) -> dict[str, Interval]:
        """What covers the true value with ``confidence``, each by itself, by name.

        Wilson's interval for the shares, the normal one for the payoff.
        """
        counts = {"win": self.wins, "draw": self.draws, "lose": self.losses}
        found = {name: wilson(count, self.games, self.confidence) for name, count in counts.items()}
        n = self.games
        if n < 2:
            return found | {"payoff": (-1.0, 1.0)}
        spread = (n * (self.wins + self.losses) - (self.wins - self.losses) ** 2) / (n**2 * (n - 1))
        return found | {"payoff": around(self.payoff, spread, self.confidence)}

    def __str__(self) -> str:
        return f"the first won {self._spell('win')}, drew {number(self.draw)}"


@dataclass(frozen=True, repr=False)
class TotalSimulation(Simulated):
    """Games against nobody, each of which was paid a total."""

    mean: float
    """The mean total."""
    variance: float
    """Of the mean, estimated; infinite where there is a single game."""

    WORDS: ClassVar[dict[str, str]] = FrozenDict({"mean": "mean total"})

    @property
    def intervals(self) -> dict[str, Interval]:
        """What covers the true mean with ``confidence``: the normal interval."""
        return {"mean": around(self.mean, self.variance, self.confidence)}

    def __str__(self) -> str:
        return f"the policy was paid {self._spell('mean')}"


def _plain(value: float) -> float | None:
    """``value`` as JSON has it."""
    return value if math.isfinite(value) else None
