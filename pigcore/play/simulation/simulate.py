"""Many games with random dice, from a seed."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor
from inspect import signature
from typing import Any

from ...games.checks import between, real
from ...games.errors import RuleError
from ..doors import module_of
from ..matches.starts import start_of
from ..policies.answers import Policy
from .blocks import Job, first_games, play

__all__ = ["simulate"]

MOST_GAMES = 10**12
MOST_TURNS = 1_000_000
MOST_TRANSCRIPTS = 10_000


def simulate(
    game: Any,
    first: Policy,
    second: Policy = None,
    games: int = 1_000_000,
    seed: int = 1,
    start: tuple[int, ...] = (0, 0),
    *,
    longest: int = 10_000,
    confidence: float = 0.99,
    transcripts: int = 0,
    executor: Executor | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> Any:
    """Play many games with random dice, as an independent check of exact results.

    Parameters
    ----------
    game : Race, Hog, Duel, Bag, Farkle, Race
    first, second : policy
        As in :func:`pigcore.match`. The first moves first in every other game; in a party each
        player begins in turn. A bag has no opponent: the first policy is as in
        :func:`pigcore.evaluate`, and there is no second.
    games : int
        How many, 1 … 10^12.
    seed : int
        0 or more; the same seed gives the same games, whatever the executor.
    start : pair of int
        The points with which the first and the second policy begin, in games in which points are
        banked; in a party those of each policy.
    longest : int
        The number of turns, 1 … 1,000,000, after which a game is stopped; nobody wins it.
    confidence : float
        Confidence level of each interval, 0 < confidence < 1.
    transcripts : int
        How many of the first games to return throw by throw; at most 10,000.
    executor : concurrent.futures.Executor, optional
        Where to play the blocks; by default in this thread. Threads are enough, since the loop is
        compiled.
    progress : callable, optional
        Called as ``progress(games played, games)``; an exception that it raises ends the
        simulation.

    Returns
    -------
    Simulation, DuelSimulation, TotalSimulation
        The last for a game without an opponent.

    Raises
    ------
    RuleError
        If the family cannot be simulated, a parameter is out of range or a policy gives an invalid
        answer.
    StateError
        If no game can begin at ``start``.
    SizeError
        If the decisions would not fit in memory.

    Notes
    -----
    Block b of 65,536 games has the bit generator ``SFC64(SeedSequence(seed, spawn_key=(b,)))``.
    Each throw takes 64 bits; its distribution differs from the exact one by less than n 2^-63 in
    total variation, n being the number of its outcomes.

    Examples
    --------
    >>> import pigcore
    >>> pig = pigcore.Pig()
    >>> best = pigcore.solve(pig)
    >>> found = simulate(pig, best, best, games=100_000)
    >>> low, high = found.intervals["first"]
    >>> low < best.value < high
    True
    """
    make = module_of("simulation", game, "is no simulation").tables
    games = between(games, "games", 1, MOST_GAMES)
    seed = between(seed, "seed", 0, 2**128 - 1)
    longest = between(longest, "longest", 1, MOST_TURNS)
    told = min(between(transcripts, "transcripts", 0, MOST_TRANSCRIPTS), games)
    confidence = real(confidence, "confidence", 0.0, 1.0)
    if confidence in (0.0, 1.0):
        raise RuleError(f"confidence is {confidence}, but must lie between 0 and 1, as 0.99 does")
    if second is None and signature(make).parameters["second"].default is not None:
        raise RuleError(f"{game.name} is played by two: give a second policy")
    if second is not None and signature(make).parameters["second"].default is None:
        raise RuleError(f"{game.name} has no opponent: leave the second policy out")
    scores = start_of(game, start)  # before a policy has to be solved for
    tables = make(game, first, second)
    board = tables.board() if hasattr(tables, "board") else None
    job = Job(tables, seed, scores, games, longest)
    return tables.result(
        counts=play(job, executor, progress),
        games=games,
        game=game,
        seed=seed,
        confidence=confidence,
        transcripts=tuple(first_games(job, board, told)),
    )
