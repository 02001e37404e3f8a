"""What simulated games of a party come to."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from numpy.typing import NDArray

from ...games.spelling import number
from .results import Interval, Simulated, around, wilson

__all__ = ["PartySimulation"]

SEATS = ("first", "second", "third", "fourth", "fifth", "sixth")


@dataclass(frozen=True, repr=False)
class PartySimulation(Simulated):
    """Games that several policies have played with random dice.

    As in a match, ``first``, ``second``, … are what the first-named policy won moving first,
    second, …, and ``average`` is their mean.
    """

    counts: tuple[tuple[int, ...], ...]
    """By the policy that began: games; turns and their squares in those that somebody won; and how
    many each policy won."""

    @property
    def WORDS(self) -> dict[str, str]:  # type: ignore[override]  # noqa: N802
        """What has an interval, in words."""
        seats = {name: f"wins moving {name}" for name in SEATS[: len(self.counts)]}
        return seats | {"average": "wins on average", "turns": "turns of all"}

    @classmethod
    def of(cls, counts: NDArray[Any], **known: Any) -> PartySimulation:
        """The result of the counts."""
        return cls(counts=tuple(tuple(row) for row in counts.tolist()), **known)

    def __getattr__(self, name: str) -> float:
        # Only then: a copy asks for other names while it has no counts yet.
        if name in SEATS and name in SEATS[: len(self.counts)]:
            return self.seats[SEATS.index(name)]
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def _seat(self, place: int) -> tuple[int, ...]:
        return self.counts[-place % len(self.counts)]

    @property
    def seats(self) -> tuple[float, ...]:
        """The share of games that the first-named policy won moving first, second, third, …."""
        rows = [self._seat(place) for place in range(len(self.counts))]
        return tuple(row[3] / row[0] if row[0] else math.nan for row in rows)

    @property
    def average(self) -> float:
        """The mean of these shares."""
        return sum(self.seats) / len(self.seats)

    @property
    def win(self) -> tuple[float, ...]:
        """By seat, the share of games that who sits there won, the first-named moving first."""
        games, _, _, *wins = self.counts[0]
        return tuple(won / games for won in wins)

    @property
    def never(self) -> float:
        """The share of games that nobody won: nobody could any more, or they were stopped."""
        return 1.0 - sum(sum(row[3:]) for row in self.counts) / self.games

    @property
    def turns(self) -> float:
        """The mean number of turns of all in games that ended, the first policy moving first."""
        _, turns, _, *wins = self.counts[0]
        return turns / sum(wins) if sum(wins) else math.nan

    @property
    def intervals(self) -> dict[str, Interval]:
        """What covers the true value with ``confidence``, each by itself, by name.

        Wilson's interval for the shares, that of all games together for the average; the normal one
        for the mean of the turns.
        """
        rows = [self._seat(place) for place in range(len(self.counts))]
        shares = {name: wilson(row[3], row[0], self.confidence) for name, row in zip(SEATS, rows)}
        pooled = wilson(sum(row[3] for row in rows), self.games, self.confidence)
        return shares | {"average": pooled, "turns": self._around_turns()}

    def _around_turns(self) -> Interval:
        _, turns, squares, *wins = self.counts[0]
        n = sum(wins)
        if n < 2:
            return 0.0, math.inf
        # In whole numbers up to the root, so nothing cancels.
        spread = (n * squares - turns**2) / (n**2 * (n - 1))
        return around(self.turns, spread, self.confidence)

    def as_dict(self) -> dict[str, Any]:
        """The numbers by name, None where no game tells any."""
        return super().as_dict() | {"win": list(self.win), "never": self.never}

    def __str__(self) -> str:
        seats = ", ".join(map(number, self.seats))
        return f"the first won {self._spell('average')}: by seat {seats}; {self.turns:.6g} turns"
