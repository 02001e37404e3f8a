"""What several policies win against each other, in pairs or round a table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..games.game import Game
from ..games.spelling import digits, fixed
from ..result import Fact, Result
from ..solvers.solution import immutable
from .boards.board import PLAYERS

EVEN = 1e-9
"""An average that is above one half by no more is no win."""


class Seating(NamedTuple):
    """A table at which several policies sit, and what they win there."""

    policies: tuple[int, ...]
    """Places in the tournament's ``names``, in the order in which they move."""
    win: tuple[float, ...]
    """P(who sits there wins), seat by seat."""


@dataclass(frozen=True, eq=False, repr=False)
class Tournament(Result):
    """What several policies win against each other at all tables; arrays are read-only.

    A policy beats another if it wins more than the other at the tables at which both sit, by more
    than 1e-9 on the average.
    """

    game: Game
    names: tuple[str, ...]
    seats: NDArray[np.float64]
    """At [seat, row, column] the mean, over the tables at which the policy of the row sits in that
    seat and the policy of the column sits as well, of P(who sits in that seat wins). Between two
    players that is P(the policy of the row wins) moving first, then moving second."""
    seatings: tuple[Seating, ...]
    """Every table, who moves first at it included."""

    _FORM: ClassVar[Callable[[float], str]] = fixed

    @classmethod
    def of(cls, game: Game, names: tuple[str, ...], seatings: Sequence[Seating]) -> Tournament:
        """The means over these tables."""
        seated = np.array([seating.policies for seating in seatings])
        win = np.array([seating.win for seating in seatings])
        sits = (seated[:, :, None] == np.arange(len(names))).astype(np.float64)
        present = sits.max(axis=1)
        tables = np.einsum("tka,tb->kab", sits, present)
        won = np.einsum("tk,tka,tb->kab", win, sits, present)
        for policies, wins in seatings:
            if len({*policies}) == 1:  # of two, each plays itself as well
                won[:, policies[0], policies[0]], tables[:, policies[0], policies[0]] = wins, 1.0
        return cls(game, names, immutable(won / tables), tuple(seatings))

    @property
    def first(self) -> NDArray[np.float64]:
        """What each policy wins moving first, by who else sits there."""
        return immutable(self.seats[0])

    @property
    def second(self) -> NDArray[np.float64]:
        """The same, moving second."""
        return immutable(self.seats[1])

    @cached_property
    def average(self) -> NDArray[np.float64]:
        """The same, all seats being as likely; a draw counts one half."""
        return immutable(self.seats.mean(axis=0))

    @property
    def wins(self) -> tuple[int, ...]:
        """How many of the others each policy beats."""
        average = self.average
        return tuple(int(n) for n in (average - average.T > 2 * EVEN).sum(axis=1))

    @property
    def rates(self) -> tuple[float, ...]:
        """What each wins on the average against the others."""
        average = self.average
        others = average.sum(axis=1) - average.diagonal()
        return tuple((others / (len(self.names) - 1)).tolist())

    @property
    def ranks(self) -> tuple[int, ...]:
        """By wins, then by rate; who has the same of both has the same rank."""
        keys = [(wins, round(rate, 12)) for wins, rate in zip(self.wins, self.rates)]
        return tuple(1 + sum(other > key for other in keys) for key in keys)

    def rows(self, count: int | None = None) -> list[dict[str, Any]]:
        """A row for each policy, the best first: rank, policy, wins, rate, and the average against
        each; among several what it wins in each seat.
        """
        ranks, wins, rates, average = self.ranks, self.wins, self.rates, self.average
        order = sorted(range(len(self.names)), key=lambda n: ranks[n])
        several = len(self.seats) > 2

        def more(n: int) -> dict[str, float]:
            if several:
                return {name: float(seat[n, n]) for name, seat in zip(PLAYERS, self.seats)}
            return {f"v. {self.names[m]}": float(average[n, m]) for m in order}

        return [
            {"rank": ranks[n], "policy": self.names[n], "wins": wins[n], "rate": rates[n]} | more(n)
            for n in order
        ][:count]

    def records(self) -> list[dict[str, Any]]:
        """A row for each pair: policy, opponent, average, first, second, …."""
        arrays = {"average": self.average} | dict(zip(PLAYERS, self.seats))
        return [
            {"policy": name, "opponent": other}
            | {key: float(array[n, m]) for key, array in arrays.items()}
            for n, name in enumerate(self.names)
            for m, other in enumerate(self.names)
        ]

    def facts(self) -> Iterable[Fact]:
        """Ranks and averages; among several every table."""
        tables = [
            {"policies": [self.names[n] for n in seating.policies], "win": seating.win}
            for seating in self.seatings
        ]
        found = {
            "policies": self.names, "ranks": self.ranks, "wins": self.wins, "rates": self.rates,
            "average": self.average, **dict(zip(PLAYERS, self.seats)),
            **({"seatings": tables} if len(self.seats) > 2 else {}),
        }  # fmt: skip
        return [Fact(name, value, None) for name, value in found.items()]

    def __str__(self) -> str:
        with digits(6):
            rows = self.listed()
        cells = [[*rows[0]], *([*row.values()] for row in rows)]
        widths = [max(map(len, column)) for column in zip(*cells)]
        return "\n".join(
            "  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip()
            for row in cells
        )
