"""Races in which busts in a row cost points, with random dice, played on a board."""

from __future__ import annotations

from ...games.race import Race
from ..boards.race import rules_of, seat_of
from ..policies.answers import Policy
from .race import RaceTables

__all__ = ["tables"]


def tables(game: Race, first: Policy, second: Policy) -> RaceTables:
    """A race between ``first`` and ``second``.

    Raises
    ------
    RuleError
        If a policy gives an invalid answer.
    """
    return RaceTables(rules_of(game), (seat_of(game, first), seat_of(game, second)), ())
