"""Policies of bags: the gesture to pick, or the chances of all three, after any counts.

A policy answers with a gesture, with its place among rock, paper and scissors as a solution's
``choices`` have it, or with {gesture: chance}. It is asked after counts that the dice show with a
chance of 1e-280 or more, where double precision can tell what is best.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...games.bag import GESTURES, Bag
from ...games.errors import RuleError
from ...games.functions import parts_asked_for
from ...games.spelling import listed, nearest, shown
from ...memory import require
from ...solvers.bag import RAREST, BagPolicy, BagSolution, solve
from .answers import Policy, as_array, as_played, asking, check_size, shares
from .named import Mix, Named, Optimal, RandomPlay, Unless

__all__ = ["ACTION", "NAMES", "AlwaysPick", "Plan", "actions", "answer", "check", "plan_of"]

Plan = NDArray[np.int8] | NDArray[np.float64]
"""How a player picks; :func:`plan_of` says what each form means."""

_ANSWERS = f"{listed(GESTURES, 'or')}, or {{gesture: chance}}"


class AlwaysPick(Named):
    """Always the same gesture."""

    _said = "always:{0.gesture}", "always pick {0.gesture}", "AlwaysPick({0.gesture!r})"
    gesture: str

    def __init__(self, gesture: str) -> None:
        if gesture not in GESTURES:
            raise RuleError(f"there is no gesture {shown(gesture)}: {nearest(gesture, GESTURES)}")
        self._set(gesture=gesture)

    def __call__(self, rocks: int, papers: int, scissors: int) -> str:
        """``gesture``, whatever was seen."""
        return self.gesture


ACTION = "GESTURE"
NAMES: dict[str, tuple[str, Callable[..., Any]]] = {"always": ("always:GESTURE", AlwaysPick)}
"""The policies of bags by name: how each is written, and what makes it of its constants."""


def actions(game: Bag) -> tuple[str, ...]:
    """The gestures."""
    return GESTURES


def plan_of(solution: BagSolution, policy: Policy) -> Plan:
    """What ``policy`` picks in every state of the game of ``solution``, checked, in O(n**3) time.

    A policy has a name; is a Solution or its policy; a function of (rocks, papers, scissors), which
    is called once in each state, and again in some; or an array of answers, (n, n, n) at [rocks,
    papers, scissors] or in the order of a solution's ``choices``. The result has the place of the
    gesture, int8 (n, n, n), and -1 where nothing is asked; or, if it mixes, the chances of the
    gestures, float64 (n, n, n, 3), and 0 there.
    """
    game = solution.game
    given = solution.policy if isinstance(policy, Optimal) else as_played(game, policy)
    if isinstance(given, Unless):
        raise RuleError(
            f"the policy '{given}' asks for scores, but a bag has none: give a function of rocks, "
            "papers and scissors"
        )
    n = len(game)
    if isinstance(given, (Mix, RandomPlay)):
        weights = _weights(game, given.chances, (0, 0, 0))
        return np.broadcast_to(weights, (n, n, n, len(GESTURES)))
    if isinstance(given, AlwaysPick):
        return np.broadcast_to(np.int8(GESTURES.index(given.gesture)), (n, n, n))
    require(32 * n**3, f"a table of what to pick from {game.name}", "take fewer dice")
    asked = _asked(solution)
    if isinstance(given, BagPolicy):
        return _from_array(game, given.solution.choices(), asked)
    if callable(given):
        parts_asked_for(game, given)
        check_size(game, int(asked.sum()))
        states = list(map(tuple, np.argwhere(asked).tolist()))
        return _collected(game, zip(states, asking(game, given)(states)))
    return _from_array(game, given, asked)


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
        return _picked(game, given(*place), place)
    entry = plan_of(solve(game), given)[place]
    if entry.ndim:
        mixed = {gesture: float(p) for gesture, p in zip(GESTURES, entry) if p}
        return next(iter(mixed)) if len(mixed) == 1 else mixed
    if entry < 0:
        raise RuleError(f"the policy has no answer {game.spell(place)}: ask where dice can show it")
    return GESTURES[entry]


def _asked(solution: BagSolution) -> NDArray[np.bool_]:
    """At [rocks, papers, scissors]: whether a policy is asked there."""
    return np.asarray(solution.draws().sum(axis=0) >= RAREST)


def _picked(game: Bag, answer: object, state: tuple[int, ...]) -> Any:
    """The gesture or the mixture that an answer means."""
    if isinstance(answer, str) and answer in GESTURES:
        return answer
    whole = isinstance(answer, (int, np.integer)) and not isinstance(answer, bool)
    if whole and answer in range(len(GESTURES)):
        return GESTURES[int(answer)]  # type: ignore[call-overload]
    mixed = shares(answer)
    if mixed is None or not set(mixed) <= set(GESTURES):
        raise RuleError(
            f"the policy answers {shown(answer)} {game.spell(state)}, but must answer {_ANSWERS}"
        )
    return mixed


def _weights(game: Bag, mixed: Any, state: tuple[int, ...]) -> NDArray[np.float64]:
    chances = _picked(game, mixed, state)
    weights = np.array([chances.get(gesture, 0.0) for gesture in GESTURES])
    return np.asarray(weights / weights.sum())


def _collected(game: Bag, answers: Iterable[tuple[tuple[int, ...], object]]) -> Plan:
    """The plan of answers, state by state."""
    plan = np.full((len(game),) * 3, -1, dtype=np.int8)
    mixed = {}
    for state, answer in answers:
        picked = _picked(game, answer, state)
        if isinstance(picked, str):
            plan[state] = GESTURES.index(picked)
        else:
            mixed[state] = _weights(game, picked, state)
    if not mixed:
        return plan
    chances: NDArray[np.float64] = (plan[..., None] == np.arange(len(GESTURES))).astype(np.float64)
    for state, weights in mixed.items():
        chances[state] = weights
    return chances


def _from_array(game: Bag, policy: Any, asked: NDArray[np.bool_]) -> Plan:
    n = len(game)
    given = as_array(policy)
    packed = (n * (n + 1) * (n + 2) // 6,)
    if given.shape not in (packed, (n, n, n)):
        what = shown(policy) if given.ndim == 0 else f"an array {given.shape}"
        raise RuleError(
            f"the policy is {what}, but must be a function of {game.usage.lower()}, an array of "
            f"answers {packed} or {(n, n, n)}, or a solution"
        )
    if given.shape == packed:
        table = np.full((n, n, n), -1, dtype=given.dtype if given.dtype.kind in "iu" else object)
        table[np.indices((n, n, n)).sum(axis=0) < n] = given
        given = table
    if given.dtype.kind not in "iu":
        states = (tuple(state) for state in np.argwhere(asked).tolist())
        return _collected(game, ((state, given.item(*state)) for state in states))
    _refuse_gaps(game, asked & (given == -1))
    for state in np.argwhere(asked & ((given < 0) | (given >= len(GESTURES))))[:1].tolist():
        _picked(game, given.item(*state), tuple(state))
    return np.where(asked, given, -1).astype(np.int8)


def _refuse_gaps(game: Bag, gaps: NDArray[np.bool_]) -> None:
    for state in np.argwhere(gaps)[:1].tolist():
        raise RuleError(
            f"the policy has no answer {game.spell(tuple(state))}, which these dice can show: give "
            "a policy of this bag"
        )
