"""Many games with random dice, from a seed: blocks of games, each from a seed of its own.

Whoever plays the blocks, in whatever order, the sums are the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from numpy.random import SFC64, SeedSequence
from numpy.typing import NDArray

from ...games.checks import between, check_executor, real
from ...games.errors import RuleError
from ...solvers.race.turns import check_states
from ..boards import Board, played
from ..boards.board import uniform
from ..matches import others_of, start_of
from ..policies.answers import Policy
from ..policies.race import once_each
from ..served import module_of
from ..workers import run
from .loops import loop_of, tables_of
from .results import Simulation

__all__ = ["BLOCK", "Job", "simulate"]

BLOCK = 65_536
"""Games to a block. It is part of what a seed means, so it never changes."""

_WHAT = "is no simulation"
_CHUNK = 16  # blocks to a task at most: about a second
_TASKS = 64  # of a simulation that has so many blocks


@dataclass(frozen=True)
class Job:
    """What is to be played; plain data, to be sent anywhere."""

    rules: Any
    """The game, as boards have it."""
    seats: tuple[Any, ...]
    tables: tuple[Any, ...]
    """What the compiled loop reads of the players; empty if games are played on a board."""
    seed: int
    start: tuple[int, ...]
    games: int
    longest: int

    def __getstate__(self) -> dict[str, Any]:
        return vars(self) | ({"seats": ()} if self.tables else {})

    def board(self) -> Board:
        """A board with the policies in their seats."""
        game = self.rules.game
        found: Board = module_of("boards", game, _WHAT).board_of(game, self.seats)
        return found

    def generator(self, block: int) -> SFC64:
        """The random bits of a block."""
        return SFC64(SeedSequence(self.seed, spawn_key=(block,)))

    def chunks(self) -> list[tuple[Job, range]]:
        """The blocks in tasks of about the same length; the last block may be smaller."""
        blocks = -(-self.games // BLOCK)
        size = min(max(blocks // _TASKS, 1), _CHUNK)
        return [(self, range(n, min(n + size, blocks))) for n in range(0, blocks, size)]


def play_blocks(job: Job, blocks: range) -> tuple[int, NDArray[Any]]:
    """The games in these blocks, and what they add to the counts, in Python's integers."""
    players, unit = job.rules.game.players, getattr(job.rules.game, "unit", 1)
    start = [score // unit for score in job.start]
    play = loop_of(job.rules, job.tables).play if job.tables else _on_a_board(job.board(), unit)
    total, done = np.zeros((players, 3 + 2 * players), dtype=object), 0
    for block in blocks:
        counts = np.zeros(total.shape, dtype=np.int64)
        games = min(BLOCK, job.games - block * BLOCK)
        play(job.generator(block), start, games, job.longest, counts)
        total += counts
        done += games
    return done, total


def _on_a_board(board: Any, unit: int) -> Callable[..., None]:
    """What plays some games and adds to the counts, as the compiled loops do."""
    game, board.reports = board.game, False
    n = game.players

    def play(
        bits: SFC64, start: list[int], games: int, longest: int, counts: NDArray[np.int64]
    ) -> None:
        points = tuple(unit * score for score in start)
        for number in range(games):
            found = played(board, bits.random_raw, number % n, points, longest)
            row = counts[number % n]
            row[0] += 1
            winner = found.winner
            if board.tied:  # which is shared
                winner = int((np.cumsum(board.tied)[:-1] <= uniform(bits.random_raw)).sum())
            if winner is None:
                continue
            turns = len(found.turns) - board.played_on
            # Final scores are those before any last turn, as in a match.
            reached = next(turn for turn in found.turns if turn.after[0] >= game.goal)
            score = np.roll(reached.after, reached.player) // unit
            row[1:3] += turns, turns**2
            row[3 + winner] += 1
            row[3 + n :] += score

    return play


def first_games(job: Job, board: Board, count: int) -> Iterator[Any]:
    """The first games of ``job``, throw by throw."""
    for game in range(count):
        block, place = divmod(game, BLOCK)
        if place == 0:
            bits = job.generator(block).random_raw
        yield played(board, bits, place % len(job.start), job.start, job.longest)


# --- the entry point ------------------------------------------------------------------------------

MOST_GAMES = 10**10
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
) -> Simulation:
    """Play many games with random dice, as an independent check of exact results.

    Parameters
    ----------
    game : Race, Hog
    first, second : policy
        As in :func:`pigcore.match`. The first moves first in every other game; among several each
        player begins in turn.
    games : int
        How many, 1 … 10^10.
    seed : int
        0 or more; the same seed gives the same games, whatever the executor.
    start : pair of int
        The points with which the first and the second policy begin; among several those of each.
    longest : int
        The number of turns, 1 … 1,000,000, after which a game is stopped; nobody wins it.
    confidence : float
        Confidence level of each interval, 0 < confidence < 1.
    transcripts : int
        How many of the first games to return throw by throw; at most 10,000.
    executor : concurrent.futures.Executor, optional
        Where to play the blocks, some 16 to a task; by default in this thread. Threads are enough,
        since the loop is compiled.
    progress : callable, optional
        Called as ``progress(games played, games)``; an exception that it raises ends the
        simulation.

    Raises
    ------
    RuleError
        If the game is neither a race nor Hog, a parameter is out of range or a policy gives an
        invalid answer.
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
    module_of("boards", game, _WHAT)
    if second is None:
        raise RuleError(f"{game.name} is played by two or more: give a second policy")
    games = between(games, "games", 1, MOST_GAMES)
    seed = between(seed, "seed", 0, 2**128 - 1)
    longest = between(longest, "longest", 1, MOST_TURNS)
    shown = min(between(transcripts, "transcripts", 0, MOST_TRANSCRIPTS), games)
    confidence = real(confidence, "confidence", 0.0, 1.0)
    if confidence in (0.0, 1.0):
        raise RuleError(f"confidence is {confidence}, but must lie between 0 and 1, as 0.99 does")
    check_executor(executor)
    job = job_of(game, first, second, games, seed, start, longest)
    chunks, done = job.chunks(), 0
    counts = np.zeros((game.players, 3 + 2 * game.players), dtype=object)
    here: Any = ((n, play_blocks(*chunk)) for n, chunk in enumerate(chunks))
    with closing(here if executor is None else run(play_blocks, chunks, executor)) as parts:
        for _, (more, found) in parts:  # what has not begun is cancelled when `progress` raises
            done, counts = done + more, counts + found
            if progress is not None:
                progress(done, games)
    return Simulation.of(
        counts=counts,
        games=games,
        game=game,
        seed=seed,
        confidence=confidence,
        transcripts=tuple(first_games(job, job.board(), shown)) if shown else (),
    )


def job_of(
    game: Any, first: Policy, second: Policy, games: int, seed: int = 1,
    start: tuple[int, ...] = (0, 0), longest: int = 10_000,
) -> Job:  # fmt: skip
    """What is to be played by these policies."""
    scores = start_of(game, start)  # before a policy has to be solved for
    home = module_of("boards", game, _WHAT)
    seats, rules = _seats(home, game, [first, *others_of(game, second)]), home.rules_of(game)
    return Job(rules, seats, tables_of(rules, seats), seed, scores, games, longest)


def _seats(home: Any, game: Any, policies: list[Policy]) -> tuple[Any, ...]:
    """The policies in their seats; equal ones are asked once where all play the same game."""
    if getattr(game, "other", None) is not None:
        return tuple(map(home.seat_of, (game, game.swapped), policies))
    if game.players > 2:
        check_states(game)  # before a game is solved for best play
    return tuple(once_each(policies, partial(home.seat_of, game)))
