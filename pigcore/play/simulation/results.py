"""What simulated games come to: shares with Wilson's intervals, means with their errors."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any

from numpy.typing import NDArray

from ...games.game import Game
from ...games.spelling import counted, listed, number
from ...result import Fact
from ..boards import PLAYERS, Transcript
from ..results import Seated

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


@dataclass(frozen=True, repr=False)
class Simulation(Seated):
    """Games in which two policies or more have raced with random dice.

    As in a match, ``first``, ``second``, … are what the first-named policy won moving first,
    second, …, and ``average`` is their mean.
    """

    game: Game
    games: int
    """How many games were played."""
    seed: int
    confidence: float
    """Of each interval."""
    transcripts: tuple[Transcript, ...]
    """The first games, throw by throw, as many as were asked for."""
    counts: tuple[tuple[int, ...], ...]
    """By the policy that began: games; turns and their squares in those that somebody won; how many
    each policy won; and the sums of their final scores."""

    @classmethod
    def of(cls, counts: NDArray[Any], game: Any, **known: Any) -> Simulation:
        """The result of the kernel's counts, which are in units."""
        points, unit = 3 + len(counts), getattr(game, "unit", 1)
        rows = ((*row[:points], *(unit * one for one in row[points:])) for row in counts.tolist())
        return cls(counts=tuple(rows), game=game, **known)

    @property
    def _rows(self) -> list[tuple[int, ...]]:
        """The counts where the first policy moved first, second, …."""
        return [self.counts[-place % len(self.counts)] for place in range(len(self.counts))]

    @property
    def _wins(self) -> tuple[int, ...]:
        """How many games each policy won, the first-named moving first."""
        return self.counts[0][3 : 3 + len(self.counts)]

    def _mean(self, total: int) -> float:
        """Of all games that ended, the first policy moving first."""
        ended = sum(self._wins)
        return total / ended if ended else math.nan

    @property
    def seats(self) -> tuple[float, ...]:  # type: ignore[override]
        """The share of games that the first-named policy won moving first, second, …."""
        return tuple(row[3] / row[0] if row[0] else math.nan for row in self._rows)

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
        return self._mean(self.counts[0][1])

    @property
    def scores(self) -> tuple[float, ...]:
        """Mean final scores in games that ended, the first policy moving first."""
        return tuple(map(self._mean, self.counts[0][3 + len(self.counts) :]))

    @property
    def intervals(self) -> dict[str, Interval]:
        """What covers the true value with ``confidence``, each by itself, by name.

        Wilson's intervals of shares, the normal one of the mean number of turns. The average, of
        which all parts are known apart, has the interval of all games together, which is wider.
        """
        rows, sure, n = self._rows, self.confidence, sum(self._wins)
        found = {name: wilson(row[3], row[0], sure) for name, row in zip(PLAYERS, rows)}
        found["average"] = wilson(sum(row[3] for row in rows), self.games, sure)
        found["turns"] = (0.0, math.inf)
        if n > 1:
            _, total, squares, *_ = self.counts[0]
            # In whole numbers up to the end, so nothing cancels.
            variance = (n * squares - total**2) / (n**2 * (n - 1))
            off = NormalDist().inv_cdf((1 + sure) / 2) * math.sqrt(variance)
            found["turns"] = self.turns - off, self.turns + off
        return found

    def facts(self) -> Iterable[Fact]:
        """The numbers with their intervals, and the transcripts."""
        yield Fact("games", self.games, "games", f"{self.games:,}, seed {self.seed}")
        yield Fact("seed", self.seed, None)
        words = {name: f"wins moving {name}" for name in PLAYERS} | {"average": "wins on average"}
        words["turns"] = f"turns of {'both' if len(self.counts) == 2 else 'all'}"
        values = dict(zip(PLAYERS, self.seats)) | {"average": self.average, "turns": self.turns}
        for name, ends in self.intervals.items():
            said = f"{number(values[name])} ({' to '.join(map(number, ends))})"
            yield Fact(name, values[name], words[name], said)
        scores = listed(map(number, self.scores))
        yield Fact("win", self.win, None)
        yield Fact("scores", self.scores, "final scores", scores)
        yield Fact("never", self.never, "won by nobody" if self.never else None)
        yield Fact("intervals", self.intervals, "intervals", f"{100 * self.confidence:g}% each")
        yield Fact("confidence", self.confidence, None)
        yield Fact("transcripts", [one.as_dict() for one in self.transcripts], None)

    def __str__(self) -> str:
        low, high = self.intervals["average"]
        seats = ", ".join(map(number, self.seats))
        return (
            f"the first won {number(self.average)} of {counted(self.games, 'game')} "
            f"({self.confidence:.6g} interval {low:.6f} to {high:.6f}): by seat {seats}; "
            f"{self.turns:.6g} turns"
        )
