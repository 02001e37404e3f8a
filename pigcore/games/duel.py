"""A duel: two players play one turn each without seeing the other's; the higher score wins.

A turn is a run of throws of the same :class:`~pigcore.games.roll.Roll` as in a race. "Hold at h"
throws until the turn total is at least h. What the players may choose from is the game's list of
holds; both choose from the same one, so the game is symmetric and its value is 0.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import Any, ClassVar

from . import rolled
from .chances import entries
from .checks import items, label, refuse_if, whole
from .errors import PigcoreError, RuleError, StateError
from .game import Array, Game, Keyed
from .roll import Roll
from .spelling import shown

MAX_HOLD = 2_000
"""The largest total to hold at: with more, exact distributions outgrow every use."""


class Duel(Keyed, Game):
    """One simultaneous turn: each player picks "hold at h", and the higher turn score wins.

    The first throw is forced. A bust ends the turn with score 0, and so does a wipe: there is
    no banked score to lose. The payoff is P(win) − P(lose); equal scores are a draw.

    Parameters
    ----------
    roll : Roll, optional
        The exact distribution of one throw; by default one six-sided die whose 1 busts.
    holds : iterable of int
        The totals a player may hold at, each 1 … 2,000 and given once. If no throw distinguishes
        two totals (such as 1 and 2 with one die), they are the same strategy under two names.
    name : str
        What to call the game.

    Raises
    ------
    RuleError
        If a parameter is out of range.

    Examples
    --------
    >>> print(Duel(holds=range(2, 41)))
    Duel: both play one turn unseen and the higher score wins; hold at one of 39 totals from 2 to \
40; a throw gains 2, 3, 4, 5 or 6 with chance 1/6 each, or busts (the turn total is lost) with \
chance 1/6.
    >>> Duel(Roll.dice(2), holds=[18, 9, 19]).holds
    (9, 18, 19)
    """

    roll: Roll
    holds: tuple[int, ...]
    name: str

    family: ClassVar[str] = "duel"
    state_names: ClassVar[tuple[str, ...]] = ("hold",)
    worth: ClassVar[str] = "value"
    gains: ClassVar[tuple[str, str, str]] = ("nets", "game", "")
    begins_anywhere: ClassVar[bool] = True

    def __init__(
        self,
        roll: Roll | None = None,
        holds: Iterable[int] = range(2, 41),
        *,
        name: str = "Duel",
    ) -> None:
        roll = Roll.die(6) if roll is None else roll
        if not isinstance(roll, Roll):
            raise RuleError(f"roll is {shown(roll)}, but must be a pigcore.Roll")
        given = items(holds, "holds", "totals such as range(2, 41)", MAX_HOLD + 1)
        totals = sorted(_hold(hold, RuleError) for hold in given)
        refuse_if(not totals, "holds is empty: give at least one total, such as range(2, 41)")
        for one, other in pairwise(totals):
            refuse_if(one == other, f"hold at {one} is given twice: give each total once")
        self._set(roll=roll, holds=tuple(totals), name=label(name))

    @property
    def arrays(self) -> tuple[Array, ...]:
        """``payoffs`` of a hold against another, and ``mix``, the weights of an optimal mixture."""
        n, slack = len(self.holds), 1e-9  # for sums of chances that are rounded past 1 or below 0
        return (
            Array("payoffs", "float64", (n, n), -1.0 - slack, 1.0 + slack),
            Array("mix", "float64", (n,), -slack, 1.0 + slack),
        )

    def _checked(self, state: tuple[int, ...]) -> tuple[int, ...]:
        total = _hold(state[0], StateError)
        if total not in self.holds:
            low, high = self.holds[0], self.holds[-1]
            among = f"are the {len(self.holds)} from {low} to {high}: choose one of them"
            raise StateError(
                f"hold is {total}, but the totals to hold at in {self.name} "
                f"{among if low < high else f'are {low} alone: choose it'}, or add it to the "
                "game's holds"
            )
        return state

    @property
    def summary(self) -> str:
        """Holds and throw in a few words."""
        low, high = self.holds[0], self.holds[-1]
        return f"both at once, hold at {low} to {high}: {self.roll.summary}"

    def spell(self, state: tuple[int, ...]) -> str:
        """A state in words: the hold that is answered."""
        return f"against hold at {state[0]}"

    def done(self, action: int) -> tuple[str, str]:
        """A hold in words."""
        return "hold", f"at {action}"

    def rules(self) -> dict[str, Any]:
        """The rules as plain data, the inverse of :func:`from_rules`."""
        return {
            "game": "duel",
            "name": self.name,
            "holds": list(self.holds),
            "roll": self.roll.rules(),
        }

    def __repr__(self) -> str:
        return f"Duel({self.roll!r}, holds={self.holds!r}, name={self.name!r})"

    def __str__(self) -> str:
        low, high = self.holds[0], self.holds[-1]
        choice = f"one of {len(self.holds)} totals from {low} to {high}" if low < high else low
        return (
            f"{self.name}: both play one turn unseen and the higher score wins; "
            f"hold at {choice}; a throw {self.roll}."
        )


def _hold(value: object, error: type[PigcoreError]) -> int:
    total = whole(value, "hold", error)
    if not 1 <= total <= MAX_HOLD:
        raise error(
            f"hold is {shown(total)}, but a total to hold at is between 1 and {MAX_HOLD}: "
            "choose another"
        )
    return total


GAMES: dict[str, Any] = {"duel": Duel}
"""The games of this family by the names that the command line and a TOML file use."""


def from_rules(rules: dict[str, Any]) -> Duel:
    """The duel that ``rules`` (as in a TOML file) describes; what is left out is as in Duel()."""
    given = entries(rules, ("name", "holds", "roll"), "a duel")
    roll = rolled.from_rules(rules["roll"], "a duel").roll if "roll" in rules else None
    refuse_if(
        "roll" in rules and roll is None,
        "a duel throws the same again and again: give [roll] such dice, or gains",
    )
    return Duel(**given | {"roll": roll})
