"""Policies of bags: the gesture to pick, or the chances of all three, after any counts.

A policy answers with a gesture, with its place among rock, paper and scissors as a solution's
``choices`` have it, or with {gesture: chance}. It is asked after counts that the dice show with a
chance of 1e-280 or more, where double precision can tell what is best.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...games.bag import GESTURES, Bag
from ...games.errors import RuleError
from ...games.functions import parts_asked_for
from ...games.spelling import listed, shown
from ...memory import require
from ...solvers.bag import RAREST, BagPolicy, BagSolution, solve
from .answers import Policy, as_array, as_played, asking, check_size, mixture, read
from .named import Everywhere, Optimal, Unless

_ANSWERS = f"{listed(GESTURES, 'or')}, or {{gesture: chance}}"


def plan_of(solution: BagSolution, policy: Policy) -> NDArray[np.float64]:
    """The chances with which ``policy`` picks the gestures in every state of the game of
    ``solution``, checked, float64 (n, n, n, 3); where nothing is asked it picks rock.

    A policy has a name; is a Solution or its policy; a function of (rocks, papers, scissors), which
    is called once in each state, and again in some; or an array of answers, (n, n, n) at [rocks,
    papers, scissors] or in the order of a solution's ``choices``.
    """
    game = solution.game
    given = solution.policy if isinstance(policy, Optimal) else as_played(game, policy)
    if isinstance(given, Unless):
        raise RuleError(
            f"the policy '{given}' asks for scores, but a bag has none: give a function of rocks, "
            "papers and scissors"
        )
    n = len(game)
    if isinstance(given, Everywhere):
        return np.broadcast_to(_weights(game, given(), (0, 0, 0)), (n, n, n, len(GESTURES)))
    require(32 * n**3, f"a table of what to pick from {game.name}", "take fewer dice")
    asked, rock = _asked(solution), np.eye(len(GESTURES))[0]
    plan, states = np.tile(rock, (n, n, n, 1)), list(map(tuple, np.argwhere(asked).tolist()))
    if callable(given) and not isinstance(given, BagPolicy):
        parts_asked_for(game, given)
        check_size(game, len(states))
        answers = asking(game, given)(states)
    else:
        table = _cube(game, given.solution.choices() if isinstance(given, BagPolicy) else given)
        if table.dtype.kind in "iu" and np.isin(found := table[asked], range(len(GESTURES))).all():
            plan[asked] = np.eye(len(GESTURES))[found]
            return plan
        answers = [table.item(*state) for state in states]
    plan[asked] = [_weights(game, *one) for one in zip(answers, states)]
    return plan


def check(game: Bag, policy: Policy) -> int:
    """In how many states a policy is asked, if all its answers are valid."""
    solution = solve(game)
    plan_of(solution, policy)
    return int(_asked(solution).sum())


def answer(game: Bag, policy: Policy, *state: int) -> Any:
    """The gesture, or {gesture: chance}, in one state."""
    place = game.check_state(*state)
    given = as_played(game, policy)
    if callable(given) and not isinstance(given, Unless):
        parts_asked_for(game, given)
        return mixture(_picked(game, given(*place), place))
    if not _asked(solution := solve(game))[place]:
        raise _unanswered(game, place)
    return mixture(dict(zip(GESTURES, plan_of(solution, given)[place].tolist())))


def _asked(solution: BagSolution) -> NDArray[np.bool_]:
    """At [rocks, papers, scissors]: whether a policy is asked there."""
    return np.asarray(solution.draws().sum(axis=0) >= RAREST)


def _picked(game: Bag, answer: object, state: tuple[int, ...]) -> dict[str, float]:
    """The gestures that an answer means, with their chances."""

    def gesture(one: Any) -> str | None:
        if isinstance(one, (int, np.integer)) and not isinstance(one, bool):
            if one == -1:
                raise _unanswered(game, state)
            return dict(enumerate(GESTURES)).get(int(one))
        return one if isinstance(one, str) and one in GESTURES else None

    found = read(answer, gesture)
    if found is None:
        raise RuleError(
            f"the policy answers {shown(answer)} {game.spell(state)}, but must answer {_ANSWERS}"
        )
    return found


def _unanswered(game: Bag, state: tuple[int, ...]) -> RuleError:
    return RuleError(
        f"the policy has no answer {game.spell(state)}: give a policy of this bag, and ask where "
        "its dice can show that"
    )


def _weights(game: Bag, answer: Any, state: tuple[int, ...]) -> NDArray[np.float64]:
    """The chances of the gestures that an answer means."""
    chances = _picked(game, answer, state)
    weights = np.array([chances.get(gesture, 0.0) for gesture in GESTURES])
    return np.asarray(weights / weights.sum())


def _cube(game: Bag, policy: Any) -> NDArray[Any]:
    """An array of answers at [rocks, papers, scissors]."""
    n, given = len(game), as_array(policy)
    packed = (n * (n + 1) * (n + 2) // 6,)
    if given.shape == (n, n, n):
        return given
    if given.shape != packed:
        what = shown(policy) if given.ndim == 0 else f"an array {given.shape}"
        raise RuleError(
            f"the policy is {what}, but must be a function of {game.usage.lower()}, an array of "
            f"answers {packed} or {(n, n, n)}, or a solution"
        )
    table = np.full((n, n, n), -1, dtype=given.dtype if given.dtype.kind in "iu" else object)
    table[np.indices((n, n, n)).sum(axis=0) < n] = given
    return table
