"""Tournaments: every policy of several against every other, in pairs or round a table, exactly."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import cached_property
from itertools import islice, product
from typing import Any, ClassVar, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from ..games.checks import check_executor, same_turns
from ..games.errors import RuleError
from ..games.game import Game
from ..games.spelling import counted, digits, fixed, shown
from ..result import Fact, Result
from ..solvers.solution import immutable
from .boards.board import PLAYERS
from .matches import match, prepared
from .policies.named import called
from .served import module_of
from .workers import run

T = TypeVar("T")

Progress = Callable[[int, int], object] | None

MOST_TABLES = 10_000
"""Matches round a table that one tournament plays: some hours of them."""

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
        return self.seats[0]  # type: ignore[no-any-return]

    @property
    def second(self) -> NDArray[np.float64]:
        """The same, moving second."""
        return self.seats[1]  # type: ignore[no-any-return]

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
        rows, order = [], sorted(range(len(self.names)), key=lambda n: ranks[n])
        for n in order[:count]:
            row = {"rank": ranks[n], "policy": self.names[n], "wins": wins[n], "rate": rates[n]}
            if len(self.seats) > 2:
                more = {name: float(seat[n, n]) for name, seat in zip(PLAYERS, self.seats)}
            else:
                more = {f"v. {self.names[m]}": float(average[n, m]) for m in order}
            rows.append(row | more)
        return rows

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


# --- playing it -----------------------------------------------------------------------------------


def tournament(
    game: Any,
    policies: Mapping[str, Any] | Sequence[Any],
    *,
    executor: Executor | None = None,
    progress: Progress = None,
) -> Tournament:
    """Compare every policy with every other, exactly and from all seats.

    Parameters
    ----------
    game : Race, Hog, Duel, Farkle, Race
    policies : mapping or sequence
        Two or more, as a mapping with names or a sequence that uses the policies' own names.
    executor : concurrent.futures.Executor, optional
        Who plays the matches; left out, this thread. A task is one cycle of players, whoever of
        them begins. Policies are asked here, each once.
    progress : callable, optional
        Called with (done, of), before and after each policy is asked and each match played.

    Returns
    -------
    Tournament
        Two players: each pair from both seats, and each policy against itself. More: every table
        of different policies, in every order; if the policies are fewer than the seats, every
        table at which all of them sit, some more than once.

    Raises
    ------
    RuleError
        If the family has no matches, or there are fewer than two policies, two of the same name,
        or one that gives an invalid answer; or if they would sit at more than 10,000 tables.

    Examples
    --------
    >>> import pigcore
    >>> rules = [pigcore.hold_at(20), pigcore.hold_at(25), pigcore.keep_pace()]
    >>> found = tournament(pigcore.Pig(), rules)
    >>> found.ranks, found.wins, round(float(found.average[0, 1]), 6)
    ((3, 2, 1), (0, 1, 2), 0.488276)

    Three players, who are in two cycles, and so at six tables:

    >>> found = tournament(pigcore.Pig(30, players=3), rules)
    >>> found.ranks, [round(rate, 6) for rate in found.rates], len(found.seatings)
    ((2, 3, 1), [0.335796, 0.326915, 0.337289], 6)
    """
    check_executor(executor)
    module_of("models", game, "are no matches")
    names, players = _named(policies)
    same_turns(game, "a tournament", any_end=True)
    cycles = _cycles(game, len(players))
    done, of = 0, len(players) + len(cycles)

    def report(result: T) -> T:
        nonlocal done
        if progress is not None:
            progress(done, of)
        done += 1
        return result

    report(None)
    players = [report(prepared(game, policy)) for policy in players]  # so that each is asked once
    tables = [(game, [players[n] for n in cycle]) for cycle in cycles]
    if executor is None:
        wins = [report(_table(*table)) for table in tables]
    else:
        found = {n: report(result) for n, result in run(_table, tables, executor)}
        wins = [found[n] for n in range(len(tables))]
    return Tournament.of(game, names, _seatings(cycles, wins))


# --- tables ---------------------------------------------------------------------------------------


def _cycles(game: Any, policies: int) -> list[tuple[int, ...]]:
    """Who sits round the table, each cycle once, from where it comes first as a tuple."""
    seats = game.players
    least = 1 if seats == 2 else min(policies, seats)  # of two, each plays itself as well
    found = (
        seated
        for seated in product(range(policies), repeat=seats)
        if len({*seated}) >= least and seated == min(_rotations(seated))
    )
    cycles = list(islice(found, MOST_TABLES + 1))
    if len(cycles) > MOST_TABLES:
        raise RuleError(
            f"{policies} policies can sit down in more than {MOST_TABLES:,} cycles of {seats}: "
            "give fewer policies"
        )
    return cycles


def _rotations(cycle: tuple[Any, ...]) -> list[tuple[Any, ...]]:
    """The cycle from each of its places on, the same tuple only once."""
    return list(dict.fromkeys(cycle[n:] + cycle[:n] for n in range(len(cycle))))


def _table(game: Any, cycle: list[Any]) -> tuple[tuple[float, ...], ...]:
    """At [k][p], the chance that who sits at place p wins if place k begins."""
    mine, *others = cycle
    second = others[0] if len(others) == 1 else others
    wins: tuple[tuple[float, ...], ...] = match(game, mine, second).wins
    return wins


def _seatings(
    cycles: Sequence[tuple[int, ...]], wins: Sequence[tuple[tuple[float, ...], ...]]
) -> list[Seating]:
    """The tables of these cycles: one for each place that may begin."""
    return [
        Seating(seated, wins[n][k][k:] + wins[n][k][:k])
        for n, cycle in enumerate(cycles)
        for k, seated in enumerate(_rotations(cycle))
    ]


# --- policies -------------------------------------------------------------------------------------


def _named(policies: Any) -> tuple[tuple[str, ...], list[Any]]:
    if isinstance(policies, Mapping):
        names, players = [str(name) for name in policies], list(policies.values())
    elif isinstance(policies, Sequence) and not isinstance(policies, str):
        names, players = [called(policy) for policy in policies], list(policies)
    else:
        raise RuleError(
            f"policies are {shown(policies)}, but must be a list of policies or {{name: policy}}"
        )
    if len(players) < 2:
        several = counted(len(players), "policy", "policies")
        raise RuleError(f"a tournament of {several} is not one: give two or more that differ")
    for name in names:
        if names.count(name) > 1:
            raise RuleError(
                f"two policies are called {shown(name)}: give {{name: policy}} with different names"
            )
    return tuple(names), players
