"""Best replies in a race, and what policies give away."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ...games.game import Frozen
from ...games.race import Race
from ...memory import require
from ...solvers.race import RacePolicy, RaceSolution, solve
from ...solvers.race.arrays import Floats, RaceArrays
from ...solvers.race.chain import Chain
from ...solvers.race.matches import values
from ...solvers.race.replies import best_reply
from ...solvers.race.turns import Turns
from ...solvers.solution import immutable
from ..matches.race import match, player_of, turns_in, turns_of
from ..policies.answers import Policy
from ..results import Response, least_of
from .results import Deviation, Loss, Mistake, refuse_doubts

__all__ = ["ReplyToMemory", "best_response", "loss"]


def best_response(game: Race, policy: Policy) -> Response:
    """The best reply to a policy, by a player who sees all that the policy remembers.

    Its ``policy`` is compact: a callable that plays best where the other player's turn starts are
    worth what they are against it. Where both actions are worth the same it holds.

    Raises
    ------
    RuleError
        If the policy gives an invalid answer.
    SizeError
        If the goal is too large.

    Notes
    -----
    One solve of two players, O(goal**2) memory, for a policy that neither mixes nor remembers;
    otherwise some five matches.

    Examples
    --------
    >>> import pigcore
    >>> reply = best_response(pigcore.Pig(), pigcore.hold_at(20))
    >>> round(reply.first, 9), reply.policy(0, 0, 20), reply.policy(0, 60, 24)
    (0.587367621, 'hold', 'roll')
    """
    tables, player, solution = RaceArrays.of(game), player_of(game, policy), solve(game)
    if tables.mild and not isinstance(player, Turns):
        mine, theirs = values(tables, None, player, never=0.0)
        parts, wins = [theirs], (mine[None], 1.0 - theirs[None])
    else:
        reply, nodes, doubt = best_reply(turns_in(game, player), solution.starts)
        refuse_doubts(min(tables.chances, default=1.0), doubt)
        parts = [np.asarray(starts) for starts in reply.decisions]
        wins = nodes[0][0], nodes[1][:, 0]
    policies = tuple(_playing_by(game, starts) for starts in parts)
    first, second = (float(seat[0, 0, 0]) for seat in wins)
    return Response(
        policy=policies[0] if len(policies) == 1 else ReplyToMemory(policies),
        first=first,
        second=second,
        average=(first + second) / 2,
        found=_Deviations(game, policy, policies, wins),
        known=least_of(match(game, solution, policy)),
    )


class ReplyToMemory(Frozen):
    """A best reply to a policy with memory: a policy for each thing that the other remembers."""

    policies: tuple[RacePolicy, ...]

    def __init__(self, policies: tuple[RacePolicy, ...]) -> None:
        self._set(policies=policies)

    def __call__(self, own: int, opp: int, total: int = 0, memory: int = 0) -> str:
        """``"roll"`` or ``"hold"`` where the other player remembers ``memory``."""
        return str(self.policies[memory](own, opp, total))


def _playing_by(game: Race, starts: Floats) -> RacePolicy:
    """Who plays best where the other player's turn starts are worth ``starts``."""
    found = np.clip(starts, 0.0, 1.0)
    return RacePolicy(RaceSolution(game, found, method="newton", tolerance=1e-14, history=()))


class _Deviations:
    """Where a reply does something else than best play, turn start by turn start."""

    def __init__(
        self,
        game: Race,
        policy: Policy,
        replies: tuple[RacePolicy, ...],
        wins: tuple[Floats, Floats],
    ) -> None:
        """``wins``: of the reply, at [what the other remembers, own, opp], by who is to move."""
        self.game, self.policy, self.replies, self.wins = game, policy, replies, wins

    def __call__(self) -> list[Deviation]:
        """Those that gain, by what they gain in a game of best play against the policy."""
        game, solution = self.game, solve(self.game)
        best = Turns.of(game, [solution.starts])
        mine, banked = self.wins
        gain = np.stack([own - best.worth(1.0 - paid)[0] for own, paid in zip(mine, banked)])
        visits = _visits(Chain(best, turns_of(game, self.policy)), 0)[0]
        before = solution.thresholds()
        after = [reply.solution.thresholds() for reply in self.replies]
        found = []
        worth = np.nan_to_num(visits, posinf=0.0) * gain
        for place in np.argsort(-worth, axis=None, kind="stable"):
            memory, own, opp = (int(part) for part in np.unravel_index(place, gain.shape))
            if worth[memory, own, opp] <= 0:
                break
            state = game.spell((own, opp, 0)).removesuffix(", total 0")
            told = f", where the other remembers {memory}" if len(after) > 1 else ""
            found.append(
                Deviation(
                    state + told,
                    _limit(game, own, int(after[memory][own, opp])),
                    _limit(game, own, int(before[own, opp])),
                    float(gain[memory, own, opp]),
                    float(visits[memory, own, opp]),
                )
            )
        return found


def _limit(game: Race, own: int, total: int) -> str:
    return "roll for the goal" if own + total >= game.goal else f"hold at {total}"


def _visits(chain: Chain, player: int) -> Floats:
    """Visits of a player's turn starts from no points, a fair coin saying who moves first."""
    visits: Floats = (chain.visits(0, 0, 0)[player] + chain.visits(1, 0, 0)[player]) / 2
    return visits


def loss(game: Race, policy: Policy) -> Loss:
    """What a policy gives away against best play, in all and state by state.

    Raises
    ------
    RuleError
        If the policy gives an invalid answer.
    SizeError
        If the goal is too large.

    Notes
    -----
    A match and a best reply. The mistakes take a turn for each turn start more.

    Examples
    --------
    >>> import pigcore
    >>> found = loss(pigcore.Pig(), pigcore.hold_at(20))
    >>> round(found.average, 6), round(found.exploitability, 6), found.mistakes(1)[0].state
    (0.03992, 0.054875, (66, 74, 20))
    """
    mistakes = _Mistakes(game, policy)
    played = match(game, mistakes.turns, Turns.of(game, [mistakes.starts]))
    return Loss(
        game=game,
        average=0.5 - played.average - played.never / 2,
        summed=mistakes.average,
        exploitability=best_response(game, policy).average - 0.5,
        found=mistakes.states,
        costly=mistakes.costliest,
    )


class _Mistakes:
    """What the turns of a policy give away where best play follows."""

    def __init__(self, game: Race, policy: Policy) -> None:
        self.game = game
        self.turns = turns_of(game, policy)
        self.starts = solve(game).starts

    @cached_property
    def visits(self) -> Floats:
        """Of each turn start by the policy's memory, against best play."""
        best = Turns.of(self.game, [self.starts])
        visits: Floats = _visits(Chain(self.turns, best), 0).sum(axis=1)
        return np.nan_to_num(visits, posinf=0.0)

    @property
    def average(self) -> float:
        """What is lost in a game, a fair coin saying who moves first."""
        return float((self.visits * self.turns.loss(self.starts)).sum())

    def rows(self) -> Iterator[tuple[int, int, Floats, Floats, Floats, Floats]]:
        """(memory, own, hold, roll, loss, visits of the states), arrays at [total, opp]."""
        for memory in range(self.turns.memories):
            found = self.turns.mistakes(self.starts, memory)
            for own, (hold, roll, lost, reached) in enumerate(found):
                yield memory, own, hold, roll, lost, reached * self.visits[memory, own]

    def states(self) -> NDArray[np.float64]:
        """What is lost in each state, where a policy remembers something on the average."""
        goal = self.game.goal
        require(24 * goal**3, f"the losses in all states of a race to {goal}", "ask for mistakes")
        lost = np.full((goal,) * 3, np.nan)
        weight = np.zeros((goal,) * 3)
        for memory, own, _, _, found, visits in self.rows():
            place = np.s_[own, :, : goal - own]
            if memory == 0:
                lost[place] = found.T
                weight[place] = visits.T
                continue
            both = weight[place] + visits.T
            share = np.divide(visits.T, both, out=np.zeros_like(both), where=both > 0)
            lost[place] += share * (found.T - lost[place])
            weight[place] = both
        return immutable(lost)

    def costliest(self, count: int) -> list[Mistake]:
        """The mistakes that cost most in a game."""
        found: list[Mistake] = []
        for _, own, hold, roll, lost, visits in self.rows():
            cost = lost * visits
            places = np.argsort(-cost, axis=None, kind="stable")[:count]
            for total, opp in zip(*np.unravel_index(places, cost.shape)):
                if cost[total, opp] > 0:
                    best = "roll" if roll[total, opp] > hold[total, opp] else "hold"
                    found.append(
                        Mistake(
                            (own, int(opp), int(total)), "hold" if best == "roll" else "roll",
                            best, float(lost[total, opp]), float(visits[total, opp]),
                        )
                    )  # fmt: skip
        return sorted(found, key=lambda mistake: -mistake.cost)[:count]
