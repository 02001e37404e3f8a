"""Best replies in Farkle, and what policies give away."""

from __future__ import annotations

from functools import cached_property
from heapq import nlargest

import numpy as np
from numpy.typing import NDArray

from ...games.race import Race
from ...games.spelling import listed
from ...solvers.farkle import FarklePolicy, FarkleSolution
from ...solvers.farkle.chain import Chain, FarkleTurns, best_reply
from ...solvers.farkle.decided import best_play
from ...solvers.solution import immutable
from ..matches.farkle import best_turns, lost_by, match, turns_of
from ..policies.answers import Policy
from ..policies.race import plan_of
from ..results import Response, least_of
from .farkle_mistakes import mistakes_in_turn
from .results import Deviation, Loss, Mistake

__all__ = ["best_response", "loss"]

Floats = NDArray[np.float64]


def best_response(game: Race, policy: Policy) -> Response:
    """The best reply to a policy.

    Its ``policy`` is compact: a callable that plays best where the other player's turn starts are
    worth what they are against it.

    Raises
    ------
    RuleError
        If the policy gives an invalid answer.
    SizeError
        If the goal is too large.

    Notes
    -----
    The policy's turns, and some two solves.

    Examples
    --------
    >>> import pigcore
    >>> reply = best_response(pigcore.Farkle.minimal(goal=2000), pigcore.bank_at(300))
    >>> round(reply.first, 9), reply.policy(0, 0, 0, (1, 5, 2, 3, 4, 6))
    (0.737699089, '1, then throw')
    """
    turns = turns_of(game, policy)
    mine, theirs = best_reply(turns)
    first, second = float(mine[0, 0]), float(theirs[0, 0])
    # Who replies is paid what the other's turn starts leave him.
    starts = np.ascontiguousarray(np.clip(1.0 - theirs.T, 0.0, 1.0))
    reply = FarklePolicy(
        FarkleSolution(game, starts, method="newton", tolerance=1e-14, history=(), error_bound=0.0)
    )
    return Response(
        policy=reply,
        first=first,
        second=second,
        average=(first + second) / 2,
        found=_Deviations(game, turns, reply, (mine, theirs)),
        known=least_of(match(game, best_turns(game), turns)),
    )


class _Deviations:
    """Where a reply does something else than best play, turn start by turn start."""

    def __init__(
        self, game: Race, turns: FarkleTurns, reply: FarklePolicy, wins: tuple[Floats, Floats]
    ) -> None:
        self.game, self.turns, self.reply, self.wins = game, turns, reply, wins

    def __call__(self) -> list[Deviation]:
        """Those that gain, by what they gain in a game of best play against the policy."""
        game, unit = self.game, self.game.unit
        best = best_turns(game)
        mine, theirs = self.wins
        gain = mine - best.worth(theirs, theirs)
        visits = _visits(best, self.turns)
        before, after = best_play(game).thresholds(), self.reply.solution.thresholds()
        worth = visits * gain
        found = []
        for place in np.argsort(-worth, axis=None, kind="stable"):
            own, opp = divmod(int(place), len(gain))
            if worth[own, opp] <= 0:
                break
            found.append(
                Deviation(
                    f"own {unit * own}, opp {unit * opp}",
                    _limits(after[:, own, opp]),
                    _limits(before[:, own, opp]),
                    float(gain[own, opp]),
                    float(visits[own, opp]),
                )
            )
        return found


def _limits(points: NDArray[np.int64]) -> str:
    last = len(points)
    dice = "any number of" if last == 1 else f"1 to {last}"
    return f"bank at {listed([f'{it:,}' for it in points.tolist()])} with {dice} dice in hand"


def _visits(player: FarkleTurns, other: FarkleTurns) -> Floats:
    """Visits of a player's turn starts from no points, a fair coin saying who moves first."""
    mine = Chain(player, other).visits(0, 0)[0]
    theirs = Chain(other, player).visits(0, 0)[1].T
    return np.nan_to_num((mine + theirs) / 2, posinf=0.0)


def loss(game: Race, policy: Policy) -> Loss:
    """What a policy gives away against best play, in all and turn by turn.

    Raises
    ------
    RuleError
        If the policy gives an invalid answer.
    SizeError
        If the goal is too large.

    Notes
    -----
    A match and a best reply. Mistakes are looked for in the turns that cost most, until no other
    turn can hold a costlier one.

    Examples
    --------
    >>> import pigcore
    >>> found = loss(pigcore.Farkle.minimal(goal=2000), pigcore.bank_at(300))
    >>> round(found.average, 6), round(found.exploitability, 6), found.mistakes(1)[0].state
    (0.151111, 0.161641, (0, 0, 250, (1, 5)))
    """
    mistakes = _Mistakes(game, policy)
    mine, theirs = best_reply(mistakes.turns)
    played = match(game, mistakes.turns, best_turns(game))
    return Loss(
        game=game,
        average=0.5 - played.average - played.never / 2,
        summed=mistakes.average,
        exploitability=float(mine[0, 0] + theirs[0, 0]) / 2 - 0.5,
        found=mistakes.by_turn,
        costly=mistakes.costliest,
    )


class _Mistakes:
    """What the turns of a policy give away where best play follows."""

    def __init__(self, game: Race, policy: Policy) -> None:
        self.game, self.plan = game, plan_of(game, policy)
        self.turns = turns_of(game, self.plan)
        self.lost = lost_by(self.turns, best_play(game).starts)

    def by_turn(self) -> Floats:
        """What each turn gives away, at [own, opp]."""
        return immutable(self.lost)

    @cached_property
    def visits(self) -> Floats:
        """Of each turn start, against best play."""
        return _visits(self.turns, best_turns(self.game))

    @property
    def average(self) -> float:
        """What is lost in a game, a fair coin saying who moves first."""
        return float((self.visits * self.lost).sum())

    def costliest(self, count: int) -> list[Mistake]:
        """The mistakes that cost most in a game."""
        costs = self.visits * self.lost
        found: list[Mistake] = []
        for place in np.argsort(-costs, axis=None, kind="stable"):
            own, opp = divmod(int(place), len(costs))
            if costs[own, opp] <= 0 or (len(found) == count and found[-1].cost >= costs[own, opp]):
                break
            times = float(self.visits[own, opp])
            here = mistakes_in_turn(self.game, self.plan, own, opp, count)
            found += [mistake._replace(visits=mistake.visits * times) for mistake in here]
            found = nlargest(count, found, key=lambda mistake: mistake.cost)
        return found
