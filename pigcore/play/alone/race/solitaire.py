"""The entry point of a race alone: what is asked for, and who answers it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from ....games.checks import flag
from ....games.errors import RuleError
from ....games.race import Race
from ....solvers.solution import immutable
from ...policies.answers import Policy
from ...results import Solitaire
from ..results import Chance, Points, PointsPerTurn, Turns, checked
from .asked import Given
from .cells import Layer
from .goal import ToGoal, expected_turns
from .points import WithoutGoal, refuse_without_goal
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

    ``"points"`` and ``"points_per_turn"`` take its turn, the least points to bank, its consolation
    and its penalty; its goal and target play no part there. The policy of best play is a
    :class:`SolitairePolicy`. Where one may decline, a function for single rolls is asked at turn
    total 0, too.
    """
    left = checked(objective, turns)
    if flag(may_decline, "may_decline") and not left:
        raise RuleError(
            f"may_decline is True, but a turn without a throw is of no use for {objective!r}: "
            "leave it out"
        )
    to_goal = objective in ("turns", "chance")
    if not to_goal:
        refuse_without_goal(game)
    elif game.penalty:
        raise RuleError(
            f"penalty is {game.penalty}, and where scores can fall no order of the scores leads to "
            "the goal: leave it out, or ask for 'points' or 'points_per_turn'"
        )
    alone = game if game.end == "goal" else game._like(end="goal", tie="first", seat=1)
    asked = None if policy is None else Given(alone, policy, left)
    made: dict[str, Any] = {
        "turns": _turns, "points": _points, "chance": _chance, "points_per_turn": _per_turn,
    }  # fmt: skip
    result: Solitaire = made[objective](alone, asked, left, may_decline)
    return replace(result, left_out=(game.end.replace("_", " "),) * (to_goal and alone is not game))


def _turns(game: Race, asked: Given | None, turns: int, decline: bool) -> Turns:
    goal = ToGoal(game)
    if asked:
        with np.errstate(over="ignore"):
            expected = expected_turns(asked.ends(goal, decline)[0])
        return Turns(*_given(asked, expected))
    expected, held = goal.fewest_turns()
    return Turns(*_best(game, expected, [goal.layer(held)], timed=False))


def _chance(game: Race, asked: Given | None, turns: int, decline: bool) -> Chance:
    goal = ToGoal(game)
    if asked:
        expected = goal.chance_of(asked.ends(goal, decline))
        return Chance(*_given(asked, expected[:, :-1]), turns)
    expected = goal.best_chance(turns, decline)
    layers = [goal.layer(before, decline) for before in expected[:-1]]
    return Chance(*_best(game, expected[:, :-1], layers), turns)


def _points(game: Race, asked: Given | None, turns: int, decline: bool) -> Points:
    if asked:
        expected = asked.without_goal(decline)
        value = float(expected[-1])
        return Points(value, immutable(expected), asked.policy, asked.words, turns)
    expected, layers = WithoutGoal(game, decline).points(turns)
    return Points(*_best(game, game.unit * expected, layers, bounded=False), turns)


def _per_turn(game: Race, asked: Given | None, turns: int, decline: bool) -> PointsPerTurn:
    if game.turn.wipes:
        raise RuleError(
            f"a throw of {game.name} may wipe, and what is banked is lost again and again, so that "
            "a turn earns 0 in the long run whatever one does: ask for objective 'points' in a "
            "number of turns"
        )
    if asked:
        return PointsPerTurn(*_given(asked, np.array([asked.per_turn()])))
    average, layers = WithoutGoal(game).per_turn()
    found = _best(game, np.array([game.unit * average]), layers, timed=False, bounded=False)
    return PointsPerTurn(*found)


def _best(
    game: Race,
    expected: Any,
    layers: list[Layer],
    *,
    timed: bool = True,
    bounded: bool = True,
) -> tuple[float, Any, SolitairePolicy, str]:
    best = SolitairePolicy(game, layers, timed=timed, bounded=bounded)
    return _from_0(expected), immutable(expected), best, str(best)


def _given(asked: Given, expected: Any) -> tuple[float, Any, Any, str]:
    return _from_0(expected), immutable(expected), asked.policy, asked.words


def _from_0(expected: Any) -> float:
    """The value with 0 points and all turns left."""
    return float(expected.reshape(-1, expected.shape[-1])[-1, 0])
