"""Players whose decisions are given: what their turn starts are worth, and the best reply."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import replace
from threading import local
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...games.margins import TIED
from ...games.race import Race
from ...games.starts import Mover
from ...kernels import Floats
from ...kernels import cells as kernel
from ..solution import ConvergenceWarning
from .arrays import tables_of
from .best import Best
from .chain import Nodes
from .one_turn import worths_of
from .ranks import Ranks, ranks_of
from .turns import Turns

Plan = Turns | tuple[Floats, Floats] | NDArray[Any] | None
"""How a player decides: None, as is best; or how his turns end, as ``Turns`` or the two arrays of
it. Of two where a turn is a single roll also uint8 (goal, goal, goal), 1 at [own, own + total, opp]
where he rolls; int64 (goal, goal) or (goal, 1), holds from that turn total on; float64 (goal,
goal), as is best where turn starts of the next player are worth that."""

PASSES = 1000
"""Iterations of a rank, or passes where throws wipe or scores fall; a dozen are needed."""


def turn_starts(mover: Mover, plans: Sequence[Plan], never: float = 0.0) -> list[list[Floats]]:
    """What the turn starts of each player are worth, kind by kind, as ``Ranks.starts`` has them.

    The first player is the mover. ``never`` is what it is worth to him that nobody ever wins.
    O(goal**n x gains) time for one who decides by an array, and O(goal**(n + 1)) for turns; where
    nobody plays best, every cell of turn starts is linear and is solved at once.
    """
    ranks = ranks_of(mover.game, mover.seat)
    found = ranks.solve(PASSES, plans=[_given(ranks, plan) for plan in plans], never=never)
    if not found.settled:
        warnings.warn(
            f"the values still change by {found.history[-1]:.1e} after {len(found.history)} "
            "iterations, and may be off by far more: do not rely on them, and ask pigcore.simulate "
            "instead",
            ConvergenceWarning,
            stacklevel=2,
        )
    return [[ranks.starts(found.H, kind) for kind in some] for some in ranks.by_player]


def _given(ranks: Ranks, plan: Plan) -> Any:
    """A plan as the kernel takes it."""
    if isinstance(plan, Turns):
        return plan.ends, plan.squares
    if plan is None or isinstance(plan, tuple):
        return plan
    if plan.ndim == 3:
        return np.ascontiguousarray(plan, dtype=np.uint8)
    if plan.dtype.kind == "i":
        return np.ascontiguousarray(np.minimum(plan, ranks.scores), dtype=np.intp)
    paid = np.ones(ranks.size)
    for kind in range(ranks.kinds):
        paid[ranks.number(np.indices(plan.shape), kind)] = 1.0 - plan
    return paid


def wins(mover: Mover, plans: Sequence[Plan], never: float = 0.0) -> Nodes:
    """The chance that the first player wins from each turn start, as :data:`Nodes` has them."""
    n, goal = len(plans), mover.game.units
    found = turn_starts(mover, plans, never)
    each = [one[0] if len(one) == 1 else np.stack(one, axis=-1) for one in found]
    if n == 2:
        return each[0], 1.0 - each[1]
    return tuple(each[k][..., -k % n].reshape(goal, goal ** (n - 1)) for k in range(n))


class Against:
    """Rules of one limit against a player whose turns are known, one rule after the other.

    What follows from the opponent is made once, and all that a rule takes is O(goal**2 x gains).
    """

    def __init__(self, game: Race, turns: Turns) -> None:
        self._ranks, self._game, self._turns = ranks_of(game, 1), game, turns
        self._begun, self._own = self._ranks.filled([]), local()

    def _made_ready(self) -> tuple[NDArray[np.intp], Floats, Any]:
        """The limits of a rule, the worths of starts and the pass over them, of each thread."""
        if not hasattr(self._own, "ready"):
            ranks, goal = self._ranks, self._game.goal
            limits, H = np.zeros((goal, goal), dtype=np.intp), self._begun.copy()
            plans = [limits, _given(ranks, self._turns)]
            turns = ranks.turns_of([replace(one) for one in ranks.tables])
            sweep = ranks._sweep(H, None, None, ranks.rounding, plans, 0.5, turns=turns)
            self._own.ready = limits, H, sweep
        ready: tuple[NDArray[np.intp], Floats, Any] = self._own.ready
        return ready

    def wins(self, limits: NDArray[np.int64]) -> tuple[float, float]:
        """The chance that the rule wins a game, moving first and moving second; games that never
        end are shared.
        """
        if len(self._ranks.behind):  # turns lead back, and what they pay is found pass by pass
            first, second = wins(Mover(self._game), [limits, self._turns], 0.5)
            return float(first[0, 0]), float(second[0, 0])
        at, H, sweep = self._made_ready()
        np.minimum(limits, self._ranks.scores, out=at)
        H[...] = self._begun
        sweep.run(kernel.ALONE, np.zeros(PASSES), None, None)
        (mine,), (theirs,) = self._ranks.by_player
        first, second = (self._ranks.starts(H, kind) for kind in (mine, theirs))
        return float(first[0, 0]), 1.0 - float(second[0, 0])


def best_reply(mover: Mover, theirs: Sequence[Plan]) -> tuple[Floats, Nodes, float]:
    """The reply of the mover that wins most, where the others decide so, in their order.

    Returns the next player's turn starts by which the reply plays best; the reply's chance to win
    from each turn start, as player 0; and by how much that changes, where a game begins, if every
    decision that doubles cannot tell is to roll, every one to hold, or some at random.
    """
    game, best, doubt = mover.game, wins(mover, [None, *theirs]), 0.0
    starts = 1.0 - best[1] if game.players == 2 else best[1]
    shape = game.units, game.units ** (game.players - 1)
    some = np.where(np.random.default_rng(1).random(shape) < 0.5, -TIED, TIED)
    known = game.penalty or tables_of(mover).mild
    for margin in () if known else (-TIED, TIED, some, -some):
        mine = Turns.of(mover, Best(mover, worths_of(game, starts), margin).turn)
        other = wins(mover, [mine, *theirs])
        doubt = max(doubt, *(float(abs(a - b)[0, 0]) for a, b in zip(other, best)))
    return starts, best, doubt
