"""Matches of a race: policies against each other, exactly."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache, partial
from math import nan
from typing import Any, Never

import numpy as np
from numpy.typing import NDArray

from ...games.errors import RuleError
from ...games.race import Race
from ...games.spelling import counted, shown
from ...solvers.race.arrays import tables_of
from ...solvers.race.best import Best
from ...solvers.race.chain import Chain, Nodes
from ...solvers.race.decided import Holding, Rolling
from ...solvers.race.replies import wins
from ...solvers.race.turns import Turns, check_states
from ...solvers.solution import immutable
from ..policies.answers import Policy
from ..policies.named import Optimal
from ..policies.race import limits_of, once_each, plan_of, rolls_of
from ..policies.race.plans import BestPlan, Plan, RulePlan, best_play
from ..results import SURE, Match, checked
from .lengths import Lengths
from .starts import start_of

ROUNDING = 1e-12
"""A chance that nobody ever wins, if found as a difference of two values, is 0 below this."""

LARGE = 400
"""From this goal on, games that may never end take O(goal**2) memory where policies allow it."""

Player = Turns | NDArray[Any]
"""A player of a match: how his turns end, or how he decides as :data:`~pigcore.solvers.race.replies
.Plan` has it."""


def match(game: Race, first: Policy, second: Policy, *, start: Sequence[int] = (0, 0)) -> Match:
    """Play ``first`` against ``second``, or against several others, from all seats.

    A function is asked in last turns and past the goal, too, as far as its turns come, and refused
    where play comes to a turn that it would end before the first throw; it is refused where several
    have last turns, and where a tie is played on. All others play last turns best, and bank past
    the goal at scores from which on best play always banks. A tie that is played on is won as often
    as best play wins it, and its turns are not counted. With equal turns each policy has as many
    tables as there are seats.

    O(u**(n + 1) x options) time and 4 u**(n + 1) bytes for each of n policies that looks at the
    others' scores, for a goal of u units; O(u**2) for one that does not; and O(n u**(n + 1)) for
    their match. Between two, where a turn is a single roll, the win chances between named rules and
    Solutions, which take O(u**2) memory, cost about a solve, except for policies that mix; chances
    below 1e-6, or 1e-2 if the target is exact; and, to goals below 400, exact targets that may be
    out of reach for ever. Throws that wipe take O(u**4) time, for a system of 2 u equations:
    seconds to a goal of 200, minutes to 500.
    """
    low = game.floor or 0
    scores = tuple((score - low) // game.unit for score in start_of(game, start))
    policies = [first, *others_of(game, second)]
    if game.seats > 1:
        return _in_each_seat(game, policies, scores)
    if game.players > 2:
        check_states(game)  # before a game is solved for best play
    if game.alike:
        policies = once_each(policies, partial(_asked, game))
    else:
        policies = [_asked(side, policy) for side, policy in zip(sides_of(game), policies)]
    found = played(game, players_of(game, policies), scores)
    found.course.past = [getattr(policy, "past", None) for policy in policies]
    return found


def _asked(game: Race, policy: Policy) -> Any:
    """What a policy does, asked once, if it is not known already or that of the game's solution."""
    return policy if isinstance(policy, (Turns, Optimal)) else plan_of(game, policy)


def _in_each_seat(game: Race, policies: Sequence[Policy], start: Sequence[int]) -> Match:
    """The same where it counts who began: then the players change their seats as well."""
    seated = once_each(policies, partial(seats_of, game))
    places, courses = range(game.players), []
    for begins in places:
        order = [*places[begins:], *places[:begins]]
        players = [seated[place].turns[seat] for seat, place in enumerate(order)]
        courses.append(RaceCourse(game, players, [start[place] for place in order]))
    wins = tuple(
        (*one.wins[0][game.players - k :], *one.wins[0][: game.players - k])
        for k, one in enumerate(courses)
    )
    return Match(wins, tuple(course.nobody[0] for course in courses), courses[0])


def others_of(game: Race, others: Policy) -> list[Policy]:
    """The other players' policies, in the order in which they move."""
    if game.players == 2 or not isinstance(others, (tuple, list)):
        return [others] * (game.players - 1)
    if len(others) != game.players - 1:
        raise RuleError(
            f"{counted(len(others), 'policy is', 'policies are')} given for the others, but "
            f"{game.name} has {shown(game.players)} players: give {game.players - 1}, or one for "
            "all of them"
        )
    return list(others)


def played(game: Race, players: Sequence[Player], start: Sequence[int] = (0, 0)) -> Match:
    """The match of these players, from scores in units."""
    if len(players) > 2:
        return among(players, start)
    if any(isinstance(player, Turns) for player in players):
        return among([turns_in(game, player) for player in players], start)
    (own, opp), tables = start, tables_of(game)
    endless = any(game.dead)
    # What can hardly end is left to the chain, which eliminates without a subtraction.
    if tables.wipes or not tables.mild or (endless and game.goal < LARGE):
        return among([turns_in(game, player) for player in players], start)

    def chances(never: float) -> tuple[float, float]:
        mine, theirs = wins(game, players, never)
        return float(mine[own, opp]), float(theirs[opp, own])

    won, never = chances(0.0), [0.0, 0.0]
    if endless:
        apart = [most - least for most, least in zip(chances(1.0), won)]
        never = [one if one > ROUNDING else 0.0 for one in apart]
    return Match.of_two(*won, RaceCourse(game, players, start), never)


def among(players: Sequence[Player], start: Sequence[int] = ()) -> Match:
    """The match of players whose turns are known, from scores in units: as many, as few tables."""
    game = players[0].game  # type: ignore[union-attr]
    course = RaceCourse(game, players, start or [game.below] * game.players)
    return Match(course.wins, tuple(course.nobody), course)


class RaceCourse:
    """How the games of a match of a race go; see :class:`~pigcore.play.results.Played`."""

    game: Race
    past: Sequence[str | None] = ()
    """Of each player a state in which he would throw on though he has won, or None."""

    def __init__(
        self, game: Race, players: Sequence[Player], start: Sequence[int] = (0, 0)
    ) -> None:
        self.game, self._players, self._start = game, tuple(players), tuple(start)

    @cached_property
    def chain(self) -> Chain:
        """The Markov chain of the match."""
        return Chain(*(turns_in(self.game, player) for player in self._players))

    @cached_property
    def _followed(self) -> list[tuple[Nodes, float]]:
        """Visits of each turn start and the chance that nobody ever wins, by who begins."""
        return [self.chain.followed(mover, *self._start) for mover in range(len(self._players))]

    @cached_property
    def wins(self) -> tuple[tuple[float, ...], ...]:
        """At [k][p], the chance that player p wins if player k begins."""
        wins = tuple(self.chain.wins_after(visits) for visits, _ in self._followed)
        for visits, turns in zip(self._visits, self.chain.players):
            if turns.passes is not None:
                came = turns.passes & (visits.reshape(turns.passes.shape) > 0)
                if came.any():
                    refuse_to_pass(self.game, np.argwhere(came)[0].tolist())
        for row, never in zip(wins, self.nobody):
            checked("the sum of all chances", sum(row) + never, 1.0)
        return wins

    @property
    def nobody(self) -> list[float]:
        """The chance that nobody ever wins, by who begins."""
        return [never for _, never in self._followed]

    @property
    def _visits(self) -> Nodes:
        return self._followed[0][0]

    @property
    def _ended(self) -> float:
        return 1.0 - self.nobody[0]

    def turns_if_ended(self) -> float:
        """The expected number of turns in games that end; NaN if none does."""
        if not self._ended:
            return nan
        never = self.chain.never()
        found = sum(expected(visits, 1.0 - stays) for visits, stays in zip(self._visits, never))
        last_turns = sum(
            turns.game.followers * expected(visits, turns.over)
            for visits, turns in zip(self._visits, self.chain.players)
        )
        return (found + last_turns) / self._ended

    def visits(self) -> NDArray[np.float64]:
        """Expected turn starts at [player, own, next, …] in units."""
        seen = np.stack(self._visits)
        seen = seen if seen.ndim == 3 else seen.sum(axis=3)  # whatever the busts in a row
        return immutable(seen.reshape(-1, *(seen.shape[1],) * self.game.players))

    def lengths(self) -> Lengths:
        """The number of turns, turn by turn."""
        return Lengths.of(self.chain.ends(0, *self._start))

    def scores(self) -> tuple[float, ...]:
        """Expected final scores in games that end; with a last turn, those before it."""
        n = self.game.players
        found = [0.0] * n
        # Of those who do not move, the next one's first, at [own, opp] of the mover.
        scores = np.indices((len(self._visits[0]),) * (n - 1)).reshape(n - 1, -1)
        theirs = self.game.unit * scores + (self.game.floor or 0)
        for mover, (visits, turns) in enumerate(zip(self._visits, self.chain.players)):
            found[mover] += expected(visits, turns.final)
            over = turns.over * np.where(np.isinf(visits), 0.0, visits)
            for place, points in enumerate(theirs, 1):
                points = points.reshape(-1, *[1] * (over.ndim - 2))
                found[(mover + place) % n] += float((over * points).sum())
        return tuple(score / self._ended if self._ended else nan for score in found)

    def losses(self) -> tuple[float, ...]:
        """What each of two gives away against perfect play; nothing where last turns that a
        function plays are not played best, as what they give away is no part of it.
        """
        first, second = (
            expected(visits, turns.loss(best_play(turns.game)))
            for visits, turns in zip(self._visits, self.chain.players)
        )
        won = self.wins[0][0] + self.nobody[0] / 2
        due = best_play(self.game).starts[self._start].flat[0] - won
        if any(turns.last for turns in self.chain.players) and abs(first - second - due) > SURE:
            return ()
        checked("what one gives away less what the other does", first - second, due, due)
        return first, second


def refuse_to_pass(game: Race, scores: Sequence[int]) -> Never:
    """Refuse a policy that holds before the first throw, at these scores in units."""
    named, low = zip(game.state_names[: game.players], scores), game.floor or 0
    state = ", ".join(f"{name} {score * game.unit + low:,}" for name, score in named)
    throw, bank = game.words
    raise RuleError(
        f"the policy {bank}s at {state} before the first throw: answer {throw}, or give the game "
        "may_pass=True"
    )


def expected(visits: NDArray[np.float64], rewards: NDArray[np.float64]) -> float:
    """The sum of what is had at every turn start; where players stay for ever there is nothing."""
    return float((np.where(np.isinf(visits), 0.0, visits) * rewards).sum())


# --- players --------------------------------------------------------------------------------------


def players_of(game: Race, policies: Sequence[Policy]) -> list[Player]:
    """What :func:`player_of` makes of several policies; equal ones are the same player.

    With different turns, or where it counts who began, the first policy plays the game as it is
    given, the second one as the next player sees it, and so on.
    """
    if not game.alike:
        return [player_of(each, policy) for each, policy in zip(sides_of(game), policies)]
    return once_each(policies, partial(player_of, game))


def sides_of(game: Race) -> list[Race]:
    """The race as each of the players sees it, in the order in which they move."""
    found = [game]
    while len(found) < game.players:
        found.append(found[-1].swapped)
    return found


@dataclass(frozen=True)
class Seated:
    """A policy where it counts who began: how its turns end in each seat, from the game's on."""

    turns: tuple[Turns, ...]


def seats_of(game: Race, policy: Policy) -> Seated:
    """How the turns of a policy end in each seat, from that of the game on."""
    if isinstance(policy, Seated):
        return policy
    return Seated(tuple(turns_of(side, policy) for side in sides_of(game)))


def player_of(game: Race, policy: Policy) -> Player:
    """The decisions of who does not mix if a turn is a single roll for two, and how others' turns
    end.
    """
    if isinstance(policy, Turns):
        return policy
    if game.falls:
        plan: Any = plan_of(game, policy)
        found = Turns.of(game, plan.turn, counts=plan.looks)
        return replace(found, passes=plan.passes)
    if game.players > 2:
        check_states(game)  # before a game is solved for best play
    if isinstance(policy, Optimal) and (not game.alike or (game.chooses and game.players == 2)):
        return best_turns(game)
    plan = plan_of(game, policy)
    several = plan.counts or game.players > 2 or plan.passes is not None
    if several or not tables_of(game).single:
        return turns_by(plan)
    if isinstance(plan, BestPlan):
        return np.asarray(plan.starts)
    if isinstance(plan, RulePlan):
        return limits_of(game, plan.rule)
    rolls = rolls_of(game, plan)
    return rolls if rolls.dtype == np.uint8 else turns_by(plan)


def turns_in(game: Race, player: Player) -> Turns:
    """How the turns of a player of :func:`player_of` end."""
    if isinstance(player, Turns):
        return player
    plan: Any = Best(game, player) if player.ndim == 2 else Rolling(player)
    if player.dtype == np.int64:
        plan = Holding(player[:, :1] if (player == player[:, :1]).all() else player)
    return Turns.of(game, plan.turn, alike=plan.alike)


def turns_of(game: Race, policy: Policy) -> Turns:
    """How the turns of ``policy`` end; a match takes that in its place, at no cost."""
    return turns_in(game, player_of(game, policy))


def prepared(game: Race, policy: Policy) -> Turns | Seated:
    """The same, or of each seat, if it counts who began."""
    return seats_of(game, policy) if game.seats > 1 else turns_of(game, policy)


def turns_by(plan: Plan) -> Turns:
    """How the turns end that are played by a plan."""
    if isinstance(plan, BestPlan):
        return Turns.of(plan.game, Best.of(plan.solution).turn)
    last, game = plan.asker and plan.asker.last_turns, plan.game
    if last and (game.players > 2 or game.tie == "play_on"):
        raise RuleError(
            f"a function is asked in last turns of {game.name}, but matches do not follow it into "
            + ("those of several players" if game.players > 2 else "ties that are played on")
            + ": ask pigcore.simulate, or give a named policy"
        )
    return Turns.of(plan.game, plan.turn, alike=plan.alike, last=last, passes=plan.passes)


def best_turns(game: Race) -> Turns:
    """How the turns of best play end."""
    return _best_turns(game.seen_from(1))[game.seat - 1]


@lru_cache(maxsize=2)
def _best_turns(game: Race) -> tuple[Turns, ...]:
    """The same in every seat, if it counts who began."""
    if game.falls:
        return (Turns.of(game, plan_of(game, best_play(game)).turn, counts=True),)
    sides = sides_of(game)[: game.seats]
    return tuple(Turns.of(side, Best.of(best_play(side)).turn) for side in sides)
