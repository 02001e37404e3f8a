"""Races, handed to the compiled loop."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from ...games.race import Race
from ...kernels import simulate as kernel
from ..boards.race import RaceBoard, RaceSeat, rules_of, seat_of
from ..boards.rolling import RollingRules
from ..policies.answers import Policy
from .results import Simulation

__all__ = ["RaceTables", "tables"]


@dataclass(frozen=True, eq=False)
class RaceTables:
    """A race between two players; plain arrays, to be sent anywhere."""

    rules: RollingRules
    seats: tuple[RaceSeat, RaceSeat]

    shape: ClassVar[tuple[int, ...]] = (2, len(kernel.COUNTS))
    result: ClassVar[Callable[..., Simulation]] = Simulation.of

    def play(self) -> Callable[..., None]:
        """``play`` of the kernel's object of this game."""
        rules = self.rules
        first, second = (kernel.Player(it.table, it.chances, it.after) for it in self.seats)
        return kernel.Throws(
            rules.throw.shares, rules.throw.outcomes, rules.throw.power, rules.exact,
            rules.landing, rules.dead, first, second,
        ).play  # fmt: skip

    def board(self) -> RaceBoard:
        """A board with both policies in their seats."""
        return RaceBoard(self.rules, self.seats)


def tables(game: Race, first: Policy, second: Policy) -> RaceTables:
    """A race between ``first`` and ``second``.

    Raises
    ------
    RuleError
        If a policy gives an invalid answer.
    SizeError
        If the decisions would not fit in memory, or a callable is asked in too many states.
    """
    return RaceTables(rules_of(game), (seat_of(game, first), seat_of(game, second)))
