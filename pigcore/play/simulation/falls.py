"""Races in which busts in a row cost points, with random dice, played on a board."""

from __future__ import annotations

from dataclasses import dataclass

from ...games.race import Race
from ..boards.falls import FallsBoard, rules_of, seat_of
from ..policies.answers import Policy
from .race import RaceTables

__all__ = ["FallsTables", "tables"]


@dataclass(frozen=True, eq=False)
class FallsTables(RaceTables):
    """A race in which busts in a row cost points, and who plays it; to be sent anywhere."""

    def board(self) -> FallsBoard:
        """A board with the policies in their seats."""
        return FallsBoard(self.rules, self.seats)


def tables(game: Race, first: Policy, second: Policy) -> FallsTables:
    """A race between ``first`` and ``second``.

    Raises
    ------
    RuleError
        If a policy gives an invalid answer.
    """
    return FallsTables(rules_of(game), (seat_of(game, first), seat_of(game, second)), ())
