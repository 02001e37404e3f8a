"""The booklet of a duel: the mixture to play, and the best reply to every hold."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...games.spelling import counted
from ...solvers.duel import DuelSolution
from .parts import Booklet, Listing, no_step

__all__ = ["booklet", "sentences"]

MOST = 3
"""Totals that a sentence names."""


def sentences(solution: DuelSolution) -> list[str]:
    """The totals that the mixture has most often; as both have the same choices, it is fair."""
    often = sorted(solution.mix.items(), key=lambda item: -item[1])
    said = [f"at {hold} in {weight:.0%} of games" for hold, weight in often[:MOST]]
    rest = len(often) - len(said)
    more = f", and at {counted(rest, 'other total')} in the rest" if rest else ""
    return [
        "Neither player is favoured: both have the same choices.",
        f"How to play: hold {', '.join(said)}{more}, drawn at random so that nobody can guess.",
    ]


def booklet(solution: DuelSolution, step: int | None) -> Booklet:
    """A line for each hold of the game."""
    no_step(solution.game.name, step)

    def records() -> Iterator[dict[str, Any]]:
        for hold in solution.game.holds:
            best = solution.best(hold)
            yield {
                "hold": hold,
                "weight": solution.mix.get(hold, 0.0),
                "best": " ".join(map(str, best)),
                "reply_gains": solution.payoffs(hold)[best[0]],
                "against_the_mixture": solution.payoff(hold, solution.mix),
            }

    rows = [
        [
            str(row["hold"]),
            f"{row['weight']:.4f}" if row["weight"] else "",
            row["best"].replace(" ", " or "),
            f"{row['reply_gains']:+z.4f}",
            f"{row['against_the_mixture']:+z.6f}",
        ]
        for row in records()
    ]
    return Booklet(
        solution.game,
        [
            "Draw the total to hold at by the chances under mixture: nobody gains against that.",
            "If you know that your opponent holds at a total, hold at the best reply to it.",
            "Gain: the chance of winning less that of losing.",
        ],
        listings=[
            Listing(
                "Holds",
                ("hold at", "mixture", "best reply", "its gain", "gain against the mixture"),
                rows,
            )
        ],
        records=records,
    )
