"""Tournaments: every policy of several against every other, exactly."""

from __future__ import annotations

import csv
import io
import pickle
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..frame import frame_of_rows
from ..games.checks import check_executor
from ..games.errors import RuleError
from ..games.game import Game
from ..games.spelling import counted, shown
from ..notebook import InNotebooks
from ..solvers.solution import immutable
from .doors import module_of

__all__ = ["Tournament", "tournament"]

_ABREAST = 12
"""The most policies whose averages against each other stand side by side in a notebook."""

EVEN = 1e-9
"""An average that is above one half by no more is no win."""

Progress = Callable[[int, int], object] | None


@dataclass(frozen=True, eq=False)
class Tournament(InNotebooks):
    """What several policies win against each other; arrays are read-only."""

    game: Game
    names: tuple[str, ...]
    first: NDArray[np.float64]
    """P(the policy of the row wins) against that of the column, moving first."""
    second: NDArray[np.float64]
    """The same, moving second."""
    average: NDArray[np.float64]
    """The same, a fair coin saying who moves first; a draw counts one half."""

    @property
    def wins(self) -> tuple[int, ...]:
        """How many of the others each policy beats: by more than 1e-9 on the average."""
        return tuple(int(n) for n in (self.average - self.average.T > 2 * EVEN).sum(axis=1))

    @property
    def rates(self) -> tuple[float, ...]:
        """What each wins on the average against the others."""
        others = self.average.sum(axis=1) - self.average.diagonal()
        return tuple((others / (len(self.names) - 1)).tolist())

    @property
    def ranks(self) -> tuple[int, ...]:
        """By wins, then by rate; who has the same of both has the same rank."""
        keys = [(wins, round(rate, 12)) for wins, rate in zip(self.wins, self.rates)]
        return tuple(1 + sum(other > key for other in keys) for key in keys)

    def rows(self) -> list[dict[str, Any]]:
        """A row for each policy, the best first: rank, policy, wins, rate, average v. each."""
        order = sorted(range(len(self.names)), key=lambda n: self.ranks[n])
        return [
            {"rank": self.ranks[n], "policy": self.names[n], "wins": self.wins[n],
             "rate": self.rates[n]}
            | {f"v. {self.names[m]}": float(self.average[n, m]) for m in order}
            for n in order
        ]  # fmt: skip

    def pairs(self) -> list[dict[str, Any]]:
        """A row for each pair: policy, opponent, average, first, second."""
        arrays = {"average": self.average, "first": self.first, "second": self.second}
        return [
            {"policy": name, "opponent": other}
            | {key: float(array[n, m]) for key, array in arrays.items()}
            for n, name in enumerate(self.names)
            for m, other in enumerate(self.names)
        ]

    def to_csv(self) -> str:
        """A line for each of the ``pairs``."""
        text = io.StringIO()
        rows = self.pairs()
        writer = csv.DictWriter(text, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
        return text.getvalue()

    def to_dataframe(self) -> Any:
        """A pandas DataFrame with a row for each of the ``pairs``.

        ``policy`` and ``opponent`` are text; ``average``, ``first`` and ``second`` float64.

        Raises
        ------
        ImportError
            If pandas is not installed.
        """
        return frame_of_rows(self.pairs())

    def _facts_shown(self) -> list[dict[str, Any]]:
        rows = self.rows()
        if len(rows) > _ABREAST:
            rows = [{key: row[key] for key in ("rank", "policy", "wins", "rate")} for row in rows]
        return rows

    def as_dict(self) -> dict[str, Any]:
        """All of it as plain data."""
        return {
            "policies": list(self.names),
            "ranks": list(self.ranks),
            "wins": list(self.wins),
            "rates": list(self.rates),
            "average": self.average.tolist(),
            "first": self.first.tolist(),
            "second": self.second.tolist(),
        }

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


def tournament(
    game: Any,
    policies: Mapping[str, Any] | Sequence[Any],
    *,
    executor: Executor | None = None,
    progress: Progress = None,
) -> Tournament:
    """Every policy against every other and against itself, from both seats, exactly.

    Parameters
    ----------
    game : Race, Hog, Duel
    policies : mapping or sequence
        Two or more, by name or as they call themselves.
    executor : concurrent.futures.Executor, optional
        Who does the work, a task for each policy; left out, this thread. Processes and clusters
        need policies that can be pickled: not a lambda.
    progress : callable, optional
        Called with (done, of) as the work goes on.

    Raises
    ------
    RuleError
        If the family has no matches or more than two play, or there are fewer than two policies,
        two of the same name, one that answers what it must not, or one that cannot be sent to
        another process.

    Examples
    --------
    >>> import pigcore
    >>> rules = [pigcore.hold_at(20), pigcore.hold_at(25), pigcore.keep_pace()]
    >>> found = tournament(pigcore.Pig(), rules)
    >>> found.ranks, found.wins, round(float(found.average[0, 1]), 6)
    ((3, 2, 1), (0, 1, 2), 0.488276)
    """
    check_executor(executor)
    names, players = _named(policies)
    if game.players != 2:
        raise RuleError(
            f"a tournament is of games for two, but {game.name} has {game.players} players: ask "
            "for matches"
        )
    module = module_of("matches", game, "are no matches")
    tasks = [(module.__name__, game, players, n) for n in range(len(players))]
    rows: dict[int, list[tuple[float, float, float]]] = {}
    if executor is None:
        for n, task in enumerate(tasks):
            rows[n] = _row(*task)
            if progress is not None:
                progress(len(rows), len(tasks))
    else:
        if not isinstance(executor, ThreadPoolExecutor):
            _check_picklable(names, players)
        waiting = {executor.submit(_row, *task): n for n, task in enumerate(tasks)}
        try:
            for done in as_completed(waiting):
                rows[waiting[done]] = done.result()
                if progress is not None:
                    progress(len(rows), len(tasks))
        finally:
            for future in waiting:
                future.cancel()
    found = np.array([rows[n] for n in range(len(players))])
    first, second, average = (immutable(found[..., k]) for k in range(3))
    return Tournament(game, names, first, second, average)


def _row(module: str, game: Any, players: list[Any], n: int) -> list[tuple[float, float, float]]:
    """(first, second, average) of one policy against each."""
    family = import_module(module)
    prepared = getattr(family, "turns_of", lambda _, policy: policy)
    mine = prepared(game, players[n])
    found = []
    for other in players:
        match = family.match(game, mine, prepared(game, other))
        if hasattr(match, "first"):
            found.append((match.first, match.second, match.average))
        else:  # a duel is a single turn
            found.append((match.win + match.draw / 2,) * 3)
    return found


def _named(policies: Any) -> tuple[tuple[str, ...], list[Any]]:
    if isinstance(policies, Mapping):
        names, players = [str(name) for name in policies], list(policies.values())
    elif isinstance(policies, Sequence) and not isinstance(policies, str):
        names, players = [_name(policy) for policy in policies], list(policies)
    else:
        raise RuleError(
            f"policies are {shown(policies)}, but must be a list of policies or {{name: policy}}"
        )
    if len(players) < 2:
        several = counted(len(players), "policy", "policies")
        raise RuleError(f"a tournament of {several} is none: give two or more")
    for name in names:
        if names.count(name) > 1:
            raise RuleError(
                f"two policies are called {shown(name)}: give {{name: policy}} with different names"
            )
    return tuple(names), players


def _name(policy: Any) -> str:
    try:
        return str(policy.spec)
    except (AttributeError, RuleError):
        return getattr(policy, "__name__", None) or str(policy)


def _check_picklable(names: Sequence[str], players: Sequence[Any]) -> None:
    for name, policy in zip(names, players):
        try:
            pickle.dumps(policy)
        except Exception as reason:
            raise RuleError(
                f"the policy {shown(name)} cannot be sent to another process ({reason}): define it "
                "with def in a module, or leave executor out"
            ) from None
