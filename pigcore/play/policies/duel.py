"""Policies of a duel: a hold, or a mixture of holds."""

from __future__ import annotations

from ...solvers.duel import DuelPolicy, DuelSolution
from ...solvers.duel.solution import Strategy

__all__ = ["Strategy", "strategy_of"]


def strategy_of(given: Strategy | DuelPolicy | DuelSolution) -> Strategy:
    """The hold or mixture that is played by ``given``."""
    return given.mix if isinstance(given, (DuelPolicy, DuelSolution)) else given
