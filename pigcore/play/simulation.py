"""Simulation: games played with random dice, as a witness of what is computed exactly.

From a seed blocks of games are played, each from a seed of its own: whoever plays them, in whatever
order, the sums are the same. Shares have Wilson's intervals, means their errors.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor
from contextlib import closing
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any

import numpy as np
from numpy.random import SFC64, SeedSequence
from numpy.typing import NDArray

from ..games.checks import between, check_executor, real
from ..games.errors import RuleError
from ..games.game import Game
from ..games.spelling import counted, listed, number
from ..result import Fact
from .boards import PLAYERS, Transcript, played, seats_of
from .boards.board import uniform
from .loops import loop_of, tables_of
from .matches import others_of, start_of
from .policies.answers import Policy
from .results import Seated
from .served import module_of
from .workers import run

BLOCK = 65_536
"""Games to a block. It is part of what a seed means, so it never changes."""

MOST_GAMES, MOST_TURNS, MOST_TRANSCRIPTS = 10**10, 1_000_000, 10_000

_WHAT = "is no simulation"
_CHUNK, _TASKS = 16, 64
"""Blocks to a task at most, about a second; tasks of a simulation that has so many blocks."""

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
        found["turns"], (_, total, squares, *_) = (0.0, math.inf), self.counts[0]
        if n > 1:  # in whole numbers up to the end, so nothing cancels
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
        between = f"{self.confidence:.6g} interval {low:.6f} to {high:.6f}"
        seats = f"by seat {', '.join(map(number, self.seats))}; {self.turns:.6g} turns"
        won, games = number(self.average), counted(self.games, "game")
        return f"the first won {won} of {games} ({between}): {seats}"


# --- playing it -----------------------------------------------------------------------------------


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

    def board(self) -> Any:
        """A board with the policies in their seats."""
        return module_of("boards", self.rules.game, _WHAT).board_of(self.rules.game, self.seats)

    def generator(self, block: int) -> SFC64:
        """The random bits of a block."""
        return SFC64(SeedSequence(self.seed, spawn_key=(block,)))

    def chunks(self) -> list[tuple[Job, range]]:
        """The blocks in tasks of about the same length; the last block may be smaller."""
        blocks = -(-self.games // BLOCK)
        size = min(max(blocks // _TASKS, 1), _CHUNK)
        return [(self, range(n, min(n + size, blocks))) for n in range(0, blocks, size)]

    def first_games(self, count: int) -> Iterator[Transcript]:
        """The first games, throw by throw."""
        board = self.board()
        for game in range(count):
            block, place = divmod(game, BLOCK)
            if place == 0:
                bits = self.generator(block).random_raw
            yield played(board, bits, place % len(self.start), self.start, self.longest)


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
    total[:, 3 + players :] *= unit
    return done, total


def _on_a_board(board: Any, unit: int) -> Callable[..., None]:
    """What plays some games and adds to the counts, as the compiled loops do."""
    game, board.reports = board.game, False
    n = game.players

    def play(
        bits: SFC64, start: list[int], games: int, longest: int, counts: NDArray[np.int64]
    ) -> None:
        points = tuple(unit * score for score in start)
        for mover in (one % n for one in range(games)):
            found = played(board, bits.random_raw, mover, points, longest)
            row = counts[mover]
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
    start : tuple of int
        The points with which each policy begins.
    longest : int
        The number of turns, 1 … 1,000,000, after which a game is stopped; nobody wins it.
    confidence : float
        Confidence level of each interval, 0 < confidence < 1.
    transcripts : int
        How many of the first games to return throw by throw; at most 10,000.
    executor : concurrent.futures.Executor, optional
        Where to play the blocks; by default in this thread. Threads are enough.
    progress : callable, optional
        Called as ``progress(games played, games)``; an exception that it raises ends all.

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
    rows = tuple(map(tuple, counts.tolist()))
    return Simulation(game, games, seed, confidence, tuple(job.first_games(shown)), rows)


def job_of(
    game: Any, first: Policy, second: Policy, games: int, seed: int = 1,
    start: tuple[int, ...] = (0, 0), longest: int = 10_000,
) -> Job:  # fmt: skip
    """What is to be played by these policies."""
    scores = start_of(game, start)  # before a policy has to be solved for
    home = module_of("boards", game, _WHAT)
    rules, seats = home.rules_of(game), seats_of(game, [first, *others_of(game, second)])
    return Job(rules, seats, tables_of(rules, seats), seed, scores, games, longest)
