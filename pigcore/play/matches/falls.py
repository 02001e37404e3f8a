"""Matches of a race in which busts in a row cost points: play followed turn by turn.

Where play stands after n turns is a distribution over who moves, both scores, and both counts of
busts in a row. A turn is followed from all of them at once: it banks so many points, wins or busts
with chances that depend on the mover's policy alone. All sums are of positive terms.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...games.errors import RuleError
from ...games.race import Race
from ...memory import require
from ...solvers.race.arrays import Floats
from ...solvers.race.decided import WIDTH, ends_of
from ...solvers.solution import immutable
from ..policies.answers import Policy
from ..policies.falls import FallsPlan, plan_of
from ..policies.race import alike
from ..policies.race.plans import best_play
from ..results import Match, checked
from .lengths import MOST_TURNS, REST, Lengths
from .race import refuse_to_pass
from .starts import start_of

__all__ = ["Course", "Player", "match", "prepared"]


def match(game: Race, first: Policy, second: Policy, *, start: Sequence[int] = (0, 0)) -> Match:
    """Play ``first`` against ``second``, from both seats; both begin without busts in a row.

    Play is followed until it goes on with a chance below 1e-12. For n scores between the floor and
    the goal 4 n**3 bytes for each policy, and for one that looks at m busts in a row m**2 times as
    many; O(m**2 n**3) time a turn.

    Raises
    ------
    RuleError, SizeError, StateError
        As in any race; and if play goes on after 100,000 turns.
    """
    policies = first, second
    low, unit = game.floor or 0, game.unit
    own, opp = ((score - low) // unit for score in start_of(game, start))
    one = prepared(game, first)
    other = one if alike(*policies) else prepared(game, second)
    course = Course(game, (one, other), (own, opp))
    again = Course(game, (other, one), (opp, own))
    return Match.of_two(course.wins[0], again.wins[1], course)


def prepared(game: Race, policy: Policy) -> Player:
    """How the turns of a policy end, asked once; a match takes that in its place."""
    return policy if isinstance(policy, Player) else Player(game, plan_of(game, policy))


class Turns(NamedTuple):
    """How turns with some score end, by the opponent's score and the counts of busts."""

    ends: Floats
    """(opp, places, units): the chance to bank so many, from 0 on."""
    won: Floats
    """(opp, places): that they win."""
    lost: Floats
    """(opp, places): that they bust."""
    final: Floats
    """(opp, places): the expected final score of those that win, times the chance."""


class Player:
    """How one player's turns end. A place is a pair of counts of busts, or stands for all."""

    game: Race
    plan: FallsPlan
    scores: int
    counts: int

    def __init__(self, game: Race, plan: FallsPlan) -> None:
        self.game, self.plan = game, plan
        self.scores, self.counts = game.units + game.below, game.busts_in_a_row
        places = [*np.ndindex(self.counts, self.counts)] if plan.counts else [(0, 0)]
        require(
            4 * self.scores * (self.scores + 1) * self.scores * len(places),
            f"how each turn of {game.name} to {game.goal:,} ends",
            "choose a smaller goal or a higher floor",
        )
        self._places: list[tuple[int, int]] = places
        self._known: dict[int, Turns] = {}

    def turns(self, own: int) -> Turns:
        """How the turns with ``own`` units above the floor end."""
        if own not in self._known:
            self._known[own] = self._turns(own)
        return self._known[own]

    @property
    def ends(self) -> tuple[Floats, Floats]:
        """How all turns end, packed as by ``kernels/outcomes.pyx``, by opponent and place."""
        n, places = self.scores, len(self._places)
        turns = [self.turns(own) for own in range(n)]
        squares = np.zeros((6, n, n * places))
        for own, (ends, won, lost, _) in enumerate(turns):
            squares[0, own], squares[3, own] = won.ravel(), lost.ravel()
            squares[4, own] = (won + lost + ends[..., 1:].sum(axis=2)).ravel()
        return np.concatenate([each.ends.ravel() for each in turns]), squares

    def _turns(self, own: int) -> Turns:
        game, n, edge = self.game, self.scores, self.plan.edge
        wide = -(-n // WIDTH) * WIDTH
        opp = np.minimum(np.arange(wide), n - 1)
        begun = min(own, edge)
        need = n - begun
        parts: list[list[Floats]] = [[], [], [], []]
        for place in self._places:
            found = ends_of(game.from_floor, self.plan.turn(own, opp, *place), begun)
            ends = found.ends[:, :n]
            units = np.arange(len(ends))[need:] + own - game.below
            final = game.unit * (units @ ends[need:]) + found.beyond[:n]
            row = ends[: n - own] if own <= edge else np.zeros((n - own, n))
            for part, one in zip(parts, (row.T, ends[need:].sum(axis=0), found.lost[:n], final)):
                part.append(one)
        return Turns(*(np.stack(part, axis=1) for part in parts))


class Course:
    """How the games of a match go whose first player begins."""

    game: Race
    players: Sequence[Player]

    def __init__(self, game: Race, players: Sequence[Player], start: Sequence[int]) -> None:
        self.game, self.players, self._start = game, players, start

    @cached_property
    def _followed(self) -> tuple[list[tuple[float, float]], Floats, Floats, Floats]:
        """(won with the turn, goes on) by turn; wins, visits with counts, and final scores."""
        game, n, m = self.game, self.players[0].scores, self.players[0].counts
        visits = np.zeros((2, n, n, m, m))
        mass = np.zeros((n, n, m, m))
        mass[(*self._start, 0, 0)] = 1.0
        ended, wins, scores, turn = [], np.zeros(2), np.zeros(2), 0
        points = game.unit * np.arange(n, dtype=np.float64) + (game.floor or 0)
        while True:
            mover = turn % 2
            visits[mover] += mass
            mass, won, final, beaten = self._turn(self.players[mover], mass, points)
            wins[mover] += won
            scores[mover] += final
            scores[1 - mover] += beaten
            turn += 1
            rest = float(mass.sum())
            ended.append((won, rest))
            if rest < REST / 10:
                return ended, wins, visits, scores
            if turn >= MOST_TURNS:
                raise RuleError(
                    f"after {MOST_TURNS:,} turns the game still goes on with chance {rest:.1e}, "
                    "too long to follow turn by turn: ask pigcore.simulate, or raise the floor"
                )

    def _turn(
        self, player: Player, mass: Floats, points: Floats
    ) -> tuple[Floats, float, float, float]:
        """Where the next player stands; the chance that this turn wins, and the final scores."""
        n, m = player.scores, player.counts
        drop = self.game.penalty // self.game.unit
        after = np.zeros_like(mass)
        won = final = beaten = 0.0
        for own in np.flatnonzero(mass.any(axis=(1, 2, 3))).tolist():
            found, here = player.turns(own), mass[own]
            wide = np.ascontiguousarray(here.reshape(n, m * m))
            by_place = wide if player.plan.counts else wide.sum(axis=1, keepdims=True)
            chance = (by_place * found.won).sum(axis=1)
            won += float(chance.sum())
            beaten += float(chance @ points)
            final += float((by_place * found.final).sum())
            # Banking: the next player has his busts, and the mover none.
            if player.plan.counts:
                shaped = found.ends.reshape(n, m, m, -1)
                after[:, own:, :, 0] += np.einsum("oab,oabt->otb", here, shaped)
            else:
                after[:, own:, :, 0] += found.ends[:, 0, :, None] * here.sum(axis=1)[:, None]
            lost = here * found.lost.reshape(n, *((m, m) if player.plan.counts else (1, 1)))
            if m > 1:
                after[:, own, :, 1:] += lost[:, :-1].transpose(0, 2, 1)
            after[:, max(own - drop, 0), :, 0] += lost[:, -1]
        return after, won, final, beaten

    @cached_property
    def wins(self) -> tuple[float, float]:
        """The chances of both players."""
        _, wins, visits, _ = self._followed
        for player, seen in zip(self.players, visits):
            for place in np.argwhere(seen > 0).tolist() if player.plan.passes else ():
                if player.plan.holds_first(tuple(place)):
                    low = (self.game.floor or 0) // self.game.unit
                    refuse_to_pass(self.game, [score + low for score in place[:2]])
        checked("the sum of all chances", float(wins.sum()), 1.0)
        return float(wins[0]), float(wins[1])

    def turns_if_ended(self) -> float:
        """The expected number of turns."""
        return float(self.starts.sum())

    @property
    def starts(self) -> Floats:
        """Expected turn starts at [player, own, opp, busts, opp_busts], scores in units."""
        return self._followed[2]

    def visits(self) -> NDArray[np.float64]:
        """Expected turn starts at [player, own, opp], scores in units above the floor."""
        return immutable(self.starts.sum(axis=(3, 4)))

    def lengths(self) -> Lengths:
        """The number of turns, turn by turn."""
        return Lengths.of(iter(self._followed[0]))

    def scores(self) -> tuple[float, ...]:
        """Expected final scores."""
        return tuple(map(float, self._followed[3]))

    def losses(self) -> tuple[float, float]:
        """What each gives away against perfect play."""
        values = np.asarray(best_play(self.game).starts)
        first, second = (
            float((seen * (values - self.worth(each, values))).sum())
            for seen, each in zip(self.starts, self.players)
        )
        due = float(values[(*self._start, 0, 0)]) - self.wins[0]
        checked("what one gives away less what the other does", first - second, due, due)
        return first, second

    def worth(self, player: Player, values: Floats) -> Floats:
        """What the turns of a player are worth by the turn starts of the next one, at [own, opp,
        busts, opp_busts] as those.
        """
        n, m, drop = player.scores, player.counts, self.game.penalty // self.game.unit
        found = np.empty_like(values)
        for own in range(n):
            turns = player.turns(own)
            shape = (n, m, m) if player.plan.counts else (n, 1, 1)
            banked = 1.0 - values[:, own:, :, 0]  # by opp, own + t, opp's busts
            if player.plan.counts:
                paid = np.einsum("oabt,otb->oab", turns.ends.reshape(n, m, m, -1), banked)
            else:
                paid = np.einsum("ot,otb->ob", turns.ends[:, 0], banked)[:, None]
            bust = np.empty((n, m, m))
            if m > 1:
                bust[:, :-1] = 1.0 - values[:, own, :, 1:].transpose(0, 2, 1)
            bust[:, -1] = 1.0 - values[:, max(own - drop, 0), :, 0]
            found[own] = paid + turns.won.reshape(shape) + turns.lost.reshape(shape) * bust
        return found
