"""Policies that have a name."""

from __future__ import annotations

from ...games.checks import whole
from ...games.game import Frozen

__all__ = ["AlwaysRoll", "always_roll"]


class AlwaysRoll(Frozen):
    """Always the same number of dice."""

    dice: int

    def __init__(self, dice: int) -> None:
        self._set(dice=whole(dice, "the number of dice"))

    def __call__(self, own: int, opp: int) -> int:
        """``dice``, whatever the scores."""
        return self.dice

    def __repr__(self) -> str:
        return f"always_roll({self.dice})"


def always_roll(dice: int) -> AlwaysRoll:
    """The policy of the literature's benchmark: always the same number of dice.

    Examples
    --------
    >>> always_roll(5), always_roll(5)(31, 80)
    (always_roll(5), 5)
    """
    return AlwaysRoll(dice)
