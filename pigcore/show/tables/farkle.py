"""The booklet of Farkle: the fewest points to bank, a grid for each number of dice left."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...games.spelling import counted
from ...solvers.farkle import FarkleSolution
from .numbers import shown_scores
from .parts import Booklet, Cell, Grid

__all__ = ["booklet"]

SHOWN = 20
"""How many scores a grid shows unless a step is given."""


def booklet(solution: FarkleSolution, step: int | None) -> Booklet:
    """The fewest points banked; ``step`` counts units. O(units**3 x choices) time."""
    game, thresholds = solution.game, solution.thresholds()
    scores = shown_scores(game.units, -(-game.units // SHOWN) if step is None else step)

    def records() -> Iterator[dict[str, Any]]:
        for own in scores:
            for opp in scores:
                for left, points in enumerate(thresholds[:, own, opp].tolist(), 1):
                    yield {
                        "own": own * game.unit,
                        "opp": opp * game.unit,
                        "dice": left,
                        "bank_at": points,
                        "win": float(solution.starts[own, opp]),
                    }

    grids = [
        Grid(
            f"Bank at, with {counted(left, 'die', 'dice')} left",
            [score * game.unit for score in scores],
            [[Cell(str(bank_at[own, opp])) for opp in scores] for own in scores],
        )
        for left, bank_at in enumerate(thresholds, 1)
    ]
    reading = (
        "Throw on until the points of the turn are at least the number at your score and your "
        "opponent's. With all dice set aside, all are in hand again."
    )
    return Booklet(game, [reading], grids=grids, records=records)
