"""What a solved bag of dice says in sentences; it has no scores, and so no booklet."""

from __future__ import annotations

from ...games.bag import GESTURES
from ...games.spelling import number
from ...solvers.bag import BagSolution

__all__ = ["sentences"]


def sentences(solution: BagSolution) -> list[str]:
    """What best play is paid, and the best first pick."""
    best = solution.best(0, 0, 0)
    said = (
        "any gesture, as all are equally good" if len(best) == len(GESTURES) else " or ".join(best)
    )
    return [
        f"Best play is paid {number(solution.score)} on average.",
        f"At the start: pick {said}.",
    ]
