"""Hog, handed to the compiled loop."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from ...games.hog import Hog
from ...kernels import simulate as kernel
from ..boards.hog import HogBoard, HogRules, HogSeat, rules_of, seat_of
from ..policies.answers import Policy
from .results import Simulation

__all__ = ["HogTables", "tables"]


@dataclass(frozen=True, eq=False)
class HogTables:
    """Hog between two players; plain arrays, to be sent anywhere."""

    rules: HogRules
    seats: tuple[HogSeat, HogSeat]

    shape: ClassVar[tuple[int, ...]] = (2, 7)
    result: ClassVar[Callable[..., Simulation]] = Simulation.of

    def play(self) -> Callable[..., None]:
        """``play`` of the kernel's object of this game."""
        rules, urns = self.rules, self.rules.urns
        first = np.cumsum([0, *(len(urn.shares) for urn in urns.values())]).tolist()
        places = [(*key, start, urn.power) for (key, urn), start in zip(urns.items(), first)]
        players = (kernel.Chooser(seat.table, seat.chances, seat.choices) for seat in self.seats)
        return kernel.Rolls(
            np.concatenate([urn.shares for urn in urns.values()]),
            np.concatenate([urn.outcomes for urn in urns.values()]),
            np.array(places, dtype=np.intp), rules.kind, rules.free, rules.exchange, rules.target,
            rules.same, rules.final, *players,
        ).play  # fmt: skip

    def board(self) -> HogBoard:
        """A board with both policies in their seats."""
        return HogBoard(self.rules, self.seats)


def tables(game: Hog, first: Policy, second: Policy) -> HogTables:
    """Hog between ``first`` and ``second``.

    Raises
    ------
    RuleError
        If a policy gives an invalid answer.
    """
    return HogTables(rules_of(game), (seat_of(game, first), seat_of(game, second)))
