"""Matches of simultaneous turns: two policies round after round, exactly up to rounding."""

from __future__ import annotations

from collections.abc import Sequence

from ...games.race import Race
from ...solvers.simultaneous import Tables
from ..policies.answers import Policy
from ..policies.simultaneous import holds_of
from ..results import SimultaneousMatch
from .starts import start_of

__all__ = ["match"]


def match(
    game: Race, first: Policy, second: Policy, *, start: Sequence[int] = (0, 0)
) -> SimultaneousMatch:
    """Play ``first`` against ``second``: O(goal**2 x ends of turns) after both are tabulated."""
    own, opp = start_of(game, start)
    wins, rounds = Tables(game).match(holds_of(game, first), holds_of(game, second))
    return SimultaneousMatch(float(wins[own, opp]), float(rounds[own, opp]))
