"""What a solved duel says in sentences; it has no scores, and so no booklet."""

from __future__ import annotations

from ...games.spelling import counted
from ...solvers.duel import DuelSolution

__all__ = ["sentences"]

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
