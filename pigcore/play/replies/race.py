"""Best replies in a race, and what policies give away."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...games.errors import RuleError
from ...games.margins import TIED
from ...games.race import Race
from ...kernels import Floats
from ...memory import require
from ...solvers.race import RaceSolution
from ...solvers.race.arrays import RaceArrays, tables_of
from ...solvers.race.chain import Chain
from ...solvers.race.late import late_of
from ...solvers.race.replies import best_reply
from ...solvers.race.turns import Turns
from ...solvers.solution import immutable
from ..matches.race import (
    Player,
    RaceCourse,
    among,
    best_turns,
    others_of,
    played,
    player_of,
    players_of,
    sides_of,
    turns_in,
)
from ..policies.answers import Policy
from ..policies.race import plan_of
from ..policies.race.plans import Plan, best_play
from ..results import least_of
from .race_mistakes import mistakes_in_turn, start_at
from .results import Loss, Mistake, Response, costliest, costliest_in_turns, refuse_doubts

WORSE = 1e-12
"""A last turn that wins by so much less is not played best."""


def best_response(game: Race, policy: Policy) -> Response:
    """The best reply to a policy.

    Its ``policy`` is compact: a callable that plays best where the other player's turn starts are
    worth what they are against it. Where both actions are worth the same it holds.

    One solve of two players, O(goal**2) memory, for a policy that does not mix where a turn is a
    single roll; otherwise the policy's turns and a solve, in which they are as they are.
    """
    others = others_of(game, policy)
    if game.seats > 1:
        return _in_each_seat(game, others)
    return _response(game, players_of(game.swapped, others))


def _in_each_seat(game: Race, policies: Sequence[Policy]) -> Response:
    """The same where it counts who began: a reply for each seat, from the first one on.

    Deviations are those in the seat that the game has.
    """
    at, game = game.seat - 1, game.seen_from(1)
    sides = sides_of(game)
    each: list[Any] = [_response(side, players_of(side.swapped, policies)) for side in sides]
    policy = _by_seat(game, [one.policy.solution for one in each]).policy
    # Each of these wins what is known already.
    seats = tuple(one.seats[place] for place, one in enumerate(each))
    return Response(sides[at], policy, seats, each[at].costly, known=0.0)


def _by_seat(game: Race, replies: Sequence[RaceSolution]) -> RaceSolution:
    """One solution that plays each of these in its seat, by the turn starts of the next player."""
    if game.players > 2:
        # Each has those of one seat alone.
        shares = np.sum([reply.starts for reply in replies], axis=0)
        return RaceSolution(game, shares, tolerance=1e-14)
    mine, theirs = replies
    return RaceSolution(game, theirs.starts, other_starts=mine.other_starts, tolerance=1e-14)


def _response(game: Race, others: Sequence[Player], best: Any = ()) -> Response:
    """The same; among several it must win as much as each of the others, or of ``best``, would."""
    tables, two, begin = tables_of(game), game.players == 2, (game.below,) * 2
    others = [with_best_last_turns(player) for player in others]
    starts, nodes, doubt = best_reply(game, others)
    refuse_doubts(min(tables.chances, default=1.0), doubt)
    reply = _playing_by(game, starts)
    found = _Deviations(game, others, reply, (nodes[0], nodes[1]))
    if two:
        best = best_turns(game) if isinstance(others[0], Turns) else best_play(game).starts
        known = least_of(played(game, (best, others[0]), begin), game.alike)
    else:
        tried = {id(one): one for one in ([*others, *best] if game.alike else [best_turns(game)])}
        known = max(among([each, *others]).average for each in tried.values())
    seats = [float(each[begin].flat[0]) for each in nodes]
    return Response(game, reply.policy, (seats[0], *seats[:0:-1]), found, known=known)


def with_best_last_turns(turns: Player) -> Player:
    """The same player, refused if a function plays last turns otherwise than best: a reply that
    reckons with it would need to know more than turn starts.
    """
    if not isinstance(turns, Turns) or turns.last is None:
        return turns
    game = turns.game if turns.game.answered else turns.game.swapped
    tables = RaceArrays.of(game)  # in which best play banks no more than matters
    best = late_of(game).banked(game.seat, tables.height - tables.goal)[..., 1]
    worse = np.argwhere(best - turns.last(np.ones(best.shape, dtype=bool)) > WORSE)
    if len(worse):
        more, own = worse[0].tolist()
        raise RuleError(
            f"in the last turn at own {own * game.unit}, opp {game.goal + more * game.unit} the "
            "policy does not do what wins most often, but replies and losses are worked out for "
            "those who do: match and simulate play it as it is"
        )
    return replace(turns, last=None)


def _playing_by(game: Race, starts: Floats) -> RaceSolution:
    """Who plays best where the next player's turn starts are worth ``starts``."""
    found = np.clip(starts, 0.0, 1.0)
    if game.players == 2:
        other = None if game.alike else found
        return RaceSolution(game, found, other_starts=other, tolerance=1e-14)
    shares = np.zeros((game.seats, found.size, game.players))
    shares[game.swapped.seat - 1, :, -1] = found.ravel()
    return RaceSolution(game, shares, tolerance=1e-14)


def loss(game: Race, policy: Policy) -> Loss:
    """What a policy gives away against best play, in all and state by state.

    With equal turns the states are those of the seat that the game has, and each seat is his as
    often: what all seats give away in a game adds up to all of it.

    Among several the others keep to the solution, in which no player can do better alone: it gives
    away what it wins less than an even share. Its exploitability is what a best reply wins beyond
    an even share where all others play the policy. Where turns differ, what best play of both is
    worth to a player stands for an even share.

    A match and a best reply. The mistakes take a turn for each turn start more; where throws leave
    a choice they are looked for in the turns that cost most, until no other turn can hold one that
    costs more.
    """
    n, lost, wins, due = game.players, [], [], 1 / game.players
    for side in sides_of(game)[: game.seats]:
        player = with_best_last_turns(player_of(side, policy))
        turns, best = turns_in(side, player), [best_turns(one) for one in sides_of(side)[1:]]
        lost.append(_mistakes_of(side, turns, policy))
        if game.seats > 1:
            course = RaceCourse(side, [turns, *best], [0] * n)
            wins.append(course.wins[(1 - side.seat) % n][0])  # who is in the first seat begins
    if game.seats > 1:
        average = due - sum(wins) / n
        reply = _in_each_seat(game, [policy] * (n - 1)).average - due
    else:
        found = among([turns, *best])
        if not game.alike:  # what best play of both is worth to this policy's player
            values = best_play(game)
            due = (values.value + 1.0 - float(values.other_starts[0, 0])) / 2
        average = due - found.average - found.never / n
        reply = _response(game.swapped, [player] * (n - 1), best[:1]).average
        reply -= 1 / n if game.alike else 1.0 - due
    return Loss(
        game=game,
        average=average,
        summed=sum(each.average for each in lost),
        # What never ends is worth nothing to a reply, but one half to best play, which is one, too.
        exploitability=max(reply, average) if n == 2 and game.seats == 1 else reply,
        found=lost[0].states,
        costly=lost[0].costliest,
    )


def _mistakes_of(game: Race, turns: Turns, policy: Policy) -> _Mistakes:
    rivals, best = list(map(best_turns, sides_of(game)[1:])), best_play(game)
    plan = None if turns.by_state else plan_of(game, policy)
    return _Mistakes(game, turns, rivals, best, turns.loss(best), plan)


@dataclass
class _Deviations:
    """Where best play gives something away against a policy, whose reply does not."""

    game: Race
    others: Sequence[Player]
    reply: RaceSolution
    wins: tuple[Floats, Floats]
    """Of the reply, at [own, opp], where it moves and where the next player does."""

    def __call__(self, count: int) -> list[Mistake]:
        """The mistakes that cost most in a game."""
        game, turns, (mine, theirs) = self.game, best_turns(self.game), self.wins
        others = len(mine) ** (game.players - 1)
        paid = theirs.reshape(others, len(mine), *theirs.shape[2:]).swapaxes(0, 1)
        gain = mine - turns.worth(paid)
        rivals = [turns_in(game, player) for player in self.others]
        plan = None if turns.by_state else plan_of(game, best_play(game))
        lost = np.where(gain > TIED, gain, 0.0)
        return _Mistakes(game, turns, rivals, self.reply, lost, plan).costliest(count)


@dataclass
class _Mistakes:
    """What turns give away against rivals where another solution is best, state by state; turn by
    turn where throws leave a choice, or busts in a row count.
    """

    game: Race
    turns: Turns
    rivals: Sequence[Turns]
    best: RaceSolution
    lost: Floats
    """What each turn gives away."""
    plan: Plan | None
    """The decisions, where they are not those of states alone."""

    @cached_property
    def visits(self) -> Floats:
        """Of each turn start."""
        visits: Floats = Chain(self.turns, *self.rivals).visits_of_all()[0]
        return np.nan_to_num(visits, posinf=0.0) / self.game.seats  # who sits in each as often

    @property
    def average(self) -> float:
        """What is lost in a game, a fair coin saying who moves first."""
        return float((self.visits * self.lost).sum())

    def rows(self) -> Iterator[tuple[int, Floats, Floats, Floats, Floats]]:
        """(own, bank, throw, loss, visits of the states), arrays at [units, mode, opp]."""
        found = self.turns.mistakes(self.best.other_starts)
        for own, (bank, throw, lost, reached) in enumerate(found):
            yield own, bank, throw, lost, reached * self.visits[own]

    def states(self) -> NDArray[np.float64]:
        """What is lost in each state, or by the turns from each [own, opp, …]."""
        if self.plan is not None:
            counts = (self.game.busts_in_a_row,) * 2 * self.game.falls
            return immutable(self.lost.reshape((len(self.lost),) * self.game.players + counts))
        units, n, modes = self.game.units, self.game.players, len(self.game.turn.modes)
        shape = units, units ** (n - 1), units, modes
        size = int(np.prod(shape))
        require(24 * size, f"the losses in all states of {self.game.name}", "ask for mistakes")
        lost = np.full(shape, np.nan)
        for own, _, _, found, _ in self.rows():
            lost[own, :, : units - own] = np.moveaxis(found[: units - own], 2, 0)
        return immutable(lost.reshape(*[units] * (n + 1), *[modes] * (modes > 1)))

    def costliest(self, count: int) -> list[Mistake]:
        """The mistakes that cost most in a game."""
        if (plan := self.plan) is not None:

            def here(place: tuple[int, ...]) -> Iterator[Mistake]:
                start = start_at(self.game, place)
                return mistakes_in_turn(self.game, plan, start, count, self.best)

            return costliest_in_turns(self.lost, self.visits, count, here)
        unit, modes = self.game.unit, self.game.turn.values
        found: list[Mistake] = []
        for own, bank, throw, lost, visits in self.rows():
            for place, *given in costliest(lost, visits, count):
                t, mode, opp = place
                best, other = ("roll", "hold") if throw[place] > bank[place] else ("hold", "roll")
                named = () if len(modes) == 1 else (modes[mode],)
                state = *start_at(self.game, (own, opp)), unit * t, *named
                found.append(Mistake(state, other, best, *given))
        return sorted(found, key=lambda mistake: -mistake.cost)[:count]
