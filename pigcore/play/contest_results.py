"""What several policies win against each other, in pairs or round a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..frame import Framed, columns_of_rows, csv_of_rows
from ..games.game import Game
from ..solvers.solution import immutable
from .boards.board import PLAYERS

__all__ = ["PartyTournament", "Seating", "Tournament"]

EVEN = 1e-9
"""An average that is above one half by no more is no win."""


@dataclass(frozen=True, eq=False)
class Tournament(Framed):
    """What several policies win against each other; arrays are read-only."""

    game: Game
    names: tuple[str, ...]
    seats: NDArray[np.float64]
    """P(the policy of the row wins) against that of the column, at [seat, row, column]: moving
    first, then moving second."""

    @property
    def first(self) -> NDArray[np.float64]:
        """P(the policy of the row wins) against that of the column, moving first."""
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
        """How many of the others each policy beats: by more than 1e-9 on the average."""
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

    def rows(self) -> list[dict[str, Any]]:
        """A row for each policy, the best first: rank, policy, wins, rate, average v. each."""
        ranks, average = self.ranks, self.average
        order = sorted(range(len(self.names)), key=lambda n: ranks[n])
        return [
            self._standing(n) | {f"v. {self.names[m]}": float(average[n, m]) for m in order}
            for n in order
        ]

    def _standing(self, n: int) -> dict[str, Any]:
        return {
            "rank": self.ranks[n],
            "policy": self.names[n],
            "wins": self.wins[n],
            "rate": self.rates[n],
        }

    def pairs(self) -> list[dict[str, Any]]:
        """A row for each pair: policy, opponent, average, first, second."""
        arrays = {"average": self.average} | dict(zip(PLAYERS, self.seats))
        return [
            {"policy": name, "opponent": other}
            | {key: float(array[n, m]) for key, array in arrays.items()}
            for n, name in enumerate(self.names)
            for m, other in enumerate(self.names)
        ]

    def to_csv(self) -> str:
        """A line for each of the ``pairs``."""
        return csv_of_rows(self.pairs())

    def columns(self) -> dict[str, Any]:
        """Plain columns with a row for each of the ``pairs``.

        ``policy`` and ``opponent`` are text; ``average``, ``first`` and ``second`` float64.
        """
        return columns_of_rows(self.pairs())

    def as_dict(self) -> dict[str, Any]:
        """All of it as plain data."""
        return {
            "policies": list(self.names),
            "ranks": list(self.ranks),
            "wins": list(self.wins),
            "rates": list(self.rates),
            "average": self.average.tolist(),
        } | {name: seat.tolist() for name, seat in zip(PLAYERS, self.seats)}

    def __str__(self) -> str:
        rows = [
            [*self.rows()[0]],
            *([_cell(value) for value in row.values()] for row in self.rows()),
        ]
        widths = [max(map(len, column)) for column in zip(*rows)]
        return "\n".join(
            "  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip()
            for row in rows
        )


def _cell(value: object) -> str:
    return f"{value:.6f}" if isinstance(value, float) else str(value)


class Seating(NamedTuple):
    """A table at which several policies sit, and what they win there."""

    policies: tuple[int, ...]
    """Places in the tournament's ``names``, in the order in which they move."""
    win: tuple[float, ...]
    """P(who sits there wins), seat by seat."""


@dataclass(frozen=True, eq=False)
class PartyTournament(Tournament):
    """What several policies win at all tables of three or more; arrays are read-only.

    At [seat, row, column] of ``seats`` is the mean, over the tables at which the policy of the row
    sits in that seat and the policy of the column sits as well, of P(who sits in that seat wins).
    A policy beats another if it wins more than the other at the tables at which both sit.
    """

    seatings: tuple[Seating, ...]
    """Every table, who moves first at it included."""

    @classmethod
    def of(cls, game: Game, names: tuple[str, ...], seatings: Sequence[Seating]) -> PartyTournament:
        """The means over these tables."""
        seated = np.array([seating.policies for seating in seatings])
        win = np.array([seating.win for seating in seatings])
        sits = (seated[:, :, None] == np.arange(len(names))).astype(np.float64)
        present = sits.max(axis=1)
        tables = np.einsum("tka,tb->kab", sits, present)
        won = np.einsum("tk,tka,tb->kab", win, sits, present)
        return cls(game, names, immutable(won / tables), tuple(seatings))

    def rows(self) -> list[dict[str, Any]]:
        """A row for each policy, the best first: rank, policy, wins, rate, and that by seat."""
        order = sorted(range(len(self.names)), key=lambda n: self.ranks[n])
        return [
            self._standing(n) | {name: float(seat[n, n]) for name, seat in zip(PLAYERS, self.seats)}
            for n in order
        ]

    def as_dict(self) -> dict[str, Any]:
        """All of it as plain data, with every table."""
        tables = [
            {"policies": [self.names[n] for n in seating.policies], "win": list(seating.win)}
            for seating in self.seatings
        ]
        return super().as_dict() | {"seatings": tables}
