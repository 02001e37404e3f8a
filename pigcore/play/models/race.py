"""Races: policies against each other, the best reply, and what is given away, exactly."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache, partial
from math import nan
from typing import Any, Never

import numpy as np
from numpy.typing import NDArray

from ...games.errors import RuleError
from ...games.margins import TIED
from ...games.race import Race
from ...games.spelling import number
from ...games.starts import Mover
from ...kernels import Floats
from ...solvers.race import RaceSolution
from ...solvers.race.arrays import RaceArrays, tables_of
from ...solvers.race.best import Best
from ...solvers.race.chain import Chain, Nodes
from ...solvers.race.decided import Holding, Rolling
from ...solvers.race.late import late_of
from ...solvers.race.one_turn import worths_of
from ...solvers.race.replies import best_reply, wins
from ...solvers.race.turns import Turns, check_states
from ...solvers.solution import immutable
from ..policies.answers import Policy
from ..policies.named import Optimal
from ..policies.race import limits_of, once_each, plan_of, rolls_of
from ..policies.race.plans import BestPlan, RulePlan, best_play
from ..policies.texts import for_game
from ..results import SURE, Lengths, Loss, Match, Mistake, Response, checked, doubted, least_of
from .race_mistakes import Mistakes

ROUNDING = 1e-12
"""A chance that nobody ever wins, if found as a difference of two values, is 0 below this."""

LARGE = 400
"""From this goal on, games that may never end take O(goal**2) memory where policies allow it."""

WORSE = 1e-12
"""A last turn that wins by so much less is not played best."""

Player = Turns | NDArray[Any]
"""A player of a match: how his turns end, or how he decides as :data:`~pigcore.solvers.race.replies
.Plan` has it."""


# --- players --------------------------------------------------------------------------------------


def movers_of(game: Race, first: int = 1) -> list[Mover]:
    """The players in the order in which they move, the first of whom has a seat."""
    found = [Mover(game, first)]
    while len(found) < game.players:
        found.append(found[-1].next)
    return found


def each_of(
    movers: Sequence[Mover], policies: Sequence[Any], make: Callable[[Mover, Any], Any]
) -> list[Any]:
    """What is made of the policies of several players; of equal ones in one seat it is made once.

    With different turns, or where it counts who began, each has the seat of its mover.
    """
    if movers[0].game.seats == 1:
        return once_each(policies, partial(make, movers[0]))
    return list(map(make, movers, policies))


def player_of(mover: Mover, policy: Policy) -> Player:
    """The decisions of who does not mix if a turn is a single roll for two, and how others' turns
    end.
    """
    game = mover.game
    if isinstance(policy, BySeat):
        return policy.turns[mover.seat]
    if isinstance(policy, Turns):
        return policy
    if game.players > 2:
        check_states(game)  # before a game is solved for best play
    quick = game.players == 2 and not game.penalty and tables_of(mover).single
    if isinstance(policy, Optimal) and not quick:
        return best_turns(mover)
    plan = plan_of(game, policy, mover.seat)
    if not quick or plan.counts or plan.passes is not None:
        return turns_by(plan)
    if isinstance(plan, BestPlan):
        return plan.starts
    if isinstance(plan, RulePlan):
        return limits_of(game, plan.rule)
    rolls = rolls_of(plan)
    return rolls if rolls.dtype == np.uint8 else turns_by(plan)


def turns_in(mover: Mover, player: Player) -> Turns:
    """How the turns of a player of :func:`player_of` end."""
    if isinstance(player, Turns):
        return player
    plan: Any = Rolling(player)
    if player.ndim == 2:
        plan = Best(mover, worths_of(mover.game, player))
    if player.dtype == np.int64:
        plan = Holding(player[:, :1] if (player == player[:, :1]).all() else player)
    return Turns.of(mover, plan.turn, alike=plan.alike)


def turns_of(mover: Mover, policy: Policy) -> Turns:
    """How the turns of ``policy`` end; a match takes that in its place, at no cost."""
    return turns_in(mover, player_of(mover, policy))


def turns_by(plan: Any) -> Turns:
    """How the turns end that are played by a plan."""
    if isinstance(plan, BestPlan):
        return best_by(plan.solution, plan.mover)
    game, last = plan.game, plan.last_turns if plan.asks else None
    if last and (game.players > 2 or game.tie == "play_on"):
        raise RuleError(
            f"a function is asked in last turns of {game.name}, but matches do not follow it into "
            + ("those of several players" if game.players > 2 else "ties that are played on")
            + ": ask pigcore.simulate, or give a named policy"
        )
    found = Turns.of(plan.mover, plan.turn, alike=plan.alike, counts=plan.looks, last=last)
    return replace(found, passes=plan.passes)  # what it may not do is known now


def best_by(solution: RaceSolution, mover: Mover) -> Turns:
    """How the turns end of who plays as a solution does."""
    return Turns.of(mover, Best.of(solution, mover.seat).turn, counts=mover.game.penalty > 0)


@lru_cache(maxsize=6)  # of all seats
def best_turns(mover: Mover) -> Turns:
    """How the turns of best play end."""
    return best_by(best_play(mover.game), mover)


@dataclass(frozen=True)
class BySeat:
    """A policy where movers are told apart: how its turns end, by seat."""

    turns: dict[int, Turns]


def prepared(game: Race, policy: Policy) -> Turns | BySeat:
    """How the turns of a policy end, in each seat if there are several."""
    if isinstance(policy, (BySeat, Turns)):
        return policy
    if game.seats == 1:
        return turns_of(Mover(game), policy)
    return BySeat({mover.seat: turns_of(mover, policy) for mover in movers_of(game)})


# --- matches --------------------------------------------------------------------------------------


def match(game: Race, policies: Sequence[Policy], start: Sequence[int] = ()) -> Match:
    """The first policy against the others, from all seats.

    A function is asked in last turns and past the goal, too, as far as its turns come, and refused
    where play comes to a turn that it would end before the first throw; it is refused where several
    have last turns, and where a tie is played on. All others play last turns best, and bank past
    the goal at scores from which on best play always banks. A tie that is played on is won as often
    as best play wins it, and its turns are not counted. With equal turns each policy has as many
    tables as there are seats.

    O(u**(n + 1) x options) time and 4 u**(n + 1) bytes for each of n policies that looks at the
    others' scores, for a goal of u units; O(u**2) for one that does not; and O(n u**(n + 1)) for
    their match. Throws that wipe take O(u**4) time, for a system of 2 u equations.
    """
    start = [game.in_units(score) for score in start or [0] * game.players]
    if game.end == "equal_turns":
        return _in_each_seat(game, policies, start)
    if game.players > 2:
        check_states(game)  # before a game is solved for best play
    movers = movers_of(game)
    asked = each_of(movers, policies, _asked)
    found = played(movers, each_of(movers, asked, player_of), start)
    found.course.past = [getattr(policy, "past", None) for policy in asked]
    return found


def _asked(mover: Mover, policy: Policy) -> Any:
    """What a policy does, asked once, if it is not known already or that of the game's solution."""
    policy = policy if isinstance(policy, (Turns, BySeat)) else for_game(mover.game, policy)
    if isinstance(policy, (Turns, BySeat, Optimal)):
        return policy
    return plan_of(mover.game, policy, mover.seat)


def _in_each_seat(game: Race, policies: Sequence[Policy], start: Sequence[int]) -> Match:
    """The same where it counts who began: then the players change their seats as well."""
    seated = once_each(policies, partial(prepared, game))
    places, courses, movers = range(game.players), [], movers_of(game)
    for begins in places:
        order = [*places[begins:], *places[:begins]]
        players = [seated[place].turns[mover.seat] for place, mover in zip(order, movers)]
        courses.append(RaceCourse(movers, players, [start[place] for place in order]))
    wins = tuple(
        (*one.wins[0][game.players - k :], *one.wins[0][: game.players - k])
        for k, one in enumerate(courses)
    )
    return Match(wins, tuple(course.nobody[0] for course in courses), courses[0])


def played(movers: Sequence[Mover], players: Sequence[Player], start: Sequence[int]) -> Match:
    """The match of these players, from scores in units.

    Between two who decide by arrays it costs about a solve and O(u**2) memory.
    """
    if not all(isinstance(player, np.ndarray) for player in players):
        return among(list(map(turns_in, movers, players)), start)
    (own, opp), game, tables = start, movers[0].game, tables_of(movers[0])
    endless = any(game.dead)
    # What can hardly end is left to the chain, which eliminates without a subtraction.
    if tables.wipes or not tables.mild or (endless and game.goal < LARGE):
        return among(list(map(turns_in, movers, players)), start)

    def chances(never: float) -> tuple[float, float]:
        mine, theirs = wins(movers[0], players, never)
        return float(mine[own, opp]), float(theirs[opp, own])

    won, never = chances(0.0), [0.0, 0.0]
    if endless:
        apart = [most - least for most, least in zip(chances(1.0), won)]
        never = [one if one > ROUNDING else 0.0 for one in apart]
    return Match.of_two(*won, RaceCourse(movers, players, start), never)


def among(players: Sequence[Turns], start: Sequence[int] = ()) -> Match:
    """The match of players whose turns are known, from scores in units: as many, as few tables."""
    game = players[0].game
    movers = movers_of(game, players[0].mover.seat)
    course = RaceCourse(movers, players, start or [game.in_units(0)] * game.players)
    return Match(course.wins, tuple(course.nobody), course)


class RaceCourse:
    """How the games of a match of a race go, as :class:`~pigcore.play.results.Match` has it."""

    game: Race
    past: Sequence[str | None] = ()
    """Of each player a state in which he would throw on though he has won, or None."""

    def __init__(
        self, movers: Sequence[Mover], players: Sequence[Player], start: Sequence[int] = (0, 0)
    ) -> None:
        self.game, self._movers = movers[0].game, movers
        self._players, self._start = tuple(players), tuple(start)

    @cached_property
    def chain(self) -> Chain:
        """The Markov chain of the match."""
        return Chain(*map(turns_in, self._movers, self._players))

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
                counts = (self.game.busts_in_a_row,) * (2 * (self.game.penalty > 0))
                came = visits.reshape(*turns.passes.shape[: self.game.players], *counts) > 0
                if (came := turns.passes & came).any():
                    refuse_to_pass(turns.mover, np.argwhere(came)[0].tolist())
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
            turns.mover.chasers * expected(visits, turns.over)
            for visits, turns in zip(self._visits, self.chain.players)
        )
        return (found + last_turns) / self._ended

    def visits(self) -> NDArray[np.float64]:
        """Expected turn starts at [player, own, next, …] in units."""
        seen = np.stack(self._visits)
        seen = seen if seen.ndim == 3 else seen.sum(axis=3)  # whatever the busts in a row
        return immutable(seen.reshape(-1, *(seen.shape[1],) * self.game.players))

    def lengths(self) -> Lengths:
        return Lengths.of(self.chain.ends(0, *self._start))

    def scores(self) -> tuple[float, ...]:
        """Expected final scores in games that end; with a last turn, those before it."""
        n = self.game.players
        found = [0.0] * n
        # Of those who do not move, the next one's first, at [own, opp] of the mover.
        scores = np.indices((len(self._visits[0]),) * (n - 1)).reshape(n - 1, -1)
        theirs = self.game.in_points(scores)
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
            expected(visits, turns.loss(best_play(self.game)))
            for visits, turns in zip(self._visits, self.chain.players)
        )
        won = self.wins[0][0] + self.nobody[0] / 2
        starts = best_play(self.game).starts_of(self._movers[0].seat)
        due = starts[self._start].flat[0] - won
        if any(turns.last for turns in self.chain.players) and abs(first - second - due) > SURE:
            return ()
        checked("what one gives away less what the other does", first - second, due, due)
        return first, second


def refuse_to_pass(mover: Mover, scores: Sequence[int]) -> Never:
    """Refuse a policy that holds before the first throw, at these scores in units."""
    game, (throw, bank) = mover.game, mover.words
    named = zip(game.state_names[: game.players], map(game.in_points, scores))
    state = ", ".join(f"{name} {score:,}" for name, score in named)
    raise RuleError(
        f"the policy {bank}s at {state} before the first throw: answer {throw}, or give the game "
        "may_pass=True"
    )


def expected(visits: NDArray[np.float64], rewards: NDArray[np.float64]) -> float:
    """The sum of what is had at every turn start; where players stay for ever there is nothing."""
    return float((np.where(np.isinf(visits), 0.0, visits) * rewards).sum())


# --- replies --------------------------------------------------------------------------------------


def best_response(game: Race, others: Sequence[Policy]) -> Response:
    """The best reply to the others.

    Its ``policy`` is compact: a callable that plays best where the other player's turn starts are
    worth what they are against it. Where both actions are worth the same it holds. Where it counts
    who began there is a reply for each seat. Where turns differ the policy is one of who has
    ``other``.

    One solve of two players, O(goal**2) memory, for a policy that does not mix where a turn is a
    single roll; otherwise the policy's turns and a solve, in which they are as they are.
    """
    if game.end != "equal_turns":
        movers = movers_of(game)
        return _reply(movers, each_of(movers[1:], others, player_of))
    each: list[Any] = [
        _reply(movers, each_of(movers[1:], others, player_of))
        for movers in (movers_of(game, seat) for seat in range(1, game.seats + 1))
    ]
    solutions = [one.policy.solution for one in each]
    if game.players == 2:
        starts, other = solutions[1].starts, solutions[0].other_starts
    else:  # each has those of one seat alone
        starts, other = np.sum([one.starts for one in solutions], axis=0), None
    reply = RaceSolution(game, starts, other_starts=other, tolerance=1e-14)
    # Each of these wins what is known already.
    seats = tuple(one.seats[place] for place, one in enumerate(each))

    costly = partial(_of_all, [one.costly for one in each])
    return Response(game, reply.policy, seats, costly, known=0.0)


def _of_all(each: Sequence[Callable[[int], list[Mistake]]], count: int) -> list[Mistake]:
    """The mistakes in all seats that cost most."""
    found = [mistake for some in each for mistake in some(count)]
    return sorted(found, key=lambda mistake: -mistake.cost)[:count]


def _reply(
    movers: Sequence[Mover], others: Sequence[Player], best: Sequence[Turns] = ()
) -> Response:
    """The same of the first mover; among several it must win as much as each of the others, or of
    ``best``, would.
    """
    mover, game = movers[0], movers[0].game
    tables, begin = tables_of(mover), (game.in_units(0),) * 2
    others = [with_best_last_turns(player) for player in others]
    starts, nodes, doubt = best_reply(mover, others)
    if (least := min(tables.chances, default=1.0)) < TIED:  # by so little rolling may be better
        raise doubted(f"in which a gain has the chance {number(least)}")
    if doubt > SURE:
        raise doubted(
            f"in which decisions of a best reply that it cannot tell are worth {number(doubt)}"
        )
    reply = _playing_by(mover, starts)
    if game.players == 2:
        known_play: Player = best_play(game).starts_of(mover.next.seat)
        mine = best_turns(mover) if isinstance(others[0], Turns) else known_play
        known = least_of(played(movers, (mine, others[0]), begin), game.seats == 1)
    else:
        theirs: list[Any] = [*others]  # as turns: they are several
        tried = [*theirs, *best] if game.seats == 1 else [best_turns(mover)]
        each = {id(one): one for one in tried}.values()
        known = max(among([one, *theirs]).average for one in each)
    seats = [float(one[begin].flat[0]) for one in nodes]
    found = partial(_deviations, movers, others, reply, (nodes[0], nodes[1]))
    return Response(game, reply.policy, (seats[0], *seats[:0:-1]), found, known=known)


def with_best_last_turns(turns: Player) -> Player:
    """The same player, refused if a function plays last turns otherwise than best: a reply that
    reckons with it would need to know more than turn starts.
    """
    if not isinstance(turns, Turns) or turns.last is None:
        return turns
    game = turns.game
    tables = RaceArrays.of(Mover(game))  # in which best play banks no more than matters
    best = late_of(game).banked(1, tables.height - tables.goal)[..., 1]
    worse = np.argwhere(best - turns.last(np.ones(best.shape, dtype=bool)) > WORSE)
    if len(worse):
        more, own = worse[0].tolist()
        raise RuleError(
            f"in the last turn at own {own * game.unit}, opp {game.goal + more * game.unit} the "
            "policy does not do what wins most often, but replies and losses are worked out for "
            "those who do: match and simulate play it as it is"
        )
    return replace(turns, last=None)


def _playing_by(mover: Mover, starts: Floats) -> RaceSolution:
    """Who plays best where the next player's turn starts are worth ``starts``."""
    found, game = np.clip(starts, 0.0, 1.0), mover.game
    if game.players == 2:
        other = None if game.seats == 1 else found
        return RaceSolution(game, found, other_starts=other, tolerance=1e-14)
    shares = np.zeros((game.seats, found.size, game.players))
    shares[mover.next.seat - 1, :, -1] = found.ravel()
    return RaceSolution(game, shares, tolerance=1e-14)


def _deviations(
    movers: Sequence[Mover], others: Sequence[Player], reply: RaceSolution,
    won: Sequence[Floats], count: int,
) -> list[Mistake]:  # fmt: skip
    """Where best play gives most away against the others, which a reply does not that has ``won``
    so often at [own, opp], where it moves and where the next player does.
    """
    turns, (mine, theirs) = best_turns(movers[0]), won
    paid = theirs.reshape(-1, len(mine), *theirs.shape[2:]).swapaxes(0, 1)
    gain = mine - turns.worth(paid)
    lost = np.where(gain > TIED, gain, 0.0)
    rivals = list(map(turns_in, movers[1:], others))
    return Mistakes(turns, rivals, reply, lost, Optimal()).costliest(count)


# --- what is given away ---------------------------------------------------------------------------


def loss(game: Race, policy: Policy) -> Loss:
    """What a policy gives away against best play, in all and state by state.

    With equal turns each seat is his as often, and what all seats give away in a game adds up to
    all of it.

    Among several the others keep to the solution, in which no player can do better alone: it gives
    away what it wins less than an even share. Its exploitability is what a best reply wins beyond
    an even share where all others play the policy. Where turns differ, what best play of both is
    worth to a player stands for an even share.

    A match and a best reply. The mistakes take a turn for each turn start more; where throws leave
    a choice they are looked for in the turns that cost most, until no other turn can hold one that
    costs more.
    """
    if game.players > 2:
        check_states(game)  # before it is solved for best play
    n, equal, movers = game.players, game.end == "equal_turns", movers_of(game)
    mine = movers if equal else movers[:1]
    asked = [_asked(mover, policy) for mover in mine]
    players = list(map(with_best_last_turns, map(player_of, mine, asked)))
    turns = list(map(turns_in, mine, players))
    best = list(map(best_turns, movers))
    lost = [
        Mistakes(
            one, [*best[k + 1 :], *best[:k]], best_play(game), one.loss(best_play(game)),
            None if one.by_state else asked[k],
        )
        for k, one in enumerate(turns)
    ]  # fmt: skip
    due = even = 1 / n
    if equal:
        seated, others = (BySeat(dict(enumerate(each, 1))) for each in (turns, best))
        found = match(game, [seated, *[others] * (n - 1)])
        reply = best_response(game, [seated] * (n - 1)).average
    else:
        found = among([turns[0], *best[1:]])
        after = movers_of(game, movers[1].seat)
        reply = _reply(after, players * (n - 1), best[:1]).average
    if game.other is not None:  # what best play of both is worth to this policy's player
        values = best_play(game)
        due = (values.value + 1.0 - float(values.other_starts[0, 0])) / 2
        even = 1.0 - due
    average = due - found.average - found.never / n

    return Loss(
        game=game,
        average=average,
        summed=sum(each.average for each in lost),
        # What never ends is worth nothing to a reply, but one half to best play, which is one, too.
        exploitability=max(reply - even, average) if n == 2 else reply - even,
        costly=partial(_of_all, [each.costliest for each in lost]),
    )
