"""Matches of a duel: two holds or mixtures against each other, exactly."""

from __future__ import annotations

from collections.abc import Sequence

from ...games.duel import Duel
from ...solvers.duel import solve
from ..policies.answers import Policy
from ..policies.duel import strategy_of
from ..results import DuelMatch
from .starts import start_of


def match(game: Duel, first: Policy, second: Policy, *, start: Sequence[int] = (0, 0)) -> DuelMatch:
    """Play one hold or mixture against another; a duel has no other start."""
    start_of(game, start)
    solution = solve(game)
    mine, yours = (solution.scores(strategy_of(game, policy)) for policy in (first, second))
    draw = sum(p * yours.get(x, 0.0) for x, p in mine.items())
    return DuelMatch(win=_beats(mine, yours), draw=draw, lose=_beats(yours, mine))


def _beats(mine: dict[int, float], yours: dict[int, float]) -> float:
    """P(my score is higher)."""
    return sum(p * sum(q for y, q in yours.items() if y < x) for x, p in mine.items())
