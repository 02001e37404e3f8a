"""The best reply to a policy of simultaneous turns, and what a policy gives away."""

from __future__ import annotations

from functools import partial

import numpy as np

from ...games.race import Race
from ...kernels import Floats
from ...solvers.simultaneous import SimultaneousSolution, Tables, turn_of
from ...solvers.solution import immutable
from ..policies.answers import Policy
from ..policies.simultaneous import best_play, holds_of, tabulated
from ..results import Deviation, Response
from .results import Loss, Mistake, costliest

__all__ = ["best_response", "loss"]


def best_response(game: Race, policy: Policy) -> Response:
    """The best reply to a policy, as a table; one recursion over the totals at each pair."""
    tables, theirs = Tables(game), holds_of(game, policy)
    least, reply = tables.reply(theirs)
    wins = 1.0 - float(least[0, 0])
    solution = best_play(game)
    known = tables.match(solution.holds, theirs)[0]
    return Response(
        tabulated(game, 1.0 - reply), wins, wins, wins,
        found=partial(_deviations, game, least, theirs, reply), known=float(known[0, 0]),
    )  # fmt: skip


def _deviations(game: Race, least: Floats, theirs: Floats, reply: Floats) -> list[Deviation]:
    """Where a reply does for sure what the equilibrium never does, at the first scores."""
    solution, tables, found = best_play(game), Tables(game), []
    values = tables.values(1.0 - least.T)
    held, rolled = np.empty((2, tables.size))
    tables.pairs.payoffs(theirs, values, 0, 0, held, rolled)
    reach, _ = solution._reached(0, 0)
    for total in np.flatnonzero(reach[: game.furthest]).tolist():
        mine, usual = reply[0, 0, total], solution.holds[0, 0, total]
        gain = abs(float(held[total] - rolled[total]))
        if total and mine != usual and usual in (0, 1) and gain > 1e-12:
            words = game.words if mine == 0 else game.words[::-1]
            place = game.spell((0, 0, total))
            found.append(Deviation(place, words[0], words[1], gain, float(reach[total])))
    return sorted(found, key=lambda one: -one.gain * one.visits)


def loss(game: Race, policy: Policy) -> Loss:
    """What a policy gives away against the solution's strategy, in all and state by state."""
    solution, tables, mine = best_play(game), Tables(game), holds_of(game, policy)
    wins = float(tables.match(mine, solution.holds)[0][0, 0])
    costs = _Costs(solution, mine)
    return Loss(
        game=game,
        average=0.5 - wins,
        summed=float((costs.visits * costs.worse).sum()),
        exploitability=0.5 - float(tables.reply(mine)[0][0, 0]),
        found=lambda: immutable(costs.worse),
        costly=costs.costliest,
    )


class _Costs:
    """What a policy gives away in each state against the solution, and how often it comes there."""

    def __init__(self, solution: SimultaneousSolution, mine: Floats) -> None:
        game = self.game = solution.game
        goal, most = game.goal, game.furthest
        self.mine, self.hold_is_best = mine, np.zeros((goal, goal, most), dtype=bool)
        self.worse, self.visits = np.zeros((2, goal, goal, most))
        begun = np.zeros((goal, goal))
        begun[0, 0] = 1.0
        for total in range(2 * goal - 1):
            for own in range(max(0, total - goal + 1), min(total, goal - 1) + 1):
                opp = total - own
                if begun[own, opp]:
                    self._pair(solution, own, opp, begun)

    def _pair(self, solution: SimultaneousSolution, own: int, opp: int, begun: Floats) -> None:
        game, goal = self.game, self.game.goal
        reach, ends = turn_of(game, self.mine[own, opp], own)
        _, theirs = turn_of(game, solution.holds[opp, own], opp)
        rounds = begun[own, opp] / (1.0 - ends[0] * theirs[0])
        n = game.furthest - own
        held, rolled = solution._turn_payoffs(own, opp)
        best, chance = np.maximum(held, rolled)[:n], self.mine[own, opp, :n]
        self.worse[own, opp, :n] = best - chance * held[:n] - (1 - chance) * rolled[:n]
        self.worse[own, opp, 0] = 0.0
        self.visits[own, opp, :n] = rounds * reach[:n]
        self.hold_is_best[own, opp, :n] = held[:n] >= rolled[:n]
        more = rounds * np.outer(ends[: goal - own], theirs[: goal - opp])
        more[0, 0] = 0.0
        begun[own:, opp:] += more

    def costliest(self, count: int) -> list[Mistake]:
        """The mistakes that cost most."""
        words, found = self.game.words, []
        for at, worse, visits in costliest(self.worse, self.visits, count):
            best = bool(self.hold_is_best[at])
            rest = float(self.mine[at] if not best else 1.0 - self.mine[at])
            found.append(Mistake(at, words[not best], words[best], worse / rest, visits * rest))
        return found
