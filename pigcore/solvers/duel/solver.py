"""Solve a duel: payoff matrix and optimal mixture, in floating point and then exactly."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...games.duel import Duel
from ...games.errors import FileError, RuleError, SizeError
from ...games.spelling import shown
from ...memory import require
from ..files import AGAIN
from .exact import equilibrium, judge
from .solution import DuelSolution, Floats
from .turns import Turns

MOST_BITS = 60_000
"""Of the fractions that are chances of turn scores; with more, exact sums take minutes."""

MOST_STEPS = 20_000_000
"""Ways (hold, last total, last throw) for turns to end; exact chances of more take minutes."""


def solve(game: Duel, *, progress: Callable[[int, int], object] | None = None) -> DuelSolution:
    """Solve a duel: a linear program, proved in fractions by :mod:`pigcore.solvers.duel.exact`.

    O(holds² x scores) for the matrix; then scipy's HiGHS, and the linear equations of its support.

    Examples
    --------
    >>> import pigcore
    >>> duel = pigcore.solve(pigcore.Duel(holds=range(2, 41)))
    >>> duel.value, duel.exact.unique, round(duel.mix[21], 6)
    (0.0, True, 0.346729)
    >>> duel.best(20), duel.payoffs(20)[2]
    ((2,), 0.14499...)
    """
    if not isinstance(game, Duel):
        raise RuleError(f"{shown(game)} is not a duel: make one with pigcore.Duel(roll, holds)")
    payoffs, turns, groups = _prepare(game)
    exact_turns = Turns(game, exact=True)
    tell = progress or (lambda done, of: None)
    tell(1, 3)
    rows = [game.holds.index(group[0]) for group in groups]
    mix = np.zeros(len(game.holds))
    mix[rows] = mixture(payoffs[np.ix_(rows, rows)])
    tell(2, 3)
    exact = equilibrium(
        exact_turns,
        [group[0] for group in groups],
        [game.holds[n] for n in rows if mix[n] > 1e-9],
    )
    tell(3, 3)
    return DuelSolution(
        game,
        matrix=payoffs,
        floating=mix,
        exact=exact,
        turns=turns,
        alike=groups,
    )


def _prepare(game: Duel) -> tuple[Floats, Turns, list[list[int]]]:
    """The payoff matrix, the turns behind it, and the holds that no throw tells apart."""
    gains = [g for g, _ in game.roll.gains]
    if gains:
        last_totals = len(game.holds) * min(gains[-1], game.holds[-1])
        steps = len(gains) * max(last_totals, game.holds[-1] + gains[-1])
        if steps > MOST_STEPS:
            raise SizeError(
                f"the turns of {len(game.holds)} holds take {steps:,} steps, but at most "
                f"{MOST_STEPS:,} are made: take fewer holds or a roll of fewer gains"
            )
        # k throws have chances over the k-th power of one denominator.
        bits = game.roll.denominator.bit_length() * (game.holds[-1] // gains[0] + 1)
        if bits > MOST_BITS:
            raise SizeError(
                f"the exact chances of hold at {game.holds[-1]} are fractions of up to {bits:,} "
                f"bits, but at most {MOST_BITS:,} are computed with: take smaller holds or chances "
                "of fewer digits"
            )
    turns = Turns(game)
    scores = [turns.scores(hold) for hold in game.holds]
    points = sorted(set().union(*scores))
    require(
        24 * len(scores) * (len(points) + len(scores)),
        f"the payoffs of {len(scores)} holds",
        "take fewer holds",
    )
    column = {x: n for n, x in enumerate(points)}
    chances = np.zeros((len(scores), len(points)))
    for row, score in zip(chances, scores, strict=True):
        row[[column[x] for x in score]] = list(score.values())
    up_to = chances.cumsum(axis=1)
    payoffs = chances @ (2 * up_to - chances - 1).T
    return (payoffs - payoffs.T) / 2, turns, _alike(game)


def _alike(game: Duel) -> list[list[int]]:
    """The holds in groups of one and the same turn.

    Hold at h and at h' > h differ if and only if throws can add up to one of h … h' − 1.
    """
    sums = [True] + [False] * game.holds[-1]
    groups: dict[int, list[int]] = {}
    for k in range(1, len(sums)):
        sums[k] = any(sums[k - g] for g, _ in game.roll.gains if g <= k)
    between = 0
    for k in range(1, len(sums)):
        if k in game.holds:
            groups.setdefault(between, []).append(k)
        between += sums[k]
    return list(groups.values())


def mixture(payoffs: Floats) -> Floats:
    """An optimal mixture by linear programming: max v, x A >= v, x >= 0, Σx = 1."""
    from scipy.optimize import linprog

    n = len(payoffs)
    found = linprog(
        c=np.append(np.zeros(n), -1.0),
        A_ub=np.hstack([-payoffs.T, np.ones((n, 1))]),
        b_ub=np.zeros(n),
        A_eq=np.append(np.ones(n), 0.0)[None],
        b_eq=[1.0],
        bounds=[(0, None)] * n + [(None, None)],
        method="highs-ds",
        options={"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10},
    )
    # The exact layer needs no more than a proposal; without one it starts from the first hold.
    return np.zeros(n) if found.x is None else np.asarray(found.x[:n])


def from_arrays(game: Duel, arrays: dict[str, NDArray[Any]], info: dict[str, Any]) -> DuelSolution:
    """The Solution that a file describes: payoffs recomputed, the exact mixture proved again."""
    payoffs, turns, groups = _prepare(game)
    if not np.abs(arrays["payoffs"] - payoffs).max() <= 1e-12:
        raise FileError(f"the file's payoffs are not those of the rules beside them: {AGAIN}")
    try:
        weights = {int(hold): Fraction(weight) for hold, weight in info["weights"].items()}
    except (KeyError, AttributeError, TypeError, ValueError, ZeroDivisionError):
        raise FileError(f"the file's info has no table of exact weights: {AGAIN}") from None
    exact_turns = Turns(game, exact=True)
    exact = judge(exact_turns, [group[0] for group in groups], weights)
    if exact is None:
        raise FileError(f"the file's exact weights are not an optimal mixture: {AGAIN}")
    mix = arrays["mix"]
    if not (abs(mix.sum() - 1) <= 1e-9 and (payoffs @ mix).max() <= 1e-6):
        raise FileError(f"the file's mix is not an optimal mixture: {AGAIN}")
    return DuelSolution(
        game,
        matrix=payoffs,
        floating=mix,
        exact=exact,
        turns=turns,
        alike=groups,
    )
