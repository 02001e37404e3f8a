"""Parties with random dice: the games of a block at once, a throw of each at a time.

Games leave the arrays as they end. A throw takes 64 random bits, and a decision by chance 64 more;
those of one step are drawn together, in the order of the games.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.random import SFC64
from numpy.typing import NDArray

from ...games.party import Party
from ...memory import require
from ...solvers.party.turns import Places, Rolls
from ..boards import Urn, urn
from ..matches.party import others_of
from ..matches.starts import all_scores
from ..policies.answers import Policy
from ..policies.party import all_tuples, plans_of
from .party_results import PartySimulation

__all__ = ["PartyTables", "tables"]

BUST = 0
HOLD, ROLL, MIXED = 0, 1, 2
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

    goal: int
    exact: bool
    throw: Urn
    """What a throw gains, or BUST."""
    landing: Places
    """The score after a bust."""
    dead: NDArray[np.bool_]
    seats: tuple[Seat, ...]
    """In the order in which they move; who plays alike has the same one."""

    result: ClassVar[Callable[..., PartySimulation]] = PartySimulation.of

    @property
    def shape(self) -> tuple[int, int]:
        """Of the counts: a row for each policy that began; games, turns, squares, and the wins."""
        return len(self.seats), COLUMNS + len(self.seats)

    def scores(self, game: Party, start: Sequence[int]) -> tuple[int, ...]:
        """The scores to begin with, checked."""
        return all_scores(game, start, game.players)

    def play(self) -> Callable[..., None]:
        """What plays some games and adds to the counts; the policies begin one after the other."""
        return self._play

    def _play(self, bits: SFC64, *given: Any) -> None:
        """Play games; given are the scores at the start, and what ``play`` of other tables takes.

        Those that nobody can win any more, or that have had ``longest`` turns, stop.
        """
        *start, games, longest, counts, heard = given
        n = len(self.seats)
        mover = np.arange(games) % n
        score = np.tile(np.array(start, dtype=np.intp), (games, 1))
        under = Under(np.arange(games), mover, score, score[np.arange(games), mover])
        turns, winner = np.zeros(games, dtype=np.int64), np.full(games, -1)
        step = 0
        while len(under.game):
            if self.dead.any():
                alive = ~self.dead[under.score]
                under = under.where(np.logical_or.reduce(alive, axis=1))
            after = self._step(bits, under)
            ended = after >= 0
            who, landed = under.mover[ended], after[ended]
            turns[under.game[ended]] += 1
            under.score[ended, who] = landed
            won = landed >= self.goal
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
        for began in range(n):
            won = winner[began::n] >= 0
            lengths = turns[began::n][won]
            counts[began, :COLUMNS] += len(won), lengths.sum(), (lengths**2).sum()
            counts[began, COLUMNS:] += np.bincount(winner[began::n][won], minlength=n)

    def _step(self, bits: SFC64, under: Under) -> Places:
        """Throw once in every game, and decide; the score that a turn ends with, or GOES_ON."""
        drawn = self.throw.draws(np.asarray(bits.random_raw(len(under.game))))
        own = under.score[np.arange(len(drawn)), under.mover]
        under.s += drawn
        bust = (drawn == BUST) | ((under.s > self.goal) & self.exact)
        after = np.where(bust, self.landing[own], np.where(under.s >= self.goal, under.s, GOES_ON))
        places = np.flatnonzero(after == GOES_ON)
        numbers = np.zeros(len(places), dtype=np.intp)
        n = len(self.seats)
        for later in range(n):
            numbers = numbers * self.goal + under.score[places, (under.mover[places] + later) % n]
        numbers = numbers * self.goal + under.s[places]
        for player, seat in enumerate(self.seats):
            mine = under.mover[places] == player
            decisions = seat.table[numbers[mine]]
            mixed = np.flatnonzero(decisions == MIXED)
            if len(mixed):
                chance = seat.chances[numbers[mine][mixed]]
                uniform = (np.asarray(bits.random_raw(len(mixed))) >> np.uint64(11)) * 2.0**-53
                decisions[mixed] = np.where(uniform < chance, ROLL, HOLD)
            holds = places[mine][decisions == HOLD]
            after[holds] = under.s[holds]
        return after


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


def tables(game: Party, first: Policy, second: Policy) -> PartyTables:
    """A party of ``first`` and the others, as in a match.

    Raises
    ------
    RuleError
        If there are not as many policies as players, or one gives an invalid answer.
    SizeError
        If the decisions would not fit in memory, or a callable is asked in too many states.
    """
    race, goal = game.race, game.goal
    below = race.roll.denominator
    weights = {BUST: race.roll.bust} | dict(race.roll.gains)
    plans = plans_of(game, [first, *others_of(game, second)])
    made = {id(plan): plan for plan in plans}
    _require(2 * len(made), game)
    seats = {key: seat_of(game, plan) for key, plan in made.items()}
    return PartyTables(
        goal=goal,
        exact=race.target == "exact",
        throw=urn({outcome: int(chance * below) for outcome, chance in weights.items()}),
        landing=np.array([race.after_bust(own) for own in range(goal)], dtype=np.intp),
        dead=np.array(game.dead),
        seats=tuple(seats[id(plan)] for plan in plans),
    )


def seat_of(game: Party, plan: Rolls) -> Seat:
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


def _require(size: int, game: Party) -> None:
    """Refuse tables that take ``size`` bytes a state in all, if they do not fit in memory."""
    require(
        size * game.goal ** (game.players + 1),
        f"tables of the decisions of {game.name} to {game.goal}",
        "choose a smaller goal or fewer players",
    )
