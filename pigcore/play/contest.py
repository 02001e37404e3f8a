"""Tournaments: every policy of several against every other, exactly."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from importlib import import_module
from itertools import islice, permutations, product
from typing import Any

import numpy as np

from ..games.checks import check_executor, same_turns
from ..games.errors import RuleError
from ..games.spelling import counted, shown
from ..solvers.solution import immutable
from .contest_results import PartyTournament, Seating, Tournament
from .served import module_of
from .workers import run

__all__ = ["PartyTournament", "Tournament", "tournament"]

Progress = Callable[[int, int], object] | None

MOST_TABLES = 10_000
"""Matches round a table that one tournament plays: some hours of them."""


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
        Who does the work; left out, this thread. A task is what one policy does against all others,
        in a party one cycle of players, whoever of them begins. Processes and clusters need
        policies that can be pickled: not a lambda.
    progress : callable, optional
        Called with (done, of) as the work goes on.

    Returns
    -------
    Tournament, PartyTournament
        Two players: each pair from both seats, and each policy against itself. More: every table
        of different policies, in every order; if the policies are fewer than the seats, every
        table at which all of them sit, some more than once.

    Raises
    ------
    RuleError
        If the family has no matches, or there are fewer than two policies, two of the same name,
        one that gives an invalid answer, or one that cannot be sent to another process; or if
        they would sit at more than 10,000 tables.

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
    names, players = _named(policies)
    module = module_of("matches", game, "are no matches")
    same_turns(game, "a tournament", any_end=True)
    if executor is not None and not isinstance(executor, ThreadPoolExecutor):
        _check_picklable(names, players)
    if game.players > 2:
        cycles = _cycles(game, len(players))
        prepared = [module.prepared(game, policy) for policy in players]
        tables = [(module.__name__, game, [prepared[n] for n in cycle]) for cycle in cycles]
        wins = _all(_table, tables, executor, progress)
        return PartyTournament.of(game, names, _seatings(cycles, wins))
    tasks = [(module.__name__, game, players, n) for n in range(len(players))]
    found = np.array(_all(_row, tasks, executor, progress))
    return Tournament(game, names, immutable(np.moveaxis(found, -1, 0)))


def _all(
    function: Callable[..., Any],
    tasks: Sequence[tuple[Any, ...]],
    executor: Executor | None,
    progress: Progress,
) -> list[Any]:
    """What ``function`` makes of each of the tasks, in their order."""
    done: dict[int, Any] = {}
    here = ((n, function(*task)) for n, task in enumerate(tasks))
    for n, result in here if executor is None else run(function, tasks, executor):
        done[n] = result
        if progress is not None:
            progress(len(done), len(tasks))
    return [done[n] for n in range(len(tasks))]


# --- two players ----------------------------------------------------------------------------------


def _row(module: str, game: Any, players: list[Any], n: int) -> list[tuple[float, float]]:
    """(first, second) of one policy against each."""
    family = import_module(module)
    prepared = getattr(family, "prepared", lambda _, policy: policy)
    mine = prepared(game, players[n])
    found = []
    for other in players:
        match = family.match(game, mine, prepared(game, other))
        if hasattr(match, "first"):
            found.append((match.first, match.second))
        else:  # a duel is a single turn
            found.append((match.win + match.draw / 2,) * 2)
    return found


# --- more -----------------------------------------------------------------------------------------


def _cycles(game: Any, policies: int) -> list[tuple[int, ...]]:
    """Who sits round the table, each cycle once, from where it comes first as a tuple.

    Raises
    ------
    RuleError
        If there are more than 10,000.
    """
    seats = game.players
    if policies >= seats:
        # Of different policies, a cycle begins with the one that is named first.
        found: Iterator[tuple[int, ...]] = (
            seated for seated in permutations(range(policies), seats) if seated[0] == min(seated)
        )
    else:
        found = (
            seated
            for seated in product(range(policies), repeat=seats)
            if len({*seated}) == policies and seated == min(_rotations(seated))
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


def _table(module: str, game: Any, cycle: list[Any]) -> tuple[tuple[float, ...], ...]:
    """At [k][p], the chance that who sits at place p wins if place k begins."""
    mine, *others = cycle
    wins: tuple[tuple[float, ...], ...] = import_module(module).match(game, mine, others).wins
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
        names, players = [_name(policy) for policy in policies], list(policies)
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
