"""What simulated games come to: shares with Wilson's intervals, means with their errors."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any, ClassVar

from numpy.typing import NDArray

from ...games.game import FrozenDict, Game
from ...games.spelling import counted, listed, number
from ...result import Fact, Result
from ..boards import PLAYERS, Transcript

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


def variance_of(total: int, squares: int, n: int) -> float:
    """The variance of the mean of n whole numbers, in whole numbers up to the end, so nothing
    cancels.
    """
    return (n * squares - total**2) / (n**2 * (n - 1))


@dataclass(frozen=True, repr=False)
class Simulated(Result):
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

    def facts(self) -> Iterable[Fact]:
        """The numbers, NaN where no game tells any, with their intervals; and the transcripts."""
        yield Fact("games", self.games, "games", f"{self.games:,}, seed {self.seed}")
        yield Fact("seed", self.seed, None)
        intervals = self.intervals
        for name, words in self.WORDS.items():
            value, ends = getattr(self, name), " to ".join(map(number, intervals[name]))
            yield Fact(name, value, words, f"{number(value)} ({ends})")
        yield from self._more()
        yield Fact("intervals", intervals, "intervals", f"{100 * self.confidence:g}% each")
        yield Fact("confidence", self.confidence, None)
        yield Fact("transcripts", [one.as_dict() for one in self.transcripts], None)

    def _more(self) -> Iterable[Fact]:
        """What the family adds."""
        return ()

    def _spell(self, name: str) -> str:
        low, high = self.intervals[name]
        return (
            f"{number(getattr(self, name))} of {counted(self.games, 'game')} "
            f"({self.confidence:.6g} interval {low:.6f} to {high:.6f})"
        )


@dataclass(frozen=True, repr=False)
class Simulation(Simulated):
    """Games in which two policies or more have raced with random dice.

    As in a match, ``first``, ``second``, … are what the first-named policy won moving first,
    second, …, and ``average`` is their mean.
    """

    counts: tuple[tuple[int, ...], ...]
    """By the policy that began: games; turns and their squares in those that somebody won; how many
    each policy won; and the sums of their final scores."""
    transcripts: tuple[Transcript, ...]

    @classmethod
    def of(cls, counts: NDArray[Any], game: Any, **known: Any) -> Simulation:
        """The result of the kernel's counts, which are in units."""
        points, unit = 3 + len(counts), getattr(game, "unit", 1)
        rows = ((*row[:points], *(unit * one for one in row[points:])) for row in counts.tolist())
        return cls(counts=tuple(rows), game=game, **known)

    @property
    def WORDS(self) -> dict[str, str]:  # type: ignore[override]  # noqa: N802
        """What has an interval, in words."""
        seats = {name: f"wins moving {name}" for name in PLAYERS[: len(self.counts)]}
        turns = "turns of both" if len(self.counts) == 2 else "turns of all"
        return seats | {"average": "wins on average", "turns": turns}

    @property
    def first(self) -> float:
        """The share of games that the first policy won of those in which it moved first."""
        return self.seats[0]

    @property
    def second(self) -> float:
        """The share of games that the first policy won of those in which it moved second."""
        return self.seats[1]

    def __getattr__(self, name: str) -> float:
        # Only then: a copy asks for other names while it has no counts yet.
        if name in PLAYERS and name in PLAYERS[: len(self.counts)]:
            return self.seats[PLAYERS.index(name)]
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    @property
    def _rows(self) -> list[tuple[int, ...]]:
        """The counts where the first policy moved first, second, …."""
        return [self.counts[-place % len(self.counts)] for place in range(len(self.counts))]

    @property
    def _wins(self) -> tuple[int, ...]:
        """How many games each policy won, the first-named moving first."""
        return self.counts[0][3 : 3 + len(self.counts)]

    @property
    def seats(self) -> tuple[float, ...]:
        """The share of games that the first-named policy won moving first, second, …."""
        return tuple(row[3] / row[0] if row[0] else math.nan for row in self._rows)

    @property
    def average(self) -> float:
        """The mean of these shares."""
        return sum(self.seats) / len(self.counts)

    @property
    def win(self) -> tuple[float, ...]:
        """By seat, the share of games that who sits there won, the first-named moving first."""
        return tuple(won / self.counts[0][0] for won in self._wins)

    @property
    def never(self) -> float:
        """The share of games that nobody won: nobody could any more, or they were stopped."""
        won = sum(sum(row[3 : 3 + len(self.counts)]) for row in self.counts)
        return (self.games - won) / self.games

    @property
    def turns(self) -> float:
        """The mean number of turns of all in games that ended, the first policy moving first."""
        ended = sum(self._wins)
        return self.counts[0][1] / ended if ended else math.nan

    @property
    def scores(self) -> tuple[float, ...]:
        """Mean final scores in games that ended, the first policy moving first."""
        ended = sum(self._wins)
        sums = self.counts[0][3 + len(self.counts) :]
        return tuple(points / ended if ended else math.nan for points in sums)

    @property
    def intervals(self) -> dict[str, Interval]:
        """What covers the true value with ``confidence``, each by itself, by name.

        Wilson's interval for the shares; for the average, of which all parts are known apart, that
        of all games together, which is wider; the normal one for the mean of the turns.
        """
        rows = self._rows
        shares = {name: wilson(row[3], row[0], self.confidence) for name, row in zip(PLAYERS, rows)}
        pooled = wilson(sum(row[3] for row in rows), self.games, self.confidence)
        turns, n = (0.0, math.inf), sum(self._wins)
        _, total, squares, *_ = self.counts[0]
        if n > 1:
            turns = around(self.turns, variance_of(total, squares, n), self.confidence)
        return shares | {"average": pooled, "turns": turns}

    def _more(self) -> Iterable[Fact]:
        scores = listed(map(number, self.scores))
        return [
            Fact("win", self.win, None),
            Fact("scores", self.scores, "final scores", scores),
            Fact("never", self.never, "won by nobody" if self.never else None),
        ]

    def __str__(self) -> str:
        seats = ", ".join(map(number, self.seats))
        return f"the first won {self._spell('average')}: by seat {seats}; {self.turns:.6g} turns"


_DUEL = ("win", "draw", "lose", "payoff")
"""What a duel comes to."""


@dataclass(frozen=True, repr=False)
class DuelSimulation(Simulated):
    """Turns that two holds or mixtures have played against each other with random dice."""

    wins: int
    draws: int

    WORDS: ClassVar[dict[str, str]] = FrozenDict({one: one for one in _DUEL})

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
        payoff = -1.0, 1.0
        if self.games > 1:
            ahead, decided = self.wins - self.losses, self.wins + self.losses
            spread = variance_of(ahead, decided, self.games)
            payoff = around(self.payoff, spread, self.confidence)
        return found | {"payoff": payoff}

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
