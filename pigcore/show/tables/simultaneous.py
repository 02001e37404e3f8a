"""The booklet of simultaneous turns: at which totals to hold, and how often."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...solvers.simultaneous import SimultaneousSolution
from .parts import Booklet, Listing, shown_scores

__all__ = ["booklet", "sentences"]


def sentences(solution: SimultaneousSolution) -> list[str]:
    """That it is fair, how to begin, and how often the strategy mixes."""
    pairs, mixing = solution.game.goal**2, int(solution.mixing.sum())
    return [
        "Neither player is favoured: both have the same choices.",
        f"At 0 to 0, hold {_said(solution, 0, 0)}.",
        (
            f"At {mixing:,} of {pairs:,} pairs of scores the best strategy draws what it does, so "
            f"that nobody can guess: ask for the chances with advise {solution.game.usage}."
        ),
    ]


def _said(solution: SimultaneousSolution, own: int, opp: int) -> str:
    """The totals held at for sure, and those at which the strategy may hold."""
    chances = solution.strategy(own, opp)
    last = max((k for k, chance in chances.items() if chance < 1), default=0)
    sure = min((k for k in chances if k > last), default=0)
    mixed = [k for k, chance in chances.items() if chance and k <= last]
    some = [f"sometimes from {mixed[0]} on"] if mixed else []
    return ", ".join([*some, *([f"always from {sure} on"] if sure else [])])


def booklet(solution: SimultaneousSolution, step: int | None) -> Booklet:
    """A line for each pair of scores; ``step`` shows every so many."""
    game = solution.game
    scores = shown_scores(game.goal, step)

    def records() -> Iterator[dict[str, Any]]:
        for own in scores:
            for opp in scores:
                yield {
                    "own": own,
                    "opp": opp,
                    "win": float(solution.starts[own, opp]),
                    "hold": _said(solution, own, opp),
                    "chances": " ".join(
                        f"{k}:{chance:.4f}"
                        for k, chance in solution.strategy(own, opp).items()
                        if chance
                    ),
                }

    rows = [
        [str(row["own"]), str(row["opp"]), f"{row['win']:.4f}", row["hold"]] for row in records()
    ]
    return Booklet(
        game,
        [
            "Own and opp are the scores when a round begins; win is your chance from there.",
            "Hold says from which turn total on; for the chances ask advise.",
        ],
        listings=[Listing("Pairs of scores", ("own", "opp", "win", "hold"), rows)],
        records=records,
    )
