"""Policies of races as plans: whether, or with what chance, the mover throws in each state.

:mod:`~pigcore.play.policies.rolling` says what a policy may answer. It is never asked at turn total
0, where one must roll, nor where the total reaches the goal.
"""

from __future__ import annotations

from math import isnan
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...games.errors import RuleError
from ...games.race import Race
from ...games.spelling import shown
from ...memory import require
from ...solvers.race import RacePolicy
from .answers import Policy, as_played, check_size, parts_asked_for
from .holds import Holding
from .named import Mix, RandomPlay, Unless
from .rolling import ACTION, ACTIONS, NAMES, actions, asking_to_roll, chance_in
from .rolling import chance_of_rolling as chance_of
from .tables import Table

__all__ = [
    "ACTION", "NAMES", "Plan", "actions", "answer", "check", "limits_of", "plan_of", "shape",
    "tabulated",
]  # fmt: skip

Plan = NDArray[np.uint8] | NDArray[np.float64]
"""How a player decides; :func:`plan_of` says what each form means."""


def shape(game: Race) -> tuple[int, ...]:
    """An axis for each part of a state."""
    return (game.goal,) * 3


def plan_of(game: Race, policy: Policy, memory: int = 0) -> Plan:
    """What ``policy`` does in every state of ``game``, checked, as the matches' kernel takes it.

    Parameters
    ----------
    game : Race
    policy : policy
        A named policy; a Solution or its policy; a function of (own, opp, total) or (own, opp); an
        array of answers (goal, goal, goal) at [own, opp, total], or (goal, goal) for the same
        answer at every total.
    memory : int
        What a policy with ``memories`` remembers, 0 … memories - 1.

    Returns
    -------
    uint8 array (goal, goal, goal), read-only
        1 where the policy rolls, at [own, own + total, opp]; 1 at total 0, and 0 where there is no
        state. For a policy that never mixes.
    float64 array (goal, goal, goal), read-only
        The chance that it rolls, in the same places.
    float64 array (goal, goal), read-only
        Turn starts that it plays best by: for the solution of ``game``. O(goal**2) memory.

    Raises
    ------
    RuleError
        If it is no policy, of another shape, or an answer is no action; the state is named.
    SizeError
        If a function would be asked in more than 5 million states, or the table would not fit in
        memory.

    Notes
    -----
    O(goal**3) time; a function is called once in each state, and again in some.

    Examples
    --------
    >>> import pigcore
    >>> plan = plan_of(pigcore.Pig(), pigcore.hold_at(20))
    >>> plan[41, 41 + 19, 49], plan[41, 41 + 20, 49]
    (np.uint8(1), np.uint8(0))
    """
    found = _plan(game, as_played(game, policy), memory)
    found.setflags(write=False)
    return found


def limits_of(game: Race, policy: Holding, memory: int = 0) -> NDArray[np.int64]:
    """The turn total that ``policy`` holds from at each [own, opp], int64 (goal, goal), read-only.

    Below 1 is as 1, because at turn total 0 one must roll.
    """
    own, opp = np.ogrid[: game.goal, : game.goal]
    limits = np.asarray(policy.limits(own, opp, memory), dtype=np.int64)
    return np.broadcast_to(limits, (game.goal, game.goal))


def check(game: Race, policy: Policy) -> int:
    """Refuse a policy that gives an invalid answer, whatever it remembers.

    Returns
    -------
    int
        In how many states it decides: those with points at stake and the goal not reached.

    Raises
    ------
    RuleError, SizeError
        As :func:`plan_of`.
    """
    played = as_played(game, policy)
    for memory in range(getattr(played, "memories", 1)):
        plan_of(game, played, memory)
    return game.goal * (game.goal * (game.goal - 1) // 2)


def answer(game: Race, policy: Policy, *state: int) -> Any:
    """``"roll"``, ``"hold"`` or {action: chance} in one state.

    At turn total 0 one must roll, and where the total reaches the goal the game is won by holding.
    A policy with a memory answers as at its first turn.

    Raises
    ------
    StateError
        If there is no such state.
    RuleError
        If the policy gives an invalid answer.
    """
    own, opp, total = game.check_state(*state)
    if total == 0 or game.reached(own, total):
        return "hold" if total else "roll"
    given = as_played(game, policy)
    if isinstance(given, Unless):
        return answer(game, given.part(own, opp), own, opp, total)
    if isinstance(given, RacePolicy):
        _check_goal(game, given.solution.game.goal)
    if callable(given):
        asked = (own, opp, total)[: parts_asked_for(game, given)]
        chance = chance_of(given(*asked), game, asked)
    else:
        chance = float(_plan(game, given, 0)[own, own + total, opp])
    sure = {1.0: "roll", 0.0: "hold"}
    return sure.get(chance, {"roll": chance, "hold": 1.0 - chance})


def tabulated(game: Race, policy: Policy) -> Table:
    """The policy as the place of its action in every state, or as the chances of both.

    Raises
    ------
    RuleError, SizeError
        As :func:`plan_of`; or if the policy remembers what it did, which no table holds.
    """
    policy = as_played(game, policy)
    if getattr(policy, "memories", 1) > 1:
        raise RuleError(
            f"{policy!r} remembers what it did, which no table holds: save its text form, in a "
            ".json file"
        )
    plan = plan_of(game, policy)
    goal = game.goal
    if plan.ndim == 2:
        plan = _arranged(game, as_played(game, policy).solution.decisions())
    chances = np.full((goal, goal, goal), -1.0)
    for own in range(goal):
        chances[own, :, 1 : goal - own] = plan[own, own + 1 :].T
    if plan.dtype == np.uint8:
        entries = np.where(chances < 0, -1, chances == 0).astype(np.int16)
        return Table(game, actions(game), entries)
    both = np.where(chances < 0, 0, chances), np.where(chances < 0, 0, 1 - chances)
    return Table(game, actions(game), np.stack(both, axis=-1))


def _plan(game: Race, policy: Policy, memory: int) -> Plan:
    goal = game.goal
    if isinstance(policy, RacePolicy):
        solution = policy.solution
        if solution.game == game:
            return solution.starts
        _check_goal(game, solution.game.goal)
        return _arranged(game, solution.decisions())
    _require(game, 1 if isinstance(policy, Holding) else 20)
    if isinstance(policy, Holding):
        limits = limits_of(game, policy, memory)
        plan = _nothing(goal, np.uint8)
        for i in range(goal):
            plan[i, i:] = np.arange(goal - i)[:, None] < np.maximum(limits[i], 1)
        return plan
    if isinstance(policy, (Mix, RandomPlay)):
        return _constant(game, policy)
    if isinstance(policy, Unless):
        return _composed(game, policy)
    if isinstance(policy, Table):
        return _from_array(game, policy.share(actions(game).index("roll")))
    if callable(policy):
        return _tabulated(game, policy)
    return _from_array(game, policy)


def _constant(game: Race, policy: Mix | RandomPlay) -> Plan:
    chance = chance_in(policy.chances)
    if isnan(chance):
        raise RuleError(f"the policy answers {shown(policy.chances)}, but must answer {ACTIONS}")
    return _arranged(game, np.full((game.goal,) * 3, chance))


def _composed(game: Race, policy: Unless) -> Plan:
    tables = []
    for part in policy.parts:
        part = as_played(game, part)
        if isinstance(part, RacePolicy) and part.solution.game == game:
            tables.append(_arranged(game, part.solution.decisions()))
        else:
            tables.append(_plan(game, part, 0))
    # The condition looks at [own, opp]; a plan has the totals between the two.
    usual, other = (np.moveaxis(table, 2, 1) for table in tables)
    return np.ascontiguousarray(np.moveaxis(policy.choose(usual, other), 1, 2))


def _tabulated(game: Race, policy: Any) -> Plan:
    goal = game.goal
    asked = parts_asked_for(game, policy)
    states = goal * (goal * (goal - 1) // 2 if asked == 3 else goal)
    check_size(game, states)
    table = np.zeros((goal, goal, goal))
    remedy = "for memory use a policy that has one, such as scoring_turns(4)"
    ask = asking_to_roll(game, policy, remedy)
    for own in range(goal - 1):
        if asked == 2:
            table[own] = np.reshape(ask([(own, opp) for opp in range(goal)]), (goal, 1))
            continue
        for opp in range(goal):
            row = [(own, opp, total) for total in range(1, goal - own)]
            table[own, opp, 1 : goal - own] = ask(row)
    return _arranged(game, table)


def _from_array(game: Race, policy: Any) -> Plan:
    goal = game.goal
    try:
        given = np.asarray(policy)
    except ValueError:  # rows of different lengths
        given = np.empty(())
    if given.ndim == 2 and given.shape == (goal, goal):
        given = np.broadcast_to(given[..., None], (goal, goal, goal))
    if given.shape != (goal, goal, goal):
        what = shown(policy) if given.ndim == 0 else f"an array {given.shape}"
        raise RuleError(
            f"the policy is {what}, but must be a function of {game.usage.lower()}, an array "
            f"{(goal, goal, goal)} of answers or a solution"
        )
    if given.dtype.kind in "biuf":
        table = given.astype(np.float64)
    else:
        table = np.frompyfunc(chance_in, 1, 1)(given).astype(np.float64)
    own, _, total = np.ogrid[:goal, :goal, :goal]
    wrong = np.argwhere(~((table >= 0) & (table <= 1)) & (total > 0) & (own + total < goal))
    if len(wrong):
        state = tuple(wrong[0].tolist())
        chance_of(given.item(*state), game, state)
    return _arranged(game, table)


def _arranged(game: Race, table: NDArray[Any]) -> Plan:
    """The plan of a table of chances at [own, opp, total]; what is no state is not looked at."""
    goal = game.goal
    plan = _nothing(goal, np.float64 if table.dtype.kind == "f" else np.uint8)
    for own in range(goal):
        plan[own, own:] = table[own, :, : goal - own].T
        plan[own, own] = 1
    if plan.dtype == np.uint8 or ((plan > 0) & (plan < 1)).any():
        return plan
    return plan.astype(np.uint8)


def _nothing(goal: int, dtype: Any) -> NDArray[Any]:
    return np.zeros((goal, goal, goal), dtype=dtype)


def _require(game: Race, size: int) -> None:
    """Refuse tables that take ``size`` bytes a state in all, if they do not fit in memory."""
    require(
        size * game.goal**3,
        f"a table of the decisions of {game.name} to {game.goal}",
        "choose a smaller goal, or the game's solution as the policy",
    )


def _check_goal(game: Race, goal: int) -> None:
    if goal != game.goal:
        raise RuleError(
            f"the policy is one of a game to {goal}, but {game.name} goes to {game.goal}: give one "
            "of the same goal"
        )
