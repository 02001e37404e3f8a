"""The policy that throws so many times in each turn."""

from __future__ import annotations

from typing import Any

from ...games.checks import between
from ...games.errors import RuleError
from ...games.game import Game
from ...games.spelling import shown
from .holds import CHOOSE, number
from .named import Named

__all__ = ["RollTimes", "roll_times", "times"]

MOST = 1000
"""The most throws that are counted."""


class RollTimes(Named):
    """Throw so many times in each turn, then bank: see :func:`roll_times`."""

    throws: int
    choose: str

    def __init__(self, throws: int, choose: str = "most_points") -> None:
        if choose not in ("most_points", "most_dice"):
            why = "which is not planned by throws" if choose in CHOOSE else "which is no rule"
            raise RuleError(
                f"who rolls a number of times takes options by {shown(choose)}, {why}: choose "
                "most_points or most_dice"
            )
        self._set(throws=between(throws, "the number of throws", 1, MOST), choose=choose)

    def __call__(
        self, own: int, opp: int, points: int = 0, mode: Any = None, *, throws: int = 0
    ) -> str:
        """``"roll"`` until the turn has had so many throws, then ``"hold"``."""
        return "roll" if throws < self.throws else "hold"

    @property
    def spec(self) -> str:
        """As in ``roll-times:3`` and ``roll-times:2/most-dice``."""
        choose = "" if self.choose == "most_points" else f"/{self.choose.replace('_', '-')}"
        return f"roll-times:{self.throws}{choose}"

    def for_game(self, game: Game) -> RollTimes:
        """The policy itself, if there are races' turns in ``game``."""
        if not hasattr(game, "turn"):
            raise RuleError(f"'{self}' is a policy of races, but {game.name} is none")
        return self

    def __str__(self) -> str:
        often = {1: "once", 2: "twice"}.get(self.throws, f"{self.throws} times")
        aside = "" if self.choose == "most_points" else f"; {CHOOSE[self.choose]}"
        return f"roll {often}, then hold{aside}"

    def __repr__(self) -> str:
        choose = "" if self.choose == "most_points" else f", choose={self.choose!r}"
        return f"roll_times({self.throws}{choose})"


def roll_times(throws: int, choose: str = "most_points") -> RollTimes:
    """The policy that throws so many times in each turn, then banks.

    It wins as soon as the goal is reached, throws on where the rules forbid banking, and banks
    earlier where there is nothing left to throw. The throws of its turn are counted exactly
    wherever a policy is played.

    Parameters
    ----------
    throws : int
        1 … 1000.
    choose : {"most_points", "most_dice"}
        Which option of a throw it takes, as in :func:`hold_at`.

    Raises
    ------
    RuleError
        If it is neither.

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
    return RollTimes(throws, choose)


def times(text: str | int) -> RollTimes:
    """The policy that ``roll-times:THROWS/CHOOSE`` means."""
    throws, slash, choose = str(text).partition("/")
    return roll_times(number(throws), choose.replace("-", "_") if slash else "most_points")  # type: ignore[arg-type]
