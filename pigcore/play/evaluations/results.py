"""What a policy is worth, and what it gives away against the best."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from ...games.game import Game
from ...games.spelling import number
from ..replies.results import Mistake
from ..results import Result

__all__ = ["Evaluation"]


@dataclass(frozen=True, eq=False)
class Evaluation(Result):
    """What a policy is expected to be paid in a whole game, up to rounding."""

    game: Game
    value: float
    """The expected total."""
    best: float
    """That of the best policy."""
    loss: float
    """How much less the policy is paid: the sum of ``cost`` over all mistakes."""
    error: float
    """A proven bound of the errors of ``value`` and of ``best``."""
    found: Callable[[int], list[Mistake]] = field(repr=False)

    def mistakes(self, count: int = 10) -> list[Mistake]:
        """The mistakes that cost most in a game, the costliest first.

        The ``visits`` of a state are the chance that it comes up.
        """
        return self.found(count)

    def __str__(self) -> str:
        return (
            f"the policy is paid {number(self.value)}, which is {number(self.loss)} less than the "
            f"best, {number(self.best)}"
        )
