"""Policies of Farkle that bank from some points on, with a rule for what to set aside."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...games.checks import between
from ...games.dice import Dice
from ...games.errors import RuleError
from ...games.game import Game
from ...games.race import Race
from ...games.spelling import counted, listed, nearest, shown
from .named import Named

__all__ = ["ASIDES", "FOR_GOAL", "Banking", "bank", "bank_at", "bank_by_dice"]

ASIDES = {
    "most_points": "set aside what scores most",
    "most_dice": "keep as many dice as possible",
    "best_turn": "set aside what makes the turn's expected points greatest",
    "optimal": "set aside what wins most often if best play follows the turn",
}
"""The rules for setting dice aside, in words."""

FOR_GOAL = 1 << 40
"""The points to bank of who banks only at the goal: more than every goal."""

MOST = 10**9


class Banking(Named):
    """Bank from so many points on, which may depend on the dice left and on both scores.

    Attributes
    ----------
    points : tuple of int or "goal", or int64 array (dice, units, units)
        The fewest points to bank with 1, 2, … dice in hand; one entry is for any number of dice.
    aside : str
        The rule for setting dice aside: a key of :data:`ASIDES`.
    game : Race or None
        What is played, once :meth:`for_game` was told.
    """

    points: tuple[int | str, ...] | NDArray[np.int64]
    aside: str
    game: Race | None

    def __init__(self, points: Any, aside: str, game: Race | None = None) -> None:
        if not isinstance(aside, str) or aside not in ASIDES:
            raise RuleError(
                f"there is no rule {shown(aside)} for setting dice aside: "
                f"{nearest(str(aside), list(ASIDES))}"
            )
        self._set(points=_read(points), aside=aside, game=game)

    def for_game(self, game: Game) -> Banking:
        """The same policy in ``game``.

        Raises
        ------
        RuleError
            If it is no game of Farkle, or of another number of dice or scores.
        """
        if not (isinstance(game, Race) and isinstance(game.turn.source, Dice)):
            raise RuleError(f"'{self}' is a policy of Farkle: {game.name} has no dice to set aside")
        if isinstance(self.points, np.ndarray):
            if self.points.shape != (game.dice.count, game.units, game.units):
                raise RuleError(
                    f"the points to bank are {self.points.shape}, but {game.name} to {game.goal:,} "
                    f"needs {(game.dice.count, game.units, game.units)}"
                )
        elif len(self.points) not in {1, game.dice.count, max(game.dice.count - 1, 1)}:
            raise RuleError(
                f"{counted(len(self.points), 'number of points', 'numbers of points')} to bank "
                f"were given, but there are {game.dice.count} dice: give one, or one for each "
                "number of dice left"
            )
        return self if self.game == game else Banking(self.points, self.aside, game)

    def limits(self, own: int, opp: NDArray[np.int64]) -> NDArray[np.int64]:
        """The fewest points to bank, (dice, opponents), for scores in points.

        Who has set all dice aside has all of them in hand, and if nothing is said of that, throws.
        """
        game = self._known()
        if isinstance(self.points, np.ndarray):
            return self.points[:, own // game.unit, opp // game.unit]
        given = [FOR_GOAL if it == "goal" else int(it) for it in self.points]
        if len(given) == 1:
            given *= game.dice.count
        limits = np.array([*given, *[FOR_GOAL] * (game.dice.count - len(given))], dtype=np.int64)
        return np.broadcast_to(limits[:, None], (game.dice.count, len(opp)))

    @cached_property
    def plan(self) -> Any:
        """What the policy does in every state."""
        from .farkle.plans import RulePlan

        return RulePlan(
            self._known(),
            self.aside,
            self.limits,
            alike=self.aside != "optimal" and isinstance(self.points, tuple),
        )

    def __call__(self, own: int, opp: int, points: int = 0, dice: Any = 0) -> Any:
        """``"bank"`` or ``"throw"``; of a throw, the choice."""
        game = self._known()
        return self.plan.answer(game.check_state(own, opp, points, dice))

    def _known(self) -> Race:
        if self.game is None:
            raise RuleError(f"{self!r} is asked without a game: write policy.for_game(game)")
        return self.game

    @property
    def spec(self) -> str:
        """As in ``bank:300/most-points``."""
        if isinstance(self.points, np.ndarray):
            return super().spec
        return f"bank:{','.join(map(str, self.points))}/{self.aside.replace('_', '-')}"

    def _key(self) -> tuple[Any, ...]:
        points = self.points
        kept = (points.shape, points.tobytes()) if isinstance(points, np.ndarray) else points
        return kept, self.aside

    def __str__(self) -> str:
        if isinstance(self.points, np.ndarray):
            when = "bank at the points that a table gives for the dice left and the two scores"
        elif len(self.points) == 1:
            when = _when(self.points[0])
        else:
            parts = [
                f"{it if isinstance(it, str) else f'{it:,}'} with {counted(n, 'die', 'dice')} left"
                for n, it in enumerate(self.points, 1)
            ]
            when = f"bank at {listed(parts)}"
        return f"{when}; {ASIDES[self.aside]}"

    def __repr__(self) -> str:
        if isinstance(self.points, np.ndarray):
            return f"<bank at points for each of {self.points[0].size} pairs of scores>"
        if len(self.points) == 1:
            return f"bank_at({self.points[0]!r}, aside={self.aside!r})"
        return f"bank_by_dice({self.points!r}, aside={self.aside!r})"


def _when(points: int | str) -> str:
    return "throw until the goal is reached" if points == "goal" else f"bank at {points:,}"


def _read(points: Any) -> tuple[int | str, ...] | NDArray[np.int64]:
    if isinstance(points, np.ndarray) and points.ndim == 3 and points.dtype.kind in "iu":
        table = points.astype(np.int64)
        table.setflags(write=False)
        return table
    try:
        given = () if isinstance(points, bytes) else tuple(points)
    except TypeError:
        given = ()
    if not 1 <= len(given) <= 8:
        raise RuleError(
            f"the points to bank are {shown(points)}, but must be one number, one for each number "
            "of dice left, or whole numbers (dice, units, units)"
        )
    return tuple(
        "goal" if isinstance(it, str) and it == "goal" else between(it, "points to bank", 1, MOST)
        for it in given
    )


# --- makers -------------------------------------------------------------------------------------


def bank_at(points: int | str, aside: str = "most_points") -> Banking:
    """The policy of Farkle that banks as soon as the turn has ``points`` points, or wins.

    Parameters
    ----------
    points : int or "goal"
        ``"goal"``: bank only at the goal.
    aside : {"most_points", "most_dice", "best_turn", "optimal"}
        What to set aside of a throw; a choice that reaches the goal is preferred to all others.
        ``"most_points"``: the dice that score most and, among equals, leave the most dice.
        ``"most_dice"``: the dice that leave the most dice in hand and, among equals, score most.
        ``"best_turn"``: the dice with the greatest expected points of this turn, if it is banked by
        this rule. ``"optimal"``: the dice that win most often, if this turn is banked by this rule
        and best play follows.

    Raises
    ------
    RuleError
        If ``points`` is neither, or there is no such rule.

    Notes
    -----
    It banks with hot dice, too. Where the game forbids banking, it throws.

    Examples
    --------
    >>> import pigcore
    >>> policy = bank_at(300).for_game(pigcore.Farkle.standard())
    >>> policy(0, 0, 250, 2), policy(0, 0, 250, (1, 3)), policy.spec
    ('throw', '1, then bank', 'bank:300/most-points')
    """
    return Banking((points,), aside)


def bank_by_dice(
    points: Sequence[int | str] | NDArray[np.int64], aside: str = "most_points"
) -> Banking:
    """The policy of Farkle whose points to bank at depend on how many dice are left.

    Parameters
    ----------
    points : sequence of int or "goal", or int array (dice, units, units)
        The fewest points to bank with 1, 2, … dice left. Hot dice are thrown again, unless there is
        a last entry for all dice. An array has such points for each pair of scores, such as
        ``solution.thresholds()``.
    aside : {"most_points", "most_dice", "best_turn", "optimal"}
        As in :func:`bank_at`.

    Raises
    ------
    RuleError
        If ``points`` is none of these, or there is no such rule.

    Examples
    --------
    >>> import pigcore
    >>> policy = bank_by_dice((250, 250, 400, 1000, 2900), aside="best_turn")
    >>> policy = policy.for_game(pigcore.Farkle.minimal())
    >>> policy(0, 0, 250, 2), policy(0, 0, 250, 3), policy(0, 0, 0, (1, 1, 5, 3, 2, 4))
    ('bank', 'throw', '1, then throw')
    """
    return Banking(points, aside)


def bank(text: str | int) -> Banking:
    """The policy that ``bank:POINTS/ASIDE`` means; without a rule, that of :func:`bank_at`.

    Examples
    --------
    >>> bank("250,250,400/best-turn"), bank(300)
    (bank_by_dice((250, 250, 400), aside='best_turn'), bank_at(300, aside='most_points'))
    """
    points, slash, aside = str(text).partition("/")
    found = [int(it) if it.isascii() and it.isdigit() and len(it) < 10 else it for it in
             points.split(",")]  # fmt: skip
    return Banking(found, aside.replace("-", "_") if slash else "most_points")
