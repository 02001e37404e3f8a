"""The exact value of a duel: that of its equilibrium, which the solver proves in fractions."""

from __future__ import annotations

from fractions import Fraction

from ...games.duel import Duel
from ...solvers.duel import solve

__all__ = ["value"]


def value(game: Duel) -> Fraction:
    """What the duel is worth to either player."""
    return solve(game).exact.value
