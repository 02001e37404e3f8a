"""Tournaments: every policy of several against every other, exactly."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from itertools import combinations_with_replacement, islice, permutations, product
from typing import Any, TypeVar

from ..games.checks import check_executor, same_turns
from ..games.errors import RuleError
from ..games.spelling import counted, shown
from .contest_results import Seating, Tournament
from .matches import match, prepared
from .policies.named import called
from .served import module_of
from .workers import run

T = TypeVar("T")

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
    names, players = _named(policies)
    module_of("models", game, "are no matches")
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
    """Who sits round the table, each cycle once, from where it comes first as a tuple.

    Raises
    ------
    RuleError
        If there are more than 10,000.
    """
    found: Iterator[tuple[int, ...]]
    seats = game.players
    if seats == 2:  # each plays itself as well
        found = combinations_with_replacement(range(policies), 2)
    elif policies >= seats:
        # Of different policies, a cycle begins with the one that is named first.
        found = (
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
