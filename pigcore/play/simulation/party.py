"""Parties with random dice: the games of a block at once, a throw of each at a time.

Games leave the arrays as they end. A throw takes 64 random bits, and a decision by chance 64 more;
those of one step are drawn together, in the order of the games.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.random import SFC64
from numpy.typing import NDArray

from ...games.race import Race
from ...memory import require
from ...solvers.party.turns import Places, Rolls
from ..boards import Move, Transcript, begun, transcript_of
from ..boards.party import PartyBoard, rules_of
from ..boards.rolling import BUST, HOLD, ROLL, RollingRules
from ..matches.party import others_of
from ..policies.answers import Policy
from ..policies.race import all_tuples, plans_of
from .party_results import PartySimulation

__all__ = ["PartyTables", "tables"]

MIXED = 2
"""In a table of decisions: neither HOLD nor ROLL for sure."""
GOES_ON = -1
A_WHILE = 16
"""Steps between two looks whether to stop."""
COLUMNS = 3
"""Of the counts before those of wins: games, and of games that ended turns and their squares."""


@dataclass(frozen=True, eq=False)
class Seat:
    """A policy, by the number of the scores times the goal plus the score that could be banked."""

    table: NDArray[np.uint8]
    """HOLD, ROLL or MIXED."""
    chances: NDArray[np.float64]
    """How likely he rolls, if anything is mixed."""


@dataclass(frozen=True, eq=False)
class PartyTables:
    """A party and who plays it; plain arrays, to be sent anywhere."""

    rules: RollingRules
    seats: tuple[Seat, ...]
    """In the order in which they move; who plays alike has the same one."""

    result: ClassVar[Callable[..., PartySimulation]] = PartySimulation.of

    @property
    def shape(self) -> tuple[int, int]:
        """Of the counts: a row for each policy that began; games, turns, squares, and the wins."""
        return len(self.seats), COLUMNS + len(self.seats)

    def play(self) -> Callable[..., None]:
        """What plays some games and adds to the counts; the policies begin one after the other."""
        return self._play

    def _play(self, bits: SFC64, *given: Any) -> None:
        """Play games from the scores that come first; then as ``play`` of other tables."""
        *start, games, longest, counts, heard = given
        turns, winner = self._games(bits, start, games, longest, heard)
        n = len(self.seats)
        for began in range(n):
            won = winner[began::n] >= 0
            lengths = turns[began::n][won]
            counts[began, :COLUMNS] += len(won), lengths.sum(), (lengths**2).sum()
            counts[began, COLUMNS:] += np.bincount(winner[began::n][won], minlength=n)

    def told(
        self, bits: SFC64, games: int, count: int, start: tuple[int, ...], longest: int
    ) -> Iterator[Transcript]:
        """The first ``count`` of the ``games`` that are played with these bits.

        A throw is drawn for all games under way at once, so all are played.
        """
        moves: list[list[Move]] = [[] for _ in range(count)]
        self._games(bits, start, games, longest, None, moves)
        board: Any = PartyBoard(self.rules, [None] * len(self.seats))
        for game, made in enumerate(moves):
            begun(board, game % len(self.seats), start, made)
            yield transcript_of(board)

    def _games(
        self,
        bits: SFC64,
        start: Sequence[int],
        games: int,
        longest: int,
        heard: Callable[[], object] | None,
        moves: Sequence[list[Move]] = (),
    ) -> tuple[Places, Places]:
        """The turns of each game, and who won it, -1 if nobody did.

        Games that nobody can win any more, or that have had ``longest`` turns, stop. What happens
        in the first ones is added to their ``moves``.
        """
        n = len(self.seats)
        mover = np.arange(games) % n
        score = np.tile(np.array(start, dtype=np.intp), (games, 1))
        under = Under(np.arange(games), mover, score, score[np.arange(games), mover])
        turns, winner = np.zeros(games, dtype=np.int64), np.full(games, -1)
        dead = self.rules.dead.astype(bool)
        step = 0
        while len(under.game):
            if dead.any():
                alive = ~dead[under.score]
                under = under.where(np.logical_or.reduce(alive, axis=1))
            drawn, after = self._throw(bits, under)
            held = self._decide(bits, under, after)
            for game, outcome, holds in zip(
                under.game[under.game < len(moves)].tolist(), drawn.tolist(), held.tolist()
            ):
                moves[game].extend([Move(ROLL, outcome), *([Move(HOLD, None)] if holds else [])])
            ended = after >= 0
            who, landed = under.mover[ended], after[ended]
            turns[under.game[ended]] += 1
            under.score[ended, who] = landed
            won = landed >= self.rules.goal
            winner[under.game[ended][won]] = who[won]
            under.mover[ended] = (who + 1) % n
            under.s[ended] = under.score[ended, under.mover[ended]]
            over = np.zeros(len(ended), dtype=bool)
            over[ended] = won | (turns[under.game[ended]] >= longest)
            if over.any():
                under = under.where(~over)
            step += 1
            if heard is not None and step % A_WHILE == 0:
                heard()
        return turns, winner

    def _throw(self, bits: SFC64, under: Under) -> tuple[Places, Places]:
        """Throw once in every game: what falls, and the score that a turn ends with, or GOES_ON."""
        rules = self.rules
        drawn = rules.throw.draws(np.asarray(bits.random_raw(len(under.game))))
        own = under.score[np.arange(len(drawn)), under.mover]
        under.s += drawn
        bust = (drawn == BUST) | ((under.s > rules.goal) & rules.exact)
        after = np.where(
            bust, rules.landing[own], np.where(under.s >= rules.goal, under.s, GOES_ON)
        )
        return drawn, after

    def _decide(self, bits: SFC64, under: Under, after: Places) -> NDArray[np.bool_]:
        """Ask those whose turns go on; who holds, whose scores are written to ``after``."""
        places = np.flatnonzero(after == GOES_ON)
        numbers = np.zeros(len(places), dtype=np.intp)
        n = len(self.seats)
        for later in range(n):
            score = under.score[places, (under.mover[places] + later) % n]
            numbers = numbers * self.rules.goal + score
        numbers = numbers * self.rules.goal + under.s[places]
        held = np.zeros(len(after), dtype=bool)
        for player, seat in enumerate(self.seats):
            mine = under.mover[places] == player
            decisions = seat.table[numbers[mine]]
            mixed = np.flatnonzero(decisions == MIXED)
            if len(mixed):
                chance = seat.chances[numbers[mine][mixed]]
                uniform = (np.asarray(bits.random_raw(len(mixed))) >> np.uint64(11)) * 2.0**-53
                decisions[mixed] = np.where(uniform < chance, ROLL, HOLD)
            held[places[mine][decisions == HOLD]] = True
        after[held] = under.s[held]
        return held


@dataclass(eq=False)
class Under:
    """The games under way."""

    game: Places
    """(k,): their numbers."""
    mover: Places
    """(k,)"""
    score: Places
    """(k, n), in the order of the policies."""
    s: Places
    """(k,): the mover's score with the turn total."""

    def where(self, goes_on: NDArray[np.bool_]) -> Under:
        """Those of them that go on."""
        return Under(*(it[goes_on] for it in (self.game, self.mover, self.score, self.s)))


def tables(game: Race, first: Policy, second: Policy) -> PartyTables:
    """A party of ``first`` and the others, as in a match.

    Raises
    ------
    RuleError
        If there are not as many policies as players, or one gives an invalid answer.
    SizeError
        If the decisions would not fit in memory, or a callable is asked in too many states.
    """
    plans = plans_of(game, [first, *others_of(game, second)])
    made = {id(plan): plan for plan in plans}
    _require(2 * len(made), game)
    seats = {key: seat_of(game, plan) for key, plan in made.items()}
    return PartyTables(
        rules=rules_of(game),
        seats=tuple(seats[id(plan)] for plan in plans),
    )


def seat_of(game: Race, plan: Rolls) -> Seat:
    """The decisions of a plan in every state."""
    states = game.goal**game.players, game.goal
    table = np.empty(states, dtype=np.uint8)
    for numbers, scores in all_tuples(game):
        rolls = plan(scores)
        table[numbers] = np.where((rolls > 0) & (rolls < 1), MIXED, rolls)
    if not (table == MIXED).any():
        return Seat(table.ravel(), np.zeros(0))
    _require(8, game)
    chances = np.empty(states)
    for numbers, scores in all_tuples(game):
        chances[numbers] = plan(scores)
    return Seat(table.ravel(), chances.ravel())


def _require(size: int, game: Race) -> None:
    """Refuse tables that take ``size`` bytes a state in all, if they do not fit in memory."""
    require(
        size * game.goal ** (game.players + 1),
        f"tables of the decisions of {game.name} to {game.goal}",
        "choose a smaller goal or fewer players",
    )
