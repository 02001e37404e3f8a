"""Best replies of one player of a party to the others, and what policies give away."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...games.race import Race
from ...memory import require
from ...solvers.party import PartySolution, solve
from ...solvers.party.arrays import Floats
from ...solvers.party.chain import Chain
from ...solvers.party.reply import Reply, best_reply
from ...solvers.party.turns import Places, Rolls, ends_of, faced, own_turns
from ...solvers.solution import TIED, immutable
from ..matches.party import others_of
from ..policies.answers import Policy
from ..policies.race import all_tuples, plan_of, plans_of, shape, table_of
from ..results import PartyResponse
from .results import Deviation, Loss, Mistake, refuse_doubts

__all__ = ["best_response", "loss"]

SMALL = 1e-2
"""Where no gain is less likely, rolling is better by more than rounding wherever that matters."""


def best_response(game: Race, policy: Policy) -> PartyResponse:
    """The best reply of one player while the others keep to their policies, and what it wins.

    Parameters
    ----------
    game : Race
    policy : policy, or tuple or list of policies
        The others', in the order in which they move after him; one policy for all of them.

    Returns
    -------
    PartyResponse
        Its ``policy`` is a table of decisions, ``policy.entries`` at [own, next, …, total]: 0 where
        it rolls, 1 where it holds, as it does where both are worth the same.

    Raises
    ------
    RuleError
        If there are not as many policies as other players, or one gives an invalid answer.
    SizeError
        If there are more than 200 million states, or they do not fit in memory.

    Examples
    --------
    >>> import pigcore
    >>> party = pigcore.Pig(goal=30, players=3)
    >>> reply = best_response(party, pigcore.hold_at(20))
    >>> [round(chance, 9) for chance in reply.seats], reply.policy(0, 0, 0, 20)
    ([0.553797394, 0.467024968, 0.404828351], 'roll')
    """
    return _best_response(game, plans_of(game, others_of(game, policy)))


def _best_response(
    game: Race, others: Sequence[Rolls], best: Sequence[Rolls] = ()
) -> PartyResponse:
    """The same; it must win as much as each of the others, or of ``best``, would in its place."""
    reply = best_reply(game, others)
    least = min((float(chance) for _, chance in game.roll.gains), default=1.0)
    if least < SMALL:
        rather = best_reply(game, others, -TIED)  # where doubles cannot tell, it rolls
        refuse_doubts(least, float(abs(reply.wins - rather.wins)[:, 0].max()))
    tried = {id(plan): plan for plan in (*others, *best)}.values()
    known = max(float(Chain(game, [plan, *others]).wins[:, 0, 0].mean()) for plan in tried)

    def plan(scores: Places) -> Floats:
        numbers = np.ravel_multi_index(tuple(scores.T), shape(game)[:-1])
        chances: Floats = reply.rolls[numbers].astype(np.float64)
        return chances

    begun, *later = reply.wins[:, 0].tolist()
    return PartyResponse(
        policy=table_of(game, plan),
        first=begun,
        second=later[-1],
        average=float(reply.wins[:, 0].mean()),
        found=_Deviations(game, others, reply),
        seats=(begun, *later[::-1]),
        known=known,
    )


class _Deviations:
    """Where a reply does something else than best play, turn start by turn start."""

    def __init__(self, game: Race, others: Sequence[Rolls], reply: Reply) -> None:
        self.game, self.others, self.reply = game, others, reply

    def __call__(self) -> list[Deviation]:
        """Those that gain, by what they gain in a game of best play against the others."""
        game, wins = self.game, self.reply.wins
        solution = solve(game)
        best = plan_of(game, solution)
        visits = _visits(game, [best, *self.others])
        gain, limits = np.zeros(len(visits)), np.zeros((2, len(visits)), dtype=np.intp)
        for numbers, scores in all_tuples(game):
            rolls = best(scores)
            gain[numbers] = wins[0, numbers] - _followed(game, wins[1], scores, rolls)
            for limit, decisions in zip(limits, (self.reply.rolls[numbers], rolls > 0.5)):
                limit[numbers] = _limits(decisions, scores[:, 0])
        worth = visits * np.where(gain > TIED, gain, 0.0)
        found = []
        for number in np.argsort(-worth, kind="stable").tolist():
            if worth[number] <= 0:
                break
            own, *others = map(int, np.unravel_index(number, shape(game)[:-1]))
            state = game.spell((own, *others, 0)).removesuffix(", total 0")
            reply, usual = (_told(game, own, int(limit[number])) for limit in limits)
            found.append(Deviation(state, reply, usual, float(gain[number]), float(visits[number])))
        return found


def _visits(game: Race, players: Sequence[Rolls]) -> Floats:
    """How often each turn of the first player comes, all seats being as likely."""
    chain = Chain(game, players)
    begun = np.zeros((game.players, game.goal**game.players))
    begun[:, 0] = 1 / game.players
    visits: Floats = np.nan_to_num(chain.visits(begun)[0], posinf=0.0)
    return visits


def _followed(game: Race, worth: Floats, scores: Places, rolls: Floats) -> Floats:
    """What turns played by ``rolls`` are worth, ``worth`` telling what follows them."""
    held, x = faced(game, worth, scores)
    ends = ends_of(game, scores[:, 0], rolls)
    found: Floats = (ends.banked * held).sum(axis=1) + ends.won + ends.bust * x
    return found


def _limits(rolls: NDArray[np.bool_], own: Places) -> Places:
    """The smallest turn total held at."""
    past = np.arange(rolls.shape[1]) > own[:, None]
    held = past & ~rolls
    first: Places = np.where(held.any(axis=1), held.argmax(axis=1), rolls.shape[1]) - own
    return first


def _told(game: Race, own: int, total: int) -> str:
    return "roll for the goal" if own + total >= game.goal else f"hold at {total}"


def loss(game: Race, policy: Policy) -> Loss:
    """What one player's policy gives away among others who play best.

    The others keep to the solution, in which no player can do better alone: it gives away what it
    wins less than an even share. Its exploitability is what a best reply wins beyond an even share
    where all others play the policy.

    Raises
    ------
    RuleError
        If the policy gives an invalid answer.
    SizeError
        If there are more than 200 million states, or they do not fit in memory.

    Examples
    --------
    >>> import pigcore
    >>> found = loss(pigcore.Pig(goal=30, players=3), pigcore.hold_at(20))
    >>> print(found)
    the policy gives away 0.119469762533 against best play and 0.141883571131 against its best reply
    """
    (plan,) = plans_of(game, [policy])
    mistakes = _Mistakes(game, plan, solve(game))
    n, best = game.players, plan_of(game, mistakes.solution)
    wins = Chain(game, [plan, *[best] * (n - 1)]).wins[:, 0]
    return Loss(
        game=game,
        average=1 / n - float(wins[:, 0].mean()) - (1.0 - float(wins.sum()) / n) / n,
        summed=mistakes.average,
        exploitability=_best_response(game, [plan] * (n - 1), [best]).average - 1 / n,
        found=mistakes.states,
        costly=mistakes.costliest,
    )


class _Mistakes:
    """What the turns of a policy give away where best play follows."""

    def __init__(self, game: Race, plan: Rolls, solution: PartySolution) -> None:
        self.game, self.plan, self.solution = game, plan, solution

    @cached_property
    def visits(self) -> Floats:
        """Of each turn start, by the number of its scores."""
        best = plan_of(self.game, self.solution)
        return _visits(self.game, [self.plan, *[best] * (self.game.players - 1)])

    @property
    def average(self) -> float:
        """What is lost in a game, all seats being as likely."""
        return sum(float((rows.lost * rows.visits).sum()) for rows in self.rows())

    def rows(self) -> Iterator[Rows]:
        """What is lost in all states, some tuples of the scores at a time."""
        for numbers, scores in all_tuples(self.game):
            own = scores[:, 0]
            held, best, _ = own_turns(self.solution, scores)
            chance = self.plan(scores)
            chosen = chance * best.payoffs + (1.0 - chance) * held
            lost = np.maximum(np.maximum(held, best.payoffs) - chosen, 0.0)
            lost[np.arange(self.game.goal) <= own[:, None]] = 0.0  # one must roll
            reached = ends_of(self.game, own, chance).reached
            yield Rows(numbers, own, best.rolls, lost, reached * self.visits[numbers, None])

    def states(self) -> NDArray[np.float64]:
        """What is lost in each state, NaN where there is none."""
        goal, wide = self.game.goal, shape(self.game)
        require(
            16 * int(np.prod(wide)),
            f"the losses in all states of {self.game.name}",
            "ask for mistakes",
        )
        found = np.full((int(np.prod(wide[:-1])), goal), np.nan)
        for rows in self.rows():
            places = rows.own[:, None] + np.arange(goal)
            lost = np.take_along_axis(rows.lost, np.minimum(places, goal - 1), axis=1)
            found[rows.numbers] = np.where(places < goal, lost, np.nan)
        return immutable(found.reshape(wide))

    def costliest(self, count: int) -> list[Mistake]:
        """The mistakes that cost most in a game."""
        found: list[Mistake] = []
        for rows in self.rows():
            cost = rows.lost * rows.visits
            for place in np.argsort(-cost, axis=None, kind="stable")[:count]:
                row, s = np.unravel_index(place, cost.shape)
                if cost[row, s] > 0:
                    scores = np.unravel_index(rows.numbers[row], shape(self.game)[:-1])
                    best = "roll" if rows.rolls[row, s] else "hold"
                    found.append(
                        Mistake(
                            (*map(int, scores), int(s - rows.own[row])),
                            "hold" if best == "roll" else "roll",
                            best,
                            float(rows.lost[row, s]),
                            float(rows.visits[row, s]),
                        )
                    )
        return sorted(found, key=lambda mistake: -mistake.cost)[:count]


class Rows(NamedTuple):
    """What is lost at k tuples of the scores."""

    numbers: Places
    own: Places
    rolls: NDArray[np.bool_]
    """(k, goal): whether best play rolls, at each score that could be banked."""
    lost: Floats
    """(k, goal)"""
    visits: Floats
    """(k, goal): how often the state comes in a game."""
