"""The door of a race alone: what is asked for, and who answers it."""

from __future__ import annotations

from typing import Any

import numpy as np

from ....games.checks import flag
from ....games.errors import RuleError
from ....games.race import Race
from ....solvers.solution import immutable
from ...policies.answers import Policy
from ...results import Solitaire
from ..objectives import checked
from ..results import Chance, Points, PointsPerTurn, Turns
from . import goal, points
from .asked import Asked
from .policy import SolitairePolicy

__all__ = ["solitaire"]


def solitaire(
    game: Race,
    objective: str = "turns",
    turns: int | None = None,
    policy: Policy | None = None,
    *,
    may_decline: bool = False,
) -> Solitaire:
    """A race without an opponent: see :func:`pigcore.solitaire`.

    Parameters
    ----------
    game : Race
        ``"points"`` and ``"points_per_turn"`` take its roll and its consolation; its goal and
        target play no part there.
    objective, turns, policy
        As in :func:`pigcore.solitaire`.
    may_decline : bool
        Whether one may hold before the first throw of a turn, for ``"points"`` and ``"chance"``;
        the policy is then asked at turn total 0, too.

    Examples
    --------
    THINK: two dice, five turns; a single 1 loses the turn total, a double 1 everything.

    >>> import pigcore
    >>> think = solitaire(pigcore.TwoDicePig(), "points", turns=5, may_decline=True)
    >>> round(think.value, 9), think.policy(0, 0, 18, turns=5), think.policy(0, 0, 19, turns=5)
    (36.29153314, 'roll', 'hold')
    """
    left = checked(objective, turns)
    if flag(may_decline, "may_decline") and not left:
        raise RuleError(
            f"may_decline is True, but a turn without a throw is of no use for {objective!r}: "
            "leave it out"
        )
    asked = None if policy is None else Asked.of(game, policy, left)
    made: dict[str, Any] = {
        "turns": _turns, "points": _points, "chance": _chance, "points_per_turn": _per_turn,
    }  # fmt: skip
    result: Solitaire = made[objective](game, asked, left, may_decline)
    return result


def _turns(game: Race, asked: Asked | None, turns: int, decline: bool) -> Turns:
    if asked:
        return Turns(*_given(asked, goal.turns_of(game, asked.table(turns, decline))))
    expected, rolls = goal.fewest_turns(game)
    return Turns(*_best(rolls, expected))


def _chance(game: Race, asked: Asked | None, turns: int, decline: bool) -> Chance:
    if asked:
        table = asked.table(turns, decline)
        expected = goal.chance_of(game, turns, decline, table)
        return Chance(*_given(asked, expected), turns)
    return Chance(*_best(*reversed(goal.best_chance(game, turns, decline))), turns)


def _points(game: Race, asked: Asked | None, turns: int, decline: bool) -> Points:
    if asked:
        expected = points.points_of(game, asked, turns, decline=decline, steady=not asked.told)
        value = float(expected[-1])
        return Points(value, immutable(expected), asked.policy, asked.words, turns)
    return Points(*_best(*reversed(points.best_points(game, turns, decline))), turns)


def _per_turn(game: Race, asked: Asked | None, turns: int, decline: bool) -> PointsPerTurn:
    if game.roll.wipe:
        raise RuleError(
            f"a throw of {game.name} may wipe, and what is banked is lost again and again, so that "
            "a turn earns 0 in the long run whatever one does: ask for objective 'points' in a "
            "number of turns"
        )
    if asked:
        each = points.points_of(game, asked, 1, decline=False, steady=True)[1:]
        return PointsPerTurn(*_given(asked, each))
    per_turn, rolls = points.most_per_turn(game)
    return PointsPerTurn(*_best(rolls, np.array([per_turn])))


def _best(rolls: Any, expected: Any) -> tuple[float, Any, SolitairePolicy, str]:
    best = SolitairePolicy(rolls)
    return _from_0(expected), immutable(expected), best, str(best)


def _given(asked: Asked, expected: Any) -> tuple[float, Any, Any, str]:
    return _from_0(expected), immutable(expected), asked.policy, asked.words


def _from_0(expected: Any) -> float:
    """The value with 0 points and all turns left."""
    return float(expected.reshape(-1, expected.shape[-1])[-1, 0])
