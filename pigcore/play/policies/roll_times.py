"""The policy that throws so many times in each turn."""

from __future__ import annotations

from typing import Any

from ...games.checks import between
from ...games.errors import RuleError
from ...games.game import Game
from .named import Named

__all__ = ["RollTimes", "roll_times"]

MOST = 1000
"""The most throws that are counted."""

_OFTEN = {1: "once", 2: "twice"}


class RollTimes(Named):
    """Throw so many times in each turn, then bank: see :func:`roll_times`."""

    _said = "roll-times:{0.throws}", "roll {0.often}, then hold", "roll_times({0.throws})"
    throws: int

    def __init__(self, throws: int) -> None:
        self._set(throws=between(throws, "the number of throws", 1, MOST))

    @property
    def often(self) -> str:
        """How often it throws, in words."""
        return _OFTEN.get(self.throws, f"{self.throws} times")

    def __call__(
        self, own: int, opp: int, points: int = 0, mode: Any = None, *, throws: int = 0
    ) -> str:
        """``"roll"`` until the turn has had so many throws, then ``"hold"``."""
        return "roll" if throws < self.throws else "hold"

    def for_game(self, game: Game) -> RollTimes:
        """The policy itself, if there are races' turns in ``game``."""
        if not hasattr(game, "turn"):
            raise RuleError(f"'{self}' is a policy of races, but {game.name} is none")
        return self


def roll_times(throws: int) -> RollTimes:
    """The policy that throws so many times in each turn, then banks.

    It wins as soon as the goal is reached, throws on where the rules forbid banking, and banks
    earlier where there is nothing left to throw. Of the options of a throw it takes the one that
    scores most. The throws of its turn are counted exactly wherever a policy is played.

    Parameters
    ----------
    throws : int
        1 … 1000.

    Raises
    ------
    RuleError
        If it is none of these.

    Examples
    --------
    >>> import pigcore
    >>> policy = roll_times(3)
    >>> print(policy)
    roll 3 times, then hold
    >>> policy(0, 0, 12, throws=2), policy(0, 0, 12, throws=3)
    ('roll', 'hold')
    >>> pigcore.match(pigcore.Pig(), policy, pigcore.hold_at(20)).average
    0.316...
    """
    return RollTimes(throws)
